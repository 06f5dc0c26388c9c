"""The game for OpenSpiel, tested with the package's own tests and algorithms."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    best_response,
    expected_game_score,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
)

import whister
from tests.adapters.at_random import RULE_SETS, chosen, played
from tests.engine.small import small
from whister import OptionError, Rules
from whister.adapters.episode import Episode, Setting, replayed
from whister.adapters.imagining import imagined
from whister.adapters.open_spiel import WhisterGame, WhisterState, game
from whister.adapters.payoffs import result
from whister.adapters.refused import IllegalIndex, Unknowable
from whister.deal.public import state_of


def loaded(name: str, **parameters: Any) -> WhisterGame:
    found: WhisterGame = pyspiel.load_game("python_whister", {"rules": name, **parameters})
    return found


def dealt(played_by: WhisterGame, seed: int) -> WhisterState:
    """Return a state after all cards are dealt."""
    state, chance = played_by.new_initial_state(), Random(seed)
    while state.is_chance_node():
        cards, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(cards, weights)[0])
    return state


@pytest.mark.parametrize("name", RULE_SETS)
def test_openspiels_own_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(
    "name", ["hearts/black-lady", "boston/russian", "rook/two-1914", "hearts/cancellation"]
)
def test_it_passes_with_states_written_as_text_too(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["hearts/slobberhannes", "rook/tournament"])
def test_a_playthrough_is_repeated(name: str, tmp_path: Path) -> None:
    flags.FLAGS(["playthrough"])
    written = tmp_path / "playthrough.txt"
    text = generate_playthrough.playthrough(f"python_whister(rules={name})", action_sequence=[], seed=1909)
    written.write_text(text, "utf-8")
    expected, actual = generate_playthrough.replay(str(written))
    assert expected == actual
    assert f"rules={name}" in text
    assert "LegalActions" in text


def test_parameters_choose_the_rules() -> None:
    found = loaded("hearts/black-lady", players=3, options="moon:new")
    assert found.rules == whister.load("hearts/black-lady", 3, moon="new")
    assert (found.num_players(), found.num_distinct_actions(), found.max_game_length()) == (3, 52, 3 * 4 + 51)
    assert (found.min_utility(), found.max_utility()) == (-26, 26)
    assert pyspiel.load_game(str(found)).rules == found.rules


@pytest.mark.parametrize("name", RULE_SETS)
def test_rules_become_a_game_that_can_be_loaded_from_its_text(name: str) -> None:
    rules = whister.load(name)
    found = game(rules)
    assert pyspiel.load_game(str(found)).rules.behaviour_hash == rules.behaviour_hash


def test_options_in_another_form_are_refused() -> None:
    with pytest.raises(OptionError, match="expected 'name:value', got 'moon'"):
        WhisterGame({"rules": "hearts/black-lady", "options": "moon"})
    with pytest.raises(OptionError, match="moone"):
        WhisterGame({"rules": "hearts/black-lady", "options": "moone:new"})
    with pytest.raises(whister.UnknownRuleSet):
        WhisterGame({})


def test_chance_deals_each_card_left_with_the_same_probability() -> None:
    state = loaded("hearts/slobberhannes").new_initial_state()
    assert state.chance_outcomes() == [(card, 1 / 32) for card in range(32)]
    state.apply_action(5)
    assert dict(state.chance_outcomes()) == {card: 1 / 31 for card in range(32) if card != 5}
    assert state.action_to_string(6) == "deal KC"


def test_of_two_equal_cards_the_one_left_is_half_as_likely() -> None:
    state = loaded("hearts/cancellation").new_initial_state()
    state.apply_action(0)
    assert dict(state.chance_outcomes()) == {0: 1 / 103, **dict.fromkeys(range(1, 52), 2 / 103)}


def test_the_card_turned_up_from_a_second_pack_is_dealt_last() -> None:
    found = loaded("boston/american")
    state = found.new_initial_state()
    for card in range(52):
        state.apply_action(card)
    assert dict(state.chance_outcomes()) == dict.fromkeys(range(52), 1 / 52)
    state.apply_action(found.indices.of("TD"))
    assert state.episode.steps is not None
    assert state.episode.steps.deal.turn_up == "TD"


def test_a_card_cannot_be_dealt_twice() -> None:
    episode = Episode(Setting(whister.load("hearts/modern")))
    episode.step(3)
    with pytest.raises(IllegalIndex, match=r"index 3 \(5C\) cannot be dealt now"):
        episode.step(3)


@pytest.mark.parametrize("name", RULE_SETS)
def test_chance_can_deal_any_deal(name: str) -> None:
    rules = whister.load(name)
    setting = Setting(rules)
    for seed in range(3):
        deal = rules.deal(seed)
        steps = replayed(setting, setting.order_of(state_of(deal).dealt)).steps
        assert steps is not None
        assert steps.deal.dealt == deal.dealt
        assert (steps.deal.turn_up, steps.deal.widow) == (deal.turn_up, deal.widow)


def test_returns_are_the_settlement_of_the_players() -> None:
    for name in ("hearts/black-lady", "rook/two-1914", "boston/hoyle"):
        found = loaded(name)
        state, chance = dealt(found, 3), Random(3)
        assert state.returns() == [0] * found.num_players()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        steps = state.episode.steps
        assert steps is not None
        assert state.returns() == [result(steps.deal).utilities[seat] for seat in found.seats]


def test_a_clone_goes_its_own_way() -> None:
    state = dealt(loaded("hearts/black-lady"), 4)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert state.history() != twin.history()
    assert state.legal_actions() != twin.legal_actions()
    assert pickle.loads(pickle.dumps(twin.episode)).told(0) == twin.episode.told(0)


def test_the_information_state_hides_what_others_have_chosen() -> None:
    """Seat 0 passes three cards: the others see only that it has passed."""
    found = loaded("hearts/black-lady")
    one, other = dealt(found, 5), dealt(found, 5)
    for state, cards in ((one, slice(0, 3)), (other, slice(1, 4))):
        assert state.episode.steps is not None
        hand = sorted(found.indices.of(str(card)) for card in state.episode.steps.deal.hand(0))
        for index in (*hand[cards], found.indices.of("done")):
            state.apply_action(index)
    assert one.information_state_string(0) != other.information_state_string(0)
    for player in (1, 2, 3):
        assert one.information_state_string(player) == other.information_state_string(player)
        assert one.information_state_tensor(player) == other.information_state_tensor(player)
        assert one.observation_tensor(player) == other.observation_tensor(player)


def test_the_public_part_of_an_observation_is_the_same_for_all() -> None:
    found = loaded("rook/tournament")
    state = dealt(found, 6)
    public = found.make_py_observer(
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        )
    )
    private = found.make_py_observer(
        pyspiel.IIGObservationType(
            public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
        )
    )
    assert len({public.string_from(state, player) for player in range(4)}) == 1
    assert len({private.string_from(state, player) for player in range(4)}) == 4
    assert {*public.dict} & {*private.dict} == set()
    assert {*public.dict} | {*private.dict} == {*found.observer.arrays}
    public.set_from(state, 2)
    assert public.dict["cards_held"].tolist() == [9, 9, 9, 9]


def test_what_all_players_know_together_is_not_shown() -> None:
    with pytest.raises(Unknowable, match="only what one player or everyone sees"):
        loaded("hearts/modern").make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_seat_cannot_distinguish_an_imagined_deal(name: str) -> None:
    setting, chance = Setting(whister.load(name)), Random(name)
    deal, _ = played(setting.rules, 7, setting.indices)
    episode = replayed(setting, setting.order_of(state_of(deal).dealt))
    steps, others = episode.steps, 0
    assert steps is not None
    looks = 0
    while not steps.over:
        if steps.seat is not None and looks % 9 == 0:
            seat, twin = steps.seat, imagined(episode, chance)
            assert twin.steps is not None
            assert twin.told(seat) == episode.told(seat)
            assert twin.steps.legal() == steps.legal()
            others += twin.pack != episode.pack
        looks += 1
        episode.step(chosen(steps, chance))
    assert others > 0


def test_only_for_the_player_to_act_is_a_state_drawn() -> None:
    state = dealt(loaded("hearts/modern"), 8)
    other = (state.current_player() + 1) % 4
    with pytest.raises(Unknowable, match=f"player {other} is not to act"):
        state.resample_from_infostate(other, lambda: 0.5)


def test_information_set_search_plays_a_card() -> None:
    found = loaded("hearts/slobberhannes")
    state = dealt(found, 9)
    for _ in range(20):
        state.apply_action(state.legal_actions()[0])
    chance = np.random.RandomState(9)
    bot = ismcts.ISMCTSBot(found, mcts.RandomRolloutEvaluator(1, chance), 2.0, 30, random_state=chance)
    assert bot.step(state) in state.legal_actions()


def two_hands() -> Rules:
    """Return a game for two with the ace and king of two suits: two cards each, and the ace of clubs scores a point."""
    pack = {"kind": "french", "without": ["S", "H", *"23456789TJQ"]}
    return small(
        2, players={"allowed": [2]}, pack=pack, deal={"packets": [1]}, follow={}, values={"cards": {"AC": 1}}, score_captured={}
    )  # fmt: skip


def test_the_value_of_a_small_game_is_that_counted_by_hand() -> None:
    """The leader captures the ace of clubs by holding it (3 of 6 deals), or with both diamonds (1 of 6), on which the
    other throws both clubs; nothing else that either does changes this."""
    found = game(two_hands())
    even = policy.TabularPolicy(found)
    root = found.new_initial_state()
    assert expected_game_score.policy_value(root, [even, even]) == pytest.approx([4 / 6, 2 / 6])
    assert best_response.BestResponsePolicy(found, 0, even).value(root) == pytest.approx(4 / 6)
    assert best_response.BestResponsePolicy(found, 1, even).value(root) == pytest.approx(2 / 6)


def test_a_sampling_solver_learns_a_policy_of_legal_actions() -> None:
    found = game(two_hands())
    solver = external_sampling_mccfr.ExternalSamplingSolver(found)
    for _ in range(20):
        solver.iteration()
    average = solver.average_policy()
    state = dealt(found, 10)
    probabilities = average.action_probabilities(state)
    assert {*probabilities} == {*state.legal_actions()}
    assert sum(probabilities.values()) == pytest.approx(1)
