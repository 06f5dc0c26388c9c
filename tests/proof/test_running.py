"""The proof continues where it stopped: whenever that was, nothing that was done is lost or done twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulebook.proofs import proved
from rulebook.proofs.proved import Run
from tests.proof import again, inputs
from tests.proof.__main__ import main
from tests.proof.__main__ import part as part_of
from tests.proof.counting import CHUNKS, part
from tests.proof.running import Changed, Found, Part, carry_on, machine, note, opened

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list with the hash of the code, which a test may change."""
    today = ["a"]
    monkeypatch.setattr(proved, "code", lambda _part: today[0])
    return today


def test_it_goes_on_where_it_was_killed_at_any_instant(tmp_path: Path) -> None:
    command = f"from tests.proof.counting import *; carry_on(part(Path({str(tmp_path)!r})), jobs=2)"
    own = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    known = set[int]()
    kills = 0
    for rest in (0.1, 0.0, 0.013):
        going = subprocess.Popen(
            [sys.executable, "-c", command], cwd=ROOT, stdout=subprocess.DEVNULL, env=own
        )
        while going.poll() is None and len(done(tmp_path)) < len(known) + 2:
            time.sleep(0.005)
        time.sleep(rest)
        kills += going.poll() is None
        going.send_signal(signal.SIGKILL)
        going.wait()
        now = done(tmp_path)
        assert known < now, "what was done is lost"
        known = now
    assert kills == 3
    assert len(known) < CHUNKS
    time.sleep(1.2)  # the workers of a killed run end by themselves
    run = carry_on(part(tmp_path), jobs=2)
    assert run.counts == {"sum": sum(4**number for number in range(CHUNKS)), "chunks": CHUNKS}
    assert run.chunks == f"0-{CHUNKS - 1}"
    assert run.failed == CHUNKS // 2
    assert sorted(int(remark["chunk"]) for remark in run.remarks) == list(range(CHUNKS))
    assert proved.read("deals", tmp_path) == [run]


def done(folder: Path) -> set[int]:
    """Return the chunks that are done according to the file, which could not be read if it were half-written."""
    runs = proved.read("deals", folder)
    return runs[-1].done if runs else set()


def test_it_stops_when_its_time_is_up_and_later_does_the_rest(tmp_path: Path, code: list[str]) -> None:
    first = carry_on(part(tmp_path), jobs=1, seconds=0.6)
    assert 0 < len(first.done) < CHUNKS
    assert carry_on(part(tmp_path), jobs=2).counts["chunks"] == CHUNKS
    assert carry_on(part(tmp_path), jobs=2).counts["chunks"] == CHUNKS, "what is done is not done again"


def test_other_code_begins_anew_and_the_past_is_kept(tmp_path: Path, code: list[str]) -> None:
    carry_on(part(tmp_path, 3), jobs=1)
    code[0] = "b"
    carry_on(part(tmp_path, 2), jobs=1)
    assert [(run.code, run.counts["chunks"]) for run in proved.read("deals", tmp_path)] == [
        ("a", 3),
        ("b", 2),
    ]
    code[0] = "a"
    carry_on(part(tmp_path, 4), jobs=1)
    assert [(run.code, run.counts["chunks"]) for run in proved.read("deals", tmp_path)] == [
        ("b", 2),
        ("a", 4),
    ]


def test_code_that_changes_meanwhile_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = iter("aaab")
    monkeypatch.setattr(proved, "code", lambda _part: next(hashes))
    with pytest.raises(Changed, match="the chunks done are kept"):
        carry_on(part(tmp_path), jobs=1)
    assert [run.counts["chunks"] for run in proved.read("deals", tmp_path)] == [2]


