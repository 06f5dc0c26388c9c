"""How a mutant is tried: the altered source runs in this process and those that it starts, and no file is changed."""

from __future__ import annotations

import ast
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from rulebook.proofs import proved
from tests.proof import covered
from tests.proof.alterations import ENGINE, Mutant, _silent, _statement, _statements
from tests.proof.covered import FileOfTests, run_pytest, that_run
from tests.proof.forked import Forked
from tests.proof.forking import Request
from tests.proof.rewriting import differing, functions, rewrite

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
    """Return a function that runs one of ``TESTS`` with a line of the engine altered and returns the exit status."""
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


@pytest.mark.parametrize("name", ["rulesets/reader", "reference/names", "reference/__init__"])
def test_a_module_that_reads_what_lies_beside_it_finds_it_from_an_altered_copy(
    name: str, tmp_path: Path
) -> None:
    file, copy = ENGINE / f"{name}.py", tmp_path / "altered.py"
    module = f"whister.{name.replace('/', '.')}".removesuffix(".__init__")
    copy.write_bytes(file.read_bytes() + b"\nCOPIED = True\n")
    (tmp_path / "test_small.py").write_text(f"""
from importlib.resources import files
from pathlib import Path
import {module} as found
from whister import catalogue
from whister.reference import names

def test_here():
    assert found.COPIED and Path(found.__file__) == Path({str(file)!r})
    assert files("whister.reference").joinpath("rules.schema.json").is_file()
    assert names.names_of(catalogue()[0]) is not None
""")
    listed = tmp_path / "chosen.json"
    listed.write_text(json.dumps(["test_small.py::test_here"]))
    told = {"WHISTER_ALTERED": f"{module}|{file}|{copy}", "WHISTER_CHOSEN": str(listed)}
    files = [f"--rootdir={tmp_path}", str(tmp_path / "test_small.py")]
    assert run_pytest(files, "tests.proof.choosing", told, seconds=30) == 0


def test_what_never_ends_is_ended(status: object) -> None:
    assert callable(status)
    assert status("test_without_end", "% (size - 1) - 1000", seconds=2) in {-signal.SIGXCPU, -signal.SIGKILL}


def test_a_fork_says_the_same_and_outlives_every_alteration(tmp_path: Path) -> None:
    (tmp_path / "test_small.py").write_text(
        TESTS + "\ndef test_wrong():\n    assert not cut_of('1909', 52)\n"
    )
    before = SHUFFLE.read_text()
    forked = Forked([f"--rootdir={tmp_path}", str(tmp_path / "test_small.py")])

    def ended(test: str, was: str, becomes: str) -> tuple[str, str]:
        altered = tmp_path / "altered.py"
        altered.write_text(before.replace(was, becomes))
        told = f"whister.shuffle|{SHUFFLE}|{altered}"
        answer = forked.ask(Request(str(SHUFFLE), str(altered), told, [(f"test_small.py::{test}", 2)]))
        return answer.ended, answer.name.removeprefix("test_small.py::")

    last = "% (size - 1) + 1"
    for test in ("test_here", "test_in_a_process_begun_here"):
        assert ended(test, last, f"{last} + 0") == ("passed", test)
        assert ended(test, last, "% (size - 1) - 100") == ("a test failed", test)
    assert ended("test_without_end", last, "% (size - 1) - 1000") == ("out of time", "test_without_end")
    assert ended("test_wrong", last, f"{last} + 1") == ("cannot", "test_wrong"), (
        "it fails without an alteration"
    )
    assert ended("test_here", "def cut_of(", "def cut_off(") == ("cannot", "")
    assert ended("test_here", last, last) == ("cannot", "")
    forked.end()
    assert forked.process.returncode is not None


@pytest.mark.parametrize(("begin", "early"), [("", False), ("CUT = cut_of('1909', 52)\n", True)])
def test_a_fork_says_whether_the_altered_code_has_run_before_it(
    tmp_path: Path, begin: str, early: bool
) -> None:
    (tmp_path / "test_small.py").write_text(TESTS + begin)
    altered = tmp_path / "altered.py"
    altered.write_text(SHUFFLE.read_text().replace("% (size - 1) + 1", "% (size - 1) + 1 + 0"))
    forked = Forked([f"--rootdir={tmp_path}", str(tmp_path / "test_small.py")])
    answer = forked.ask(Request(str(SHUFFLE), str(altered), "", [("test_small.py::test_here", 2)]))
    forked.end()
    assert (answer.ended, answer.early) == ("passed", early)


HELD = """
from functools import cache
def maker(chips):
    return lambda seat: seat + chips
@cache
def paid(seat, pool=2):
    return seat - pool
class Table:
    def seats(self):
        return [seat * 3 for seat in (1, 2)]
"""


@pytest.mark.parametrize(
    ("was", "becomes", "expected"),
    [
        ("seat + chips", "seat * chips", (6, 1, [3, 6])),
        ("seat - pool", "seat + pool", (5, 5, [3, 6])),
        ("* 3", "* 4", (5, 1, [4, 8])),
        ("pool=2", "pool=1", None),
        ("(1, 2)", "(1,   2)", (5, 1, [3, 6])),
    ],
)
def test_functions_that_are_held_somewhere_run_the_altered_code(
    was: str, becomes: str, expected: object
) -> None:
    held: dict[str, Any] = {}
    exec(compile(HELD, "/held/here.py", "exec", dont_inherit=True), held)
    added, paid, seats = held["maker"](2), held["paid"], held["Table"]().seats
    codes = differing(HELD, HELD.replace(was, becomes), "/held/here.py")
    if codes is None:
        assert expected is None
    else:
        rewrite(codes, functions("/held/"))
        assert (added(3), paid(3), seats()) == expected


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


def test_every_alteration_that_was_missed_has_been_read_and_no_other() -> None:
    missed = {one["mutant"] for one in proved.read("mutants")[-1].remarks}
    readings = proved.readings()
    assert missed == set(readings)
    for mutant, reading in readings.items():
        kind, _, why = reading.partition(": ")
        assert kind in {"Equivalent", "Now caught"}, mutant
        assert why.endswith("."), mutant
