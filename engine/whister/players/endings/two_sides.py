"""Endings of two sides: an exact search that tests whether the first side gets at least so far ahead.

A zero-window alpha-beta search after the manner of double-dummy solvers: a table of bounds for the cards left and the
leader, one card tried of those that are equal, and limits from the cards that are still to be won.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whister.players.endings.compact import Steps
from whister.players.endings.limits import Capped
from whister.players.endings.scoring import Gains, Rising, Setting, Sums, Tally

Lead = Callable[[int, int, int, Any], Any]
Follow = Callable[..., Any]
NEVER, EVER = float("-inf"), float("inf")


def two_sides(setting: Setting, gains: Gains | None, tally: Tally | None) -> tuple[Lead, Follow]:
    """Return the search from a lead, and the search from within a trick.

    Both return a bound on how far the first side gets ahead from there: if it is at least ``least``, the last argument,
    it is a lower bound, otherwise an upper one. With a ``tally`` it is how far that side is ahead in the settlement.
    """
    cards, side_of, _, wanted, count, decided = setting
    closing: Lead | None = None
    if tally is not None and tally.closed is not None:
        closing, _ = two_sides(setting, gains, None)
    if tally is not None or gains is None:
        gains = Gains({}, (0, 0), (0, 0))
    taken_by = tuple(
        Sums({bit: worth[side] * sign for bit, worth in gains.cards.items()})
        for side, sign in ((0, 1), (1, -1))
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
    n, after, hands, picks = cards.n, cards.play.after, cards.hands, cards.picks
    suit_of, beats, steady, always = cards.suit_of, cards.beats, cards.steady, cards.steps(0)
    trumps = cards.trumps
    tops = cards.tops if not any(fold[-1] for fold in cards.folds) else []
    others = tuple(tuple(seat for seat in range(n) if seat != leader) for leader in range(n))
    follows = {
        suit: all((mask, mask) in fold[suit][:1] for fold in cards.folds) for mask, _, suit, _ in cards.tops
    }
    n_cards = len(cards.card_of)
    rising, cap = Rising(), count.cap
    #: the bounds, and the place of the best card among the choices
    known: dict[int, tuple[Any, Any, int]] = {}
    shapes, wide = cards.shapes, cards.wide

    def sure(rest: int, leader: int, lower: Any, upper: Any) -> tuple[Any, Any]:
        """Return closer bounds: from the tricks that the leader can take one after the other, and from the highest
        trumps of the other side.

        A player with cards that beat the leader's suit, even a partner, must have to follow each time it is led.
        """
        side = side_of[leader]
        for of_suit, beating, suit, highest in tops:
            holder, run = highest[rest & of_suit]
            of = side_of[holder]
            if holder == leader:
                if beating & rest:
                    most = n_cards
                    for seat in others[leader]:
                        held = hands[seat] & rest
                        if held & beating:
                            most = min(most, (held & of_suit).bit_count() if follows[suit] else 0)
                    while run.bit_count() > most:
                        run &= run - 1
            elif suit != trumps or of == side:
                continue
            tricks, on = run.bit_count(), run & counted
            if of:
                upper += tricks * (per_trick[1] - best_trick) + taken_by[1][on] - high[on]
            else:
                lower += tricks * (per_trick[0] - worst_trick) + taken_by[0][on] - low[on]
        return lower, upper

    def lead(rest: int, leader: int, tallied: int, least: Any) -> Any:
        if tally is not None:
            if closing is not None and (base := tally.closed(tallied)) is not None:  # type: ignore[misc]
                ahead = base[0] - base[1]
                return ahead + closing(rest, leader, 0, least - ahead)
            key = tallied << wide | leader
        else:
            key = leader
        for suit, shape in shapes:
            key |= shape[rest & suit]
        entry = known.get(key)
        if entry is not None:
            lower, upper, first = entry
        elif tally is None:
            left, on, first = rest.bit_count() // n, rest & counted, -1
            lower = left * worst_trick + low[on] + worst_last
            upper = left * best_trick + high[on] + best_last
            if lower < least <= upper:
                lower, upper = sure(rest, leader, lower, upper)
        else:
            lower, upper, first = NEVER, EVER, -1
        if lower >= least:
            decided[0] = ~first
            return lower
        if upper < least:
            decided[0] = ~first
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
            chosen = 0
            for suit, equal in picks[leader].values():
                if hand & suit:
                    chosen |= equal[rest & suit]
            hand &= chosen
        second = after[leader]
        order: Any = rising[hand]
        if len(order) > 1:
            killer = order[first] if 0 <= first < len(order) else 0
            if wanted:
                top = low_to_partner = 0
                for suit, _, _, highest in cards.tops:
                    if mine := hand & suit:
                        holder, run = highest[rest & suit]
                        if holder == leader:
                            top |= run & mine
                        elif side_of[holder] == side_of[leader]:
                            low_to_partner |= mine & -mine
                order = (
                    *rising[top][::-1], *rising[low_to_partner], *rising[hand & ~(top | low_to_partner)],
                )  # fmt: skip
            if killer:
                order = (killer, *[bit for bit in order if bit != killer])
        side = side_of[leader]
        best: Any = EVER if side else NEVER
        taken = 0
        for bit in order:
            found = follow(rest, second, n - 1, suit_of[bit], bit, leader, bit, tallied, steps, least)
            if side:
                if found < best:
                    best, taken = found, bit
                    if found < least:
                        break
            elif found > best:
                best, taken = found, bit
                if found >= least:
                    break
        first = (hand & (taken - 1)).bit_count()
        decided[0] = taken
        known[key] = (best, upper, first) if best >= least else (lower, best, first)
        return best

    def follow(  # noqa: PLR0917 (it is called too often for names)
        rest: int, seat: int, left: int, led: int, winning: int, taker: int, trick: int, tallied: int,
        steps: dict[int, Steps], least: Any,
    ) -> Any:  # fmt: skip
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
        taken = 0
        left -= 1
        beyond = after[seat]
        for bit in order:
            if left:
                if bit & over:
                    found = follow(rest, beyond, left, led, bit, seat, trick | bit, tallied, steps, least)
                else:
                    found = follow(
                        rest, beyond, left, led, winning, taker, trick | bit, tallied, steps, least
                    )
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
                    best, taken = found, bit
                    if found < least:
                        break
            elif found > best:
                best, taken = found, bit
                if found >= least:
                    break
        decided[0] = taken
        return best

    return lead, follow
