"""An auction held before the players look at their cards."""

from __future__ import annotations

from typing import ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism


class BlindBidding(Mechanism):
    """If ``card`` is face up in the widow, all the players bid without looking at their hands."""

    name: ClassVar[str] = "blind_bidding"
    alone: ClassVar[str] = (
        "No other game here keeps players from seeing their own cards; in an ordinary `auction` they bid on "
        "the hand."
    )
    card: str

    def setup(self, clause: Clause, pack: Pack, course: CoursePart) -> None:
        mask = pack.mask([self.card], clause.id)
        course.unseen = lambda deal: deal.phase == "auction" and bool(deal.turned & mask)
