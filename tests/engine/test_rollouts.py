"""A deal played to the end at once ends as it does action by action: every rule set, every option, from any point."""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import whister
from tests.engine.holding import dealt
from tests.house_rules import together
from whister import Deal, Rules, Weights, shuffle
from whister.deal import copying, fused
from whister.deal.public import state_of
from whister.notation import Action

ALL = whister.catalogue()
CAREFUL = {
    "lead": {"2": 9, "3": 5},
    "follow": {"A": 1, "K": 2, "5": 7},
    "discard": {"A": 20, "14": 11, "H": 3},
}


def one_by_one(deal: Deal, chance: Random, steps: int | None = None) -> None:
    """Play a deal on, drawing each action from all that are legal."""
    while not deal.over and steps != 0:
        legal = deal.legal()
        deal.act(legal[int(chance.random() * len(legal))])
        steps = steps - 1 if steps is not None else None


def end_alike(rules: Rules, lot: str) -> None:
    """Check that a deal ends the same in both ways of playing, from its opening and from somewhere in the middle."""
    played = dealt(rules, Random(lot))
    out, chance, again = played.copy(), Random(lot), Random(lot)
    one_by_one(played, chance)
    out.play_out(again)
    assert out == played, lot
    assert out.outcome == played.outcome
    assert chance.random() == again.random()  # as many numbers were drawn
    middle = dealt(rules, Random(lot))
    one_by_one(middle, chance, Random(lot).randrange(len(played.actions)))
    out, seed = middle.copy(), chance.random()
    one_by_one(middle, Random(seed))
    out.play_out(Random(seed))
    assert out == middle, lot
    assert out.outcome == middle.outcome


@pytest.mark.parametrize("name", ALL)
def test_what_is_played_out_ends_as_it_does_one_by_one(name: str) -> None:
    plain = whister.load(name)
    for players in plain.players:
        end_alike(whister.load(name, players), f"{name}, {players}")
    for rules in together(plain, Random(name)):
        end_alike(rules, f"{rules}")


@pytest.mark.parametrize("name", ALL)
def test_cards_are_drawn_by_their_weights(name: str) -> None:
    """Each card is in the urn as often as its weight, which depends on whether it is led, follows or is thrown away."""
    rules = whister.load(name)
    kept = {
        situation: {card: weight for card, weight in weights.items() if card in rules.plan.pack.ranks + rules.plan.pack.suits}
        for situation, weights in CAREFUL.items()
    }  # fmt: skip
    weights = Weights(**kept)
    played = dealt(rules, Random(name))
    out, chance = played.copy(), Random(name)
    while not played.over:
        urn = [
            action
            for action in played.legal()
            for _ in range(weight(played, action, kept) if played.phase == "play" else 1)
        ]
        played.act(urn[int(chance.random() * len(urn))])
    out.play_out(Random(name), weights)
    assert out == played


def weight(deal: Deal, action: Action, weights: dict[str, dict[str, int]]) -> int:
    """Return what a card weighs, worked out from the table as a person would."""
    if action.verb != "play":
        return 1
    (card,) = action.cards
    play = state_of(deal).tables
    assert play is not None
    follows = play.suit_of[card.index] == state_of(deal).suit_led
    table = weights["lead" if not deal.trick.cards else "follow" if follows else "discard"]
    found = 1
    for token, each in table.items():
        if token in (card.rank, card.suit):
            found = each
    return found


def test_a_function_chooses_everything_or_what_weights_do_not() -> None:
    rules = whister.load("hearts/black-lady")
    asked: list[str] = []

    def first(deal: Deal, legal: Sequence[Action]) -> Action:
        asked.append(deal.phase)
        return legal[0]

    deal = rules.deal("1909")
    deal.copy().play_out(Random(1), choose=first)
    assert asked == ["pass"] * 4 + ["play"] * 52
    asked.clear()
    deal.copy().play_out(Random(1), Weights(), first)
    assert asked == ["pass"] * 4


def test_the_usual_tables_play_whole_tricks() -> None:
    """This is so in all games but those with other actions during the play, with cards that may or must be played
    because they were called or exposed, or in which hands run out one by one."""
    slow = {name for name in ALL if not whister.load(name).plan.tricks().plain}
    assert slow == {
        "boston/rikken", "boston/russian", "boston/russian-1914", "hearts/chasse-coeur", "hearts/domino", "hearts/gong-zhu",
        "hearts/joker", "hearts/joker-1897", "hearts/rickety-kate", "rook/two-1914",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (lambda deal: deal.play_out(1), "play_out, chance: expected a random.Random, got 1"),
        (lambda deal: deal.play_out(Random(1), {"QS": 2}), "play_out, weights: expected whister.Weights"),
        (lambda deal: deal.play_out(Random(1), choose="QS"), "play_out, choose: expected a function"),
        (lambda deal: deal.play_out(Random(1), Weights({"R14": 2})), "weights, lead"),
        (lambda deal: Weights({"QS": 0}), "weights, lead, 'QS': expected a whole number from 1 to 1000, got 0"),
        (lambda deal: Weights(discard={1: 1}),  # type: ignore[dict-item]
         "weights, discard: expected a card, a rank or a suit, got 1"),
        (lambda deal: Weights([]),  # type: ignore[arg-type]
         "weights, lead: expected a mapping of cards to numbers"),
    ],
)  # fmt: skip
def test_bad_input_is_named_and_the_deal_left_as_it_was(words: Any, said: str) -> None:
    deal = whister.load("hearts/black-lady").deal("1909")
    before = deal.copy()
    with pytest.raises((whister.DealError, whister.NotationError)) as refused:
        words(deal)
    assert said in str(refused.value)
    assert deal == before


def test_a_position_with_unknown_hands_cannot_be_played_out() -> None:
    deal = whister.load("hearts/modern").position(hand="3D KH QS", led=["2C"])
    with pytest.raises(whister.DealError, match="cannot be played out"):
        deal.play_out(Random(1))


def test_weights_are_equal_by_what_they_say_and_can_be_sent() -> None:
    weights = Weights(discard={"QS": 20})
    assert pickle.loads(pickle.dumps(weights)) == weights == Weights(discard={"QS": 20})
    assert weights != Weights(discard={"QS": 2})
    assert repr(weights) == "<Weights discard {'QS': 20}>"


def test_many_ways_to_play_do_not_grow_without_end() -> None:
    rules = whister.load("hearts/modern")
    for number in range(1, 30):
        rules.deal(number).play_out(Random(number), Weights({"QS": number}))
    opening = rules.plan.opening_card(rules.plan.present)
    assert len(rules.plan.tricks(opening=opening).made) <= 8


def test_the_code_of_whole_tricks_reads_as_a_trick_is_played() -> None:
    text = fused.code(4, odd=False, simple=True)
    assert text.count("seat = AFTER[seat]") == 3  # three players follow the leader
    compile(text, "<whole tricks>", "exec")


def test_the_code_that_is_written_out_is_what_its_examples_show() -> None:
    for module in (copying, shuffle):
        came = doctest.testmod(module)
        assert came.attempted
        assert not came.failed
