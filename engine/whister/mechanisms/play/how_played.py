"""How cards come out in the play: placed on another suit, forced out by their own, or led."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whister.plan.course import CoursePart
from whister.plan.outcome import Shown
from whister.plan.settlement import Settling
from whister.plan.state import DealState
from whister.plan.worth import WorthPart


def tell_how(worth: WorthPart, course: CoursePart, cards: int) -> None:
    """Have an outcome tell how these cards came out."""
    worth.shown |= cards
    if how_shown not in course.reporting:
        course.reporting.append(how_shown)


def how_shown(deal: DealState) -> Mapping[str, Any]:
    """The fact ``plays``: a ``Shown`` for each card that is told of, in the order of play."""
    return {
        "plays": tuple(
            Shown(str(card), seat, *_how(trick.leader, place, card.suit != trick.cards[0].suit, trick.winner), trick.number)
            for trick in deal.tricks
            for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True))
            if deal.plan.worth.shown >> card.index & 1
        )
    }  # fmt: skip


def _how(leader: int, place: int, off_suit: bool, winner: int | None) -> tuple[str, int | None]:
    if not place:
        return "led", None
    return ("placed", winner) if off_suit else ("forced", leader)


def shown(settling: Settling, how: tuple[str, ...]) -> tuple[Shown, ...]:
    """Those cards of an outcome that came out in one of some ways."""
    plays: tuple[Shown, ...] = settling.outcome.declared.get("plays", ())
    return tuple(play for play in plays if play.how in how)
