"""Deals near the end of a game in which stakes and prices are doubled."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.mechanism import Mechanism
from whister.plan.settling import SettlingPart


class DoubleDeals(Mechanism):
    """In the deals from number ``first`` to number ``last`` of a game, the dealer's stake and the prices are doubled."""

    name: ClassVar[str] = "double_deals"
    alone: ClassVar[str] = (
        "No other game here has higher prices late in a game; `double_payments` depends on the trick or on the seats."
    )
    first: int
    last: int

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        if not 1 <= self.first <= self.last:
            raise RecordError(
                f"{clause.id}: double_deals from first {self.first} to last {self.last}; expected 1 or more, in rising "
                "order"
            )
        settling.double_deals = range(self.first, self.last + 1)
