"""Scores in words: the seats that score together, amounts, the visitor's place, and how a game has ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from whister import words
from whister.mechanisms.end.ending import low_wins
from whister.table import sentences

if TYPE_CHECKING:
    from whister.ledger import Amount, Ledger
    from whister.plan.compiled import Plan
    from whister.plan.conclusion import Conclusion


def mechanism(plan: Plan, name: str) -> Any:
    """Return the mechanism of this name that ends the game or names its winner; None if the rule set has none."""
    return next((found for _, found in plan.asked.conclude if found.name == name), None)


def parties(plan: Plan) -> list[tuple[int, ...]]:
    """Return the parties that win together: partners with one total, or whose totals are added up at the end; otherwise
    each player alone."""
    winner = mechanism(plan, "winner")
    joined = plan.table.one_score or (winner is not None and winner.of == "sides")
    found = [plan.table.side_of(seat) if joined else (seat,) for seat in plan.table.players]
    return list(dict.fromkeys(found))


def party_of(plan: Plan, seat: int) -> tuple[int, ...]:
    """Return the seats that win the game together with this seat, including the seat itself."""
    return next(party for party in parties(plan) if seat in party)


def scored(plan: Plan, seat: int) -> tuple[int, ...]:
    """Return the seats that share this seat's score: both partners if they keep one score."""
    return plan.table.side_of(seat) if plan.table.one_score else (seat,)


def sum_of(plan: Plan, party: Sequence[int], totals: Sequence[Amount]) -> Amount:
    """Return the sum of a party's totals."""
    return totals[party[0]] if plan.table.one_score else sum(totals[seat] for seat in party)


def amount(plan: Plan, value: Amount, *, unit: bool = True) -> str:
    """Return an amount scored or paid: ``17 points`` if low scores win, otherwise ``+20 chips``."""
    if low_wins(plan):
        return with_unit(plan, value)
    said = f"+{words.figure(value)}" if value > 0 else words.figure(value)
    return f"{said} {_unit(plan, value)}" if unit else said


def with_unit(plan: Plan, value: Amount) -> str:
    """Return a total or a sum, with its unit: ``41 points``."""
    return f"{words.figure(value)} {_unit(plan, value)}"


def _unit(plan: Plan, value: Amount) -> str:
    unit = plan.settling.unit
    return words.singular(unit) if value in (1, -1) else unit


# -- during a game


def standing(plan: Plan, after: Ledger, visitor: int, *, counted: bool = True) -> str:
    """Return the visitor's place, in a sentence; empty after the first deal, when the score of the deal is enough.

    ``counted``: whether the deal that has ended is counted in the ledger.
    """
    deals = after.number - 1
    if deals < 2:
        return ""
    own, span = party_of(plan, visitor), f"after {words.number(deals)} deals" if counted else "so far"
    sums = {party: sum_of(plan, party, after.totals) for party in parties(plan)}
    who = words.capital(sentences.people(plan, own, visitor))
    place, tied = _place(plan, own, sums)
    if len(sums) == 2:
        (other,) = (total for party, total in sums.items() if party != own)
        if tied:
            return f"The score is level at {words.figure(other)} {span}."
        stands = "lead" if place == 1 else "are behind"
        return f"{who} {stands}, {words.figure(sums[own])} to {words.figure(other)}{',' if counted else ''} {span}."
    has = with_unit(plan, sums[own])
    if place == 1:
        return f"{who} {'share the lead' if tied else 'lead'} {span}, with {has}."
    return f"{who} are {_ranked(place, tied, len(sums))} {span}, with {has}."


def _place(plan: Plan, own: tuple[int, ...], sums: dict[tuple[int, ...], Amount]) -> tuple[int, bool]:
    """Return the place of a party, 1 for the leader, and whether it is shared."""
    sign = 1 if low_wins(plan) else -1
    better = sum(sign * total < sign * sums[own] for total in sums.values())
    return better + 1, sum(total == sums[own] for total in sums.values()) > 1


def _ranked(place: int, tied: bool, of: int) -> str:
    """Return a place among several: ``second of four``, ``joint last of five``."""
    if tied:
        return f"joint {words.ordinal(place)} of {words.number(of)}"
    return f"{'last' if place == of else words.ordinal(place)} of {words.number(of)}"


# -- at the end of a game


def game_ended(plan: Plan, after: Ledger, conclusion: Conclusion, visitor: int) -> str:
    """Return why the game is over, who has won it, the visitor's place, and what is paid at the end, in sentences."""
    counted = totals_at_end(plan, after, conclusion)
    why, by = _why(plan, after, visitor)
    won = _won(plan, conclusion, counted, visitor)
    if why and by and set(by) == set(conclusion.winners):
        said = f"{why} and {won.removeprefix(sentences.people(plan, by, visitor)).strip()}"
    else:
        said = ". ".join(filter(None, (why, words.capital(won) if why else won)))
    said = f"The game is over{f': {said}' if said else ''}."
    stake = conclusion.stakes[visitor]
    if stake and counted == after.totals:
        gain = "brings" if stake > 0 else "costs"
        said += f" The settling-up {gain} you {with_unit(plan, stake if stake > 0 else -stake)}."
    return said


