"""The environment for PettingZoo, tested with the package's own tests."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import whister
from tests.adapters.at_random import RULE_SETS
from whister import IllegalAction
from whister.adapters.observing import Observer
from whister.adapters.payoffs import result
from whister.adapters.petting_zoo import Table, env
from whister.adapters.refused import IllegalIndex

# what api_test says of an observation that is a dict, as one with an action mask has to be
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)
BLACK_LADY = whister.load("hearts/black-lady")


def _played(table: Table, seed: int) -> dict[str, float]:
    """Play an episode at random, and return the rewards of its last step."""
    table.reset(seed)
    chance = Random(seed)
    while not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(chance.choice(np.flatnonzero(mask))))
    return dict(table.rewards)


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_api_of_pettingzoo_is_kept(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(name, seed=1), num_cycles=25)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["hearts/black-lady", "boston/hoyle", "rook/tournament"])
def test_the_same_seed_gives_the_same_deals(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=20)


def test_without_a_seed_the_deals_differ() -> None:
    hands = set()
    for _ in range(3):
        table = Table(BLACK_LADY)
        table.reset()
        assert table.steps is not None
        hands.add(table.steps.deal.dealt)
    assert len(hands) == 3


def test_each_episode_of_a_seed_is_another_deal() -> None:
    table = Table(BLACK_LADY, 7)
    table.reset()
    first = table.observe("seat_0")["observation"]["hand"]
    table.reset()
    assert (table.observe("seat_0")["observation"]["hand"] != first).any()
    table.reset(7)
    assert (table.observe("seat_0")["observation"]["hand"] == first).all()


def test_rewards_are_the_settlement_with_penalty_points_negated() -> None:
    table = Table(BLACK_LADY)
    rewards = _played(table, 3)
    assert table.steps is not None
    assert [*rewards.values()] == [-points for points in table.steps.deal.settle().delta]
    assert sum(rewards.values()) in (-26, 26, -78)


def test_all_rewards_come_at_the_end() -> None:
    table = env("hearts/modern", seed=2)
    table.reset()
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        assert not truncated
        assert terminated or reward == 0
        got[agent] += reward
        table.step(None if terminated else int(np.flatnonzero(observation["action_mask"])[0]))
    assert sum(got.values()) == -13, "thirteen hearts"


def test_only_the_agent_to_act_has_actions() -> None:
    table = Table(BLACK_LADY, 4)
    table.reset()
    masks = {agent: table.observe(agent)["action_mask"] for agent in table.agents}
    assert {agent: bool(mask.any()) for agent, mask in masks.items()} == {
        "seat_0": True, "seat_1": False, "seat_2": False, "seat_3": False,
    }  # fmt: skip
    assert table.steps is not None
    assert tuple(np.flatnonzero(masks["seat_0"])) == table.steps.legal()


@pytest.mark.parametrize("name", ["hearts/cancellation", "rook/two-1914", "boston/russian"])
def test_the_arrays_are_those_of_the_observer(name: str) -> None:
    table = Table(name, 5)
    table.reset()
    assert table.steps is not None
    observer = Observer(table.indices)
    for agent, seat in table.seats.items():
        seen = table.observe(agent)["observation"]
        for array, entries in observer.seen(table.steps, seat).items():
            assert seen[array].shape == observer.arrays[array].shape
            assert seen[array].dtype == (np.int8 if observer.arrays[array].counts else np.float32)
            assert [*seen[array].flat] == [*entries]


def test_a_dummy_is_no_agent() -> None:
    table = Table("rook/two-1914")
    dummy = table.rules.plan.table.dummy
    assert len(table.possible_agents) == 2
    assert f"seat_{dummy}" not in table.possible_agents


def test_a_payment_that_no_source_gives_is_named_in_the_infos() -> None:
    table = Table("boston/russian-1914")
    for seed in range(100):
        rewards = _played(table, seed)
        assert table.steps is not None
        if result(table.steps.deal).unpriced:
            assert [*rewards.values()] == [0, 0, 0, 0]
            assert all("no source gives the payment" in info["unpriced"] for info in table.infos.values())
            return
    pytest.fail("every deal was paid")


def test_the_pool_of_a_ledger_is_played_for() -> None:
    rules = whister.load("hearts/hearts-1887")
    poor, rich = Table(rules, ledger=rules.ledger(pool=0)), Table(rules, ledger=rules.ledger(pool=400))
    differences = {
        tuple(rich - poor for rich, poor in zip(_played(rich, seed).values(), _played(poor, seed).values(), strict=True))
        for seed in range(40)
    }  # fmt: skip
    assert (400, 0, 0, 0) in differences or (0, 400, 0, 0) in differences


def test_an_illegal_index_is_refused_and_changes_nothing() -> None:
    table = Table(BLACK_LADY, 6)
    with pytest.raises(IllegalIndex, match=r"nothing has been dealt yet; call reset\(\) first"):
        table.observe("seat_0")
    table.reset()
    before = table.observe("seat_0")
    for index in (53, -1, None, int(np.flatnonzero(before["action_mask"] == 0)[0])):
        with pytest.raises((IllegalIndex, IllegalAction)):
            table.step(index)
    after = table.observe("seat_0")
    assert (before["action_mask"] == after["action_mask"]).all()
    assert table.agent_selection == "seat_0"


def test_a_deal_can_be_shown() -> None:
    shown, plain = Table(BLACK_LADY, 8, render_mode="ansi"), Table(BLACK_LADY, 8)
    shown.reset()
    plain.reset()
    assert "hearts/black-lady, deal 1: pass, seat 0 to act" in str(shown.render())
    assert plain.render() is None


def test_an_unknown_rule_set_is_refused() -> None:
    with pytest.raises(whister.UnknownRuleSet, match="black-laddy"):
        env("hearts/black-laddy")
