"""Tallies: what is kept of the last tricks when their results cannot simply be added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister.errors import DealError
from whister.mechanisms.worth.points import BonusCard
from whister.mechanisms.worth.slam import Moon
from whister.players.endings.closing import Closing, Delta, FactRead
from whister.players.endings.compact import Compact
from whister.players.endings.interests import Interests
from whister.players.endings.scoring import Gains, Sums, Tally, Worths

if TYPE_CHECKING:
    from whister.ledger import Amount
    from whister.plan.compiled import Plan

NEVER = float("-inf")
_TRICKS = 5  # the bits for a number of tricks


def of_tricks(closing: Closing, interests: Interests, found: Mapping[tuple[int, ...], Delta]) -> Tally:
    """Return a tally of each seat's tricks, with the settlement of each division of them."""
    known: dict[int, Worths] = {}
    for won, delta in found.items():
        share = (now - before for now, before in zip(won, closing.won, strict=True))
        known[sum(tricks << _TRICKS * seat for seat, tricks in enumerate(share))] = interests.worth(delta)
    tops: dict[int, Worths] = {}
    full = sum(1 << _TRICKS * seat + _TRICKS - 1 for seat in range(closing.n))

    def most(tallied: int, _: int) -> Worths:
        if tallied not in tops:  # no seat may have fewer tricks than now: no field borrows
            ends = [worths for end, worths in known.items() if ((end | full) - tallied) & full == full]
            tops[tallied] = tuple(map(max, zip(*ends, strict=True)))
        return tops[tallied]

    shift = tuple(_TRICKS * seat for seat in range(closing.n))
    return Tally({}, 1, shift, lambda tallied, _: known[tallied], most=most)


def of_points(
    closing: Closing, cards: Compact, interests: Interests, *, tricks: bool, by_side: bool
) -> Tally:
    """Return a tally of each seat's points or, with ``by_side``, of each side's, with ``tricks`` of its tricks too.

    The settlement raises ``FactRead`` if it depends on more.
    """
    values = closing.plan.worth.values
    points = {bit: values[card] for bit, card in cards.card_of.items() if values[card]}
    wide = sum(map(abs, points.values())).bit_length() + 1 + _TRICKS
    places = [interests.sides[side][0] if by_side else seat for seat, side in enumerate(interests.side_of)]
    half, field = 1 << wide - 1, (1 << wide) - 1
    known: dict[tuple[int, int], Worths] = {}
    last_counts = closing.tells_last

    def settled(tallied: int, last: int) -> Worths:
        key = tallied, last if last_counts else 0
        if key not in known:
            won, gained = list(closing.won), [0] * closing.n
            if by_side:
                for seat, place in enumerate(places):
                    if place != seat:
                        won[place], won[seat] = won[place] + won[seat], 0
            rest = tallied
            for seat in range(closing.n):
                entry = ((rest + half) & field) - half
                rest = rest - entry >> wide
                won[seat] += entry & (1 << _TRICKS) - 1
                gained[seat] = entry >> _TRICKS
            try:
                delta = closing.by_points(gained, won if tricks else None, last)
            except DealError:
                raise FactRead("captured") from None
            known[key] = interests.worth(delta)
        return known[key]

    return Tally(
        {bit: worth << _TRICKS for bit, worth in points.items()},
        int(tricks),
        tuple(wide * place for place in places),
        settled,
        rises=by_side and min(points.values(), default=0) >= 0,
    )


