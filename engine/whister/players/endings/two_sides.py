"""Endings of two sides: an exact search that tests whether the first side gets at least so far ahead.

A zero-window alpha-beta search after the manner of double-dummy solvers: a table of bounds for the cards left and the
leader, one card tried of those that are equal, and limits from the cards that are still to be won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from whister.players.endings.compact import Compact, Steps
from whister.players.endings.limits import Capped, Count
from whister.players.endings.scoring import Gains, Rising, Sums, Tally

Lead = Callable[[int, int, int, Any], Any]
Follow = Callable[..., Any]
NEVER, EVER = float("-inf"), float("inf")


def two_sides(
    cards: Compact, side_of: Sequence[int], count: Count, gains: Gains | None, tally: Tally | None, wanted: bool
) -> tuple[Lead, Follow]:
    """Return the search from a lead, and the search from within a trick.

    Both return a bound on how far the first side gets ahead from there: if it is at least ``least``, the last argument,
    it is a lower bound, otherwise an upper one. With a ``tally`` it is how far that side is ahead in the settlement.
    ``wanted``: whether tricks are good for the side that wins them, which decides what is tried first.
    """
    closing: Lead | None = None
    if tally is not None and tally.closed is not None:
        closing, _ = two_sides(cards, side_of, count, gains, None, wanted)
    if tally is not None or gains is None:
        gains = Gains({}, (0, 0), (0, 0))
    taken_by = tuple(
        Sums({bit: worth[side] * sign for bit, worth in gains.cards.items()}) for side, sign in ((0, 1), (1, -1))
    )
    per_trick = gains.trick[0], -gains.trick[1]
    per_last = gains.last[0], -gains.last[1]
    counted = sum(gains.cards if tally is None else tally.cards)
    high, low = (
        Sums({bit: pick(taken_by[0][bit], taken_by[1][bit]) for bit in gains.cards}) for pick in (max, min)
    )
    best_trick, worst_trick, best_last, worst_last = (
        pick(pair) for pair in (per_trick, per_last) for pick in (max, min)
    )
    told = Sums(tally.cards) if tally is not None else Sums({})
    n, after, hands, notmine, fences = cards.n, cards.play.after, cards.hands, cards.notmine, cards.fences
    suit_of, beats, steady, always = cards.suit_of, cards.beats, cards.steady, cards.steps(0)
    rising, cap = Rising(), count.cap
    known: dict[int, tuple[Any, Any, int]] = {}
    wide = cards.fences.bit_length() + 4

    def lead(rest: int, leader: int, tallied: int, least: Any) -> Any:
        if tally is None:
            key = rest << 4 | leader
        else:
            if closing is not None and (base := tally.closed(tallied)) is not None:  # type: ignore[misc]
                ahead = base[0] - base[1]
                return ahead + closing(rest, leader, 0, least - ahead)
            key = tallied << wide | rest << 4 | leader
        entry = known.get(key)
        if entry is not None:
            lower, upper, first = entry
        elif tally is None:
            left, on, first = rest.bit_count() // n, rest & counted, 0
            lower = left * worst_trick + low[on] + worst_last
            upper = left * best_trick + high[on] + best_last
        else:
            lower, upper, first = NEVER, EVER, 0
        if lower >= least:
            return lower
        if upper < least:
            return upper
        count.nodes += 1
        if count.nodes > cap:
            raise Capped
        steps = always if steady else cards.steps(rest)
        hand = hands[leader] & rest
        for test, keep in steps[-1]:
            if hand & test:
                hand &= keep
        if hand & (hand - 1):
            held = hand | rest & notmine[leader] | fences
            hand &= ~(held - (((held & ~hand) << 1) | 1))
        second = after[leader]
        order: Any = rising[hand]
        if wanted:
            order = order[::-1]
        if first and hand != first:
            order = (first, *[bit for bit in order if bit != first])
        side = side_of[leader]
        best: Any = EVER if side else NEVER
        for bit in order:
            found = follow(rest, second, n - 1, suit_of[bit], bit, leader, bit, tallied, steps, least)
            if side:
                if found < best:
                    best, first = found, bit
                    if found < least:
                        break
            elif found > best:
                best, first = found, bit
                if found >= least:
                    break
        known[key] = (best, upper, first) if best >= least else (lower, best, first)
        return best

    def follow(
        rest: int, seat: int, left: int, led: int, winning: int, taker: int, trick: int, tallied: int,
        steps: dict[int, Steps], least: Any,
    ) -> Any:  # fmt: skip
        count.nodes += 1
        hand = hands[seat] & rest
        for test, keep in steps[led]:
            if hand & test:
                hand &= keep
        if hand & (hand - 1):
            held = hand | rest & notmine[seat] | fences
            hand &= ~(held - (((held & ~hand) << 1) | 1))
        side = side_of[seat]
        over = hand & beats[led][winning]
        under = hand ^ over
        if wanted:
            ours = side_of[taker] == side
            if not over:
                order: Any = rising[under][::-1] if ours and under & counted else rising[under]
            elif ours and under:
                order = (*rising[under][::-1], *rising[over])
            else:
                order = rising[over] if left == 1 or not under else rising[over][::-1]
                if under:
                    order = (*order, *rising[under])
        elif not over:
            order = rising[under][::-1]
        elif under:
            order = (*rising[under][::-1], *rising[over][::-1])
        else:
            order = rising[over][::-1] if left == 1 else rising[over]
        best: Any = EVER if side else NEVER
        left -= 1
        beyond = after[seat]
        for bit in order:
            if left:
                if bit & over:
                    found = follow(rest, beyond, left, led, bit, seat, trick | bit, tallied, steps, least)
                else:
                    found = follow(rest, beyond, left, led, winning, taker, trick | bit, tallied, steps, least)
            else:
                won_by = seat if bit & over else taker
                took = trick | bit
                later = rest ^ took
                if tally is None:
                    of = side_of[won_by]
                    gain = per_trick[of] + taken_by[of][took & counted]
                    found = gain + lead(later, won_by, 0, least - gain) if later else gain + per_last[of]
                else:
                    now = tallied + ((told[took & counted] + tally.trick) << tally.shift[won_by])
                    if later:
                        found = lead(later, won_by, now, least)
                    else:
                        worths = tally.settled(now, won_by)
                        found = worths[0] - worths[1]
            if side:
                if found < best:
                    best = found
                    if found < least:
                        break
            elif found > best:
                best = found
                if found >= least:
                    break
        return best

    return lead, follow
