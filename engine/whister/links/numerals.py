"""Many small choices encoded in one number, each taking only as much room as its probability requires.

A digit of a mixed radix is a choice between equally likely values: ``number * radix + digit``. Here some values may be
likelier than others and so take less room: several of the ``whole`` places of a digit stand for such a value, and any
of them encodes it. The choice among them carries part of the number so far, so nothing is lost. The first choice is
encoded last and decoded first.

``Writer`` and ``Reader`` have the same methods, so that one description of a format serves for both writing and
reading: a writer is given each value and returns it, and a reader decodes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from whister.errors import NotationError

_LONGEST_TEXT = 4096


class Odds:
    """The likelihoods of the values 0, 1, 2 …, as whole weights. A value of weight 0 cannot be encoded."""

    __slots__ = ("_starts", "_values", "weights", "whole")

    def __init__(self, *weights: int) -> None:
        self.weights = weights
        self._starts = tuple(accumulate(weights, initial=0))
        self.whole = self._starts[-1]
        self._values = tuple(value for value, weight in enumerate(weights) for _ in range(weight))

    def place(self, value: int) -> tuple[int, int, int]:
        """Return where a value's places begin, how many places it has, and the total."""
        return self._starts[value], self.weights[value], self.whole

    def at(self, place: int) -> int:
        """Return the value to which a place belongs."""
        return self._values[place]


class Numerals:
    """The methods that a writer and a reader share, all made of single choices."""

    def choose(self, value: int, odds: Odds) -> int:
        """Encode one value by its odds."""
        raise NotImplementedError

    def digit(self, value: int, size: int) -> int:
        """Encode a value from 0 to ``size - 1``, all equally likely."""
        raise NotImplementedError

    def share(self, value: bool, part: int, whole: int) -> bool:
        """Encode a yes or no that is yes in ``part`` out of ``whole`` cases."""
        raise NotImplementedError

    def pile(self, value: int, sizes: Sequence[int], whole: int) -> int:
        """Encode the choice of a pile, with larger ones likelier; ``whole`` is the sum of the sizes."""
        raise NotImplementedError

    def more(self, value: bool) -> bool:
        """Encode whether anything follows the required part; this takes no room if nothing does."""
        raise NotImplementedError

    def count(self, value: int) -> int:
        """Encode a number from 0 up, with small ones likelier: n bits take 2n - 1 bits of room."""
        bits = 0
        while self.share((value + 1) >> bits + 1 > 0, 1, 2):
            bits += 1
        return self.digit(value + 1 - (1 << bits), 1 << bits) + (1 << bits) - 1

    def amount(self, value: int) -> int:
        """Encode a number of either sign; all lengths up to 14 bits are equally likely."""
        less = self.share(value < 0, 1, 4)
        size = self.digit(min(abs(value).bit_length(), 15), 16)
        if size == 15:
            size += self.count(max(abs(value).bit_length() - 15, 0))
        top = 1 << size - 1 if size else 0
        found = top + (self.digit(abs(value) - top, top) if size > 1 else 0)
        return -found if less else found

    def near(self, value: int, likely: int, odds: int) -> int:
        """Encode a number that equals a known one in ``odds - 1`` of ``odds`` cases."""
        if not self.share(value != likely, 1, odds):
            return likely
        return likely + self.signed(value - likely)

    def signed(self, value: int) -> int:
        """Encode a number of either sign, with small ones likelier."""
        found = self.count(2 * value if value >= 0 else -2 * value - 1)
        return -(found + 1) // 2 if found & 1 else found // 2

    def text(self, value: str) -> str:
        """Encode any string. Raises ``NotationError`` if it is too long."""
        given = value.encode()
        size = self.count(len(given))
        if size > _LONGEST_TEXT:
            raise NotationError(
                f"text of {size} bytes is too long for a link, which takes at most {_LONGEST_TEXT}; copy the record instead"
            )
        said = bytes(self.digit(given[at] if given else 0, 256) for at in range(size))
        return said.decode(errors="replace")


class Writer(Numerals):
    """A writer of choices; ``number`` encodes all of them."""

    def __init__(self) -> None:
        self._noted: list[tuple[int, int, int]] = []

    def choose(self, value: int, odds: Odds) -> int:
        self._noted.append(odds.place(value))
        return value

    def digit(self, value: int, size: int) -> int:
        self._noted.append((value, 1, size))
        return value

    def share(self, value: bool, part: int, whole: int) -> bool:
        self._noted.append((whole - part, part, whole) if value else (0, whole - part, whole))
        return value

    def pile(self, value: int, sizes: Sequence[int], whole: int) -> int:
        self._noted.append((sum(sizes[:value]), sizes[value], whole))
        return value

    def more(self, value: bool) -> bool:
        if value:
            self.digit(1, 2)
        return value

    @property
    def number(self) -> int:
        """Everything written so far."""
        number = 0
        for start, part, whole in reversed(self._noted):
            if part == 1:
                number = number * whole + start
            else:
                more, rest = divmod(number, part)
                number = more * whole + start + rest
        return number


class Reader(Numerals):
    """A reader of the choices in a number; the values given to it are ignored."""

    def __init__(self, number: int) -> None:
        self.number = number  #: what is left of the number; 0 when everything has been read

    def choose(self, value: int, odds: Odds) -> int:
        more, place = divmod(self.number, odds.whole)
        value = odds.at(place)
        start, part, _ = odds.place(value)
        self.number = more * part + place - start
        return value

    def digit(self, value: int, size: int) -> int:
        self.number, value = divmod(self.number, size)
        return value

    def share(self, value: bool, part: int, whole: int) -> bool:
        more, place = divmod(self.number, whole)
        if place >= whole - part:
            self.number = more * part + place - (whole - part)
            return True
        self.number = more * (whole - part) + place
        return False

    def pile(self, value: int, sizes: Sequence[int], whole: int) -> int:
        more, place = divmod(self.number, whole)
        found = 0
        while place >= sizes[found]:
            place -= sizes[found]
            found += 1
        self.number = more * sizes[found] + place
        return found

    def more(self, value: bool) -> bool:
        if not self.number:
            return False
        if not self.digit(1, 2):
            raise NotationError("there is something unknown at the end")
        return True
