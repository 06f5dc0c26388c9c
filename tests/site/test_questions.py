"""A page is rebuilt if the answer to one of its questions has changed, and only then."""

from __future__ import annotations

import filecmp
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rulebook.base import questions
from rulebook.base.questions import Kept, file_text, hashed, note_record, noting, question
from whister.rulesets import choosing, reader

ROOT = Path(__file__).resolve().parents[2]


# ---- questions


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the file `words`, after forgetting all earlier answers."""
    monkeypatch.setattr(questions, "_outcomes", {})
    (tmp_path / "words").write_text("three green cards")
    return tmp_path


@question
def first_word(folder: str) -> str:
    return file_text(Path(folder, "words")).split()[0]


@question
def no_word(folder: str) -> str:
    raise LookupError(first_word(folder))


def asked_by_a_page(folder: Path, *ask: object) -> Kept:
    """Return what is stored for a page that has asked these questions."""
    kept = Kept()
    with noting() as asked:
        for each in ask:
            assert callable(each)
            each(str(folder))
    kept.keep("page", asked)
    kept.settle()
    return kept


def now_has(folder: Path, words: str) -> None:
    (folder / "words").write_text(words)
    questions._outcomes.clear()


def changes_with_the_first_word(folder: Path, kept: Kept) -> None:
    now_has(folder, "three red cards")
    assert kept.stale() == set()
    now_has(folder, "four red cards")
    assert kept.stale() == {"page"}


def test_a_page_stands_while_the_answer_does_whatever_else_changes_in_the_file(folder: Path) -> None:
    changes_with_the_first_word(folder, asked_by_a_page(folder, first_word))


def test_a_page_that_has_read_a_file_stands_only_while_the_file_does(folder: Path) -> None:
    kept = asked_by_a_page(folder, lambda folder: file_text(Path(folder, "words")))
    assert kept.stale() == set()
    now_has(folder, "three red cards")
    assert kept.stale() == {"page"}


def test_where_nothing_is_kept_what_may_rest_on_pages_is_asked_again_and_files_are_not_hashed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "_keeping", [True])
    questions.keep_nothing()
    with noting() as asked:
        assert first_word(str(folder)) == "three"
    assert asked == set()
    (folder / "words").write_text("four red cards")
    questions._outcomes.pop((questions.FILE, str(folder / "words")))
    questions.forget_pages()
    assert first_word(str(folder)) == "four"


def test_an_error_is_an_answer(folder: Path) -> None:
    def asks(folder: str) -> None:
        for _ in range(2):
            with pytest.raises(LookupError, match="three"):
                no_word(folder)

    changes_with_the_first_word(folder, asked_by_a_page(folder, asks))


def test_a_file_that_comes_to_be_is_a_change(folder: Path) -> None:
    def asks(folder: str) -> None:
        with pytest.raises(FileNotFoundError):
            file_text(Path(folder, "more"))

    kept = asked_by_a_page(folder, asks)
    (folder / "more").write_text("cards")
    questions._outcomes.clear()
    assert kept.stale() == {"page"}


def test_a_question_that_nobody_knows_any_more_is_a_change(folder: Path) -> None:
    kept = asked_by_a_page(folder, first_word)
    kept.pages["page"] = frozenset({("forgotten", "word")})
    kept.answers["forgotten", "word"] = questions.Answer("", frozenset())
    assert kept.stale() == {"page"}


def test_what_two_processes_have_kept_comes_together(folder: Path) -> None:
    one, other = Kept(), asked_by_a_page(folder, first_word)
    other.fresh = dict(other.answers)
    one.take(["page"], other)
    now_has(folder, "four red cards")
    assert one.stale() == {"page"}


@pytest.fixture
def rook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the folder of a copy of the records of Rook, which is read instead of the originals."""
    shutil.copytree(questions.RULES / "rook", tmp_path / "rook")
    for module, name in ((questions, "RULES"), (reader, "_RULES")):
        monkeypatch.setattr(module, name, tmp_path)
    monkeypatch.setattr(questions, "_outcomes", {})
    forget_records()
    yield tmp_path / "rook"
    forget_records()


def forget_records() -> None:
    for cached in (reader._read, reader.chain, choosing.stack_of):
        cached.cache_clear()
    questions._outcomes.clear()


