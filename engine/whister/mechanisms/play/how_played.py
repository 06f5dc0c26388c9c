"""How cards are played: placed on another suit, forced out by a lead of their own suit, or led."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whister.plan.course import CoursePart
from whister.plan.outcome import Shown
from whister.plan.settlement import Settling
from whister.plan.state import DealState
from whister.plan.worth import WorthPart


def tell_how(worth: WorthPart, course: CoursePart, cards: int) -> None:
    """Make outcomes record how these cards were played."""
    worth.shown |= cards
    if how_shown not in course.reporting:
        course.reporting.append(how_shown)


def how_shown(deal: DealState) -> Mapping[str, Any]:
    """Return the fact ``plays``: a ``Shown`` for each card whose play is to be recorded, in the order of play."""
    found: list[Shown] = []
    told, cards = deal.plan.worth.shown, deal.plan.pack.cards
    for number, (leader, played, _) in enumerate(deal.closed_tricks, 1):
        for at, place in enumerate(played):
            if told >> place & 1:
                card, led = cards[place], cards[played[0]]
                how, to = _how(leader, at, card.suit != led.suit, deal.winner_of(number - 1))
                found.append(Shown(str(card), deal.players_of(number, leader)[at], how, to, number))
    return {"plays": tuple(found)}


def _how(leader: int, place: int, off_suit: bool, winner: int | None) -> tuple[str, int | None]:
    if not place:
        return "led", None
    return ("placed", winner) if off_suit else ("forced", leader)


def shown(settling: Settling, how: tuple[str, ...]) -> tuple[Shown, ...]:
    """Return the cards of an outcome that were played in any of the given ways."""
    plays: tuple[Shown, ...] = settling.outcome.declared.get("plays", ())
    return tuple(play for play in plays if play.how in how)
