"""Gathering and cutting the pack between deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.dealing import DealingPart
from whister.plan.mechanism import Mechanism
from whister.plan.table import TablePart


class Gathering(Mechanism):
    """The pack for the next deal: gathered ``as-played`` (trick by trick, never shuffled), or ``shuffled``.

    ``packs``: 2 if there are two, dealt in turn; each keeps its order until its next deal.
    """

    name: ClassVar[str] = "gathering"
    order: ClassVar[int] = 2
    pack: Literal["as-played", "shuffled"] = "as-played"
    packs: int = 1

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"pack": "shuffled" if parameters.get("pack", "as-played") == "as-played" else "as-played"}

    def setup(self, clause: Clause, dealing: DealingPart) -> None:
        if self.packs not in (1, 2):
            raise RecordError(f"{clause.id}: gathering.packs = {self.packs}; expected 1 or 2")
        dealing.gathered, dealing.packs = self.pack == "as-played", self.packs


class Cutting(Mechanism):
    """The cut before the deal: who may make it, and how many ``times``.

    ``by``: ``all`` in turn, from the dealer's left round to the dealer, or ``one``, a neighbour of the dealer.
    """

    name: ClassVar[str] = "cutting"
    times: int = 1
    by: Literal["all", "one"] = "all"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"times": 0}

    def setup(self, clause: Clause, table: TablePart, dealing: DealingPart) -> None:
        dealing.cuts_allowed = self.times * (table.n if self.by == "all" else 1)
        dealing.cuts_clause = clause
