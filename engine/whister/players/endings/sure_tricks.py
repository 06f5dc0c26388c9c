"""Tricks that a side is sure to win from a lead, whatever the other side does, with the cards that fall in them.

They are the quick tricks of double-dummy analysis: the leader takes the highest cards of each suit one after the other,
then leads to a partner, who takes theirs. The highest trumps win tricks whoever leads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from whister.cards import bits
from whister.players.endings.compact import Compact

Sure = tuple[int, int, int, int]


class Holding(NamedTuple):
    """How some cards of a suit are held."""

    holder: int  #: the seat with the highest
    run: int  #: its cards that are higher than any other seat's
    size: int  #: their number
    lengths: tuple[int, ...]  #: the number of cards of each seat
    top: tuple[int, int]  #: the most cards of a seat above any of the other side, and these cards


class Holdings(dict[int, Holding]):
    """The holding of any cards of a suit, by their bits; worked out when first needed."""

    def __init__(self, hands: Sequence[int], side_of: Sequence[int]) -> None:
        self._hands, self._side_of = hands, side_of
        self._owner = {1 << place: seat for seat, hand in enumerate(hands) for place in bits(hand)}

    def __missing__(self, cards: int) -> Holding:
        order = [1 << place for place in reversed([*bits(cards)])]
        holder = self._owner[order[0]]
        run = 0
        for bit in order:
            if self._owner[bit] != holder:
                break
            run |= bit
        of_side = 0
        for bit in order:
            if self._side_of[self._owner[bit]] != self._side_of[holder]:
                break
            of_side |= bit
        held = [of_side & hand for hand in self._hands]
        most = max(held, key=int.bit_count)
        self[cards] = found = Holding(
            holder, run, run.bit_count(), tuple([(hand & cards).bit_count() for hand in self._hands]),
            (most.bit_count(), most),
        )  # fmt: skip
        return found


def falling(hands: Sequence[int], swing: Mapping[int, Any], cards: int, run: int) -> int:
    """Return the least that falls if ``run``, the highest of some cards of a suit, is led to the end: those cards, and
    from each other hand as many as must follow, of the least ``swing``."""
    found, rounds = run, run.bit_count()
    for hand in hands:
        if not hand & run:
            own = [1 << place for place in bits(hand & cards)]
            found |= sum(sorted(own, key=lambda bit: swing.get(bit, 0))[:rounds])
    return found


def sure_tricks(
    cards: Compact, side_of: Sequence[int], tops: Sequence[tuple[int, Holdings]], swing: Mapping[int, Any]
) -> Callable[[int, int, int], Sure]:
    """Return a function of the cards left, the leader and the number of tricks left.

    It returns the tricks that the leader's side is sure to win and the cards of worth that fall in them, and the same
    for the other side. ``swing`` is what it is worth to capture a card and not to lose it; only cards with a worth are
    in it. A player with cards that beat the suit led, even a partner, must have to follow each time it is led.
    """
    n, hands = cards.n, cards.hands
    if any(fold[-1] for fold in cards.folds):
        return lambda rest, leader, left: (0, 0, 0, 0)
    suits = [
        (mask, beating, suit == cards.trumps, all((mask, mask) in fold[suit][:1] for fold in cards.folds), holdings)
        for (mask, beating, suit), (_, holdings) in zip(cards.plain_suits, tops, strict=True)
    ]  # fmt: skip
    others = [[seat for seat in range(n) if seat != of] for of in range(n)]
    counted = sum(swing)
    falls = bool(swing) and min(swing.values()) >= 0
    fallen: dict[tuple[int, int], int] = {}

    def sure(rest: int, leader: int, left: int) -> Sure:
        side = side_of[leader]
        tricks = won = high_trumps = with_trumps = against = lost = 0
        trump_holder = -1
        partners: dict[
            int, tuple[int, int, int]
        ] = {}  # tricks, cards, and the leader's cards to lead to them
        for of_suit, beating, is_trumps, follows, holdings in suits:
            on = rest & of_suit
            if not on:
                continue
            holder, run, size, lengths, top = holdings[on]
            if side_of[holder] != side:
                if is_trumps:
                    against, lost = top
                continue
            if strong := beating & rest:
                most = size
                for seat in others[holder]:
                    if strong & hands[seat] and (length := lengths[seat] if follows else 0) < most:
                        most = length
                if not most:
                    continue
                for _ in range(size - most):
                    run &= run - 1
                size = most
            if falls:
                key = on, run
                if key not in fallen:
                    fallen[key] = falling(hands, swing, on, run)
                run = fallen[key]
            if holder == leader:
                tricks += size
                won |= run
                continue
            if is_trumps:
                (high_trumps, with_trumps), trump_holder = top, holder
            some = partners.get(holder, (0, 0, 0))
            partners[holder] = some[0] + size, some[1] | run, some[2] + lengths[leader]
        chosen, more, also = -1, 0, 0
        for seat, (size, cards_of, entries) in partners.items():
            if entries and size > more:
                chosen, more, also = seat, size, cards_of
        if trump_holder != chosen:  # the partner's trumps win without a lead to them
            more, also = more + high_trumps, also | with_trumps
        tricks += more
        if tricks >= left:
            return left, rest & counted, 0, 0
        return tricks, (won | also) & counted, against, lost & counted

    return sure
