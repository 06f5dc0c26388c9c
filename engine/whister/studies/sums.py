"""Exact sums: of the values of each figure, and of their squares. They are merged without loss, in any order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from whister import checks
from whister.errors import StudyError
from whister.ledger import Amount
from whister.studies.groups import DIFFERENCE, GROUPS, PARTS, SHARE, side_of

Data: TypeAlias = dict[str, Amount]
"""The values of one deal or one game, by the name of the figure."""


class Sum(NamedTuple):
    """How many values there are of a figure, their sum, and the sum of their squares."""

    n: int
    total: Amount
    squares: Amount


Sums: TypeAlias = dict[str, Sum]
NOTHING = Sum(0, 0, 0)
_FRACTION = re.compile(r"-?[0-9]{1,1000}/[0-9]{1,1000}")
_HUGE = 10**60  #: more than any sum of squares, which stay below 10 to the 40th


def add(sums: Sums, name: str, value: Amount) -> None:
    """Add one value of a figure."""
    n, total, squares = sums.get(name, NOTHING)
    sums[name] = Sum(n + 1, total + value, squares + value * value)


def merged(chunks: Iterable[Mapping[str, Sum]]) -> Sums:
    """Return the sums of all chunks together."""
    found: Sums = {}
    for chunk in chunks:
        for name, more in chunk.items():
            had = found.get(name, NOTHING)
            found[name] = Sum(had.n + more.n, had.total + more.total, had.squares + more.squares)
    return found


def mean(values: Iterable[Amount]) -> Amount:
    """Return the exact mean of some values; a whole number where it is one."""
    every = list(values)
    return plain(Fraction(sum(every), len(every)))


def plain(value: Amount) -> Amount:
    """Return a fraction without a denominator as a whole number, and any other amount unchanged."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def to_json(sums: Mapping[str, Sum]) -> dict[str, list[int | str]]:
    """Return sums as JSON data, in order of name: whole numbers, and fractions as text such as ``7/2``."""
    return {name: [_written(plain(each)) for each in sums[name]] for name in sorted(sums)}


def _written(value: Amount) -> int | str:
    return value if isinstance(value, int) else str(value)


def from_json(data: Any) -> Sums:
    """Return the sums that ``to_json`` has written. Raises ``StudyError`` for anything else, and for sums that no values
    have."""
    try:
        found = {
            str(name): Sum(checks.whole(n, "n", 0), _amount(total), _amount(squares))
            for name, (n, total, squares) in data.items()
        }
    except (AttributeError, TypeError, ValueError, ZeroDivisionError):
        raise StudyError("the sums of a chunk cannot be read") from None
    if any(each.n < 1 for each in found.values()):
        raise StudyError("the sums of a chunk cannot be read: a figure has no values")
    for name, each in found.items():
        if (group := side_of(name)[1].partition("/")[0]) not in GROUPS and group not in PARTS:
            raise StudyError(f"the sums of a chunk cannot be read: no figure is called {checks.said(name)}")
        if not _possible(name, each, found):
            raise StudyError(
                f"the sums of a chunk cannot be read: no values have the sums of {checks.said(name)}"
            )
    return found


def _amount(data: Any) -> Amount:
    """Return a whole number or a fraction as ``_written`` gives it. Raises ``ValueError`` or ``ZeroDivisionError``."""
    if type(data) is int:
        return data
    if isinstance(data, str) and _FRACTION.fullmatch(data):
        return plain(Fraction(data))
    raise ValueError


def _possible(name: str, found: Sum, sums: Mapping[str, Sum]) -> bool:
    """Return whether any values have these sums: the square of the total is at most ``n`` times the squares (Cauchy and
    Schwarz); a figure has one value at most in a deal or a game, and a share is from 0 to 1. The heuristics of the field
    have several values in a searched deal, and estimates of shares."""
    n, total, squares = found
    if squares > _HUGE or total * total > n * squares:
        return False
    side, rest = side_of(name)
    group = GROUPS.get(rest.partition("/")[0])
    if group is None or group.part == "field":
        return True
    if group.part in sums and n > sums[group.part].n:
        return False
    return group.unit != SHARE or (-n if side == DIFFERENCE else 0) <= total <= n


__all__ = ["NOTHING", "Data", "Sum", "Sums", "add", "from_json", "mean", "merged", "plain", "to_json"]
