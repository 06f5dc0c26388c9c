"""Chicane in Russian Boston: declared in time, not seen before that, paid between players. Seats: A = 0 … D = 3."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whister
from whister import Deal, DealError, IllegalAction
from whister.bots import choose
from whister.deal.public import state_of
from whister.links.record import Record
from whister.table.requests import handle

RULES = whister.load("boston/russian")
A, B, C, D = range(4)
CHICANE = "declare chicane"

#: C was dealt no diamond; A announces five in diamonds.
HANDS = [
    "AD KD QD JD 9D 8D AS KS 5S AC 4C AH 5H",
    "TD 7D 5D QS JS 9S 4S KC TC 3C KH 9H 3H",
    "TS 8S 7S 6S QC JC 9C 8C QH JH TH 8H 7H",
    "6D 4D 3D 2D 3S 2S 7C 6C 5C 2C 6H 4H 2H",
]


def dealt(actions: str = "", hands: list[str] = HANDS, **options: Any) -> Deal:
    """Return a deal by D after some actions, separated by commas; an action out of turn has its seat before it."""
    deal = whister.load("boston/russian", **options).deal(hands=hands, dealer=D)
    for text in filter(None, actions.split(", ")):
        seat, _, action = text.rpartition(": ")
        deal.act(action, int(seat) if seat else None)
    return deal


def test_a_hand_without_trumps_is_known_to_its_holder_alone_until_he_says_so() -> None:
    deal = dealt("bid 5D, pass, pass, pass, alone")
    assert deal.view(C).legal == (CHICANE,)
    assert [CHICANE in deal.view(seat).legal for seat in (A, B, D)] == [False, False, False]
    deal.act(CHICANE, C)
    assert all((C, CHICANE) in deal.view(seat).events for seat in (A, B, D))
    with pytest.raises(IllegalAction, match="has declared it already"):
        deal.act(CHICANE, C)


def test_it_may_be_said_up_to_the_own_first_card_and_in_turn_too() -> None:
    deal = dealt("bid 5D, pass, pass, pass, alone, AS, 4S")
    assert CHICANE in deal.legal()
    deal.act(CHICANE)
    assert deal.to_act == C, "he still has to play"
    deal.act("6S")
    assert deal.to_act == D


def test_it_is_too_late_after_the_own_card_and_in_every_later_trick() -> None:
    deal = dealt("bid 5D, pass, pass, pass, alone, AS, 4S, 6S")
    for _ in range(2):
        assert deal.why(CHICANE, C).clause.slug == "chicane"  # type: ignore[union-attr]
        assert CHICANE not in deal.legal(C)
        deal.act("2S" if deal.to_act == D else deal.legal()[0])


@pytest.mark.parametrize(
    ("actions", "declarer", "partner"),
    [
        ("pass, pass, bid 5D, pass, ask, decline, accept, 2: declare chicane", C, A),
        ("bid 5D, pass, pass, pass, ask, decline, accept, 2: declare chicane", A, C),
    ],
)
def test_the_declarer_and_the_whister_may_have_it_as_well(actions: str, declarer: int, partner: int) -> None:
    deal = dealt(actions)
    assert (deal.declarer, deal.partner) == (declarer, partner)
    while not deal.over:
        deal.act(choose(deal.view(deal.pending[0])))
    paid = next(line for line in deal.settle().lines if line.clause.slug == "chicane-paid")
    assert paid.amounts == (-10, -10, 30, -10), "partners pay it too"


def test_a_deal_with_it_is_played_again_from_its_record_and_taken_back() -> None:
    deal = dealt("bid 5D, pass, pass, pass, 2: declare chicane, alone, AS")
    again = Record.parse(str(Record.of(deal))).replay()
    assert again.actions == deal.actions
    assert state_of(again).facts["chicane"] == (C,)
    for expected in ("AS", "alone", CHICANE):
        assert deal.undo() == expected
    assert CHICANE in deal.legal(C)


def test_a_cautious_player_says_it_whenever_he_may() -> None:
    for actions in ("bid 5D, pass, pass, pass", "bid 5D, pass, pass, pass, alone, AS, 4S"):
        deal = dealt(actions)
        assert choose(deal.view(C)) == CHICANE


@pytest.mark.parametrize("until", ["own-card", "opening-lead"])
def test_at_the_table_the_others_say_it_and_the_visitor_is_offered_it(until: str) -> None:
    deal = dealt("bid 5D, pass, pass, pass", chicane_until=until)
    for visitor in (A, B, D):
        state = answer("open", record=str(Record.of(deal)), seat=visitor)
        assert any(step["text"].endswith("declares chicane.") for step in state["steps"])
    state = answer("open", record=str(Record.of(deal)), seat=C)
    assert [offer["label"] for offer in state["also"]] == ["Declare chicane"]
    state = answer("act", record=state["record"], seat=C, action=CHICANE)
    assert state["steps"][0]["text"] == "You declare chicane."


def test_where_the_opening_lead_ends_it_the_visitor_is_asked_before_another_leads() -> None:
    deal = dealt("bid 5D, pass, pass, pass, alone", chicane_until="opening-lead")
    asked = answer("open", record=str(Record.of(deal)), seat=C)
    assert asked["trick"]["plays"] == []
    assert asked["prompt"] == "North is to act. Now is the last moment to speak."
    [group] = asked["choice"]["groups"]
    assert group["actions"] == [
        {"action": CHICANE, "label": "Declare chicane", "legal": True, "reason": None},
        {"action": "say nothing", "label": "Say nothing", "legal": True, "reason": None},
    ]
    assert asked["also"] == []
    said = answer("act", record=asked["record"], seat=C, action=CHICANE)
    assert said["steps"][0]["text"] == "You declare chicane."
    assert said["trick"]["plays"], "the others have led and played"
    back = answer("undo", record=said["record"], seat=C)
    assert (back["record"], back["choice"]) == (asked["record"], asked["choice"])


def test_who_says_nothing_is_not_asked_again_and_a_link_does_not_ask_him_either() -> None:
    deal = dealt("bid 5D, pass, pass, pass, alone", chicane_until="opening-lead")
    silent = answer("act", record=str(Record.of(deal)), seat=C, action="say nothing")
    assert silent["trick"]["plays"]
    assert silent["choice"] == {"kind": "play"}
    assert silent["also"] == []
    assert answer("open", record=silent["record"], seat=C)["choice"] == {"kind": "play"}
    reply = json.loads(handle(json.dumps({"id": 1, "op": "act", "record": silent["record"], "seat": C, "action": "say nothing"})))  # fmt: skip
    assert reply["error"]["kind"] in ("illegal", "notation"), "it is no action of his turn"


def test_who_leads_himself_or_may_speak_later_is_not_asked() -> None:
    for visitor, until in [(A, "opening-lead"), (C, "own-card")]:
        deal = dealt("bid 5D, pass, pass, pass, alone", chicane_until=until)
        state = answer("open", record=str(Record.of(deal)), seat=visitor)
        assert state["choice"] == {"kind": "play"}


def answer(op: str, **request: Any) -> Any:
    reply = json.loads(handle(json.dumps({"id": 1, "op": op, **request})))
    assert "ok" in reply, reply
    return reply["ok"]


def test_it_is_paid_even_if_the_deal_is_void_and_is_no_part_of_what_partners_share() -> None:
    facts: dict[str, Any] = {"contract": "5D", "declarer": A, "tricks": [7, 2, 2, 2]}
    outcome = RULES.outcome(**facts, breaches=[A, B], declared={"chicane": [C]})
    assert RULES.settle(outcome).delta == (-10, -10, 30, -10)
    shared = RULES.outcome(
        contract="5D", declarer=A, partner=C, tricks=[5, 3, 3, 2], declared={"chicane": [C]}
    )
    plain = RULES.outcome(contract="5D", declarer=A, partner=C, tricks=[5, 3, 3, 2])
    differences = [a - b for a, b in zip(RULES.settle(shared).delta, RULES.settle(plain).delta, strict=True)]
    assert differences == [-10, -10, 30, -10]


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"contract": "grand-misere", "tricks": [0, 5, 4, 4]}, "there are no trumps"),
        ({"contract": "5D", "tricks": [7, 2, 2, 2], "chicane": [C, C]}, "is named twice"),
        (
            {"contract": "5D", "tricks": [7, 2, 2, 2], "honours": [0, 0, 2, 0]},
            "cannot have declared it, since it was dealt trump honours",
        ),
        ({"contract": "5D", "tricks": [7, 2, 2, 2], "chicane": [4]}, "a seat from 0 to 3"),
    ],
)
def test_a_chicane_that_the_other_facts_do_not_allow_is_refused(facts: dict[str, Any], says: str) -> None:
    told = {"chicane": facts.pop("chicane", [C])}
    with pytest.raises(DealError, match=says):
        RULES.settle(RULES.outcome(declarer=A, declared=told, **facts))


def test_the_suits_are_priced_in_the_order_of_this_game() -> None:
    prices = RULES.plan.settling.prices
    assert [prices[f"5{suit}"].amount for suit in "SCHD"] == [10, 10, 20, 30]
    assert [prices[f"7{suit}"].amount for suit in "SCHD"] == [50, 50, 60, 70]
    assert {str(price.evidence) for price in prices.values()} == {"inferred"}
