"""Executors for a study: the processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import whister
from whister.errors import StudyError
from whister.simulating import Submits
from whister.studies.provenance import REVISION, policy

_WAIT = "10s"


@contextmanager
def processes(number: int) -> Iterator[Submits]:
    """Give an executor of so many processes, which are ended afterwards. An interruption reaches this process alone."""
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(number, initializer=_uninterrupted)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _uninterrupted() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def dask(address: str) -> Iterator[tuple[Submits, int]]:
    """Give an executor of a Dask scheduler, and the number of its workers' threads.

    Raises ``StudyError`` if Dask is not installed, nothing answers at the address, no worker is there, or a worker has
    another version of Whister or of its players.
    """
    try:
        import distributed
    except ImportError:
        from whister.extras import installing

        raise StudyError(f"a scheduler needs Dask, which is not installed. {installing('cluster')}") from None
    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=_WAIT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise StudyError(f"no Dask scheduler answers at {address} within {_WAIT}: {error}") from None
    try:
        threads = client.nthreads()
        if not threads:
            raise StudyError(
                f"the scheduler at {address} has no workers; start one with: dask worker {address}"
            )
        _check(client.run(_here))
        yield client.get_executor(pure=False, retries=3), sum(threads.values())
    finally:
        client.close()


def _here() -> tuple[str, str, int]:
    return whister.__version__, policy(searches=True), REVISION


def _check(workers: dict[str, Any]) -> None:
    own = _here()
    for name, found in workers.items():
        if tuple(found) != own:
            raise StudyError(
                f"the worker {name} has Whister {found[0]} (players {found[1]}, engine {found[2]}); here it is "
                f"{own[0]} (players {own[1]}, engine {own[2]}). Install the same version on every worker."
            )


__all__ = ["dask", "processes"]
