"""Counters: each player's initial stock, the smallest counter, and the rule when a player runs out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.conclusion import Concluding
from whister.plan.mechanism import Mechanism
from whister.plan.settling import SettlingPart


class Counters(Mechanism):
    """Each player's counters at the start. ``each`` maps a value to the number of counters of that value.

    ``unit`` is the name of the unit in which they are counted.
    """

    name: ClassVar[str] = "counters"
    each: Mapping[int, int]
    unit: str = "counters"

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.unit = self.unit
        settling.opening_totals = sum(value * number for value, number in self.each.items())


class SmallestCounter(Mechanism):
    """The ``value`` of the smallest counter; every payment is a multiple of it."""

    name: ClassVar[str] = "smallest_counter"
    value: int

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        if self.value < 1:
            raise RecordError(f"{clause.id}: smallest_counter.value = {self.value}; expected 1 or more")
        settling.smallest = self.value


class RunningOut(Mechanism):
    """A player who has run out of counters ``owes`` payments (the total goes below zero), or the game ``ends``."""

    name: ClassVar[str] = "running_out"
    then: Literal["owes", "ends"] = "owes"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"then": "ends" if parameters.get("then", "owes") == "owes" else "owes"}

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        if self.then == "ends" and min(concluding.ledger.totals) < 0:
            concluding.over = True
