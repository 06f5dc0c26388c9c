"""Positions late in a deal, reached by plain tricks: all four players follow suit until only a few cards are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whister import Deal, Rules

Dealing = Callable[[list[list[str]]], Deal]


def late(rules: Rules, left: Sequence[str], winners: Sequence[int], start: Dealing | None = None) -> Deal:
    """Return a deal of four players in which each seat has the cards ``left``, and the last of ``winners`` is to lead.

    The tricks before that are of one suit each, and the ``winners`` take them, each in turn and then again from the
    first, counted back from the last trick. ``start`` deals the hands, and makes the bids if there are any.
    """
    plan = rules.plan
    kept = {card for hand in left for card in hand.split()}
    tricks: list[list[str]] = []
    for suit in plan.pack.suits:
        gone = [str(card) for card in plan.cards_of(plan.pack.suit_masks[suit]) if card not in kept]
        assert len(gone) % 4 == 0, f"{len(gone)} cards of {suit} do not make tricks of four"
        tricks += [gone[at : at + 4] for at in range(0, len(gone), 4)]
    tricks.sort(key=lambda trick: trick[0] != "2C")  # where a card opens the play, it is this one
    held: list[dict[int, str]] = []
    for at, cards in enumerate(tricks):
        winner = winners[(at - len(tricks)) % len(winners)]
        others = [seat for seat in range(4) if seat != winner]
        held.append({winner: cards[-1]} | dict(zip(others, cards[:-1], strict=True)))
    hands = [[*left[seat].split(), *(trick[seat] for trick in held)] for seat in range(4)]
    deal = start(hands) if start is not None else rules.deal(hands=hands)
    for trick in held:
        for _ in range(4):
            deal.act(trick[deal.to_act or 0])
    return deal
