"""The value of cards, tricks and honours, in points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import accumulate
from types import MappingProxyType

from whister.cards import Pack
from whister.clause import Clause
from whister.sums import Kinds


class WorthPart:
    """The facts of a rule set about points, and the tables made from them. Cards are masks of the pack."""

    def __init__(self, pack: Pack) -> None:
        self.values = [0] * len(pack.cards)
        self.penalties = 0
        self.trick_value = 0  #: the value of a trick besides its cards
        self.bonuses = 0  #: points besides those for cards and tricks
        #: functions that return the points added by cards captured together
        self.adjusting: list[Callable[[int], int]] = []
        self.named_value = 0  #: the value of each card of the suit named in the deal
        self.named = ""  #: the suit named in the deal; see ``Plan.counting``
        #: the unit in which captured cards are counted, if it is not that of the settlement
        self.card_unit = ""
        self.book = 0  #: the number of a side's tricks that count for nothing
        self.book_clause: Clause | None = None
        self.slam_also = 0  #: the cards that a slam needs besides the penalty cards
        self.sign = 1  #: -1 if the points captured are subtracted from the score
        #: cards that count more often for their captors if another was exposed: that card, these cards, and how often
        self.exposures: list[tuple[int, int, int]] = []
        self.shown = 0  #: the cards for which an outcome records how they were played
        self.pooled = 0  #: the cards that take from or pay into a pool, depending on how they are played
        self.honour_ranks: tuple[str, ...] = ()
        #: the value of each number of honours held; other numbers count for nothing
        self.honours_count: Mapping[int, int] = MappingProxyType({})
        self.honours_kept = False  #: whether honours laid aside do not count
        # derived once the cards have been counted
        #: for each value, the cards that have it, and the value
        self.value_groups: tuple[tuple[int, int], ...] = ()
        self.total_value = 0  #: the value of all the cards
        self._dearest: tuple[int, ...] = (0,)

    def count(self, present: int) -> None:
        """Make the tables for the cards in the game."""
        self.values = [value if present >> i & 1 else 0 for i, value in enumerate(self.values)]
        self.penalties &= present
        grouped: dict[int, int] = {}
        for i, value in enumerate(self.values):
            if value:
                grouped[value] = grouped.get(value, 0) | 1 << i
        self.value_groups = tuple((mask, value) for value, mask in grouped.items())
        self.total_value = sum(self.values)
        self._dearest = (0, *accumulate(sorted(self.values, reverse=True)))

    def once_named(self, suit: str, cards: int) -> WorthPart:
        """Return a copy with the values that apply once a suit is named; ``cards`` are its cards in the game."""
        found = copy(self)
        found.named = suit
        found.values = [self.named_value if cards >> i & 1 else value for i, value in enumerate(self.values)]
        found.penalties = self.penalties | cards
        found.count(-1)
        return found

    def of(self, mask: int) -> int:
        """Return the value of some cards, in points."""
        return sum([(mask & group).bit_count() * value for group, value in self.value_groups])

    def of_each(self, captured: Sequence[int]) -> list[int]:
        """Return the value of each seat's captured cards, in points."""
        points = [0] * len(captured)
        for group, value in self.value_groups:
            for seat, mask in enumerate(captured):
                if found := mask & group:
                    points[seat] += found.bit_count() * value
        return points

    def together(self, mask: int) -> int:
        """Return the value of some cards captured by one player, including their effects on each other."""
        return self.of(mask) + sum(adjust(mask) for adjust in self.adjusting)

    def dearest(self, count: int, besides: int = 0) -> int:
        """Return the highest possible value of ``count`` cards, with the cards ``besides`` left out."""
        if not besides:
            return self._dearest[min(count, len(self.values))]
        values = [value for place, value in enumerate(self.values) if not besides >> place & 1]
        return sum(sorted(values, reverse=True)[:count])

    def cheapest(self, count: int, besides: int = 0) -> int:
        """Return the lowest possible value of at most ``count`` cards, with the cards ``besides`` left out: 0, or less
        if cards have negative points."""
        values = (value for place, value in enumerate(self.values) if not besides >> place & 1 and value < 0)
        return sum(sorted(values)[:count])

    def kinds(self, besides: int = 0) -> Kinds:
        """Return the values of the cards, except 0, the highest first, each with the number of cards that have it.

        The cards ``besides`` are left out.
        """
        counted = ((value, (group & ~besides).bit_count()) for group, value in self.value_groups)
        return tuple(sorted((kind for kind in counted if kind[1]), reverse=True))

    def in_all(self, tricks: int) -> int:
        """Return the value of all the cards and ``tricks`` tricks, in points."""
        return self.total_value + self.trick_value * tricks + self.bonuses

    @property
    def ambiguous_honours(self) -> frozenset[int]:
        """The numbers that can be either honours held or their value, and would count differently."""
        count = self.honours_count
        return frozenset(said for said in count.values() if said and count.get(said, 0) != said)
