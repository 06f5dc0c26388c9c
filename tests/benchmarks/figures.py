"""What a measure gives: a name, a median and its spread."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    part: str
    what: str
    value: str
    spread: str = ""


def timed(part: str, what: str, values: Sequence[float], unit: str, digits: int = 0) -> Figure:
    """The median of repeated values, with the smallest and the largest."""
    middle, low, high = statistics.median(values), min(values), max(values)
    spread = f"{low:,.{digits}f}–{high:,.{digits}f}, n = {len(values)}"
    return Figure(part, what, f"{middle:,.{digits}f} {unit}", spread)


def show(figures: Sequence[Figure]) -> None:
    """Print the table."""
    rows = [
        ("part", "what", "median or size", "min–max"),
        *((f.part, f.what, f.value, f.spread) for f in figures),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    print()
    for number, row in enumerate(rows):
        cells = (row[0].ljust(widths[0]), row[1].ljust(widths[1]), row[2].rjust(widths[2]), row[3])
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in (*widths, 7)))
