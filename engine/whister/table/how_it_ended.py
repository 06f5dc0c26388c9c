"""What the players made or took in a deal that is over: one function for each way in which a deal can end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from whister import words
from whister.mechanisms.worth.turning_sign import TURNED
from whister.plan import naming
from whister.plan.settlement import declaring_side, side_in
from whister.table import captures, scores, sentences
from whister.table.ended import Ended, Told

if TYPE_CHECKING:
    from whister.mechanisms.worth.reckoning import Reckoning
    from whister.plan.compiled import Plan


# -- contracts and bids


def _contract(end: Ended) -> Told | None:
    """Describe a contract of a number of tricks, made or lost."""
    found: Reckoning | None = end.found.notes.get("contract")
    if found is None or found.made is None:
        return None
    title, tricks = _title(end.plan, found), found.tricks + found.helped
    verb = "made" if found.made else "lost"
    how = ""
    if found.forced is not None:
        title = title if title.startswith("the ") else f"the contract of {title}"
    elif found.contract.exactly:
        how = "" if found.made else f", taking {words.tricks(found.tricks)}"
    elif found.made:
        how = f" with {words.number(tricks - found.target)} over" if tricks > found.target else ""
    elif found.target != found.contract.tricks and not found.helped:
        all_told = words.number(found.target) if " tricks" in title else words.tricks(found.target)
        needed = f"{words.number(tricks) if tricks else 'none'} of the {all_told}"
        verb, title = "won", f"{needed} that two need for {title}"
    else:
        short = max(found.target - tricks, 1)
        tricks_short = "" if " tricks" in title else " trick" if short == 1 else " tricks"
        verb = f"fell {words.spelled(short)}{tricks_short} short of"
    if any(line.pool < 0 for line in end.lines("pool_to_declarer")):
        how += " and took the pool"
    side = (found.declarer,) if found.contract.exactly else found.side
    return Told(f"{end.does(side, verb, verb)} {title}{how}", own=end.visitor in side)


def _title(plan: Plan, found: Reckoning) -> str:
    """Return the title of a contract within a sentence: ``five levées in hearts``, ``the little misère``."""
    title = naming.contract_title(plan, found.contract.id, found.suit).lower()
    several = "".join(title.split()[1:2]).endswith("s")
    return title if several else f"the {title}"


def _undertaking(end: Ended) -> Told | None:
    """Describe an undertaking to take everything."""
    outcome, made = end.outcome, end.found.made
    contract = end.plan.bidding.contracts.get(outcome.contract)
    if contract is None or not contract.takes or made is None:
        return None
    side = declaring_side(end.plan, outcome)
    title = naming.undertaking(end.plan, contract.id)
    bid = f"bid {contract.id}" in map(str, end.plan.course.phases["announce"].says)
    verb = "bid" if bid else "announced"
    ended = "made it" if made else "failed"
    assert outcome.declarer is not None
    own = end.visitor in side
    declarer = (outcome.declarer,)
    if len(side) > 1:
        helper = tuple(seat for seat in side if seat != outcome.declarer)
        return Told(f"{end.does(declarer, verb, verb)} {title} with {end.who(helper)} and {ended}", own=own)
    return Told(f"{end.does(declarer, verb, verb)} {title} and {ended}", own=own)


def _bid(end: Ended) -> Told | None:
    """Describe a bid in points, made or missed."""
    outcome, made = end.outcome, end.found.made
    side = declaring_side(end.plan, outcome)
    if not side or not outcome.bid or made is None:
        return None
    values, own = end.found.values(), end.visitor in side
    captured = sum(values[seat] for seat in side_in(end.plan, outcome, side[0]))
    off = captured - outcome.bid
    points = f"{captured} point{'' if captured == 1 else 's'}"
    if made != (off >= 0):  # a revoke has decided it
        verb = "made" if made else "lost"
        return Told(f"{end.does(side, verb, verb)} the bid of {outcome.bid}", own)
    if not made:
        short = f"{-off} point{'' if off == -1 else 's'}"
        return Told(f"{end.does(side, 'missed', 'missed')} the bid of {outcome.bid} by {short}", own)
    how = f"with {points}" if off else "exactly"
    return Told(f"{end.does(side, 'made', 'made')} the bid of {outcome.bid} {how}", own)


# -- tricks


def _odd_tricks(end: Ended) -> Told | None:
    """Describe tricks above the book."""
    if not end.has("odd_tricks"):
        return None
    from whister.mechanisms.worth.odd_tricks import tricks_of_sides

    won, book = tricks_of_sides(end.found), end.plan.worth.book
    if not won:
        return None
    side = max(won, key=lambda one: won[one])
    above = won[side] - book
    if above <= 0:
        nothing = end.delta is not None and not any(end.delta)
        text = f"each side won {words.tricks(won[side])}"
        return Told(f"{text}, and nobody scores" if nothing else text, own=not nothing, full=nothing)
    own = end.visitor in side
    text = f"{end.does(side, 'won', 'won')} {words.tricks(won[side])}, {words.number(above)} above the book"
    return Told(text, own)


def _most_tricks(end: Ended) -> Told | None:
    """Describe a hand without a bid, which the player with the most tricks loses."""
    most: tuple[int, ...] = end.found.notes.get("most", ())
    return _counted(end, most, "most", "") if most else None


def _fewest_tricks(end: Ended) -> Told | None:
    """Describe a hand without a bid, which the player with the fewest tricks wins."""
    fewest: tuple[int, ...] = end.found.notes.get("takers", ())
    if not fewest:
        return None
    paid = [line for line in end.lines("fewest_tricks", "fewest_tie") if line.pool < 0]
    takers = tuple(seat for line in paid for seat, chips in enumerate(line.amounts) if chips > 0)
    pool = ""
    if takers and set(takers) == set(fewest):
        pool = ", and the pool" if len(takers) == 1 else ", and shared the pool"
    elif takers:
        pool = f"; {end.does(takers, 'take')} the pool"
    elif end.found.pool:
        pool = "; the pool stands over"
    return _counted(end, fewest, "fewest", pool)


def _counted(end: Ended, seats: tuple[int, ...], what: str, pool: str) -> Told:
    tricks = end.outcome.tricks or ()
    own, each = end.visitor in seats, " each" if len(seats) > 1 else ""
    count = words.number(tricks[seats[0]]) if tricks[seats[0]] else "none"
    text = f"nobody bid, and {end.does(seats, 'took', 'took')} the {what} tricks, {count}{each}{pool}"
    if not own:
        text += f"; you took {words.number(tricks[end.visitor]) if tricks[end.visitor] else 'none'}"
    return Told(text, own=True)


# -- slams


def _slam(end: Ended) -> Told | None:
    """Describe the taking of all the penalty cards, or all the tricks, by one side."""
    shooters: tuple[int, ...] = end.found.notes.get("shooters", ())
    if not shooters or end.delta is None:
        return None
    tricks = end.outcome.tricks or ()
    every = end.has("sun") and bool(end.lines("sun")) and sum(bool(won) for won in tricks) == 1
    text = f"{end.who(shooters)} {'took every trick' if every else 'shot the moon'}"
    own, others = end.visitor in shooters, [s for s in end.plan.table.players if s not in shooters]
    if not any(end.delta):
        return Told(f"{text}, and nobody scores", own=own, full=True)
    given = {end.delta[seat] for seat in others}
    if len(given) == 1 and (each := given.pop()) > 0 and not any(end.delta[seat] for seat in shooters):
        whom = "everyone else" if len(others) > 2 or not end.plan.table.one_score else end.who(tuple(others))
        none = ", and none for you" if own else ""
        return Told(f"{text}: {scores.amount(end.plan, each)} for {whom}{none}", own=own, full=True)
    return Told(text, own)


def _all_taken(end: Ended) -> Told | None:
    """Describe a deal in which one player took everything that counts, and pays for it."""
    if not end.lines("taker_of_all"):
        return None
    takers = tuple(seat for seat, value in enumerate(end.found.values()) if value)
    if len(takers) != 1:
        return None
    text = f"{end.does(takers, 'took', 'took')} everything that counts and {sentences.does(takers, end.visitor, 'pay')} for it"
    return Told(text, own=end.visitor in takers)


def _turned(end: Ended) -> Told | None:
    """Describe the capture of all the cards that then count for their captor instead of against."""
    takers, what = end.found.notes.get(TURNED, ((), ""))
    if not takers:
        return None
    return Told(f"{end.does(takers, 'took', 'took')} all the {what}", own=end.visitor in takers)


def _undertaken(end: Ended) -> Told | None:
    """Describe a slam undertaken by winning the first tricks."""
    maker = end.found.notes.get("slam_by")
    if maker is None:
        return None
    own = maker == end.visitor
    if "slam_made" in end.found.notes:
        return Told(f"{end.does((maker,), 'won', 'won')} every trick", own)
    text = f"{end.does((maker,), 'undertook', 'undertook')} to win every trick and failed"
    return Told(text, own)


def _party(end: Ended) -> Told | None:
    """Describe the party, which the player with the fewest points wins."""
    order: list[int] = end.found.notes.get("party_order", [])
    if not order:
        return None
    winner, payer = order[0], order[-1]
    paid = [line for line in end.lines("party") if line.amounts[payer] < 0]
    if end.visitor == winner:
        return Told("you won the party", own=True)
    text = f"{end.who((winner,))} won the party"
    if paid and paid[0].amounts[end.visitor] < 0:
        return Told(f"{text} and you paid it", own=True)
    if paid and sum(chips < 0 for chips in paid[0].amounts) == 1:
        text += f" and {end.who((payer,))} paid it"
    return Told(text)


# -- cards captured


def _captured(end: Ended) -> Told | None:
    """Say which counting cards the visitor has taken, and who has won the pool."""
    if not captures.counting(end.plan) and not end.plan.worth.trick_value:
        return None
    side = scores.scored(end.plan, end.visitor)
    took = captures.told(end.plan, end.outcome, side)
    pool = _pool(end)
    if end.outcome.bid and end.outcome.declarer in side:
        took = f"bid {end.outcome.bid}{',' if pool.startswith(' and') else ' and'} {took}"
    return Told(f"{end.who(side)} {took}{pool}", own=True)


def _pool(end: Ended) -> str:
    """Return who is paid for the cards captured or wins the pool, as the second part of a sentence."""
    revoked = {breach.seat for breach in end.outcome.breaches} if end.lines("revoke_covers") else ()
    for name, win, share, what in _PAID:
        for line in end.lines(name):
            takers = tuple(s for s, chips in enumerate(line.amounts) if chips > 0 and s not in revoked)
            if takers == (end.visitor,):
                return f" and {win}"
            if end.visitor in takers:
                return f" and {share} with {end.who(tuple(seat for seat in takers if seat != end.visitor))}"
            if takers:
                are = f"{sentences.does(takers, end.visitor, 'were', 'was')} lowest and " if what else ""
                does = share if len(takers) > 1 else win.replace(" ", "s ", 1)
                return f"; {end.who(takers)} {are}{does}"
    return "; nobody wins the pool" if end.lines("jack") else ""


_PAID = (
    ("one_clear", "win the pool", "share the pool", ""),
    ("two_clear", "win the pool", "share the pool", ""),
    ("lowest_takes", "collect from the others", "share the chips", "lowest"),
)
"""Who is paid: the mechanism, the words for one player and for several, and "lowest" if those paid were the lowest."""


WAYS: tuple[Callable[[Ended], Told | None], ...] = (
    _undertaking, _contract, _bid, _most_tricks, _fewest_tricks, _undertaken, _party, _slam, _turned, _all_taken,
    _odd_tricks, _captured,
)  # fmt: skip
"""The functions that describe the end of a deal; the first that applies is used."""
