"""The cards on the table other than the hands, and the cards that have just come into a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from whister import words
from whister.cards import Card
from whister.deal.public import state_of
from whister.drawing import face, hand
from whister.table import sentences

if TYPE_CHECKING:
    from whister.rules import Deal

Json = dict[str, Any]


def widow(deal: Deal, visitor: int, *, study: bool = False) -> Json | None:
    """Return the widow: the number of its cards, and those that the visitor may see, or all of them at the end and for
    study."""
    found, view = state_of(deal).plan.dealing.widow, deal.view(visitor)
    if found is None or not view.widow_count:
        return None
    seen = state_of(deal).plan.cards_of(state_of(deal).widow) if deal.over or study else view.widow
    return {"count": view.widow_count, "label": found.label, "seen": [str(card) for card in seen]}


def pile(deal: Deal, visitor: int) -> Json | None:
    """Return the stock beside the widow, with its top card if that lies face up."""
    view = deal.view(visitor)
    if not view.pile:
        return None
    seen = [] if view.pile_top is None else [str(view.pile_top)]
    return {"count": view.pile, "label": state_of(deal).plan.dealing.pile, "seen": seen}


def under_way(deal: Deal, seat: int) -> int:
    """Return the cards that a seat has passed but that have not been taken up, as a mask; all passed cards change hands
    at once."""
    facts = state_of(deal).facts
    if not facts.get("waiting"):
        return 0
    return sum(cards for giver, _, cards in facts["parcels"] if giver == seat)


def marks(deal: Deal, visitor: int) -> dict[Card, str]:
    """Return the cards that have just come into the visitor's hand, with their origins."""
    plan = state_of(deal).plan
    return {
        card: f"from {label}"
        for label, cards in _come(deal, visitor)
        for card in plan.cards_of(cards & state_of(deal).hand(visitor))
    }


def _come(deal: Deal, visitor: int) -> Iterator[tuple[str, int]]:
    """Yield, by origin, the cards that have come into the visitor's hand since the visitor last played."""
    state = state_of(deal)
    plan, facts = state.plan, state.facts
    if deal.over:
        return
    label = plan.dealing.pile
    if plan.dealing.widow is not None:
        label = label or plan.dealing.widow.label
        if facts.get("taken_up") == visitor and visitor in deal.pending and deal.phase != "play":
            yield f"the {plan.dealing.widow.label.lower()}", facts["received"][visitor]
            return
    if not facts.get("waiting") and not _has_played(deal, visitor):
        for giver, receiver, cards in facts.get("parcels", ()):
            if receiver == visitor:
                yield sentences.name_within(plan, giver, visitor), cards
    if drawn := _drawn(deal, visitor):
        yield f"the {label.lower()}", drawn


def _has_played(deal: Deal, visitor: int) -> bool:
    return bool(deal.tricks) or visitor in deal.trick.seats


def _drawn(deal: Deal, visitor: int) -> int:
    """Return the cards that the visitor has drawn from a stock since they last played, as a mask."""
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


def told(deal: Deal, visitor: int) -> list[Json]:
    """Return the cards that have just come into the visitor's hand, by origin, as facts for display."""
    plan, found = state_of(deal).plan, list[Json]()
    for label, mask in _come(deal, visitor):
        cards = plan.cards_of(mask & state_of(deal).hand(visitor))
        if cards:
            spoken = words.listed([words.card_name(card) for card in cards])
            found.append(
                {
                    "label": f"From {label}",
                    "value": " ".join(map(face, cards)) if plan.pack.kind == "french" else hand(cards),
                    "spoken": spoken,
                }
            )
    return found


__all__ = ["marks", "pile", "told", "under_way", "widow"]
