"""What `whister study` shows of a pair, and what it refuses before it plays."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.asking import ask
from whister import cli
from whister.cli.figures import _cells
from whister.cli.studying import _rate
from whister.cli.trouble import FOUND, INTERRUPTED, MISSING, MISUSED
from whister.studies import running
from whister.studies.figures import Figure
from whister.studies.store import Store

pytestmark = pytest.mark.usefixtures("attentive")


def figure(of: str, value: float, error: float, n: int = 100) -> Figure:
    return Figure("deals", "gap", "", of, "points", n, value, error, None, None)


def test_a_row_is_left_out_only_if_no_deal_differs() -> None:
    same = {"a": figure("a", 5, 1), "b": figure("b", 5, 1)}
    assert _cells({**same, "difference": figure("difference", 0, 0.4)}) == (
        "5.0 ± 1.0",
        "5.0 ± 1.0",
        "0.00 ± 0.40",
    )
    assert not _cells({**same, "difference": figure("difference", 0, 0)})
    assert _cells(same) == ("5.0 ± 1.0", "5.0 ± 1.0", "–"), "nobody knows whether a deal differs"
    fewer = {"a": figure("a", 5, 1, 80), "b": figure("b", 5, 1)}
    assert _cells({**fewer, "difference": figure("difference", 0, 0, 80)}) == ("5.0 ± 1.0", "5.0 ± 1.0", "0")


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
    assert (
        "\n  nobody supported the bid\n    A –;  B 23 % (18–29);  B − A +23.0 percentage points\n"
        in narrow.out
    )


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


def test_deals_that_count_in_one_rule_set_only_are_no_deals_without_a_change() -> None:
    """If everyone passes, the deal is void or played for tricks; in the other deals nothing differs."""
    pair = ("boston/solo-1909", "boston/solo-1909", "-o", "all_pass=grand")
    out = ask("study", *pair, "--deals", "200", "--processes", "1").out
    assert "\n  seat 3  2.99 ± 0.14  3.14 ± 0.14  0\n" in out
    assert "\n  B − A is the mean over the deals in which both have a value.\n" in out
    (unchanged,) = [line for line in out.splitlines() if line.startswith("Not changed in any deal")]
    assert unchanged == "Not changed in any deal: mean result of the players."


def test_no_note_on_pairs_where_every_deal_has_both_values() -> None:
    out = ask("study", "black-lady", "black-lady", "-o", "moon=new", "--deals", "200", "--processes", "1").out
    assert "B − A" in out
    assert "in which both have a value" not in out


QUICK = ("study", "black-lady", "--deals", "200", "--bot", "random", "--processes", "1")


def piped(*words: str, out: Any) -> subprocess.Popen[bytes]:
    command = "import sys; from whister.cli import main; sys.exit(main())"
    return subprocess.Popen([sys.executable, "-c", command, *words], stdout=out, stderr=subprocess.PIPE)


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_the_files_are_written_though_nobody_reads_the_figures(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"lady.{ending}"
    reading, writing = os.pipe()
    os.close(reading)
    process = piped(*QUICK, "--to", str(file), out=writing)
    os.close(writing)
    assert process.communicate()[1] == b""
    assert process.returncode == FOUND
    assert file.stat().st_size > 1000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device is of Linux")
def test_a_file_is_written_though_the_figures_cannot_be_shown(tmp_path: Path) -> None:
    file = tmp_path / "lady.csv"
    with Path("/dev/full").open("wb") as full:
        process = piped(*QUICK, "--to", str(file), out=full)
        assert b"the answer cannot be written" in process.communicate()[1]
    assert process.returncode == MISSING
    assert file.stat().st_size > 1000


@pytest.mark.skipif(sys.platform == "win32", reason="of named pipes")
def test_a_file_that_could_not_be_written_is_told_though_nobody_reads_the_figures(tmp_path: Path) -> None:
    """The folder is there when the study begins, and gone when it ends."""
    code = (
        "import shutil, sys; from whister.cli import main, studying\n"
        "play = studying.play_chunks\n"
        "def played(*given, **named):\n    shutil.rmtree(sys.argv[1]); return play(*given, **named)\n"
        "studying.play_chunks = played\n"
        "sys.exit(main(sys.argv[2:]))"
    )
    folder = tmp_path / "gone"
    folder.mkdir()
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-c", code, str(folder), *QUICK, "--to", str(folder / "lady.csv")]
    process = subprocess.Popen(words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert b"lady.csv cannot be written: No such file" in process.communicate()[1]
    assert process.returncode == MISUSED


@pytest.mark.parametrize("how", ["name", "symbolic link", "hard link"])
def test_figures_are_not_written_over_the_results(how: str, tmp_path: Path) -> None:
    results, to = tmp_path / "lady.csv", tmp_path / ("lady.csv" if how == "name" else "other.csv")
    assert ask(*QUICK, "--file", str(results)).status == FOUND
    before = results.read_bytes()
    if how == "symbolic link":
        to.symlink_to(results)
    elif how == "hard link":
        to.hardlink_to(results)
    answer = ask(*QUICK, "--file", str(results), "--to", str(to))
    assert (answer.status, answer.out) == (MISUSED, "")
    assert "the results are kept in this file (--file); give the figures another name." in answer.err
    assert results.read_bytes() == before


def test_results_that_are_not_there_yet_are_not_written_over_either(tmp_path: Path) -> None:
    file = tmp_path / "lady.csv"
    answer = ask(*QUICK, "--file", str(file), "--to", str(tmp_path / "." / "lady.csv"))
    assert answer.status == MISUSED
    assert not file.exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="the folder is of Linux")
def test_a_folder_in_which_no_file_can_be_made_is_found_before_anything_is_played() -> None:
    answer = ask(*QUICK, "--to", "/proc/lady.csv")
    assert (answer.status, answer.out) == (MISUSED, "")
    assert "/proc/lady.csv cannot be written: " in answer.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rollouts", "5"), "--rollouts: cautious plays no deals out; "),
        (("--bot", "steddy"), "--bot: no player is called 'steddy'"),
        (("--bot", "tests:nobody"), "--bot: tests:nobody depends on the clock"),
        (("--bot", "tests:nobody"), "or one of your own with --trusted.\n"),
        (("--deals", "0"), "give a number of deals, games, revokes or searched deals from 1.\n"),
    ],
)
def test_arguments_are_called_as_they_are_typed(words: tuple[str, ...], says: str) -> None:
    answer = ask("study", "black-lady", *words)
    assert answer.status == MISUSED
    assert says in answer.err
    assert "study, " not in answer.err
    assert "=True" not in answer.err


@pytest.mark.parametrize(
    ("seed", "said"), [("a\nb", r"'a\nb'"), ("plain 1909", "plain 1909"), (" a", "' a'")]
)
def test_a_seed_is_shown_on_one_line(seed: str, said: str) -> None:
    assert f"200 deals; players: random; seed {said}\n" in ask(*QUICK, "--seed", seed).out


def test_a_study_in_processes_that_is_asked_to_end_does_not_wait_for_its_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its chunks would take minutes."""
    words = (
        "study",
        "black-lady",
        "--deals",
        "4",
        "--bot",
        "steady",
        "--rollouts",
        "30000",
        "--processes",
        "2",
    )
    finished, begun = running._finished, 0.0

    def interrupted(futures: Any) -> Any:
        nonlocal begun
        begun = time.monotonic()
        for _ in range(3):
            os.kill(os.getpid(), signal.SIGINT)
        return finished(futures)

    monkeypatch.setattr(running, "_finished", interrupted)
    answer = ask(*words, "--file", str(tmp_path / "long.sqlite"))
    assert time.monotonic() - begun < 20
    assert answer.status == INTERRUPTED
    assert "interrupted; 0 of 4 chunks are in" in answer.err
    assert "Traceback" not in answer.err
    assert not multiprocessing.active_children()


def test_nothing_interrupts_a_command_that_ends_after_an_interruption(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(sys, "argv", ["whister"])
    monkeypatch.setattr(cli, "_status", lambda _: INTERRUPTED)
    try:
        assert cli.main() == INTERRUPTED
        assert {signal.getsignal(number) for number in before} == {signal.SIG_IGN}
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.mark.parametrize(
    ("deals", "seconds", "said"),
    [(123_456, 10, "12,346 deals a second"), (34, 10, "3.4 deals a second"), (6, 10, "36 deals a minute"),
     (1, 25, "2.4 deals a minute"), (1, 1000, "0.06 deals a minute")],
)  # fmt: skip
def test_a_slow_rate_is_not_nothing(deals: int, seconds: float, said: str) -> None:
    assert _rate(deals, seconds, "deals ") == said
