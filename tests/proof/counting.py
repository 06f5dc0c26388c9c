"""A part for testing how the parts of the proof are run: each chunk gives another power of four."""

from __future__ import annotations

import time
from pathlib import Path

from tests.proof.running import Found, Part, carry_on

CHUNKS = 40


def power_of_four(number: int) -> Found:
    """Return counts whose sums show which chunks were added, and how often."""
    time.sleep(0.02)
    odd = [f"{number} is odd"] if number % 2 else []
    return Found({"sum": 4**number, "chunks": 1}, odd, [{"chunk": str(number)}])


def part(folder: Path, chunks: int = CHUNKS) -> Part:
    """Return the part, with its results in the given folder."""
    return Part("deals", chunks, power_of_four, folder)


__all__ = ["CHUNKS", "Path", "carry_on", "part", "power_of_four"]