class CardTally:
    """A tally of how many cards of each kind a seat has captured, and perhaps of its tricks."""

    def __init__(
        self, closing: Closing, cards: Compact, interests: Interests, groups: Sequence[int], *, tricks: bool
    ) -> None:
        self.closing, self.interests, self.tricks = closing, interests, tricks
        kinds: dict[tuple[int, ...], list[int]] = {}
        for card in sorted(cards.card_of.values()):
            kind = tuple(mask >> card & 1 for mask in groups)
            if any(kind):
                kinds.setdefault((*kind, closing.plan.worth.values[card]), []).append(card)
        self._kinds: list[tuple[int, int, list[int]]] = []
        self.adds: dict[int, int] = {}
        at = _TRICKS if tricks else 0
        for each in kinds.values():
            wide = len(each).bit_length()
            self._kinds.append((at, (1 << wide) - 1, each))
            self.adds |= {cards.bit_of[card]: 1 << at for card in each}
            at += wide
        self._wide = max(at, 1)
        self._card_of = cards.card_of
        self._known: dict[tuple[int, int], Worths] = {}
        self._last_counts = closing.tells_last

    def captured(self, tallied: int) -> tuple[list[int], list[int]]:
        """Return what each seat has captured since the start, some cards for others of their kind, and its tricks in all."""
        won, captured = list(self.closing.won), [0] * self.closing.n
        free = [iter(each) for _, _, each in self._kinds]
        for seat in range(self.closing.n):
            entry = tallied >> self._wide * seat
            if self.tricks:
                won[seat] += entry & (1 << _TRICKS) - 1
            for (at, field, _), cards in zip(self._kinds, free, strict=True):
                for _ in range(entry >> at & field):
                    captured[seat] |= 1 << next(cards)
        return captured, won

    def settled(self, tallied: int, last: int) -> Worths:
        """Return what the settlement is worth to each side."""
        key = tallied, last if self._last_counts else 0
        if key not in self._known:
            captured, won = self.captured(tallied)
            closing = self.closing
            delta = (
                closing.chosen(captured, won, last, self.interests)
                if closing.plan.course.after_all
                else closing.by_cards(captured, won if self.tricks else None, last)
            )
            self._known[key] = self.interests.worth(delta)
        return self._known[key]

    def made(self, gains: Gains | None, slams: frozenset[str]) -> Tally:
        """Return the tally. With ``gains``, what else may count are only slams, each until two sides have broken it."""
        tally = Tally(
            self.adds,
            int(self.tricks),
            tuple(self._wide * seat for seat in range(self.closing.n)),
            self.settled,
        )
        if gains is None or self._last_counts or ("sun" in slams and not self.tricks):
            return tally
        known: dict[int, Worths | None] = {}

        def closed(tallied: int) -> Worths | None:
            if tallied not in known:
                known[tallied] = self._so_far(tallied, slams)
            return known[tallied]

        return tally._replace(closed=closed, most=self._limit(gains, slams))

    def _limit(self, gains: Gains, slams: frozenset[str]) -> Callable[[int, int], Worths] | None:
        """Return the most that a side may still get while a slam is possible; None if no limit is known.

        It is what it has with all that it may still gain, or its result of a slam by a seat that may still make one.
        """
        plan = self.closing.plan
        rules = [rule for _, rule in plan.asked.settle]
        by_hand = any(isinstance(rule, Moon) and rule.of_hand for rule in rules)
        inside = any(isinstance(rule, BonusCard) and rule.in_slam != "apart" for rule in rules)
        if len(slams) > 1 or by_hand or inside or plan.course.after_all:
            return None
        seats = range(self.closing.n)
        everything = sum(sum(1 << card for card in each) for _, _, each in self._kinds)
        in_all = [won + self.closing.tricks_left for won in self.closing.won]
        slam = [
            self.interests.worth(self.closing.by_cards(
                [everything * (seat == maker) for seat in seats],
                [each if seat == maker else self.closing.won[seat] for seat, each in enumerate(in_all)] if self.tricks else None, 0))
            for maker in seats
        ]  # fmt: skip
        wanted = plan.worth.penalties | plan.worth.slam_also
        sides = range(len(self.interests.sides))
        tops = [Sums({bit: max(worth[side], 0) for bit, worth in gains.cards.items()}) for side in sides]
        counted = sum(gains.cards)
        apart = [
            sum(
                max(worth[side], 0)
                for bit, worth in gains.cards.items()
                if not wanted >> self._card_of[bit] & 1
            )
            for side in sides
        ]
        per_trick = [max(each, 0) * self.closing.tricks_left for each in gains.trick]
        known: dict[int, tuple[Worths, tuple[Any, ...]]] = {}

        def so_far(tallied: int) -> tuple[Worths, tuple[Any, ...]]:
            captured, won = self.captured(tallied)
            in_hand = [a | b for a, b in zip(captured, self.closing.captured, strict=True)]
            holders = [seat for seat, cards in enumerate(in_hand) if cards & wanted]
            if "sun" in slams:
                holders = [seat for seat, tricks in enumerate(won) if tricks]
            makers = holders if len(holders) == 1 else [] if holders else seats
            before = self.interests.worth(self.closing.by_cards(captured, won if self.tricks else None, 0))
            return before, tuple(
                max((slam[maker][of] + apart[of] for maker in makers), default=NEVER) for of in sides
            )

        limits: dict[tuple[int, int], Worths] = {}

        def most(tallied: int, rest: int) -> Worths:
            on = rest & counted
            if (tallied, on) not in limits:
                if tallied not in known:
                    known[tallied] = so_far(tallied)
                before, best = known[tallied]
                limits[tallied, on] = tuple(
                    max(before[of] + tops[of][on] + per_trick[of], best[of]) for of in sides
                )
            return limits[tallied, on]

        return most

    def _so_far(self, tallied: int, slams: frozenset[str]) -> Worths | None:
        captured, won = self.captured(tallied)
        plan = self.closing.plan
        before = self.closing.captured
        if not broken(plan, [a | b for a, b in zip(captured, before, strict=True)], won, slams):
            return None
        return self.interests.worth(self.closing.by_cards(captured, won if self.tricks else None, 0))


def broken(plan: Plan, captured: Sequence[int], won: Sequence[int], slams: frozenset[str]) -> bool:
    """Return whether no slam can be made any more: each needs cards or tricks that two sides have."""
    wanted = plan.worth.penalties | plan.worth.slam_also
    holders = {plan.table.side_of(seat) for seat, cards in enumerate(captured) if cards & wanted}
    if "moon" in slams and len(holders) < 2:
        return False
    return "sun" not in slams or sum(1 for each in won if each) > 1


def added(
    cards: Compact, times: Sequence[int], of: Mapping[int, Amount], trick: Amount, last: Amount
) -> Gains:
    """Return gains from what a card is worth to whoever captures it, by its place in the pack, and from what a trick and
    the last trick are worth; ``times``: how often that counts for each side."""
    return Gains(
        {
            cards.bit_of[card]: tuple([worth * by for by in times])
            for card, worth in of.items()
            if worth and card in cards.bit_of
        },
        tuple([trick * by for by in times]),
        tuple([last * by for by in times]),
    )


__all__ = ["CardTally", "added", "broken", "of_points", "of_tricks"]
