"""A passed card that is refused: offered to its receiver alone, replaced at once, and seen by nobody if it is kept.

Seats: A = 0 … D = 3; D deals, and A leads.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import whister
from tests.engine.hiding import view_hides
from tests.engine.holding import everything
from whister import Deal, DealRecord, IllegalAction
from whister.bots import choose
from whister.deal.public import state_of
from whister.players.cautious import speak
from whister.table.requests import handle

A, B, C, D = range(4)
WIDOW = "9C AH KS AS"
#: B has the six of spades alone; after a pass of the queen it would be forced out by the second lead.
HANDS = [
    "QS 3C 5D 6D 7D 8D 9D TD 2S 3S 4S 5S",
    "2C 4C 5C 6C 7C 8C TC JC QC KC AC 6S",
    "2D 3D 4D JD QD KD AD 7S 8S 9S TS JS",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
]
PASSES = ("0: give QS 3C", "1: give AC KC", "2: give AD KD", "3: give KH QH")


def after(*actions: str, hands: list[str] = HANDS, **options: Any) -> Deal:
    deal = whister.load("hearts/rickety-kate", **options).deal(hands=hands, widow=WIDOW, dealer=D)
    for text in actions:
        seat, _, action = text.rpartition(": ")
        deal.act(action, int(seat) if seat else None)
    return deal


def opened(deal: Deal, seat: int, **more: Any) -> dict[str, Any]:
    request = {"id": 1, "op": "open", "record": str(DealRecord.of(deal)), "seat": seat, **more}
    state: dict[str, Any] = json.loads(handle(json.dumps(request)))["ok"]
    return state


def did(state: dict[str, Any], action: str) -> dict[str, Any]:
    request = {"id": 1, "op": "act", "record": state["record"], "seat": state["seat"], "action": action}
    answer = json.loads(handle(json.dumps(request)))
    assert "ok" in answer, answer
    found: dict[str, Any] = answer["ok"]
    return found


# -- what each seat sees -------------------------------------------------------------------------------------------


def test_only_the_receiver_is_offered_a_refusal() -> None:
    deal = after(*PASSES)
    assert [list(deal.legal(seat)) for seat in (B, C, D)] == [["decline QS"], [], []]
    assert "decline QS" not in deal.legal(A)


def test_nobody_sees_that_the_queen_was_passed_and_kept() -> None:
    other = after("0: give 3C 2S", *PASSES[1:])
    kept = after(*PASSES)
    assert kept.view(C) == other.view(C)
    assert kept.view(D) == other.view(D)


def test_after_a_refusal_all_know_who_has_the_queen_and_not_what_was_passed_instead() -> None:
    deal = after(*PASSES, "1: decline QS", "give 5D")
    assert deal.view(C).events[-2:] == ((B, "decline QS"), (A, "give 1 cards"))
    assert deal.view(C) == after(*PASSES, "1: decline QS", "give 6D").view(C)
    assert (deal.view(A).given, deal.view(B).received) == (("3C", "5D"), ("3C", "5D"))


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_all_that_is_true_of_every_deal_holds_with_a_refusal(players: int) -> None:
    rules, refused = whister.load("hearts/rickety-kate", players), 0
    for number in range(12):
        deal = rules.deal(f"refused {number}")
        while deal.phase == "pass":
            seat, holds = deal.to_act or 0, "QS" in deal.hands[deal.to_act or 0]
            legal = deal.legal(seat)
            deal.act(next(pair for pair in legal if "QS" in pair.split()) if holds else legal[0], seat)
        holder = next((seat for seat in range(players) if "QS" in deal.view(seat).received), None)
        if holder is not None:
            refused += 1
            deal.act("decline QS", holder)
            view_hides(deal, Random(number))
            everything(deal, Random(number))
    assert refused


# -- when, and with what -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "seat", "action", "reason"),
    [
        (PASSES[:2], B, "decline QS", "The play has not begun."),
        (PASSES, C, "decline QS", "The queen of spades is not among the cards passed to seat 2."),
        (PASSES, B, "decline 3C", "The three of clubs may not be refused."),
        (PASSES, B, "decline", "Expected 'decline QS'."),
        ((*PASSES, "2S"), B, "decline QS", "The first card has been led: it is too late."),
        ((*PASSES, "1: decline QS"), A, "give QS", "The queen of spades may not be passed again."),
        ((*PASSES, "1: decline QS"), A, "give KH", "Seat 0 has just been passed the king of hearts."),
        ((*PASSES, "1: decline QS"), A, "give 6S", "6S is not in the hand."),
        ((*PASSES, "1: decline QS"), A, "give 5D 6D", "Expected 'give' and one card of the hand."),
        ((*PASSES, "1: decline QS"), B, "give 2C", "Seat 0 must pass another card first."),
        ((*PASSES, "1: decline QS", "give 5D"), A, "give 6D", "The pass is over."),
    ],
)
def test_what_is_refused_says_why(before: tuple[str, ...], seat: int, action: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        after(*before).act(action, seat)
    assert refused.value.verdict.reason == reason


def test_a_refusal_is_taken_back_as_it_was_made() -> None:
    deal, before = after(*PASSES, "1: decline QS", "give 5D"), after(*PASSES)
    assert deal.undo() == "give 5D"
    assert (deal.phase, deal.to_act) == ("refusal", A)
    assert deal.undo() == "decline QS"
    assert deal.hands == before.hands
    assert deal.view(B) == before.view(B)


def test_a_card_cannot_be_refused_if_its_giver_has_no_other() -> None:
    deal = after(*PASSES)
    state_of(deal)._hands[A] = 0
    state_of(deal).parts[A] = state_of(deal).plan.pack.layout.split(0)
    assert not deal.legal(B)
    assert deal.why("decline QS", B).reason == "No other card can be passed in its place."


# -- the computer's choice -----------------------------------------------------------------------------------------


def test_the_computer_refuses_the_queen_unless_it_is_well_covered() -> None:
    assert speak(after(*PASSES).view(B)) == "decline QS"
    covered = [
        HANDS[0],
        HANDS[1].replace("2C 4C 5C", "7S 8S 9S"),
        HANDS[2].replace("7S 8S 9S", "2C 4C 5C"),
        HANDS[3],
    ]
    assert speak(after(*PASSES, hands=covered).view(B)) is None
    assert speak(after(*PASSES).view(C)) is None


def test_the_computer_passes_a_dangerous_card_instead() -> None:
    assert choose(after(*PASSES, "1: decline QS").view(A)) == "give TD"


# -- at the table --------------------------------------------------------------------------------------------------


def test_the_visitor_who_was_passed_the_queen_is_asked_before_the_first_lead() -> None:
    state = opened(after(*PASSES), B)
    assert [(each["action"], each["label"]) for each in state["choice"]["groups"][0]["actions"]] == [
        ("decline QS", "Refuse the queen of spades"), ("say nothing", "Say nothing"),
    ]  # fmt: skip
    refused = did(state, "decline QS")
    assert [step["text"] for step in refused["steps"]][:2] == [
        "You refuse the queen of spades.",
        "East passes one card.",
    ]
    assert "QS" not in [held["card"] for held in refused["hand"]]
    kept = did(state, "say nothing")
    assert "QS" in [held["card"] for held in kept["hand"]]
    assert "refuse" not in " ".join(kept["log"])


def test_the_visitor_whose_card_came_back_passes_another() -> None:
    state = opened(after(*PASSES), A)
    assert state["log"][-1] == "West refuses the queen of spades."
    assert state["prompt"] == "The queen of spades was refused: pass another card instead."
    choice = state["choice"]
    assert (choice["verb"], choice["count"], choice["label"]) == ("give", 1, "Pass one card")
    assert "QS" not in choice["allowed"]
    assert choice["barred"]["KH"]["text"] == "You have just been passed the king of hearts."
    assert did(state, "give 5D")["phase"] == "play"


def test_the_visitor_who_leads_may_refuse_before_leading() -> None:
    deal = after("0: give 3C 2S", "1: give AC KC", "2: give AD KD", "3: give QS QH", hands=[
        HANDS[0].replace("QS", "KH"), HANDS[1], HANDS[2], HANDS[3].replace("KH", "QS"),
    ])  # fmt: skip
    state = opened(deal, A)
    assert state["choice"]["kind"] == "play"
    assert [each["label"] for each in state["also"]] == ["Refuse the queen of spades"]


def test_a_link_to_a_refusal_opens_to_the_same_deal() -> None:
    deal = after(*PASSES, "1: decline QS", "give 5D", "2S", "6S")
    again = DealRecord.parse(DealRecord.of(deal).link()).replay()
    assert (again.hands, again.actions) == (deal.hands, deal.actions)
