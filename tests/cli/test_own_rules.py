"""A rule set of one's own on the command line: shown, compared with what it extends, and played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import whister
from tests.cli.asking import ask

OURS = """
title = "Our Black Lady"
extends = "hearts/black-lady"

[[amend]]
slug = "score"
text = "Every point is written down twice."
[[amend.sources]]
key = "own"
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "ours.toml"
    path.write_text(OURS, "utf-8")
    return str(path)


def test_a_rule_set_of_ones_own_is_shown_whole_and_by_the_clause(file: str) -> None:
    assert ask("show", "--rules", file).out.startswith("Our Black Lady  own/ours\n")
    for said in ("score", "#score"):
        assert "Every point is written down twice." in ask("show", said, "--rules", file).out
    told = ask("show", "score", "--rules", file, "--json")
    assert json.loads(told.out)
    assert json.loads(ask("show", "--rules", file, "--json").out)["url"] == ""
    assert "own/ours#score" in told.out


def test_a_rule_set_of_ones_own_is_compared_with_what_it_extends_or_with_another(file: str) -> None:
    told = json.loads(ask("compare", "--rules", file, "--json").out)
    assert (told["a"]["id"], told["b"]["id"]) == ("hearts/black-lady", "own/ours")
    assert [clause["slug"] for clause in told["clauses"] if clause["change"] == "amended"] == ["score"]
    other = json.loads(ask("compare", "hearts/spot", "--rules", file, "--json").out)
    assert (other["a"]["id"], other["b"]["id"]) == ("hearts/spot", "own/ours")


def test_a_rule_set_of_ones_own_is_played_and_goes_on_from_its_record(file: str, tmp_path: Path) -> None:
    game = str(tmp_path / "game.txt")
    begun = ask("play", "--rules", file, "--plain", "--seed", "3", "--record", game, typed="quit\n")
    assert "Rules: Our Black Lady (own/ours)" in begun.out
    assert Path(game).read_text("utf-8").startswith("w1~own/ours~")
    assert f"whister play --record {game} --rules {file} --plain" in begun.err.replace("\n", " ").replace(
        "  ", " "
    )
    again = ask("play", "--rules", file, "--plain", "--record", game, typed="quit\n")
    assert again.status == 0
    assert "Our Black Lady" in again.out
    assert ask("replay", game, "--rules", file, "--verify").status == 0


def test_a_game_is_played_by_one_rule_set(file: str) -> None:
    refused = ask("play", "hearts/spot", "--rules", file, "--plain")
    assert (refused.status, "--rules is the rule set to play by: leave hearts/spot out." in refused.err) == (
        2,
        True,
    )


@pytest.mark.parametrize("command", ["show", "compare", "play"])
def test_a_file_that_is_no_rule_set_is_refused_with_its_name(command: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("title = 'x'\nextends = 'hearts/nothing'", "utf-8")
    refused = ask(command, "--rules", str(path))
    assert refused.status == 2
    assert f"{path}, extends: 'hearts/nothing' is not a published rule set" in refused.err.replace("\n", " ")


@pytest.mark.parametrize("command", ["show", "compare", "play"])
def test_a_command_without_a_rule_set_says_what_it_expects(command: str) -> None:
    refused = ask(command)
    assert refused.status == 2
    assert refused.err.startswith(f"whister {command}: expected ")


def test_no_file_but_a_plain_one_is_read(tmp_path: Path) -> None:
    for path, says in (
        (tmp_path, "it is a folder"),
        (tmp_path / "none.toml", "no such file"),
        (Path("/dev/zero"), "it is a device"),
    ):
        with pytest.raises(whister.RecordError, match=says):
            whister.load(path)


def test_a_file_without_its_flag_and_a_record_without_its_file_say_what_is_missing(
    file: str, tmp_path: Path
) -> None:
    said = "is not a rule set of this site; give your own with --rules FILE."
    assert said in ask("show", file).err.replace("\n", " ")
    assert f"'own/of-nobody' {said}" in ask("show", "own/of-nobody").err.replace("\n", " ")
    record = str(whister.DealRecord.of(whister.load(Path(file)).deal("1")))
    game = tmp_path / "game.txt"
    game.write_text(record.replace("own/ours", "own/of-nobody"), "utf-8")
    refused = ask("replay", str(game)).err.replace("\n", " ")
    assert "it belongs to a rule set of somebody's own, 'own/of-nobody', whose file is needed" in refused
