"""Tricks that nobody wins, when a revoke comes to light in one of them."""

from __future__ import annotations

import pytest

import whister
from whister.deal.public import state_of

HANDS = ["AC 2D 2S", "AC AD 3S", "3H 3C 4S", "4D 7D 5S", "5D 8D 6S", "6D 9D 7S"]
CANCELLED = ["AC", "AC", "3H", "4D", "5D", "6D"]  # seat 2 throws a heart and holds a club
NEXT = ["2D", "AD", "3C", "7D", "8D", "9D"]  # which comes out here; seat 1 wins


@pytest.mark.parametrize("when", [3, 6])
def test_the_trick_of_a_revoke_goes_to_the_offender_though_nobody_won_it(when: int) -> None:
    rules = whister.load("hearts/cancellation", settlement="low", revoke="1887")
    deal = rules.position(HANDS, trick=15)
    for card in [*CANCELLED, *NEXT[:when]]:
        deal.act(card)
    deal.act("claim revoke 2", 3)
    for card in NEXT[when:]:
        deal.act(card)
    assert sorted(map(str, state_of(deal).plan.cards_of(state_of(deal).captured[2]))) == sorted(CANCELLED)
    assert sorted(map(str, state_of(deal).plan.cards_of(state_of(deal).captured[1]))) == sorted(NEXT)
    assert (deal.taken(1), deal.taken(2)) == (1, 1)
    assert "set_aside" not in state_of(deal).facts


def test_who_is_conceded_the_tricks_left_has_those_that_lie_aside_too() -> None:
    hands = [hand.replace("3C", "3D") for hand in HANDS]
    deal = whister.load("hearts/cancellation").position(hands, trick=15)
    for card in CANCELLED:
        deal.act(card)
    before = deal.taken(4)

    state_of(deal).concede(4)  # as a claim does that all accept

    assert sorted(map(str, state_of(deal).plan.cards_of(state_of(deal).captured[4]))) == sorted(
        " ".join(hands).split()
    )
    assert deal.taken(4) - before == 3  # the trick that lay aside, and the two left
    assert "set_aside" not in state_of(deal).facts
