"""What a player of Rook sees at the table: the nest, the stock, the cards he took, and what he may not do with them."""

from __future__ import annotations

import json
from typing import Any

from whister.bots import choose
from whister.links.deal_record import DealRecord
from whister.rules import load
from whister.table.requests import handle

State = dict[str, Any]
HANDS = [
    "R13 R11 R7 Y12 Y10 Y7 B9 B8 B5", "R8 Y11 Y9 Y8 G12 G8 G7 B12 B11",
    "R14 R10 Y14 Y13 Y6 G10 G6 B14 B10", "R9 R6 R5 Y5 G13 G9 B7 B6 ROOK",
]  # fmt: skip
NEST = "R12 G14 G11 G5 B13"
COUNTERS = "R5 R10 R14 Y5 Y10 Y14 G10 B5 B10"
POINTLESS = (
    "R6 R7 R8 R9 R11 R12 R13 Y6 Y7 Y8 Y9 Y11 Y12 Y13 G6 G7 G8 G9 G11 G12 G13 B6 B7 B8 B9 B11 B12".split()
)


def seen(*actions: str, seat: int = 0, widow: str = NEST, hands: list[str] = HANDS, **options: Any) -> State:
    """Return the table of Tournament Rook after some actions, as a seat sees it."""
    deal = load("rook/tournament", **options).deal(hands=hands, widow=widow, dealer=3)
    for action in actions:
        deal.act(action)
    request = {"id": 1, "op": "open", "record": str(DealRecord.of(deal)), "seat": seat}
    state: State = json.loads(handle(json.dumps(request)))["ok"]
    return state


def marked(state: State) -> dict[str, str]:
    return {held["card"]: held["mark"] for held in state["hand"] if held["mark"]}


def test_the_cards_taken_up_from_the_nest_are_marked_until_the_play() -> None:
    state = seen("bid 120")
    assert marked(state) == dict.fromkeys(NEST.split(), "from the nest")
    (told,) = [fact for fact in state["facts"] if fact["label"] == "From the nest"]
    assert told["value"] == "Red 12  Green 5 11 14  Black 13"
    assert told["spoken"] == "the red 12, the green 5, the green 11, the green 14 and the black 13"
    after = seen("bid 120", "discard R12 G11 R7 Y7 B8")
    assert marked(after) == dict.fromkeys(["G14", "G5", "B13"], "from the nest")
    assert not marked(seen("bid 120", "discard R12 G11 R7 Y7 B8", "trump R"))


def test_cards_that_may_not_be_laid_aside_say_why_before_they_are_tried() -> None:
    state = seen("bid 120", nest_discards="no-counters")
    assert (
        state["prompt"] == "The nest is in your hand: lay five cards aside. Counters may not be laid aside."
    )
    barred = {card: reason["text"] for card, reason in state["choice"]["barred"].items()}
    assert sorted(barred) == ["B5", "G14", "G5", "Y10"]
    assert barred["Y10"] == "The yellow 10 is a counter, and counters may not be laid aside."


def test_a_card_named_by_the_limit_is_told_by_its_name() -> None:
    state = seen("pass", "pass", "pass", "bid 70", seat=3, nest_discards="no-rook")
    assert state["prompt"].endswith("The Rook may not be laid aside.")
    assert state["choice"]["barred"]["ROOK"]["text"] == "The Rook may not be laid aside."


def test_a_hand_with_too_few_other_cards_is_told_what_goes_first() -> None:
    rich = [COUNTERS, *(" ".join(POINTLESS[at : at + 9]) for at in (0, 9, 18))]
    state = seen(
        "bid 120", hands=rich, widow="G5 G14 B14 B13 ROOK", nest_discards="no-counters-unless-forced"
    )
    assert state["prompt"].endswith("Your other cards are too few: counters may go only after all of these.")
    assert state["choice"]["allowed"][:5].count("B13") == 1  # the first choice named is one that is allowed
    refused = json.loads(handle(json.dumps({
        "id": 1, "op": "act", "record": state["record"], "seat": 0, "action": "discard R5 R10 R14 Y5 Y10",
    })))["error"]  # fmt: skip
    assert refused["message"] == "The red 5 is a counter, and may go only after all the other cards."


def test_the_rook_that_must_be_played_is_told_with_its_reason() -> None:
    # Seat 3 holds the Rook and no yellow card but it, once the yellow 5 is laid aside.
    state = seen("pass", "pass", "pass", "bid 70", seat=3)
    assert "Rook" not in state["prompt"]
    deal = load("rook/tournament").deal(hands=HANDS, widow=NEST, dealer=3)
    for action in ("pass", "pass", "pass", "bid 70", "discard Y5 R5 R6 R9 G9", "trump Y", "Y12", "Y8", "Y6"):
        deal.act(action)
    request = {"id": 1, "op": "open", "record": str(DealRecord.of(deal)), "seat": 3}
    state = json.loads(handle(json.dumps(request)))["ok"]
    assert state["prompt"] == "Trump is led, and the Rook is your only trump: it must be played."
    assert [held["card"] for held in state["hand"] if held["playable"]] == ["ROOK"]


def test_a_card_of_the_nest_that_lies_open_is_seen_by_all() -> None:
    new = {"id": 1, "op": "new", "rules": "rook/tournament", "seed": "1909", "options": {"nest_face_up": 1}}
    turned = json.loads(handle(json.dumps(new)))["ok"]["widow"]
    assert (turned["count"], len(turned["seen"])) == (5, 1)
    laid = seen(
        "pass",
        "pass",
        "pass",
        "bid 70",
        "discard Y5 R5 R6 R9 G9",
        "trump Y",
        nest_discards="counters-face-up",
    )
    assert laid["widow"]["seen"] == ["R5", "Y5"]
    assert laid["pile"] is None


def test_the_trump_is_told_with_its_suit() -> None:
    board = seen("bid 120", "discard R12 G11 R7 Y7 B8", "trump R")["board"]
    assert {
        "part": "trump",
        "label": "Trump",
        "value": "red",
        "short": "red",
        "suit": "R",
        "brief": "",
    } in board


def test_the_stock_shows_its_top_card_and_the_card_drawn_is_marked() -> None:
    deal = load("rook/tennessee-two").deal(seed="1909")
    while deal.phase != "play" or not deal.tricks:
        deal.act(choose(deal.view(deal.pending[0])))
    seat = deal.pending[0]
    request = {"id": 1, "op": "open", "record": str(DealRecord.of(deal)), "seat": seat}
    state = json.loads(handle(json.dumps(request)))["ok"]
    assert state["pile"]["seen"] == [str(deal.view(seat).pile_top)]
    assert list(marked(state).values()) == ["from the stock"]
