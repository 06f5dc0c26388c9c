"""Scoring bids in points: the declaring side's points are compared with its bid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling, declaring_side, side_in
from whister.plan.table import TablePart


def side_points(settling: Settling, seat: int) -> int:
    """Return the points captured by a seat's side in the deal."""
    values = settling.values()
    return sum(values[s] for s in side_in(settling.plan, settling.outcome, seat))


def declaring(settling: Settling) -> tuple[int, ...]:
    """Return the seats of the declaring side; none if the deal is void or a revoke is settled instead."""
    outcome = settling.outcome
    if outcome.void or outcome.breaches or outcome.declarer is None:
        return ()
    return declaring_side(settling.plan, outcome)


def to_side(settling: Settling, side: tuple[int, ...], points: int) -> list[int]:
    """Return ``points`` for each seat of a side, which scores as one, and 0 for the others."""
    return [points if seat in side else 0 for seat in settling.plan.table.seats]


def _named(side: tuple[int, ...]) -> str:
    """Return a name for the declaring side; one without a partner is called the declarer."""
    return "The declaring side" if len(side) > 1 else "The declarer"


class BidTest(Mechanism):
    """The bid is made if the declaring side has captured at least as many points as it bid."""

    name: ClassVar[str] = "bid_test"

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = declaring(settling)
        if side:
            captured, bid = side_points(settling, side[0]), settling.outcome.bid
            settling.made = captured >= bid
            said = "made" if settling.made else "missed"
            settling.line(clause, f"{captured} captured against a bid of {bid}: {said}", kind="verdict")


class BidMade(Mechanism):
    """The declaring side's score for a bid that is made. ``scores``: the points it ``captured``, or its ``bid``."""

    name: ClassVar[str] = "bid_made"
    scores: Literal["captured", "bid"] = "captured"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"scores": "bid" if parameters.get("scores", "captured") == "captured" else "captured"}

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = declaring(settling)
        if side and settling.made:
            points = side_points(settling, side[0]) if self.scores == "captured" else settling.outcome.bid
            settling.line(clause, f"{_named(side)} scores", to_side(settling, side, points))


class BidMissed(Mechanism):
    """A declaring side that misses its bid loses the amount of the bid."""

    name: ClassVar[str] = "bid_missed"

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = declaring(settling)
        if side and settling.made is False:
            lost = to_side(settling, side, -settling.outcome.bid)
            settling.line(clause, f"{_named(side)} loses the bid", lost)


class DefendersScore(Mechanism):
    """The defenders score the points they captured, whether or not the bid is made.

    ``joined``: without fixed partnerships, each scores the points that all of them captured.
    """

    name: ClassVar[str] = "defenders_score"
    joined: bool = False

    def setup(self, clause: Clause, table: TablePart) -> None:
        table.defenders_joined = self.joined

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = declaring(settling)
        if side:
            amounts = [
                0 if seat in side else side_points(settling, seat) for seat in settling.plan.table.seats
            ]
            others = {*settling.plan.table.seats} - {*side, settling.plan.table.dummy}
            said = "The other player scores" if len(others) == 1 else "The defenders score"
            settling.line(clause, said, amounts)
