"""Endings of two sides: an exact search that tests whether the first side gets at least so far ahead.

A zero-window alpha-beta search after the manner of double-dummy solvers: a table of bounds for the cards left and the
leader, one card tried of those that are equal, and limits from the tricks that a side is sure to win. If it is known
which side wins a trick, one card is tried of those that differ only in their worth: the dearest if it is one's own
side, and otherwise the cheapest. Nothing is lost by it, for the card that is kept wins and loses the same tricks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whister.players.endings.compact import Picks, Steps
from whister.players.endings.limits import Capped
from whister.players.endings.scoring import Gains, Ordered, Rising, Setting, Sums, Tally
from whister.players.endings.sure_tricks import Holdings, sure_tricks

Lead = Callable[[int, int, int, Any], Any]
Follow = Callable[..., Any]
NEVER, EVER = float("-inf"), float("inf")
_DECIDED = -1  # in place of a number of tricks: it can change nothing any more


def _one_of_each(choices: dict[int, tuple[int, Picks]], led: int, cards: int, apart: int) -> int:
    """Return the cards to try, of some that may be played: of those as good as each other, one.

    ``choices`` are the tables of the seat, ``led`` the place of the suit led, and ``apart`` the cards that part others.
    """
    suit, equal = choices[led]
    if not cards & ~suit:
        return cards & equal[apart & suit]
    chosen = 0
    for suit, equal in choices.values():
        if cards & suit:
            chosen |= equal[apart & suit]
    return cards & chosen


def two_sides(setting: Setting, gains: Gains | None, tally: Tally | None) -> tuple[Lead, Follow]:
    """Return the search from a lead, and the search from within a trick.

    Both return a bound on how far the first side gets ahead from there: if it is at least ``least``, the last argument,
    it is a lower bound, otherwise an upper one. With a ``tally`` it is how far that side is ahead in the settlement.
    What has been tallied is, without a ``tally``, the number of tricks that the first side has won.
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
    per_trick: tuple[Any, Any] = gains.trick[0], -gains.trick[1]
    per_last: tuple[Any, Any] = gains.last[0], -gains.last[1]
    by_tricks = gains.tricks
    counted = sum(gains.cards if tally is None else tally.cards)
    told = Sums(tally.cards) if tally is not None else Sums({})
    n, after, hands, picks = cards.n, cards.play.after, cards.hands, cards.picks
    suit_of, beats, steady, always = cards.suit_of, cards.beats, cards.steady, cards.steps(0)
    tops = [(mask, Holdings(hands, side_of)) for mask, _, _ in cards.plain_suits]
    swing: dict[int, Any] = {bit: taken_by[0][bit] - taken_by[1][bit] for bit in gains.cards}
    if tally is not None and tally.rises:
        swing |= tally.cards
    places = [next(seat for seat in range(n) if side_of[seat] == side) for side in (0, 1)]
    low = Sums({bit: min(taken_by[0][bit], taken_by[1][bit]) for bit in gains.cards})
    above = Sums({bit: abs(worth) for bit, worth in swing.items()})
    good = Sums({bit: max(worth, 0) for bit, worth in swing.items()})
    low_trick, low_last = min(per_trick), min(per_last)
    above_trick, above_last = abs(per_trick[0] - per_trick[1]), abs(per_last[0] - per_last[1])
    good_trick, good_last = max(per_trick) - per_trick[1], max(per_last) - per_last[1]
    sure = sure_tricks(cards, side_of, tops, swing)
    #: the choices when a trick is known to be lost, or won
    saves, throws = picks, picks
    if swing:
        saves, throws = cards.near(swing), cards.near({bit: -worth for bit, worth in swing.items()})
    worths = swing if tally is None else tally.cards
    cheap = Ordered(lambda bit: (worths.get(bit, 0), bit))
    dear = Ordered(lambda bit: (-worths.get(bit, 0), bit))
    #: by seat, and the number of seats that play to the trick after it: their cards, by side
    to_come = [[[0, 0]] for _ in range(n)]
    for seat, each in enumerate(to_come):
        beyond = seat
        for _ in range(1, n):
            beyond = after[beyond]
            held = [*each[-1]]
            held[side_of[beyond]] |= hands[beyond]
            each.append(held)
    rising, cap = Rising(), count.cap
    #: the bounds, and the place of the best card among the choices
    known: dict[int, tuple[Any, Any, int]] = {}
    shapes, wide = cards.shapes, cards.wide
    history: dict[int, int] = {}  # how much each card led has decided

    def decisive(bit: int) -> int:
        return history.get(bit, 0)

    def within(rest: int, leader: int, tallied: int, tally: Tally) -> tuple[Any, Any]:
        """Return the bounds of a tally that is never worse for the first side with more points and tricks."""
        left, on = rest.bit_count() // n, rest & counted
        ours, won, theirs, lost = sure(rest, leader, left)
        if side_of[leader]:
            ours, won, theirs, lost = theirs, lost, ours, won

        def end(tricks: int, gets: int, last: int) -> Any:
            first = (told[gets] + tally.trick * tricks) << tally.shift[places[0]]
            second = (told[on ^ gets] + tally.trick * (left - tricks)) << tally.shift[places[1]]
            worths = tally.settled(tallied + first + second, places[last])
            return worths[0] - worths[1]

        return end(ours, won, ours < left), end(left - theirs, on ^ lost, theirs == left)

    def lead(rest: int, leader: int, tallied: int, least: Any) -> Any:
        if tally is not None:
            if closing is not None and (base := tally.closed(tallied)) is not None:  # type: ignore[misc]
                ahead = base[0] - base[1]
                return ahead + closing(rest, leader, 0, least - ahead)
            key = tallied << wide | leader
        elif by_tricks and tallied >= 0:
            if (ahead := by_tricks[tallied]) == by_tricks[tallied + rest.bit_count() // n]:
                return ahead + lead(rest, leader, _DECIDED, least - ahead)
            key = tallied + 1 << wide | leader
        else:
            key = leader
        for suit, shape in shapes:
            key |= shape[rest & suit]
        entry = known.get(key)
        if entry is not None:
            lower, upper, first = entry
        elif tally is None:
            left, on, first = rest.bit_count() // n, rest & counted, -1
            lower = left * low_trick + low[on] + low_last
            upper = lower + left * above_trick + above[on] + above_last
            open_ = by_tricks and tallied >= 0
            if open_ or lower < least <= upper:
                ours, won, theirs, lost = sure(rest, leader, left)
                if side_of[leader]:
                    ours, won, theirs, lost = theirs, lost, ours, won
                lower += ours * good_trick + good[won]
                upper -= theirs * good_trick + good[lost]
                if ours == left:
                    lower += good_last
                elif theirs == left:
                    upper -= good_last
                if open_:
                    lower += by_tricks[tallied + ours]
                    upper += by_tricks[tallied + left - theirs]
        else:
            lower, upper = within(rest, leader, tallied, tally) if tally.rises else (NEVER, EVER)
            first = -1
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
                for suit, holdings in tops:
                    if mine := hand & suit:
                        holding = holdings[rest & suit]
                        if holding.holder == leader:
                            top |= holding.run & mine
                        elif side_of[holding.holder] == side_of[leader]:
                            low_to_partner |= mine & -mine
                order = (*rising[top][::-1], *cheap[low_to_partner], *cheap[hand & ~(top | low_to_partner)])
            order = sorted(order, key=decisive)
            if killer:
                order.remove(killer)
                order.insert(0, killer)
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
        if best < least if side else best >= least:
            history[taken] = history.get(taken, 0) - rest.bit_count()
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
        side = side_of[seat]
        over = hand & beats[led][winning]
        under = hand ^ over
        ours = side_of[taker] == side
        left -= 1
        unsure = over_unsure = 0  # the cards still to come that may change who wins the trick
        if left and counted:
            theirs = to_come[seat][left]
            unsure = rest & beats[led][winning] & theirs[1 - side if ours else side]
            if over:
                beating = beats[led][over & -over]
                over_unsure = rest & beating & theirs[1 - side] or over & (over - 1) & ~beating
        if hand & (hand - 1):
            # the cards of the trick part no others, but for the one that wins it
            apart = rest ^ trick | winning
            if under:
                under = _one_of_each(
                    (picks if unsure else throws if ours else saves)[seat], led, under, apart
                )
            if over:
                over = _one_of_each((picks if over_unsure else throws)[seat], led, over, apart)
        if wanted:
            if not over:
                order: Any = (dear if ours != (unsure > 0) else cheap)[under]
            elif ours and under:
                order = (*(cheap if unsure else dear)[under], *rising[over])
            else:
                order = rising[over][::-1] if left and under else dear[over] if not left else rising[over]
                if under:
                    order = (*order, *cheap[under])
        elif not over:
            order = rising[under][::-1]
        elif under:
            order = (*rising[under][::-1], *rising[over][::-1])
        else:
            order = rising[over] if left else rising[over][::-1]
        best: Any = EVER if side else NEVER
        taken = 0
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
                    now = tallied if of or tallied < 0 else tallied + 1
                    if later:
                        found = gain + lead(later, won_by, now, least - gain)
                    else:
                        found = gain + per_last[of]
                        if by_tricks and now >= 0:
                            found += by_tricks[now]
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
