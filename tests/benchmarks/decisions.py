"""Measures how long a steady player takes for a decision in the Python that the browser runs, for every rule set."""

from __future__ import annotations

import json
import statistics
import subprocess
from pathlib import Path

from tests.benchmarks.browsers_python import PROGRAM
from tests.benchmarks.figures import Figure, timed

PART = "decisions"


def measure(node: Path, runtime: Path) -> list[Figure]:
    """Measure the decisions of one deal of each rule set; the slowest rule set comes first."""
    done = subprocess.run([node, PROGRAM, runtime, "thinking"], check=True, capture_output=True, text=True)
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    every = [each for times in found.values() for each in times]
    names = sorted(found, key=lambda name: -max(found[name], default=0.0))
    return [
        timed(PART, "every rule set", [1000 * each for each in every], "ms", target="≤ 1,000, at most 3,000"),
        *(timed("rule sets", name, [1000 * each for each in found[name]], "ms") for name in names if found[name]),
        timed(PART, "medians of the rule sets", [1000 * statistics.median(times) for times in found.values() if times], "ms"),
    ]  # fmt: skip
