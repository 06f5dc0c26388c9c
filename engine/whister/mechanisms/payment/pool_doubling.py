"""The doubling of the pool after a lost contract, and the limit on its size."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.ledger import MAIN_POOL, Ledger
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.objects import Fixed
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import SettlingPart

NEXT_POOL = "next"


class PoolDoubles(Mechanism):
    """A declarer who has lost the contract doubles the pool by paying in the amount it contains.

    Without ``revoked``, a declaring side that has revoked does not double it. With ``single`` only a declarer who has no
    partner does.
    """

    name: ClassVar[str] = "pool_doubles"
    order: ClassVar[int] = 13
    revoked: bool = True
    single: bool = False

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning, pool = reckoning_of(settling), settling.pool
        if reckoning is None or reckoning.made is not False or not pool:
            return
        if self.single and reckoning.partner is not None:
            return
        if not self.revoked and any(breach.seat in reckoning.side for breach in settling.outcome.breaches):
            return
        amounts = [-pool * (seat == reckoning.declarer) for seat in settling.plan.table.seats]
        settling.line(
            clause, f"The declarer doubles the pool of {pool}", amounts, pool=pool, evidence=reckoning.judged
        )


class PoolLimit(Mechanism):
    """The pool contains no more than ``most`` counters.

    Any excess goes to the ``next`` pool, from which the main pool is refilled.
    """

    name: ClassVar[str] = "pool_limit"
    order: ClassVar[int] = 14
    most: int

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.have_pools(NEXT_POOL)

    def _level(self, pools: dict[str, int]) -> dict[str, int]:
        """Return the pools with the excess moved to the next pool, or moved back."""
        both = pools.get(MAIN_POOL, 0) + pools.get(NEXT_POOL, 0)
        level = {**pools, MAIN_POOL: min(both, self.most), NEXT_POOL: max(both - self.most, 0)}
        return {name: held for name, held in level.items() if held or name != NEXT_POOL}

    def open(self, ledger: Ledger, plan: PlanFacts) -> Ledger:
        return ledger._replace(pools=Fixed(self._level(dict(ledger.pools))))

    def settle(self, settling: Settling, clause: Clause) -> None:
        over = settling.pool - self.most
        if over > 0:
            settling.pools = self._level(settling.pools)
            settling.line(clause, f"The pool is full: {over} go to the next one", kind="verdict")
