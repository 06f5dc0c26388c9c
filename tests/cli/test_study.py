"""What `whister study` shows of a pair, and what it refuses before it plays."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.asking import ask
from whister.cli.studying import _cells
from whister.cli.trouble import FOUND, INTERRUPTED, MISUSED
from whister.studies.figures import Figure
from whister.studies.store import Store


def figure(of: str, value: float, error: float) -> Figure:
    return Figure("deals", "gap", "", of, "points", 100, value, error, None, None)


def test_a_row_is_left_out_only_if_no_deal_differs() -> None:
    same = {"a": figure("a", 5, 1), "b": figure("b", 5, 1)}
    assert _cells({**same, "difference": figure("difference", 0, 0.4)}) == (
        "5.0 ± 1.0",
        "5.0 ± 1.0",
        "0.00 ± 0.40",
    )
    assert not _cells({**same, "difference": figure("difference", 0, 0)})
    assert not _cells(same)


@pytest.mark.parametrize("name", ["none/study.csv", "study.xlsx", "folder.csv"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "folder.csv").mkdir()
    answer = ask(
        "study",
        "black-lady",
        "--deals",
        "200",
        "--bot",
        "random",
        "--processes",
        "1",
        "--to",
        str(tmp_path / name),
    )
    assert answer.status == MISUSED
    assert not answer.out
    assert "cannot be written" in answer.err or "expected a name" in answer.err


def test_a_folder_that_may_not_be_written_to_is_found_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # a superuser may write anywhere
    answer = ask("study", "black-lady", "--deals", "200", "--to", str(tmp_path / "study.csv"))
    assert answer.status == MISUSED
    assert "study.csv cannot be written: this user has no permission." in answer.err


def test_long_labels_of_a_pair_have_a_line_of_their_own() -> None:
    """The heads A, B and B − A would not be above their columns on 80 columns of paper."""
    words = (
        "study",
        "whischt-bostonien",
        "whischt-bostonien",
        "-o",
        "unsupported=throw-in",
        "--deals",
        "200",
        "--processes",
        "1",
    )
    whole, narrow = ask(*words, columns=100), ask(*words, columns=60)
    assert "                            A  " in whole.out
    assert "\n  nobody supported the bid\n    A –;  B 23 % (18–29);  B − A +23.0 %" in narrow.out


def test_every_file_is_written_and_the_figures_are_shown(tmp_path: Path) -> None:
    files = [tmp_path / "study.CSV", tmp_path / "study.json"]
    to = [word for file in files for word in ("--to", str(file))]
    answer = ask("study", "black-lady", "--deals", "200", "--bot", "random", "--processes", "1", *to)
    assert answer.status == FOUND
    assert "Result of a seat (points)" in answer.out
    assert all(file.stat().st_size > 1000 for file in files)


def test_games_alone_are_games_alone() -> None:
    answer = ask("study", "black-lady", "--games", "1", "--bot", "random", "--processes", "1")
    assert answer.status == FOUND
    assert "\n20 games; players: random" in answer.out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_study_that_is_asked_to_end_says_what_is_kept_and_goes_on(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("study", "black-lady", "--deals", "600", "--bot", "random", "--processes", "1")
    file = ("--file", str(tmp_path / "lady.sqlite"))
    keep = Store.keep

    def end(self: Store, *chunk: Any) -> None:
        keep(self, *chunk)
        os.kill(os.getpid(), number)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "keep", end)
        answer = ask(*words, *file)
    assert answer.status == INTERRUPTED
    assert not answer.out
    assert "interrupted; 1 of 3 chunks are in" in answer.err
    assert "the same command goes on" in answer.err
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL, "as before"
    assert ask(*words, *file).out == ask(*words).out
