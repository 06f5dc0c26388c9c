"""Whatever is typed after ``whister`` or is in the files that it names, it ends with an exit code and a few words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import whister
from tests.cli.asking import ask
from tests.cli.doors import DOORS
from tests.engine.doors import ECHO, knock

EACH = 60


@pytest.mark.parametrize("door", DOORS)
def test_what_is_typed_wrong_is_refused_in_a_few_words(door: str) -> None:
    came = {knock(door, seed, DOORS) for seed in range(EACH if door != "whister find" else EACH // 4)}
    assert "WhisterError" in came, "nothing was broken"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_game_is_kept_in_a_file_alone(tmp_path: Path) -> None:
    """A device can be read without end, a pipe may never be written to, and a folder contains no game."""
    os.mkfifo(tmp_path / "pipe")
    for place in ("/dev/zero", "/dev/null", str(tmp_path / "pipe"), str(tmp_path)):
        answer = ask("play", "hearts/black-lady", "--plain", "--record", place)
        assert (answer.status, answer.out) == (2, "")
        assert "cannot be read: it is a" in answer.err
        assert place in answer.err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["pipe"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_what_is_no_file_is_not_said_to_be_missing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place, what in (("/dev/zero", "device"), (str(tmp_path / "pipe"), "pipe"), (str(tmp_path), "folder")):
        answer = ask("replay", place)
        assert (answer.status, answer.out) == (2, "")
        assert f"cannot be read: it is a {what}, not a file" in answer.err
    assert "there is no file ''" in ask("replay", "").err


def test_a_file_of_prices_that_never_ends() -> None:
    answer = ask("show", "boston/fontainebleau", "-o", "prices=/dev/../dev/zero.toml")
    assert (answer.status, "there is no such file" in answer.err) == (2, True)


@pytest.mark.parametrize("given", ["x" * 100_000, "x " * 50_000, "9" * 100_000, "a=" + "b" * 100_000])
@pytest.mark.parametrize("words", ["list", "list --options", "show", "cite", "compare", "find", "replay", "play --plain", "serve",
                                   "show black-lady -o", "find moon --limit", "play --plain black-lady --seed", "cite black-lady --base",
                                   "cite black-lady --accessed", "cite black-lady --style", "show black-lady --nope", ""])  # fmt: skip
def test_no_command_repeats_what_is_long(words: str, given: str) -> None:
    answer = ask(*words.split(), given)
    assert (answer.status, answer.out) in ((2, ""), (1, ""))
    assert len(answer.err) < 900
    assert given[: ECHO + 1] not in answer.err


def test_an_answer_typed_without_end_is_cut() -> None:
    answer = ask("play", "hearts/black-lady", "--plain", "--seed", "door", typed="x" * 10_000 + "\nquit\n")
    assert answer.status == 0
    assert max(map(len, answer.out.splitlines())) < 400


def test_the_standard_input_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whister.cli.replaying.LONGEST", 1_000)
    record = str(whister.Record.of(whister.load("hearts/black-lady").deal("door")))
    assert ask("replay", "-", "--verify", typed=record).status == 0
    answer = ask("replay", "-", "--verify", typed=record + "\n" * 1_000)
    assert (answer.status, "standard input is too long" in answer.err) == (2, True)


@pytest.mark.parametrize("extra", ["cite", "openspiel", "pettingzoo", "play"])
def test_what_is_missing_is_named_as_the_package_index_has_it(extra: str) -> None:
    """The extras in the code are those of ``pyproject.toml``, and no package is recommended that is on no index."""
    import tomllib

    from whister.extras import EXTRAS, installing

    source = Path(__file__).parents[2] / "pyproject.toml"
    declared = tomllib.loads(source.read_text("utf-8"))["project"]["optional-dependencies"]
    assert {name: list(packages) for name, packages in EXTRAS.items()} == declared
    said = installing(extra)
    assert all(f"'{package}'" in said for package in declared[extra])
    assert f"pip install '.[{extra}]'" in said
    for file in [
        source.with_name("README.md"),
        *source.parent.glob("engine/whister/**/*.py"),
        *source.parent.glob("docs/*.md"),
    ]:
        assert "whister[" not in file.read_text("utf-8"), file
