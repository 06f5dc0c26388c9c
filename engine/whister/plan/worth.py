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
        self.trick_value = 0  #: what a trick is worth besides its cards
        self.bonuses = 0  #: points besides those of cards and tricks
        self.adjusting: list[Callable[[int], int]] = []  #: what cards captured together add to their worth
        self.named_value = 0  #: what each card of the suit named in the deal is worth
        self.named = ""  #: that suit; see ``Plan.counting``
        self.card_unit = ""  #: what captured cards are counted in, where it is not the unit of the settlement
        self.book = 0  #: so many tricks of a side count nothing
        self.book_clause: Clause | None = None
        self.slam_also = 0  #: the cards that a slam needs besides those worth points
        self.shown = 0  #: the cards of which an outcome tells how they came out
        self.pooled = 0  #: the cards that win or cost a pool by how they come out
        self.honour_ranks: tuple[str, ...] = ()
        #: what so many honours held count; nothing else does
        self.honours_count: Mapping[int, int] = MappingProxyType({})
        self.honours_kept = False  #: those laid aside do not count
        # and what follows from it, once the cards are counted
        self.value_groups: tuple[tuple[int, int], ...] = ()  #: the cards of each value, and the value
        self.total_value = 0  #: what all the cards are worth together
        self._dearest: tuple[int, ...] = (0,)

    def count(self, present: int) -> None:
        """Make the tables for the cards that are in the game."""
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
        """Return the values once a suit has been named, of which these cards are in the game."""
        found = copy(self)
        found.named = suit
        found.values = [self.named_value if cards >> i & 1 else value for i, value in enumerate(self.values)]
        found.penalties = self.penalties | cards
        found.count(-1)
        return found

    def of(self, mask: int) -> int:
        """The value of some cards, in points."""
        return sum([(mask & group).bit_count() * value for group, value in self.value_groups])

    def of_each(self, captured: Sequence[int]) -> list[int]:
        """The value of each seat's captured cards, in points."""
        points = [0] * len(captured)
        for group, value in self.value_groups:
            for seat, mask in enumerate(captured):
                if found := mask & group:
                    points[seat] += found.bit_count() * value
        return points

    def together(self, mask: int) -> int:
        """Return the value of some cards captured by one player, with their effects on each other."""
        return self.of(mask) + sum(adjust(mask) for adjust in self.adjusting)

    def dearest(self, count: int, besides: int = 0) -> int:
        """Return what that many cards are worth at most, some cards left out."""
        if not besides:
            return self._dearest[min(count, len(self.values))]
        values = [value for place, value in enumerate(self.values) if not besides >> place & 1]
        return sum(sorted(values, reverse=True)[:count])

    def kinds(self, besides: int = 0) -> Kinds:
        """Return the values that cards have, with the number of cards of each, the highest first; 0 and some cards
        left out."""
        counted = ((value, (group & ~besides).bit_count()) for group, value in self.value_groups)
        return tuple(sorted((kind for kind in counted if kind[1]), reverse=True))

    def in_all(self, tricks: int) -> int:
        """Return what all the cards and that many tricks are worth, in points."""
        return self.total_value + self.trick_value * tricks + self.bonuses

    @property
    def ambiguous_honours(self) -> frozenset[int]:
        """Return the numbers that mean one thing as honours held and another as what honours count."""
        count = self.honours_count
        return frozenset(said for said in count.values() if said and count.get(said, 0) != said)
