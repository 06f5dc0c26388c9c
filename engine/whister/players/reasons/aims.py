"""Reasons about the whole deal: a contract made or defeated, everything captured, and tricks, points or cards won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whister import words
from whister.cards import bits
from whister.plan.bidding import Announcement
from whister.players.reasons.endings import Ending, Quantity
from whister.players.reasons.reason import Found
from whister.players.reasons.weighing import Weighed


def contract_reasons(weighed: Weighed) -> Iterator[Found]:
    """Yield the reason for an action after which a contract is made, or defeated, more often."""
    view, plan = weighed.view, weighed.plan
    declarer = view.declarer
    if declarer is None or not (view.contract or view.bid):
        return
    own = weighed.seat in (declarer, view.partner) or declarer in weighed.friends
    other = weighed.rival(higher=_made) if own else weighed.rival(lower=_made)
    if other is None:
        return
    contract = plan.bidding.contracts.get(view.contract)
    shares = weighed.shares(other, _made if own else lambda ending: not _made(ending))
    it = "The contract" if contract is not None else "The bid"
    clause = contract.clause.id if contract is not None else ""
    yield weighed.found(
        other, 0, "contract" if own else "defeats",
        f"{_needed(weighed, contract, own=own)} {it} is {'made' if own else 'defeated'} {shares}.".strip(), clause,
    )  # fmt: skip


def _made(ending: Ending) -> bool:
    return ending.made is True


def _needed(weighed: Weighed, contract: Announcement | None, *, own: bool) -> str:
    """Return what is still needed for the contract, in a sentence."""
    view, plan = weighed.view, weighed.plan
    what = "Your contract" if own else "The contract"
    if contract is None:
        return f"{_bidder(weighed, own=own)} bid {view.bid}."
    if contract.takes:
        return f"{what} needs every {'trick' if contract.takes == 'tricks' else 'penalty card'}."
    if not contract.tricks:
        return f"{what} allows no trick." if contract.exactly else ""
    if view.called is not None and view.partner is None:
        return ""  # whose tricks count is not known yet
    declaring: Sequence[int | None] = (view.declarer, view.partner)
    if plan.table.sides is not None and view.declarer is not None:
        declaring = plan.table.side_of(view.declarer)
    wanted = contract.tricks
    if view.partner is not None:
        wanted = plan.bidding.joint(contract) or wanted
    won = sum(view.taken[seat] for seat in set(declaring) if seat is not None)
    left = wanted - won
    if contract.exactly:
        if left <= 0:
            return f"{what} {'has a trick too many' if left else 'allows no more tricks'}."
        return f"{what} needs exactly {words.number(left)} more trick{'' if left == 1 else 's'}."
    if left > 0 and own:
        return f"{what} needs {words.number(left)} more trick{'' if left == 1 else 's'}."
    if left > 0:
        against = plan.dealing.hand_size - contract.discard - wanted + 1
        against -= sum(taken for seat, taken in enumerate(view.taken) if seat not in declaring)
        if against > 0:
            return f"Your side needs {words.number(against)} more trick{'' if against == 1 else 's'} to defeat the contract."
        return "The contract is already defeated."
    return f"{what} has its tricks; each one more may count."


def _bidder(weighed: Weighed, *, own: bool) -> str:
    """Return who has made the bid, as the beginning of a sentence."""
    view = weighed.view
    if weighed.plan.table.sides is not None or view.partner is not None:
        return "Your side has" if own else "The other side has"
    return "You have" if own and view.declarer == view.seat else f"Seat {view.declarer} has"


def slam_reasons(weighed: Weighed) -> Iterator[Found]:
    """Yield the reason for an action that keeps a slam possible, or that stops an opponent's."""
    plan = weighed.plan
    wanted = weighed.worth.penalties | weighed.worth.slam_also
    slams: list[tuple[str, str, Quantity, Quantity]] = []
    moon, sun = plan.clause_of.get("moon"), plan.clause_of.get("sun")
    if moon is not None and wanted:
        slams.append((
            moon.id, "every penalty card", lambda e: _has(e, weighed.side, wanted),
            lambda e: any(_has(e, (s,), wanted) for s in plan.table.seats if s not in weighed.side),
        ))  # fmt: skip
    if sun is not None:
        slams.append((
            sun.id, "every trick", lambda e: _all_tricks(e, weighed.side),
            lambda e: any(_all_tricks(e, (s,)) for s in plan.table.seats if s not in weighed.side),
        ))  # fmt: skip
    for clause, what, ours, theirs in slams:
        if (other := weighed.rival(higher=ours)) is not None:
            text = f"this keeps a slam possible: {weighed.you} {what}"
            yield weighed.found(other, 0, "slam", f"{text} {weighed.shares(other, ours)}.", clause)
        elif (other := weighed.rival(lower=theirs)) is not None:
            text = f"this stops a slam: an opponent takes {what}"
            yield weighed.found(other, 0, "stops", f"{text} {weighed.shares(other, theirs)}.", clause)


def _has(ending: Ending, seats: Sequence[int], wanted: int) -> bool:
    """Return whether one of the seats, or all of them together, captured these cards."""
    held = 0
    for seat in seats:
        held |= ending.captured[seat]
    return held & wanted == wanted


def _all_tricks(ending: Ending, seats: Sequence[int]) -> bool:
    return sum(ending.won) > 0 and sum(ending.won[seat] for seat in seats) == sum(ending.won)


def total_reasons(weighed: Weighed) -> Iterator[Found]:
    """Yield what the action brings on the whole, against the next best: a dear card less, more points, or more tricks.

    These reasons are given where no closer one is borne out.
    """
    plan = weighed.plan
    for dear in bits(weighed.dear):
        takes = weighed.takes(1 << dear)
        if (other := weighed.rival(lower=takes)) is not None:
            name, rival = words.card_name(plan.pack.cards[dear]), weighed.card_of(other.action)
            now = "if you play it now" if rival is not None and rival.index == dear else ""
            yield weighed.found(other, 8, "captures", f"you take {name} {weighed.shares(other, takes, now)}.")
            break
    if weighed.penalized:
        other = weighed.rival(lower=weighed.own_points)
        if other is not None and (told := weighed.averages(other, weighed.own_points, weighed.penalties)):
            yield weighed.found(other, 9, "points", f"you take {told}.")
        return
    if weighed.counted:
        other, quantity, kind = weighed.rival(higher=weighed.points), weighed.points, "points"
    else:
        fewer = weighed.avoids
        other = weighed.rival(lower=weighed.tricks) if fewer else weighed.rival(higher=weighed.tricks)
        quantity, kind = weighed.tricks, "tricks"
    if other is not None and weighed.alike(other) and (told := weighed.averages(other, quantity, kind)):
        yield weighed.found(other, 9, kind, f"{weighed.you} {told}.")
