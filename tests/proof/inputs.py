"""Broken inputs at every door, one after another; each is answered, or refused in a few words of our own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.cli.doors import DOORS as COMMANDS
from tests.engine.doors import DOORS, Door, knock, knocks
from tests.proof.running import Found

EVERY = {**DOORS, **COMMANDS}
"""The doors of the package and those of the command line."""

INPUTS = 1_000
"""Inputs in a chunk."""
ALL_INPUTS = 1_000_000


def chunk(number: int, doors: Mapping[str, Door] = EVERY) -> Found:
    """Push the inputs of a chunk through the doors in turn; the same number always gives the same inputs."""
    counts, failures = Counter[str](inputs=INPUTS), list[str]()
    for door, seed in knocks(INPUTS, doors, start=number * INPUTS):
        try:
            counts["answered" if knock(door, seed, doors) == "taken" else "refused"] += 1
        except Exception as error:
            failures.append(
                " ".join(str(error).split())[:300] or f"door {door!r}, seed {seed}: {type(error).__name__}"
            )
    return Found(dict(counts), failures)
