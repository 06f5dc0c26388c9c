"""Hands that run out, a stock to draw from, and hands laid open, in games of a few clauses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_said import done, legal, why
from tests.engine.small_settled import FIVE_OR_SIX, Game, paid
from whister import Deal, DealError, Rules
from whister.deal.public import state_of

ALL = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]


def of_cards(cards: str, players: int, **clauses: dict[str, Any]) -> Rules:
    """Return the rules of a game with these cards alone."""
    out = [card for card in ALL if card not in cards.split()]
    pack: dict[str, Any] = {"kind": "french", "without": out}
    return small(players, **{"players": {"allowed": [players]}, "pack": pack, "follow": {}, **clauses})


# -- a stock --------------------------------------------------------------------------------------------------------

HANDS, STOCK = ["2C 3C", "4C 5D", "6C 6D"], "7D AD 8D"
GAME: Game = {
    "deal": {"packets": [2], "each": 2}, "stock": {}, "draw_to_follow": {}, "dropping_out": {}, "last_hand": {},
    "values": {"cards": {"A": 1}}, "score_captured": {},
}  # fmt: skip


def drawn(hands: list[str], actions: str = "", stock: str = STOCK, **last_holder: Any) -> Deal:
    each = len(hands[0].split())
    dealt: Game = {**GAME, "deal": {"packets": [each], "each": each}, "last_holder": last_holder}
    rules = of_cards(" ".join((*hands, stock)), len(hands), **dealt)
    return done(rules.deal(hands=hands, widow=stock, dealer=len(hands) - 1), actions)


def captured(deal: Deal) -> list[str]:
    return [" ".join(cards) for cards in deal.outcome.captured]


def test_who_cannot_follow_draws_until_he_can() -> None:
    deal = drawn(HANDS, "2C, 4C, 6C, 6D")
    assert (deal.to_act, legal(deal)) == (0, ["draw"])
    said = ("draw-to-follow", "No diamonds are held, and they were led: draw from the stock.")
    assert why(deal, "3C") == said
    done(deal, "draw")
    assert legal(deal) == ["7D"]
    assert why(deal, "draw") == ("draw-to-follow", "The hand can follow suit.")
    led = drawn(HANDS)
    assert why(led, "draw") == ("draw-to-follow", "Nothing is led that could not be followed.")
    empty = drawn(["2C 3C", "4C 5D", "6C 6D"], "2C, 4C, 6C, 6D, draw", stock="7S")
    assert legal(empty) == ["3C", "7S"]
    assert why(empty, "draw") == ("draw-to-follow", "The stock is empty.")


@pytest.mark.parametrize(
    ("last_holder", "first"), [({}, "3C 5D 6D 7D 8D AD"), ({"hand": False}, "5D 6D 7D 8D AD")]
)
def test_the_last_player_with_cards_counts_the_stock_and_his_hand(
    last_holder: dict[str, Any], first: str
) -> None:
    """Seat 0 follows the six of diamonds with the seven, takes that trick, and has the three of clubs left."""
    deal = drawn(HANDS, "2C, 4C, 6C, 6D, draw, 7D, 5D", **last_holder)
    assert (deal.over, deal.outcome.declared["last_holder"]) == (True, (0,))
    assert captured(deal) == [first, "", "2C 4C 6C"]
    assert [line.text for line in deal.settle().lines][-1] == "Seat 0 counts the cards that are left too"


@pytest.mark.parametrize(
    ("all_out", "second"), [("trick-winner", "2C 3C 4C 7D 8D AD"), ("aside", "2C 3C 4C")]
)
def test_when_all_run_out_together_the_winner_of_the_trick_counts_the_stock_or_nobody(
    all_out: str, second: str
) -> None:
    deal = drawn(["2C", "4C", "3C"], "2C, 4C, 3C", all_out=all_out)
    assert deal.over
    assert captured(deal) == ["", second, ""]
    assert ("last_holder" in deal.outcome.declared) == (all_out == "trick-winner")


@pytest.mark.parametrize(
    ("last_holder", "left"), [({}, 0), ({"all_out": "aside"}, 1), ({"hand": False}, 1), ({"hand": False, "all_out": "aside"}, 1)]
)  # fmt: skip
def test_the_ace_in_the_stock_counts_for_somebody_unless_the_stock_may_lie_aside(
    last_holder: dict[str, Any], left: int
) -> None:
    rules = drawn(HANDS, **last_holder).rules
    assert paid(rules, points=[0, 1, 0]).delta == [0, 1, 0]
    if left:
        assert paid(rules, points=[0, 0, 0]).delta == [0, 0, 0]
        return
    with pytest.raises(DealError, match="expected all 1 of the pack"):
        paid(rules, points=[0, 0, 0])


def test_for_a_winner_without_cards_the_next_after_him_leads_and_the_last_one_plays_to_nobody() -> None:
    """Seat 2 takes the first trick with his only card; seat 3 leads, and after that trick only seat 1 has cards."""
    hands = ["2C 2D", "3C 3D 4D", "9C", "4C 9D"]
    clauses: Game = {"deal": {"packets": [1]}, "dropping_out": {}, "last_hand": {}}
    rules = of_cards(" ".join(hands), 4, **clauses)
    deal = rules.position(hands=hands, leader=0)
    done(deal, "2C, 3C, 9C, 4C")
    assert deal.to_act == 3
    done(deal, "9D")
    assert [deal.to_act, done(deal, "2D").to_act] == [0, 1]
    done(deal, "3D")
    assert deal.over


def test_two_players_with_cards_play_on() -> None:
    hands = ["2C 2D", "3C 3D 4D", "9C", "4C"]
    clauses: Game = {"deal": {"packets": [1]}, "dropping_out": {}, "last_hand": {}}
    deal = of_cards(" ".join((*hands, "9D")), 4, **clauses).position(hands=hands, leader=0)
    done(deal, "2C, 3C, 9C, 4C")
    assert (deal.over, deal.to_act) == (False, 0)
    assert done(deal, "2D, 3D").over


# -- hands laid open ------------------------------------------------------------------------------------------------

FULL = [
    "AC KC QC AD KD QD AS KS QS AH KH QH 2C", "3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H JC",
    "6C 7C 8C 5D 6D 7D 5S 6S 7S 5H 6H 7H TC", "9C 8D 9D TD JD 8S 9S TS JS 8H 9H TH JH",
]  # fmt: skip
OPEN: Game = {
    "course": {"phases": ["auction", "expose", "play"]}, **FIVE_OR_SIX,
    "contract": {"id": "misere", "title": "Misère", "rank": 55, "tricks": 0, "exactly": True, "exposed": True},
    "no_trumps": {}, "ladder": {}, "follow": {}, "exposing": {}, "early_stop": {"when": "decided-misere"},
}  # fmt: skip


def laid_open(bid: str, actions: str = "", **others: dict[str, Any]) -> Deal:
    deal = done(small(**{**OPEN, **others}).deal(hands=FULL, dealer=3), f"bid {bid}, pass, pass, pass")
    return done(deal, actions)


@pytest.mark.parametrize(
    ("moment", "before", "after"),
    [("before-lead", (0,), (0,)), ("after-first-trick", None, (0,)), ("never", None, None)],
)
def test_the_declarer_of_an_open_misere_lays_his_hand_open_at_its_moment(
    moment: str, before: tuple[int, ...] | None, after: tuple[int, ...] | None
) -> None:
    rule = {"moment": moment}
    assert state_of(laid_open("misere", exposing=rule)).facts.get("exposed") == before
    assert state_of(laid_open("misere", "2C, 3C, 6C", exposing=rule)).facts.get("exposed") == before
    assert state_of(laid_open("misere", "2C, 3C, 6C, 9C", exposing=rule)).facts.get("exposed") == after
    assert state_of(laid_open("5C", "2C, 3C, 6C, 9C", exposing=rule)).facts.get("exposed") is None


def test_a_misere_ends_with_the_first_trick_of_the_declarer_and_nothing_else_does() -> None:
    taken = laid_open("misere", "AC, 3C, 6C, 9C")
    assert (taken.over, taken.outcome.tricks) == (True, (1, 0, 0, 0))
    assert not laid_open("misere", "2C, 3C, 6C, 9C").over
    assert not laid_open("5C", "AC, 3C, 6C, 9C").over
    assert not laid_open("misere", "AC, 3C, 6C, 9C", early_stop={"when": "no"}).over


def test_five_tricks_that_are_made_are_played_to_the_end() -> None:
    deal = laid_open("5C", "AC, 3C, 6C, 9C, KC, 4C, 7C, TD, QC, JC, 8C, 8D, AD, 2D, 5D, 9D, KD, 3D, 6D, JD")
    done(deal, "QD, 4D, 7D, 8S")
    assert (deal.over, deal.taken(0)) == (False, 6)


# -- a card before each player --------------------------------------------------------------------------------------

QUINOLA: Game = {
    "course": {"phases": ["discard", "play"]}, "deal": {"packets": [12], "to_dealer": [13, 12]}, "widow": {"size": 3},
    "laying_out": {}, "laying_out_optional": {"pools": {"great": 30}},
    "laying_out_limit": {"cards": {"QH": "little"}, "least": {"little": 20}},
}  # fmt: skip


def exchanging(actions: str = "", *, dealer: int = 3, great: int = 0, little: int = 0) -> Deal:
    """Return a deal by suits. Before the eldest hand lies the ace of clubs, then those of diamonds and of spades."""
    twelve = [" ".join(rank + suit for rank in "KQJT98765432") for suit in "CDSH"]
    hands = [twelve[(seat - dealer - 1) % 4] + (" AH" if seat == dealer else "") for seat in range(4)]
    rules = small(**QUINOLA)
    ledger = rules.ledger(dealer=dealer, pool={"great": great, "little": little})
    return done(rules.deal(hands=hands, widow="AC AD AS", ledger=ledger), actions)


@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_each_player_lays_a_card_out_for_the_one_before_him_and_the_dealer_for_none(dealer: int) -> None:
    deal = exchanging(dealer=dealer)
    seats = [(dealer + 1 + step) % 4 for step in range(4)]
    for seat, suit in zip(seats, "CDSH", strict=True):
        done(deal, f"{seat}: discard 2{suit}")
        assert f"A{suit}" in map(str, deal.hands[seat])
    assert (deal.phase, [len(hand) for hand in deal.hands]) == ("play", [12] * 4)


def test_the_exchange_is_optional_when_a_pool_is_rich_enough_but_never_for_the_dealer() -> None:
    assert "decline" in legal(exchanging(great=30), 0)
    assert "decline" not in legal(exchanging(great=29), 0)
    assert "decline" not in legal(exchanging(great=30), 3)
    assert why(exchanging(great=29), "decline", 0) == ("laying-out-optional", "The pools do not hold enough.")
    assert why(exchanging(great=30), "decline", 3) == (
        "laying-out-optional",
        "The dealer has no card to leave.",
    )
    declined = exchanging("0: decline", great=30)
    assert "AC" not in map(str, declined.hands[0])
    assert why(declined, "discard 2C", 0) == ("laying-out", "Seat 0 has already chosen.")


def test_a_pool_that_there_is_not_holds_nothing() -> None:
    one = small(**{**QUINOLA, "laying_out_optional": {"pools": {"great": 1}}})
    deal = one.deal(1, ledger=one.ledger(dealer=3))
    assert "decline" not in legal(deal, 0)


def test_a_card_may_be_laid_out_only_while_its_pool_holds_enough() -> None:
    assert "discard QH" in legal(exchanging(little=20), 3)
    assert "discard QH" not in legal(exchanging(little=19), 3)
    said = "The queen of hearts may not be laid out: its pool does not hold enough."
    assert why(exchanging(little=19), "discard QH", 3) == ("laying-out-limit", said)
    assert why(exchanging(little=19), "discard 2H", 0) == ("laying-out", "2H is not in the hand.")
    assert why(exchanging(), "discard 2C 3C", 0) == (
        "laying-out",
        "Expected 'discard' and one card of the hand.",
    )
