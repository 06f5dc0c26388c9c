"""The file of a study: interrupted and continued, written by several processes, damaged, or not a file of results."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

import whister
from whister import StudyError
from whister.studies.asked import asked_of
from whister.studies.store import Store
from whister.studies.sums import to_json

BLACK_LADY = whister.load("hearts/black-lady")
ALL: dict[str, Any] = {"deals": 1200, "games": 40}
RUN = (
    "import sys, whister\n"
    "whister.study(whister.load('hearts/black-lady'), 'random', deals=1200, games=40, file=sys.argv[1])\n"
)


def whole() -> dict[str, Any]:
    return to_json(whister.study(BLACK_LADY, "random", **ALL).sums)


def started(file: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", RUN, str(file)])


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open the database, and close it, with what was done in it."""
    with closing(sqlite3.connect(file)) as base, base:
        yield base


def chunks_in(file: Path) -> int:
    try:
        with opened(file) as base:
            return int(base.execute("select count(*) from chunks").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_a_study_that_was_killed_goes_on_with_the_same_digits(tmp_path: Path) -> None:
    file = tmp_path / "killed.sqlite"
    process = started(file)
    until = time.monotonic() + 60
    while chunks_in(file) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = chunks_in(file)
    assert 2 <= before < 8, "it was killed between its first and its last chunk"
    played: list[Any] = []
    found = whister.study(BLACK_LADY, "random", **ALL, file=file, told=played.append)
    assert len(played) == 8 - before, "no chunk is played twice"
    assert to_json(found.sums) == whole()


def test_two_processes_write_one_file_and_no_chunk_counts_twice(tmp_path: Path) -> None:
    file = tmp_path / "both.sqlite"
    both = [started(file), started(file)]
    assert [process.wait(120) for process in both] == [0, 0]
    assert chunks_in(file) == 8
    assert to_json(whister.study(BLACK_LADY, "random", **ALL, file=file).sums) == whole()


def test_a_finished_study_is_extended(tmp_path: Path) -> None:
    file = tmp_path / "more.sqlite"
    whister.study(BLACK_LADY, "random", deals=200, file=file)
    played: list[Any] = []
    more = whister.study(BLACK_LADY, "random", deals=400, file=file, told=played.append)
    assert (len(played), more.deals) == (1, 400)
    assert whister.study(BLACK_LADY, "random", deals=200, file=file).deals == 200, "only what was asked for"


def test_another_part_is_added_to_a_finished_study(tmp_path: Path) -> None:
    file = tmp_path / "parts.sqlite"
    whister.study(BLACK_LADY, "random", deals=200, file=file)
    more = whister.study(BLACK_LADY, "random", deals=200, games=20, field=1, rollouts=20, file=file)
    assert (more.deals, more.games, more.field) == (200, 20, 1)
    assert whister.study(BLACK_LADY, "random", deals=200, seed="0", file=file).deals == 200, (
        "the seed 0 is the seed '0'"
    )


def with_sums(sums: str) -> Any:
    """Return a function that makes a file whose chunks have these sums."""

    def damaged(file: Path) -> None:
        whister.study(BLACK_LADY, "random", deals=200, file=file)
        with opened(file) as base:
            base.execute("update chunks set sums = ?", (sums,))

    return damaged


def cut_short(file: Path) -> None:
    whister.study(BLACK_LADY, "random", deals=200, file=file)
    file.write_bytes(file.read_bytes()[:3000])


def foreign(file: Path) -> None:
    with opened(file) as base:
        base.execute("create table birds (name text)")


def newer(file: Path) -> None:
    whister.study(BLACK_LADY, "random", deals=200, file=file)
    with opened(file) as base:
        base.execute("pragma user_version = 99")


def other(file: Path) -> None:
    whister.study(BLACK_LADY, "cautious", deals=200, file=file)


def other_players(file: Path) -> None:
    about = asked_of(BLACK_LADY, "random", 0, deals=200).about() | {"policy": {"deals": "01234567"}}
    with Store(file, about):
        pass


def text(file: Path) -> None:
    file.write_text("deal,seat\n1,0\n")


DAMAGED = ('{"gap": [1]}', "{}", '{"deals": [200, 200, 200], "gap": [0, 0, 0]}')
WRONG = [
    *((with_sums(sums), "chunk 1 of the deals cannot be read; the file is damaged") for sums in DAMAGED),
    (cut_short, r"cannot be opened: the file is damaged \("),
    (foreign, "a database, but not a file of results"), (newer, "form 2, got form 99"),
    (other, r"contains another study, which is left as it is \(players"),
    (other_players, r"another study, .*policy: \{'deals': '01234567'\} there"), (text, "not a file of results"),
    (Path.mkdir, "cannot be opened"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "says"), WRONG, ids=[make.__name__ for make, _ in WRONG])
def test_a_file_that_does_not_fit_is_refused_and_stays_as_it_is(make: Any, says: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.sqlite"
    make(file)
    before = file.read_bytes() if file.is_file() else b""
    with pytest.raises(StudyError, match=says):
        whister.study(BLACK_LADY, "random", deals=200, file=file)
    assert (file.read_bytes() if file.is_file() else b"") == before


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"odd\.sqlite cannot be opened: there is no folder .*nowhere"):
        whister.study(BLACK_LADY, "random", deals=200, file=tmp_path / "nowhere" / "odd.sqlite")


def test_a_disk_that_is_full_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "full.sqlite"
    whister.study(BLACK_LADY, "random", deals=200, file=file)
    with Store(file, asked_of(BLACK_LADY, "random", 0, deals=200).about()) as store:
        pages = store._base.execute("pragma page_count").fetchone()[0]
        store._base.execute(f"pragma max_page_count = {pages}")
        first = next(store.sums("deals", 1))

        def fill() -> None:
            for number in range(2, 200):
                store.keep("deals", number, first)

        with pytest.raises(StudyError, match=r"cannot be written: database or disk is full.*is still there"):
            fill()
        assert next(store.sums("deals", 1)) == first
