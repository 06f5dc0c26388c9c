"""A command that is mistyped or cannot read or write ends with a sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.asking import ask
from whister.cli import build_parser, main


@pytest.mark.parametrize(
    "words",
    [("show",), ("find",), ("cite",), ("compare",), ("play", "--plain"), ("list", "--options")],
)
def test_what_begins_like_an_address_and_is_none_is_refused(words: tuple[str, ...]) -> None:
    answer = ask(*words, "http://[bad")
    assert (answer.status, answer.out) == (2, "")
    assert "'http://[bad' is not the address of a page" in answer.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cite", "hearts/black-lady", "-o", "moon=new", "--name", "\udcff", "--json"), "--name: expected text that can be written"),
        (("cite", "hearts/black-lady", "--base", "https://\udcff/", "--json"), "--base: expected an address"),
        (("play", "hearts/black-lady", "--plain", "--seed", ""), "--seed: expected text"),
        (("play", "hearts/black-lady", "--plain", "--seed", "\udcff"), "--seed: expected text that can be written"),
        (("play", "hearts/black-lady", "--plain", "--seed", "x" * 1_001), "--seed: expected text of 1 to 1000 characters, got 'xxx"),
        (("cite", "hearts/black-lady", "-o", "players=5"), "-o players=5: the number of players is not a house rule"),
        (("compare", "hearts/black-lady", "-o", "players=5"), "-o players=5: the number of players is not a house rule"),
        (("compare", "hearts/black-lady", "--first", "players=5"), "--first players=5: the number of players is not a house rule"),
        (("replay", "hearts/black-lady#"), "expected a clause after the #"),
    ],
)  # fmt: skip
def test_what_a_command_does_not_take_is_refused(words: tuple[str, ...], said: str) -> None:
    answer = ask(*words)
    assert (answer.status, answer.out) == (2, "")
    assert said in answer.err


def test_the_value_of_an_option_before_the_command_is_no_option() -> None:
    assert ask("--color", "always").out == ask().out
    assert "expected a value after it" in ask("--color").err


@pytest.mark.parametrize(
    ("words", "closed", "status", "said"),
    [
        (("replay", "-"), 0, 2, "the record is empty"),
        (("play", "hearts/black-lady", "--plain"), 0, 0, ""),
        (("show", "nope"), 2, 2, ""),
        (("show", "hearts/black-lady#stakes.off"), 2, 0, ""),
    ],
)
def test_a_closed_stream_is_an_empty_one(words: tuple[str, ...], closed: int, status: int, said: str) -> None:
    code = f"import os, sys; os.close({closed}); os.execv(sys.executable, [sys.executable, '-m', 'whister', *sys.argv[1:]])"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert said in done.stderr
    assert bool(done.stdout) == (status == 0)


def test_a_command_whose_streams_are_all_closed_ends_with_its_exit_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    ended = main(["replay", "-"]), main(["list", "rook"])
    opened = [sys.stdin, sys.stdout, sys.stderr]
    readable = [stream.readable() for stream in opened]
    for stream in opened:
        stream.close()
    assert (ended, readable) == ((2, 0), [True, False, False])


def test_a_file_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(path: Path, **_: object) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    long = "x" * 300
    for words in (("play", "--plain", "hearts/black-lady", "--record", long), ("serve", long)):
        answer = ask(*words)
        assert (answer.status, long[:100] in answer.err, "File name too long" in answer.err) == (
            2,
            True,
            True,
        ), answer.err
    monkeypatch.setattr(Path, "exists", closed)
    monkeypatch.setattr(Path, "is_file", closed)
    for words in (("play", "--plain", "hearts/black-lady", "--record", "far/game.txt"), ("serve", "far")):
        answer = ask(*words)
        assert answer.status == 2
        assert f"whister {words[0]}: far" in answer.err
        assert "Permission denied" in answer.err


def test_a_folder_by_the_name_of_a_family_is_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hearts").mkdir()
    monkeypatch.chdir(tmp_path)
    answer = ask("play", "--plain", "hearts")
    assert (answer.status, "hearts is a family" in answer.err) == (2, True), answer.err


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("hearts#reversin-name", "'hearts#reversin-named'"),
        ("foster-etex", "'foster-etext'"),
        ("https://example.org/sources/foster-etex/", "'foster-etext'"),
        ("hearts/balck-lady", "'hearts/black-lady'"),
    ],
)
def test_the_nearest_source_or_claim_is_told_of_a_wrong_one(said: str, meant: str) -> None:
    answer = ask("show", said)
    assert (answer.status, answer.out) == (2, "")
    assert f"did you mean {meant}?" in answer.err


def test_a_source_goes_by_its_key_in_any_case_and_a_family_is_no_source() -> None:
    assert ask("show", "Foster-Etext").out == ask("show", "foster-etext").out != ""
    assert "hearts is a family" in ask("show", "hearts").err


def test_a_game_that_cannot_be_kept_leaves_nothing_unfinished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    answer = ask("play", "--plain", "hearts/black-lady", "--record", str(tmp_path / "game.txt"))
    assert (answer.status, "the game cannot be saved there: No space left" in answer.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_number_has_its_least_and_its_most() -> None:
    for words, least, most in (
        ("find moon", 1, 1000),
        ("show black-lady", 1, 99),
        ("serve nowhere", 1, 65_535),
    ):
        command, named = words.split()
        option = {"find": "limit", "show": "players", "serve": "port"}[command]
        for wrong in (least - 1, most + 1):
            answer = ask(command, named, f"--{option}", str(wrong))
            assert (answer.status, answer.out) == (2, "")
            assert f"--{option}: expected a whole number from {least} to {most}" in answer.err, answer.err
        for right in (least, most):
            asked = build_parser().parse_args([command, named, f"--{option}", str(right)])
            assert vars(asked)[option] == right


def test_the_name_of_a_file_has_4096_characters_at_most() -> None:
    for length, said in ((4_096, "File name too long"), (4_097, "expected the name of a file")):
        answer = ask("play", "--plain", "hearts/black-lady", "--record", "x" * length)
        assert (answer.status, said in answer.err) == (2, True), answer.err


def test_of_two_words_that_are_not_expected_the_first_is_told() -> None:
    assert "'--jsn' is not expected here; did you mean '--json'?" in ask("list", "--jsn", "--zzzz").err
