"""Claims to the remaining tricks: made only by a player whom no lie of the cards can defeat."""

from __future__ import annotations

import random

import whister
from whister.players import choose
from whister.players.claiming import sure_claim
from whister.players.strengths import choose_as

RULES = whister.load("rook/tournament", allow_claim=True)


def test_a_player_on_lead_with_the_highest_cards_of_each_suit_and_the_last_trumps_claims() -> None:
    found = claims(40)
    assert found
    for deal, seat in found:
        assert str(choose_as(deal.view(seat), "steady", rollouts=20)) == "claim rest"
        assert str(choose(deal.view(seat))) != "claim rest"


def test_whoever_claims_would_have_won_every_trick_however_the_others_had_played() -> None:
    chance = random.Random(7)
    for deal, seat in claims(120):
        for _ in range(5):
            rest = deal.copy()
            before = len(rest.tricks)
            while not rest.over:
                at = rest.to_act
                assert at is not None
                plays = [action for action in rest.legal() if action.verb == "play"]
                rest.act(
                    best_first(rest, plays) if at == seat else plays[int(chance.random() * len(plays))], at
                )
            assert all(trick.winner == seat for trick in rest.tricks[before:])


def best_first(deal: whister.Deal, plays: list[whister.Action]) -> whister.Action:
    """Return the play of somebody who claims: trumps first, then the highest cards."""
    ranks = RULES.plan.pack.ranks
    cards = [(card.suit == deal.trump, ranks.index(card.rank)) for action in plays for card in action.cards]
    return plays[cards.index(max(cards))]


def claims(deals: int) -> list[tuple[whister.Deal, int]]:
    """Return the positions in some deals in which a player may claim and is sure."""
    found = []
    for number in range(deals):
        deal = RULES.deal(f"claim/{number}")
        while not deal.over:
            seat = deal.to_act
            assert seat is not None
            if deal.phase == "play" and len(deal.hands[seat]) > 1 and sure_claim(deal.view(seat)):
                found.append((deal, seat))
                break
            deal.act(choose(deal.view(seat)), seat)
    return found
