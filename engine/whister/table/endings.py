"""How a deal ended, in sentences for the visitor: what the players made or took, and what the visitor scores.

The sentences depend on the mechanisms of the rule set and the results of its settlement, never on the name of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whister import words
from whister.deal.public import state_of
from whister.deal.settle import reckoned, settle
from whister.errors import NotSourcedError
from whister.table import scores
from whister.table.ended import Ended, Told
from whister.table.how_it_ended import WAYS

if TYPE_CHECKING:
    from whister.ledger import Ledger, Line
    from whister.plan.compiled import Plan
    from whister.plan.outcome import Outcome
    from whister.rules import Deal


def deal_ended(deal: Deal, visitor: int) -> str:
    """Return how the deal ended, what the visitor scores and what their total is now, in a few sentences.

    If the game is over, also say why, and who has won.
    """
    return told(state_of(deal).plan.base, deal.outcome, deal.ledger, visitor)


def told(base: Plan, outcome: Outcome, ledger: Ledger, visitor: int) -> str:
    """Return the sentences of ``deal_ended``, given the facts of a deal and the ledger before it."""
    found = reckoned(base, outcome, ledger)
    plan = base.counting(outcome.declared.get("suit", ""))
    try:
        settlement = settle(base, outcome, ledger)
    except NotSourcedError:
        return f"{_sentences(Ended(plan, found, visitor, None))} No source that was read gives a price for it, so nothing is paid."
    said = _sentences(Ended(plan, found, visitor, settlement.delta))
    conclusion = base.conclude(settlement.ledger)
    if conclusion.over:
        return f"{said} {scores.game_ended(plan, settlement.ledger, conclusion, visitor)}"
    if outcome.void or found.void:
        return said
    counted = settlement.ledger.number > ledger.number
    return f"{said} {scores.standing(plan, settlement.ledger, visitor, counted=counted)}".strip()


def _sentences(end: Ended) -> str:
    first, told = _revoked(end), None
    if first is None or any(line.kind == "amount" for line in _apart(end)) or "contract" in end.found.notes:
        told = next(filter(None, (way(end) for way in (_void, *WAYS))), None)
    if told is None:
        told, first = first or Told("the deal is over"), None
    said = f"{words.capital(first.text)}. " if first else ""
    text = told.text if told.full else f"{told.text}{_sum(end, told)}"
    return f"{said}{words.capital(text)}."


def _apart(end: Ended) -> list[Line]:
    """Return the lines that are not about revokes."""
    names = {found.name for _, found in end.plan.asked.settle if not found.name.startswith("revoke")}
    return end.lines(*names)


def _sum(end: Ended, told: Told) -> str:
    """Return what the visitor scores: ``: +20 for you``."""
    if end.delta is None:
        return ""
    value, side = end.delta[end.visitor], scores.scored(end.plan, end.visitor)
    whose = "" if told.own else f" for {end.who(side)}"
    if value:
        unit = end.plan.settling.unit != "points" or "point" not in told.text
        return f": {scores.amount(end.plan, value, unit=unit)}{whose}"
    if not told.own:
        return f": nothing{whose}"
    if scores.low_wins(end.plan):
        return " and scored nothing" if " no " in told.text else f": {scores.amount(end.plan, 0)}"
    return ", and you neither gain nor lose" if "; " in told.text else "; you neither gain nor lose"


# -- deals that count for nothing, and revokes

_VOID = {
    "all-pass": "nobody bid, and the cards are thrown in",
    "unsupported": "nobody supported the bid, and the cards are thrown in",
    "redeal": "a hand held no points, and the cards are dealt again",
    "misdeal": "the cards were misdealt",
}


def _void(end: Ended) -> Told | None:
    """Describe a deal that counts for nothing."""
    outcome = end.outcome
    if not outcome.void and not end.found.void:
        return None
    text = _VOID.get(outcome.void, "the deal is void")
    if outcome.void == "redeal" and (claimed := outcome.declared.get("redeal")):
        text = f"{end.who(tuple(claimed))} held no points and asked for a new deal"
    if not outcome.void:
        text = "both sides revoked, and the deal is void"
    if end.delta is not None and any(end.delta):
        return Told(text, own=bool(end.delta[end.visitor]))
    nothing = "nobody scores" if end.plan.settling.unit == "points" else "nothing is paid"
    return Told(f"{text}: {nothing}", full=True)


def _revoked(end: Ended) -> Told | None:
    """Say who revoked, if the revoke was detected."""
    seats = tuple(dict.fromkeys(breach.seat for breach in end.outcome.breaches))
    if not seats or end.outcome.void or end.found.void:
        return None
    over = ", which ended the deal" if end.outcome.stopped else ""
    return Told(f"{end.does(seats, 'revoked', 'revoked')}{over}", own=end.visitor in seats)


__all__ = ["deal_ended", "told"]
