"""The tasks themselves: they work whatever the machine that they find."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import building
import changed
from steps import Trouble

TASKS = Path(__file__).parents[2] / ".tasks"
STEP = """
import pathlib, sys
import steps
steps.any_locale()
with steps.step("pages …"):
    told = steps.call([sys.executable, "-c", "import pathlib; print(pathlib.Path('suits').read_text())"], cwd=pathlib.Path())
assert told == "♠ ♥ ♦ ♣\\n", ascii(told)
"""


def test_a_terminal_without_utf_8_shows_question_marks_and_files_are_read_as_utf_8(tmp_path: Path) -> None:
    (tmp_path / "suits").write_text("♠ ♥ ♦ ♣", "utf-8")
    (tmp_path / "task.py").write_text(STEP, "utf-8")
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(TASKS)}
    western = {**bare, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "task.py"], cwd=tmp_path, env=western, capture_output=True, check=False
    )
    assert done.stderr == b""
    assert done.stdout.startswith(b"  pages ? ? ")


LONG = """
import pathlib, sys
import steps
steps.Line.TICK, steps.Line.PATIENCE = 0.01, 0.0
times = iter(["", "12 of 98 texts read", "98 texts read"])
with steps.step("pages"):
    steps.call([sys.executable, "-c", "import time; time.sleep(1)"], cwd=pathlib.Path(), often=lambda: steps.at(next(times, "")))
"""


def test_a_long_step_says_what_it_is_at(tmp_path: Path) -> None:
    (tmp_path / "task.py").write_text(LONG, "utf-8")
    bare = {"PATH": os.environ["PATH"], "PYTHONPATH": str(TASKS), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "task.py"], cwd=tmp_path, env=bare, capture_output=True, encoding="utf-8", check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "  pages … "
    assert lines[1].startswith("    12 of 98 texts read, ")
    assert re.fullmatch(r"    98 texts read, \d+ s … \d+\.\d s", lines[2])


def test_pages_are_counted_from_what_the_build_tells(tmp_path: Path) -> None:
    file = tmp_path / "progress.txt"
    assert building.pages_done(file) == ""
    file.write_text("read of 98\n" + 12 * "read\n")
    assert building.pages_done(file) == "12 of 98 texts read"
    file.write_text(
        "read of 98\n" + 98 * "read\n" + "written of 98\nwritten\nwritten of 377\n" + 9 * "written\n"
    )
    assert building.pages_done(file) == "98 texts read, 10 of 475 pages written"


def test_a_changed_record_touches_the_rule_sets_written_on_it() -> None:
    touched = changed.rule_sets_of(["engine/whister/rules/boston/whischt-bostonien.toml", "README.md"])
    assert touched == ["boston/mariland", "boston/nantes", "boston/whischt-bostonien"]
    assert changed.rule_sets_of(["examples/hearts/domino.md"]) == ["hearts/domino"]
    assert changed.rule_sets_of(["docs/index.md", "examples/hearts/strategy.md"]) == []


def test_what_all_of_a_family_have_touches_all_of_it() -> None:
    touched = changed.rule_sets_of(["engine/whister/rules/rook/_family.toml"])
    assert {"rook/tournament", "rook/whist-52"} < {*touched}
    assert {name.partition("/")[0] for name in touched} == {"rook"}


@pytest.mark.parametrize(
    ("words", "since", "left"),
    [
        (["-k", "moon"], "", ["-k", "moon"]),
        (["--changed"], "HEAD", []),
        (["--changed=main", "-x"], "main", ["-x"]),
    ],
)
def test_changes_are_looked_for_where_that_is_asked(words: list[str], since: str, left: list[str]) -> None:
    assert changed.changed_since(words) == (since, left)


def test_a_commit_that_is_none_is_named() -> None:
    with pytest.raises(Trouble, match="since no-such-commit"):
        changed.changed_files("no-such-commit")
