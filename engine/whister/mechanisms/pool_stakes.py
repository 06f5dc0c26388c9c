"""Several pools, each with stakes of its own. One game has it so far."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from whister.clause import Clause
from whister.ledger import Ledger
from whister.mechanisms.base import Mechanism
from whister.plan import Plan


class PoolStakes(Mechanism):
    """What every player puts into each pool before the first deal, and again when it holds less than that.

    ``each`` maps a pool to one player's stake.
    """

    name: ClassVar[str] = "pool_stakes"
    alone: ClassVar[str] = (
        "No other game here has pools that all fill again when they run low; `dealer_stake` is the "
        "dealer's alone, and `pay_in` pays for what was captured."
    )
    each: Mapping[str, int]

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.opening.append(self)

    def open(self, ledger: Ledger, plan: Plan) -> Ledger:
        if ledger.redeal:
            return ledger
        totals, pools = list(ledger.totals), dict(ledger.pools)
        for pool, stake in self.each.items():
            if pools.get(pool, 0) < stake * plan.n:
                pools[pool] = pools.get(pool, 0) + stake * plan.n
                totals = [total - stake for total in totals]
        return ledger._replace(totals=tuple(totals), pools=MappingProxyType(pools))


class DealerStakes(Mechanism):
    """What the dealer puts into each pool as a deal opens. ``each`` maps a pool to the stake."""

    name: ClassVar[str] = "dealer_stakes"
    alone: ClassVar[str] = (
        "No other game here has a dealer who stakes in several pools at once; `dealer_stake` knows only "
        "the one."
    )
    order: ClassVar[int] = 2
    each: Mapping[str, int]

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.opening.append(self)

    def open(self, ledger: Ledger, plan: Plan) -> Ledger:
        if ledger.redeal:
            return ledger
        pools = {
            **ledger.pools,
            **{pool: ledger.pools.get(pool, 0) + stake for pool, stake in self.each.items()},
        }
        due = sum(self.each.values())
        totals = tuple(total - due * (seat == ledger.dealer) for seat, total in enumerate(ledger.totals))
        return ledger._replace(totals=totals, pools=MappingProxyType(pools))