def test_what_a_child_says_otherwise_may_change_in_its_parent_and_the_childs_page_stands(rook: Path) -> None:
    kept = Kept()
    for name in ("whist-52", "whist-56"):
        with noting() as asked:
            note_record(f"rook/{name}")
        kept.keep(name, asked)
    file = rook / "whist-56.toml"
    book, lead = (
        "The first seven tricks of a side",
        "The player to the dealer's left leads to the first trick",
    )
    for old, stale in ((book, {"whist-56"}), (lead, {"whist-52", "whist-56"})):
        text = file.read_text("utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, f"{old}, as is said,"), "utf-8")
        forget_records()
        assert kept.stale() == stale


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1", 1),
        (True, 1),
        (("a", "b"), ("ab",)),
        (("a", ("b",)), (("a",), "b")),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ([], None),
    ],
)
def test_answers_that_differ_have_different_hashes(one: object, other: object) -> None:
    assert hashed(one) != hashed(other)
    assert hashed(one) == hashed(one)


def test_a_set_has_no_order() -> None:
    assert hashed({"a", "b", "c"}) == hashed({"c", "b", "a"})


# ---- the site


PAGES = ("404", "index", "evidence", "cite", "proof", "boston/index", "boston/history", "boston/errata")
SETS = ("boston/fontainebleau", "boston/american", "boston/hoyle")
KNOWN = ("wp-boston-es", "foster-etext", "almanach-des-jeux-1783", "tlfi-boston")
"""A part of the site; its references to what is left out do not matter here."""


class Change(NamedTuple):
    """A change to a file, and the pages that must show the new words."""

    file: str
    old: str
    new: str
    shows: tuple[str, ...]


RULES, HISTORY = "engine/whister/rules/boston/", "engine/whister/history/boston.toml"
CHANGES = {
    "a clause's words, which children take over": Change(
        f"{RULES}fontainebleau.toml", "clockwise, to the left.", "clockwise, that is to the left.",
        ("boston/fontainebleau", "boston/american", "boston/fontainebleau/clauses", "boston/american/clauses",
         "boston/american/clauses/cards.json", "_data/boston/fontainebleau.json")),
    "a clause's title, which other pages show": Change(
        f"{RULES}fontainebleau.toml", 'title = "Direction"', 'title = "Which way round"',
        ("boston/fontainebleau", "boston/fontainebleau/cite", "boston/fontainebleau/cite/items.bib",
         "boston/american/clauses", "sources/wp-boston-es")),
    "a case": Change(
        f"{RULES}fontainebleau.toml", "The ace beats the two.", "An ace beats a two.",
        ("boston/fontainebleau", "boston/fontainebleau/clauses")),
    "a clause of a child": Change(
        f"{RULES}american.toml", "even for a single deal.", "not even for a single deal.",
        ("boston/american", "boston/american/clauses")),
    "a rule set's title": Change(
        f"{RULES}american.toml", 'title = "', 'title = "Great ',
        ("boston/american", "boston/index", "index", "embed/boston/american", "boston/american/cite")),
    "a dated claim": Change(
        HISTORY, "Maw, first recorded", "Maw, first mentioned", ("boston/history",)),
    "a worked example": Change(
        "examples/boston/fontainebleau.md", "Four players sit in order", "Four players sit in the order",
        ("boston/fontainebleau",)),
    "a sentence": Change("docs/evidence.md", "Every clause says where", "Each clause says where", ("evidence",)),
    "a text that another includes": Change(
        "docs/boston/_history-fontainebleau.md", "No second source", "No other source", ("boston/fontainebleau",)),
    "a page's title": Change(
        "docs/evidence.md", "# Evidence", "# The evidence",
        ("evidence", "index", "boston/fontainebleau", "boston/hoyle/clauses", "sources/foster-etext", "404.html", "cite")),
    "a result of the proof": Change(
        "tests/proof/results/mutants.json", "Intel(R) Xeon(R) Processor, 2 cores", "another machine", ("proof",)),
}  # fmt: skip


ROUNDS = (
    ("a clause's words, which children take over", "a sentence", "a dated claim"),
    ("a clause's title, which other pages show", "a result of the proof"),
    ("a case",),
    ("a clause of a child", "a text that another includes"),
    ("a rule set's title", "a worked example"),
    ("a page's title",),
)
"""Changes that are built together affect different pages, so that none hides that another was missed."""

NOT_KEPT = Change(
    f"{RULES}fontainebleau.toml", "Boston is not dealt to five players.", "Boston is never dealt to five players.",
    ("boston/fontainebleau", "boston/american", "boston/hoyle", "boston/fontainebleau/clauses"))  # fmt: skip
