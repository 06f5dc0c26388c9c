"""Playing the chunks of a study: here, or by an executor, each kept as soon as it is finished."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import whister
from whister.errors import StudyError, WhisterError
from whister.simulating import Submits
from whister.studies.chunks import Chunk, sums_of
from whister.studies.provenance import REVISION, policy
from whister.studies.sums import Sums, merged

if TYPE_CHECKING:
    from whister.studies.asked import Asked
    from whister.studies.store import Store

AHEAD = 4  #: the chunks submitted for each worker, so that none of them waits
_PATIENCE = 0.2  #: the seconds after which a request to end is heeded, if no chunk is finished

#: the version of Whister, the hash of the code of its players, and the revision of its engine
Code: TypeAlias = tuple[str, str, int]


class Progress(NamedTuple):
    """How far a study is."""

    done: int  #: the chunks finished, those of an earlier run included
    of: int
    new: int  #: the chunks finished in this run
    deals: int  #: the deals played in this run; of games, the games


Told = Callable[[Progress], None]


def run(
    asked: Asked, store: Store | None = None, *, executor: Submits | None = None, workers: int = 1, told: Told | None = None
) -> Sums:  # fmt: skip
    """Play every chunk of a study that is not in the store. Return their sums; with a store, they are kept there as they come, and
    nothing is returned.

    Interrupted at any moment, nothing kept is lost. Raises ``StudyError`` if a worker ends or a chunk fails.
    """
    known = {part: store.known(part) for part in asked.counts} if store is not None else {}
    waiting = (chunk for chunk in asked.chunks() if chunk.number not in known.get(chunk.part, ()))
    before = store.done(asked.counts) if store is not None else 0
    found: Sums = {}
    new = deals = 0
    played = _here(waiting) if executor is None else _elsewhere(waiting, executor, workers, store is not None)
    with closing(played):
        for chunk, sums in played:
            if store is None:
                found = merged((found, sums))
            else:
                store.keep(chunk.part, chunk.number, sums)
            new, deals = new + 1, deals + chunk.size
            if told is not None:
                told(Progress(before + new, asked.total, new, deals))
    return found


def _here(chunks: Iterable[Chunk]) -> Generator[tuple[Chunk, Sums], None, None]:
    for chunk in chunks:
        yield chunk, sums_of(chunk)


def _elsewhere(
    chunks: Iterator[Chunk], executor: Submits, workers: int, keeps: bool
) -> Generator[tuple[Chunk, Sums], None, None]:
    """Yield chunks as an executor finishes them; only a few for each worker are submitted at a time. ``keeps``: whether
    they are kept, which is said if one fails."""
    from whister.studies.interrupting import held

    code = own_code()
    running: dict[Any, Chunk] = {}
    try:
        while True:
            with held():
                while len(running) < AHEAD * workers and (chunk := next(chunks, None)) is not None:
                    running[executor.submit(checked_sums_of, chunk, code)] = chunk
                if not running:
                    return
                finished = _finished(running)
            for future in finished:
                chunk = running.pop(future)
                yield chunk, _result(future, chunk, keeps)
    finally:
        for future in running:
            future.cancel()


def _finished(running: Mapping[Any, Chunk]) -> set[Any]:
    """Wait until some futures are finished, and return them; none if the study is asked to end."""
    from concurrent.futures import FIRST_COMPLETED, wait

    from whister.studies.interrupting import waiting

    while not waiting():
        if done := wait(running, timeout=_PATIENCE, return_when=FIRST_COMPLETED).done:
            return done
    return set()


def own_code() -> Code:
    """Return the code that plays in this process."""
    return whister.__version__, policy(searches=True), REVISION


def checked_sums_of(chunk: Chunk, code: Code) -> Sums:
    """Play a chunk in another process, and return its sums. Raises ``StudyError`` if the code is not the same there."""
    if (own := own_code()) != code:
        raise StudyError(other_code(_this_worker(), own, code))
    return sums_of(chunk)


def other_code(worker: str, found: Code, code: Code) -> str:
    """Return the error for a worker whose code is not that of the study."""
    return (
        f"the worker {worker} has Whister {found[0]} (players {found[1]}, engine {found[2]}); here it is "
        f"{code[0]} (players {code[1]}, engine {code[2]}). Install the same version on every worker."
    )


def _this_worker() -> str:
    """Return the name of this process: that which Dask gives it, or its number and that of its machine."""
    import os
    import socket
    import sys

    try:
        address: str = sys.modules["distributed"].get_worker().address
    except (KeyError, AttributeError, ValueError):
        return f"{os.getpid()} on {socket.gethostname()}"
    return address


def _result(future: Any, chunk: Chunk, keeps: bool) -> Sums:
    from concurrent.futures import BrokenExecutor, CancelledError

    left = " What is finished is kept; run it again to go on." if keeps else ""
    try:
        sums: Sums = future.result()
    except WhisterError:
        raise
    except CancelledError:
        raise StudyError(
            f"chunk {chunk.number} of the {chunk.part} was given up: the scheduler or its workers are no longer there.{left}"
        ) from None
    except BrokenExecutor as error:
        raise StudyError(f"a worker ended before its chunk was finished: {error}{left}") from None
    except Exception as error:
        raise StudyError(
            f"chunk {chunk.number} of the {chunk.part} failed: {type(error).__name__}: {str(error).rstrip('.')}.{left}"
        ) from error
    return sums


__all__ = ["AHEAD", "Code", "Progress", "Told", "checked_sums_of", "other_code", "own_code", "run"]
