"""Points for tricks, whatever cards they contain."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.plan.mechanism import Mechanism
from whister.plan.worth import WorthPart


class TrickPoints(Mechanism):
    """Each trick won is worth ``points`` to its winner, in addition to its cards."""

    name: ClassVar[str] = "trick_points"
    points: int = 1

    def setup(self, clause: Clause, worth: WorthPart) -> None:
        worth.trick_value = self.points
