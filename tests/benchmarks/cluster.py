"""Measures what it costs to have a study played by Dask: the same chunks by one process, and by a scheduler with one worker.

One worker, so that the scheduler has a core of its own, as on a cluster; with Dask as it comes, and without its profiler,
which looks at the worker a hundred times a second. The rounds alternate, since a machine's speed wanders.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import whister
from tests.benchmarks.figures import Figure, timed
from whister.simulating import Submits
from whister.studies import clusters
from whister.studies.asked import Asked, asked_of
from whister.studies.running import run

PART = "cluster"
RULES = "boston/fontainebleau"  #: a chunk of it takes about half a second
DEALS = 3_000


def measure(rounds: int) -> list[Figure]:
    """Return the seconds that a chunk takes in each way, and how much longer it takes with Dask."""
    asked = asked_of(whister.load(RULES), "cautious", PART, deals=DEALS)
    with clusters.processes(1) as process, _dask(profiler=True) as usual, _dask(profiler=False) as quiet:
        players = {"one": process, "usual": usual, "quiet": quiet}
        for executor in players.values():
            _seconds(asked._replace(counts={"deals": 1}), executor)  # what is made once is made now
        took: dict[str, list[float]] = {name: [] for name in players}
        for _ in range(rounds):
            for name, executor in players.items():
                took[name].append(_seconds(asked, executor))
    return [
        timed(PART, f"a chunk of {RULES}, one process", took["one"], "s", 2),
        timed(PART, "the same, a Dask scheduler and one worker", took["usual"], "s", 2),
        timed(PART, "the same, with Dask but without its profiler", took["quiet"], "s", 2),
        _more("more time with Dask", took["one"], took["usual"], ""),
        _more("more time with Dask without its profiler", took["one"], took["quiet"], "< 5 %"),
    ]


@contextmanager
def _dask(*, profiler: bool) -> Iterator[Submits]:
    """Yield an executor that plays with one worker of a new scheduler."""
    import dask
    import distributed

    local: Any = distributed.LocalCluster
    with (
        dask.config.set({"distributed.worker.profile.enabled": profiler}),
        local(n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        clusters.dask(cluster.scheduler_address) as (executor, _),
    ):
        yield executor


def _more(what: str, before: list[float], after: list[float], goal: str) -> Figure:
    """Return by how much a way takes longer, round by round, in per cent."""
    more = [100 * (later / earlier - 1) for earlier, later in zip(before, after, strict=True)]
    said = f"{statistics.median(more):.1f} %".replace("-", "−")
    around = f"{min(more):.1f} to {max(more):.1f} %, n = {len(more)}".replace("-", "−")
    return Figure(PART, what, said, around, goal)


def _seconds(asked: Asked, executor: Submits) -> float:
    """Return the seconds that one chunk takes, on average over all of them."""
    begun = time.perf_counter()
    run(asked, executor=executor, workers=1)
    return (time.perf_counter() - begun) / asked.total