def totals_at_end(plan: Plan, after: Ledger, conclusion: Conclusion) -> tuple[Amount, ...]:
    """Return the totals that determine the winner, including what is divided at the end if that counts."""
    winner = mechanism(plan, "winner")
    if winner is None or not winner.with_last_pool:
        return after.totals
    return tuple(total + share for total, share in zip(after.totals, conclusion.stakes, strict=True))


def _why(plan: Plan, after: Ledger, visitor: int) -> tuple[str, tuple[int, ...]]:
    """Return what ended the game, as part of a sentence, and the seats that ended it."""
    end, exact, totals = mechanism(plan, "end"), mechanism(plan, "exact_wins"), after.totals

    def who(seats: Sequence[int], verb: str, third: str = "") -> str:
        return f"{sentences.people(plan, seats, visitor)} {sentences.does(seats, visitor, verb, third)}"

    def those(met: Any) -> tuple[int, ...]:
        return tuple(seat for seat in plan.table.players if met(totals[seat]))

    if exact is not None and (hit := those(lambda total: total == exact.total)):
        return f"{who(hit, 'hit', 'hit')} exactly {words.figure(exact.total)}", hit
    if end is not None:
        if plan.settling.reaches_target(totals):
            there = those(lambda total: total >= plan.settling.target)
            verb = "reached" if end.test == "reach" else "passed"
            return f"{who(there, verb, verb)} {words.figure(end.target)}", there
        if end.floor and (low := those(lambda total: total <= end.floor)):
            return f"{who(low, 'fell', 'fell')} to {words.figure(end.floor)} or below", low
        if end.broke and (broke := those(lambda total: total <= 0)):
            return f"{who(broke, 'have', 'has')} no {plan.settling.unit} left", broke
        if end.ahead and (lead := _far_ahead(plan, totals, end.ahead)):
            return f"{who(lead, 'are', 'is')} {words.figure(end.ahead)} or more ahead", lead
    running = mechanism(plan, "running_out")
    if running is not None and running.then == "ends" and (out := those(lambda total: total < 0)):
        return f"{who(out, 'have', 'has')} run out of {plan.settling.unit}", out
    deals = after.number - 1
    return (f"that was the last of {words.number(deals)} deals" if deals > 1 else ""), ()


def _far_ahead(plan: Plan, totals: Sequence[Amount], by: int) -> tuple[int, ...]:
    ranked = sorted(
        dict.fromkeys(map(plan.table.side_of, plan.table.players)), key=lambda side: totals[side[0]]
    )
    return ranked[-1] if totals[ranked[-1][0]] - totals[ranked[-2][0]] >= by else ()


def _won(plan: Plan, conclusion: Conclusion, totals: Sequence[Amount], visitor: int) -> str:
    """Return who has won, with which total, and the visitor's place, as part of a sentence; empty if there is no
    winner."""
    winners, losers = conclusion.winners, conclusion.losers
    if not winners:
        return f"{_who_loses(plan, losers, visitor)}" if losers else ""
    sums = {party: sum_of(plan, party, totals) for party in parties(plan)}
    won = [party for party in sums if set(party) & set(winners)]
    best = sums[won[0]]
    said = sentences.people(plan, winners, visitor)
    if len(won) > 1:
        said += f" share the win with {with_unit(plan, best)} each"
    elif len(sums) == 2:
        (other,) = (total for party, total in sums.items() if party not in won)
        said += f" {sentences.does(winners, visitor, 'win')} with {with_unit(plan, best)} against {words.figure(other)}"
    else:
        said += f" {sentences.does(winners, visitor, 'win')} with {with_unit(plan, best)}"
    if losers:
        return f"{said}; {_who_loses(plan, losers, visitor)}"
    if visitor in winners or len(sums) == 2:
        return said
    own = party_of(plan, visitor)
    place, tied = _place(plan, own, sums)
    if place == 1:  # an equal total, but beaten under another rule
        return f"{said}; {sentences.people(plan, own, visitor)} had as many"
    return f"{said}; {sentences.people(plan, own, visitor)} came {_ranked(place, tied, len(sums)).partition(' of ')[0]} with {words.figure(sums[own])}"


def _who_loses(plan: Plan, losers: Sequence[int], visitor: int) -> str:
    return f"{sentences.people(plan, losers, visitor)} {sentences.does(losers, visitor, 'lose')}"


__all__ = ["amount", "game_ended", "low_wins", "mechanism", "parties", "scored", "standing", "with_unit"]
