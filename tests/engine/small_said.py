"""What may be said and done in a deal of a game of few clauses."""

from __future__ import annotations

from whister import Deal
from whister.deal.public import state_of


def legal(deal: Deal, seat: int | None = None) -> list[str]:
    """What a seat may do, as it is written."""
    return [str(action) for action in deal.legal(seat)]


def why(deal: Deal, action: str, seat: int | None = None) -> tuple[str, str]:
    """The clause that refuses an action, and why; "" twice where it may be done."""
    verdict = deal.why(action, seat)
    assert verdict.legal == (verdict.clause is None)
    return ("", "") if verdict.clause is None else (verdict.clause.slug, verdict.reason)


def done(deal: Deal, actions: str) -> Deal:
    """The deal after some actions, separated by commas; a seat stands before what is said out of turn."""
    for text in filter(None, actions.split(", ")):
        seat, _, action = text.rpartition(": ")
        deal.act(action, int(seat) if seat else None)
    return deal


def prompt(deal: Deal) -> str:
    """What the seat to act is asked."""
    assert deal.phase is not None
    assert deal.to_act is not None
    return state_of(deal).plan.course.phases[deal.phase].prompt(state_of(deal), deal.to_act)
