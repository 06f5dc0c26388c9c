"""A cautious player, which bids its sure tricks, avoids risk, and always makes the same choice in the same view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from whister import checks
from whister.cards import Card
from whister.deal.view import View, plan_of
from whister.deal.wrong_time import matched
from whister.errors import DealError
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.mechanisms.worth.slam import ends_badly
from whister.mechanisms.worth.slam_choice import ShooterChooses
from whister.notation import Action, CardChoices, mask_of, one_of_cards, word
from whister.players import estimate
from whister.players.card_play import card_to_play
from whister.words import either

COVERED = 5  #: the number of cards of a suit with which one of them is unlikely to be forced out


def choose(view: View) -> Action:
    """Return the action chosen for the seat of the view, one of ``view.legal``.

    Raises ``DealError`` if the seat has nothing to do.
    """
    legal = checks.instance(view, View, "choose", called="a View, as deal.view(seat) gives it").legal
    if not legal:
        raise DealError(f"choose: seat {view.seat} has nothing to do in this view; {_awaited(view)}")
    if len(legal) == 1:
        return legal[0]
    if (said := speak(view)) is not None:
        return said
    if view.phase == "play":
        plays = [action for action in legal if action.verb == "play"]
        if plays:
            return card_to_play(view, plays)
    rule = _RULES.get(view.phase)
    chosen = rule(view, legal) if rule is not None else None
    return chosen if chosen is not None and chosen in legal else _quietest(legal)


def speak(view: View) -> Action | None:
    """Return what the seat of the view says beside its turn, such as a refusal; None if it says nothing."""
    for aside in plan_of(view).course.asides.get(view.phase, ()):
        offers = [action for action in view.legal if matched(aside.says, action)]
        if aside.weighed:
            offers = [action for action in offers if _refuses(view, action)]
        if offers and (aside.pays or aside.weighed):
            return offers[0]
    return None


def _refuses(view: View, refusal: Action) -> bool:
    """Return whether to refuse a card that was passed: a penalty card, unless it is well covered."""
    card = plan_of(view).pack.card(refusal.words[0])
    length = sum(1 for held in view.hand if held.suit == card.suit)
    return plan_of(view).worth.values[card.index] > 0 and length < COVERED


def _awaited(view: View) -> str:
    """Return who is to act, in words."""
    return f"seat {either(view.pending)} is to act" if view.pending else "the deal is over"


def _quietest(legal: Sequence[Action]) -> Action:
    """Return the action that commits the seat to the least, such as passing or declining.

    If there is none, return the first action that is not a claim or a correction.
    """
    for verb in ("pass", "decline"):
        quiet = word(verb)
        if quiet in legal:
            return quiet
    return next((action for action in legal if action.verb not in ("claim", "correct")), legal[0])


def _pass_cards(view: View, legal: Sequence[Action]) -> Action | None:
    """Pass the cards with the highest penalty and rank, but not the guards of a penalty card that is kept."""
    if not isinstance(legal, CardChoices):
        return None
    values = plan_of(view).worth.values

    def burden(card: Card) -> tuple[float, int]:
        suit = [c for c in view.hand if c.suit == card.suit]
        height = plan_of(view).pack.ranks.index(card.rank) if card.suit else 0
        dear = max((values[c.index] for c in plan_of(view).pack.cards if c.suit == card.suit), default=0)
        dangerous = dear > 1 and any(values[c.index] == dear and c.index <= card.index
                                     for c in plan_of(view).pack.cards if c.suit == card.suit)  # fmt: skip
        guarded = len(suit) >= COVERED
        return (
            height + values[card.index] + (12 if dangerous and not guarded else 0) - len(suit) * 0.5,
            card.index,
        )

    allowed = [card for card in view.hand if mask_of(legal) >> card.index & 1]
    worst = sorted(allowed, key=burden, reverse=True)[: legal.count]
    return _with_cards(view, legal, worst)


def _lay_aside(view: View, legal: Sequence[Action]) -> Action | None:
    """Lay aside the least useful cards: low cards of short side suits, or the highest cards if tricks are to be
    avoided."""
    legal = one_of_cards(legal, plan_of(view).pack) or legal
    if not isinstance(legal, CardChoices):
        return None
    avoid = estimate.avoids_tricks(view)
    allowed = [card for card in view.hand if mask_of(legal) >> card.index & 1]
    trump = view.trump or estimate.longest_suit(view)

    def help_given(card: Card) -> tuple[float, int]:
        height = estimate.rank(view, card)
        if avoid:
            return (-height, card.index)
        length = sum(1 for c in view.hand if c.suit == card.suit)
        wild = 0 if card.suit else 100
        kept = 20 if card.suit == trump else 0
        return (wild + kept + height + length + dear * plan_of(view).worth.values[card.index], card.index)

    widow, must = plan_of(view).dealing.widow, {card.index for card in legal.always}
    dear = 2 if widow is not None and widow.goes_to == "nobody" else 0.5  # cards laid aside are then lost
    allowed.sort(key=lambda card: (card.index not in must, *help_given(card)))
    chosen = _with_cards(view, legal, allowed[: legal.count])
    if chosen is not None:
        return chosen
    given = {card: help_given(card)[0] for card in view.hand}
    return min(legal, key=lambda action: sum(given[card] for card in action.cards))


def _with_cards(view: View, legal: CardChoices, cards: Sequence[Card]) -> Action | None:
    mask = sum(1 << card.index for card in cards)
    verb = legal[0].verb
    from whister.notation import of_cards

    wanted = of_cards(verb, plan_of(view).pack, mask)
    if wanted in legal:
        return wanted
    return next((a for chosen in combinations(cards, legal.count)
                 if (a := of_cards(verb, plan_of(view).pack, sum(1 << c.index for c in chosen))) in legal), None)  # fmt: skip


def _bid(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the lowest bid that the hand supports; failing that, support for another player's bid, or a pass."""
    if plan_of(view).worth.named_value:
        return _bid_chips(view, legal)
    if isinstance(legal, CardChoices):
        return _with_cards(view, legal, [_lowest_trump(view, legal)])
    if word("accept") not in legal and _bid_last(view):
        return word("pass")
    for action in legal:
        if action.verb != "bid":
            continue
        bid = next(bid for bid in plan_of(view).bidding.bids if bid.action == action)
        if not estimate.unpaid(view, bid) and estimate.supports(view, bid):
            return action
    return _help(view, legal)


