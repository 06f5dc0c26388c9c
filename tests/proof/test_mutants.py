"""How a mutant is tried: the altered source is what runs, here and in processes begun here, and nothing changes on the disk."""

from __future__ import annotations

import ast
import json
import signal
from pathlib import Path

import pytest

from tests.proof import covered
from tests.proof.alterations import ENGINE, Mutant, _silent, _statement, _statements
from tests.proof.covered import FileOfTests, run_pytest, that_run

SHUFFLE = ENGINE / "shuffle.py"
TESTS = """
import subprocess, sys
from whister.shuffle import cut_of

def test_here():
    assert cut_of("1909", 52) > 0

def test_in_a_process_begun_here():
    subprocess.run([sys.executable, "-c", "from whister.shuffle import cut_of; assert cut_of('1909', 52) > 0"], check=True)

def test_without_end():
    while cut_of("1909", 52) < -99:
        pass
"""


@pytest.fixture
def status(tmp_path: Path) -> object:
    """Runs one of those tests with a line of the engine altered; how it ended."""
    before = SHUFFLE.read_bytes()
    (tmp_path / "test_small.py").write_text(TESTS)

    def run(test: str, last: str, seconds: float = 30) -> int:
        altered, listed = tmp_path / "altered.py", tmp_path / "chosen.json"
        altered.write_text(before.decode().replace("% (size - 1) + 1", last))
        listed.write_text(json.dumps([f"test_small.py::{test}"]))
        told = {"WHISTER_ALTERED": f"whister.shuffle|{SHUFFLE}|{altered}", "WHISTER_CHOSEN": str(listed)}
        ended = run_pytest(
            [f"--rootdir={tmp_path}", str(tmp_path / "test_small.py")],
            "tests.proof.choosing",
            told,
            seconds=seconds,
        )
        assert SHUFFLE.read_bytes() == before
        return ended

    return run


@pytest.mark.parametrize("test", ["test_here", "test_in_a_process_begun_here"])
def test_an_alteration_is_noticed_and_none_is_not(status: object, test: str) -> None:
    assert callable(status)
    assert status(test, "% (size - 1) + 1") == 0
    assert status(test, "% (size - 1) - 100") == 1


def test_what_never_ends_is_ended(status: object) -> None:
    assert callable(status)
    assert status("test_without_end", "% (size - 1) - 1000", seconds=2) in {-signal.SIGXCPU, -signal.SIGKILL}


CODE = """
@cache
def paid(seat: int | None, chips: int = 2) -> int | None:
    assert chips > 1
    if (
        seat == 1
    ):
        return chips + 1
    return None

MOST: int = 3 + 4
"""


def test_what_no_program_reads_is_not_altered() -> None:
    silent = list(_silent(ast.parse(CODE), CODE))

    def is_silent(line: int, words: str) -> bool:
        column = CODE.splitlines()[line - 1].index(words)
        return any(first <= (line, column) <= last for first, last in silent)

    assert all(
        is_silent(*place)
        for place in ((2, "@cache"), (3, "| None,"), (3, "| None:"), (4, "> 1"), (11, "int"))
    )
    assert not any(is_silent(*place) for place in ((3, "2"), (6, "=="), (8, "+"), (11, "+")))


@pytest.mark.parametrize(("line", "span"), [(6, (5, 7)), (8, (8, 8)), (9, (9, 9)), (11, (0, 0)), (3, (0, 0))])
def test_the_lines_of_a_statement_or_of_its_head(line: int, span: tuple[int, int]) -> None:
    assert _statement(list(_statements(ast.parse(CODE))), line) == span


def test_a_mutant_is_tried_by_the_tests_that_run_its_lines_quick_ones_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    items = [("t.py::a[1]", 2.0), ("t.py::a[2]", 1.0), ("t.py::b", 3.0), ("t.py::c", 0.1)]
    known = FileOfTests("t.py", items, {"play.py:5": [0, 1], "play.py:6": [2], "play.py:9": [3]})
    page = FileOfTests("p.md", [("p.md::1", 9.0), ("p.md::2", 1.0)], {"play.py:6": [1]})
    monkeypatch.setattr(covered, "covering", lambda: [known, page])
    monkeypatch.setattr(covered, "QUICK_TESTS", 2)
    mutant = Mutant("play.py", 5, "", 0, (5, 6), "sample")
    assert that_run(mutant) == (["t.py::a[2]", "t.py::b"], ["t.py::a[1]", "p.md::1", "p.md::2"])
    assert that_run(mutant._replace(span=(7, 8))) == ([], [])
