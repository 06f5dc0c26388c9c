"""The cards of an ending as bits of one small number, so arranged that equal cards are found by a subtraction.

Cards of a suit lie side by side in the order of their strength. Between cards that differ in more than their strength
(in value, or in what the clauses allow) there is an empty place, a fence. Two cards of one hand are equal if no card of
another player and no fence lies between them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from whister.cards import bits
from whister.plan.tricks import UNBROKEN

if TYPE_CHECKING:
    from whister.deal.machine import Machine

Steps = tuple[tuple[int, int], ...]


class Compact:
    """The cards that are still to be won, and the clauses that say how they are played, in bits of their own."""

    def __init__(self, state: Machine, kind: Callable[[int], Hashable]) -> None:
        """Take the cards of a deal in play; ``kind`` returns what sets a card apart once it is captured."""
        play = state.tables
        assert play is not None
        self.play = play
        self.n = state.plan.table.n
        seats = range(self.n)
        masks = [state.hand(seat) for seat in seats]
        live = sum(masks) | state.on_table
        self._strengths, self._live = play.strength, tuple(bits(live))
        named = [
            [(step.test & live, step.keep & live) for step in steps] for by_led in play.named for steps in by_led
        ]
        marks = sorted({mask for steps in named for pair in steps for mask in pair} | {play.breaking & live})

        def signature(card: int) -> Hashable:
            return (play.suit_of[card], kind(card), *(mask >> card & 1 for mask in marks))

        order = sorted(bits(live), key=lambda card: (play.suit_of[card], self._strength(card), card))
        self.bit_of: dict[int, int] = {}  #: the bit of each card, by its place in the pack
        fences, at, before = 0, 0, -1
        for card in order:
            if before < 0 or not self._adjacent(before, card) or signature(before) != signature(card):
                fences |= 1 << at
                at += 1
            self.bit_of[card] = 1 << at
            at += 1
            before = card
        self.fences = fences | 1 << at
        self.card_of = {bit: card for card, bit in self.bit_of.items()}
        self.cards = sum(self.card_of)
        self.hands = tuple(self.pack(mask) for mask in masks)
        self.notmine = tuple(self.cards & ~hand for hand in self.hands)
        self.on_table = tuple(self.bit_of[card] for card in state.open_trick)
        self.suit_of = {bit: play.suit_of[card] for bit, card in self.card_of.items()}
        suits = range(-1, len(play.suits) + 1)
        #: by the suit led and a card: the cards that beat it
        self.beats = {
            led: {
                bit: sum(other for other, that in self.card_of.items() if play.strength[led][that] > play.strength[led][card])
                for bit, card in self.card_of.items()
            }
            for led in suits
            if led >= 0
        }
        self._flags = state.flags
        self.breaking = self.pack(play.breaking & live)
        self._steps = {
            flags: {led: self._named(flags, led) for led in suits} for flags in {state.flags, state.flags & UNBROKEN, 0}
        }
        #: whether the bits rise in the order in which a sorted hand is laid out
        self.in_order = order == sorted(order)

    def pack(self, mask: int) -> int:
        """Return the cards of a mask of the pack in bits of the ending; cards no longer to be won are left out."""
        return sum(self.bit_of.get(card, 0) for card in bits(mask))

    def unpack(self, cards: int) -> int:
        """Return the cards of the ending as a mask of the pack."""
        return sum(1 << card for bit, card in self.card_of.items() if cards & bit)

    def _strength(self, card: int) -> int:
        suit = self.play.suit_of[card]
        return self.play.strength[suit][card]

    def _adjacent(self, one: int, other: int) -> bool:
        """Return whether two neighbours in a suit fare alike against every other card, whatever is led."""
        return all(
            by[one] == by[other] == 0
            or (0 < by[one] < by[other] and not any(by[one] < by[card] < by[other] for card in self._live))
            for by in self._strengths
        )

    def _named(self, flags: int, led: int) -> Steps:
        """Return the fold of a situation in bits of the ending, without the steps that require nothing."""
        found = ((self.pack(step.test), self.pack(step.keep)) for step in self.play.named[flags][led])
        return tuple((test, keep) for test, keep in found if test and keep != self.cards)

    def steps(self, rest: int, *, root: bool = False) -> dict[int, Steps]:
        """Return the fold by the suit led when the cards ``rest`` are still to be won; -1 is for a lead."""
        if root:
            return self._steps[self._flags]
        unbroken = self._flags & UNBROKEN and rest & self.breaking == self.breaking
        return self._steps[UNBROKEN if unbroken else 0]

    @property
    def steady(self) -> bool:
        """Whether the fold is the same from trick to trick."""
        return len({tuple(sorted(steps.items())) for steps in self._steps.values()}) == 1

    def choices(self, hand: int, seat: int, rest: int, steps: Steps) -> int:
        """Return the cards that a hand may play, one of those that are equal: the lowest."""
        for test, keep in steps:
            if hand & test:
                hand &= keep
        held = hand | rest & self.notmine[seat] | self.fences
        return hand & ~(held - (((held & ~hand) << 1) | 1))

    def alike(self, seat: int, rest: int, steps: Steps) -> Iterator[tuple[int, int]]:
        """Yield for each card that a seat may play, by its place in the pack, the bit of the card equal to it."""
        hand = self.hands[seat] & rest
        for test, keep in steps:
            if hand & test:
                hand &= keep
        chosen = self.choices(hand, seat, rest, steps)
        for card in sorted(self.card_of[1 << place] for place in bits(hand)):
            below = chosen & ((self.bit_of[card] << 1) - 1)
            yield card, 1 << below.bit_length() - 1
