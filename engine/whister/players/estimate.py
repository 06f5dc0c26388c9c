"""Estimates of what a hand is worth, before and during the play."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from whister.cards import Card
from whister.deal.view import View, plan_of
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.mechanisms.bidding.laying import preferred_suits
from whister.mechanisms.play.trump import TrumpPhase
from whister.plan.bidding import HIDDEN

if TYPE_CHECKING:
    from whister.plan.compiled import Plan


def avoids_tricks(view: View) -> bool:
    """Return whether this seat wants no tricks, because of penalty cards, a contract to lose tricks, or a game in
    which the fewest tricks win."""
    plan = plan_of(view)
    contract = plan.bidding.contracts.get(view.contract)
    if contract is not None and contract.takes:
        return bool(plan.worth.penalties) and _broken(view, contract.takes)
    if contract is not None and _wants_few(view, contract):
        return view.declarer is None or view.seat == view.declarer
    return bool(plan.worth.penalties)


def slam_nears(view: View) -> bool:
    """Return whether two opponents, whose captures count together, have all the penalty cards captured so far.

    If they capture the rest too, they have made a slam.
    """
    plan = plan_of(view)
    clause = plan.clause_of.get("moon")
    if plan.table.sides is None or clause is None or clause.rule["moon"].get("by") != "side":
        return False
    own, others = 0, 0
    for trick in view.tricks:
        penalties = sum(1 << card.index for card in trick.cards) & plan.worth.penalties
        if trick.winner in plan.table.side_of(view.seat):
            own |= penalties
        else:
            others |= penalties
    return bool(others) and not own


def forces_tricks(view: View) -> bool:
    """Return whether this seat wants to force tricks on a declarer who must lose them."""
    contract = plan_of(view).bidding.contracts.get(view.contract)
    return contract is not None and _wants_few(view, contract) and view.declarer not in (None, view.seat)


def _broken(view: View, takes: str) -> bool:
    """Return whether an undertaking to win every trick has already failed, as far as this seat can tell."""
    if takes != "tricks" or (view.called is not None and view.partner is None):
        return False
    return any(won for seat, won in enumerate(view.taken) if seat not in (view.declarer, view.partner))


def _wants_few(view: View, contract: Any) -> bool:
    return bool(
        contract.tricks < 2 and not contract.takes and contract.id not in plan_of(view).play.trumpless
    )


def sure(view: View) -> int:
    """Return how many tricks the hand is sure of on lead: in each suit, its cards above the highest missing card."""
    plan, count = plan_of(view), 0
    for letter in plan.pack.suits:
        held = [card.index for card in view.hand if card.suit == letter]
        others = plan.pack.suit_masks[letter] & plan.present & ~sum(1 << index for index in held)
        top = sum(1 for index in held if 1 << index > others)
        count += len(held) if top >= others.bit_count() else top
    return count


def beaten(view: View) -> bool:
    """Return whether the hand seems unable to win another trick.

    In each of its suits, the missing cards above its best card must be at least as many as its own cards. The seat's
    card in the current trick counts as part of the hand.
    """
    trick = zip(view.trick.seats, view.trick.cards, strict=True)
    own = [*view.hand, *(card for seat, card in trick if seat == view.seat)]
    seen = [*own, *view.trick.cards, *(card for past in view.tricks for card in past.cards)]
    missing = plan_of(view).present & ~sum({1 << card.index for card in seen})
    for suit in {suit_of(view, card, view.trump) for card in own}:
        held = [card for card in own if suit_of(view, card, view.trump) == suit]
        best = max(height(view, card) for card in held)
        others = (card for card in plan_of(view).cards_of(missing) if suit_of(view, card, view.trump) == suit)
        if sum(1 for card in others if height(view, card) > best) < len(held):
            return False
    return True


def longest_suit(view: View) -> str:
    """Return the suit with the most cards; of equal suits, the one with higher ranks."""
    return _longest(plan_of(view), view.hand)


@lru_cache(maxsize=4096)
def _longest(plan: Plan, hand: tuple[Card, ...]) -> str:
    ranks = plan.pack.ranks
    weight: Counter[str] = Counter()
    for card in hand:
        if card.suit:
            weight[card.suit] += 100 + ranks.index(card.rank)
    return max(weight, key=lambda suit: (weight[suit], suit)) if weight else plan.pack.suits[0]


def tricks(view: View, trump: str) -> float:
    """Return how many tricks the hand may win, from top cards and from length in trumps."""
    return _tricks(plan_of(view), view.hand, trump, view.turned_suit)


@lru_cache(maxsize=4096)  # a hand is weighed anew for every bid, by every player, in every auction imagined
def _tricks(plan: Plan, hand: tuple[Card, ...], trump: str, turned: str) -> float:
    ranks = plan.pack.ranks
    top, best = len(ranks) - 1, plan.play.top_card(trump, turned)
    count = 0.0
    for suit in plan.pack.suits:
        cards = [card for card in hand if (trump if card.index == best else card.suit) == suit]
        above = suit == trump and best >= 0 and all(card.index != best for card in cards)
        for card in cards:
            below = 0 if card.index == best else top - ranks.index(card.rank) + above
            if below < len(cards) and below < 3:
                count += (1.0, 0.8, 0.5)[below]
        if suit == trump:
            count += max(len(cards) - 3, 0)
        elif trump and len(cards) < 2:
            count += 0.5 * (2 - len(cards))
    return count + sum(1 for card in hand if not card.suit)


def suit_of(view: View, card: Card, trump: str) -> str:
    """Return the suit of a card, given the trump suit; the highest trump may be a card that leaves its own suit."""
    return trump if card.index == plan_of(view).play.top_card(trump, view.turned_suit) else card.suit


def safety(view: View) -> float:
    """Return how safe the hand is against winning tricks: 1 for a hand of low cards, 0 for one that must win some."""
    ranks = plan_of(view).pack.ranks
    worst = 0.0
    for suit in plan_of(view).pack.suits:
        heights = sorted(ranks.index(card.rank) for card in view.hand if card.suit == suit)
        worst += sum(max(height - 2 * place - 2, 0) for place, height in enumerate(heights[:5]))
    return max(0.0, 1 - worst / 12)


def risk(view: View, suit: str) -> float:
    """Return the risk of taking cards of a suit: unguarded high cards in it and, with less weight, in other suits."""
    ranks = plan_of(view).pack.ranks
    total = 0.0
    for other in plan_of(view).pack.suits:
        heights = sorted(ranks.index(card.rank) for card in view.hand if card.suit == other)
        exposed = sum(max(height - 2 * place - 2, 0) for place, height in enumerate(heights[:5]))
        total += exposed if other == suit else 0.25 * exposed
    return total


def safest_suit(view: View) -> str:
    """Return the suit of which the hand is likely to take the fewest cards; of equal suits, the shorter one."""
    length = Counter(card.suit for card in view.hand)
    return min(plan_of(view).pack.suits, key=lambda suit: (risk(view, suit), length[suit], suit))


def chips_for_naming(view: View) -> int:
    """Return the estimated value, in chips, of naming the penalty suit."""
    chance = max(0.0, 1 - risk(view, safest_suit(view)) / 12)
    return int(len(plan_of(view).pack.ranks) * chance / 2)


def unpaid(view: View, bid: Any) -> bool:
    """Return whether no source gives the price of a bid, in a game with a list of prices."""
    prices = plan_of(view).settling.prices
    return bool(prices) and bid.text not in prices


def supports(view: View, bid: Any) -> bool:
    """Return whether the hand is strong enough for a bid in points or for a contract."""
    contract = plan_of(view).bidding.contracts.get(bid.contract)
    if contract is None:
        return bool(points(view) >= bid.points)
    if contract.tricks < 2:
        return bool(contract.tricks == 0 and safety(view) > 0.95 and not contract.exposed)
    helped = (
        2 if plan_of(view).table.sides is not None else 0
    )  # the tricks that a partner across the table may win
    auction, wanted = plan_of(view).course.phases.get("auction"), contract.tricks
    if contract.partner and isinstance(auction, AuctionPhase) and auction.support is not None:
        helped += 1  # the tricks that a supporter wins beyond their own share
        if auction.support.needed:
            wanted = (plan_of(view).bidding.joint(contract) + 1) // 2
    elif contract.id in plan_of(view).bidding.paired:  # the holder of a card has it, and a share of the rest
        helped += 1
        wanted = (contract.tricks + 2) // 2
    suits = trumps_for(view, bid.contract) if contract.trump_later else (bid.suit or view.trump,)
    return any(tricks(view, suit) + helped >= wanted + 0.5 for suit in suits)


def trumps_for(view: View, contract: str) -> tuple[str, ...]:
    """Return the suits that may be trumps in a contract that is bid without its suit."""
    if plan_of(view).bidding.contracts[contract].trump == HIDDEN:
        suits = preferred_suits(plan_of(view), view.turned_suit, view.ledger.first_turn)
        return tuple(suit for suit in suits if any(card.suit == suit for card in view.hand))
    phase = plan_of(view).course.phases.get("trump")
    if not isinstance(phase, TrumpPhase):
        return ()
    return phase.suits(plan_of(view), contract, view.turned_suit, view.ledger.first_turn)


def points(view: View) -> float:
    """Return an estimate, from one hand, of the points that a side may capture; it is lower for a player alone against
    several."""
    plan = plan_of(view)
    helped = plan.table.sides is not None or "call" in plan.course.phases
    fair = 0.35 if helped else 0.7 / plan.table.n
    share = tricks(view, longest_suit(view)) / max(len(view.hand), 1)
    return plan.all_points * min(fair + 0.6 * share, 0.95)


def height(view: View, card: Card) -> int:
    """Return the card's place in its suit; a wild card and the highest trump are placed above all others."""
    if not card.suit or card.index == plan_of(view).play.top_card(view.trump, view.turned_suit):
        return len(plan_of(view).pack.ranks)
    return rank(view, card)


def rank(view: View, card: Card) -> int:
    """Return the place of the card's rank, from the weakest up; a card without a suit ranks above all others."""
    ranks = plan_of(view).pack.ranks
    if not card.suit:
        return len(ranks)
    if plan_of(view).play.trumpless.get(view.contract) != "lowest":
        return ranks.index(card.rank)
    lowest = next(known for known in plan_of(view).pack.cards if plan_of(view).present >> known.index & 1)
    return len(ranks) - 1 - ranks.index(card.rank) + ranks.index(lowest.rank)


def without_trumps(view: View, wins: str) -> float:
    """Return how many tricks the hand may win without trumps, if the ``highest`` or the ``lowest`` card wins."""
    plan, count = plan_of(view), float(sum(1 for card in view.hand if not card.suit))
    for suit in plan.pack.suits:
        order = [card.index for card in plan.pack.spread(plan.pack.suit_masks[suit] & plan.present)]
        best = sorted(order, reverse=wins == "highest")[:3]
        held = {card.index for card in view.hand if card.suit == suit}
        count += sum(
            weight
            for below, (index, weight) in enumerate(zip(best, (1.0, 0.8, 0.5), strict=False))
            if index in held and below < len(held)
        )
    return count
