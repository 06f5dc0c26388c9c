"""The card that a seat plays in a rollout, in positions that a card player can judge."""

from __future__ import annotations

from typing import Any

import whister
from whister.deal.public import state_of
from whister.players.search.playout import play_on


def card(name: str, **facts: Any) -> str:
    """Return the card that the seat to act plays in a rollout of a position with all hands known."""
    state = state_of(whister.load(name).position(**facts)).copy()
    before = len(state.actions)
    play_on(state)
    return str(state.actions[before][1])


def test_a_jack_is_thrown_on_the_trick_of_another_at_knaves() -> None:
    hands = ["3C", "9D JH", "4D"]
    assert card("hearts/knaves", hands=hands, trick=16, leader=2, led="QC TC", trump="S") == "JH"


def test_an_ace_is_not_led_at_knaves_while_another_player_has_a_jack_to_throw() -> None:
    hands = ["AC 3D", "9D JH", "8D 4D"]
    assert card("hearts/knaves", hands=hands, trick=16, leader=0, trump="S") == "3D"


def test_an_ace_is_led_at_knaves_when_the_jacks_are_gone() -> None:
    hands = ["AC 3D", "9D TH", "8D 4D"]
    assert card("hearts/knaves", hands=hands, trick=16, leader=0, trump="S") == "AC"


def test_a_joker_that_would_take_the_trick_is_not_thrown_on_it() -> None:
    hands = ["KS 3D", "8C 5H JK", "9C TC AC", "4C 6C 7C"]
    assert card("hearts/joker-1897", hands=hands, trick=11, leader=0, led="9S") == "5H"


def test_a_joker_is_thrown_on_a_trick_that_a_higher_heart_takes() -> None:
    hands = ["KS 3D", "KC TD", "8C 5H JK", "4C 6C 7C"]
    assert card("hearts/joker-1897", hands=hands, trick=11, leader=0, led="9S KH") == "JK"


def test_a_joker_that_wins_nothing_is_played_where_a_heart_would_be_won_and_kept_otherwise() -> None:
    hands = ["KC JK", "3D", "4D", "6D"]
    assert card("hearts/joker", hands=hands, trick=12, leader=1, led="9C 5H TC") == "JK"
    assert card("hearts/joker", hands=hands, trick=12, leader=1, led="9C 8C TC") == "KC"


def test_a_joker_that_wins_nothing_is_kept_where_the_trick_is_lost_anyway() -> None:
    hands = ["3C JK", "3D", "4D", "6D"]
    assert card("hearts/joker", hands=hands, trick=12, leader=1, led="9C 5H TC") == "3C"
