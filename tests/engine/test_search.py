"""The searching player: the deals that it imagines, and how it compares its actions on them."""

from __future__ import annotations

from random import Random

import pytest

import whister
from tests.house_rules import drawn
from whister import Deal, View
from whister.deal.public import state_of
from whister.deal.view import view_of
from whister.players import choose
from whister.players.search.candidates import candidates
from whister.players.search.playout import play_on
from whister.players.search.searching import Measure, consider
from whister.players.search.worlds import Worlds
from whister.players.strengths import STRENGTHS, choose_as, strength

NAMES = tuple(whister.catalogue())


def decisions(name: str, seed: int, chance: Random, share: float) -> list[tuple[Deal, View]]:
    """Return some of the decisions of a deal between cautious players: the deal and the view of the seat to act."""
    deal, found = whister.load(name).deal(seed), []
    while not deal.over:
        seat = deal.to_act
        assert seat is not None
        view = deal.view(seat)
        if len(view.legal) > 1 and chance.random() < share:
            found.append((deal.copy(), view))
        deal.act(choose(view), seat)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_an_imagined_deal_looks_to_the_seat_like_the_real_one(name: str) -> None:
    chance = Random(name)
    for _, view in decisions(name, 7, chance, 0.35):
        worlds = Worlds(view, chance)
        for _ in range(2):
            assert view_of(worlds.sample(), view.seat) == view


@pytest.mark.parametrize("name", NAMES)
def test_an_imagined_deal_looks_so_under_house_rules_and_after_odd_actions(name: str) -> None:
    chance = Random(f"{name}, house rules")
    rules = whister.load(name)
    rules = drawn(whister.load(name, chance.choice(rules.players)), chance)
    deal = rules.deal(9, number=1 + int(chance.random() * 4))
    while not deal.over:
        seat = deal.to_act
        assert seat is not None
        view = deal.view(seat)
        if len(view.legal) > 1 and chance.random() < 0.15:
            assert view_of(Worlds(view, chance).sample(), seat) == view
        odd = chance.random() < 0.3
        deal.act(view.legal[int(chance.random() * len(view.legal))] if odd else choose(view), seat)


@pytest.mark.parametrize("name", ["hearts/black-lady", "boston/fontainebleau", "rook/kentucky"])
def test_imagined_deals_differ_in_the_cards_that_were_not_seen(name: str) -> None:
    chance = Random(name)
    for _, view in decisions(name, 3, chance, 0.1)[:4]:
        worlds = Worlds(view, chance)
        if worlds.free.bit_count() > 6:
            assert len({worlds.sample().dealt.hands for _ in range(6)}) > 1


def test_a_seat_that_did_not_follow_suit_is_given_no_card_of_the_suit() -> None:
    rules = whister.load("hearts/black-lady")
    played = rules.deal(5, number=4)  # nothing is passed in the fourth deal
    shown: set[tuple[int, str]] = set()
    while not played.over:
        seat = played.to_act
        assert seat is not None
        view = played.view(seat)
        for other, suit in shown:
            if other != seat and len(view.legal) > 1:
                hand = Worlds(view, Random(1)).sample().hand(other)
                assert not hand & rules.plan.pack.suit_masks[suit]
        action = choose(view)
        if played.led and not str(action).endswith(played.led):
            shown.add((seat, played.led))
        played.act(action, seat)


@pytest.mark.parametrize("name", NAMES)
def test_a_rollout_ends_in_a_deal_that_can_be_settled(name: str) -> None:
    chance = Random(name)
    for deal, view in decisions(name, 11, chance, 0.1):
        state = state_of(deal.copy())
        play_on(state)
        assert state.over
        assert isinstance(Measure(state.plan.base, view.seat)(state), float)


@pytest.mark.parametrize("name", NAMES)
def test_the_player_chooses_a_legal_action_and_always_the_same_one(name: str) -> None:
    for _, view in decisions(name, 2, Random(name), 0.08)[:3]:
        found = consider(view, 24, seed="a")
        assert found.action in view.legal
        assert found == consider(view, 24, seed="a")._replace(state=found.state)
        assert found.rollouts <= max(24, 4 * len(view.legal), 80)


def test_a_search_stops_when_its_time_is_up() -> None:
    everything = decisions("hearts/black-lady", 1, Random(1), 1)
    view = next(view for _, view in everything if view.phase == "play" and consider(view, 4).worlds)
    asked = 0

    def expired() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    found = consider(view, 100_000, expired=expired)
    assert found.worlds == 3
    assert found.action in view.legal


def test_each_strength_has_its_sentence_and_its_budget() -> None:
    assert list(STRENGTHS) == ["cautious", "steady", "strong"]
    budgets = [each.rollouts for each in STRENGTHS.values()]
    assert budgets == sorted(budgets)
    assert budgets[0] == 0
    deal = whister.load("hearts/modern").deal(1)
    view = deal.view(deal.to_act or 0)
    assert choose_as(view, "cautious") == choose(view)
    assert choose_as(view, "steady", rollouts=30) in view.legal


def test_a_strength_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(whister.DealError, match=r"no player is called 'stedy'; did you mean 'steady'\?"):
        strength("stedy")


def test_cards_on_either_side_of_a_card_in_the_trick_are_compared_with_each_other() -> None:
    hands = ["KD 3D", "AD 4H", "9C", "7S"]
    view = whister.load("hearts/black-lady").position(hands=hands, trick=12, leader=2, led="QD 5D").view(0)
    assert {str(action) for action in candidates(view, 0)} == {"KD", "3D"}


def test_a_queen_that_was_sent_back_lies_with_the_seat_that_passed_her() -> None:
    rules, chance, found = whister.load("hearts/rickety-kate"), Random(5), 0
    for number in range(12):
        deal = rules.deal(f"kate/{number}")
        while not deal.over:
            seat = deal.to_act
            assert seat is not None
            view = deal.view(seat)
            if len(view.legal) > 1 and any(text == "decline QS" for _, text in view.events):
                world = Worlds(view, chance).sample()
                assert view_of(world, seat) == view
                if view.phase == "play" and "QS" in [str(card) for hand in deal.hands for card in hand]:
                    queen = rules.plan.pack.index["QS"]
                    held = [bool(world.hand(other) >> queen & 1) for other in rules.plan.table.seats]
                    assert held == ["QS" in map(str, hand) for hand in deal.hands]
                    found += 1
            deal.act(choose(view), seat)
    assert found


def test_the_lowest_bids_in_the_best_suits_are_compared_with_higher_ones() -> None:
    rules = whister.load("boston/fontainebleau")
    deal = rules.deal("eyes/3", number=1, dealer=3)
    assert " ".join(map(str, deal.hands[0])) == "4C JC KC AC 6D JD QD 4S 7S QS KS 2H QH"
    assert {"bid 5C", "bid 5S"} <= {str(action) for action in candidates(deal.view(0), 0)}
