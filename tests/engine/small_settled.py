"""What a game of few clauses pays, given by hand the facts of a deal and the ledger before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from whister import Rules

Game = dict[str, dict[str, Any]]
CALLS: Game = {"auction": {}, "outbid": {}}
#: contracts of five and of six tricks, each in four suits, with the rule for making them
FIVE_OR_SIX: Game = {**CALLS, "number_contracts": {"least": 5, "most": 6}, "ladder": {}, "target": {}}


class Paid(NamedTuple):
    """The result of a settlement."""

    delta: list[Any]
    pools: dict[str, int]
    said: list[str]

    @property
    def left(self) -> int:
        """The chips in the pools."""
        return sum(self.pools.values())


def paid(rules: Rules, stands: Mapping[str, Any] = {}, /, **facts: Any) -> Paid:
    """Settle the facts of a deal; return the amounts, the pools and the text of each line."""
    found = rules.settle(rules.outcome(**facts), rules.ledger(**stands))
    return Paid(list(found.delta), dict(found.ledger.pools), [line.text for line in found.lines])


def opened(rules: Rules, **stands: Any) -> tuple[list[Any], dict[str, int]]:
    """Return the totals and the pools once a deal has been opened and the stakes paid."""
    ledger = rules.deal(1, ledger=rules.ledger(**stands)).ledger
    return list(ledger.totals), dict(ledger.pools)
