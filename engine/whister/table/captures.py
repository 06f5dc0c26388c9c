"""The cards that a side has captured, in words: ``the queen of spades and four hearts``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from whister import words
from whister.plan import naming
from whister.plan.outcome import captured_masks

if TYPE_CHECKING:
    from whister.cards import Card
    from whister.plan.compiled import Plan
    from whister.plan.outcome import Outcome

_TELLING = ("bonus_card", "canceller", "reliever", "score_multiplier")
"""The mechanisms that make a card count although it has no value itself."""

_DEARER = 5
"""A card worth at least this many times as much as the next cheaper card of its suit is named by itself."""

_MANY = 5
"""If there are more cards than this to name, only their number is given."""


def told(plan: Plan, outcome: Outcome, seats: Sequence[int]) -> str:
    """Return what the seats took together, with the verb: ``took four hearts``, or only ``won no tricks``."""
    tricks, captured = outcome.tricks, captured_masks(outcome)
    if "points" in outcome.declared and not any(captured):
        worth = sum(outcome.declared["points"][seat] for seat in seats)
        return f"took cards that count {worth}" if worth else "took nothing that counts"
    cards = 0
    for seat in seats:
        cards |= captured[seat] if captured else 0
    what = _cards(plan, cards & counting(plan))
    won = sum(tricks[seat] for seat in seats) if tricks is not None else -1
    if won == 0 and not what:
        return "won no tricks"
    if single := _single_tricks(plan, outcome, seats):
        return f"won {single}{f' and took {what}' if what else ''}"
    if plan.worth.trick_value and won > 0:
        return f"won {words.tricks(won)}{f' and took {what}' if what else ''}"
    return f"took {what or _nothing(plan)}"


def _single_tricks(plan: Plan, outcome: Outcome, seats: Sequence[int]) -> str:
    """Return which of the first and the last trick the seats won, if the first counts in this game."""
    if "first_trick" not in plan.declares:
        return ""
    names = [
        name
        for name in ("first", "last")
        if any(seat in seats for seat in outcome.declared.get(f"{name}_trick", ()))
    ]
    return f"{words.listed([f'the {name}' for name in names])} trick" if names else ""


def counting(plan: Plan) -> int:
    """Return the cards that count for the player who captures them, as a mask."""
    found = plan.pack.mask([])
    for card, value in zip(plan.pack.cards, plan.worth.values, strict=True):
        found |= bool(value) << card.index
    for _, mechanism in plan.asked.settle:
        if mechanism.name in _TELLING:
            found |= plan.pack.select([mechanism.card])  # type: ignore[attr-defined]
    return found


def _whole_suits(plan: Plan) -> dict[str, tuple[Card, ...]]:
    """Return the suits of which every card counts, with the cheapest card first."""
    found: dict[str, tuple[Card, ...]] = {}
    for suit, mask in plan.pack.suit_masks.items():
        cards = plan.pack.spread(mask & plan.present)
        if len(cards) > 1 and all(plan.worth.values[card.index] for card in cards):
            found[suit] = tuple(sorted(cards, key=lambda card: abs(plan.worth.values[card.index])))
    return found


def _dear(plan: Plan, suit: Sequence[Card]) -> set[str]:
    """Return the cards of a suit that are worth much more than the rest of it."""
    values = [abs(plan.worth.values[card.index]) for card in suit]
    for place, (below, value) in enumerate(pairwise(values), 1):
        if value >= _DEARER * below:
            return {str(card) for card in suit[place:]}
    return set()


def _cards(plan: Plan, mask: int) -> str:
    """Return counting cards in words, by name; for a suit in which every card counts, only their number is given."""
    taken, suits = plan.pack.spread(mask), _whole_suits(plan)
    dear = {card for suit in suits.values() for card in _dear(plan, suit)}
    single = [card for card in taken if card.suit not in suits or str(card) in dear]
    suit_order = [card.suit for card in taken]
    single.sort(
        key=lambda card: (-abs(plan.worth.values[card.index]), suit_order.index(card.suit), -card.index)
    )
    if len(set(single)) > _MANY:
        return f"{len(taken)} cards that count"
    said = _named(plan, single)
    for suit, cards in suits.items():
        count = sum(card.suit == suit and str(card) not in dear for card in taken)
        in_all = sum(str(card) not in dear for card in cards)
        if count:
            other = "other " if any(card.suit == suit for card in single) else ""
            said.append(_of_suit(plan, suit, count, in_all, other))
    return words.listed(said) if said else ""


def _of_suit(plan: Plan, suit: str, count: int, in_all: int, other: str) -> str:
    name = naming.suit(plan, suit)
    if not name.endswith("s"):
        return f"{words.number(count)} {other}{name} card{'' if count == 1 else 's'}"
    if count == in_all:
        return f"all the {other}{name}"
    return f"{words.number(count)} {other}{name.removesuffix('s') if count == 1 else name}"


def _named(plan: Plan, cards: Sequence[Card]) -> list[str]:
    """Return cards by name, grouped by suit or rank: ``the queen and ace of spades``, ``all four jacks``."""
    in_all = [card for card in plan.pack.cards if plan.present >> card.index & 1]
    said: list[str] = []
    left = list(cards)
    while left:
        card = left[0]
        name, of, _ = card.name.partition(" of ")
        copies = sum(one == card for one in in_all)
        suit = [one for one in left if one.suit == card.suit]
        rank = [one for one in left if one.rank == card.rank]
        alike = [card] if not of else rank if len(rank) > 1 and copies == 1 else suit
        if copies > 1:
            alike = [one for one in left if one == card]
            said.append(_copies(card.name, len(alike), copies))
        elif len(alike) == 1:
            said.append(words.card_name(card))
        elif alike is suit:
            ranks = words.listed([one.name.partition(" of ")[0] for one in suit])
            said.append(f"the {ranks} of {naming.suit(plan, card.suit)}")
        elif len(rank) == sum(one.rank == card.rank for one in in_all):
            said.append(f"all {words.number(len(rank))} {name}s")
        else:
            said.append(f"the {name}s of {words.listed([naming.suit(plan, one.suit) for one in rank])}")
        left = [one for one in left if one not in alike]
    return said


def _copies(name: str, count: int, in_all: int) -> str:
    """Return a number of equal cards in words: ``one queen of spades``, ``both queens of spades``."""
    if count == 1:
        return f"one {name}"
    what, of, suit = name.partition(" of ")
    return f"{'both' if count == in_all == 2 else words.number(count)} {what}s{of}{suit}"


def _nothing(plan: Plan) -> str:
    """Return the words for a side that took nothing that counts."""
    suits = _whole_suits(plan)
    counted = plan.pack.spread(counting(plan) & plan.present)
    if len(suits) == 1 and all(card.suit in suits for card in counted):
        (suit,) = suits
        name = naming.suit(plan, suit)
        return f"no {name}" if name.endswith("s") else f"no {name} cards"
    return "no penalty cards" if plan.worth.penalties else "nothing that counts"


__all__ = ["counting", "told"]
