"""The figures of the benchmarks: each has a name, a median and its spread, and a target to meet if there is one."""

from __future__ import annotations

import json
import platform
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import whister
from tests.proof.running import machine

RESULTS = Path(__file__).parent / "results"

HEAD = ("part", "what", "median or size", "target", "min–max")


@dataclass(frozen=True)
class Figure:
    """One line of the table; `target` is empty where there is none."""

    part: str
    what: str
    value: str
    spread: str = ""
    target: str = ""


def timed(
    part: str, what: str, values: Sequence[float], unit: str, digits: int = 0, *, target: str = ""
) -> Figure:
    """Return the median of repeated values as a figure, with the smallest and the largest value."""
    middle, low, high = statistics.median(values), min(values), max(values)
    spread = f"{low:,.{digits}f}–{high:,.{digits}f}, n = {len(values)}"
    return Figure(part, what, f"{middle:,.{digits}f} {unit}", spread, target)


def keep(name: str, figures: Sequence[Figure], *, command: str = "", head: Sequence[str] = ()) -> None:
    """Save a table of figures for the page of the site that shows it, with the command that measured them.

    ``head`` names the columns, if they are not those of a benchmark.
    """
    kept: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "python": platform.python_version(),
        "whister": whister.__version__,
        "command": command or f"python3 noxfile.py -s benchmarks -- --only {name} --keep",
        **({"head": list(head)} if head else {}),
        "figures": [asdict(figure) for figure in figures],
    }
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(kept, ensure_ascii=False, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n", "utf-8")


def show(figures: Sequence[Figure]) -> None:
    """Print the table."""
    rows = [HEAD, *((f.part, f.what, f.value, f.target, f.spread) for f in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    print()
    for number, row in enumerate(rows):
        part, what, value, target, spread = row
        cells = (
            part.ljust(widths[0]),
            what.ljust(widths[1]),
            value.rjust(widths[2]),
            target.ljust(widths[3]),
            spread,
        )
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in (*widths, 7)))
