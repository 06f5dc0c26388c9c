"""A dummy: a third hand without a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.mechanism import Mechanism
from whister.plan.table import TablePart


class Dummy(Mechanism):
    """Two players and a third hand without a player: a face-down pile at the dealer's right.

    It is the last seat. ``plays``: in its turn the ``top`` card of the pile is played, whatever was led, or, with
    ``follow``, the first legal one from the top. The tricks it wins count for nobody, and it leads to the next trick.
    """

    name: ClassVar[str] = "dummy"
    alone: ClassVar[str] = (
        "No other game here deals a hand without a player; the cards of a `widow` are not played, and those "
        "of a `drawing_pile` are drawn into hands."
    )
    order: ClassVar[int] = 0
    dummies: ClassVar[int] = 1
    plays: Literal["top", "follow"] = "top"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"plays": "follow" if parameters.get("plays", "top") == "top" else "top"}

    def setup(self, clause: Clause, table: TablePart) -> None:
        if table.n != 3:
            raise RecordError(f"{clause.id}: dummy makes a third hand for two players, not for {table.n - 1}")
        table.dummy, table.dummy_clause, table.dummy_follows = 2, clause, self.plays == "follow"
