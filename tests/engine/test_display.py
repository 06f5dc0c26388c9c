"""A case of a clause as a text that a link may carry, and the position that the table shows for it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whister
from whister.errors import NotationError
from whister.links.deal_record import DealRecord, ReplayError
from whister.links.texts import Standing, deal_of_text, is_position, shown, text_of, unshown
from whister.table.requests import handle

RULE_SETS = {name: whister.load(name) for name in whister.catalogue()}
CASES = [
    case
    for name, rules in RULE_SETS.items()
    for clause in rules.clauses.values()
    for case in clause.cases
    if case.rules == name
]
BLD_3 = "c1~hearts/black-lady~first-trick~BLD-3~"


def test_a_case_of_a_clause_opens_as_its_position() -> None:
    deal = deal_of_text(BLD_3)
    assert [str(card) for card in deal.trick.cards] == ["2C"]
    assert [str(action) for action in deal.legal()] == ["3D"]
    refused = deal.why("KH").clause
    assert refused is not None
    assert refused.id == "hearts/black-lady#first-trick"


@pytest.mark.parametrize("mark", ["#", "%23"])
def test_the_address_of_the_clause_may_stand_as_it_is_written(mark: str) -> None:
    deal = deal_of_text(f"c1~hearts/black-lady{mark}first-trick~BLD-3")
    assert deal.hands == deal_of_text(BLD_3).hands


def test_what_is_done_in_a_position_stands_in_its_text() -> None:
    deal = deal_of_text(BLD_3)
    deal.act("3D")
    text = text_of(deal, BLD_3)
    assert text == BLD_3 + "3D"
    assert deal_of_text(text).actions == deal.actions


def test_a_whole_deal_becomes_a_record_once_something_is_done() -> None:
    case = next(one for one in CASES if "seed" in one.given and "actions" not in one.given)
    opened = shown(case)
    assert opened is not None
    deal = deal_of_text(opened)
    assert text_of(deal, opened) == opened
    deal.act(deal.legal()[0])
    text = text_of(deal, opened)
    assert DealRecord.parse(text).replay().actions == deal.actions


@pytest.mark.parametrize("case", CASES, ids=[f"{case.id} {case.rules}" for case in CASES])
def test_every_case_stands_as_a_text_or_says_why_not(case: whister.Case) -> None:
    text = shown(case)
    if text is None:
        with pytest.raises(NotationError, match=unshown(case)):
            deal_of_text(str(Standing(case.rules, case.clause, case.id)))
        return
    deal = deal_of_text(text)
    assert text_of(deal, text) == text or (deal.over and not is_position(deal))
    assert is_position(deal) or DealRecord.parse(str(DealRecord.of(deal))).replay().actions == deal.actions


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("c1~hearts/black-ladi~first-trick~BLD-3", "did you mean 'hearts/black-lady"),
        ("c1~hearts/black-lady~first-trik~BLD-3", "did you mean 'first-trick'"),
        ("c1~hearts/black-lady~first-trick~BLD-33", "did you mean 'BLD-3"),
        ("c1~hearts/black-lady", "names a rule set, a rule and a case of it"),
        ("c1~hearts/black-lady#first-trick", "names a rule set, a rule and a case of it"),
        ("c1~hearts/black-lady#first-trick#BLD-3", "names a rule set, a rule and a case of it"),
        ("c1~hearts/black-lady%23first-trick%23BLD-3", "names a rule set, a rule and a case of it"),
        ("c1~hearts/black-lady~first-trick~BLD-3~3D~3D", "names a rule set, a rule and a case of it"),
    ],
)
def test_an_unknown_case_is_answered_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        deal_of_text(text)


def test_a_step_that_is_refused_names_its_clause() -> None:
    with pytest.raises(ReplayError) as caught:
        deal_of_text(BLD_3 + "KH")
    assert caught.value.clause is not None
    assert caught.value.clause.slug == "first-trick"


def ask(**request: object) -> dict[str, Any]:
    """Return the table's answer to a request."""
    answer: dict[str, Any] = json.loads(handle(json.dumps(request)))
    return answer


@pytest.mark.parametrize("case", CASES, ids=[f"{case.id} {case.rules}" for case in CASES])
def test_every_case_with_cards_opens_at_the_table(case: whister.Case) -> None:
    text = shown(case) or str(Standing(case.rules, case.clause, case.id))
    answer = ask(op="open", record=text, seat=0)
    if shown(case) is None:
        assert unshown(case) in answer["error"]["message"]
        return
    state = answer["ok"]
    assert state["record"] == text or state["over"]
    assert case.id == state["case"]["id"]
    assert state["prompt"]
    for held in state["hand"] if (state["phase"], state["to_act"]) == ("play", state["seat"]) else ():
        tried = ask(op="act", record=text, seat=state["seat"], action=held["card"])
        if "error" in tried:
            assert not held["playable"]
            assert tried["error"]["clause"] == held["reason"]["clause"]