def test_none_is_not_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["deals", "--deals", "0"])
    assert "--deals: expected 1 or more, got 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "asked", "chunks", "said"),
    [
        ("deals", 1, 1, "  deals: 1 asked for, 500 in whole chunks of 500\n"),
        ("deals", 1_001, 3, "  deals: 1,001 asked for, 1,500 in whole chunks of 500\n"),
        ("deals", 1_000, 2, ""),
        ("deals", None, 2_000, ""),
        ("inputs", 1, 1, f"  inputs: 1 asked for, {inputs.INPUTS:,} in whole chunks of {inputs.INPUTS:,}\n"),
    ],
)
def test_deals_and_inputs_are_rounded_up_to_whole_chunks_and_that_is_said(
    name: str, asked: int | None, chunks: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert part_of(name, asked, 1).chunks == chunks
    assert capsys.readouterr().out == said
    with pytest.raises(SystemExit):
        main(["--help"])
    assert f"so many {name} and no more, rounded up to whole chunks" in " ".join(
        capsys.readouterr().out.split()
    )


def test_a_chunk_is_counted_once() -> None:
    run = Run("a", "0.1.0", "", "2026-11-22", "2026-11-22")
    for chunk in (4, 0, 2, 1, 7):
        run.add(chunk, {"deals": 5}, [], 0.1)
    assert run.chunks == "0-2, 4, 7"
    with pytest.raises(ValueError, match="chunk 2 has already been added"):
        run.add(2, {"deals": 5}, [], 0.1)
    assert run.counts == {"deals": 25}


def test_what_is_noticed_on_a_second_try_leaves_the_first_count_beside_the_new_one(
    tmp_path: Path, code: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = {"mutants": 1, "sample": 1}
    killed = Found({**one, "killed": 1, "killed, sample": 1})
    mutants = Part("mutants", 3, lambda _: killed, tmp_path)
    with opened(mutants) as (run, keep):
        run.add(0, killed.counts, (), 1)
        run.add(1, one, (), 1, [{"mutant": "a1", "chunk": "1"}])
        keep()
    monkeypatch.setattr(proved, "readings", dict)
    monkeypatch.setattr(
        again, "results", lambda _work, missed, *_: [(number, killed, 1) for number in missed]
    )
    for _ in range(2):
        assert again.again(mutants, 1) == 0
    (run,) = proved.read("mutants", tmp_path)
    assert run.counts == {
        "mutants": 2, "sample": 2, "killed": 2, "killed, sample": 2, "at first: killed": 1, "at first: killed, sample": 1
    }  # fmt: skip


def test_a_run_says_where_it_ran(tmp_path: Path, code: list[str]) -> None:
    run = carry_on(part(tmp_path, 1), jobs=1)
    assert run.machines == [machine()]
    assert run.pythons == [sys.version.split()[0]]
    assert run.command == "python3 noxfile.py -s proof -- --only deals"


def test_what_is_run_as_a_whole_takes_the_place_of_what_was_before(tmp_path: Path, code: list[str]) -> None:
    note("browser", Found({"tests": 6}, ["2 tests failed"]), 10.0, tmp_path)
    run = note("browser", Found({"tests": 6}), 12.0, tmp_path)
    assert proved.read("browser", tmp_path) == [run]
    assert (run.counts, run.failed, run.seconds) == ({"tests": 6}, 0, 12.0)


@pytest.mark.parametrize("name", proved.MEASURED)
def test_a_hash_is_of_all_that_is_measured(name: str, tmp_path: Path) -> None:
    for place in proved.MEASURED[name]:
        file = tmp_path / place if place.endswith(".py") else tmp_path / place / "deal.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("1\n")
    first = proved.code(name, tmp_path)
    for place in proved.MEASURED[name]:
        file = tmp_path / place if place.endswith(".py") else tmp_path / place / "deal.py"
        before = proved.code(name, tmp_path)
        file.write_text("22\n")
        assert proved.code(name, tmp_path) != before, place
    for place in proved.MEASURED[name]:
        file = tmp_path / place if place.endswith(".py") else tmp_path / place / "deal.py"
        file.write_bytes(b"1\r\n")
    assert proved.code(name, tmp_path) == first, "how lines end says nothing"
