"""Sentences that explain why a card held may not be played.

A sentence gives the seat by number, as everywhere in the engine: ``Seat 2 has clubs and must play one.`` The table
replaces the number with a name (`whister.table.sentences`).
"""

from __future__ import annotations

from collections.abc import Sequence

from whister import words
from whister.cards import Card
from whister.frozen import Frozen
from whister.plan import naming
from whister.plan.facts import PlanFacts

_FEW = 3  # the largest number of cards that a reason names


class Barred(Frozen):
    """A card that a clause bars: its holder, and the cards of the hand that the clause allows."""

    plan: PlanFacts
    seat: int
    card: int  #: as a mask
    hand: int  #: the cards of the hand that earlier clauses allow
    test: int  #: the cards that make this clause apply
    keep: int  #: the cards that this clause allows

    @property
    def name(self) -> str:
        """The name of the card for the start of a sentence: ``The queen of spades``."""
        return _capital(words.card_name(self.cards(self.card)[0]))

    @property
    def kept(self) -> int:
        """The cards of the hand that the clause allows."""
        return self.hand & self.keep

    def cards(self, mask: int) -> Sequence[Card]:
        """Return the cards of a mask, with equal cards listed once."""
        return tuple(dict.fromkeys(self.plan.pack.spread(mask)))

    def while_others(self, what: str) -> str:
        """Return the sentence for a player who has a choice: ``Jokers may not be led while seat 2 has other cards.``"""
        return f"{_capital(what)} while seat {self.seat} has other cards."

    def must_follow(self, suit: str, own: int) -> str:
        """Return the sentence for a player who must follow suit; ``own`` is the mask of cards that follow suit."""
        held = self.hand & own
        natural = not held & ~self.plan.pack.suit_masks[suit]
        one = "one" if held.bit_count() > 1 else "it"
        if natural:
            said = self.of_suit(suit, own)
        else:
            said = "trumps" if one == "one" else f"{words.card_name(self.cards(held)[0])}, which is a trump,"
        if others := self.kept & ~own:
            one = f"{one.replace('one', 'one of them')} or {self._named(others)}"
        return f"Seat {self.seat} has {said} and must play {one}."

    def of_suit(self, suit: str, own: int) -> str:
        """Return the name for the cards held of a suit: ``clubs``, or ``a club``."""
        several = (self.hand & own).bit_count() > 1
        return naming.cards_of(self.plan, suit) if several else f"a {naming.card_of(self.plan, suit)}"

    def must_throw(self, suit: str, wanted: int) -> str:
        """Return the sentence for a player without cards of the suit who must discard certain other cards."""
        if self.hand & self.plan.pack.suit_masks[suit]:
            return self.told()
        missing = naming.cards_of(self.plan, suit)
        return f"Seat {self.seat} has no {missing} and must throw {self._named(self.hand & wanted)}."

    def told(self) -> str:
        """Return the sentence that can be made from the masks alone: where possible, it names the cards required."""
        if not self.kept:
            return f"{self.name} may not be played now."
        for suit, mask in self.plan.pack.suit_masks.items():
            if self.kept == self.hand & mask:
                return self.must_follow(suit, mask)
        cards = self.cards(self.kept)
        if len(cards) <= _FEW:
            held = words.listed([words.card_name(card) for card in cards])
            return f"Seat {self.seat} has {held} and must play {'it' if len(cards) == 1 else 'one of them'}."
        return self.while_others(f"{self.name} may not be played")

    def _named(self, mask: int) -> str:
        """Return a phrase for any one card of a mask: ``the queen of spades``, ``a heart``, ``one of the four …``."""
        cards = self.cards(mask)
        if len(cards) == 1:
            return words.card_name(cards[0])
        for suit, others in self.plan.pack.suit_masks.items():
            if mask == self.hand & others:
                return f"a {naming.card_of(self.plan, suit)}"
        if len(cards) <= _FEW:
            return words.choice_of([words.card_name(card) for card in cards])
        return f"one of the {words.number(len(cards))} cards that the rule names"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


__all__ = ["Barred"]
