"""The end of a game: the winners, and the final payments."""

from __future__ import annotations

from collections.abc import Sequence

from whister.clause import Clause, Evidence
from whister.frozen import Frozen
from whister.ledger import Amount, Ledger, Line
from whister.objects import in_a_line
from whister.plan.facts import PlanFacts
from whister.plan.settlement import whole


class Conclusion(Frozen):
    """The result of a game: whether it is over, its winners, and the final payments (such as stakes or a last pool)."""

    over: bool
    winners: tuple[int, ...]
    stakes: tuple[
        Amount, ...
    ]  #: what each seat receives (+) or pays (−) at the end, all zero if nothing is due
    pool: int  #: the pool after these payments
    lines: tuple[Line, ...]
    losers: tuple[int, ...] = ()  #: the seats that have lost, if the rule set names losers

    def __repr__(self) -> str:
        won = " and ".join(map(str, self.winners)) or "nobody"
        return in_a_line("Conclusion", f"over, won by {won}" if self.over else "not over")


class Concluding:
    """A conclusion in the making, which the mechanisms for the end of the game read and write."""

    def __init__(self, plan: PlanFacts, ledger: Ledger) -> None:
        self.plan = plan
        self.ledger = ledger
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.stakes: list[Amount] = [0] * plan.table.n
        self.pool = ledger.pool
        self.lines: list[Line] = []

    def line(
        self,
        clause: Clause,
        text: str,
        amounts: Sequence[Amount],
        *,
        pool: int = 0,
        evidence: Evidence | None = None,
    ) -> None:
        """Add a line of the final settlement."""
        grade = clause.enforced if evidence is None else max(clause.enforced, evidence)
        self.lines.append(Line(text, clause, grade, tuple(amounts), pool))
        for seat, amount in enumerate(amounts):
            self.stakes[seat] += amount
        self.pool += pool

    def concluded(self) -> Conclusion:
        """Return the finished conclusion."""
        return Conclusion(
            self.over, self.winners, whole(self.stakes), self.pool, tuple(self.lines), self.losers
        )
