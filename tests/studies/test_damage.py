"""Files of results that are damaged, or that two studies open at the same time."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import whister
from whister import StudyError
from whister.studies import store
from whister.studies.asked import asked_of
from whister.studies.chunks import sums_of
from whister.studies.kept import Kept
from whister.studies.store import Store
from whister.studies.sums import from_json, to_json

BLACK_LADY = whister.load("hearts/black-lady")


def play(file: Path, **more: Any) -> Any:
    return whister.study(BLACK_LADY, "random", deals=200, file=file, **more)


def change(file: Path, *commands: str) -> None:
    with closing(sqlite3.connect(file)) as base, base:
        for command in commands:
            base.execute(command)


IMPOSSIBLE = {
    "a number without end": '{"deals": [200, 200, 200], "gap": [200, 1e400, 5]}',
    "a number of values without end": '{"deals": [1e400, 200, 200]}',
    "an enormous number": '{"deals": [200, 200, 200], "gap": [200, 1, 1%s]}' % ("0" * 400),
    "an enormous power": '{"deals": [200, 200, 200], "gap": [200, "1e400", 5]}',
    "a divided zero": '{"deals": [200, 200, 200], "gap": [200, "1/0", 5]}',
    "negative squares": '{"deals": [200, 200, 200], "gap": [200, 0, -1]}',
    "squares too small": '{"deals": [200, 200, 200], "gap": [2, 10, 49]}',
    "more voids than deals": '{"deals": [200, 200, 200], "void/all-pass": [201, 201, 201]}',
    "more results than deals": '{"deals": [200, 200, 200], "result/1": [201, 0, 0]}',
    "a share above one": '{"deals": [200, 200, 200], "best/1": [2, 3, 5]}',
    "a share below nought": '{"deals": [200, 200, 200], "best/1": [2, -1, 1]}',
}


@pytest.mark.parametrize("sums", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_sums_that_no_values_have_are_damage(sums: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.sqlite"
    play(file)
    change(file, f"update chunks set sums = '{sums}'")
    with pytest.raises(StudyError, match="chunk 1 of the deals cannot be read; the file is damaged"):
        play(file)


def test_a_kept_line_with_such_sums_is_refused() -> None:
    asked = asked_of(BLACK_LADY, "random", 0, deals=200)
    line = Kept.of("set", "hearts/black-lady", asked, sums_of(asked.chunk("deals", 1)), {}).line()
    assert Kept.parse(line).line() == line
    found = json.loads(line)
    found["sums"]["gap"][1] = float("inf")
    with pytest.raises(StudyError, match="the sums of a chunk cannot be read"):
        Kept.parse(json.dumps(found))


def test_the_sums_of_every_part_are_possible() -> None:
    """With differences, and with players who differ."""
    pair = (BLACK_LADY, whister.load("hearts/black-lady", revoke="foster"))
    mixed = asked_of(
        pair, ["random", "cautious", "random", "random"], 1, deals=1, games=1, field=1, rollouts=4
    )
    every = [*mixed.chunks(), asked_of(pair[1], "cautious", 1, revokes=1).chunk("revokes", 1)]
    for sums in map(sums_of, every):
        assert from_json(to_json(sums)) == sums


@pytest.mark.parametrize("table", ["about", "chunks"])
def test_a_file_without_one_of_its_tables_is_damaged(table: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.sqlite"
    play(file)
    change(file, f"drop table {table}")
    before = file.read_bytes()
    with pytest.raises(StudyError, match=r"odd\.sqlite: a table is missing; the file is damaged"):
        play(file, games=20)
    assert file.read_bytes() == before


def test_two_studies_that_add_parts_at_the_same_time_both_add_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one compares what it has read, the other opens the file too, and has to wait."""
    file, only = tmp_path / "both.sqlite", store._only
    parts: list[dict[str, Any]] = [{"deals": 1}, {"games": 1}, {"field": 1}]
    deals, games, field = (asked_of(BLACK_LADY, "random", 0, **part).about() for part in parts)
    Store(file, deals).__exit__(None, None, None)
    threads: list[Thread] = []

    def other() -> None:
        with Store(file, games):
            pass

    def slowly(*given: Any) -> Any:
        if not threads:
            threads.append(Thread(target=other))
            threads[0].start()
            threads[0].join(0.5)
        return only(*given)

    monkeypatch.setattr(store, "_only", slowly)
    with Store(file, field):
        pass
    threads[0].join(60)
    with closing(sqlite3.connect(file)) as base:
        kept = json.loads(base.execute("select study from about").fetchone()[0])
    assert set(kept["sizes"]) == set(kept["policy"]) == {"deals", "games", "field"}


def test_another_study_is_told_by_its_rules_and_players_before_its_hashes(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    play(file)
    with pytest.raises(StudyError, match=r"left as it is \(rules: .*; players: .*; seed: .*; behaviour: "):
        whister.study(whister.load("rook/kentucky"), "cautious", deals=200, seed=1, file=file)
