"""What a game of few clauses pays: the facts of a deal and what stands before it, given by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from whister import Rules

Game = dict[str, dict[str, Any]]
CALLS: Game = {"auction": {}, "outbid": {}}
#: contracts of five and of six tricks, each in four suits, and whether they are made
FIVE_OR_SIX: Game = {**CALLS, "number_contracts": {"least": 5, "most": 6}, "ladder": {}, "target": {}}


class Paid(NamedTuple):
    """What a settlement came to."""

    delta: list[Any]
    pools: dict[str, int]
    said: list[str]

    @property
    def left(self) -> int:
        """The chips in the pools."""
        return sum(self.pools.values())


def paid(rules: Rules, stands: Mapping[str, Any] = {}, /, **facts: Any) -> Paid:
    """Settle the facts of a deal; each line as it is said."""
    found = rules.settle(rules.outcome(**facts), rules.ledger(**stands))
    return Paid(list(found.delta), dict(found.ledger.pools), [line.text for line in found.lines])


def opened(rules: Rules, **stands: Any) -> tuple[list[Any], dict[str, int]]:
    """The totals and the pools once a deal has been opened, the stakes paid."""
    ledger = rules.deal(1, ledger=rules.ledger(**stands)).ledger
    return list(ledger.totals), dict(ledger.pools)
