"""Reasons for bids and other calls: what the hand is worth in the deals played out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whister.mechanisms.end.ending import low_wins
from whister.notation import Action
from whister.plan.bidding import Bid
from whister.players import wording
from whister.players.reasons.endings import Ending, mean
from whister.players.reasons.reason import Found, Reason
from whister.players.reasons.weighing import Weighed
from whister.players.search.searching import Considered

_FEWEST = 6  #: the fewest deals from which the worth of a hand is given


def reasons(weighed: Weighed, action: Action) -> Iterator[Found]:
    """Yield the reasons for a bid, for passing, or for another call."""
    bids = {bid.action: bid for bid in weighed.plan.bidding.bids}
    if action in bids:
        yield from _bid(weighed, weighed.best, bids[action])
    elif action.verb == "pass":
        best = next((other for other in weighed.others if other.action in bids), None)
        if best is not None:
            yield from _passed(weighed, best, bids[best.action])
    elif weighed.others:
        yield from _compared(weighed)


def _own(weighed: Weighed, option: Considered, bid: Bid | None = None) -> list[Ending]:
    """Return the deals after a call that the seat played as declarer, in the contract bid if one is given."""
    return [
        each for each in option.records
        if each.declarer == weighed.seat and each.made is not None
        and (bid is None or (each.contract == bid.contract and (bid.points or each.bid) == each.bid))
    ]  # fmt: skip


def _bid(weighed: Weighed, option: Considered, bid: Bid) -> Iterator[Found]:
    """Yield what a bid is worth: how often it is made, what it brings, and what passing brings."""
    own = _own(weighed, option, bid)
    passing = next((other for other in weighed.others if other.action.verb == "pass"), None)
    gap = weighed.gap(passing).mean if passing is not None else 0.0
    clause = _clause(weighed, bid)
    if len(own) >= _FEWEST:
        made = sum(each.made is True for each in own) / len(own)
        text = f"When you play this bid, you make it {wording.share(made, len(own))}{_worth(weighed, own)}."
        yield Found(gap, 0, Reason("makes", text, clause))
    else:
        outbid = 1 - len(own) / len(option.records)
        text = f"Another bid or contract is played {wording.share(outbid, len(option.records))}."
        yield Found(gap, 2, Reason("outbid", text, ""))
    yield from _settles(weighed, passing, 1)


def _passed(weighed: Weighed, best: Considered, bid: Bid) -> Iterator[Found]:
    """Yield why passing is better than the best bid."""
    gap = weighed.gap(best).mean
    own = _own(weighed, best, bid)
    name = wording.named(weighed.plan, best.action)
    if len(own) >= _FEWEST:
        made = sum(each.made is True for each in own) / len(own)
        text = f"When you play it, {name} is made {wording.share(made, len(own))}{_worth(weighed, own)}."
        yield Found(gap, 0, Reason("makes", text, _clause(weighed, bid)))
    yield from _settles(weighed, best, 1)


def _clause(weighed: Weighed, bid: Bid) -> str:
    contract = weighed.plan.bidding.contracts.get(bid.contract)
    return contract.clause.id if contract is not None else ""


def _worth(weighed: Weighed, own: Sequence[Ending]) -> str:
    """Return what the side of the seat takes on average, as an addition to a sentence."""
    contract = weighed.plan.bidding.contracts.get(own[0].contract)
    if contract is not None and contract.takes == "penalties":
        return ""
    if weighed.counted and not contract:
        return f", with {wording.of_unit(mean(own, weighed.points), 'points')} on average"
    tricks = f", with {wording.of_unit(mean(own, weighed.tricks), 'tricks')} on average"
    wanted = contract.tricks if contract is not None else 0
    if contract is not None and all(each.partner is not None for each in own):
        wanted = weighed.plan.bidding.joint(contract) or wanted
    return f"{tricks} ({wanted} needed)" if wanted else tricks


def _settles(weighed: Weighed, other: Considered | None, place: int) -> Iterator[Found]:
    """Yield the expected settlement of the call advised and of another, if that is likely to be worse."""
    if other is None:
        return
    unit, seat = weighed.plan.settling.unit, weighed.seat
    sign = -1 if low_wins(weighed.plan.base) else 1
    if not weighed.more(other, lambda ending: sign * ending.delta[seat]).likely:
        return
    now, then, _ = weighed.means(other, lambda ending: ending.delta[seat])
    name, rival = (wording.named(weighed.plan, each.action) for each in (weighed.best, other))
    text = f"{name} settles at {wording.of_unit(now, unit)} for you on average, {rival} at {wording.amount(then)}."
    yield weighed.found(other, place, "settles", text)


def _compared(weighed: Weighed) -> Iterator[Found]:
    """Yield the reasons for a call other than a bid: the contract made more often, or more tricks or points won."""
    other = weighed.others[0]
    if not weighed.gap(other).likely:
        return
    plan = weighed.plan
    name, rival = (wording.named(plan, each.action) for each in (weighed.best, other))
    if weighed.more(other, _made).clear and _declares(weighed):
        shares = weighed.shares(other, _made, f"with {rival}")
        yield weighed.found(other, 0, "makes", f"with {name} the contract is made {shares}.")
    quantity, kind, unit, sign = weighed.tricks, "tricks", "tricks", -1 if weighed.avoids else 1
    if weighed.worth.penalties:
        quantity, kind, unit, sign = weighed.own_points, "points", "penalty points", -1
    elif weighed.counted:
        quantity, kind, unit, sign = weighed.points, "points", "points", 1
    if weighed.more(other, lambda ending: sign * quantity(ending)).clear:
        who = "you take" if weighed.worth.penalties else "your side takes"
        told = weighed.averages(other, quantity, unit, f"with {rival}")
        yield weighed.found(other, 1, kind, f"with {name} {who} {told}.")
    yield from _settles(weighed, other, 2)


def _made(ending: Ending) -> bool:
    return ending.made is True


def _declares(weighed: Weighed) -> bool:
    """Return whether the seat belongs to the declaring side in every deal."""
    return all(
        each.declarer is not None and each.declarer in weighed.side_in(each) for each in weighed.best.records
    )
