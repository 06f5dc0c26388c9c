"""The scoreboard: what is played for, and the progress towards it, as a player would check it from the table."""

from __future__ import annotations

import re
from typing import Any

import pytest

import whister
from whister.bots import choose
from whister.rules import Deal
from whister.table.scoreboard import board


def told(deal: Deal, visitor: int = 0) -> dict[str, str]:
    """Return the items of the scoreboard by their labels."""
    return {item["label"]: item["value"] for item in board(deal, visitor)}


def play_on(deal: Deal, *cards: str) -> Deal:
    for card in cards:
        deal.act(card)
    return deal


def test_the_queen_and_a_heart_are_counted_where_they_were_taken() -> None:
    deal = whister.load("hearts/black-lady", passing="none").deal("2")
    taken = dict.fromkeys(range(4), 0)
    names = ("You", "West", "North", "East")
    queen = "still in play"
    holder = next(seat for seat in range(1, 4) if "QS" in deal.hand(seat))
    assert told(deal)["Game"] == "low score wins, to 100"
    while not deal.over:
        on_table = queen == "still in play" and "QS" in deal.trick.cards
        assert told(deal)["Q♠"] == ("on the table" if on_table else queen)
        assert (told(deal, holder)["Q♠"] == "in your hand") is ("QS" in deal.hand(holder))
        assert told(deal)["Points"] == ", ".join(f"{names[seat]} {taken[seat]}" for seat in range(4))
        tricks = len(deal.tricks)
        deal.act(deal.legal()[0])
        if len(deal.tricks) > tricks:
            winner, cards = deal.tricks[-1].winner, deal.tricks[-1].cards
            assert winner is not None
            taken[winner] += sum(card.suit == "H" for card in cards) + 13 * ("QS" in cards)
            queen = f"taken by {names[winner].replace('You', 'you')}" if "QS" in cards else queen
    assert sum(taken.values()) == 26


def test_of_a_position_nobody_says_what_was_taken_before() -> None:
    deal = whister.load("hearts/black-lady").position(hands=["2C QS", "AC KS", "KC AS", "3C 4S"], leader=0)
    assert {"Points", "Q♠"} & told(deal).keys() == set()


def test_hearts_are_not_broken_until_one_is_thrown() -> None:
    deal = whister.load("hearts/black-lady").deal("3")
    seen = set[str]()
    for seat in range(4):
        deal.act(f"give {' '.join(deal.hand(seat)[:3])}", seat)
    while not deal.over:
        thrown = any(card.suit == "H" for trick in deal.tricks for card in trick.cards)
        assert told(deal)["Hearts"] == ("broken" if thrown else "not broken")
        seen.add(told(deal)["Hearts"])
        deal.act(deal.legal()[0])
    assert seen == {"broken", "not broken"}


def test_with_a_partner_the_target_is_higher() -> None:
    """At Boston de Fontainebleau, five levées are needed alone, and eight with a partner."""
    rules = whister.load("boston/fontainebleau")
    alone, together = rules.deal("2"), rules.deal("2")
    for deal, answers in ((alone, ("alone",)), (together, ("ask", "accept"))):
        deal.act(f"bid {next(bid.text for bid in deal.bids if bid.text.startswith('5'))}")
        while deal.phase == "auction":
            deal.act("pass")
        for answer in answers:
            deal.act(answer)
        assert deal.phase == "play", deal.legal()
    assert told(alone, alone.declarer or 0)["You"] == "0 of 5 tricks"
    partner = together.partner
    assert partner is not None
    found = [item for item in board(together, together.declarer or 0) if item["part"] == "contract"]
    assert [item["value"] for item in found] == ["0 of 8 tricks"]
    assert found[0]["label"].startswith("You and ")


def test_the_bid_is_told_beside_the_points_of_those_who_made_it_and_what_is_left() -> None:
    deal = whister.load("rook/tournament").deal("1909")
    while not (deal.phase == "play" and len(deal.tricks) == 4):
        seat = deal.pending[0]
        deal.act(choose(deal.view(seat)), seat)
    items = told(deal)
    sides = [(0, 2), (1, 3)]
    own = next(side for side in sides if deal.declarer in side)
    points = {
        side: sum(deal.rules.plan.worth.values[card.index] for seat in side for card in deal.captured[seat])
        for side in sides
    }
    named = {(0, 2): "You and North", (1, 3): "West and East"}
    said = [f"{named[side]} {points[side]}{f' of {deal.bid}' if side == own else ''}" for side in sides]
    assert items["Points"] == ", ".join(said)
    assert int(items["Left"]) + sum(points.values()) == 120


def test_the_nest_counts_at_the_end_for_who_took_the_last_trick() -> None:
    """The board shows the points by which the bid is made or lost, all 120 of them."""
    nest = 0
    for seed in range(12):
        deal = whister.load("rook/tournament").deal(str(seed))
        while not deal.over:
            seat = deal.pending[0]
            deal.act(choose(deal.view(seat)), seat)
        worth = deal.rules.plan.worth.values
        points = [
            sum(worth[card.index] for seat in side for card in deal.outcome.captured[seat])
            for side in ((0, 2), (1, 3))
        ]
        nest += sum(worth[card.index] for cards in deal.captured for card in cards) < 120
        found = [int(part.split()[-1]) for part in re.sub(r" of \d+", "", told(deal)["Points"]).split(", ")]
        assert found == points
        assert sum(found) == 120
    assert nest


@pytest.mark.parametrize("rules", whister.catalogue())
def test_the_points_on_the_board_are_those_of_the_cards_taken(rules: str) -> None:
    deal: Deal = whister.load(rules).deal("11")
    while not deal.over:
        seat = deal.pending[0]
        deal.act(choose(deal.view(seat)), seat)
        items: list[dict[str, Any]] = board(deal, 0)
        assert all(item["value"] and item["short"] for item in items)
        assert len({item["part"] for item in items}) >= len(items) - 2
        left = [int(item["value"]) for item in items if item["part"] == "left"]
        assert all(amount >= 0 for amount in left), rules
