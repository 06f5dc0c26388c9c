"""Whose results count together in an ending, and whether more or less is better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from whister.mechanisms.end.ending import Winner

if TYPE_CHECKING:
    from whister.deal.machine import Machine
    from whister.ledger import Amount
    from whister.plan.compiled import Plan

Side = tuple[int, ...]


def sense(plan: Plan) -> int:
    """Return 1 if a seat prefers a larger amount in a settlement, -1 if the lowest total in points wins the game."""
    low = any(isinstance(rule, Winner) and rule.total == "lowest" for _, rule in plan.asked.conclude)
    return -1 if low and plan.settling.unit == "points" else 1


def sides_of(state: Machine) -> tuple[Side, ...]:
    """Return the seats that play together: fixed partners, or the declarer with a partner, who may be secret.

    The declaring side is the first. Opponents without a fixed partner are one side only if they score together.
    """
    plan, players = state.plan, state.plan.table.players
    declarer = state.declarer
    if plan.table.sides is not None:
        first = () if declarer is None else plan.table.side_of(declarer)
        found = dict.fromkeys(plan.table.side_of(seat) for seat in players)
        return tuple(dict.fromkeys((*filter(None, (first,)), *found)))
    if declarer is None:
        return tuple((seat,) for seat in players)
    partner: int | None = state.facts.get("silent", state.partner)
    own = (declarer,) if partner is None or partner == declarer else (declarer, partner)
    others = tuple(seat for seat in players if seat not in own)
    if plan.table.defenders_joined:
        return (own, others) if others else (own,)
    return (own, *((seat,) for seat in others))


def joined(sides: Sequence[Side], deltas: Iterable[Sequence[Amount]]) -> tuple[Side, ...]:
    """Return the sides, with those joined whose results differ by the same amount in every settlement given: their
    interest is one.

    The first side stays by itself.
    """
    usual: Sequence[Amount] = ()
    groups = [list(sides[1:])]
    for delta in deltas:
        usual = usual or delta
        parted: list[list[Side]] = []
        for group in groups:
            by_change: dict[frozenset[Amount], list[Side]] = {}
            for side in group:
                by_change.setdefault(frozenset(delta[seat] - usual[seat] for seat in side), []).append(side)
            parted += by_change.values()
        groups = parted
    merged = (tuple(sorted(seat for side in group for seat in side)) for group in groups)
    return (*sides[:1], *merged)


class Interests:
    """The sides of an ending, and how good a settlement is for each."""

    __slots__ = ("sense", "side_of", "sides")

    def __init__(self, plan: Plan, sides: Sequence[Side]) -> None:
        self.sides = tuple(sides)
        self.sense = sense(plan)
        #: the place among the sides of each seat's; a dummy, whose card is never chosen, counts as of the first
        self.side_of = tuple(
            next((place for place, side in enumerate(self.sides) if seat in side), 0)
            for seat in plan.table.seats
        )

    @property
    def two(self) -> bool:
        """Whether there are two sides."""
        return len(self.sides) == 2

    def worth(self, delta: Sequence[Amount]) -> tuple[Amount, ...]:
        """Return what a settlement is worth to each side: more is better. It adds up the results of its seats."""
        return tuple([self.sense * sum([delta[seat] for seat in side]) for side in self.sides])

    def lead(self, delta: Sequence[Amount]) -> Amount:
        """Return how far the first of two sides is ahead of the second in a settlement."""
        first, second = self.worth(delta)
        return first - second

    def better(self, one: Sequence[Amount], other: Sequence[Amount], seat: int) -> bool:
        """Return whether a seat prefers one settlement to another: for the lead of its side if there are two sides."""
        side = self.side_of[seat]
        if self.two:
            return self.lead(one) < self.lead(other) if side else self.lead(one) > self.lead(other)
        return self.worth(one)[side] > self.worth(other)[side]
