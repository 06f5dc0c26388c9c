"""A part of no proof, for the tests of those who run one: each chunk gives another power of four."""

from __future__ import annotations

import time
from pathlib import Path

from tests.proof.running import Found, Part, carry_on

CHUNKS = 40


def power_of_four(number: int) -> Found:
    """Counts that say by themselves which chunks are in their sum, and how often."""
    time.sleep(0.02)
    odd = [f"{number} is odd"] if number % 2 else []
    return Found({"sum": 4**number, "chunks": 1}, odd, [{"chunk": str(number)}])


def part(folder: Path, chunks: int = CHUNKS) -> Part:
    """The part, with its results in a folder of its own."""
    return Part("deals", chunks, power_of_four, folder)


__all__ = ["CHUNKS", "Path", "carry_on", "part", "power_of_four"]
