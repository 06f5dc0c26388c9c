"""The hidden game for practice that the worker plays in advance."""

from __future__ import annotations

import json
from typing import Any

import pytest

from _runtime import whister_practice
from _runtime.whister_practice import ahead, game


@pytest.mark.parametrize("rules", ["hearts/black-lady", "boston/fontainebleau", "rook/tournament"])
def test_a_game_ahead_is_played_to_its_settlement_and_the_next_deal(rules: str) -> None:
    answers: list[tuple[str, dict[str, Any]]] = []

    def ask(request: dict[str, Any]) -> dict[str, Any]:
        answers.append((request["op"], whister_practice.asked(request)))
        return answers[-1][1]

    steps = list(game(ask, {"rules": rules}))
    assert len(steps) == len(answers), "one request a step, so that a visitor's own comes between"
    operations = [operation for operation, _ in answers]
    assert operations[0] == "new"
    assert operations[-3:] == ["link", "undo", "next"]
    assert [state["settlement"] is not None for _, state in answers[-4:-3]] == [True]


def test_a_game_ahead_goes_by_the_rules_of_the_deal_on_the_table() -> None:
    asked = {"op": "new", "rules": "hearts/black-lady", "options": {"moon": "new"}, "seed": "1909"}
    record = whister_practice.asked(asked)["record"]
    assert len(list(ahead(json.dumps({"op": "act", "record": record, "action": "pass"}), False))) > 13


@pytest.mark.parametrize(
    "text", ["not JSON", "[]", "{}", '{"rules": "hearts/black-ladies"}', '{"record": "c1~"}']
)
def test_what_cannot_be_played_ahead_is_left(text: str) -> None:
    assert list(ahead(text, False)) == []
