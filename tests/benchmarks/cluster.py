"""Measures what it costs to have a study played by Dask: the same chunks by one process, and by a scheduler with one worker.

One worker, so that the scheduler has a core of its own, as on a cluster. The rounds alternate, since a machine's speed wanders.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import whister
from tests.benchmarks.figures import Figure, timed
from whister.simulating import Submits
from whister.studies import clusters
from whister.studies.asked import Asked, asked_of
from whister.studies.running import run

PART = "cluster"
RULES = "boston/fontainebleau"  #: a chunk of it takes about a second
DEALS = 3_000


def measure(rounds: int) -> list[Figure]:
    """Return the seconds that a chunk takes in each way, and how much longer it takes with Dask."""
    import distributed

    local: Any = distributed.LocalCluster
    asked = asked_of(whister.load(RULES), "cautious", PART, deals=DEALS)
    first = asked._replace(counts={"deals": 1})
    alone: list[float] = []
    dask: list[float] = []
    with (
        local(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        clusters.dask(cluster.scheduler_address) as (worker, _),
        clusters.processes(1) as process,
    ):
        for executor in (process, worker):
            _seconds(first, executor)  # what is made once is made now
        for _ in range(rounds):
            alone.append(_seconds(asked, process))
            dask.append(_seconds(asked, worker))
    more = [100 * (after / before - 1) for before, after in zip(alone, dask, strict=True)]
    return [
        timed(PART, f"a chunk of {RULES}, one process", alone, "s", 2),
        timed(PART, "the same, a Dask scheduler and one worker", dask, "s", 2),
        Figure(
            PART, "more time with Dask, round by round", f"{statistics.median(more):.1f} %",
            f"{min(more):.1f}–{max(more):.1f}, n = {rounds}", "< 5 %",
        ),
    ]  # fmt: skip


def _seconds(asked: Asked, executor: Submits) -> float:
    """Return the seconds that one chunk takes, on average over all of them."""
    begun = time.perf_counter()
    run(asked, executor=executor, workers=1)
    return (time.perf_counter() - begun) / asked.total
