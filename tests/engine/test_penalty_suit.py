"""A suit that is sold by auction and named, and a widow that one player knows."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whister
from whister import Deal, DealError, IllegalAction, Record
from whister.bots import choose
from whister.deal.public import state_of
from whister.plan.outcome import captured_masks
from whister.table.requests import handle

AUCTION, HEARTSETTE = "hearts/auction", "hearts/heartsette"
HANDS = [
    "4C 8C QC 4D 5D 9D JS QS KS TH JH QH",
    "AC 2D 7D TD JD QD 4S 7S TS 3H 4H 6H",
    "2C 3C 6C KC 8D KD 3S 5S 5H 7H 9H AH",
    "7C 9C TC JC 3D 6D AD 6S 8S 9S AS 8H",
]
WIDOW = "KH 5C 2H"


def done(deal: Deal, *actions: str) -> Deal:
    for action in actions:
        deal.act(action)
    return deal


def answer(**request: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(handle(json.dumps(request)))["ok"]
    return found


def test_before_a_suit_is_named_no_card_counts_and_then_its_thirteen_do() -> None:
    deal = whister.load(AUCTION).deal(seed="1895")
    assert state_of(deal).plan.worth.total_value == 0
    done(deal, "bid 3", "pass", "bid 5", "pass", "name C")
    assert state_of(deal).plan.worth.total_value == 13
    assert {str(card) for card in state_of(deal).plan.cards_of(state_of(deal).plan.worth.penalties)} == {
        f"{r}C" for r in "23456789TJQKA"
    }


def test_undo_takes_back_the_suit_that_was_named() -> None:
    deal = done(whister.load(AUCTION).deal(seed="1895"), "bid 3", "pass", "bid 5", "pass", "name C")
    assert deal.undo() == "name C"
    assert (deal.phase, state_of(deal).plan.worth.total_value) == ("name", 0)
    assert state_of(done(deal, "name H")).plan.worth.named == "H"


def test_a_deal_played_out_settles_by_the_suit_that_was_named() -> None:
    deal = done(whister.load(AUCTION).deal(seed="1895"), "bid 3", "pass", "bid 5", "pass", "name C")
    while not deal.over:
        deal.act(choose(deal.view(deal.pending[0])))
    clubs = [sum(card.suit == "C" for card in cards) for cards in deal.outcome.captured]
    assert sum(clubs) == 13
    paid = next(line for line in deal.settle().lines if line.text == "Paid into the pool")
    assert paid.amounts == tuple(-count for count in clubs)


def test_a_jack_and_who_names_for_it_stand_in_the_record() -> None:
    rules = whister.load(AUCTION)
    facts = rules.outcome(declared={"suit": "C"}, declarer=2, bid=5, points=[3, 4, 1, 5])
    deal = done(rules.deal(seed="1897", ledger=rules.settle(facts).ledger), "name D")
    text = str(Record.of(deal))
    assert ".ppool=18.sjack.l2~" in text
    again = Record.parse(text).replay()
    assert (again.declarer, again.to_act, state_of(again).plan.worth.named, str(Record.of(again))) == (
        2,
        2,
        "D",
        text,
    )


def test_a_session_plays_a_jack_out_before_it_ends() -> None:
    session = whister.load(AUCTION).session("a jack at the end")
    bids = 0
    while not session.over:
        bids += not session.deal.ledger.standing
        while not session.deal.over:
            session.deal.act(choose(session.deal.view(session.deal.pending[0])))
        session.advance()
    assert bids == 8
    assert session.ledger.standing == ""


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"points": [0, 4, 0, 9], "declarer": 2, "bid": 5}, "counts a suit that is named"),
        ({"declared": {"suit": "X"}, "points": [0, 4, 0, 9]}, "expected one of C, D, S, H"),
        ({"declared": {"suit": "C"}, "points": [0, 4, 0, 9], "bid": 5}, "give the declarer"),
        ({"declared": {"suit": "C"}, "points": [0, 4, 0, 9], "declarer": 2, "bid": 301}, "1 to 300"),
    ],
)
def test_an_outcome_that_lacks_the_suit_or_the_bidder_is_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError, match=message):
        whister.load(AUCTION).outcome(**facts)


def test_the_table_offers_the_bids_in_reach_and_then_the_suits() -> None:
    state = answer(op="new", rules=AUCTION, seed="1895")
    assert [button["label"] for button in state["choice"]["beside"]] == ["Pass"]
    reach, means = state["choice"]["parts"]
    labels = [bid["label"] for rung in reach["rungs"] for bid in rung["bids"]]
    assert labels == [*"12345678", "10", "15", "20", "25", "30", "35", "40", "45", "50"]
    assert (means["label"], means["reason"]["text"]) == ("51 to 300", "You have 50 chips.")
    state = answer(op="act", record=state["record"], action="bid 50")
    labels = [button["label"] for button in state["choice"]["groups"][0]["actions"]]
    assert sorted(labels) == ["Clubs", "Diamonds", "Hearts", "Spades"]
    state = answer(op="act", record=state["record"], action="name C")
    assert [item["value"] for item in state["board"] if item["label"] == "Penalty suit"] == ["clubs"]
    assert state["log"][-1] == "You name clubs as the penalty suit."


def test_the_widow_is_seen_by_its_taker_alone_and_not_before() -> None:
    deal = whister.load(HEARTSETTE).deal(hands=HANDS, widow=WIDOW)
    done(deal, "4C", "AC", "KC")
    assert not any(deal.view(seat).widow for seat in range(4))
    deal.act("JC")
    assert [len(deal.view(seat).widow) for seat in range(4)] == [0, 3, 0, 0]


def test_a_widow_taken_into_hand_is_no_secret_to_its_taker_and_one_to_the_others() -> None:
    deal = whister.load(HEARTSETTE, widow_mode="into-hand").deal(hands=HANDS, widow=WIDOW)
    done(deal, "4C", "AC", "KC", "JC")
    with pytest.raises(IllegalAction) as refused:
        deal.act("2D")
    assert refused.value.clause.id == f"{HEARTSETTE}#widow-exchange"
    done(deal, "discard JD QD KH")
    assert [len(deal.view(seat).widow) for seat in range(4)] == [0, 3, 0, 0]
    assert deal.view(0).events[-1] == (1, "discard 3 cards")
    again = Record.parse(str(Record.of(deal))).replay()
    assert [again.view(seat) for seat in range(4)] == [deal.view(seat) for seat in range(4)]
    while not deal.over:
        deal.act(choose(deal.view(deal.pending[0])))
    assert sum(state_of(deal).plan.worth.of(cards) for cards in captured_masks(deal.outcome)) == 13


def test_the_widow_is_taken_into_the_hand_after_a_pass_too() -> None:
    rules = whister.load("hearts/heartsette", widow_mode="into-hand", passing="left")
    hands = [
        "4C 8C QC 4D 5D 9D JS QS KS TH JH QH", "AC 2D 7D TD JD QD 4S 7S TS 3H 4H 6H",
        "2C 3C 6C KC 8D KD 3S 5S 5H 7H 9H AH", "7C 9C TC JC 3D 6D AD 6S 8S 9S AS 8H",
    ]  # fmt: skip
    deal = rules.deal(hands=hands, widow="KH 5C 2H")
    for action in (
        "give TH JH QH",
        "give 3H 4H 6H",
        "give 7H 9H AH",
        "give 8H AS 9S",
        "4C",
        "AC",
        "KC",
        "JC",
    ):
        deal.act(action)
    assert (deal.phase, deal.to_act, len(deal.hands[1])) == ("nest", 1, 14)
    assert {"KH", "5C", "2H"} < {str(card) for card in deal.view(1).hand}
    deal.act("discard KH 5C 2H")
    assert [len(hand) for hand in deal.hands] == [11, 11, 11, 11]
    again = Record.parse(str(Record.of(deal))).replay()
    assert again.hands == deal.hands


def test_facts_have_a_bid_after_an_auction_and_none_while_a_jack_stands() -> None:
    rules = whister.load("hearts/auction")
    facts: dict[str, Any] = {"declared": {"suit": "H"}, "declarer": 1, "points": [0, 0, 6, 7]}
    with pytest.raises(DealError, match="the declarer bid something"):
        rules.settle(rules.outcome(**facts))
    jack = rules.ledger(pool=3, standing="jack", last_declarer=[1])
    with pytest.raises(DealError, match="nothing is bid while the pool stands over"):
        rules.settle(rules.outcome(**facts, bid=3), jack)
    assert rules.settle(rules.outcome(**facts), jack).delta == (0, 0, -6, -7)
    for misdealt in ({}, {"declarer": 1}, {"declarer": 1, "bid": 5}):
        for stands in (rules.ledger(), jack):
            assert rules.settle(rules.outcome(void="misdeal", **misdealt), stands).delta == (0, 0, 0, 0)
