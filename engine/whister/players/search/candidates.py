"""The actions worth comparing: all the cards that may be played, and the likeliest of many bids or choices of cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from whister.cards import bits
from whister.deal.view import View, plan_of
from whister.notation import Action, CardChoices, mask_of, of_cards, one_of_cards
from whister.plan.bidding import Bid
from whister.players import estimate
from whister.players.cautious import choose

_MOST = 14  #: the most actions compared, besides cards to be played


def candidates(view: View, free: int) -> list[Action]:
    """Return the actions worth comparing, the choice of the cautious player first.

    ``free`` are the cards that other seats may still hold: of cards with none of these between them, and of equal value,
    one is compared.
    """
    legal = view.legal
    usual = choose(view)
    some = legal if isinstance(legal, CardChoices) else one_of_cards(legal, plan_of(view).pack)
    if view.phase == "play":
        found = _plays(view, legal, free, usual)
    elif some is not None and (some.count > 1 or isinstance(legal, CardChoices)):
        found = _choices(view, some)
    else:
        found = _calls(view, legal)
    return [usual, *(action for action in dict.fromkeys(found) if action != usual)][
        : max(_MOST, len(legal) if view.phase == "play" else 0)
    ]


def _plays(view: View, legal: Sequence[Action], free: int, usual: Action) -> list[Action]:
    """Return the plays offered, one for each group of cards that are as good as each other."""
    plan = plan_of(view)
    free |= sum(1 << card.index for card in view.trick.cards)  # one card may beat these, another not
    worth = plan.worth
    special = worth.shown | worth.pooled | worth.penalties
    found: list[Action] = []
    last: tuple[Action, int] | None = None
    for action in legal:
        if action.verb != "play":
            continue
        card = plan.pack.card(action.words[0]).index
        if last is not None:
            before = last[1]
            suit = plan.pack.cards[card].suit
            between = free & ((1 << card) - (1 << before + 1))
            alike = (
                suit and suit == plan.pack.cards[before].suit and not between
                and worth.values[card] == worth.values[before]
                and (special >> card & 1) == (special >> before & 1)
                and plan.play.top_card(view.trump, view.turned_suit) not in (card, before)
            )  # fmt: skip
            if alike:
                last = (action, card)
                if action == usual:
                    found[-1] = action
                continue
        found.append(action)
        last = (action, card)
    return found


def _choices(view: View, some: CardChoices) -> list[Action]:
    """Return likely choices of several cards: those that empty a suit, and those of the least useful cards."""
    plan = plan_of(view)
    pack, values = plan.pack, plan.worth.values
    always = mask_of(some) & sum(1 << card.index for card in some.always)
    loose = [card for card in some.cards if not always >> card.index & 1]
    need = some.count - always.bit_count()
    avoid = estimate.avoids_tricks(view)
    trump = view.trump or ("" if avoid else estimate.longest_suit(view))

    def burden(index: int) -> float:
        card = pack.cards[index]
        length = sum(1 for held in view.hand if held.suit == card.suit)
        height = estimate.rank(view, card)
        if avoid:
            return height + 1.5 * values[index] - 0.7 * length
        return -height - 0.5 * values[index] - length - (30 if card.suit == trump or not card.suit else 0)

    order = sorted((card.index for card in loose), key=burden, reverse=True)
    masks = [sum(1 << card for card in chosen) for chosen in combinations(order[: need + 3], need)]
    masks.sort(key=lambda mask: -sum(burden(card) for card in bits(mask)))
    short: list[int] = []
    for suit in pack.suits:  # a suit emptied, with the greatest burdens beside it
        own = [card.index for card in loose if card.suit == suit]
        if 0 < len(own) <= need:
            more = [card for card in order if card not in own][: need - len(own)]
            short.append(sum(1 << card for card in (*own, *more)))
    masks = [*short, *masks]
    found = [of_cards(some[0].verb, pack, always | mask, tail=some.tail) for mask in masks[: 3 * _MOST]]
    return [action for action in found if action in some][: _MOST - 1]


def _calls(view: View, legal: Sequence[Action]) -> list[Action]:
    """Return the calls offered; of many bids, those that the hand comes near to supporting."""
    plan = plan_of(view)
    bids = {bid.action: bid for bid in plan.bidding.bids}
    calls = [action for action in legal if action.verb != "correct" and action.words[:1] != ("revoke",)]
    others = [action for action in calls if action not in bids]
    offered = [bids[action] for action in calls if action in bids and not estimate.unpaid(view, bids[action])]
    if (
        offered and not offered[0].contract
    ):  # points: the lowest bids, and those near what the hand may capture
        worth = estimate.points(view)
        near = [
            *offered[:2],
            *(min(offered, key=lambda bid: abs(bid.points - part * worth)) for part in (0.8, 1, 1.2)),
        ]
    elif len(offered) + len(others) <= _MOST:
        near = offered
    else:
        near = [*_lowest(view, offered), *sorted(offered, key=lambda bid: _short(view, bid))]
        near = list(dict.fromkeys(near))[: _MOST // 2]
    if len(others) > _MOST:
        step = len(others) / (_MOST - 2)
        others = [others[int(k * step)] for k in range(_MOST - 2)]
    return [*others, *(bid.action for bid in near)][:_MOST]


def _lowest(view: View, offered: Sequence[Bid]) -> list[Bid]:
    """Return the lowest bid in each of the two suits in which the hand is worth most tricks."""
    suits = sorted({bid.suit for bid in offered if bid.suit}, key=lambda suit: -estimate.tricks(view, suit))
    return [next(bid for bid in offered if bid.suit == suit) for suit in suits[:2]]


def _short(view: View, bid: Bid) -> float:
    """Return by how many tricks a hand falls short of a contract, as far as it can estimate that."""
    contract = plan_of(view).bidding.contracts[bid.contract]
    if contract.tricks < 2:
        return 6 * (1 - estimate.safety(view)) + contract.exposed
    suits = estimate.trumps_for(view, contract.id) if contract.trump_later else (bid.suit or view.trump,)
    best = max((estimate.tricks(view, suit) for suit in suits), default=0.0)
    return abs(contract.tricks - best - 2)
