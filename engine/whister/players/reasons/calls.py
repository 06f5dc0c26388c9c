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

_FEWEST = 12  #: the fewest deals from which the worth of a hand is given
_MOSTLY = 0.5  #: the share of deals from which something is said to be the rule
_OUTBID = 0.8  #: the share of deals played in the bid of another from which a bid is said to risk little


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
    """Yield what a bid is worth, unless passing is about as good: how often it is made, and what it brings.

    Of a bid that is seldom the last, how often another seat plays its own.
    """
    passing = next((other for other in weighed.others if other.action.verb == "pass"), None)
    if passing is not None and not weighed.gap(passing).likely:
        return
    own = _own(weighed, option, bid)
    gap = weighed.gap(passing).mean if passing is not None else 0.0
    others = [each.declarer not in (None, weighed.seat) for each in option.records]
    outbid, deals = _share(others), len(others)
    made = _share([each.made is True for each in own])
    if len(own) >= _FEWEST and made >= _MOSTLY:
        text = f"When you play this bid, you make it {wording.share(made, len(own))}{_worth(weighed, own)}."
        yield Found(gap, 0, Reason("makes", text, _clause(weighed, bid)))
    elif outbid >= _OUTBID and deals >= _FEWEST:
        text = (
            f"You risk little with this bid: another player’s bid is played {wording.share(outbid, deals)}."
        )
        yield Found(gap, 2, Reason("outbid", text, ""))
    yield from _settles(weighed, passing, 1)


def _passed(weighed: Weighed, best: Considered, bid: Bid) -> Iterator[Found]:
    """Yield why passing is better than the best bid, unless they are about as good."""
    if not weighed.gap(best).likely:
        return
    own = _own(weighed, best, bid)
    name = wording.named(weighed.plan, best.action)
    if len(own) >= _FEWEST and (made := _share([each.made is True for each in own])) < _MOSTLY:
        text = f"when you play it, {name} is made {wording.share(made, len(own))}{_worth(weighed, own)}."
        yield weighed.found(best, 0, "makes", text, _clause(weighed, bid))
    yield from _left(weighed, best)
    yield from _settles(weighed, best, 1)


def _left(weighed: Weighed, best: Considered) -> Iterator[Found]:
    """Yield who plays after a pass, if that is good for the seat: a partner who mostly succeeds, or an opponent who
    mostly fails.
    """
    records = weighed.best.records
    for who, partner in ((weighed.partner, True), ("an opponent", False)):
        theirs = [
            each for each in records
            if each.declarer not in (None, weighed.seat) and (each.declarer in weighed.friends) == partner
            and each.made is not None
        ]  # fmt: skip
        well = _share([each.made is partner for each in theirs])
        if len(theirs) >= max(_FEWEST, _MOSTLY * len(records)) and well >= _MOSTLY:
            played, done = (
                wording.share(len(theirs) / len(records), len(records)),
                "made" if partner else "lost",
            )
            text = f"if you pass, {who}’s bid is played {played}. When it is played, it is {done} {wording.share(well, len(theirs))}."
            yield weighed.found(best, 1, "left", text)


def _share(these: Sequence[bool]) -> float:
    """Return the share of these that are true."""
    return sum(these) / max(len(these), 1)


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
    if contract is not None and any(each.partner is not None for each in own):
        joint = weighed.plan.bidding.joint(contract) or wanted
        # alone a player needs fewer tricks than with a partner
        wanted = joint if all(each.partner is not None for each in own) or joint == wanted else 0
    return f"{tricks} ({wanted} needed)" if wanted else tricks


def _settles(weighed: Weighed, other: Considered | None, place: int) -> Iterator[Found]:
    """Yield the expected settlement of the call advised and of another, if that is likely to be worse.

    There is none to compare if no source gives the price of a contract.
    """
    if other is None or not all(each.settled for each in (*weighed.best.records, *other.records)):
        return
    unit, seat = weighed.plan.settling.unit, weighed.seat
    sign = -1 if low_wins(weighed.plan.base) else 1
    if not weighed.more(other, lambda ending: sign * ending.delta[seat]).likely:
        return
    now, then, _ = weighed.means(other, lambda ending: ending.delta[seat])
    name, rival = (wording.named(weighed.plan, each.action) for each in (weighed.best, other))
    does = "costs" if sign < 0 else "brings"
    if sign > 0 and now <= 0 and then <= 0:
        does, now, then = "costs", -now, -then
    if wording.amount(now) == wording.amount(then):
        return
    amounts = wording.of_unit(now, unit), wording.amount(then)
    text = f"{name} {does} you {amounts[0]} on average, and {rival} {does} {amounts[1]}."
    yield weighed.found(other, place, "settles", text)


def _compared(weighed: Weighed) -> Iterator[Found]:
    """Yield the reasons for a call other than a bid: the contract made more often, or more tricks or points won.

    Contracts are compared if the seat or its side plays one after both calls; tricks and points, if the sides are the
    same.
    """
    other = weighed.others[0]
    if not weighed.gap(other).likely:
        return
    when, then = weighed.after(weighed.best.action), weighed.after(other.action)
    when += "," if when.startswith("if ") else ""
    if _declares(weighed, weighed.best) and _declares(weighed, other) and weighed.more(other, _made).clear:
        yield weighed.found(
            other, 0, "makes", f"{when} the contract is made {weighed.shares(other, _made, then)}."
        )
    quantity, kind, unit, sign = weighed.tricks, "tricks", "tricks", -1 if weighed.avoids else 1
    if weighed.penalized:
        quantity, kind, unit, sign = weighed.own_points, "points", weighed.penalties, -1
    elif weighed.counted:
        quantity, kind, unit, sign = weighed.points, "points", "points", 1
    if weighed.alike(other) and weighed.more(other, lambda ending: sign * quantity(ending)).clear:
        who = "you take" if weighed.penalized else weighed.you
        if told := weighed.averages(other, quantity, unit, then):
            yield weighed.found(other, 1, kind, f"{when} {who} {told}.")
    yield from _settles(weighed, other, 2)


def _made(ending: Ending) -> bool:
    return ending.made is True


def _declares(weighed: Weighed, option: Considered) -> bool:
    """Return whether a contract is played in every deal, and the seat belongs to the declaring side."""
    return all(
        each.made is not None and each.declarer is not None and each.declarer in weighed.side_in(each)
        for each in option.records
    )
