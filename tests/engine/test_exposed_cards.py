"""Cards exposed before the play: who may show them, when they may be played, and what they count."""

from __future__ import annotations

import pytest

import whister
from whister import Deal, IllegalAction, Record
from whister.bots import choose
from whister.deal.public import state_of
from whister.links.deal_record import DealRecord
from whister.table import display, endings

RULES = whister.load("hearts/gong-zhu")
HANDS = [
    "AS KS JS TS 9S 8S 7S 6S 5S 2S AC KC QC",
    "QS 4S 3S JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
]
A, B, C, D = range(4)
HEARTS = " ".join(f"{rank}H" for rank in "23456789TJQKA")


def after(*actions: str) -> Deal:
    """Return the deal of these hands after some actions; in the first deal A, who holds the two of spades, leads."""
    deal = RULES.deal(hands=HANDS)
    for action in actions:
        deal.act(action)
    return deal


def shown(*cards: str) -> Deal:
    """Return the deal when B has exposed the queen of spades, everyone has passed, and these cards have been played."""
    return after("pass", "expose QS", "pass", "pass", "pass", *cards)


def test_everyone_is_asked_in_turn_even_without_a_card_to_expose() -> None:
    deal = after()
    assert (deal.phase, deal.pending, tuple(deal.legal())) == ("exposure", (A,), ("pass",))
    deal.act("pass")
    assert (deal.pending, tuple(deal.legal())) == ((B,), ("expose TC", "expose QS", "pass"))


def test_a_player_who_has_exposed_a_card_may_expose_another() -> None:
    deal = after("pass", "expose TC")
    assert (deal.pending, tuple(deal.legal())) == ((B,), ("expose QS", "pass"))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("expose KC", "Only the ten of clubs, the jack of diamonds, the queen of spades or the ace of hearts may be exposed."),
        ("expose AH", "Seat 1 does not hold the ace of hearts."),
        ("expose TC", "The ten of clubs has been exposed already."),
        ("expose", "Expected 'expose' with a card, such as 'expose QS', or 'pass'."),
    ],
)  # fmt: skip
def test_a_card_that_may_not_be_exposed_is_refused_with_the_reason(action: str, reason: str) -> None:
    verdict = after("pass", "expose TC").why(action)
    assert verdict.clause is not None
    assert (verdict.legal, verdict.clause.slug, verdict.reason) == (False, "exposing", reason)


def test_cards_are_not_exposed_once_the_play_has_begun() -> None:
    with pytest.raises(IllegalAction, match="The time for exposing cards is over"):
        shown().act("expose JD", D)


def test_every_seat_sees_an_exposed_card_until_it_is_played() -> None:
    deal = shown()
    assert [deal.view(seat).exposed for seat in (A, B, C, D)] == [{B: ("QS",)}] * 4
    for card in ("AS", "3S", "2H", "2D", "KS", "QS"):
        deal.act(card)
    assert deal.view(A).exposed == {}


def test_an_exposed_card_is_free_when_its_suit_has_been_led_before() -> None:
    assert tuple(shown("AS").legal()) == ("3S", "4S")
    assert tuple(shown("AS", "3S", "2H", "2D", "KS").legal()) == ("4S", "QS")


def test_an_exposed_card_is_free_to_a_hand_without_others_of_its_suit() -> None:
    assert "TC" not in after("pass", "expose TC", "pass", "pass", "pass", "AC").legal()
    swapped = [hand.replace("QS 4S 3S", "QS QC KC").replace("AC KC QC", "AC 4S 3S") for hand in HANDS]
    deal = RULES.deal(hands=swapped)
    for action in ("pass", "expose QS", "pass", "pass", "pass", "AS"):
        deal.act(action)
    assert tuple(deal.legal()) == ("QS",)


def test_undoing_takes_an_exposure_back() -> None:
    deal = after("pass", "expose QS")
    deal.undo()
    assert (deal.view(A).exposed, tuple(deal.legal())) == ({}, ("expose TC", "expose QS", "pass"))


def test_a_deal_with_exposed_cards_survives_a_record_and_a_link() -> None:
    deal = shown("AS", "3S")
    for text in (str(Record.of(deal)), DealRecord.of(deal).link()):
        again = Record.parse(text).replay()
        assert (again.actions, again.view(A).exposed) == (deal.actions, {B: ("QS",)})


def test_the_table_shows_an_exposed_card_among_the_backs_of_the_hand() -> None:
    seats = display.state(shown(), display.Visit(A), 0)["seats"]
    assert [(seat["hand"], seat["count"]) for seat in seats[1:]] == [(["QS"], 13), (None, 13), (None, 13)]
    told = display.state(shown(), display.Visit(A), 0)
    assert {"label": "Exposed", "value": "the queen of spades, by West", "minor": True} in told["facts"]
    assert "West exposes the queen of spades." in told["log"]


def test_the_score_shown_during_the_play_is_negative() -> None:
    deal = shown("AS", "3S", "AH", "2D")
    board = {item["part"]: item["value"] for item in display.state(deal, display.Visit(A), 0)["board"]}
    assert board["points"] == "You −50, West 0, North 0, East 0"


def test_the_outcome_of_a_deal_has_the_cards_that_were_exposed() -> None:
    deal = after("pass", "expose QS", "expose TC", "pass", "expose AH", "pass", "pass")
    while not deal.over:
        deal.act(deal.legal()[0])
    assert set(deal.outcome.declared["exposed"]) == {"TC", "QS", "AH"}


def test_all_the_hearts_are_told_at_the_end_of_the_deal() -> None:
    outcome = RULES.outcome(captured=["", HEARTS, "QS", ""])
    assert endings.told(RULES.plan, outcome, RULES.ledger(), B) == "You took all the hearts: +200 points."
    assert (
        endings.told(RULES.plan, outcome, RULES.ledger(), A) == "West took all the hearts: nothing for you."
    )


def test_computer_players_expose_a_guarded_penalty_and_a_bonus_that_is_sure_to_be_won() -> None:
    guarded = [
        "QS 9S 8S 7S 6S 5S 4S 2C 3C 4C 5C 6C 7C",
        "AS KS JS TS 3S 2S AC KC QC JC TC 9C 8C",
        HANDS[2],
        HANDS[3],
    ]
    assert choose(RULES.deal(hands=guarded).view(A)) == "expose QS"
    deal = RULES.deal(hands=guarded)
    deal.act("pass")
    assert choose(deal.view(B)) == "expose TC"
    assert choose(after("pass").view(B)) == "pass"


def test_the_taker_of_the_queen_of_spades_leads_first_in_the_next_deal() -> None:
    session = RULES.session(seed="1")
    while not session.deal.over:
        session.deal.act(session.deal.legal()[-1])
    taker = next(seat for seat, cards in enumerate(session.deal.outcome.captured) if "QS" in cards)
    session.advance()
    assert (session.deal.eldest, state_of(session.deal).facts.get("opening")) == (taker, None)
    for _ in range(4):
        session.deal.act("pass")
    assert (session.deal.to_act, len(session.deal.legal())) == (taker, 13)
