"""What the visitor may do now: buttons, cards to choose, and bids on a ladder, with reasons for what is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from whister import words
from whister.deal.public import state_of
from whister.mechanisms.bidding.auction import PASS
from whister.notation import Action, CardChoices, mask_of, of_cards, one_of_cards
from whister.plan import naming
from whister.table import announcing, sentences
from whister.table.ladder import Ladder, besides
from whister.table.reasons import clause_told, reason_told

if TYPE_CHECKING:
    from whister.cards import Card
    from whister.rules import Deal

Json = dict[str, Any]
SILENT = "say nothing"  #: not an action of a deal: it lets the others continue


def due(deal: Deal, visitor: int) -> tuple[Sequence[Action], str] | None:
    """Return the actions of which one is required before a card is played, and why; None if no action is required."""
    for aside in state_of(deal).plan.course.asides.get(deal.phase, ()) if visitor in deal.pending else ():
        found = aside.instead(state_of(deal), visitor)
        if found is not None:
            return aside.offers(state_of(deal), visitor), found[1]
    return None


def also(deal: Deal, visitor: int) -> list[Json]:
    """Return what may be announced or done besides the visitor's main choice, in turn or out of turn."""
    if deal.over or due(deal, visitor) is not None:
        return []
    offers = [
        action
        for aside in state_of(deal).plan.course.asides.get(deal.phase, ())
        for action in aside.offers(state_of(deal), visitor)
    ]
    if deal.phase != "play" and visitor in deal.pending:
        legal = state_of(deal).plan.course.phases[deal.phase].legal(state_of(deal), visitor)
        if (single := one_of_cards(legal, state_of(deal).plan.pack)) is not None:
            offers += [action for action in legal if action not in single]
    return [
        {
            "action": str(action),
            "label": sentences.seats_named(
                state_of(deal).plan, sentences.label(state_of(deal).plan, action), visitor
            ),
        }
        for action in offers
    ]


def choice(deal: Deal, visitor: int) -> Json | None:
    """Return the visitor's choices, in the form in which the table shows them."""
    if (first := due(deal, visitor)) is not None:
        group = {"label": "", "actions": [_button(deal, action, visitor) for action in first[0]]}
        return {"kind": "buttons", "groups": [group]}
    if deal.phase == "play":
        return {"kind": "play"}
    phase = state_of(deal).plan.course.phases[deal.phase]
    legal = phase.legal(state_of(deal), visitor)
    if isinstance(legal, CardChoices):
        return _card_choice(deal, visitor, legal)
    if (single := one_of_cards(legal, state_of(deal).plan.pack)) is not None:
        return _card_choice(deal, visitor, single)
    if deal.phase == "auction" and not state_of(deal).facts.get("saying"):
        return _ladder(deal, visitor, legal)
    if deal.phase in announcing.PHASES:
        return announcing.ladder(deal, legal, lambda action: _button(deal, action, visitor))
    if phase.name == "call" and len(legal) > len(state_of(deal).plan.pack.suits):
        return {"kind": "buttons", "groups": _calls(deal, legal)}
    actions = [_button(deal, action, visitor) for action in (*legal, *phase.closed(state_of(deal), visitor))]
    return {"kind": "buttons", "groups": [{"label": "", "actions": actions}]}


def now_or_never(deal: Deal, visitor: int, last: Sequence[Action]) -> Json:
    """Return the announcements that must be made now or not at all, with the button that declines."""
    silent = {"action": SILENT, "label": SILENT.capitalize(), "legal": True, "reason": None}
    return {"kind": "buttons", "groups": [
        {"label": "", "actions": [*(_button(deal, action, visitor) for action in last), silent]}
    ]}  # fmt: skip


def _card_choice(deal: Deal, visitor: int, legal: CardChoices) -> Json:
    verb, some = (
        legal[0].verb,
        state_of(deal).plan.cards_of(mask_of(legal[0])),
    )  # the cards of a legal choice come first
    pack = state_of(deal).plan.pack
    barred: Json = {}
    for card in state_of(deal).plan.cards_of(state_of(deal).hand(visitor) & ~mask_of(legal)):
        others = state_of(deal).plan.cards_of(mask_of(legal))[: legal.count - 1]
        tried = of_cards(verb, pack, 1 << card.index | sum(1 << c.index for c in others))
        barred[str(card)] = reason_told(deal, deal.why(tried, visitor), visitor)
    count = words.number(legal.count)
    plural = "s" if legal.count != 1 else ""
    where = "face down" if deal.phase == "auction" else "aside"
    said = {"give": f"Pass {count} card{plural}", "discard": f"Lay {count} card{plural} {where}"}
    return {
        "kind": "cards", "verb": verb, "count": legal.count, "label": said.get(verb, verb.capitalize()),
        "allowed": [str(card) for card in (*some, *state_of(deal).plan.cards_of(mask_of(legal) & ~mask_of(legal[0])))], "barred": barred,
    }  # fmt: skip


def _calls(deal: Deal, legal: Sequence[Action]) -> list[Json]:
    """Return the cards that may be called, one suit to a row, from the highest down."""
    plan, rows = state_of(deal).plan, dict[str, list[Json]]()
    for action in reversed(legal):
        card = plan.pack.card(action.words[0])
        told = {
            "action": str(action),
            "label": _rank(card),
            "name": sentences.label(plan, action),
            "legal": True,
            "reason": None,
        }
        rows.setdefault(card.suit, []).append(told)
    return [
        {"label": naming.suit(plan, suit).capitalize(), "actions": rows[suit]}
        for suit in (*plan.pack.suits, "")
        if suit in rows
    ]


def _rank(card: Card) -> str:
    """Return a card's rank as in the card's name, “Eight” or “14”, since the text shown is also read out."""
    if not card.suit:
        return card.name
    return card.rank if card.rank in card.name.split() else card.name.split()[0].capitalize()


def _ladder(deal: Deal, visitor: int, legal: Sequence[Action]) -> Json:
    """Return the auction as a ladder, together with the other legal actions."""
    ladder = Ladder(deal, visitor, legal, clause_told, lambda verdict: reason_told(deal, verdict, visitor))
    others = besides(deal, legal)
    beside = [_button(deal, action, visitor) for action in others if action == PASS]
    parts = [*ladder.answers([action for action in others if action != PASS]), *ladder.parts()]
    return {"kind": "ladder", "beside": beside, "about": ladder.about(), "parts": parts}


def _button(deal: Deal, action: Action, visitor: int) -> Json:
    verdict = deal.why(action, visitor)
    return {
        "action": str(action),
        "label": sentences.seats_named(
            state_of(deal).plan, sentences.label(state_of(deal).plan, action), visitor
        ),
        "legal": verdict.legal,
        "reason": reason_told(deal, verdict, visitor),
    }


__all__ = ["SILENT", "also", "choice", "due", "now_or_never"]
