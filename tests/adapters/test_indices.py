"""The table of indices: one number for each card and each call, the same everywhere, and a path for each action."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from typing import Any

import pytest

import whister
from tests.adapters.at_random import RULE_SETS, played, repeated
from whister.adapters.indices import DONE, Indices, table
from whister.adapters.refused import IllegalIndex
from whister.adapters.steps import Steps

BLACK_LADY = whister.load("hearts/black-lady")


def test_black_lady_has_an_index_for_each_card_and_one_for_the_end_of_a_pass() -> None:
    indices = Indices(BLACK_LADY)
    assert indices.texts[:3] == ("2C", "3C", "4C")
    assert indices.texts[-3:] == ("KH", "AH", DONE)
    assert (len(indices), indices.cards) == (53, 52)


def test_a_bid_of_any_number_has_its_own_index() -> None:
    """In Auction Hearts a player may bid any number of their 300 chips: this is the largest table."""
    indices = Indices(whister.load("hearts/auction"))
    assert len(indices) == 52 + 300 + len(["pass", "name C", "name D", "name S", "name H"])
    assert [indices[indices.of(f"bid {chips}")] for chips in (1, 300)] == ["bid 1", "bid 300"]
    assert "bid 301" not in indices


def test_bids_are_as_far_apart_as_the_clause_says() -> None:
    bids = [text for text in Indices(whister.load("rook/tournament")) if text.startswith("bid ")]
    assert bids == [f"bid {points}" for points in range(70, 125, 5)]


@pytest.mark.parametrize("name", RULE_SETS)
def test_no_table_has_more_than_512_indices(name: str) -> None:
    indices = Indices(whister.load(name))
    assert len(indices) <= 512
    assert len(set(indices)) == len(indices)
    assert [indices.of(text) for text in indices] == list(range(len(indices)))


def test_equal_cards_of_two_packs_share_an_index() -> None:
    indices = Indices(whister.load("hearts/cancellation"))
    assert len(indices) == 52
    assert indices.rules.plan.cards == 104


def test_the_path_of_a_pass_is_its_cards_in_order_and_then_the_end() -> None:
    indices = Indices(BLACK_LADY)
    steps = Steps(BLACK_LADY.deal("1909"), indices)
    action = steps.deal.legal()[-1]
    assert action == "give 5H 6H JH"
    assert [indices[index] for index in indices.path(action)] == ["5H", "6H", "JH", "done"]
    assert [steps.step(index) for index in indices.path(action)] == [None, None, None, action]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_action_is_the_one_that_its_path_completes(name: str) -> None:
    rules = whister.load(name)
    indices = Indices(rules)
    for seed in range(6):
        deal, _ = played(rules, seed, indices)
        for action, completed in repeated(deal, indices):
            assert completed == action


def _ways(steps: Steps) -> list[str]:
    """Return every action to which the steps from here lead, once for each way that leads to it."""
    found = []
    for index in steps.legal():
        after = steps.copy()
        action = after.step(index)
        found += [str(action)] if action is not None else _ways(after)
    return found


@pytest.mark.parametrize(
    ("name", "options", "cards"),
    [
        ("rook/three-1914", {}, 5),
        ("rook/red-one", {}, 6),
        ("rook/two-1914", {}, 5),
        ("rook/tournament", {}, 5),
        ("hearts/black-lady", {}, 3),
        ("hearts/cancellation", {"players": 8}, 1),
    ],
)  # fmt: skip
def test_there_is_exactly_one_path_to_each_choice(name: str, options: dict[str, Any], cards: int) -> None:
    rules = whister.load(name, **options)
    steps = Steps(rules.deal("paths"))
    while steps.deal.phase in ("auction", "trump"):
        calls = [index for index in steps.legal() if steps.indices[index] == "pass"]
        steps.step((calls or steps.legal())[0])
    legal = steps.deal.legal()
    assert len(legal[0].cards) == cards
    if len(legal) < 10_000:
        assert sorted(_ways(steps)) == sorted(map(str, legal))
    else:
        ways = {steps.indices.path(action) for action in legal[:400]}
        assert len(ways) == 400


def test_the_same_table_is_made_in_every_process() -> None:
    code = (
        "import whister, json; from whister.adapters.indices import table;"
        "print(json.dumps([table(whister.load(name)) for name in ('rook/call-partner', 'boston/russian')]))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert said[0] == said[1]
    assert json.loads(said[0])[0]["indices"][0] == "R2"


def test_the_published_table_names_what_it_belongs_to() -> None:
    new = whister.load("hearts/black-lady", moon="new")
    published = table(new)
    assert published["rules"] == "hearts/black-lady"
    assert published["options"] == {"moon": "new"}
    assert published["behaviour"] == new.behaviour_hash != BLACK_LADY.behaviour_hash
    assert json.loads(json.dumps(published)) == published
    assert published["indices"] == list(Indices(BLACK_LADY))


@pytest.mark.parametrize("index", [-1, 53, 2.0, "QS", None, True])
def test_what_is_no_index_is_refused(index: object) -> None:
    with pytest.raises(IllegalIndex, match="expected an index from 0 to 52, got"):
        Indices(BLACK_LADY).checked(index)  # type: ignore[arg-type]


def test_a_text_of_another_game_has_no_index() -> None:
    with pytest.raises(IllegalIndex, match="'bid 75' has no index; expected a card or a call of this game"):
        Indices(BLACK_LADY).of("bid 75")


def test_every_three_cards_of_a_hand_are_offered_once() -> None:
    steps = Steps(BLACK_LADY.deal("1909"))
    hand = sorted(steps.indices.of(str(card)) for card in steps.deal.hand(0))
    assert len(_ways(steps)) == len(list(combinations(hand, 3))) == 286
    assert list(steps.legal()) == hand[:-2], "the two last cards cannot come first"
