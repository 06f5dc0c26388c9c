"""How a search counts: by adding up what each trick brings, or by keeping a tally that is settled at the end.

A tally is one number with a field for each thing that matters: so many tricks of a seat, so many points, so many cards
of a kind. Two ways of playing with the same tally and the same cards left are then the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from whister.cards import bits
from whister.ledger import Amount
from whister.players.endings.compact import Compact
from whister.players.endings.limits import Count

Worths = tuple[Amount, ...]


class Setting(NamedTuple):
    """What a search is given besides the way of counting."""

    cards: Compact
    side_of: Sequence[int]  #: the place among the sides of each seat's
    sides: int  #: the number of sides
    wanted: bool  #: whether tricks are good for the side that wins them, which decides what is tried first
    counter: Count
    #: the card that has decided the last search or, if a table had the result, its place among the choices, inverted
    decided: list[int]


class Gains(NamedTuple):
    """What a side gains by taking cards, by taking a trick, and by taking the last trick; more is better for it.

    ``cards`` maps the bit of a card to its worth for each side; cards that are worth nothing to every side are left out.
    ``tricks``: by how much the first of two sides is further ahead for so many tricks, more for more, or empty.
    """

    cards: Mapping[int, Worths]
    trick: Worths
    last: Worths
    tricks: tuple[int, ...] = ()


class Tally(NamedTuple):
    """What is kept of the tricks won since the start of the search, and its settlement.

    ``cards`` maps the bit of a card to what it adds to the field of the first seat, ``trick`` is added for a trick, and
    ``shift`` gives for each seat how far its field lies above the first. ``settled`` returns what a tally is worth to
    each side at the end, given the winner of the last trick. ``closed`` returns, for a tally from which only gains can
    count, what has been gained with it, and None for any other. ``most`` returns the most that a settlement can still be
    worth to each side, given the tally and the cards left. ``rises``: whether, with two sides, more cards and tricks are
    never worse for the first, and what the tally has for a seat is that of its side.
    """

    cards: Mapping[int, int]
    trick: int
    shift: tuple[int, ...]
    settled: Callable[[int, int], Worths]
    closed: Callable[[int], Worths | None] | None = None
    most: Callable[[int, int], Worths] | None = None
    rises: bool = False


class Sums(dict[int, Any]):
    """The sum of the numbers of some cards, by their bits together; worked out when first needed."""

    def __init__(self, cards: Mapping[int, Amount]) -> None:
        super().__init__({0: 0, **cards})

    def __missing__(self, mask: int) -> Any:
        low = mask & -mask
        found = self[mask] = self[low] + self[mask ^ low]
        return found


class Rising(dict[int, tuple[int, ...]]):
    """The bits of a mask, from low to high; worked out when first needed."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        low = mask & -mask
        found = self[mask] = (low, *self[mask ^ low]) if mask else ()
        return found


class Ordered(dict[int, tuple[int, ...]]):
    """The bits of a mask in an order; worked out when first needed."""

    def __init__(self, key: Callable[[int], Any]) -> None:
        super().__init__()
        self._key = key

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = self[mask] = tuple(sorted([1 << place for place in bits(mask)], key=self._key))
        return found
