"""A demand whose suit a card laid face down decides, at French Boston: only the player who laid it can see the card."""

from __future__ import annotations

import pytest

import whister
from whister import Deal, DealRecord, IllegalAction
from whister.bots import choose
from whister.deal.public import state_of
from whister.table import sentences

RULES = whister.load("boston/french-1914")
HANDS = [
    "AC QC JC TC 9C 5C AS 7S 6S 8D 5D 4H 2H", "JD AH KH QH 9H 7H AD KD 4D KS 5S 3C 2C",
    "6H 5H 3H 7C 6C 4C 9S 8S 4S 3S TD 6D 3D", "JH TH 8H KC 8C QS JS TS 2S QD 9D 7D 2D",
]  # fmt: skip
A, B, C, D = range(4)


def bidding(*calls: str) -> Deal:
    """Return the third deal after these calls: hearts are Belle, clubs Petite, and A speaks first."""
    ledger = RULES.ledger(dealer=D, number=3, first_turn="H")
    deal = RULES.deal(hands=HANDS, turned="KC", ledger=ledger)
    for call in calls:
        deal.act(call)
    return deal


def test_the_others_see_the_same_whichever_card_was_laid() -> None:
    club, heart = bidding("bid demande", "discard 5C"), bidding("bid demande", "discard 4H")
    for seat in (B, C, D):
        assert club.view(seat) == heart.view(seat)
    assert club.view(A).events[-1] == (A, "discard 5C")


def test_the_card_laid_stays_in_the_hand_and_its_suit_is_known_when_the_auction_is_over() -> None:
    deal = bidding("bid demande", "discard 4H", "pass", "pass")
    assert (deal.trump, deal.phase) == ("", "auction")
    deal.act("accept")
    assert (deal.trump, deal.declarer, deal.partner, deal.phase) == ("H", A, D, "play")
    assert "4H" in deal.view(A).hand


def test_a_card_can_be_laid_only_with_a_demand() -> None:
    with pytest.raises(IllegalAction, match="only with a bid that does not name its suit"):
        bidding("discard 5C")
    with pytest.raises(IllegalAction, match="one card of clubs or hearts"):
        bidding("bid demande", "discard AS")


def test_the_table_says_that_a_card_is_laid_but_not_which() -> None:
    deal = bidding("bid demande", "discard 5C")
    seat, action = deal.actions[-1]
    assert sentences.done(deal, seat, action, A, False) == "You lay the five of clubs face down."
    assert sentences.done(deal, seat, action, B, False).endswith("lays one card face down.")


def test_the_cautious_player_lays_the_lowest_card_of_its_best_suit() -> None:
    deal = bidding("bid demande")
    assert choose(deal.view(A)) == "discard 5C"


def test_the_cautious_player_keeps_to_its_own_bid() -> None:
    deal = bidding("bid 6C", "pass", "pass", "pass")
    assert deal.to_act == A
    assert choose(deal.view(A)) == "pass"


def test_a_link_to_a_deal_has_the_card_that_was_laid() -> None:
    deal = bidding("bid demande", "discard 5C", "pass", "pass", "pass", "AC", "3C", "4C", "8C", "5C")
    again = DealRecord.parse(DealRecord.of(deal).link()).replay()
    assert [str(action) for _, action in again.actions] == [str(action) for _, action in deal.actions]
    assert state_of(again).facts["laid"] == state_of(deal).facts["laid"]
