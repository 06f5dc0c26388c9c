"""A hand that nobody holds, and a stock beside the nest: at the table, in records, and in input that is refused."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import whister
from whister import DealError, Record
from whister.bots import choose
from whister.deal.public import state_of
from whister.table.requests import handle
from whister.table.sentences import name, place, seats_named

DUMMY, STOCK = "rook/two-1914", "rook/tennessee-two"


def ask(**request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(handle(json.dumps(request)))
    return answer


def played_at_the_table(rules: str, seat: int, dealer: int) -> tuple[dict[str, Any], str]:
    """Play out a deal at the table from a seat; return how it ends, and all that the visitor was sent."""
    state = ask(op="new", rules=rules, seed="table", seat=seat, dealer=dealer)["ok"]
    sent = json.dumps(state)
    while not state["over"]:
        deal = Record.parse(state["record"]).replay()
        assert deal.pending == (seat,)
        action = str(choose(deal.view(seat)))
        state = ask(op="act", record=state["record"], seat=seat, action=action)["ok"]
        sent += json.dumps(state)
    return state, sent


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dummy_lies_at_the_dealers_right_and_plays_before_him(dealer: int) -> None:
    deal = whister.load(DUMMY).deal("places", dealer=dealer)
    while not deal.tricks:
        deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
    assert deal.tricks[0].seats == (1 - dealer, 2, dealer)
    plan = state_of(deal).plan
    assert [place(plan, seat, dealer, dealer) for seat in (dealer, 1 - dealer, 2)] == [
        "south",
        "north",
        "east",
    ]
    assert [place(plan, seat, 1 - dealer, dealer) for seat in (1 - dealer, dealer, 2)] == [
        "south",
        "north",
        "west",
    ]


def test_the_dummy_is_called_so() -> None:
    plan = whister.load(DUMMY).plan
    assert [name(plan, seat, 0) for seat in plan.table.seats] == ["You", "North", "The dummy"]
    assert seats_named(plan, "Seat 2 wins from seat 0 and seat 1.", 0) == "The dummy wins from you and North."
    assert seats_named(plan, "It is the turn of seat 2.", 1) == "It is the turn of the dummy."


@pytest.mark.parametrize(("seat", "dealer"), [(0, 0), (0, 1), (1, 0), (1, 1)])
@pytest.mark.parametrize("rules", [DUMMY, STOCK])
def test_a_visitor_plays_a_whole_deal_from_either_seat(rules: str, seat: int, dealer: int) -> None:
    state, sent = played_at_the_table(rules, seat, dealer)
    assert state["settlement"]["lines"]
    assert not re.search(r"\b[Ss]eat 2\b", sent)
    if rules == DUMMY:
        assert sum("The dummy" in line for line in state["log"]) == 13
        assert state["log"][0] == ("You open with 30." if seat == dealer else "North opens with 30.")
        assert (state["seats"][2]["name"], state["seats"][2]["hand"], state["seats"][2]["score"]) == (
            "The dummy",
            None,
            "",
        )
    else:
        assert sum("from the stock" in line for line in state["log"]) == 9


def test_the_table_does_not_say_what_lies_in_the_dummys_pile() -> None:
    state = ask(op="new", rules=DUMMY, seed="secret", seat=0, dealer=1)["ok"]
    cards = set(Record.parse(state.pop("record")).replay().hands[2])
    assert not cards & set(re.findall(r"\b[RYGB]\d+\b", json.dumps(state)))


def test_the_table_shows_one_card_of_the_stock() -> None:
    state = ask(op="new", rules=STOCK, seed="secret", seat=0, dealer=1)["ok"]
    deal = Record.parse(state.pop("record")).replay()
    stock = [str(state_of(deal).plan.pack.cards[place]) for place in state_of(deal).stock]
    told = set(re.findall(r"\b[RYGB]\d+\b|ROOK", json.dumps(state)))
    assert told & set(stock) == {stock[0]}


def test_a_view_of_the_dummy_shows_no_hand() -> None:
    deal = whister.load(DUMMY).deal("secret")
    assert deal.view(2).hand == ()
    assert deal.view(0).counts == (13, 13, 13)


def test_the_log_says_who_draws_and_to_a_player_what_he_drew() -> None:
    rules = whister.load(STOCK)
    deal = rules.deal("drawing", dealer=1)
    while not deal.tricks:
        deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
    top, second = (rules.plan.pack.cards[place].name for place in state_of(deal).dealt.stock[:2])
    winner = deal.tricks[0].winner
    assert winner is not None
    record = str(Record.of(deal))
    heard = [ask(op="open", record=record, seat=seat)["ok"]["log"] for seat in (0, 1)]
    assert any(f"You take the {top} from the stock, North the next card." in line for line in heard[winner])
    assert any(
        f"North takes the {top} from the stock, you the {second}." in line for line in heard[1 - winner]
    )


def test_a_record_keeps_the_order_of_the_pile() -> None:
    for rules in (DUMMY, STOCK):
        deal = whister.load(rules).deal("order")
        again = Record.parse(str(Record.of(deal))).replay()
        assert state_of(again).dealt == state_of(deal).dealt
        assert again.hands == deal.hands


@pytest.mark.parametrize("rules", [DUMMY, STOCK])
def test_the_two_players_deal_by_turns(rules: str) -> None:
    session = whister.load(rules).session("turns")
    dealers = []
    while not session.over:
        deal = session.deal
        while not deal.over:
            deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
        if not deal.outcome.void:
            dealers.append(deal.dealer)
        session.advance()
    assert len(dealers) > 1
    assert dealers == [1 - k % 2 for k in range(len(dealers))]
    assert set(session.winners) < {0, 1}


def test_nobody_sits_with_the_dummy() -> None:
    rules = whister.load(DUMMY)
    for refused in (
        lambda: rules.deal("x", dealer=2),
        lambda: rules.ledger(dealer=2),
        lambda: rules.position(hands=["R5", "R6", "R7"], declarer=2),
        lambda: rules.outcome(points=[50, 50, 0], tricks=[7, 6, 0], declarer=2, bid=30),
    ):
        with pytest.raises(DealError, match="nobody sits in seat 2; its hand is the dummy"):
            refused()
    assert "nobody sits in seat 2" in ask(op="new", rules=DUMMY, seat=2)["error"]["message"]
    record = str(Record.of(rules.deal("x"))).replace("n1.d1", "n1.d2")
    with pytest.raises(DealError, match="ledger, dealer: nobody sits in seat 2"):
        Record.parse(record).replay()


def test_a_player_cannot_choose_the_dummys_card() -> None:
    deal = whister.load(DUMMY).deal("choice")
    while deal.pending != (2,):
        deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
    top = deal.legal()
    assert len(top) == 1
    under = next(card for card in deal.hands[2] if str(card) != str(top[0]))
    with pytest.raises(whister.IllegalAction) as refusal:
        deal.act(under)
    assert refusal.value.clause.slug == "dummy"
    assert deal.legal(0) == deal.legal(1) == ()
