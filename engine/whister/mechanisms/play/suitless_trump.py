"""Games without a trump suit, in which a card outside the suits is the only trump."""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.play.trump import TrumpPhase
from whister.plan.bidding import NO_TRUMP, Announcement, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart


class NoTrumpCall(Mechanism):
    """Instead of a trump suit, the declarer may call a game without one, such as ``trump high``.

    ``call`` is the word for it, and ``title`` its name. The card of the suit led that ``wins`` is the ``highest`` or
    the ``lowest``, unless a wild card, the only trump, is played.
    """

    name: ClassVar[str] = "no_trump_call"
    alone: ClassVar[str] = (
        "No other game here lets a declarer who names the trump choose none; in a `ladder` a game without "
        "trumps is a separate contract."
    )
    order: ClassVar[int] = 3
    call: str
    title: str
    wins: Literal["highest", "lowest"] = "highest"

    @property
    def says(self) -> tuple[str, ...]:
        return (f"trump {self.call}",)

    def setup(self, clause: Clause, course: CoursePart, bidding: BiddingPart, play: PlayPart) -> None:
        phase = course.phases.get("trump")
        if not isinstance(phase, TrumpPhase):
            raise RecordError(f"{clause.id}: no_trump_call needs an earlier clause that has 'name_trump'")
        play.trumpless[self.call] = self.wins
        bidding.contracts[self.call] = Announcement(
            self.call, self.title, clause, 0, 0, False, NO_TRUMP, 0, False, False, self.call
        )
