"""Executors for a study: the processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from whister import checks
from whister.errors import StudyError
from whister.simulating import Submits
from whister.studies.running import other_code, own_code

_SECONDS = 10.0  #: how long to wait for a scheduler
_MOST_ON_WINDOWS = 61  #: the most processes of an executor there


def cores() -> int:
    """Return the number of cores that this process may use."""
    own = getattr(os, "sched_getaffinity", None)
    return len(own(0)) if own is not None else os.cpu_count() or 1


@contextmanager
def processes(number: int) -> Iterator[Submits]:
    """Give an executor of so many processes, which are ended afterwards, also if this process is asked to end. An
    interruption reaches this process alone."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_all_start_methods, get_context

    how = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"  # safe beside threads
    most = _MOST_ON_WINDOWS if sys.platform == "win32" else number
    pool = ProcessPoolExecutor(min(number, most), mp_context=get_context(how), initializer=_uninterrupted)
    with interruptible():
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a request to end interrupt this process, as Ctrl-C does. Only in the main thread; elsewhere, nothing changes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)


def _uninterrupted() -> None:
    """Let a process of the executor be interrupted by its parent alone, and end if that is killed."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()

    def end() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=end, daemon=True).start()


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
    _reach(address)
    log = logging.getLogger("distributed")
    level = log.level
    log.setLevel(logging.CRITICAL)  # what goes wrong is said once, by the error of the study
    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        log.setLevel(level)
        raise StudyError(
            f"no Dask scheduler answers at {address} within {_SECONDS:g} seconds: {error}"
        ) from None
    try:
        threads = client.nthreads()
        if not threads:
            raise StudyError(
                f"the scheduler at {address} has no workers; start one with: dask worker {address}"
            )
        _check(client.run(own_code))
        yield client.get_executor(pure=False, retries=3), sum(threads.values())
    finally:
        client.close()
        log.setLevel(level)


def _reach(address: str) -> None:
    """Check that something listens at an address. Raises ``StudyError``."""
    place = re.fullmatch(r"(?:tcp|tls|ws|wss)://(\[[^\]]+\]|[^:/]+):(\d{1,5})/?", address)
    if place is None:
        raise StudyError(
            f"{checks.said(address)} is not the address of a scheduler; expected one such as tcp://10.0.0.1:8786"
        )
    try:
        socket.create_connection((place[1].strip("[]"), int(place[2])), timeout=_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise StudyError(f"no Dask scheduler answers at {address}: {error}") from None


def _check(workers: dict[str, Any]) -> None:
    own = own_code()
    for name, found in workers.items():
        if tuple(found) != own:
            raise StudyError(other_code(name, found, own))


__all__ = ["cores", "dask", "interruptible", "processes"]
