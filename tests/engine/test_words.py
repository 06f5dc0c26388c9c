"""How the table's sentences read to one of its players."""

from __future__ import annotations

import pytest

from whister import catalogue
from whister.notation import parse
from whister.records import path_of
from whister.ruleset import load
from whister.words import label, seats_named


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Seat 0 pays the party of 7", "You pay the party of 7"),
        ("The jack of hearts led: seat 0 pays 26", "The jack of hearts led: you pay 26"),
        ("The lowest, seat 0, takes 104", "The lowest, you, take 104"),
        ("The lowest, seat 1 and seat 0, take 3 each", "The lowest, West and you, take 3 each"),
        (
            "The lowest, seat 1, seat 0 and seat 2, take 3 each",
            "The lowest, West, you and North, take 3 each",
        ),
        ("Seat 0 and seat 3 take 7 each", "You and East take 7 each"),
        ("seat 1 and seat 0 take 7 each", "West and you take 7 each"),
        ("The queen of hearts led by seat 0: seat 1 is paid", "The queen of hearts led by you: West is paid"),
        (
            "The queen of hearts led by seat 1: seat 0 is paid",
            "The queen of hearts led by West: you are paid",
        ),
        ("Seat 1 took the joker of seat 0", "West took your joker"),
        ("The jack of hearts of seat 0 forced by seat 1", "Your jack of hearts forced by West"),
        ("The hand of seat 0 holds 3 points.", "Your hand holds 3 points."),
        ("It is not the turn of seat 0.", "It is not your turn."),
        ("Every trick to seat 0", "Every trick to you"),
        ("Seat 0 made his part and pays nothing", "Your seat made his part and pays nothing"),
        ("Seat 2 pays seat 9", "North pays seat 9"),
    ],
)
def test_a_player_is_spoken_to_as_you(said: str, heard: str) -> None:
    assert seats_named(load("hearts/modern").plan, said, 0) == heard


@pytest.mark.parametrize(
    ("rules", "action", "button"),
    [
        ("hearts/partnership-slam", "bid slam", "Bid a slam"),
        ("hearts/chasse-coeur", "declare generale", "Announce a générale"),
        ("hearts/omnibus", "declare no-hearts", "Promise no hearts"),
        ("hearts/royal", "declare old", "Add to the others"),
        ("hearts/auction", "name C", "Clubs"),
        ("hearts/domino", "draw", "Draw a card"),
    ],
)
def test_a_button_says_what_is_done(rules: str, action: str, button: str) -> None:
    plan = load(rules).plan
    assert label(plan, parse(action, plan.pack)) == button


@pytest.mark.parametrize("rules", catalogue())
def test_a_record_writes_straight_quotation_marks_that_the_page_curls(rules: str) -> None:
    text = path_of(rules).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if set(line) & set("‘’“”")] == []
