"""Players who drop out of the play as their hands run out."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.deal import Deal
from whister.mechanisms.base import Mechanism
from whister.plan import Plan


class DroppingOut(Mechanism):
    """A player without cards is out of the play; for a winner who is out, the next after him with cards leads."""

    name: ClassVar[str] = "dropping_out"
    alone: ClassVar[str] = (
        "No other game here goes on when some hands are empty; `lead` speaks of the first trick only, and "
        "`trick` of its winner."
    )

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.next_leader = self.next_leader

    def next_leader(self, deal: Deal, taker: int) -> int | None:
        """Who leads after a trick; None when the play is over."""
        order = [(taker + k) % deal.plan.n for k in deal.plan.seats]
        holders = [seat for seat in order if deal.hand(seat)]
        return holders[0] if len(holders) > deal.plan.idle_holders else None


class LastHand(Mechanism):
    """Where players drop out, the play is over when at most one of them still has cards."""

    name: ClassVar[str] = "last_hand"
    alone: ClassVar[str] = (
        "No other play here stops because one player alone has cards; `dropping_out` says who leads, and "
        "by itself would have that player lead to nobody."
    )

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.idle_holders = 1
