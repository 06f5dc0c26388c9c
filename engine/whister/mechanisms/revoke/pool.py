"""The penalty for a revoke in a game with a pool: the player who revoked doubles it, and pays the opponents."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling


class RevokerDoublesPool(Mechanism):
    """A player who revoked pays the price of the contract to each opponent and doubles the pool. Nothing else is paid.

    Several players who revoked pay one after another.
    """

    name: ClassVar[str] = "revoker_doubles_pool"
    alone: ClassVar[str] = (
        "No other revoke here costs a payment in place of the result; `revoke_tricks` and `revoke_exact` change who has "
        "won."
    )
    order: ClassVar[int] = 11

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning, outcome = reckoning_of(settling), settling.outcome
        if reckoning is None or not outcome.breaches or reckoning.price is None:
            return
        reckoning.rests_on(clause)
        for seat in dict.fromkeys(breach.seat for breach in outcome.breaches):
            others = [
                s for s in settling.plan.table.seats if (s in reckoning.side) != (seat in reckoning.side)
            ]
            amounts = [reckoning.price * (s in others) for s in settling.plan.table.seats]
            amounts[seat] = -sum(amounts) - settling.pool
            settling.line(
                clause, f"Seat {seat} has revoked: {reckoning.price} to each opponent, and the pool of {settling.pool} is "
                "doubled", amounts, pool=settling.pool, evidence=reckoning.evidence,
            )  # fmt: skip
        reckoning.price = reckoning.made = None
