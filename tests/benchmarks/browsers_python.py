"""Compares the same loops in this Python and in the Python that the browser runs, under Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.benchmarks import loops
from tests.benchmarks.figures import Figure, timed

PART = "Pyodide"
PROGRAM = Path(__file__).with_name("browsers_python.mjs")


def measure(rounds: int, node: Path, runtime: Path) -> list[Figure]:
    """Measure deals and the table's answers in the two Pythons alternately."""
    here, there = list[dict[str, float]](), list[dict[str, float]]()
    for _ in range(min(rounds, 3)):
        here.append(loops.in_any_python())
        done = subprocess.run([node, PROGRAM, runtime], check=True, capture_output=True, text=True)
        there.append(json.loads(done.stdout.splitlines()[-1]))
    slower = {
        name: [a[name] / b[name] for a, b in zip(here, there, strict=True)] for name in ("by hand", "at once")
    }
    return [
        timed(PART, "Black Lady through the API", [each["by hand"] for each in there], "deals/s"),
        timed(PART, "Black Lady played out at once", [each["at once"] for each in there], "deals/s"),
        timed(PART, "the API, slower than CPython", slower["by hand"], "times", 2, target="≤ 2.5"),
        timed(PART, "played out at once, slower than CPython", slower["at once"], "times", 2, target="≤ 2.5"),
        timed(PART, "an answer of the table", [each["request"] for each in there], "ms", 1, target="≤ 5"),
        timed(PART, "the slowest answer", [each["slowest request"] for each in there], "ms", 1),
    ]
