"""Players who drop out when they have no cards left."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.state import DealState


class DroppingOut(Mechanism):
    """A player without cards drops out; if the winner of a trick has none, the next player with cards leads."""

    name: ClassVar[str] = "dropping_out"
    alone: ClassVar[str] = (
        "No other game here continues when some hands are empty; `lead` concerns only the first trick, and "
        "`trick` has its winner lead."
    )

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.next_leader = self.next_leader

    def next_leader(self, deal: DealState, taker: int) -> int | None:
        """Return the seat that leads after a trick; None if the play is over."""
        order = [(taker + k) % deal.plan.table.n for k in deal.plan.table.seats]
        holders = [seat for seat in order if deal.hand(seat)]
        return holders[0] if len(holders) > deal.plan.play.idle_holders else None


class LastHand(Mechanism):
    """If players drop out, the play is over when at most one player still has cards."""

    name: ClassVar[str] = "last_hand"
    alone: ClassVar[str] = (
        "No other play here stops because only one player has cards; with `dropping_out` alone, that player "
        "would lead with nobody to follow."
    )

    def setup(self, clause: Clause, play: PlayPart) -> None:
        play.idle_holders = 1
