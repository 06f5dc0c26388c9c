"""The other players at the table: each with the strength chosen for its seat, one decision a request, and hints."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest

import whister
from tests.asking import asked
from whister.links.texts import deal_of_text
from whister.players.search import searching
from whister.players.strengths import STRENGTHS, Strength
from whister.table import others, requests

Json = dict[str, Any]
HEARTS = "hearts/black-lady"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the searching players few deals, so that the tests are quick."""
    few = {name: Strength(name, "", 24 if name != "cautious" else 0) for name in STRENGTHS}
    monkeypatch.setattr(others, "STRENGTHS", MappingProxyType(few))


def new(rules: str = HEARTS, **more: Any) -> Json:
    return asked(op="new", rules=rules, seed="1909", seat=0, **more)


def refused(**request: Any) -> str:
    """Return the message of the error with which a request is answered."""
    answer: Json = json.loads(requests.handle(json.dumps({"id": 1, "seat": 0, **request})))
    return str(answer["error"]["message"])


def about(state: Json, op: str, **more: Any) -> Json:
    return asked(op=op, record=state["record"], seat=state["seat"], **more)


def first_legal(state: Json) -> str:
    return str(deal_of_text(state["record"]).legal(state["seat"])[0])


def played_on(state: Json, strengths: Json) -> Json:
    """Let the others think until the visitor must act."""
    while "thinking" in state:
        state = about(state, "go-on", strengths=strengths)
    return state


# ---- strengths


@pytest.mark.parametrize("strengths", [{}, {"others": "cautious"}, {"1": "cautious", "3": "cautious"}])
def test_the_other_players_are_cautious_unless_another_strength_is_chosen(strengths: Json) -> None:
    state = new("boston/american", strengths=strengths)
    assert state == new("boston/american")
    assert about(state, "act", action="pass", strengths=strengths) == about(state, "act", action="pass")


def test_before_a_player_thinks_the_table_shows_what_has_happened_and_who_is_to_act() -> None:
    chosen = {"2": "strong"}
    after = about(new("boston/american"), "act", action="pass", strengths=chosen)
    assert after["thinking"] == after["to_act"] == 2
    assert [step["seat"] for step in after["steps"]] == [0, 1]
    assert after["prompt"] == "North is to act."
    then = about(after, "go-on", strengths=chosen)
    assert then["steps"][0]["seat"] == 2
    assert all(step["picture"] for step in then["steps"]), "each step can be shown by itself"


def test_one_request_waits_for_one_decision_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[int] = []
    consider = searching.consider

    def counted(view: Any, rollouts: int, **how: Any) -> Any:
        searches.append(view.seat)
        return consider(view, rollouts, **how)

    monkeypatch.setattr(searching, "consider", counted)
    state = new(strengths={"others": "steady"})
    assert searches == []
    after = about(state, "act", action=first_legal(state), strengths={"others": "steady"})
    assert searches == []
    while "thinking" in after:
        before = len(searches)
        after = about(after, "go-on", strengths={"others": "steady"})
        assert len(searches) == before + 1
    assert set(searches) == {1, 2, 3}


def test_the_visitor_passes_cards_without_waiting_for_players_who_think() -> None:
    state = new(strengths={"1": "steady"})
    assert state["phase"] == "pass"
    assert "thinking" not in state
    assert state["choice"]["kind"] == "cards"
    assert state["pending"] == [0, 1], "the cautious ones have passed theirs"
    assert about(state, "act", action=first_legal(state), strengths={"1": "steady"})["thinking"] == 1


@pytest.mark.parametrize("rules", [HEARTS, "boston/fontainebleau", "rook/tournament"])
def test_a_deal_with_searching_players_is_played_to_its_end(rules: str) -> None:
    chosen = {"others": "steady", "2": "strong"}
    state = played_on(new(rules, strengths=chosen), chosen)
    while not state["over"]:
        assert state["choice"] is not None
        state = played_on(about(state, "act", action=first_legal(state), strengths=chosen), chosen)
    assert state["settlement"]
    assert "notice" not in state


def test_the_same_record_gives_the_same_decision() -> None:
    chosen = {"others": "strong"}
    state = about(new("boston/american"), "act", action="pass", strengths=chosen)
    once = about(state, "go-on", strengths=chosen)
    requests._answered.clear()
    assert about(state, "go-on", strengths=chosen) == once


def test_an_action_may_be_taken_back_while_another_player_is_about_to_think() -> None:
    state = new("boston/american")
    after = about(state, "act", action="pass", strengths={"1": "strong"})
    assert after["thinking"] == 1
    assert about(after, "undo", strengths={"1": "strong"})["record"] == state["record"]


def test_nobody_thinks_over_the_only_card_that_may_be_played() -> None:
    rules = whister.load(HEARTS)
    deal = rules.deal(seed="1909", number=4)  # no cards are passed
    assert deal.to_act is not None
    assert len(deal.legal()) == 1, "the two of clubs"
    leader, visitor = deal.to_act, (deal.to_act + 3) % 4
    state = asked(
        op="new", rules=HEARTS, seed="1909", number=4, seat=visitor, strengths={str(leader): "strong"}
    )
    assert state["log"][0].endswith("leads the two of clubs.")


