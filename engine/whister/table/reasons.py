"""A refusal for the table: the reason, the clause with its address, and the cards that may be played instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister.deal.public import state_of
from whister.table import sentences

if TYPE_CHECKING:
    from whister.clause import Clause, Verdict
    from whister.rules import Deal

Json = dict[str, Any]


def clause_told(clause: Clause | None) -> Json | None:
    """Return a clause with its title, text and address."""
    if clause is None:
        return None
    return {
        "id": clause.id,
        "slug": clause.slug,
        "title": clause.title,
        "text": clause.text,
        "url": clause.url,
    }


def reason_told(deal: Deal, verdict: Verdict, visitor: int) -> Json | None:
    """Return why an action is refused, and by which clause; None if it is allowed."""
    if verdict.legal or verdict.clause is None:
        return None
    return {
        "clause": clause_told(verdict.clause),
        "text": sentences.seats_named(state_of(deal).plan, verdict.reason, visitor),
        "instead": [str(card) for card in verdict.instead],
    }


__all__ = ["clause_told", "reason_told"]
