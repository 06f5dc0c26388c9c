"""A stock that is drawn from: what is counted at the end, and what a seat may see of it."""

from __future__ import annotations

import whister
from whister.bots import choose
from whister.deal.public import state_of
from whister.plan.outcome import captured_masks
from whister.table import piles


def test_in_a_deal_broken_off_nobody_counts_the_hands_that_are_left() -> None:
    rules = whister.load("hearts/domino", revoke="pw")
    deal = rules.position(["KC AH", "3C 5H", "4C 6H", "9C 7H"], trick=5, played="2H")
    for card in ("KC", "5H", "4C", "9C", "AH", "3C"):
        deal.act(card)
    deal.act("claim revoke 1", 2)
    assert deal.over
    assert [rules.plan.worth.of(cards) for cards in captured_masks(deal.outcome)] == [1, 0, 0, 0]


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    rules = whister.load("hearts/domino")
    deal = next(deal for deal in (rules.deal(seed) for seed in range(50)) if _led_to(deal) == ("draw",))
    seat, top = deal.to_act, state_of(deal).plan.pack.cards[state_of(deal).stock[0]]
    assert seat is not None
    deal.act("draw")
    assert top in deal.view(seat).hand
    for other in range(4):
        view = deal.view(other)
        assert view.widow == ()
        assert view.widow_count == len(state_of(deal).stock) == 27
        assert view.events[-1] == (seat, "draw")
        assert view.counts[seat] == 7
        assert (top in view.hand) == (other == seat)


def _led_to(deal: whister.Deal) -> tuple[str, ...]:
    deal.act(deal.legal()[0])
    return tuple(deal.legal())


def test_the_settlement_says_who_counts_the_cards_that_are_left() -> None:
    """Only the first player has cards when the trick is over; the 4♥ is still in the stock."""
    rules = whister.load("hearts/domino")
    deal = rules.position(hands=["3C KH", "4C", "5C", "6C"], trick=6, widow="4H 8C")
    for card in ("3C", "4C", "5C", "6C"):
        deal.act(card)
    settlement = deal.settle()
    told = [(line.text, line.clause.slug, line.kind) for line in settlement.lines]
    assert settlement.delta == (2, 0, 0, 0)
    assert ("Seat 0 counts the cards that are left too", "last-holder", "verdict") in told


def test_who_has_no_card_left_plays_no_more() -> None:
    deal = whister.load("hearts/domino").position(["KC AH", "3C", "4C 6H", "9C 7H"], trick=6)
    for card in ("KC", "3C", "4C", "9C", "AH", "6H"):
        deal.act(card)
    assert deal.tricks[-1].seats == (0, 1, 2, 3)
    assert (deal.trick.seats, deal.to_act) == ((0, 2), 3)


def test_a_card_drawn_is_marked_until_its_drawer_plays() -> None:
    rules = whister.load("hearts/domino")
    deal = rules.position(["5S 3C", "2C 4D", "7S 8S", "9S TS"], trick=5, widow="KD 6S 9D")
    deal.act("5S")
    assert piles.marks(deal, 1) == {}
    deal.act("draw")
    assert piles.marks(deal, 1) == {"KD": "from the stock"}
    deal.act("draw")
    assert piles.marks(deal, 1) == {"KD": "from the stock", "6S": "from the stock"}
    assert piles.marks(deal, 2) == {}
    deal.act("6S")
    assert piles.marks(deal, 1) == {}


def test_no_card_is_marked_as_drawn_once_the_stock_is_gone() -> None:
    rules = whister.load("rook/tennessee-two")
    deal = rules.deal("1909")
    while not deal.over:
        drawn = len(state_of(deal).dealt.stock) - len(state_of(deal).stock)
        for seat in range(2) if deal.phase == "play" and not deal.trick.cards else ():
            fresh = drawn and drawn == 2 * len(deal.tricks)
            assert len(piles.marks(deal, seat)) == (1 if fresh else 0)
        deal.act(choose(deal.view(deal.pending[0])))
    assert piles.marks(deal, 0) == piles.marks(deal, 1) == {}


def test_in_a_position_what_was_done_is_told_in_its_order_draws_and_cards() -> None:
    rules = whister.load("hearts/domino")
    deal = rules.position(hands=["3H 5C", "4S", "6C", "7C"], widow="9C TD", trick=2)
    done = [(0, "5C"), (1, "draw"), (1, "9C"), (2, "6C")]
    for seat, action in done:
        assert deal.to_act == seat
        deal.act(action)
    assert [*deal.actions] == done
