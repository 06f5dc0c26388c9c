"""A mistake in a record is reported with its file and line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import whister
from _watch import checking

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
    "a source that is none": (
        'key = "wp-hearts-es"',
        'key = "wp-hearts-ex"',
        f"{RULES}:",
        "did you mean 'wp-hearts-es'?",
    ),
    "a mechanism that is none": ("rule = { players =", "rule = { playres =", f"{RULES}:", "playres"),
}


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """Return a folder with a copy of the engine, in which a test makes mistakes."""
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
        "docs/hearts/modern-again.md: this page does not exist, but engine/whister/rules/hearts/modern-again.toml needs one\n",
    )


def test_a_clause_that_a_parent_has_is_told_with_its_line(engine: Path) -> None:
    file = engine / RULES.replace("modern", "domino")
    text = file.read_text("utf-8")
    file.write_text(
        text + '\n[[clause]]\nslug = "direction"\ntitle = "The cut"\nsection = "dealing"\n'
        'text = "Nobody."\nprose = "physical"\nsources = [{ key = "wp-hearts", evidence = "default", seen = "full" }]\n',
        "utf-8",
    )
    status, out = told(engine, "hearts/domino")
    assert status == 1
    assert out.startswith(f"{RULES.replace('modern', 'domino')}:{text.count(chr(10)) + 3}: ")
    assert "'direction'" in out


def test_a_history_that_names_a_source_that_is_none_is_told_with_its_line(engine: Path) -> None:
    file = engine / "engine/whister/history/rook.toml"
    text = file.read_text("utf-8")
    line = text[: text.index('key = "')].count("\n") + 1
    file.write_text(text.replace('key = "', 'key = "no-', 1), "utf-8")
    status, out = told(engine)
    assert status == 1
    assert out.startswith(f"engine/whister/history/rook.toml:{line}: unknown source 'no-")


def test_a_bibliography_that_cannot_be_read_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "BIBLIOGRAPHY", tmp_path / "references.bib")
    checking.BIBLIOGRAPHY.write_text("@book{hoyle,\n  title = {{Games},\n}\n\n@book{foster,\n}\n", "utf-8")
    (only,) = checking.mistakes()
    assert re.match(r"docs/references\.bib:\d: syntax error", only)


EXAMPLE = """# A page

```python
>>> import whister
>>> [1, 2,
...  3]
[1, 2, 3]

```

And more.

```python
>>> whister.catalogue()[0]
'boston/american'
>>> print("two\\nlines")
two
lines

```

```python
half = whister.load("boston/american").title[0:1]
assert half == "A"
```
"""


@pytest.mark.parametrize(
    ("was", "becomes", "line", "said"),
    [
        ("[1, 2, 3]\n\n", "[1, 2]\n\n", 5, "[1, 2, 3]"),
        ("'boston/american'\n", "'boston/hoyle'\n", 14, "'boston/american'"),
        ("\ntwo\n", "\nthree\n", 16, "two\nlines"),
        ("catalogue()[0]", "catalog()", 14, "AttributeError: module 'whister' has no attribute 'catalog'"),
        ('half == "A"', 'half == "B"', 24, "AssertionError"),
        ("[0:1]", "[0:1", 23, "SyntaxError"),
    ],
)
def test_an_example_that_comes_out_otherwise_is_told_with_its_line(
    tmp_path: Path, was: str, becomes: str, line: int, said: str
) -> None:
    file = tmp_path / "american.md"
    file.write_text(EXAMPLE, "utf-8")
    assert list(checking.wrong_examples([file])) == []
    assert was in EXAMPLE
    file.write_text(EXAMPLE.replace(was, becomes), "utf-8")
    (only,) = checking.wrong_examples([file])
    assert only.startswith(f"american.md:{line}: ")
    assert said in only


def test_an_example_that_is_gone_has_nothing_told_of_it(tmp_path: Path) -> None:
    assert list(checking.wrong_examples([tmp_path / "gone.md"])) == []
