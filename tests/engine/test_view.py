"""What a seat sees of the cards that nobody holds: the widow, the stock beside it and the card turned up."""

from __future__ import annotations

import pytest

import whister
from whister.deal.public import state_of


@pytest.mark.parametrize(
    ("name", "seed", "lowest"),
    [("hearts/heartsette", 8, "2C"), ("rook/call-partner", 19, "R2"), ("rook/dixie", 0, "R1")],
)
def test_nobody_sees_a_card_of_the_widow_not_even_the_lowest(name: str, seed: int, lowest: str) -> None:
    deal = whister.load(name).deal(seed)
    assert lowest in map(str, state_of(deal).plan.cards_of(state_of(deal).widow))
    for seat in state_of(deal).plan.table.players:
        assert deal.view(seat).widow == ()
        assert deal.view(seat).widow_count == state_of(deal).widow.bit_count()


def test_of_a_stock_beside_the_widow_the_top_card_lies_open() -> None:
    deal = whister.load("rook/tennessee-two").deal("stock")
    view = deal.view(0)
    assert (view.pile, view.widow_count) == (18, 5)
    assert view.pile_top == state_of(deal).plan.pack.cards[state_of(deal).stock[0]]


def test_of_a_widow_that_is_the_stock_no_card_lies_open() -> None:
    view = whister.load("hearts/domino").deal("stock").view(0)
    assert (view.pile, view.pile_top, view.widow_count, view.widow) == (0, None, 28, ())


@pytest.mark.parametrize("name", ["boston/american", "boston/nantes"])
def test_the_card_turned_up_is_seen_whichever_it_is(name: str) -> None:
    rules = whister.load(name)
    for card in ("2C", "AH"):
        view = rules.position(hand="3C", turned=card, trick=2).view(0)
        assert (str(view.turn_up), view.turned_suit) == (card, card[1])
    plain = rules.position(hand="3C", trick=2).view(0)
    assert (plain.turn_up, plain.turned_suit) == (None, "")
