"""A study on a Dask scheduler with workers of its own: the same digits, even if one of them is killed."""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import whister
from whister import StudyError
from whister.studies import clusters, running
from whister.studies.asked import asked_of
from whister.studies.sums import to_json

BLACK_LADY = whister.load("hearts/black-lady")
ALL: dict[str, Any] = {"deals": 2400, "games": 40}
_LONGEST = 60.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def begun(*words: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start a program of Dask, in a folder of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]], cwd=folder,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip


def wait_for(address: str, number: int) -> None:
    """Wait until a scheduler has so many workers."""
    until = time.monotonic() + _LONGEST
    while True:
        try:
            with clusters.dask(address) as (_, workers):
                if workers == number:
                    return
        except StudyError:
            assert time.monotonic() < until, f"no scheduler with {number} workers"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Give the address of a scheduler, and the processes of its two workers."""
    folder = tmp_path_factory.mktemp("dask")
    address = f"tcp://127.0.0.1:{(port := free_port())}"
    started = [
        begun("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", folder=folder)
    ]
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
    started += [begun("dask_worker", address, *options, folder=folder) for _ in range(2)]
    try:
        wait_for(address, 2)
        yield address, started[1:]
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(30)


def test_the_digits_are_the_same_when_a_worker_is_killed_midway(cluster: Any) -> None:
    address, processes = cluster
    done: list[Any] = []

    def told(progress: Any) -> None:
        done.append(progress)
        if len(done) == 3:
            processes[0].send_signal(signal.SIGKILL)

    with clusters.dask(address) as (executor, workers):
        found = whister.study(BLACK_LADY, "random", **ALL, executor=executor, workers=workers, told=told)
    assert len(done) == 14
    assert processes[0].wait(30) == -signal.SIGKILL
    assert to_json(found.sums) == to_json(whister.study(BLACK_LADY, "random", **ALL).sums)


def test_a_scheduler_that_goes_away_midway_is_named_and_what_was_finished_is_kept(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file, address = tmp_path / "gone.sqlite", f"tcp://127.0.0.1:{(port := free_port())}"
    options = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    started = [begun("dask_scheduler", *options, folder=tmp_path)]
    started.append(
        begun("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", folder=tmp_path)
    )
    try:
        wait_for(address, 1)

        def told(progress: Any) -> None:
            if progress.done == 2:
                started[0].kill()

        with (
            pytest.raises(
                StudyError,
                match=r"was given up: the scheduler or its workers are no longer there\. What is finished is kept",
            ),
            clusters.dask(address) as (executor, workers),
        ):
            whister.study(
                BLACK_LADY, "random", deals=20_000, executor=executor, workers=workers, file=file, told=told
            )
    finally:
        for process in started:
            process.kill()
            process.wait(30)
    assert capfd.readouterr().err == "", "the error says it"
    left: list[Any] = []
    whister.study(BLACK_LADY, "random", deals=600, file=file, told=left.append)
    assert len(left) <= 1


def test_a_scheduler_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_SECONDS", 0.5)
    address = f"tcp://127.0.0.1:{free_port()}"
    with (
        pytest.raises(StudyError, match=f"no Dask scheduler answers at {re.escape(address)}"),
        clusters.dask(address),
    ):
        pass


def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_SECONDS", 0.5)
    with (
        pytest.raises(StudyError, match="'hearts' is not the address of a scheduler"),
        clusters.dask("hearts"),
    ):
        pass


def test_a_worker_with_another_version_is_named() -> None:
    own = running.own_code()
    with pytest.raises(StudyError, match=r"the worker tcp://b has Whister 0\.0 .*Install the same version"):
        clusters._check({"tcp://a": own, "tcp://b": ("0.0", *own[1:])})


def test_dask_that_is_missing_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(StudyError, match="needs Dask, which is not installed"),
        clusters.dask("tcp://127.0.0.1:1"),
    ):
        pass


def test_a_process_that_dies_is_told_and_what_was_finished_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "died.sqlite"

    def told(progress: Any) -> None:
        if progress.done == 2:
            for process in pool._processes.values():  # type: ignore[attr-defined]
                process.kill()

    with (
        clusters.processes(2) as pool,
        pytest.raises(StudyError, match="a worker ended before its chunk was finished"),
    ):
        whister.study(BLACK_LADY, "random", **ALL, executor=pool, workers=2, file=file, told=told)
    asked = asked_of(BLACK_LADY, "random", 0, **ALL)
    left: list[Any] = []
    found = whister.study(BLACK_LADY, "random", **ALL, file=file, told=left.append)
    assert 0 < len(left) <= asked.total - 2
    assert found.deals == 2400


def runs(process: int) -> bool:
    """Return whether a process runs; one that has ended may still be listed."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_the_processes_end_if_their_parent_is_killed(tmp_path: Path) -> None:
    words = "import sys, time; from whister.studies.clusters import processes; import os\nwith processes(2) as pool:\n    print(*{pool.submit(os.getpid).result() for _ in range(9)}, flush=True)\n    time.sleep(60)"
    script = tmp_path / "parent.py"
    script.write_text(f"if __name__ == '__main__':\n{textwrap.indent(words, '    ')}\n", "utf-8")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        children = [int(number) for number in parent.stdout.readline().split()]
        assert children
        parent.kill()
    until = time.monotonic() + _LONGEST
    while any(map(runs, children)):
        assert time.monotonic() < until, "a process is still there"
        time.sleep(0.1)


