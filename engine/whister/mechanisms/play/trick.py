"""The card that wins a trick."""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.clause import Clause
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart


class TrickWinner(Mechanism):
    """The ``highest`` (or ``lowest``) card of the suit led wins; its player takes the trick and leads next."""

    name: ClassVar[str] = "trick"
    won_by: Literal["highest", "lowest"] = "highest"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        play.trick_winner = self.won_by


class Trumps(Mechanism):
    """A card of the trump suit beats every card of the other suits."""

    name: ClassVar[str] = "trumps"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        play.trumps_beat = True
