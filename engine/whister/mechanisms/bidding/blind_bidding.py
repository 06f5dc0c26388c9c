"""An auction in which nobody has looked at their cards."""

from __future__ import annotations

from typing import ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism


class BlindBidding(Mechanism):
    """If the ``card`` lies turned up in the widow, all bid without having looked at their hands."""

    name: ClassVar[str] = "blind_bidding"
    alone: ClassVar[str] = (
        "No other game here keeps a player from his own cards; `auction` is held with the hand in sight."
    )
    card: str

    def setup(self, clause: Clause, pack: Pack, course: CoursePart) -> None:
        mask = pack.mask([self.card], clause.id)
        course.unseen = lambda deal: deal.phase == "auction" and bool(deal.turned & mask)
