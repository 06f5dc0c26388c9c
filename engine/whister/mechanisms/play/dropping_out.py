"""Players who drop out of the play as their hands run out."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.state import DealState


class DroppingOut(Mechanism):
    """A player without cards drops out of the play; if the winner of a trick is out, the next player with cards leads."""

    name: ClassVar[str] = "dropping_out"
    alone: ClassVar[str] = (
        "No other game here goes on when some hands are empty; `lead` is about the first trick only, and "
        "`trick` of its winner."
    )

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.next_leader = self.next_leader

    def next_leader(self, deal: DealState, taker: int) -> int | None:
        """Return the seat that leads after a trick; None if the play is over."""
        order = [(taker + k) % deal.plan.table.n for k in deal.plan.table.seats]
        holders = [seat for seat in order if deal.hand(seat)]
        return holders[0] if len(holders) > deal.plan.play.idle_holders else None


class LastHand(Mechanism):
    """Where players drop out, the play is over when at most one of them still has cards."""

    name: ClassVar[str] = "last_hand"
    alone: ClassVar[str] = (
        "No other play here stops because one player alone has cards; `dropping_out` says who leads, and "
        "by itself would have that player lead to nobody."
    )

    def setup(self, clause: Clause, play: PlayPart) -> None:
        play.idle_holders = 1
