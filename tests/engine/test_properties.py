"""What is true in every deal of every rule set, whatever the cards and whoever plays.

The deals are the same in every run: every rule set, every number of players and a few house rules of each have deals of
their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import whister
from tests.engine import slow
from tests.engine.hiding import view_hides
from tests.engine.holding import dealt, ends, everything, game_ends
from tests.house_rules import drawn
from whister import Deal, Rules
from whister.deal.public import state_of
from whister.plan.outcome import captured_masks

ALL = whister.catalogue()
MOST_DEALS = 50  #: that are played to meet a phase which deals do not always have


def tables(name: str) -> list[Rules]:
    """Return the rule set for each number of players."""
    return [whister.load(name, players) for players in whister.load(name).players]


def met(rules: Rules, most: int = MOST_DEALS) -> Iterator[tuple[Deal, Random]]:
    """Yield deals to play, each with its random numbers: the first that together go through all phases of the rules."""
    phases = rules.plan.course.phases
    missing = {name for name in rules.plan.course.order if name == "play" or not phases[name].silent}
    for number in range(most):
        lot = f"{rules}, {number}"
        found = ends(dealt(rules, Random(lot)), Random(lot))
        if found & missing:
            yield dealt(rules, Random(lot)), Random(lot)
        missing -= found
        if not missing:
            return
    assert "play" not in missing, f"none of {most} deals was played: {rules}"


@pytest.mark.parametrize("name", ALL)
def test_all_holds_at_every_number_of_players(name: str) -> None:
    for rules in tables(name):
        looks = 0
        for deal, chance in met(rules):
            everything(deal, chance)
            looks += view_hides(deal, chance)
        assert looks, f"nobody looked: {rules}"


@pytest.mark.parametrize("name", ALL)
def test_all_holds_under_house_rules(name: str) -> None:
    """Some options of each rule set are chosen at random, as far as they go together."""
    rules = drawn(whister.load(name), Random(name))
    assert rules.chosen
    for deal, chance in met(rules, most=6):
        everything(deal, chance)
        view_hides(deal, chance)


@pytest.mark.parametrize("name", ALL)
def test_the_points_captured_are_those_that_a_player_counts(name: str) -> None:
    """They are counted card by card, by a price list that was written independently of the rules."""
    for rules in tables(name):
        deal, chance = next(met(rules))
        ends(deal, chance)
        named = next((action[-1] for _, action in deal.actions if action.verb == "name"), "")
        prices = slow.WORTH.get(name, {}) | ({named: 1} if named else {})
        counted = [sum(slow.worth(name, card, prices) for card in cards) for cards in deal.outcome.captured]
        assert [state_of(deal).plan.worth.of(cards) for cards in captured_masks(deal.outcome)] == counted
        pack = sum(
            slow.worth(name, card, prices)
            for card in state_of(deal).plan.cards_of(state_of(deal).plan.present)
        )
        assert state_of(deal).plan.worth.total_value == pack
        assert [trick.value for trick in deal.tricks] == [
            sum(slow.worth(name, card, prices) for card in trick.cards) for trick in deal.tricks
        ]


@pytest.mark.parametrize("name", ALL)
def test_a_game_comes_to_an_end(name: str) -> None:
    assert game_ends(whister.load(name), seed=1909) > 1


@pytest.mark.parametrize("name", ALL)
def test_equal_seeds_deal_equal_hands(name: str) -> None:
    for rules in tables(name):
        assert rules.deal(1909).dealt == rules.deal("1909").dealt
        assert rules.deal(1909).dealt != rules.deal(1910).dealt
