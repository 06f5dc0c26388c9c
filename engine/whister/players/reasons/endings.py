"""What is kept of each deal played out: who won and captured what, so that a reason can be checked against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from whister.players.search.searching import Recorder

if TYPE_CHECKING:
    from whister.deal.machine import Machine
    from whister.plan.settlement import Settlement


class Ending(NamedTuple):
    """How a deal ended that was played out. Cards are masks of the pack.

    ``won`` are the tricks and ``points`` the points of cards and tricks of each seat, ``captured`` its cards, with a
    widow for the seat that takes it. ``trick`` are the cards of the trick in which the action fell, and ``winner`` the
    seat that won it; -1 if there was none. ``delta`` is the settlement of each seat, in its unit, and ``result`` the
    value to the seat that acted (see ``Considered``).
    """

    result: float
    won: tuple[int, ...]
    captured: tuple[int, ...]
    points: tuple[int, ...]
    winner: int
    trick: int
    made: bool | None  #: whether the contract was made; None if there was none
    declarer: int | None
    partner: int | None
    contract: str
    bid: int
    trump: str
    delta: tuple[float, ...]
    settled: bool  #: whether the deal has a settlement; a few have none, since no source gives a price


def recorder(number: int) -> Recorder:
    """Return a recorder of endings for an action in the trick with this number, from 0."""

    def ending(deal: Machine, settlement: Settlement | None, result: float) -> Ending:
        captured = deal.captured_in_all()
        worth, won = deal.plan.worth, tuple(deal.won)
        points = worth.of_each(captured)
        winner, trick = -1, 0
        if number < len(deal.closed_tricks):
            _, cards, winner = deal.closed_tricks[number]
            trick = sum(1 << card for card in cards)
        return Ending(
            result, won, tuple(captured),
            tuple(value + worth.trick_value * tricks for value, tricks in zip(points, won, strict=True)),
            winner, trick, settlement.made if settlement is not None else None,
            deal.declarer, deal.partner, deal.contract, deal.bid, deal.trump,
            tuple(map(float, settlement.delta)) if settlement is not None else (0.0,) * len(won),
            settlement is not None,
        )  # fmt: skip

    return ending


#: A quantity read from the ending of a deal.
Quantity = Callable[[Ending], float]

_FEWEST = 16  #: the fewest deals that show anything


class Difference(NamedTuple):
    """The mean difference of a quantity between two actions on the same deals, its standard error, and their number."""

    mean: float
    error: float
    deals: int

    @property
    def clear(self) -> bool:
        """Whether the difference is above 0 by more than two standard errors."""
        return self.deals >= _FEWEST and self.mean > 2 * self.error and self.mean > 0

    @property
    def likely(self) -> bool:
        """Whether the difference is above 0 by more than one standard error."""
        return self.deals >= _FEWEST and self.mean > self.error and self.mean > 0


def difference(one: Sequence[Ending], other: Sequence[Ending], quantity: Quantity) -> Difference:
    """Return the difference of a quantity between two actions, deal by deal."""
    gaps = [quantity(a) - quantity(b) for a, b in zip(one, other, strict=False)]
    n = len(gaps)
    if n < 2:
        return Difference(sum(gaps), float("inf"), n)
    mean = sum(gaps) / n
    variance = sum((gap - mean) ** 2 for gap in gaps) / (n - 1)
    return Difference(mean, sqrt(variance / n), n)


def mean(endings: Sequence[Ending], quantity: Quantity) -> float:
    """Return the mean of a quantity."""
    return sum(map(quantity, endings)) / max(len(endings), 1)


__all__ = ["Difference", "Ending", "Quantity", "difference", "mean", "recorder"]
