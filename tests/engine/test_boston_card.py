"""The card that leaves its suit and becomes the highest trump: in revokes, in a seat's view, and for the bots."""

from __future__ import annotations

import pytest

import whister
from whister.bots import choose
from whister.deal.public import state_of
from whister.deal.view import plan_of
from whister.players import estimate

NANTES = "boston/nantes"


def test_the_boston_card_thrown_on_a_diamond_is_a_revoke_of_one_who_has_diamonds() -> None:
    rules = whister.load(NANTES, revoke="allowed")
    deal = rules.position(
        hands=["KD 2S", "JD 9D", "2D 3S", "AD 4S"], trump="C", trick=12, contract="solo", declarer=0, leader=0
    )
    for card in ("KD", "JD", "2D", "AD", "9D", "3S"):
        deal.act(card)
    assert deal.tricks[-1].winner == 1, "it was a trump"
    assert "claim revoke 1" in deal.legal(0)


def test_the_boston_card_thrown_on_a_diamond_is_no_revoke_of_one_who_has_none_beside_it() -> None:
    rules = whister.load(NANTES, revoke="allowed")
    deal = rules.position(
        hands=["KD 2S", "JD 5S", "2D 3S", "AD 4S"], trump="C", trick=12, contract="solo", declarer=0, leader=0
    )
    for card in ("KD", "JD", "2D", "AD", "5S", "3S", "4S", "2S"):
        deal.act(card)
    assert not state_of(deal).facts.get("breaches")


def test_it_is_a_revoke_to_keep_the_boston_card_when_trumps_are_led() -> None:
    rules = whister.load(NANTES, revoke="allowed")
    deal = rules.position(hands=["KC 2S", "JD 5S", "2C 3S", "AC 4S"], trump="C", trick=12, leader=0)
    assert deal.view(0).wins(state_of(deal).plan.pack.card("KC"))
    deal.act("KC")
    assert deal.legal() == ("JD",)
    assert deal.view(1).wins(state_of(deal).plan.pack.card("JD"))
    deal.act("5S")
    assert [breach.card for breach in state_of(deal).facts["breaches"]] == ["5S"]


def test_a_bot_counts_the_boston_card_as_a_trump_and_a_trick() -> None:
    rules = whister.load(NANTES)
    held = "JD 6C 5C 4C 7H 6H 5H 7S 6S 5S 9D 8D 2H"
    hands = [
        held,
        "AC KC QC AH KH QH AS KS QS AD KD QD TC",
        "JC 9C 8C JH TH 9H JS TS 9S TD 7D 6D 8H",
        "7C 3C 4H 3H 8S 4S 3S 2S 5D 4D 3D 2D 2C",
    ]
    ledger = rules.ledger(dealer=3, number=2, first_turn="D")
    view = rules.deal(hands=hands, turned="2C", ledger=ledger).view(0)
    assert estimate.suit_of(view, plan_of(view).pack.card("JD"), "C") == "C"
    assert estimate.tricks(view, "C") == 2, "the Boston card, and a fourth trump"
    assert estimate.tricks(view, "D") == 0, "diamonds have the jack of hearts on top"
    assert choose(view) == "pass"


def test_to_a_bot_the_boston_card_alone_is_above_every_card_of_its_suit() -> None:
    position = whister.load(NANTES).position(
        hand="JD AC TD KD 2S", trump="C", trick=11, contract="solo", declarer=0
    )
    view = position.view(0)
    heights = {card: estimate.height(view, card) for card in view.hand}
    assert heights == {"AC": 12, "TD": 8, "JD": 13, "KD": 11, "2S": 0}


def test_the_ace_of_trumps_is_second_where_another_holds_the_boston_card() -> None:
    """The ace counts as four fifths of a trick if the jack of diamonds may still take it."""
    rules = whister.load(NANTES)
    for hand, tricks in (("AC 2C 2D 3D 2H 3H 2S 3S", 0.8), ("JD 2C 2H 3H 2D 3D 2S 3S", 1.0)):
        position = rules.position(hand=hand, trump="C", trick=6, contract="solo", declarer=0)
        assert estimate.tricks(position.view(0), "C") == pytest.approx(tricks), hand
