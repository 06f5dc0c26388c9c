"""Who plays the other seats in `whister play`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import whister
from tests.cli.asking import ask
from whister.drawing import face

GAME = ("play", "hearts/black-lady", "--plain", "--seed", "1909")
PASS = "AC KD QH\nquit\n"
MODULE = """
def last(view, clock):
    return view.legal[-1]

def wrong(view, clock):
    raise ValueError("I hold the " + " ".join(view.hand))
"""


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)


def said(*words: str, typed: str = "quit\n") -> str:
    answer = ask(*GAME, *words, typed=typed, columns=200)
    assert (answer.status, "Traceback" in answer.err) == (0, False), answer.err
    return answer.out


def test_the_cautious_player_has_every_other_seat_unless_another_is_named() -> None:
    assert said("--bot", "cautious") == said() == said("--bot", "2=cautious")
    assert said("--bot", "random", typed=PASS) != said(typed=PASS)


def test_a_player_of_ones_own_passes_its_last_cards_to_the_visitor() -> None:
    out = said("--bot", "3=mine:last", typed=PASS)
    passed = whister.load("hearts/black-lady").session("1909").deal.view(3).legal[-1].words
    assert f"New: {' '.join(map(face, passed))}" in out
    assert "player" not in out


def test_a_forfeit_is_told_in_one_sentence_that_names_no_card() -> None:
    out = said("--bot", "mine:wrong", "--bot", "2=random", typed=PASS)
    told = [line for line in out.splitlines() if "mine:wrong" in line]
    assert told[:2] == [
        f"{seat}'s player, mine:wrong, raised ValueError, so the cautious player chose instead."
        for seat in ("West", "East")
    ]
    assert "I hold the" not in out


def test_how_to_go_on_names_the_same_players() -> None:
    answer = ask(*GAME, "--bot", "2=mine:last", "--seconds", "2.5", "--rollouts", "100", typed=PASS)
    how = re.search(r"whister play 'w2~[^']+'(.*)", answer.err)
    assert how is not None
    assert how[1] == " --bot 2=mine:last --seconds 2.5 --rollouts 100 --plain"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bot", "cautous"), "--bot: no player is called 'cautous'; did you mean 'cautious'? Expected one of cautious"),
        (("--bot", "mine:lats"), "--bot: mine:lats could not be loaded: mine has no 'lats'; did you mean 'last'?"),
        (("--bot", "2="), "--bot: no player is called ''. Expected one of"),
        (("--bot", "0=random"), "--bot 0=…: seat 0 is your own; take another with --seat, or name another."),
        (("--bot", "7=random"), "--bot 7=…: Black Lady has the seats 0, 1, 2, 3 here."),
        (("--bot", "random", "--bot", "cautious"), "--bot cautious: a player for all other seats is given twice"),
        (("--bot", "2=random", "--bot", "2=cautious"), "--bot 2=cautious: a player for seat 2 is given twice"),
        (("--bot", ""), "--bot: expected a player, such as --bot steady."),
        (("--bot", "mine:"), "--bot: expected module:name or file.py:name, such as mine:choose, got 'mine:'."),
        (("--seconds", "0"), "--seconds: expected seconds above 0, at most 3600, got '0'."),
        (("--seconds", "soon"), "--seconds: expected seconds above 0, at most 3600, got 'soon'."),
        (("--rollouts", "0"), "--rollouts: expected a whole number from 1 to"),
    ],
)  # fmt: skip
def test_a_player_that_cannot_play_is_refused(words: tuple[str, ...], message: str) -> None:
    answer = ask(*GAME, *words, columns=300)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err


def test_a_game_that_is_opened_again_has_the_players_that_are_named(tmp_path: Path) -> None:
    record = ("--record", str(tmp_path / "game.txt"))
    said(*record, "--bot", "mine:last", typed=PASS)
    answer = ask("play", "--plain", *record, "--bot", "1=mine:wrong", typed="2C\nquit\n", columns=200)
    assert "West's player, mine:wrong, raised ValueError" in answer.out
    answer = ask("play", "--plain", *record, "--bot", "9=random")
    assert (answer.status, "--bot 9=…: Black Lady has the seats" in answer.err) == (2, True)
