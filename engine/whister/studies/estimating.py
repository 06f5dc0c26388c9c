"""How long a study will take, and how much memory, found by playing a few deals before it begins."""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

from whister.studies.asked import Asked
from whister.studies.chunks import Chunk, sample
from whister.studies.store import Store

_FEW = 2  #: so many chunks for each worker are played without an estimate
_TRIAL = 10  #: the deals played to find out how long one takes


class Estimate(NamedTuple):
    """The chunks still to be played, and the time and memory that they will take."""

    chunks: int
    seconds: float  #: with all workers
    workers: int
    megabytes: int  #: of all workers together; 0 if unknown

    def __str__(self) -> str:
        cost = in_words(self.seconds * self.workers)
        memory = f", {self.megabytes:,} MB of memory" if self.megabytes else ""
        by = f"{self.workers} workers" if self.workers > 1 else "one worker"
        return (
            f"{self.chunks:,} chunks, about {in_words(self.seconds)} with {by} ({cost} of one core){memory}"
        )


def estimate(asked: Asked, workers: int, store: Store | None = None) -> Estimate:
    """Play a few deals, games or searched deals of each part, and return what the rest of a study will take. A study of
    a few chunks is not worth it, and takes no time by this estimate."""
    left = {
        part: most - (store.done({part: most}) if store is not None else 0)
        for part, most in asked.counts.items()
    }
    chunks, seconds = sum(left.values()), 0.0
    if chunks > _FEW * workers:
        for part, number in left.items():
            if number:
                seconds += number * _seconds(asked.chunk(part, 1))
    return Estimate(chunks, seconds / min(workers, max(chunks, 1)), workers, workers * _megabytes())


def _seconds(chunk: Chunk) -> float:
    """Return how long a chunk takes, from a part of it."""
    tried = min(chunk.size, _TRIAL)
    if chunk.size > 1:
        sample(chunk, 1)  # what is made once is made now
    begun = time.perf_counter()
    sample(chunk, tried)
    return (time.perf_counter() - begun) * chunk.size / tried


def _megabytes() -> int:
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # on Windows
        return 0
    most = getrusage(RUSAGE_SELF).ru_maxrss
    return int(most / (1 << 20 if sys.platform == "darwin" else 1 << 10))


def in_words(seconds: float) -> str:
    """Return a time in words: ``40 seconds``, ``5 minutes``, ``3.2 hours``, ``12 days``."""
    for limit, unit, name in ((90, 1, "second"), (5400, 60, "minute"), (172_800, 3600, "hour")):
        if seconds < limit:
            number = max(1, round(seconds / unit)) if unit < 3600 else round(seconds / unit, 1)
            return f"{number:g} {name}{'' if number == 1 else 's'}"
    return f"{seconds / 86_400:,.0f} days"


__all__ = ["Estimate", "estimate", "in_words"]
