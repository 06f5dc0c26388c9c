"""A hand that nobody holds."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.base import Mechanism
from whister.plan import Plan


class Dummy(Mechanism):
    """Two players and a third hand, which nobody holds: a pile, face down at the dealer's right.

    It has the last seat. In its turn the top card of the pile is played, whatever was led; the tricks it wins count for
    nobody, and it leads to the next with its top card.
    """

    name: ClassVar[str] = "dummy"
    order: ClassVar[int] = 0
    dummies: ClassVar[int] = 1

    def setup(self, plan: Plan, clause: Clause) -> None:
        if plan.n != 3:
            raise RecordError(f"{clause.id}: dummy makes a third hand for two players")
        plan.dummy, plan.dummy_clause = 2, clause
