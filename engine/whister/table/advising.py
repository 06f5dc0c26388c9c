"""Advice at the table: a hint for the visitor's next action, and the turning points of a deal that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister.deal.public import state_of
from whister.errors import DealError
from whister.links.texts import is_position
from whister.table import sentences
from whister.table.others import Clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whister.notation import Action
    from whister.rules import Deal

Json = dict[str, Any]


def hint(deal: Deal, visitor: int) -> Json:
    """Return the action advised, in the form of ``Advice.to_dict``, with a sentence for each option and a text.

    Raises ``DealError`` if it is not the visitor's turn, or if the cards of the others are not all in the deal.
    """
    if is_position(deal):
        raise DealError("There is no hint here: this case gives only some of the cards.")
    if deal.over or visitor not in deal.pending:
        raise DealError("There is no hint now: it is not your turn.")
    from whister.players.hints import advise

    advice = advise(deal.view(visitor), expired=Clock())
    told = advice.to_dict()
    for option, each in zip(told["options"], advice.options, strict=True):
        option["said"] = said(deal, visitor, each.action)
    told["said"] = said(deal, visitor, advice.action)
    told["reasons"] = [
        reason | {"text": sentences.seats_named(state_of(deal).plan, reason["text"], visitor)}
        for reason in told["reasons"]
    ]
    text = sentences.seats_named(state_of(deal).plan, told.get("text") or "", visitor)
    return told | {"text": text or f"{told['said'].capitalize()}."}


def said(deal: Deal, visitor: int, action: Action) -> str:
    """Return an action of the visitor in words: ``play the queen of spades``, ``bid five levées in hearts``."""
    text = sentences.done(deal, visitor, action, visitor, leading=not deal.trick.cards)
    return text.removeprefix(sentences.name(state_of(deal).plan, visitor, visitor)).strip(" .")


def turning(deal: Deal, visitor: int) -> Json:
    """Return the decisions that cost the visitor most, each with its place among the actions of the deal.

    Raises ``DealError`` if the deal is not over.
    """
    if not deal.over or is_position(deal):
        raise DealError("There are no turning points yet: the deal is not over.")
    plan = state_of(deal).plan
    return {
        "unit": plan.settling.unit,
        "points": [
            {
                "at": point.at, "seat": point.seat, "taken": str(point.taken), "better": str(point.better),
                "cost": float(point.cost), "error": float(point.error),
                "text": sentences.seats_named(plan, point.text, visitor),
            }
            for point in _turning_points(deal, visitor)
        ],
    }  # fmt: skip


def _turning_points(deal: Deal, seat: int) -> Sequence[Any]:
    try:
        from whister.players.turning_points import (  # type: ignore[import-not-found,unused-ignore]
            turning_points,
        )
    except ImportError:
        raise DealError("Turning points cannot be found here: the engine has no search for them.") from None
    found: Sequence[Any] = turning_points(deal, seat)
    return found


__all__ = ["hint", "said", "turning"]
