"""Why a card that is held may not be played, in a sentence.

A sentence gives the seat by number, as all in the engine do: ``Seat 2 has clubs and must play one.`` The table
replaces the number by a name (`whister.table.sentences`).
"""

from __future__ import annotations

from collections.abc import Sequence

from whister import words
from whister.cards import Card
from whister.frozen import Frozen
from whister.plan import naming
from whister.plan.facts import PlanFacts

_FEW = 3  # as many cards as a reason names


class Barred(Frozen):
    """A card that a clause bars: its holder, and the cards of the hand that the clause allows."""

    plan: PlanFacts
    seat: int
    card: int  #: as a mask
    hand: int  #: what the clauses before this one have left of the hand
    test: int  #: the cards for which this one asks
    keep: int  #: what it lets pass

    @property
    def name(self) -> str:
        """The card at the start of a sentence: ``The queen of spades``."""
        return _capital(words.card_name(self.cards(self.card)[0]))

    @property
    def kept(self) -> int:
        """The cards of the hand that the clause allows."""
        return self.hand & self.keep

    def cards(self, mask: int) -> Sequence[Card]:
        """Some cards, equal ones once."""
        return tuple(dict.fromkeys(self.plan.pack.spread(mask)))

    def while_others(self, what: str) -> str:
        """A rule for players who have a choice: ``Jokers may not be led while seat 2 has other cards.``"""
        return f"{_capital(what)} while seat {self.seat} has other cards."

    def must_follow(self, suit: str, own: int) -> str:
        """The player must follow suit: ``own`` are the cards held that must be played."""
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
        """The cards of a suit that are held: ``clubs``, or ``a club``."""
        several = (self.hand & own).bit_count() > 1
        return naming.cards_of(self.plan, suit) if several else f"a {naming.card_of(self.plan, suit)}"

    def must_throw(self, suit: str, wanted: int) -> str:
        """A player without cards of the suit must discard certain others."""
        if self.hand & self.plan.pack.suit_masks[suit]:
            return self.told()
        missing = naming.cards_of(self.plan, suit)
        return f"Seat {self.seat} has no {missing} and must throw {self._named(self.hand & wanted)}."

    def told(self) -> str:
        """What the masks alone show: which cards are required, or that there are others."""
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
        """One of some cards that are held: ``the queen of spades``, ``a heart``, ``one of four cards``."""
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
