"""Endings played by the tables alone: the result of each card, and the line that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from whister.players.endings.alone import each_alone
from whister.players.endings.compact import Compact
from whister.players.endings.counting import Basis
from whister.players.endings.limits import Count
from whister.players.endings.scoring import Gains, Setting
from whister.players.endings.two_sides import EVER, NEVER, two_sides

if TYPE_CHECKING:
    from whister.deal.machine import Machine

_FINE = Fraction(1, 10**9)  # less than the difference of any two results that are not whole


class Point(NamedTuple):
    """A point in the play of an ending: the cards still to be won, those of the open trick among them."""

    rest: int
    seat: int
    left: int  #: the number of seats that have still to play to the trick
    led: int  #: the suit to be followed; -1 at a lead
    winning: int  #: the card that is winning the trick, and who played it
    taker: int
    trick: int  #: the cards of the open trick
    tallied: int
    gained: Any  #: what has been gained since the start, for each side


class Search:
    """A search of one ending from its start, in which everything learnt is kept."""

    def __init__(self, state: Machine, basis: Basis, cards: Compact, count: Count) -> None:
        self.basis, self.cards, self.count = basis, cards, count
        self.interests = basis.interests
        self._side_of = self.interests.side_of
        gains = basis.gains if basis.tally is None else None
        self._gains = gains or Gains({}, (0,) * len(self.interests.sides), (0,) * len(self.interests.sides))
        self._decided = [0]
        sides = len(self.interests.sides)
        setting = Setting(cards, self._side_of, sides, basis.wanted, count, self._decided)
        self._lead: Callable[..., Any]
        self._follow: Callable[..., Any]
        if self.interests.two:
            self._lead, self._follow = two_sides(setting, basis.gains, basis.tally)
        else:
            self._lead, self._follow, self._limit = each_alone(setting, basis.gains, basis.tally)
        on_table = cards.on_table
        self.start = Point(
            cards.cards, state.seat, cards.n - len(on_table),
            state.suit_led if on_table else -1,
            on_table[state.players_out.index(state.taker)] if on_table else 0,
            state.taker, sum(on_table), 0, (0,) * len(self.interests.sides),
        )  # fmt: skip

    def moves(self, point: Point) -> list[tuple[int, int]]:
        """Return the legal cards at a point, in the order of a sorted hand: each with the bit of the card it equals."""
        steps = self.cards.steps(point.rest, root=point.rest == self.start.rest)
        return self.cards.moves(point.seat, point.rest, steps[point.led])

    def after(self, point: Point, bit: int) -> Point:
        """Return the point after a card has been played."""
        cards, after = self.cards, self.cards.play.after
        if point.led < 0:
            suit = cards.suit_of[bit]
            return point._replace(
                seat=after[point.seat], left=cards.n - 1, led=suit, winning=bit, taker=point.seat, trick=bit
            )
        over = bool(bit & cards.beats[point.led][point.winning])
        trick = point.trick | bit
        winning, taker = (bit, point.seat) if over else (point.winning, point.taker)
        if point.left > 1:
            return point._replace(
                seat=after[point.seat], left=point.left - 1, winning=winning, taker=taker, trick=trick
            )
        rest, tallied = point.rest ^ trick, point.tallied
        of = self._side_of[taker]
        gain = self._gains.trick[of] + sum(
            worth[of] for one, worth in self._gains.cards.items() if one & trick
        )
        gain += self._gains.last[of] if not rest else 0
        tally = self.basis.tally
        if tally is not None:
            added = sum(number for one, number in tally.cards.items() if one & trick) + tally.trick
            tallied += added << tally.shift[taker]
        elif self._gains.tricks:
            tallied += not of
        gained = tuple(worth + gain * (side == of) for side, worth in enumerate(point.gained))
        return Point(rest, taker, cards.n, -1, 0, taker, 0, tallied, gained)

    def _from(self, point: Point, *least: Any) -> Any:
        """Search from a point; return what is still to be gained or, with a tally, the settlement."""
        if not point.rest:
            by_tricks = self._gains.tricks
            worths = (
                self.basis.tally.settled(point.tallied, point.taker)
                if self.basis.tally
                else (by_tricks[point.tallied] if by_tricks else 0, *(0,) * (len(self.interests.sides) - 1))
            )
            return worths[0] - worths[1] if least else worths
        if point.led < 0:
            return self._lead(point.rest, point.seat, point.tallied, *least)
        steps = self.cards.steps(point.rest, root=point.rest == self.start.rest)
        return self._follow(
            point.rest, point.seat, point.left, point.led, point.winning, point.taker, point.trick,
            point.tallied, steps, *(least or (self._limit(point.tallied, point.rest),)),
        )  # fmt: skip

    def alone(self, point: Point) -> tuple[Any, ...]:
        """Return what a point is worth to each side, if each plays for itself."""
        found = self._from(point)
        return tuple(one + more for one, more in zip(point.gained, found, strict=True))

    def at_least(self, point: Point, least: Any) -> Any:
        """Return a bound on how far the first side gets ahead: a lower one if it is at least ``least``."""
        ahead = point.gained[0] - point.gained[1]
        return ahead + self._from(point, least - ahead)

    def ahead(self, point: Point, guess: Any) -> tuple[Any, Any]:
        """Return how far the first side gets ahead: at least the first, and less than the second number.

        If only some levels make a difference, the two numbers are neighbouring levels. A ``guess`` is tested at first,
        then what lies next to it, and then the middle of what is possible; None if nothing is known yet.
        """
        levels = self.basis.levels
        if levels is not None:
            return self._level(point, levels, guess)
        step: Any = 1
        low, high = self._limits(point)
        tests = 0
        while low < high:
            if tests < 2 and guess is not None and not low < guess <= high:
                least = min(max(guess, low + step), high)
            elif tests == 0 and guess is not None:
                least = guess
            elif low == NEVER or high == EVER:
                least = 0 if low == high else high if low == NEVER else low + step
            else:
                least = max(low + step, low + (high - low) // 2)
            tests += 1
            found = self.at_least(point, least)
            if found >= least:
                low = found
            else:
                high = found
            if low < high < low + step:  # a settlement that is not in whole numbers
                if step != 1:
                    break
                step = _FINE
        return low, low + (1 if self.basis.tally is None else _FINE)

    def _limits(self, point: Point) -> tuple[Any, Any]:
        """Return how far the first side gets ahead at the least, and at the most, as far as the gains tell."""
        if self.basis.tally is not None:
            return NEVER, EVER
        ahead, tricks = point.gained[0] - point.gained[1], -(-point.rest.bit_count() // self.cards.n)
        each = [(first, -second) for bit, (first, second) in self._gains.cards.items() if bit & point.rest]
        each += [(self._gains.trick[0], -self._gains.trick[1])] * tricks
        each += [(self._gains.last[0], -self._gains.last[1])]
        low, high = ahead + sum(map(min, each)), ahead + sum(map(max, each))
        return (low, high + max(self._gains.tricks)) if self._gains.tricks else (low, high)

    def _level(self, point: Point, levels: Sequence[int], guess: Any) -> tuple[Any, Any]:
        low, high = 0, len(levels)  # so many of the levels are reached, at least and at most
        at = 1 if guess is None else sum(level <= guess for level in levels)
        while low < high:
            at = min(max(at, low + 1), high)
            found = self.at_least(point, levels[at - 1])
            reached = sum(level <= found for level in levels)
            if found >= levels[at - 1]:
                low, at = reached, reached + 1
            else:
                high = at = reached
        return levels[low - 1] if low else NEVER, levels[low] if low < len(levels) else EVER

    def line(self, point: Point, bounds: tuple[Any, Any]) -> list[int]:
        """Return the cards of a best line from a point, as places in the pack."""
        found: list[int] = []
        while point.rest:
            bit = self._best(point, *bounds)
            found.append(self.cards.card_of[bit])
            point = self.after(point, bit)
        return found

    def _best(self, point: Point, least: Any, beyond: Any) -> int:
        """Return a best card at a point, by its bit; for more than two sides, the first of equal ones.

        For two sides, ``least`` and ``beyond`` are the bounds of the best result.
        """
        choices = sorted({bit for _, bit in self.moves(point)})
        side = self._side_of[point.seat]
        bound = beyond if side else least
        if len(choices) == 1 or (self.interests.two and bound in (NEVER, EVER)):
            return choices[0]
        if not self.interests.two:
            self._from(point)
            bit = self._decided[0]
            return bit if bit > 0 else choices[~bit]
        self.at_least(point, bound)
        bit = self._decided[0]
        if bit > 0:
            return bit
        if ~bit < len(choices):
            choices.insert(0, choices.pop(~bit))
        for bit in choices:
            found = self.at_least(self.after(point, bit), bound)
            if found < bound if side else found >= bound:
                return bit
        raise AssertionError(f"no card leads to the result found for seat {point.seat}")