def _lowest_trump(view: View, legal: CardChoices) -> Card:
    """Return the lowest card of the best trump suit among the cards that may be laid face down with a bid."""
    cards = [card for card in view.hand if mask_of(legal) >> card.index & 1]
    best = max({card.suit for card in cards}, key=lambda suit: (estimate.tricks(view, suit), suit))
    return min((card for card in cards if card.suit == best), key=lambda card: card.index)


def _bid_last(view: View) -> bool:
    """Return whether the highest bid is this seat's own, in an auction in which others may support a bid."""
    auction = plan_of(view).course.phases.get("auction")
    if not isinstance(auction, AuctionPhase) or auction.support is None:
        return False
    return next((s == view.seat for s, text in reversed(view.events) if text.startswith("bid ")), False)


def _help(view: View, legal: Sequence[Action]) -> Action:
    """Support another player's bid if the auction allows it and the hand may win a fair share of the tricks."""
    offered = next((action for action in legal if action.verb in ("support", "accept")), None)
    if offered is None:
        return word("pass")
    made = next(text.partition(" ")[2] for _, text in reversed(view.events) if text.startswith("bid "))
    suit = next((bid.suit for bid in plan_of(view).bidding.bids if bid.text == made), "")
    return offered if estimate.tricks(view, suit or view.trump) >= 3 else word("pass")


