"""Deals, one after another, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whister import checks
from whister.clause import Clause, Evidence
from whister.errors import DealError
from whister.ledger import Amount, Ledger
from whister.settlement import Line, Settlement, whole
from whister.shuffle import cut_of

if TYPE_CHECKING:
    from whister.deal import Deal
    from whister.plan import Plan
    from whister.record import DealRecord
    from whister.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Whether the game is over, who has won, and what is settled at the end (stakes, a last pool)."""

    over: bool
    winners: tuple[int, ...]
    stakes: tuple[
        Amount, ...
    ]  #: what each seat receives (+) or pays (−) at the end, all zero where nothing is due
    pool: int  #: the pool after it
    lines: tuple[Line, ...]
    losers: tuple[int, ...] = ()  #: the seats that have lost, where a rule set names a loser


class Concluding:
    """A conclusion while it is being drawn: what the ending mechanisms read and write."""

    def __init__(self, plan: Plan, ledger: Ledger) -> None:
        self.plan = plan
        self.ledger = ledger
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.stakes: list[Amount] = [0] * plan.n
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
        grade = clause.evidence if evidence is None else max(clause.evidence, evidence)
        self.lines.append(Line(text, clause, grade, tuple(amounts), pool))
        for seat, amount in enumerate(amounts):
            self.stakes[seat] += amount
        self.pool += pool


def conclude(plan: Plan, ledger: Ledger) -> Conclusion:
    """See ``Rules.conclude``."""
    concluding = Concluding(plan, ledger)
    for clause, mechanism in plan.concluding:
        mechanism.conclude(concluding, clause)
    return Conclusion(
        concluding.over, concluding.winners, whole(concluding.stakes), concluding.pool,
        tuple(concluding.lines), concluding.losers,
    )  # fmt: skip


class Session:
    """A game: ``deal`` is the deal in hand; ``advance`` settles it and deals the next, until ``over``.

    Each deal is shuffled from the session's seed and the deal's number, unless the rule set gathers the pack. The first
    dealer is found as the rule set has it, by the seed, unless a ledger is given.
    """

    def __init__(self, rules: Rules, seed: str | int, ledger: Ledger | None = None) -> None:
        checks.seed(seed)
        if ledger is not None:
            checks.ledger(ledger, rules.plan)
        self.rules = rules
        self.seed = seed
        if ledger is None:
            first = rules.first_dealer(seed=seed).dealer if rules.plan.first_dealer is not None else None
            ledger = rules.ledger(dealer=first)
        self.ledger = ledger
        self.settlements: list[Settlement] = []
        self.records: list[DealRecord] = []
        self._dealt = 0
        self._settled = False
        self.deal: Deal = self._deal(())

    @property
    def totals(self) -> tuple[Amount, ...]:
        """Each seat's total after the deals settled so far."""
        return self.ledger.totals

    @property
    def pool(self) -> int:
        """The chips in the pool now, stakes for the deal in hand included."""
        return self.ledger.pool if self._settled else self.deal.ledger.pool

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.conclusion.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game goes on."""
        return self.conclusion.winners

    @property
    def conclusion(self) -> Conclusion:
        """The end of the game as it stands after the deals settled so far."""
        return self.rules.conclude(self.ledger)

    def settle(self) -> Settlement:
        """Settle the deal in hand, once it is over. Raises ``DealError`` before."""
        if self._settled:
            return self.settlements[-1]
        settlement = self.deal.settle()
        self.settlements.append(settlement)
        self.ledger = settlement.ledger
        self._settled = True
        return settlement

    def advance(self, cuts: Sequence[int | None] = ()) -> Settlement:
        """Settle the deal in hand and, unless the game is over, deal the next, with the players' cuts.

        Raises ``DealError`` while the deal is being played, or when the game is over.
        """
        if self._settled:
            raise DealError("the game is over; there is no further deal")
        settlement = self.settle()
        if not self.over:
            from whister.record import DealRecord

            self.records.append(DealRecord.of(self.deal))
            self.deal = self._deal(cuts)
            self._settled = False
        return settlement

    def _deal(self, cuts: Sequence[int | None]) -> Deal:
        self._dealt += 1
        if self.ledger.order:
            still_cut = cut_of(f"{self.seed}/{self._dealt}", self.rules.plan.cards)
            return self.rules.deal(ledger=self.ledger, cuts=cuts, still_cut=still_cut)
        return self.rules.deal(f"{self.seed}/{self._dealt}", ledger=self.ledger, cuts=cuts)