class Elsewhere:
    """An executor whose only worker plays as soon as it is asked to."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*pickle.loads(pickle.dumps(arguments))))
        except StudyError as error:
            future.set_exception(error)
        return future


@pytest.mark.parametrize("part", range(3), ids=["version", "players", "engine"])
def test_a_worker_that_joins_later_with_other_code_plays_nothing(
    part: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = running.own_code()
    other = (*own[:part], type(own[part])(7), *own[part + 1 :])

    def told(progress: Any) -> None:
        monkeypatch.setattr(running, "own_code", lambda: other)

    file = tmp_path / "later.sqlite"
    with pytest.raises(
        StudyError, match=r"the worker \d+ on .* has Whister .*; here it is .*Install the same"
    ):
        whister.study(BLACK_LADY, "random", deals=1000, executor=Elsewhere(), file=file, told=told)
    monkeypatch.undo()
    left: list[Any] = []
    whister.study(BLACK_LADY, "random", deals=1000, file=file, told=left.append)
    assert len(left) == 5 - running.AHEAD, "what was played before is kept"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModuleNotFoundError("No module named 'whister'"), "the worker tcp://b has no Whister: install version"),
        (
            Exception("ModuleNotFoundError(\"No module named 'whister'\")"),
            "the worker tcp://b has no Whister: install version",
        ),
        (AttributeError("own_code"), "the worker tcp://b cannot say which Whister it has (AttributeError: own_code)"),
    ],
)  # fmt: skip
def test_a_worker_without_this_version_is_named(error: Exception, said: str) -> None:
    with pytest.raises(StudyError, match=re.escape(said)):
        clusters._check({"tcp://a": running.own_code(), "tcp://b": error})


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:65536", "tcp://127.0.0.1:0", "http://127.0.0.1:80"])
def test_an_address_that_no_scheduler_can_have_is_refused(address: str) -> None:
    with pytest.raises(StudyError, match=r"is not the address of a scheduler.* from 1 to 65535"):
        clusters._reach(address)


@contextmanager
def listening(answer: bytes) -> Iterator[int]:
    """Give the port of a server that gives the same answer to everyone."""
    connections = []

    def serve() -> None:
        with suppress(OSError):  # until it is closed
            while True:
                connections.append(server.accept()[0])
                connections[-1].sendall(answer)

    serving = threading.Thread(target=serve)
    with socket.create_server(("127.0.0.1", 0)) as server:
        serving.start()
        try:
            yield server.getsockname()[1]
        finally:
            server.shutdown(socket.SHUT_RDWR)
            serving.join()
            for connection in connections:
                connection.close()


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"], ids=["silent", "HTTP"])
@pytest.mark.parametrize("prefix", ["tcp", "tls"])
def test_what_is_not_a_scheduler_is_told_in_time(
    answer: bytes, prefix: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clusters, "_SECONDS", 1.0)
    begun = time.monotonic()
    with listening(answer) as port:
        address = f"{prefix}://127.0.0.1:{port}"
        with (
            pytest.raises(
                StudyError, match=f"{address} (within 1 seconds|is not a Dask scheduler$|needs TLS)"
            ),
            clusters.dask(address),
        ):
            pass
    assert time.monotonic() - begun < _LONGEST / 2
    assert capfd.readouterr().err == "", "the error says it"


def test_a_worker_is_not_a_scheduler(cluster: Any) -> None:
    address, _ = cluster
    with clusters.dask(address) as (executor, _):
        client: Any = vars(executor)["_client"]
        worker = next(iter(client.scheduler_info(n_workers=-1)["workers"]))
    with (
        pytest.raises(StudyError, match=f"{worker} is the address of something else of Dask, a Worker"),
        clusters.dask(worker),
    ):
        pass


def test_dask_is_silent_during_a_study_only(capfd: pytest.CaptureFixture[str]) -> None:
    names = ("distributed.client", "tornado.application", "asyncio")
    before = [logging.getLogger(name).level for name in names]
    with clusters._silent():
        for name in names:
            logging.getLogger(name).critical("a trouble")
    assert capfd.readouterr().err == ""
    assert [logging.getLogger(name).level for name in names] == before
