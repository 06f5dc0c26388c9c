"""Stakes paid into one or more pools before a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister.clause import Clause
from whister.ledger import MAIN_POOL, Ledger
from whister.mechanisms.payment.pool_doubling import NEXT_POOL
from whister.objects import Fixed
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.settling import SettlingPart


class PoolStakes(Mechanism):
    """Stakes that all the players pay into a pool before a deal if it contains less than the sum of those stakes.

    ``each`` maps a pool to one player's stake. With ``every_deal`` the stake is paid before each deal, whatever the
    pool contains.
    """

    name: ClassVar[str] = "pool_stakes"
    each: Mapping[str, int]
    every_deal: bool = False

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.have_pools(*self.each)

    def open(self, ledger: Ledger, plan: PlanFacts) -> Ledger:
        if ledger.redeal:
            return ledger
        totals, pools = list(ledger.totals), dict(ledger.pools)
        for pool, stake in self.each.items():
            if self.every_deal or pools.get(pool, 0) < stake * plan.table.n:
                pools[pool] = pools.get(pool, 0) + stake * plan.table.n
                totals = [total - stake for total in totals]
        return ledger._replace(totals=tuple(totals), pools=Fixed(pools))


class FreshPool(Mechanism):
    """An empty pool is filled before a deal: ``dealer`` counters from the dealer, ``others`` from each other player.

    If the pool is carried over, or a next one follows it (see ``pool_limit``), only the new dealer adds to it:
    ``standing`` counters. Nothing is paid when the same dealer deals again.
    """

    name: ClassVar[str] = "fresh_pool"
    dealer: int
    others: int
    standing: int

    def open(self, ledger: Ledger, plan: PlanFacts) -> Ledger:
        if ledger.redeal:
            return ledger
        pool = ledger.pools.get(MAIN_POOL, 0)
        left = pool or ledger.pools.get(NEXT_POOL)
        dealer, others = (self.standing, 0) if left else (self.dealer, self.others)
        due = [dealer if seat == ledger.dealer else others for seat in plan.table.seats]
        totals = [total - stake for total, stake in zip(ledger.totals, due, strict=True)]
        return ledger._replace(
            totals=tuple(totals), pools=Fixed({**ledger.pools, MAIN_POOL: pool + sum(due)})
        )
