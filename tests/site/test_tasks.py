"""The tasks themselves, which must work on any machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import apart
import building
import changed
import checks
import environments
import node
import steps
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
    ("words", "asked"),
    [
        (["-k", "moon"], ("", False, ["-k", "moon"])),
        (["--changed"], ("HEAD", False, [])),
        (["--changed=main", "-x"], ("main", False, ["-x"])),
        (["--apart"], ("", True, [])),
    ],
)
def test_what_stands_after_the_session_of_all_tests_is_for_it_or_for_pytest(
    words: list[str], asked: tuple[str, bool, list[str]]
) -> None:
    assert changed.asked_for(words) == asked


def test_a_commit_that_is_none_is_named() -> None:
    with pytest.raises(Trouble, match="since no-such-commit"):
        changed.changed_files("no-such-commit")


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a small Git repository with committed, changed, deleted, new and ignored files."""
    root = tmp_path / "repository"
    root.mkdir()
    for name, text in {"kept": "kept", "changed": "old", "deleted": "here", ".gitignore": "build\n"}.items():
        (root / name).write_text(text)
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "First")
    (root / "changed").write_text("new")
    (root / "deleted").unlink()
    (root / "added").mkdir()
    (root / "added/file").write_text("added")
    (root / "build").mkdir()
    (root / "build/made").write_text("made")
    for module in (apart, checks, steps):
        monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(apart, "CLONES", root / "build/apart")
    return root


@pytest.mark.parametrize("unpacked", [False, True])
def test_a_clone_has_what_is_committed_or_changed_and_nothing_that_was_made(
    repository: Path, unpacked: bool
) -> None:
    if unpacked:  # from an archive
        shutil.rmtree(repository / ".git")
    folder = apart.clone("lint")
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    assert {file for file in files if not file.startswith(".git/")} == {
        ".gitignore",
        "added/file",
        "changed",
        "kept",
    }
    assert (folder / "changed").read_text() == "new"


RAN = """
import json, pathlib, sys
pathlib.Path("build").mkdir()
check = {"title": "ruff", "passed": 2, "failed": 0, "seconds": 1.0, "note": ""}
pathlib.Path("build/checks.json").write_text(json.dumps({"checks": [check], "notes": ["no Python 3.14"]}))
sys.exit(int(sys.argv[1]))
"""


@pytest.mark.parametrize(("status", "failed"), [(0, 0), (1, 1)])
def test_what_a_session_came_to_in_its_clone_counts_in_the_whole(
    repository: Path, status: int, failed: int
) -> None:
    run = checks.Checks()
    run.take_over("lint", [sys.executable, "-c", RAN, str(status)], apart.clone("lint"))
    assert [check.passed for check in run.done if check.title == "ruff"] == [2]
    assert sum(check.failed for check in run.done) == failed
    assert run.notes == ["no Python 3.14"]


def test_a_session_that_never_began_in_its_clone_has_failed(repository: Path) -> None:
    run = checks.Checks()
    run.take_over("lint", [sys.executable, "-c", "raise SystemExit(1)"], apart.clone("lint"))
    assert sum(check.failed for check in run.done) == 1


def test_tests_that_were_begun_beside_others_are_shown_and_counted_when_they_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "REPORTS", tmp_path)
    monkeypatch.setattr(checks, "npm_packages", lambda: SimpleNamespace(path={}))
    (tmp_path / "test_two.py").write_text("def test_a(): pass\ndef test_b(): assert not 'this'\n")
    run = checks.Checks()
    run.begin_pytest("two", Path(sys.executable), "two", "-c", "/dev/null", tmp_path / "test_two.py")
    assert run.done == []
    run.settle()
    assert [(check.title, check.passed, check.failed) for check in run.done] == [("two", 1, 1)]
    assert "assert not 'this'" in capfd.readouterr().out


def test_what_uv_does_not_find_is_installed_by_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of pip may name an index that those of uv do not."""
    programs = {"uv": "echo 'no such package'; exit 1", "python": f'echo "$@" > {tmp_path / "asked"}'}
    for name, does in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(environments, "uv", lambda: tmp_path / "uv")
    monkeypatch.setattr(environments, "bootstrap", lambda: tmp_path / "python")
    environments._install(tmp_path / "tests.txt", tmp_path / "environment/python")
    asked = (tmp_path / "asked").read_text()
    assert "--require-hashes" in asked
    assert f"--requirement {tmp_path / 'tests.txt'}" in asked
    assert f"--python {tmp_path / 'environment/python'}" in asked


@pytest.mark.parametrize(
    ("checking", "told"),
    [
        ("echo 'engine/whister/rules/rook/tournament.toml:7: not TOML'; exit 1", r"^engine\S+:7: not TOML$"),
        ("echo", "^no room left on the disk$"),
        ("exit 1", "^no room left on the disk$"),
    ],
)
def test_where_something_fails_over_a_record_its_mistake_is_told(
    tmp_path: Path, checking: str, told: str
) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{checking}\n")
    python.chmod(0o755)
    with pytest.raises(Trouble, match=told), building.records_first(python):
        steps.call(["sh", "-c", "echo no room left on the disk; exit 1"])


def test_a_mistake_in_a_script_is_told_without_the_program_that_found_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "site.js").write_text("function (")
    with pytest.raises(Trouble) as trouble:
        node.esbuild(node.npm_packages(), tmp_path / "site.js")
    assert "site.js:1:9" in str(trouble.value)
    assert "node:" not in str(trouble.value)
    assert steps.FAILED not in str(trouble.value)
