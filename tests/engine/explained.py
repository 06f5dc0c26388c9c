"""Positions in which advice is explained: late in a deal, or with one hand given, and the reasons found in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import whister
from tests.engine.late import late
from whister import Deal, Rules
from whister.notation import parse
from whister.players.reasons import Reason, reasons_for, recorder_for
from whister.players.search.searching import Thought, consider

LADY = whister.load("hearts/black-lady")
PLAIN = LADY.without("hearts-broken")  # hearts may be led in the tricks that are played before a position
SOLO = whister.load("boston/solo-1914")
ROOK = whister.load("rook/regular")
EACH_IN_TURN = (0, 2, 3, 1)


def thought_of(deal: Deal, *actions: str, rollouts: int = 200) -> Thought:
    """Compare some actions of the seat to act, on the same deals."""
    assert deal.to_act is not None
    view = deal.view(deal.to_act)
    only = tuple(parse(action, deal.rules.plan.pack) for action in actions)
    return consider(view, rollouts, only=only, recorder=recorder_for(view))


def why(deal: Deal, better: str, *others: str, rollouts: int = 200) -> Mapping[str, Reason]:
    """Return the reasons for an action against others, by kind; the action must be found the better one."""
    thought = thought_of(deal, better, *others, rollouts=rollouts)
    assert set(thought.action.split()) == set(better.split())
    assert deal.to_act is not None
    return {reason.kind: reason for reason in reasons_for(deal.view(deal.to_act), thought)}


def played(deal: Deal, cards: str) -> Deal:
    """Play some cards, each for the seat to act."""
    for card in cards.split():
        deal.act(card)
    return deal


def queens(left: Sequence[str], cards: str = "", winners: Sequence[int] = EACH_IN_TURN) -> Deal:
    """Return a late position in which hearts cost one point and the queen of spades 13."""
    deal = late(PLAIN, left, winners, lambda hands: PLAIN.deal(hands=hands, number=4))
    return played(deal, cards)


def solo(bid: str, left: Sequence[str], cards: str = "", winners: Sequence[int] = EACH_IN_TURN) -> Deal:
    """Return a late position in a contract of seat 0, with the last card of the dealer's hand turned up."""

    def start(hands: list[list[str]]) -> Deal:
        deal = SOLO.deal(hands=hands, turned=hands[3][-1])
        deal.act(f"bid {bid}")
        while deal.phase == "auction":
            deal.act("pass")
        return deal

    return played(late(SOLO, left, winners, start), cards)


def rook(left: Sequence[str], cards: str = "", winners: Sequence[int] = EACH_IN_TURN) -> Deal:
    """Return a late position with red as trumps and 100 bid by seat 0, whose partner is seat 2."""

    def start(hands: list[list[str]]) -> Deal:
        deal = ROOK.deal(hands=hands)
        deal.act("bid 100")
        while deal.phase == "auction":
            deal.act("pass")
        deal.act("trump R")
        return deal

    return played(late(ROOK, left, winners, start), cards)


def full(rules: Rules, hand: str, **given: object) -> Deal:
    """Deal a hand to seat 0, and the other cards to the other seats in the order of the pack."""
    own = hand.split()
    rest = [str(card) for card in rules.plan.cards_of(rules.plan.present) if str(card) not in own]
    size = len(own)
    hands = [own, *(rest[at * size : (at + 1) * size] for at in range(3))]
    if rules.plan.play.top_trump is None and rules is SOLO:
        given["turned"] = hands[3][-1]
    return rules.deal(hands=hands, **given)  # type: ignore[arg-type]
