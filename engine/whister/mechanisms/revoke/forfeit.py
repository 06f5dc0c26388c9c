"""The penalty for a revoke if every player plays alone: all the points, or a few more of them."""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.clause import Clause
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling


class RevokeForfeit(Mechanism):
    """Each player who revoked is charged all the points, as is a partner who shares the score; nobody else scores.

    ``charge``: ``captured`` (the points that all players captured in the deal) or ``pack`` (all the points of the pack,
    if the deal was broken off). If chips are paid, another clause settles ``captured``, and ``pack`` goes to the table.
    """

    name: ClassVar[str] = "revoke_forfeit"
    alone: ClassVar[str] = (
        "No other revoke here costs a single player all the points; `revoke_loses` charges a side its bid, "
        "and `revoke_penalty` a player a fixed number of chips."
    )
    charge: Literal["captured", "pack"] = "captured"

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, seats = settling.outcome, settling.plan.table.seats
        if outcome.void or not outcome.breaches:
            return
        chips = settling.plan.settling.unit == "chips"
        if chips and self.charge == "captured":
            return
        points = settling.plan.all_points
        if self.charge == "captured":
            points = sum(settling.value(seat) for seat in seats)
        offenders = {breach.seat for breach in outcome.breaches}
        amounts = [points if seat in offenders else 0 for seat in seats]
        if chips:
            paid = [-amount for amount in amounts]
            settling.line(clause, "A revoke: everything, to the table", paid, pool=-sum(paid))
            return
        settling.line(clause, "A revoke: all the points", settling.plan.table.per_side(amounts))


class RevokePoints(Mechanism):
    """Each player who revoked scores ``points`` for it; the cards captured are scored as usual."""

    name: ClassVar[str] = "revoke_points"
    alone: ClassVar[str] = (
        "No other revoke here costs a fixed number of points; `revoke_forfeit` charges all the points of the deal, and "
        "`revoke_penalty` chips."
    )
    points: int = 1

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, table = settling.outcome, settling.plan.table
        if outcome.void or not outcome.breaches:
            return
        settling.line(clause, "Cards captured", table.per_side(settling.values()))
        found = [breach.seat for breach in outcome.breaches]
        settling.line(clause, "A revoke", [self.points * found.count(seat) for seat in table.seats])
