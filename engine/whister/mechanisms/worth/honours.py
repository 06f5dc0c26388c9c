"""Honours: the high trumps dealt to a side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling
from whister.plan.worth import WorthPart


class Honours(Mechanism):
    """The value of the declaring side's honours.

    ``ranks`` lists the honours of the trump suit; ``scale`` maps the number held to its value; other numbers count
    nothing. ``held``: ``as-dealt`` or ``after-laying-aside``.
    """

    name: ClassVar[str] = "honours"
    order: ClassVar[int] = 4
    ranks: str = "A K Q J"
    scale: Mapping[int, int] = NO_ENTRIES
    held: Literal["as-dealt", "after-laying-aside"] = "as-dealt"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {**parameters, "scale": {}}

    def setup(self, clause: Clause, pack: Pack, worth: WorthPart) -> None:
        worth.honour_ranks = tuple(self.ranks.split())
        if not worth.honour_ranks or not set(worth.honour_ranks) <= set(pack.ranks):
            raise RecordError(
                f"{clause.id}: honours.ranks = {self.ranks!r}; expected some of the ranks {' '.join(pack.ranks)}"
            )
        worth.honours_count = self.scale
        worth.honours_kept = self.held == "after-laying-aside"

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not reckoning.suit or not settling.outcome.honours:
            return
        held = sum(settling.outcome.honours[seat] for seat in reckoning.side)
        reckoning.honours = self.scale.get(held, 0)
        reckoning.opposing_honours = self.scale.get(len(self.ranks.split()) - held, 0)
        if reckoning.honours:
            reckoning.rests_on(clause)


class OpposingHonours(Mechanism):
    """How the other side's honours ``count``: ``never``, or ``subtract`` (they are taken from the declaring side's)."""

    name: ClassVar[str] = "opposing_honours"
    order: ClassVar[int] = 5
    count: Literal["never", "subtract"] = "never"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"count": "subtract" if parameters.get("count", "never") == "never" else "never"}

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and self.count == "subtract" and reckoning.opposing_honours:
            if not any(settling.outcome.honours):
                raise DealError(
                    "outcome, honours: the honours of the other side count too; give the number held by each seat, such as [0, 2, 1, 1]"
                )
            reckoning.honours -= reckoning.opposing_honours
            reckoning.rests_on(clause)


class HonoursInSlam(Mechanism):
    """Whether honours ``count`` in a contract for all the tricks."""

    name: ClassVar[str] = "honours_in_slam"
    order: ClassVar[int] = 5
    count: bool = True

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"count": not parameters.get("count", True)}

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.contract.tricks < settling.plan.dealing.hand_size:
            return
        if not self.count:
            reckoning.honours = 0
        elif reckoning.honours:
            reckoning.rests_on(clause)


class HonoursAgainstTarget(Mechanism):
    """Whether honours ``help`` to make a contract; otherwise tricks alone make it."""

    name: ClassVar[str] = "honours_against_target"
    order: ClassVar[int] = 5
    help: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"help": not parameters.get("help", False)}

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and self.help:
            reckoning.helped = reckoning.honours
            reckoning.judged_by(clause)
