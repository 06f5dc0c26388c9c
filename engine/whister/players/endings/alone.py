"""Endings of three sides or more: a model in which each plays for its own result.

Max-n search (Luckhardt and Irani 1986): whoever is to play chooses the card with the best result for their own side, and
expects all the others to do the same. Of cards with equal results they choose the first in the order of a sorted hand.
It is a model of the opponents and proves nothing: an opponent who chooses otherwise between equal cards, or errs, may
change every result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whister.ledger import Amount
from whister.players.endings.compact import Steps
from whister.players.endings.limits import Capped
from whister.players.endings.scoring import Gains, Rising, Setting, Sums, Tally, Worths

Lead = Callable[[int, int, int], Worths]
Follow = Callable[..., Worths]
EVER = float("inf")


def each_alone(
    setting: Setting, gains: Gains | None, tally: Tally | None
) -> tuple[Lead, Follow, Callable[[int, int], Worths]]:
    """Return the search from a lead, the search from within a trick, and a function that returns the most that each
    side can get, given the tally and the cards left.

    Both searches return what each side gains from there or, with a ``tally``, what the settlement is worth to each. A
    search ends at the first card with which a side gets the most that it can.
    """
    cards, side_of, sides, _, count, decided = setting
    closing: Lead | None = None
    if tally is not None and tally.closed is not None:
        closing, _, _ = each_alone(setting, gains, None)
    if tally is not None or gains is None:
        gains = Gains({}, (0,) * sides, (0,) * sides)
    places = range(sides)
    worth = tuple(Sums({bit: each[side] for bit, each in gains.cards.items()}) for side in places)
    best_of = tuple(Sums({bit: max(each[side], 0) for bit, each in gains.cards.items()}) for side in places)
    per_trick, per_last = gains.trick, gains.last
    best_trick, best_last = (tuple(max(each, 0) for each in every) for every in (per_trick, per_last))
    counted = sum(gains.cards if tally is None else tally.cards)
    told = Sums(tally.cards) if tally is not None else Sums({})
    n, after, hands, picks = cards.n, cards.play.after, cards.hands, cards.picks
    suit_of, beats, steady, always = cards.suit_of, cards.beats, cards.steady, cards.steps(0)
    in_order, card_of = cards.in_order, cards.card_of
    rising, cap = Rising(), count.cap
    known: dict[int, tuple[Worths, int]] = {}  # and the place of the card chosen
    shapes, wide = cards.shapes, cards.wide
    nothing: Worths = (0,) * sides
    endless: Any = (EVER,) * sides
    free = tally is None and not any(per_trick) and not any(per_last)  # whether only cards are worth anything

    def sorted_hand(hand: int) -> tuple[int, ...]:
        order = rising[hand]
        return order if in_order else tuple(sorted(order, key=card_of.__getitem__))

    limits: dict[int, Worths] = {}

    def most(rest: int) -> Worths:
        """Return the most that each side can still gain."""
        key = rest & counted | rest.bit_count() << wide
        if key not in limits:
            tricks = rest.bit_count() // n
            limits[key] = tuple(
                best_of[side][rest & counted] + best_trick[side] * tricks + best_last[side] for side in places
            )
        return limits[key]

    def limit(tallied: int, rest: int) -> Worths:
        if tally is None:
            return most(rest)
        return endless if tally.most is None else tally.most(tallied, rest)

    def lead(rest: int, leader: int, tallied: int) -> Worths:
        if tally is not None:
            if closing is not None and (base := tally.closed(tallied)) is not None:  # type: ignore[misc]
                gained = closing(rest, leader, 0)
                return tuple([one + more for one, more in zip(base, gained, strict=True)])
            key = tallied << wide | leader
        else:
            key = leader
        for suit, shape in shapes:
            key |= shape[rest & suit]
        if free and not rest & counted:
            decided[0] = ~0
            return nothing
        entry = known.get(key)
        if entry is not None:
            decided[0] = ~entry[1]
            return entry[0]
        count.nodes += 1
        if count.nodes > cap:
            raise Capped
        steps = always if steady else cards.steps(rest)
        hand = hands[leader] & rest
        for test, keep in steps[-1]:
            if hand & test:
                hand &= keep
        if hand & (hand - 1):
            chosen = 0
            for suit, equal in picks[leader].values():
                if hand & suit:
                    chosen |= equal[rest & suit]
            hand &= chosen
        side, second = side_of[leader], after[leader]
        tops = limit(tallied, rest)
        top = tops[side]
        best: Worths = ()
        ours: Any = None
        taken = 0
        for bit in rising[hand] if in_order else sorted_hand(hand):
            found = follow(rest, second, n - 1, suit_of[bit], bit, leader, bit, tallied, steps, tops)
            if ours is None or found[side] > ours:
                best, ours, taken = found, found[side], bit
                if ours >= top:
                    break
        known[key] = best, (hand & (taken - 1)).bit_count()
        decided[0] = taken
        return best

    def follow(  # noqa: PLR0917 (it is called too often for names)
        rest: int, seat: int, left: int, led: int, winning: int, taker: int, trick: int, tallied: int,
        steps: dict[int, Steps], tops: Worths,
    ) -> Worths:  # fmt: skip
        count.nodes += 1
        hand = hands[seat] & rest
        for test, keep in steps[led]:
            if hand & test:
                hand &= keep
        if hand & (hand - 1):
            suit, equal = picks[seat][led]
            if hand & ~suit:
                chosen = 0
                for suit, equal in picks[seat].values():
                    if hand & suit:
                        chosen |= equal[rest & suit]
                hand &= chosen
            else:
                hand &= equal[rest & suit]
        over = hand & beats[led][winning]
        side = side_of[seat]
        top = tops[side]
        best: Worths = ()
        ours: Any = None
        taken = 0
        left -= 1
        beyond = after[seat]
        for bit in rising[hand] if in_order else sorted_hand(hand):
            if left:
                if bit & over:
                    found = follow(rest, beyond, left, led, bit, seat, trick | bit, tallied, steps, tops)
                else:
                    found = follow(rest, beyond, left, led, winning, taker, trick | bit, tallied, steps, tops)
            else:
                won_by = seat if bit & over else taker
                took = trick | bit
                later = rest ^ took
                if tally is None:
                    of = side_of[won_by]
                    gain: Amount = per_trick[of] + worth[of][took & counted]
                    if not later:
                        gain += per_last[of]
                        found = nothing
                    else:
                        found = lead(later, won_by, 0)
                    if gain:
                        found = (*found[:of], found[of] + gain, *found[of + 1 :])
                else:
                    now = tallied + ((told[took & counted] + tally.trick) << tally.shift[won_by])
                    found = lead(later, won_by, now) if later else tally.settled(now, won_by)
            if ours is None or found[side] > ours:
                best, ours, taken = found, found[side], bit
                if ours >= top:
                    break
        decided[0] = taken
        return best

    return lead, follow, limit
