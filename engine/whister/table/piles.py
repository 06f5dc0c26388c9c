"""What lies on the table beside the hands, and which cards of a hand have just come from there: for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whister import words
from whister.cards import Card
from whister.deal.public import state_of

if TYPE_CHECKING:
    from whister.rules import Deal

Json = dict[str, Any]


def widow(deal: Deal, visitor: int, *, study: bool = False) -> Json | None:
    """The widow: how many cards, and those of them that the visitor may see; at the end, and in a study, all."""
    found, view = state_of(deal).plan.dealing.widow, deal.view(visitor)
    if found is None or not view.widow_count:
        return None
    seen = state_of(deal).plan.cards_of(state_of(deal).widow) if deal.over or study else view.widow
    return {"count": view.widow_count, "label": found.label, "seen": [str(card) for card in seen]}


def pile(deal: Deal, visitor: int) -> Json | None:
    """The stock beside the widow, with its top card."""
    view = deal.view(visitor)
    if view.pile_top is None:
        return None
    return {"count": view.pile, "label": state_of(deal).plan.dealing.pile, "seen": [str(view.pile_top)]}


def marks(deal: Deal, visitor: int) -> dict[Card, str]:
    """The visitor's cards that were taken up or drawn just now, and where they come from."""
    plan, taken = state_of(deal).plan, 0
    label = plan.dealing.pile
    if plan.dealing.widow is not None:
        label = label or plan.dealing.widow.label
        if (
            state_of(deal).facts.get("taken_up") == visitor
            and visitor in deal.pending
            and deal.phase != "play"
        ):
            taken, label = state_of(deal).facts["received"][visitor], plan.dealing.widow.label
    fresh = (taken or _drawn(deal, visitor)) & state_of(deal).hand(visitor) if not deal.over else 0
    return dict.fromkeys(plan.cards_of(fresh), f"from the {label.lower()}")


def _drawn(deal: Deal, visitor: int) -> int:
    """The cards that the visitor has drawn from a stock since he last played, as a mask."""
    found, stock = 0, state_of(deal).dealt.stock
    if state_of(deal).plan.dealing.pile:
        each = len(state_of(deal).plan.table.players)
        gone = len(stock) - len(state_of(deal).stock)
        return sum(1 << card for card in stock[gone - each : gone]) if gone == each * len(deal.tricks) else 0
    drawn = iter(stock)
    for seat, action in deal.actions:
        if action.verb == "draw":
            found |= (seat == visitor) << next(drawn)
        elif seat == visitor:
            found = 0
    return found


def told(marked: dict[Card, str]) -> list[Json]:
    """What the marks of a hand mean, as a fact beside the table."""
    return [{"label": "With a dot", "value": words.listed(sorted(set(marked.values())))}] if marked else []


__all__ = ["marks", "pile", "told", "widow"]
