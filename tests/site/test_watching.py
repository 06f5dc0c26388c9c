"""The Sphinx that waits for work tells why it could not be begun, and is begun anew when it can."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from _watch import waiting
from steps import AgainError, Trouble, at, step

ENDED = "exit 1"
BUILT = 'read -r line; sh -c "exit 0" & echo $!; echo 0; read -r line'
FAILED = 'read -r line; sh -c "exit 0" & echo $!; echo 1; read -r line'


class Program:
    """A program in the place of Python, that does what it is told to when it is next begun."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "python"

    def does(self, what: str) -> Program:
        self.file.write_text(f"#!/bin/sh\necho 'NameError: no such thing' >&2\n{what}\n")
        self.file.chmod(0o755)
        return self


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.setattr(waiting, "BUILD", tmp_path / "build")
    (tmp_path / "build").mkdir()
    (tmp_path / "build/said.txt").write_text("rook/tournament.md:7: a mistake")
    return Program(tmp_path)


def test_code_that_stops_is_told_and_the_next_build_is_done_by_what_is_there_then(program: Program) -> None:
    warm = waiting.Warm(program.does(ENDED).file)
    build = warm.running(lambda: False)
    for _ in range(2):
        with pytest.raises(Trouble, match=r"(?s)own code stops with an error:.*NameError: no such thing"):
            build([], {})
    program.does(BUILT)
    build([], {})
    warm.end()


def test_a_build_that_fails_tells_what_sphinx_has_said(program: Program) -> None:
    warm = waiting.Warm(program.does(FAILED).file)
    with pytest.raises(Trouble, match=r"rook/tournament\.md:7: a mistake"):
        warm.running(lambda: False)([], {})
    warm.end()


def test_what_is_no_longer_wanted_is_stopped(program: Program) -> None:
    long = 'read -r line; setsid sh -c "sleep 60" & echo $!; wait $!; echo 1; read -r line'
    warm = waiting.Warm(program.does(long).file)
    with pytest.raises(AgainError), step("pages"):
        warm.running(lambda: True)([], {})
    warm.end()


def test_a_fresh_clone_has_no_folder_for_what_is_said_yet(program: Program, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "build")
    waiting.Warm(program.does(BUILT).file).end()
    assert (tmp_path / "build/warm.txt").is_file()


def test_what_is_being_built_ends_with_the_watching(program: Program, tmp_path: Path) -> None:
    long = 'read -r line; setsid sh -c "sleep 60 & echo \\$! > pid; wait" & echo $!; wait $!; echo 1; read -r line'
    warm = waiting.Warm(program.does(f"cd {tmp_path}; {long}").file)
    pid = tmp_path / "pid"

    begun: list[bool] = []

    def interrupted() -> bool:
        if not begun and pid.is_file() and pid.read_text():
            begun.append(True)
            os.kill(os.getpid(), signal.SIGINT)
        return False

    with pytest.raises(KeyboardInterrupt), step("pages"):
        warm.running(interrupted)([], {})
    os.kill(int(pid.read_text()), 0)
    warm.end()
    ends = time.monotonic() + 5
    while _runs(int(pid.read_text())):
        assert time.monotonic() < ends
        time.sleep(0.02)


def _runs(process: int) -> bool:
    """Whether a process is still there, and not only its number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.is_file() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_nothing_is_said_of_a_step_that_has_just_ended() -> None:
    at("12 pages")
