"""Claims to the remaining tricks by a player who is sure of them."""

from __future__ import annotations

from whister.deal.view import View, plan_of
from whister.notation import Action, word
from whister.players import estimate

CLAIM = word("claim", "rest")


def sure_claim(view: View) -> Action | None:
    """Return the claim to the remaining tricks if it may be made and no lie of the cards could defeat it.

    The seat must be on lead. In each of its suits it must hold the highest cards, and no other player may have a trump
    left, unless its own trumps are enough to draw them all.
    """
    if CLAIM not in view.legal or view.trick.cards:
        return None
    plan, trump = plan_of(view), view.trump
    seen = [*view.hand, *(card for trick in view.tricks for card in trick.cards)]
    missing = plan.cards_of(plan.present & ~sum({1 << card.index for card in seen}))
    if any(
        not card.suit for card in (*view.hand, *missing)
    ):  # its place among the trumps differs between games
        return None
    for suit in {trump, *(estimate.suit_of(view, card, trump) for card in view.hand)} - {""}:
        own = [card for card in view.hand if estimate.suit_of(view, card, trump) == suit]
        others = [card for card in missing if estimate.suit_of(view, card, trump) == suit]
        if suit == trump and len(own) < len(others):
            return None
        if own and others:
            least = min(estimate.height(view, card) for card in own)
            if least < max(estimate.height(view, card) for card in others):
                return None
    return CLAIM
