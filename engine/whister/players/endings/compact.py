"""The cards of an ending as bits of one small number, and the cards that are equal to each other.

The cards of a suit lie side by side in the order of their strength. Two cards are equal if one player holds both, no
other card that is still to be won lies between them, and nothing sets them apart: neither a value nor a clause.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister.cards import bits
from whister.plan.tricks import UNBROKEN

if TYPE_CHECKING:
    from whister.deal.machine import Machine

Steps = tuple[tuple[int, int], ...]
Marked = Mapping[int, tuple[int, Hashable]]  # by the bit of a card: its holder, and what sets it apart
LEADER_BITS = 4  # the bits of a key below those of the shapes


class Shapes(dict[int, int]):
    """A number for the shape of some cards of a suit: who has them, in order of strength, and what sets them apart.

    Sets of cards with the same shape are played alike. The number lies above ``at`` bits, and there are no more shapes
    than sets of cards.
    """

    def __init__(self, marked: Marked, at: int) -> None:
        self._marked, self._at = marked, at
        self._shapes: dict[tuple[Hashable, ...], int] = {}

    def __missing__(self, cards: int) -> int:
        shape = tuple(self._marked[1 << place] for place in bits(cards))
        found = self[cards] = self._shapes.setdefault(shape, len(self._shapes)) << self._at
        return found


class Picks(dict[int, int]):
    """The cards of one hand among some cards of a suit, with only one of those that are equal: the first of the least
    ``cost``, or the weakest."""

    def __init__(self, marked: Marked, seat: int, cost: Mapping[int, Any] | None = None) -> None:
        self._marked, self._seat, self._cost = marked, seat, cost or {}

    def __missing__(self, cards: int) -> int:
        found, best, before = 0, 0, None
        for place in bits(cards):
            bit = 1 << place
            mark = self._marked[bit]
            if mark[0] == self._seat:
                if mark != before:
                    found, best = found | bit, bit
                elif self._cost.get(bit, 0) < self._cost.get(best, 0):
                    found, best = found ^ best | bit, bit
            before = mark
        self[cards] = found
        return found


Choices = tuple[dict[int, tuple[int, Picks]], ...]


class Compact:
    """The cards that are still to be won, and the clauses that say how they are played, in bits of their own."""

    def __init__(self, state: Machine, kind: Callable[[int], Hashable]) -> None:
        """Take the cards of a deal in play; ``kind`` returns what sets a card apart once it is captured."""
        play = state.tables
        assert play is not None
        self.play = play
        self.n = state.plan.table.n
        masks = [state.hand(seat) for seat in range(self.n)]
        live = [*bits(sum(masks) | state.on_table)]
        order = sorted(
            live, key=lambda card: (play.suit_of[card], play.strength[play.suit_of[card]][card], card)
        )
        self.bit_of = {card: 1 << place for place, card in enumerate(order)}  #: by a card's place in the pack
        self.card_of = {bit: card for card, bit in self.bit_of.items()}
        self.cards = (1 << len(order)) - 1
        self.hands = tuple(self.pack(mask) for mask in masks)
        self.on_table = tuple(self.bit_of[card] for card in state.open_trick)
        self.suit_of = {bit: play.suit_of[card] for bit, card in self.card_of.items()}
        suits = range(-1, len(play.suits) + 1)
        #: by the suit led and a card: the cards that beat it
        self.beats = {led: self._beating(play.strength[led]) for led in suits if led >= 0}
        self._flags = state.flags
        self.breaking = self.pack(play.breaking)
        folds = {state.flags, state.flags & UNBROKEN, 0}
        self._steps = {flags: {led: self._named(flags, led) for led in suits} for flags in folds}
        self.steady = (
            len({tuple(steps.values()) for steps in self._steps.values()}) == 1
        )  #: whether it never changes
        self.folds = tuple(self._steps.values())
        marked = self._marked(kind)
        #: for each suit: its cards, and for each set of them its shape
        self.shapes: list[tuple[int, Shapes]] = []
        #: for each seat, by suit: the cards of the suit, and for each set of them those to choose from
        self.picks = self.choices(marked)
        #: for each suit: its cards, those of other suits that may beat them, and the place of the suit
        self.plain_suits: list[tuple[int, int, int]] = []
        at = LEADER_BITS
        for suit in sorted(set(self.suit_of.values())):
            cards = sum(bit for bit, one in self.suit_of.items() if one == suit)
            self.shapes.append((cards, Shapes(marked, at)))
            if suit < len(play.suits):
                beating = self.beats[suit][cards & -cards] & ~cards
                self.plain_suits.append((cards, beating, suit))
            at += cards.bit_count() + 1
        #: the suit that no other beats, whatever is led; -2 if there is none
        self.trumps = next(
            (suit for cards, _, suit in self.plain_suits
             if not any(beats[cards & -cards] & ~cards for beats in self.beats.values())), -2)  # fmt: skip
        self.wide = at  #: the number of bits for the shapes of all suits and a leader
        #: whether the bits rise in the order in which a sorted hand is laid out
        self.in_order = order == live

    def choices(self, marked: Marked, cost: Mapping[int, Any] | None = None) -> Choices:
        """Return for each seat, by suit, the cards of the suit and those to choose from among any of them."""
        suits = sorted(set(self.suit_of.values()))
        masks = {suit: sum(bit for bit, one in self.suit_of.items() if one == suit) for suit in suits}
        return tuple(
            {suit: (masks[suit], Picks(marked, seat, cost)) for suit in suits} for seat in range(self.n)
        )

    def near(self, cost: Mapping[int, Any]) -> Choices:
        """Return the choices of a trick whose winner is known: of cards that differ in nothing but their worth, the one
        of the least ``cost``."""
        return self.choices(self._marked(lambda _: 0), cost)

    def pack(self, mask: int) -> int:
        """Return the cards of a mask of the pack in bits of the ending; cards no longer to be won are left out."""
        return sum(self.bit_of.get(card, 0) for card in bits(mask))

    def _beating(self, strength: Sequence[int]) -> dict[int, int]:
        """Return for each card the cards of greater strength."""
        found: dict[int, int] = {}
        above, level, now = 0, 0, -1
        for card in sorted(self.bit_of, key=strength.__getitem__, reverse=True):
            if strength[card] != now:
                above, level, now = above | level, 0, strength[card]
            found[self.bit_of[card]] = above
            level |= self.bit_of[card]
        return found

    def _marked(self, kind: Callable[[int], Hashable]) -> Marked:
        """Return the holder of each card, and what sets it apart: a card that no other can equal has a mark of its own."""
        owner = {1 << place: seat for seat, hand in enumerate(self.hands) for place in bits(hand)}
        masks = {self.breaking, *(mask for by_led in self._steps.values() for steps in by_led.values()
                                  for pair in steps for mask in pair)}  # fmt: skip
        marks = sorted(masks)
        apart = not self._side_by_side()
        return {
            bit: (owner.get(bit, -1), bit if apart else (kind(card), *[mask & bit > 0 for mask in marks]))
            for bit, card in self.card_of.items()
        }

    def _side_by_side(self) -> bool:
        """Return whether no card of one suit comes between two cards of another in strength, whatever is led."""
        for beats in self.beats.values():
            before = 0
            for bit, suit in self.suit_of.items():
                if before and self.suit_of[before] == suit and beats[before] & ~beats[bit] not in (0, bit):
                    return False
                if before and self.suit_of[before] == suit and beats[bit] & ~beats[before]:
                    return False  # the other way round when this suit is led
                before = bit
        return True

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

    def moves(self, seat: int, rest: int, steps: Steps) -> list[tuple[int, int]]:
        """Return the cards that a seat may play, by their places in the pack, each with the bit of the card to choose
        for it."""
        hand = self.hands[seat] & rest
        for test, keep in steps:
            if hand & test:
                hand &= keep
        chosen = 0
        for suit, picks in self.picks[seat].values():
            chosen |= picks[rest & suit] & hand
        found = []
        for card in sorted(self.card_of[1 << place] for place in bits(hand)):
            below = chosen & ((self.bit_of[card] << 1) - 1)
            found.append((card, 1 << below.bit_length() - 1))
        return found
