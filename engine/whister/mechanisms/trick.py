"""Which card wins a trick."""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.clause import Clause
from whister.mechanisms.base import Mechanism
from whister.plan import Plan


class TrickWinner(Mechanism):
    """The ``highest`` (or ``lowest``) card of the suit led wins; its player takes the trick and leads next."""

    name: ClassVar[str] = "trick"
    won_by: Literal["highest", "lowest"] = "highest"

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.trick_winner = self.won_by


class Trumps(Mechanism):
    """A card of the trump suit beats every card of the others."""

    name: ClassVar[str] = "trumps"

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.trumps_beat = True
