"""Endings of three sides or more: a model in which each plays for its own result.

Max-n search (Luckhardt and Irani 1986): whoever is to play chooses the card with the best result for their own side, and
expects all the others to do the same. Of cards with equal results they choose the first in the order of a sorted hand.
It is a model of the opponents and proves nothing: an opponent who chooses otherwise between equal cards, or errs, may
change every result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from whister.ledger import Amount
from whister.players.endings.compact import Compact, Steps
from whister.players.endings.limits import Capped, Count
from whister.players.endings.scoring import Gains, Rising, Sums, Tally, Worths

Lead = Callable[[int, int, int], Worths]
Follow = Callable[..., Worths]
EVER = float("inf")


def each_alone(
    cards: Compact, side_of: Sequence[int], sides: int, count: Count, gains: Gains | None, tally: Tally | None
) -> tuple[Lead, Follow]:
    """Return the search from a lead, and the search from within a trick.

    Both return what each side gains from there or, with a ``tally``, what the settlement is worth to each. A search ends
    at the first card with which a side gets all that it still can.
    """
    closing: Lead | None = None
    if tally is not None and tally.closed is not None:
        closing, _ = each_alone(cards, side_of, sides, count, gains, None)
    if tally is not None or gains is None:
        gains = Gains({}, (0,) * sides, (0,) * sides)
    places = range(sides)
    worth = tuple(Sums({bit: each[side] for bit, each in gains.cards.items()}) for side in places)
    tops = tuple(Sums({bit: max(each[side], 0) for bit, each in gains.cards.items()}) for side in places)
    per_trick, per_last = gains.trick, gains.last
    top_trick = tuple(max(each, 0) for each in per_trick)
    top_last = tuple(max(each, 0) for each in per_last)
    counted = sum(gains.cards if tally is None else tally.cards)
    told = Sums(tally.cards) if tally is not None else Sums({})
    n, after, hands, notmine, fences = cards.n, cards.play.after, cards.hands, cards.notmine, cards.fences
    suit_of, beats, steady, always = cards.suit_of, cards.beats, cards.steady, cards.steps(0)
    in_order, card_of = cards.in_order, cards.card_of
    rising, cap = Rising(), count.cap
    known: dict[int, Worths] = {}
    wide = cards.fences.bit_length() + 4
    nothing: Worths = (0,) * sides
    limit: Callable[[int, int], Any] = lambda side, tallied: EVER
    if tally is not None and tally.most is not None:
        limit = tally.most

    def sorted_hand(hand: int) -> tuple[int, ...]:
        order = rising[hand]
        return order if in_order else tuple(sorted(order, key=card_of.__getitem__))

    def most(side: int, rest: int) -> Any:
        """Return the most that a side can still gain."""
        return tops[side][rest & counted] + top_trick[side] * (rest.bit_count() // n) + top_last[side]

    def lead(rest: int, leader: int, tallied: int) -> Worths:
        if tally is None:
            key = rest << 4 | leader
        else:
            if closing is not None and (base := tally.closed(tallied)) is not None:  # type: ignore[misc]
                gained = closing(rest, leader, 0)
                return tuple([one + more for one, more in zip(base, gained, strict=True)])
            key = tallied << wide | rest << 4 | leader
        entry = known.get(key)
        if entry is not None:
            return entry
        count.nodes += 1
        if count.nodes > cap:
            raise Capped
        if tally is None and not rest & counted and not any(top_trick) and not any(per_trick) and not any(per_last):
            return nothing
        steps = always if steady else cards.steps(rest)
        hand = hands[leader] & rest
        for test, keep in steps[-1]:
            if hand & test:
                hand &= keep
        if hand & (hand - 1):
            held = hand | rest & notmine[leader] | fences
            hand &= ~(held - (((held & ~hand) << 1) | 1))
        side, second = side_of[leader], after[leader]
        top = most(side, rest) if tally is None else limit(side, tallied)
        best: Worths = ()
        ours: Any = None
        for bit in rising[hand] if in_order else sorted_hand(hand):
            found = follow(rest, second, n - 1, suit_of[bit], bit, leader, bit, tallied, steps)
            if ours is None or found[side] > ours:
                best, ours = found, found[side]
                if ours >= top:
                    break
        known[key] = best
        return best

    def follow(
        rest: int, seat: int, left: int, led: int, winning: int, taker: int, trick: int, tallied: int,
        steps: dict[int, Steps],
    ) -> Worths:  # fmt: skip
        count.nodes += 1
        hand = hands[seat] & rest
        for test, keep in steps[led]:
            if hand & test:
                hand &= keep
        if hand & (hand - 1):
            held = hand | rest & notmine[seat] | fences
            hand &= ~(held - (((held & ~hand) << 1) | 1))
        over = hand & beats[led][winning]
        side = side_of[seat]
        top = most(side, rest) if tally is None else limit(side, tallied)
        best: Worths = ()
        ours: Any = None
        left -= 1
        beyond = after[seat]
        for bit in rising[hand] if in_order else sorted_hand(hand):
            if left:
                if bit & over:
                    found = follow(rest, beyond, left, led, bit, seat, trick | bit, tallied, steps)
                else:
                    found = follow(rest, beyond, left, led, winning, taker, trick | bit, tallied, steps)
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
                best, ours = found, found[side]
                if ours >= top:
                    break
        return best

    return lead, follow
