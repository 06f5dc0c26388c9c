"""Bids in chips, which are paid whatever the result."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.mechanisms.payment.chips import payable
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling

BID_PAID = "bid paid"  #: the key for the part of the bid that each player who revoked has paid


class BidToPool(Mechanism):
    """The declarer pays the bid into the pool."""

    name: ClassVar[str] = "bid_to_pool"
    alone: ClassVar[str] = (
        "No other game here has a bid that is always paid; `bid_missed` charges it only when it fails, and in "
        "points."
    )

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        if outcome.void or outcome.declarer is None or not outcome.bid:
            return
        paid = payable(settling, outcome.declarer, outcome.bid)
        amounts = [-paid * (seat == outcome.declarer) for seat in settling.plan.table.seats]
        settling.line(clause, f"The bid of {outcome.bid} into the pool", amounts, pool=paid)


class RevokePaysBid(Mechanism):
    """A player who revoked also pays the bid, which the declarer gets back; if several did, each pays in full."""

    name: ClassVar[str] = "revoke_pays_bid"
    alone: ClassVar[str] = (
        "No other game here returns a bid after a revoke; `revoke_covers` makes good a net loss, which "
        "winnings may reduce below the bid."
    )
    order: ClassVar[int] = 5

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        bid, declarer = outcome.bid, outcome.declarer
        offenders = {breach.seat for breach in outcome.breaches}
        payers = offenders - {declarer}
        if outcome.void or declarer is None or not bid or not payers:
            return
        amounts = [-bid if seat in payers else 0 for seat in settling.plan.table.seats]
        amounts[declarer] += 0 if declarer in offenders else bid
        settling.notes[BID_PAID] = tuple(
            bid if seat in offenders else 0 for seat in settling.plan.table.seats
        )
        settling.line(clause, "A revoke: the bid", amounts, pool=-sum(amounts))
