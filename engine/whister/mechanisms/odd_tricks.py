"""Scoring by the trick: what a side has above its book, its honours, and what a revoke costs there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.base import NO_ENTRIES, Mechanism
from whister.plan import Plan
from whister.settlement import Settling, sides

PENALTY = "revoke_penalty"  #: what an outcome declares: the penalty that the other side has chosen


def _tricks(settling: Settling) -> dict[tuple[int, ...], int]:
    """How many tricks each side counts: those it won, and those that a revoke has moved."""
    outcome = settling.outcome
    if outcome.void or outcome.tricks is None:
        return {}
    moved = settling.notes.get("moved", {})
    return {
        side: sum(outcome.tricks[seat] for seat in side) + moved.get(side, 0)
        for side in sides(settling.plan, outcome)
    }


def _to(settling: Settling, side: Sequence[int], points: int) -> list[int]:
    return [points if seat in side else 0 for seat in settling.plan.seats]


class OddTricks(Mechanism):
    """A side scores ``points`` for each trick above its ``book``."""

    name: ClassVar[str] = "odd_tricks"
    order: ClassVar[int] = 5
    book: int = 6
    points: int = 1

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {**parameters, "book": 0}

    def settle(self, settling: Settling, clause: Clause) -> None:
        for side, tricks in _tricks(settling).items():
            if tricks > self.book:
                odd = tricks - self.book
                text = f"{odd} trick{'' if odd == 1 else 's'} above {self.book}"
                settling.line(clause, text, _to(settling, side, odd * self.points))


class SideHonours(Mechanism):
    """A side scores for the honours of the trump suit it was dealt.

    ``ranks`` lists the honours; ``scale`` maps the number held to the points, nothing where it is silent.
    """

    name: ClassVar[str] = "side_honours"
    order: ClassVar[int] = 6
    ranks: str
    scale: Mapping[int, int] = NO_ENTRIES

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.pack.select(self.ranks, clause.id)
        plan.honour_ranks = tuple(self.ranks.split())
        plan.settling.append((clause, self))

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        for side in _tricks(settling) if outcome.honours else ():
            held = sum(outcome.honours[seat] for seat in side)
            if points := self.scale.get(held, 0):
                settling.line(clause, f"{held} honours", _to(settling, side, points))


class RevokePenalty(Mechanism):
    """A side that has revoked pays for it, by the choice of the other side.

    It gives up ``tricks``, or loses ``points``, or the other side scores as many. ``chosen`` is which, unless the
    outcome declares it: ``tricks``, ``off`` or ``on``.
    """

    name: ClassVar[str] = "revoke_penalty"
    declares: ClassVar[Mapping[str, tuple[str, ...]]] = {PENALTY: ("tricks", "off", "on")}
    order: ClassVar[int] = 4
    tricks: int = 3
    points: int = 3
    chosen: str = "tricks"

    def setup(self, plan: Plan, clause: Clause) -> None:
        if self.chosen not in ("tricks", "off", "on"):
            raise RecordError(f"{clause.id}: revoke_penalty.chosen is 'tricks', 'off' or 'on'")
        plan.settling.append((clause, self))

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, won = settling.outcome, _tricks(settling)
        erring = [side for side in won if any(breach.seat in side for breach in outcome.breaches)]
        if len(erring) != 1 or len(won) != 2:
            return
        (side,), (other,) = erring, [one for one in won if one not in erring]
        chosen = outcome.declared.get(PENALTY, self.chosen)
        if chosen == "tricks":
            moved = min(self.tricks, won[side])
            settling.notes["moved"] = {side: -moved, other: moved}
            settling.line(clause, f"{moved} tricks move to the side that did not revoke", kind="verdict")
        elif chosen == "off":
            settling.line(clause, "The side that revoked loses", _to(settling, side, -self.points))
        else:
            settling.line(clause, "The side that did not revoke scores", _to(settling, other, self.points))