# ---- what goes wrong


def test_a_search_that_fails_forfeits_the_decision_to_the_cautious_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no world")

    state = about(new("boston/american"), "act", action="pass", strengths={"1": "strong"})
    monkeypatch.setattr(searching, "consider", broken)
    forfeited = about(state, "go-on", strengths={"1": "strong"})
    said = "West could not compare the actions, and followed rules of thumb for one decision."
    assert forfeited.pop("notice") == said
    assert forfeited == about(state, "go-on")


def test_an_action_that_the_rules_refuse_is_not_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    state = about(new("boston/american"), "act", action="pass", strengths={"1": "strong"})
    wrong = searching.Thought("bid nothing", (), 9, 9)  # type: ignore[arg-type]
    monkeypatch.setattr(searching, "consider", lambda *_, **__: wrong)
    forfeited = about(state, "go-on", strengths={"1": "strong"})
    assert forfeited["notice"].startswith("West found no action that the rules allow")


def test_a_search_whose_time_is_up_before_it_has_compared_anything_is_forfeited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = about(new("boston/american"), "act", action="pass", strengths={"1": "strong"})
    monkeypatch.setattr(others, "SECONDS", 0)
    forfeited = about(state, "go-on", strengths={"1": "strong"})
    said = "West took too long, and followed rules of thumb for one decision."
    assert forfeited.pop("notice") == said
    assert forfeited == about(state, "go-on")


def test_an_unknown_strength_plays_cautiously_and_the_nearest_name_is_suggested() -> None:
    state = new("boston/american", strengths={"1": "stong", "2": "stong"})
    said = "No player is called 'stong'; did you mean 'strong'? So West and North play cautiously."
    assert state.pop("notice") == said
    assert state == new("boston/american")
    alone = new("boston/american", strengths={"3": "stedy"})["notice"]
    assert alone == "No player is called 'stedy'; did you mean 'steady'? So East plays cautiously."


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("strong", "request, strengths: expected an object, got 'strong'"),
        ({"west": "strong"}, "request, strengths: expected a seat or “others”, got 'west'"),
        ({"1": 2}, "request, strengths, seat 1: expected text, got 2"),
    ],
)
def test_strengths_of_another_form_are_refused(given: Any, message: str) -> None:
    assert refused(op="new", rules=HEARTS, seed="1909", strengths=given) == message


def test_a_strength_for_a_seat_that_is_not_at_the_table_is_left_out() -> None:
    assert new(players=3, strengths={"0": "strong", "3": "strong", "9": "strong"}) == new(players=3)


# ---- hints


def test_a_hint_advises_an_action_and_compares_the_others_with_it() -> None:
    state = new("boston/american")
    hint = about(state, "hint")
    deal = deal_of_text(state["record"])
    assert hint["action"] in deal.legal(0)
    best, *rest = hint["options"]
    assert best["action"] == hint["action"]
    assert (best["behind"], best["error"]) == (0, 0)
    assert all(option["action"] in deal.legal(0) for option in rest)
    assert all(option["error"] > 0 for option in rest)
    assert hint["worlds"] >= 8
    assert hint["unit"] == state["unit"]
    assert hint["text"]
    assert best["said"] == hint["said"]


def test_a_hint_changes_nothing() -> None:
    state = new("boston/american")
    about(state, "hint")
    assert about(state, "act", action="pass") == about(new("boston/american"), "act", action="pass")


def test_a_hint_for_the_only_card_compares_nothing() -> None:
    deal = whister.load(HEARTS).deal(seed="1909", number=4)
    state = asked(op="new", rules=HEARTS, seed="1909", number=4, seat=deal.to_act)
    hint = about(state, "hint")
    assert (hint["action"], hint["said"], hint["options"]) == ("2C", "lead the two of clubs", [])
    assert hint["text"].startswith("Lead the two of clubs.")


def test_there_is_no_hint_out_of_turn_or_after_the_deal() -> None:
    after = about(new("boston/american"), "act", action="pass", strengths={"1": "strong"})
    assert refused(op="hint", record=after["record"]) == "There is no hint now: it is not your turn."


def test_there_are_no_turning_points_before_the_end() -> None:
    assert (
        refused(op="turning", record=new()["record"])
        == "There are no turning points yet: the deal is not over."
    )


def test_the_turning_points_of_a_deal_are_found_some_decisions_at_a_time() -> None:
    pytest.importorskip("whister.players.turning_points")
    state = new("boston/american")
    while not state["over"]:
        state = about(state, "act", action=first_legal(state))
    own = [at for at, (seat, _) in enumerate(deal_of_text(state["record"]).actions) if seat == 0]
    found = about(state, "turning")
    while found["done"] < found["of"]:
        before = found["done"]
        found = about(state, "turning")
        assert found["done"] > before
    assert found["of"] == len(own)
    assert {point["at"] for point in found["points"]} <= set(own)
    costs = [point["cost"] for point in found["points"]]
    assert costs == sorted(costs, reverse=True)
    assert about(state, "turning") == found
