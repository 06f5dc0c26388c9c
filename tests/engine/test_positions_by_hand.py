"""Positions that are known only in part: a few cards held, those on the table, what was played before."""

from __future__ import annotations

from typing import Any

import whister
from tests.engine.small import small
from whister import Card


def legal(cards: str, **given: Any) -> set[str]:
    """Return which of some cards may be played at Black Lady."""
    return {str(card) for card in whister.load("hearts/black-lady").position(hand=cards, **given).legal()}


def test_penalty_cards_are_thrown_after_the_first_trick_and_hearts_led_once_one_was_played() -> None:
    every = {"3D", "QS", "AH"}
    for thrown, led, given in (
        ({"3D"}, {"3D"}, {"trick": 1}),
        (every, {"3D"}, {"trick": 2}),
        (every, {"3D"}, {"trick": 2, "played": "4C"}),
        (every, {"3D", "AH"}, {"trick": 2, "played": "4H"}),
    ):
        assert legal("3D QS AH", led="2C", **given) == thrown
        assert legal("3D AH", **given) == led


def test_of_the_tricks_before_nothing_is_known() -> None:
    tricks = whister.load("hearts/black-lady").position(hand="3D", trick=3, leader=2).tricks
    assert [(trick.number, trick.leader, trick.cards, trick.seats) for trick in tricks] == [
        (1, 0, (), ()),
        (2, 0, (), ()),
    ]
    assert [(trick.winner, trick.value) for trick in tricks] == [(None, 0)] * 2


def test_the_suit_is_set_by_the_card_after_a_joker_that_is_led() -> None:
    """The others throw clubs, so the player who is winning takes the trick. Seats are counted from the leader."""
    rules = whister.load("hearts/joker")
    for led, winning in (("5H JK", 0), ("JK 5H", 1), ("JK 5H 9D", 1), ("JK 5H 9H", 2)):
        for leader in (0, 2):
            hands = ["8C", "9C", "TC", "JC"]
            deal = rules.position(hands=hands, led=led, leader=leader, trick=2)
            assert deal.led == "H"
            assert deal.to_act is not None
            assert deal.view(deal.to_act).winning == (leader + winning) % 4
            while len(deal.tricks) < 2:
                deal.act(deal.legal()[0])
            assert deal.tricks[1].winner == (leader + winning) % 4


def test_no_card_is_turned_up_in_a_position_unless_one_is_given() -> None:
    rules = small(turn_up={}, course={"phases": ["turn", "play"]})
    assert rules.position(hand="2C").turned_suit == ""
    assert rules.position(hand="2C").view(0).turn_up is None
    assert rules.position(hand="2C", turned="5H").turned_suit == "H"
    assert rules.position(hand="2C", turned="5H").view(0).turn_up == Card("5H")
