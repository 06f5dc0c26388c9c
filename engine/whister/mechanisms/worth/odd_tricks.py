"""Scoring by the tricks above a side's book, and by its honours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.mechanisms.worth.bid_score import to_side
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling, sides
from whister.plan.worth import WorthPart

MOVED = "moved"  #: the key for the number of tricks that a revoke has moved to or from each side


def tricks_of_sides(settling: Settling) -> dict[tuple[int, ...], int]:
    """Return the number of tricks that each side counts: those it won, adjusted for those that a revoke has moved."""
    outcome = settling.outcome
    if outcome.void or outcome.tricks is None:
        return {}
    moved = settling.notes.get(MOVED, {})
    return {
        side: sum(outcome.tricks[seat] for seat in side) + moved.get(side, 0)
        for side in sides(settling.plan, outcome)
    }


class Book(Mechanism):
    """A side's first ``tricks`` tricks count for nothing."""

    name: ClassVar[str] = "book"
    tricks: int

    def setup(self, clause: Clause, worth: WorthPart) -> None:
        if self.tricks < 0:
            raise RecordError(f"{clause.id}: book.tricks = {self.tricks}; expected 0 or more")
        worth.book, worth.book_clause = self.tricks, clause


class OddTricks(Mechanism):
    """A side scores ``points`` for each trick above its book."""

    name: ClassVar[str] = "odd_tricks"
    order: ClassVar[int] = 5
    points: int = 1

    def settle(self, settling: Settling, clause: Clause) -> None:
        plan = settling.plan
        rests_on = plan.worth.book_clause.enforced if plan.worth.book_clause is not None else None
        for side, tricks in tricks_of_sides(settling).items():
            odd = tricks - plan.worth.book
            if odd > 0:
                text = f"{odd} trick{'' if odd == 1 else 's'} above {plan.worth.book}"
                settling.line(clause, text, to_side(settling, side, odd * self.points), evidence=rests_on)


class SideHonours(Mechanism):
    """Each side scores for the honours of the trump suit that it was dealt.

    ``ranks`` lists the honours; ``scale`` maps the number held to the points; other numbers score nothing.
    """

    name: ClassVar[str] = "side_honours"
    alone: ClassVar[str] = (
        "No other game here pays both sides for the trumps they were dealt; `honours` counts them only for a "
        "contract."
    )
    order: ClassVar[int] = 6
    ranks: str
    scale: Mapping[int, int] = NO_ENTRIES

    def setup(self, clause: Clause, pack: Pack, worth: WorthPart) -> None:
        pack.select(self.ranks, clause.id)
        worth.honour_ranks = tuple(self.ranks.split())
        worth.honours_count = self.scale

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        for side in tricks_of_sides(settling) if outcome.honours else ():
            held = sum(outcome.honours[seat] for seat in side)
            if points := self.scale.get(held, 0):
                settling.line(clause, f"{held} honours", to_side(settling, side, points))
