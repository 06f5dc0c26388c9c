"""Reversis: what no case of a clause can show, because it takes a whole deal."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import whister
from whister import Deal, Record, Rules
from whister.bots import choose
from whister.table.requests import handle

HOYLE = "hearts/reversis-hoyle"
PACK = [rank + suit for suit in "CDHS" for rank in "23456789JQKA"]


def hoyle(**options: Any) -> Rules:
    return whister.load(HOYLE, **options)


def laid_out(deal: Deal) -> Deal:
    """Lay out the four cards and make the exchange, in a deal of the unshuffled pack."""
    for action in (
        "discard 9H",
        "discard KH",
        "discard AD",
        "discard KC",
        "give QS",
        "give AH",
        "give AS",
        "give AC",
    ):
        deal.act(action)
    return deal


@pytest.mark.parametrize("dealer", range(4))
def test_whoever_deals_has_twelve_cards_and_the_player_at_his_right_the_first_card_before_him(
    dealer: int,
) -> None:
    deal = hoyle().deal(pack=PACK, dealer=dealer)
    assert [len(deal.hands[(dealer + k) % 4]) for k in range(4)] == [12, 11, 11, 11]
    first = (dealer + 1) % 4
    deal.act("discard 2C", first)
    assert [str(card) for card in deal.view(first).received] == ["QS"]


def test_a_dealer_cannot_be_given_eleven_cards() -> None:
    hands = [PACK[:11], PACK[11:22], PACK[22:33], PACK[33:44]]
    with pytest.raises(whister.DealError, match="the hand of seat 3: expected 12 cards, got 11"):
        hoyle().deal(hands=hands)


def test_nobody_sees_the_cards_before_the_players_or_those_laid_out_by_others() -> None:
    deal = hoyle().deal(pack=PACK)
    assert all(not deal.view(seat).widow for seat in range(4))
    deal.act("discard 9H", 0)
    assert deal.view(1).events == ((0, "discard 1 cards"),)
    assert [str(card) for card in deal.view(0).laid_aside] == ["9H"]
    assert not deal.view(1).laid_aside


def test_who_declines_sees_the_card_that_goes_to_the_party_in_place_of_his_own() -> None:
    deal = hoyle().deal(pack=PACK, ledger=hoyle().ledger(pool={"great-quinola": 100, "little-quinola": 20}))
    deal.act("decline", 0)
    assert [str(card) for card in deal.view(0).laid_aside] == ["QS"]
    assert len(deal.hands[0]) == 11


def test_a_deal_of_unequal_hands_and_cards_before_the_players_is_recorded_and_played_again() -> None:
    deal = hoyle().deal("record", dealer=2)
    chance = random.Random(7)
    while not deal.over:
        seat = chance.choice(deal.pending)
        legal = deal.legal(seat)
        deal.act(legal[chance.randrange(len(legal))], seat)
    again = Record.parse(str(Record.of(deal))).replay()
    assert again.settle() == deal.settle()


def test_the_outcome_of_a_deal_tells_how_aces_and_quinolas_came_out() -> None:
    deal = laid_out(hoyle().deal(pack=PACK))
    for card in ("2C", "5C", "8C", "QC", "AH", "JH", "QH", "2H"):
        deal.act(card)
    while not deal.over:
        deal.act(choose(deal.view(deal.pending[0])))
    plays = {play.card: play for play in deal.outcome.declared["plays"]}
    assert (plays["AH"].how, plays["AH"].by) == ("led", 3)
    assert (plays["JH"].how, plays["JH"].by, plays["JH"].to) == ("forced", 0, 3)
    assert (plays["QH"].how, plays["QH"].by, plays["QH"].trick) == ("forced", 1, 2)
    assert deal.outcome.declared["laid_aside"] == ("9H", "KH", "AD", "KC")
    lines = {line.text: line.amounts for line in deal.settle().lines}
    assert lines["The jack of hearts forced: seat 0 pays 26"] == (-26, 0, 0, 0)
    assert lines["The queen of hearts of seat 1 forced by seat 3"] == (-3, -6, -3, 12)


def test_the_espagnolette_frees_its_holder_alone_and_is_not_used_by_following_suit() -> None:
    rules = hoyle(espagnolette=True)
    hands = ["AC AD AH AS 2C", "3C 4D 5D 6D 7D", "4C 8D 9D JD QD", "5C 2S 3S 4S 5S"]
    deal = rules.position(hands=hands, trick=7, leader=1, seat=1)
    for card in ("3C", "4C", "5C"):
        deal.act(card)
    verdict = deal.why("AH")
    assert verdict.legal
    assert verdict.exempted_by is not None
    assert verdict.exempted_by.slug == "espagnolette"
    deal.act("AH")
    refused = rules.position(hands=hands, trick=7, leader=0, seat=0)
    refused.act("2C")
    clause = refused.why("4D").clause
    assert clause is not None
    assert clause.slug == "follow"


def test_without_the_option_four_aces_must_follow_suit() -> None:
    verdict = hoyle().position(hand="AC AD AH AS 2C", led="3C", trick=7).why("AH")
    assert verdict.clause is not None
    assert verdict.clause.slug == "follow"


@pytest.mark.parametrize(
    "options", [{}, {"espagnolette": True}, {"party_payer": "all-losers-equally"}, {"tie": "extra-deal"}]
)
def test_a_whole_game_keeps_all_its_fish_line_by_line(options: dict[str, str | bool]) -> None:
    for seed in range(6):
        session = hoyle(**options).session(seed)
        fish = sum(session.ledger.totals) + session.ledger.pool
        assert fish == 1760
        while not session.over:
            while not session.deal.over:
                session.deal.act(choose(session.deal.view(session.deal.pending[0])), session.deal.pending[0])
            settlement = session.advance()
            assert all(sum(line.amounts) + line.pool == 0 for line in settlement.lines)
            assert sum(session.totals) + session.ledger.pool == fish
        assert sum(session.conclusion.stakes) == session.ledger.pool


def test_the_table_asks_for_one_card_and_offers_to_decline_beside_it() -> None:
    ledger = hoyle().ledger(pool={"great-quinola": 120, "little-quinola": 20})
    record = str(Record.of(hoyle().deal("table", ledger=ledger)))
    state = json.loads(handle(json.dumps({"id": 1, "op": "open", "record": record, "seat": 0})))["ok"]
    assert (state["choice"]["kind"], state["choice"]["count"]) == ("cards", 1)
    assert [offer["action"] for offer in state["also"]] == ["decline"]
    pools = {item["label"]: item["value"] for item in state["board"] if item["part"] == "pool"}
    assert pools["Great quinola pool"] == "122 fish"


def test_a_revoke_in_the_plain_game_costs_the_points_of_the_tricks_too() -> None:
    rules = whister.load("hearts/reversis", revoke="foster")
    facts = rules.outcome(captured=["JH", "", "QH", ""], tricks=[5, 4, 3, 0], breaches=[1])
    assert rules.settle(facts).delta == (0, 15, 0, 0)


def test_a_card_laid_out_is_captured_by_nobody() -> None:
    laid = ["AD", "KS", "7C", "2H"]
    with pytest.raises(whister.DealError, match="KS was laid out before the play"):
        hoyle().outcome(captured=["KS", "", "", ""], declared={"laid_aside": laid})
    with pytest.raises(whister.DealError, match="expected at most 33, all that the pack holds; got 34"):
        hoyle().outcome(points=[13, 9, 11, 1], declared={"laid_aside": laid})


def test_a_party_cannot_be_settled_without_the_cards_laid_out() -> None:
    with pytest.raises(whister.DealError, match="give the cards laid out"):
        hoyle().settle(hoyle().outcome(points=[13, 9, 11, 0]))


LAID_OUT = ["AD", "KS", "7C", "2H"]


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"plays": [{"card": "JH", "by": 2, "how": "placed"}]}, "plays, JH: .* by whom it was won"),
        ({"plays": [{"card": "JH", "by": 2, "how": "placed", "to": 2}]}, "plays, JH: .* a seat other than"),
        ({"plays": [{"card": "JH", "by": 2, "how": "forced", "to": 2}]}, "plays, JH: .* a seat other than"),
        ({"plays": [{"card": "JH", "by": 2, "how": "forced"}]}, "plays, JH: .* who led"),
        (
            {"plays": [{"card": "JH", "by": 2, "how": "led", "to": 1}]},
            "plays, JH: 'to' was given for a card that is led",
        ),
        ({"plays": [{"card": "TH", "by": 2, "how": "led"}]}, "TH is not in the pack"),
        ({"plays": [{"card": "AD", "by": 2, "how": "led"}]}, "AD was laid out before the play"),
        ({"plays": 2 * [{"card": "AS", "by": 2, "how": "led"}]}, "AS is played twice"),
        ({"laid_aside": ["AD", "TC", "7C", "2H"]}, "TC is not in the pack"),
        ({"won": [1] * 10}, "won: expected 11 seats, one for each trick; got 10"),
    ],
)
def test_facts_that_cannot_be_are_refused(declared: dict[str, Any], message: str) -> None:
    with pytest.raises(whister.WhisterError, match=message):
        hoyle().outcome(points=[13, 9, 11, 0], declared={"laid_aside": LAID_OUT, **declared})


def test_who_won_each_trick_and_how_many_each_won_agree() -> None:
    with pytest.raises(
        whister.DealError, match="won: seat 0 won 0 tricks there, but 11 according to 'tricks'"
    ):
        hoyle().outcome(
            points=[0, 33, 0, 0], tricks=[11, 0, 0, 0], declared={"laid_aside": LAID_OUT, "won": [1] * 11}
        )


def test_the_party_of_an_espagnolette_wants_the_tricks() -> None:
    rules = hoyle(espagnolette=True)
    facts = rules.outcome(points=[13, 9, 11, 0], declared={"laid_aside": LAID_OUT, "free_hand": [0]})
    with pytest.raises(whister.DealError, match="whether the free hand won a trick"):
        rules.settle(facts)
