"""The choice of a card: a low one to avoid tricks, a winning one to take them, a valuable one on a partner's trick."""

from __future__ import annotations

from collections.abc import Sequence

from whister.cards import Card
from whister.deal.view import View, plan_of
from whister.notation import Action
from whister.players import estimate


def card_to_play(view: View, plays: Sequence[Action]) -> Action:
    """Return one of the plays offered."""
    cards = [plan_of(view).pack.card(action.words[0]) for action in plays]
    if estimate.avoids_tricks(view):
        card = _stop(view, cards) if estimate.slam_nears(view) else _avoid(view, cards)
    elif estimate.forces_tricks(view):
        card = _force(view, cards)
    elif min(plan_of(view).worth.values) < 0:
        card = _weigh(view, cards)
    else:
        card = _win(view, cards)
    return next(action for action in plays if action.words[0] == card)


def _avoid(view: View, cards: Sequence[Card]) -> Card:
    """Lead low; duck with the highest card that does not win; discard penalty cards, but not on a partner's trick.

    A card that neither wins nor costs anything is kept for an expensive trick, or to lead in place of a high card.
    """
    values, pooled = plan_of(view).worth.values, plan_of(view).worth.pooled
    spare = [
        card for card in cards if plan_of(view).play.lead_passes and not card.suit and not values[card.index]
    ]
    if spare and len(spare) < len(cards):
        cards = [card for card in cards if card not in spare]
        lowest = min(estimate.height(view, card) for card in cards)
        if not view.trick.cards:
            wanted = lowest > len(plan_of(view).pack.ranks) // 2
        else:
            wanted = bool(view.trick.value) and all(view.wins(card) for card in cards)
        if wanted:
            return spare[0]
    if not view.trick.cards:
        return min(
            cards, key=lambda c: (pooled >> c.index & 1, values[c.index], estimate.height(view, c), c.index)
        )
    ducks = [card for card in cards if not view.wins(card)]
    if ducks:
        gift = -1 if view.winning in plan_of(view).table.partner_of(view.seat) else 1
        own = -1 if ducks[0].suit == view.led else 1  # best discarded, not played when its suit is led

        def riddance(c: Card) -> tuple[int, int, int, int]:
            return own * (pooled >> c.index & 1), gift * values[c.index], estimate.height(view, c), c.index

        return max(ducks, key=riddance)
    last = len(view.trick.cards) == plan_of(view).table.n - 1
    harmless = not view.trick.value and not plan_of(view).worth.trick_value and last
    if harmless:
        return max(cards, key=lambda c: (-values[c.index], estimate.height(view, c)))
    return min(cards, key=lambda c: (values[c.index], estimate.height(view, c)))


def _stop(view: View, cards: Sequence[Card]) -> Card:
    """Try to win a penalty card, and throw none on a trick of the other side."""
    values = plan_of(view).worth.values

    def height(c: Card) -> tuple[int, int]:
        return estimate.height(view, c), c.index

    if not view.trick.cards:
        return max(cards, key=lambda c: (height(c), values[c.index]))
    winners = [card for card in cards if view.wins(card)]
    if winners:
        return max(winners, key=height)
    if view.winning in plan_of(view).table.partner_of(view.seat):
        return max(cards, key=lambda c: (values[c.index], height(c)))
    return min(cards, key=lambda c: (values[c.index], height(c)))


def _force(view: View, cards: Sequence[Card]) -> Card:
    """Play low against a player who must lose every trick, below that player's card if possible."""
    if view.winning == view.declarer and view.trick.cards:
        under = [card for card in cards if not view.wins(card)]
        if under:
            return max(under, key=lambda c: estimate.height(view, c))
    return min(cards, key=lambda c: estimate.height(view, c))


def _weigh(view: View, cards: Sequence[Card]) -> Card:
    """Win tricks that bring more than they cost, and throw costly cards on those of others.

    A high card is not risked while a costly card of its suit may still be played to it.
    """
    worth = plan_of(view).worth
    values = worth.values

    def height(card: Card) -> tuple[int, int]:
        return estimate.height(view, card), card.index

    played = [*view.trick.cards, *(card for trick in view.tricks for card in trick.cards)]
    known = {card.index for card in (*view.hand, *view.widow, *played)}
    feared = {c.suit for c in plan_of(view).pack.cards if values[c.index] < 0 and c.index not in known}
    cheap = [card for card in cards if values[card.index] >= 0] or list(cards)
    if not view.trick.cards:
        tops = [
            c for c in cheap if c.suit not in feared and height(c)[0] == len(plan_of(view).pack.ranks) - 1
        ]
        return tops[0] if tops else min(cheap, key=height)
    losers = [card for card in cards if not view.wins(card)]
    thrown = min(losers, key=lambda c: values[c.index], default=None)
    if thrown is not None and values[thrown.index] < 0:
        return thrown
    winners = [card for card in cheap if card not in losers]
    last = len(view.trick.cards) == plan_of(view).table.n - 1
    brings = worth.trick_value + view.trick.value
    if winners and brings > 0 and (last or view.led not in feared):
        plain = [card for card in winners if card.suit != view.trump]
        return max(plain, key=height) if plain else min(winners, key=height)
    if losers:
        return max(losers, key=height) if brings <= 0 else min(losers, key=height)
    return max(cheap, key=height)


def _win(view: View, cards: Sequence[Card]) -> Card:
    """Win with the cheapest winner if last, or a high one if not; give points to a partner, none to an opponent."""
    values, trump = plan_of(view).worth.values, view.trump

    def cost(card: Card) -> tuple[int, int, int]:
        wild = 0 if card.suit else 50
        return (
            wild + values[card.index] + (5 if trump and estimate.suit_of(view, card, trump) == trump else 0),
            estimate.height(view, card),
            card.index,
        )

    if not view.trick.cards:
        tops = [card for card in cards if estimate.height(view, card) == len(plan_of(view).pack.ranks) - 1]
        return tops[0] if tops else min(cards, key=cost)
    friend = view.winning in view.friends(view.seat)
    last = len(view.trick.cards) == plan_of(view).table.n - 1
    winners = [card for card in cards if view.wins(card)]
    if friend and (last or not winners):
        dear = [card for card in cards if card not in winners] or list(cards)
        return max(dear, key=lambda c: (values[c.index], -estimate.height(view, c), c.index))
    worth = view.trick.value > 0 or plan_of(view).worth.total_value == 0 or view.seat == view.declarer
    if winners and (worth or min(cost(card)[0] for card in winners) < 10):
        return (
            min(winners, key=cost)
            if last
            else max(
                winners,
                key=lambda c: (
                    estimate.height(view, c) < len(plan_of(view).pack.ranks),
                    estimate.height(view, c),
                ),
            )
        )
    return min(cards, key=cost)
