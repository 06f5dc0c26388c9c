"""A stock that is drawn from: what is counted at the end, and what a seat may see of it."""

from __future__ import annotations

import whister


def test_in_a_deal_broken_off_nobody_counts_the_hands_that_are_left() -> None:
    rules = whister.load("hearts/domino", revoke="pw")
    deal = rules.position(["KC AH", "3C 5H", "4C 6H", "9C 7H"], trick=5, played="2H")
    for card in ("KC", "5H", "4C", "9C", "AH", "3C"):
        deal.act(card)
    deal.act("claim revoke 1", 2)
    assert deal.over
    assert [rules.plan.worth(cards) for cards in deal.outcome.captured] == [1, 0, 0, 0]


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    rules = whister.load("hearts/domino")
    deal = next(deal for deal in (rules.deal(seed) for seed in range(50)) if _led_to(deal) == ("draw",))
    seat, top = deal.to_act, deal.plan.pack.cards[deal.stock[0]]
    assert seat is not None
    deal.act("draw")
    assert top in deal.view(seat).hand
    for other in range(4):
        view = deal.view(other)
        assert view.widow == ()
        assert view.widow_count == len(deal.stock) == 27
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
