"""The table keeps the deal of its last answer; each answer is the same as from the record alone."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from whister.links.texts import deal_of_text
from whister.table import requests

Json = dict[str, Any]


def asked(**words: object) -> Json:
    answer: Json = json.loads(requests.handle(json.dumps({"id": 1, "seat": 0, **words})))
    return answer


def both(**words: object) -> Json:
    """Return the answer that uses the kept deal, which must be the same as from the record alone."""
    kept = asked(**words)
    after = dict(requests._answered)
    requests._answered.clear()
    assert asked(**words) == kept
    requests._answered.clear()
    requests._answered.update(after)
    return kept


@pytest.mark.parametrize(
    "name",
    ["hearts/black-lady", "hearts/domino", "boston/fontainebleau", "boston/russian", "rook/tournament"],
)
def test_every_answer_is_that_of_the_record_alone(name: str) -> None:
    chance = Random(name)
    state = asked(op="new", rules=name, seed="1909")["ok"]
    for step in range(200):
        assert [*requests._answered] == [state["record"]]
        assert requests._answered[state["record"]] == deal_of_text(state["record"])
        if state["phase"] == "over":
            break
        legal = deal_of_text(state["record"]).legal(0)
        action = str(legal[int(chance.random() * len(legal))])
        both(op="why", record=state["record"], action=action)
        both(op="act", record=state["record"], action="2Z")
        if step % 4 == 3:
            both(op="undo", record=state["record"])
        state = both(op="act", record=state["record"], action=action)["ok"]
    assert state["phase"] == "over"


def test_what_was_done_after_an_answer_does_not_change_what_is_kept() -> None:
    state = asked(op="new", rules="hearts/black-lady", seed="1909")["ok"]
    deal = requests._replayed({"record": state["record"]})
    deal.act(deal.legal(0)[0], 0)
    assert requests._replayed({"record": state["record"]}) == deal_of_text(state["record"])
