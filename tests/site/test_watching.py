"""The Sphinx that waits for work tells why it could not be begun, and is begun anew when it can."""

from __future__ import annotations

from pathlib import Path

import pytest

from _watch import waiting
from steps import AgainError, Trouble, step

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
    monkeypatch.setattr(waiting, "BUILD", tmp_path)
    (tmp_path / "said.txt").write_text("rook/tournament.md:7: a mistake")
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