"""A change that is reverted after its build was stopped half-way."""


class Project:
    """A copy of a part of the sources of the site, and the site that is built from it again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = folder / "site"
        left_out = shutil.ignore_patterns(
            ".*", "build", "node_modules", "__pycache__", "browser", "cli", "golden"
        )
        for place in ("engine", "docs", "examples", "tests"):
            shutil.copytree(ROOT / place, folder / place, ignore=left_out)
        for paper in ("pyproject.toml", "CHANGELOG.md"):
            shutil.copy(ROOT / paper, folder)
        source = folder / "docs/references.bib"
        entries = source.read_text("utf-8").split("\n@")
        kept = [entry for entry in entries if any(f"{{{key}," in entry for key in KNOWN)]
        assert len(kept) == len(KNOWN)
        source.write_text("\n@".join(["", *kept]), encoding="utf-8")
        for text in (folder / "docs").rglob("*.md"):
            name = str(text.relative_to(folder / "docs").with_suffix(""))
            if name not in {*PAGES, *SETS} and not text.name.startswith("_"):
                text.unlink()
        lock = folder / "docs/anchors.lock"
        addresses = lock.read_text("utf-8").splitlines()
        lock.write_text(
            "".join(f"{line}\n" for line in addresses if line.partition("#")[0] in SETS and "->" not in line),
            "utf-8",
        )
        every = {*(folder / "engine/whister/rules").glob("*/[!_]*.toml")}
        for record in every - {folder / f"engine/whister/rules/{name}.toml" for name in SETS}:
            record.unlink()

    def make(self, processes: int, site: Path | None = None) -> None:
        """Build or rebuild the site; a warning is an error, as in the real build."""
        build = self._begin(processes, site or self.site)
        said, _ = build.communicate()
        assert build.returncode == 0, said

    def make_and_stop(self, change: Change) -> None:
        """Begin to rebuild the site, and kill the build as soon as one of the pages shows the change."""
        build = self._begin(2, self.site)
        while not any(change.new in self.page(page) for page in change.shows):
            assert build.poll() is None, build.communicate()[0]
            time.sleep(0.01)
        os.killpg(build.pid, signal.SIGKILL)
        build.communicate()

    def _begin(self, processes: int, out: Path) -> subprocess.Popen[str]:
        own = ("engine", "docs/_ext", "docs")
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(self.folder / place) for place in own),
            "PYTHONHASHSEED": "0",
            "SOURCE_DATE_EPOCH": "315532800",
        }
        vain = "suppress_warnings=rule,ref,myst,toc,bibtex,docutils,app"
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-b",
            "dirhtml",
            "--quiet",
            "--fail-on-warning",
            "-D",
            vain,
        ]
        command += ["-j", str(processes), "-d", f"{out}-read", str(self.folder / "docs"), str(out)]
        return subprocess.Popen(
            command,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def change(self, change: Change) -> None:
        """Change a file."""
        file = self.folder / change.file
        text = file.read_text("utf-8")
        assert change.old in text
        file.write_text(text.replace(change.old, change.new, 1), "utf-8")

    def page(self, name: str) -> str:
        """Return the contents of a page or of another file."""
        place = self.site / name.removesuffix("index")
        return (place / "index.html" if place.is_dir() else place).read_text("utf-8")


def files(folder: Path) -> Iterable[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def test_each_kind_of_change_is_on_every_page_that_shows_it_and_all_is_as_if_made_at_once(
    tmp_path: Path,
) -> None:
    project = Project(tmp_path / "project")
    assert sorted(CHANGES) == sorted(what for together in ROUNDS for what in together)
    project.make(2)
    for together in ROUNDS:
        for what in together:
            project.change(CHANGES[what])
        project.make(2)
        for what in together:
            word = CHANGES[what].new.partition('= "')[2] or CHANGES[what].new
            missing = [page for page in CHANGES[what].shows if word.strip('"# ') not in project.page(page)]
            assert not missing, what

    project.change(NOT_KEPT)
    project.make_and_stop(NOT_KEPT)
    project.change(NOT_KEPT._replace(old=NOT_KEPT.new, new=NOT_KEPT.old))
    project.make(2)

    at_once = tmp_path / "at once"
    project.make(1, at_once)
    assert files(at_once) == files(project.site)
    assert filecmp.cmpfiles(at_once, project.site, files(at_once), shallow=False)[1:] == ([], [])
