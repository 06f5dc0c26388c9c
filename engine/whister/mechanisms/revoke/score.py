"""Scoring a deal that ended with a revoke, in games with bids in points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.mechanisms.worth.bid_score import side_points
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling, declaring_side, side_in


def erring(settling: Settling) -> frozenset[int]:
    """Return the seats of every side that has revoked; none if the deal is void."""
    outcome = settling.outcome
    if outcome.void:
        return frozenset()
    return frozenset(
        seat for breach in outcome.breaches for seat in side_in(settling.plan, outcome, breach.seat)
    )


class RevokeLoses(Mechanism):
    """The side that revoked loses ``points`` or, if that is 0, the amount of the bid, whichever side made the bid."""

    name: ClassVar[str] = "revoke_loses"
    points: int = 0

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = erring(settling)
        if side:
            if settling.outcome.declarer in side:
                settling.made = False
            lost = self.points or settling.outcome.bid
            amounts = [-lost if seat in side else 0 for seat in settling.plan.table.seats]
            what = f"{lost} points" if self.points else "the bid"
            settling.line(clause, f"The side that revoked loses {what}", amounts)


class RevokeOthers(Mechanism):
    """The other side scores ``points`` or, if that is 0, the points it captured before the revoke was discovered.

    The points captured count whether or not they reach the bid. ``declarers``: if the other side is the declaring side,
    it scores only this amount (``captured``), or the amount of the bid if that is ``more``.
    """

    name: ClassVar[str] = "revoke_others"
    declarers: Literal["captured", "more"] = "captured"
    points: int = 0

    def settle(self, settling: Settling, clause: Clause) -> None:
        side, outcome = erring(settling), settling.outcome
        if not side or len(side) == settling.n:
            return
        amounts = [
            0 if seat in side else self.points or side_points(settling, seat)
            for seat in settling.plan.table.seats
        ]
        if self.declarers == "more" and outcome.declarer is not None:
            for seat in declaring_side(settling.plan, outcome):
                amounts[seat] = 0 if seat in side else max(amounts[seat], outcome.bid)
        settling.line(clause, "The other side scores", amounts)


class RevokeOffender(Mechanism):
    """Whether the side that revoked ``keeps`` the points it captured."""

    name: ClassVar[str] = "revoke_offender"
    keeps: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"keeps": not parameters.get("keeps", False)}

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = erring(settling)
        if side and self.keeps:
            amounts = [
                side_points(settling, seat) if seat in side else 0 for seat in settling.plan.table.seats
            ]
            settling.line(clause, "The side that revoked keeps what it captured", amounts)
