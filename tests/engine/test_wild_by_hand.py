"""The Rook as a card without a suit, clause by clause: greens are trumps, and four players have thirteen cards each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_said import legal, why
from tests.engine.small_settled import Game
from whister import Deal

ROOK: Game = {
    "pack": {"kind": "rook", "without": ["1", "B2"]}, "ranking": {"high_to_low": " ".join(map(str, range(14, 0, -1)))},
    "course": {"phases": ["auction", "trump", "play"]}, "auction": {}, "bids": {"least": 50, "most": 60}, "name_trump": {},
    "trumps": {}, "follow": {}, "wild": {"card": "ROOK"},
}  # fmt: skip


def held(hand: str, led: str = "", /, **clauses: dict[str, Any]) -> Deal:
    return small(**{**ROOK, **clauses}).position(hand=hand, led=led.split(), trick=2, trump="G")


@pytest.mark.parametrize(
    ("clauses", "trumps_led", "no_trump", "reds_led", "leading"),
    [({}, "G5 ROOK", "R2 Y3 ROOK", "R2", "R2 Y3 ROOK"), ({"wild_forced": {}}, "G5 ROOK", "ROOK", "R2", "R2 Y3 ROOK"),
     ({"exempt": {"cards": ["ROOK"], "lifts": ["follow"]}}, "G5 ROOK", "R2 Y3 ROOK", "R2 ROOK", "R2 Y3 ROOK"),
     ({"wild_led": {}}, "G5 ROOK", "R2 Y3 ROOK", "R2", "R2 Y3 ROOK")],
)  # fmt: skip
def test_when_the_rook_may_be_played_and_when_it_must(
    clauses: Game, trumps_led: str, no_trump: str, reds_led: str, leading: str
) -> None:
    assert legal(held("G5 R2 ROOK", "G9", **clauses)) == trumps_led.split()
    assert legal(held("R2 Y3 ROOK", "G9", **clauses)) == no_trump.split()
    assert legal(held("R2 Y3 ROOK", "R9", **clauses)) == reds_led.split()
    assert legal(held("R2 Y3 ROOK", **clauses)) == leading.split()


def test_the_rook_follows_trumps_and_no_other_suit() -> None:
    for suit in "BRY":
        assert legal(held(f"{suit}3 ROOK", f"{suit}9")) == [f"{suit}3"]
    assert legal(held("G3 ROOK", "G9")) == ["G3", "ROOK"]


def test_who_leads_the_rook_may_have_to_name_the_suit_that_it_asks_for() -> None:
    deal = held("R2 ROOK", wild_led={"asks": "named"})
    assert legal(deal) == ["R2", *(f"lead ROOK as {suit}" for suit in "RYGB")]
    assert why(deal, "ROOK")[0] == "wild-led"
    deal.act("lead ROOK as Y")
    assert (str(deal.trick.cards[0]), deal.led) == ("ROOK", "Y")
    assert why(held("R2 Y3", wild_led={"asks": "named"}), "lead ROOK as Y")[0] == "wild-led"
    asks_for_trumps = why(held("R2 ROOK", wild_led={}), "lead ROOK as Y")
    assert asks_for_trumps == ("wild-led", "A card without a suit, when led, calls for trumps.")


@pytest.mark.parametrize(
    ("cards", "highest", "lowest", "above_ten"),
    [("G14 ROOK G2 R14", 1, 0, 0), ("G11 ROOK G2 R14", 1, 0, 0), ("G10 ROOK G2 R14", 1, 0, 1), ("R14 ROOK R2 R3", 1, 1, 1),
     ("R14 G2 ROOK R3", 2, 1, 2), ("R9 R14 R2 R3", 1, 1, 1)],
)  # fmt: skip
def test_the_rook_is_the_highest_trump_the_lowest_or_just_above_the_ten(
    cards: str, highest: int, lowest: int, above_ten: int
) -> None:
    for place, winner in (("highest", highest), ("lowest", lowest), ("10.5", above_ten)):
        rules = small(**{**ROOK, "wild_rank": {"place": place}})
        deal = rules.position(hands=cards.split(), leader=0, trump="G")
        for card in cards.split():
            deal.act(card)
        assert deal.tricks[0].winner == winner
