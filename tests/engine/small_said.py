"""What may be said and done in a deal of a game of few clauses."""

from __future__ import annotations

from whister import Deal
from whister.deal.public import state_of


def legal(deal: Deal, seat: int | None = None) -> list[str]:
    """Return the actions that a seat may take, as texts."""
    return [str(action) for action in deal.legal(seat)]


def why(deal: Deal, action: str, seat: int | None = None) -> tuple[str, str]:
    """Return the clause that refuses an action, and the reason; two empty texts if the action is legal."""
    verdict = deal.why(action, seat)
    assert verdict.legal == (verdict.clause is None)
    return ("", "") if verdict.clause is None else (verdict.clause.slug, verdict.reason)


def done(deal: Deal, actions: str) -> Deal:
    """Take some actions, separated by commas, and return the deal; an action out of turn has its seat before it."""
    for text in filter(None, actions.split(", ")):
        seat, _, action = text.rpartition(": ")
        deal.act(action, int(seat) if seat else None)
    return deal


def prompt(deal: Deal) -> str:
    """Return what the seat to act is asked."""
    assert deal.phase is not None
    assert deal.to_act is not None
    return state_of(deal).plan.course.phases[deal.phase].prompt(state_of(deal), deal.to_act)
