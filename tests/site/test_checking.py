"""A mistake in a record is told with its file and line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import whister

ROOT = Path(__file__).resolve().parents[2]
RULES = "engine/whister/rules/hearts/modern.toml"
MISTAKES = {
    "TOML that ends too early": ('slug = "direction"', "slug = direction", f"{RULES}:", "not TOML"),
    "a key that is none": (
        'slug = "direction"',
        'slug = "direction"\nfoo = 1',
        f"{RULES}:",
        "'foo' is not a key here",
    ),
    "a mechanism that is none": ("rule = { players =", "rule = { playres =", f"{RULES}:", "playres"),
}


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """A copy of the engine, to make mistakes in."""
    shutil.copytree(Path(whister.__file__).parent, tmp_path / "engine/whister")
    return tmp_path


def told(folder: Path, *names: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "_watch.checking", *names],
        cwd=ROOT / "docs",
        env={"PYTHONPATH": os.pathsep.join([str(folder / "engine"), str(ROOT / "docs/_ext")])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_records_without_mistakes_have_nothing_told_of_them(engine: Path) -> None:
    assert told(engine) == (0, "\n")


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_names_its_file_and_line_and_is_told_once(engine: Path, name: str) -> None:
    old, new, where, said = MISTAKES[name]
    file = engine / RULES
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    line = text[: text.index(old)].count("\n") + 1
    status, out = told(engine, "hearts/modern", "hearts/black-lady")
    assert status == 1
    (only,) = out.strip().splitlines()
    number = only.removeprefix(where).partition(":")[0]
    assert only.startswith(where)
    assert abs(int(number) - line) <= 6, only
    assert said in only


def test_a_rule_set_without_a_page_is_told_in_one_line(engine: Path) -> None:
    old = engine / RULES
    (old.parent / "modern-again.toml").write_text('title = "Again"\nextends = "hearts/modern"\n', "utf-8")
    assert told(engine) == (
        1,
        "docs/hearts/modern-again.md: there is no such page, and engine/whister/rules/hearts/modern-again.toml needs one\n",
    )
