"""Executors for a study: the processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import whister
from whister import checks
from whister.errors import StudyError
from whister.simulating import Submits
from whister.studies.interrupting import heard, interruptible
from whister.studies.running import other_code, own_code

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_SECONDS = 10.0  #: how long to wait for a scheduler
_SOON = 1.0  #: how long to wait for what is ended before its work is done
_MOST_ON_WINDOWS = 61  #: the most processes of an executor there
_MOST_PORT = 65_535
#: the loggers of Dask and of what it stands on
_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")


def cores() -> int:
    """Return the number of cores that this process may use."""
    own = getattr(os, "sched_getaffinity", None)
    return len(own(0)) if own is not None else os.cpu_count() or 1


@contextmanager
def processes(number: int) -> Iterator[Submits]:
    """Give an executor of so many processes, which are ended afterwards: at once after an error, or if this process is
    asked to end. A request to end reaches this process alone."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_all_start_methods, get_context

    how = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"  # safe beside threads
    most = _MOST_ON_WINDOWS if sys.platform == "win32" else number
    with interruptible():
        if how == "forkserver":
            _start_server()
        pool = ProcessPoolExecutor(min(number, most), mp_context=get_context(how), initializer=_uninterrupted)
        try:
            yield pool
            if not heard():
                pool.shutdown(wait=True, cancel_futures=True)
        finally:
            _end(pool)


def _start_server() -> None:
    """Start the processes from which those of an executor are forked, so that no Ctrl-C in a terminal and no end of its
    session reaches any of them, even while they start."""
    from multiprocessing import forkserver, resource_tracker

    block = {signal.SIGINT, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, block)
    try:
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, block)  # it has unblocked one of them
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of an executor at once, and with them what they play. Does nothing to one that is shut down."""
    inner: Any = pool
    manager, results = inner._executor_manager_thread, inner._result_queue
    if manager is None:
        pool.shutdown(wait=False)
        return
    every = list(inner._processes.values())
    pool.shutdown(wait=False, cancel_futures=True)
    until = time.monotonic() + _SOON
    while inner._cancel_pending_futures and manager.is_alive() and time.monotonic() < until:
        time.sleep(0.005)  # an older Python fails at what is cancelled when a process ends
    for process in every:
        process.terminate()
    for process in every:
        process.join(max(0.0, until - time.monotonic()))
        if process.exitcode is None:
            process.kill()
    manager.join(_SOON)
    if manager.is_alive():  # it waits for the rest of what a process was sending
        results._writer.close()
        manager.join(_SOON)


def _uninterrupted() -> None:
    """Let a process of the executor be interrupted by its parent alone, and end if that is killed."""
    from multiprocessing import parent_process

    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
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

    Raises ``StudyError`` if Dask is not installed, no scheduler answers at the address, no worker is there, or a worker
    has another version of Whister or of its players.
    """
    try:
        import distributed
    except ImportError:
        from whister.extras import installing

        raise StudyError(f"a scheduler needs Dask, which is not installed. {installing('cluster')}") from None
    with _silent():
        _reach(address)
        try:
            connect: Any = distributed.Client
            client = connect(address, timeout=_SECONDS, set_as_default=False)
        except Exception as error:
            raise _away(address, error) from None
        patience = _SOON
        try:
            threads = client.nthreads()
            if not threads:
                raise StudyError(
                    f"the scheduler at {address} has no workers; start one with: dask worker {address}"
                )
            _check(client.run(own_code, on_error="return"))
            yield client.get_executor(pure=False, retries=3), sum(threads.values())
            patience = _SECONDS
        finally:
            with suppress(OSError, TimeoutError):
                client.close(timeout=patience)


@contextmanager
def _silent() -> Iterator[None]:
    """Let Dask write nothing; what goes wrong is said once, by the error of the study."""
    before = {name: logging.getLogger(name).level for name in _LOGGERS}
    for name in before:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def _reach(address: str) -> None:
    """Check that a scheduler is at an address. Raises ``StudyError``, after ``_SECONDS`` at the latest."""
    place = re.fullmatch(r"(?:tcp|tls|ws|wss)://(\[[^\]]+\]|[^:/]+):(\d{1,5})/?", address)
    if place is None or not 1 <= int(place[2]) <= _MOST_PORT:
        raise StudyError(
            f"{checks.said(address)} is not the address of a scheduler; expected one such as tcp://10.0.0.1:8786, with a "
            f"port from 1 to {_MOST_PORT}"
        )
    import asyncio

    until = time.monotonic() + _SECONDS
    try:
        socket.create_connection((place[1].strip("[]"), int(place[2])), timeout=_SECONDS).close()
        kind = asyncio.run(asyncio.wait_for(_kind(address), max(0.1, until - time.monotonic())))
    except Exception as error:
        raise _away(address, error) from None
    if kind != "Scheduler":
        raise StudyError(
            f"{address} is the address of something else of Dask, a {kind}; give that of the scheduler"
        )


async def _kind(address: str) -> str:
    """Return what part of Dask answers at an address: ``Scheduler``, ``Worker`` or ``Nanny``."""
    import distributed

    own: Any = distributed
    options = own.Security().get_connection_args("client")
    if address.startswith(("tls", "wss")) and options.get("ssl_context") is None:
        raise StudyError(f"{address} needs TLS: set its certificates in Dask's configuration")
    comm = await own.comm.connect(address, timeout=_SECONDS, **options)
    try:
        await comm.write({"op": "identity", "reply": True})
        answer = await comm.read()
    finally:
        comm.abort()
    return str(answer["type"])


def _away(address: str, error: Exception) -> StudyError:
    """Return the error for a scheduler that cannot be reached."""
    if isinstance(error, StudyError):
        return error
    if isinstance(error, TimeoutError):
        return StudyError(f"no Dask scheduler answers at {address} within {_SECONDS:g} seconds")
    if isinstance(error, OSError):
        return StudyError(f"no Dask scheduler answers at {address}: {error}")
    said = "" if isinstance(error, MemoryError) else f" ({type(error).__name__}: {error})"
    return StudyError(f"what answers at {address} is not a Dask scheduler{said}")


def _check(workers: dict[str, Any]) -> None:
    """Check the code of each worker, or the error that came in its place. Raises ``StudyError``."""
    own = own_code()
    for name, found in workers.items():
        if "No module named 'whister'" in str(found):  # Dask may give the error in words
            raise StudyError(f"the worker {name} has no Whister: install version {whister.__version__} there")
        if isinstance(found, BaseException):
            raise StudyError(
                f"the worker {name} cannot say which Whister it has ({type(found).__name__}: {found}). Install the same "
                "version on every worker."
            )
        if tuple(found) != own:
            raise StudyError(other_code(name, found, own))


__all__ = ["cores", "dask", "interruptible", "processes"]
