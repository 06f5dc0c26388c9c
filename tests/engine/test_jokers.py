"""Jokers: equal cards in a choice, a joker led, jokers in words, and how the bots use one."""

from __future__ import annotations

import json

import pytest

import whister
from whister import Record
from whister.bots import choose
from whister.table import requests

CLUBS = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
HANDS = [f"{CLUBS} JK JK", "AC 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
         "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"]  # fmt: skip


def test_a_choice_among_equal_cards_is_listed_once() -> None:
    choices = whister.load("hearts/joker", jokers=2).deal(hands=HANDS).legal(seat=0)
    texts = [str(choice) for choice in choices]
    assert len(texts) == len(choices) == 165 + 55 + 11
    assert len(set(texts)) == len(texts)
    assert texts == [str(choices[at]) for at in range(len(choices))]
    assert all(text in choices for text in texts)
    assert "give JK JK 3C" in choices
    assert "give JK JK JK" not in choices


def test_any_of_the_jokers_is_passed_by_its_name() -> None:
    rules = whister.load("hearts/joker", jokers=2, passing="left")
    deal = rules.deal(hands=[f"{CLUBS} AC JK", "JK 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD", *HANDS[2:]])
    for seat, given in enumerate(("JK 3C 4C", "JK 3D 4D", "2H 3H 4H", "2S 3S 4S")):
        deal.act(f"give {given}", seat)
    assert [sum(card == "JK" for card in hand) for hand in deal.hands] == [0, 1, 1, 0]
    assert str(Record.of(Record.parse(str(Record.of(deal))).replay())) == str(Record.of(deal))


def jokers_of(deal: whister.Deal, seat: int) -> int:
    return sum(card == "JK" for card in deal.hands[seat])


@pytest.mark.parametrize("held", [1, 2])
def test_of_the_jokers_in_a_hand_each_neighbour_may_get_one(held: int) -> None:
    rules = whister.load("hearts/joker", 3, jokers=2, passing="parlett")
    deals = (rules.deal(seed, number=3) for seed in range(100))
    deal, giver = next((d, s) for d in deals for s in range(3) if jokers_of(d, s) == held)
    others = [str(card) for card in deal.hands[giver] if card != "JK"]
    left, right = (giver + 1) % 3, (giver + 2) % 3
    deal.act(f"give JK {others[0]} > {left}", giver)
    assert any("JK" in str(choice) for choice in deal.legal(giver)) == (held == 2)
    second = "JK" if held == 2 else others[1]
    deal.act(f"give {second} {others[2]} > {right}", giver)
    for seat in (left, right):
        mine = [str(card) for card in deal.hands[seat] if card != "JK"]
        deal.act(f"give {mine[0]} {mine[1]} > {(seat + 1) % 3}", seat)
        deal.act(f"give {mine[2]} {mine[3]} > {(seat + 2) % 3}", seat)
    assert jokers_of(deal, giver) == 0
    assert deal.phase == "play"
    assert sum(jokers_of(deal, seat) for seat in range(3)) == 2


def test_the_table_says_what_a_joker_led_asks_for() -> None:
    rules = whister.load("hearts/joker", passing="none")
    hands = [f"{CLUBS} AC JK", *HANDS[1:]]
    hands[1] = hands[1].replace("AC", "2D")
    deal = rules.deal(hands=hands)
    deal.act("JK")
    request = {"op": "open", "record": str(Record.of(deal)), "seat": 1}
    state = json.loads(requests.handle(json.dumps(request)))["ok"]
    assert state["prompt"] == "The joker was led: the first card of a suit sets the suit."
    assert all(held["playable"] for held in state["hand"])
    assert state["log"][0].endswith(" leads the joker.")


@pytest.mark.parametrize(
    ("led", "hand", "played"),
    [
        ("3D 4D KH", "AD KD JK", "JK"),  # a heart lies there, and every diamond would win it
        ("3D 4D 5D", "AD KD JK", "AD"),  # nothing lies there: a good trick for the ace
        ("KD 4D KH", "2D 6D JK", "6D"),  # a low diamond ducks as well
        ("KC 4C 5C", "AD KH JK", "KH"),  # on clubs the heart goes first
    ],
)
def test_a_machine_keeps_a_joker_for_a_dear_trick(led: str, hand: str, played: str) -> None:
    position = whister.load("hearts/joker").position(hand=hand, led=led, trick=11)
    assert choose(position.view(3)) == played


def test_a_machine_leads_a_joker_rather_than_a_high_card() -> None:
    rules = whister.load("hearts/joker")
    assert choose(rules.position(hand="AD KH JK", trick=11).view(0)) == "JK"
    assert choose(rules.position(hand="2D KH JK", trick=11).view(0)) == "2D"


def test_a_machine_throws_the_dear_joker_of_1897_under_a_higher_heart() -> None:
    rules = whister.load("hearts/joker-1897")
    assert choose(rules.position(hand="8C 9D JK", led="7C QH", trick=11).view(2)) == "JK"
    assert choose(rules.position(hand="8D 9D JK", led="7C 2C", trick=11).view(2)) != "JK", "it would win"


def test_the_joker_of_1897_breaks_hearts_and_is_barred_with_them() -> None:
    rules = whister.load("hearts/joker-1897", break_hearts=True)
    assert set(rules.position(hand="9C JK", trick=3).legal()) == {"9C"}
    assert set(rules.position(hand="9C 5H", trick=3, played="JK").legal()) == {"9C", "5H"}


@pytest.mark.parametrize(
    ("name", "options"),
    [("hearts/joker", {"joker_lead": "forbidden"}), ("hearts/joker-1897", {}), ("hearts/chasse-coeur", {})],
)
def test_a_rule_that_looks_at_the_tricks_before_frees_nobody_from_following(
    name: str, options: dict[str, str]
) -> None:
    deal = whister.load(name, **options).position(hand="8C KS", led="9C", trick=5)
    assert deal.legal() == ("8C",)
    assert deal.why("KS").clause == deal.rules.clauses["follow"]
    with pytest.raises(whister.IllegalAction):
        deal.act("KS")


def test_after_two_jokers_the_third_player_sets_the_suit() -> None:
    hands = [f"{CLUBS} AC JK", "JK 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD", *HANDS[2:]]
    deal = whister.load("hearts/joker", jokers=2, passing="none").deal(hands=hands, dealer=3)
    led = []
    for card in ("JK", "JK", "5H"):
        deal.act(card)
        led.append(deal.led)
    assert led == ["", "", "H"]


def test_the_first_card_of_a_suit_after_a_joker_that_was_led_sets_the_suit() -> None:
    rules = whister.load("hearts/joker")
    for led in ("JK 5H", "JK 5H 9C"):
        position = rules.position(led=led, hand="2H 3C", trick=2)
        assert position.led == "H"
        assert [*position.legal()] == ["2H"]