def test_a_position_shows_only_what_its_case_gives() -> None:
    state = ask(op="open", record=BLD_3, seat=0)["ok"]
    assert state["seat"] == state["to_act"] == 1
    assert [held["card"] for held in state["hand"]] == ["3D", "QS", "KH"]
    assert [seat["count"] for seat in state["seats"]] == [None, 3, None, None]
    assert "the queen of spades and the king of hearts" in state["prompt"]


@pytest.mark.parametrize(
    ("case", "prompt"),
    [
        ("boston/fontainebleau~turn~BFx-turn", "A may not play a card that is not in A's hand. Refused here: the two of hearts. Try it."),
        ("boston/fontainebleau~follow~BFx-follow", "Clubs are led, and a hand with a club must play it. Refused here: the king of hearts and the nine of spades. Try one."),
        ("boston/nantes~boston-card~BN-03", "Spades are trumps and the jack of diamonds is led: a player with a spade must follow with one. What may be played: the two of spades."),
        ("hearts/black-lady~first-trick~BLD-3b", "A player with nothing but penalty cards may discard any of them. Let pass here, since nothing else is held: the queen of spades and the king of hearts."),
        ("hearts/joker~joker-any-time~JOK-1", "The 8♦ is led. The second player holds the 4♦ but may play the joker instead. Let pass here: the joker."),
        ("boston/american~course~ABx-course", "When the auction is over the play begins, without anyone asking for a partner. You lead: play any card."),
        ("boston/american~gathering~ABx-shuffle", "With the option, neither pack keeps its order. The settlement is below."),
    ],
)  # fmt: skip
def test_a_case_says_what_it_shows_and_what_to_do(case: str, prompt: str) -> None:
    assert ask(op="open", record=f"c1~{case}~", seat=0)["ok"]["prompt"] == prompt


@pytest.mark.parametrize(
    ("case", "prompt"),
    [
        ("hearts/greek-1950~passing~Hx-gr50-passing-right", "You lead: play any suit but hearts."),
        ("boston/american~trump~AB-03", "You lead: play any card."),
    ],
)
def test_who_leads_is_told_which_suit_waits(case: str, prompt: str) -> None:
    assert ask(op="open", record=f"c1~{case}~", seat=0)["ok"]["prompt"].endswith(prompt)


def test_nobody_plays_on_from_a_position_and_its_card_is_taken_back() -> None:
    after = ask(op="act", record=BLD_3, seat=1, action="3D")["ok"]
    assert after["record"] == BLD_3 + "3D"
    assert [play["card"] for play in after["trick"]["plays"]] == ["2C", "3D"]
    assert after["seat"] == 1
    assert "does not give" in after["prompt"]
    back = ask(op="undo", record=after["record"], seat=1)["ok"]
    opened = ask(op="open", record=BLD_3, seat=1)["ok"]
    assert opened["game"] is not None
    assert back["game"] is after["game"] is None, "the page keeps the one it has"
    assert {key: back[key] for key in ("record", "hand", "trick", "prompt", "seats")} == {
        key: opened[key] for key in ("record", "hand", "trick", "prompt", "seats")
    }


def test_a_case_of_a_whole_deal_is_played_on_by_bots() -> None:
    case = next(one for one in CASES if "seed" in one.given and "actions" not in one.given)
    state = ask(op="open", record=shown(case), seat=0)["ok"]
    action = str(deal_of_text(state["record"]).legal(state["seat"])[0])
    after = ask(op="act", record=state["record"], seat=state["seat"], action=action)["ok"]
    assert after["record"].startswith("w")
    assert len(after["log"]) > len(state["log"])


def test_a_position_whose_next_cards_are_unknown_is_seen_by_who_has_just_played() -> None:
    """It would be the turn of seat 0, but the only card of its hand that is known has been played."""
    record, seen = "c1~hearts/modern~revoke~Hx-revoke~", list[int]()
    for card in "4C 9C AD 3C 6D 7D".split():
        state = ask(op="act", record=record, seat=0, action=card)["ok"]
        record, seen = state["record"], [*seen, state["seat"]]
    assert seen == [3, 0, 1, 2, 3, 3]
    assert state["prompt"].startswith("The card is played. West would be next, ")
