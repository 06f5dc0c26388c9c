"""What is seen between a visitor's action and his next: each step as the table was after it, for every rule set."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import whister
from tests.asking import asked
from whister.links.texts import deal_of_text
from whister.rules import Deal
from whister.table.picture import picture

State = dict[str, Any]


def first_allowed(state: State, *, bold: bool) -> str:
    """Return the first action that the visitor may take, or the highest bid if he is bold."""
    choice = state["choice"]
    if choice["kind"] == "cards":
        return " ".join([choice["verb"], *choice["allowed"][: choice["count"]]])
    if choice["kind"] == "play":
        return str(next(held["card"] for held in state["hand"] if held["playable"]))
    rows = choice["groups"] if choice["kind"] == "buttons" else [{"actions": choice["beside"]}]
    open_to = [one["action"] for row in rows for one in row["actions"] if one["legal"]]
    bids = [
        bid["action"]
        for part in choice.get("parts", ())
        for rung in part["rungs"]
        for bid in rung["bids"]
        if bid["legal"]
    ]
    return str(bids[-1] if bids and (bold or not open_to) else open_to[0])


def played(rules: str, seed: str, *, bold: bool) -> Iterator[State]:
    """Yield the answers to the visitor's actions, from the deal to the end."""
    state = asked(op="new", rules=rules, seed=seed, seat=0)
    while not state["over"]:
        state = asked(op="act", record=state["record"], seat=0, action=first_allowed(state, bold=bold))
        yield state


def stood(deal: Deal) -> State:
    return json.loads(json.dumps(picture(deal, 0, study=False)))  # type: ignore[no-any-return]


@pytest.mark.parametrize("rules", whister.catalogue())
@pytest.mark.parametrize("bold", [False, True])
def test_every_step_shows_the_table_as_it_stood(rules: str, bold: bool) -> None:
    """The last step shows the deal as it is; the step before it shows the deal with the last action taken back."""
    looked_at = 0
    for state in played(rules, "7", bold=bold):
        deal = deal_of_text(state["record"])
        for step in reversed(state["steps"]):
            if step["picture"] is not None:
                assert step["picture"] == stood(deal), step["text"]
                looked_at += 1
            deal.undo()
    assert looked_at


def test_cards_that_are_passed_leave_the_hand_before_the_others_have_chosen() -> None:
    rules = whister.load("hearts/black-lady")
    deal = rules.deal("1")
    given = [str(card) for card in deal.hand(0)[:3]]
    deal.act(" ".join(["give", *given]), 0)
    seen = stood(deal)
    assert not {held["card"] for held in seen["hand"]} & set(given)
    assert [seat["count"] for seat in seen["seats"]] == [10, 13, 13, 13]


def test_cards_that_were_passed_are_named_until_the_visitor_plays() -> None:
    deal = whister.load("hearts/black-lady").deal("1")
    for seat in range(4):
        deal.act(f"give {' '.join(deal.hand(seat)[:3])}", seat)
    come = [str(card) for card in deal.view(0).received]
    while deal.to_act != 0:
        assert marked(deal) == come
        deal.act(deal.legal()[0])
    assert marked(deal) == come
    (told,) = [fact for fact in stood(deal)["facts"] if "spoken" in fact]
    assert told["label"] == "From East"
    deal.act(deal.legal()[0])
    assert marked(deal) == []


def marked(deal: Deal) -> list[str]:
    return [held["card"] for held in stood(deal)["hand"] if held["mark"]]


def test_cards_that_cancel_each_other_bear_the_number_of_their_pair_and_the_clause() -> None:
    """The two cards of a pair are equal, and the clause is one of the rule set's own."""
    rules = whister.load("hearts/cancellation", players=6)
    for seed in range(100):
        deal = rules.deal(seed)
        while not deal.over:
            seen = stood(deal)["last_trick"]
            if seen and seen["cancelled"]:
                pairs: dict[int, list[str]] = {}
                for play in seen["plays"]:
                    assert play["gone"] == bool(play["pair"])
                    if play["gone"]:
                        pairs.setdefault(play["pair"], []).append(play["card"])
                assert all(len(cards) == 2 and len(set(cards)) == 1 for cards in pairs.values())
                assert seen["cancelled"]["slug"] in rules.clauses
                return
            deal.act(deal.legal()[0])
    raise AssertionError("no two equal cards met")