def _bid_chips(view: View, legal: Sequence[Action]) -> Action | None:
    """Bid half of what naming the suit is worth, or the least bid needed; as dealer, who bids last, bid no more than
    the least."""
    bids = [action for action in legal if action.verb == "bid"]
    worth = estimate.chips_for_naming(view)
    if not bids or worth < int(bids[0].words[0]):
        return word("pass")
    half = word("bid", str(worth // 2))
    return half if half in bids and view.seat != view.ledger.dealer else bids[0]


def _partner(view: View, legal: Sequence[Action]) -> Action | None:
    """Ask for a partner where possible; accept a request for one if the hand may win a fair share of the tricks."""
    if word("ask") in legal:
        return word("ask")
    if word("accept") in legal and estimate.tricks(view, view.trump) >= 3:
        return word("accept")
    return None


def _slam(view: View, legal: Sequence[Action]) -> Action | None:
    """Choose the usual settlement of a slam, unless adding to the others' totals would end the game without a win."""
    plan, phase = plan_of(view), plan_of(view).course.phases[view.phase]
    if not isinstance(phase, ShooterChooses):
        return None
    side = plan.table.side_of(view.seat) if plan.table.one_score else (view.seat,)
    captured = sum(1 << card.index for trick in view.tricks if trick.winner in side for card in trick.cards)
    paying = phase.moon.paying(plan, side)
    bad = ends_badly(plan, view.ledger, side, paying, phase.moon.worth(plan, captured))
    return word("declare", "new" if bad else phase.moon.usual or "old")


def _announce(view: View, legal: Sequence[Action]) -> Action | None:
    """Undertake to win every trick with a hand that is sure of nearly all of them, or of two thirds if a partner
    helps."""
    contract = plan_of(view).bidding.contracts.get(legal[0].words[0])
    helped = contract is not None and contract.partner
    wanted = 2 * len(view.hand) // 3 if helped else len(view.hand) - 1
    return legal[0] if estimate.sure(view) >= wanted else None


def _expose(view: View, legal: Sequence[Action]) -> Action | None:
    """Expose a penalty card with at least five others of its suit, and a bonus card with both higher cards that win it."""
    plan = plan_of(view)
    for action in legal:
        if action.verb != "expose":
            continue
        card = plan.pack.card(action.words[0])
        suit = [held for held in view.hand if held.suit == card.suit]
        if plan.worth.penalties >> card.index & 1:
            if len(suit) > 5 and card not in sorted(suit, key=lambda c: c.index)[:3]:
                return action
        elif card.suit and all(
            other in view.hand
            for other in plan.cards_of(plan.pack.suit_masks[card.suit] & plan.present)
            if other.index > card.index
        ):
            return action
    return word("pass")


def _call(view: View, legal: Sequence[Action]) -> Action | None:
    """Call the highest card missing from the hand; of several equally high, the one in the longest suit."""
    pack = plan_of(view).pack

    def help_given(action: Action) -> tuple[int, int]:
        card = pack.card(action.words[0])
        return estimate.height(view, card), sum(1 for held in view.hand if held.suit == card.suit)

    return max((action for action in legal if pack.card(action.words[0]) not in view.hand), key=help_given)


def _name_suit(view: View, legal: Sequence[Action]) -> Action | None:
    """Name the suit of which the hand is likely to take the fewest cards."""
    return word("name", estimate.safest_suit(view))


def _name_trump(view: View, legal: Sequence[Action]) -> Action | None:
    """Name the longest and strongest suit that may be named, or no trump if high cards alone are enough."""
    named = [action.words[0] for action in legal if action.words[0] not in plan_of(view).play.trumpless]
    longest = estimate.longest_suit(view)
    if longest not in named:
        longest = max(named, key=lambda suit: estimate.tricks(view, suit))
    without = {
        call: estimate.without_trumps(view, wins) for call, wins in plan_of(view).play.trumpless.items()
    }
    best = max(without, key=lambda call: without[call], default="")
    # length in a suit wins fewer tricks than it seems to
    if best and without[best] > estimate.tricks(view, longest) - 1:
        return word("trump", best)
    return word("trump", longest)


def _price(view: View, legal: Sequence[Action]) -> Action | None:
    """Take tricks as the penalty for a revoke, since they may count for both sides; take points if the other side has
    hardly any tricks."""
    friends = plan_of(view).table.side_of(view.seat)
    theirs = sum(won for seat, won in enumerate(view.taken) if seat not in friends)
    return word("declare", "tricks" if theirs >= 3 else "on")


def _answer(view: View, legal: Sequence[Action]) -> Action | None:
    """Accept a partner's claim to the remaining tricks, and an opponent's if this hand cannot win a trick."""
    claimant = next(seat for seat, text in reversed(view.events) if text == "claim rest")
    return word("accept") if claimant in view.friends(view.seat) or estimate.beaten(view) else None


_RULES: dict[str, Callable[[View, Sequence[Action]], Action | None]] = {
    "pass": _pass_cards,
    "refusal": _pass_cards,
    "discard": _lay_aside,
    "nest": _lay_aside,
    "auction": _bid,
    "partner": _partner,
    "trump": _name_trump,
    "name": _name_suit,
    "moon": _slam,
    "announce": _announce,
    "call": _call,
    "exposure": _expose,
    "price": _price,
    "claim": _answer,
    "closing": lambda view, legal: legal[0],  # a claim is listed before a pass
    "opening": lambda view, legal: legal[0],
}
