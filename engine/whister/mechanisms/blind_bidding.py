"""An auction in which nobody has looked at his cards."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.mechanisms.base import Mechanism
from whister.plan import Plan


class BlindBidding(Mechanism):
    """If the ``card`` lies turned up in the widow, all bid without having looked at their hands."""

    name: ClassVar[str] = "blind_bidding"
    alone: ClassVar[str] = (
        "No other game here keeps a player from his own cards; `auction` is held with the hand in sight."
    )
    card: str

    def setup(self, plan: Plan, clause: Clause) -> None:
        mask = plan.pack.mask([self.card], clause.id)
        plan.unseen = lambda deal: deal.phase == "auction" and bool(deal.turned & mask)
