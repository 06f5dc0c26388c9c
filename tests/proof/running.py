"""Runs the chunks of a part that are not done yet, on every core, and stores each result as soon as it is known.

A chunk gives the same result whenever and wherever it runs. If the run is stopped, at any instant, only the chunks
under way are lost; the next run does the missing chunks first.
"""

from __future__ import annotations

import contextlib
import datetime
import multiprocessing
import os
import platform
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from rulebook.proofs import proved
from rulebook.proofs.proved import Run

BUILD = Path(__file__).resolve().parents[2] / "build"


class Found(NamedTuple):
    """The result of a chunk: what it counted, what failed, and remarks worth reading."""

    counts: dict[str, int]
    failures: Sequence[str] = ()
    remarks: Sequence[dict[str, str]] = ()
    seconds: float = 0.0  #: of one core, besides those of this process and of its ended children


@dataclass(frozen=True)
class Part:
    """A part of the proof: its name, the number of its chunks, and the function that does a chunk by its number."""

    name: str
    chunks: int
    work: Callable[[int], Found]
    folder: Path = field(default=proved.RESULTS)

    @property
    def command(self) -> str:
        """The command that a reader types to continue the part."""
        return f"{proved.COMMAND} {self.name}"


class Busy(Exception):
    """Another run of the same part is under way."""


class Changed(Exception):
    """The code is not what it was when the run began."""


def carry_on(part: Part, *, jobs: int, seconds: float = 0) -> Run:
    """Do the missing chunks of a part, or as many as fit into ``seconds``; return the run of today's code."""
    with opened(part) as (run, keep):
        missing = [number for number in range(part.chunks) if number not in run.done]
        print(
            f"  {part.name}: {part.chunks - len(missing):,} of {part.chunks:,} chunks were done before",
            flush=True,
        )
        start = time.monotonic()
        for number, found, spent in results(part.work, missing, jobs, seconds):
            run.add(number, found.counts, found.failures, spent, found.remarks)
            keep()
            for failure in found.failures[:3]:
                print(f"  chunk {number}: {failure}", flush=True)
        print(_sum(part, run, time.monotonic() - start), flush=True)
        return run


@contextlib.contextmanager
def opened(part: Part) -> Iterator[tuple[Run, Callable[[], None]]]:
    """Yield the run of today's code, and a function that stores it in its current state.

    Raise ``Busy`` if another run is under way. The function raises ``Changed`` if the code has changed since.
    """
    with _alone(part):
        runs = proved.read(part.name, part.folder)
        run = _of_today(part, runs)

        def keep() -> None:
            if proved.code(part.name) != run.code:
                raise Changed(f"the code has changed while {part.name} measured it; the chunks done are kept")
            _sign(run)
            proved.write(part.name, runs, part.folder)

        yield run, keep


def note(name: str, found: Found, seconds: float, folder: Path = proved.RESULTS) -> Run:
    """Store the result of a part that is run as a whole, in place of an earlier result for the same code."""
    runs = proved.read(name, folder)
    part = Part(name, 1, lambda _: found, folder)
    with _alone(part):
        runs = [run for run in runs if run.code != proved.code(name)]
        run = _of_today(part, runs)
        run.add(0, found.counts, found.failures, seconds)
        _sign(run)
        proved.write(name, runs, folder)
        return run


def _of_today(part: Part, runs: list[Run]) -> Run:
    """Return the run of today's code, as the last of its part; a new run if this code was never measured."""
    today = proved.code(part.name)
    run = next((run for run in runs if run.code == today), None)
    if run is None:
        import whister  # slow to load, and not needed by the workers of a test

        now = datetime.date.today().isoformat()
        run = Run(today, whister.__version__, part.command, began=now, ended=now)
    else:
        runs.remove(run)
    runs.append(run)
    return run


def _sign(run: Run) -> None:
    """Record when and where the results were found."""
    run.ended = datetime.date.today().isoformat()
    for signatures, own in ((run.machines, machine()), (run.pythons, platform.python_version())):
        if own not in signatures:
            signatures.append(own)


def machine() -> str:
    """Return the name of the processor, and how many cores it has."""
    model = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), model)
    cores = os.cpu_count() or 1
    return f"{' '.join(model.split())}, {cores} core{'s' if cores > 1 else ''}"


def _sum(part: Part, run: Run, seconds: float) -> str:
    counts = ", ".join(f"{count:,} {name}" for name, count in run.counts.items())
    return (
        f"  {part.name}: {len(run.done):,} of {part.chunks:,} chunks in {seconds:.0f} s now and {run.seconds:.0f} s of "
        f"one core in all; {counts or 'nothing'}; {run.failed} failed"
    )


Result = tuple[int, Found, float]


def results(work: Callable[[int], Found], numbers: list[int], jobs: int, seconds: float) -> Iterator[Result]:
    """Yield the result of each chunk as soon as it is known, until all are done or the time is up."""
    end = time.monotonic() + seconds if seconds else float("inf")
    waiting = iter(numbers)
    own = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, own, _end_with, (os.getpid(),), max_tasks_per_child=500)
    under_way = set[Future[Result]]()
    try:
        while True:
            if time.monotonic() < end:
                room = jobs + 1 - len(under_way)
                under_way |= {pool.submit(_timed, work, number) for number in islice(waiting, room)}
            if not under_way:
                return
            ready, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _timed(work: Callable[[int], Found], number: int) -> Result:
    start = sum(os.times()[:4])  # its own and of the processes it has waited for
    found = work(number)
    return number, found, sum(os.times()[:4]) - start + found.seconds


def _end_with(parent: int) -> None:
    """End this process when the one that started it has ended, in whatever way."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    signal.signal(signal.SIGINT, lambda *_: os._exit(1))  # an interruption is reported only once
    threading.Thread(target=watch, daemon=True).start()


@contextlib.contextmanager
def _alone(part: Part) -> Iterator[None]:
    """Prevent a second run from using the same results (where the system can)."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / f"proof-{part.folder.name}-{part.name}.lock").open("w") as handle:
        try:
            import fcntl
        except ImportError:
            yield
            return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(f"another run of {part.name} is under way; its results are its own") from None
        yield
