"""Points for tricks, whatever is in them."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.mechanisms.base import Mechanism
from whister.plan import Plan


class TrickPoints(Mechanism):
    """Each trick won is worth ``points`` to its winner, besides its cards."""

    name: ClassVar[str] = "trick_points"
    alone: ClassVar[str] = (
        "No other game here counts points for every trick; `values` counts cards, and `no_tricks` and "
        "`sun` ask only for none or for all."
    )
    points: int = 1

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.trick_value = self.points
