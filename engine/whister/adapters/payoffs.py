"""The result of a deal as numbers that a learning program can maximise, and limits that no result exceeds.

The limits are worked out from the clauses that settle a deal, in their order: each adds the most that one seat may gain
by it and the most that one seat may lose. What several clauses pay instead of each other counts once, and pools are
followed at their fullest. So the limits are never too narrow, but may be wider than any result that the cards allow.
Revokes are left out, since the adapters offer only legal actions.
"""

from __future__ import annotations

from typing import NamedTuple

from whister import checks
from whister.adapters.paying import NOTHING, PAYING
from whister.adapters.reach import Reach
from whister.adapters.refused import Unbounded
from whister.deal import arguments
from whister.errors import NotSourcedError
from whister.ledger import Amount, Ledger
from whister.mechanisms.end.ending import low_wins
from whister.plan.compiled import Plan
from whister.rules import Deal, Rules


class Result(NamedTuple):
    """The result of a deal. ``utilities`` has a number for each seat, and a higher one is better: the settlement in
    ``unit``, negated where low totals win. If no source gives the payment, all are 0, and ``unpriced`` says what is
    missing.
    """

    utilities: tuple[float, ...]
    unit: str
    unpriced: str = ""


class Limits(NamedTuple):
    """The limits of one seat's utility in a deal, in the unit of the game."""

    least: float
    most: float


def result(deal: Deal) -> Result:
    """Return the result of a deal that is over. Raises ``DealError`` before that."""
    plan = deal.rules.plan
    try:
        settlement = deal.settle()
    except NotSourcedError as error:
        return Result((0.0,) * plan.table.n, plan.settling.unit, str(error))
    better = -1 if low_wins(plan) else 1
    return Result(tuple(better * float(amount) + 0.0 for amount in settlement.delta), settlement.unit)


def limits(rules: Rules, ledger: Ledger | None = None) -> Limits:
    """Return the limits of what a seat may gain or lose in a deal, pools included; ``ledger`` is the state before it.

    Raises ``Unbounded`` for rules with a way of paying that is not in the table of ``paying``, and ``DealError`` for a
    ledger of other rules.
    """
    checks.instance(rules, Rules, "limits, rules")
    plan = rules.plan
    if ledger is not None:
        arguments.ledger(ledger, plan)
    opened = plan.opened(ledger or plan.start)
    suits = plan.pack.suits if plan.worth.named_value else ("",)
    found = [_within(rules, plan.counting(suit), opened) for suit in suits]
    least, most = float(min(low for low, _ in found)), float(max(high for _, high in found))
    return Limits(0.0 - most, 0.0 - least) if low_wins(plan) else Limits(least, most)


def _within(rules: Rules, plan: Plan, ledger: Ledger) -> tuple[Amount, Amount]:
    """Return the lowest and the highest settlement of a seat."""
    reach = Reach(rules, plan, ledger)
    for clause, mechanism in plan.asked.settle:
        name = mechanism.name
        if name in NOTHING or type(mechanism).__module__.startswith("whister.mechanisms.revoke."):
            continue
        if name not in PAYING:
            raise Unbounded(f"{clause.id}: no limit is known for what {name!r} pays")
        PAYING[name](reach, mechanism)
        if reach.others is not None:
            PAYING[name](reach.others, mechanism)
    return reach.total


__all__ = ["Limits", "Result", "limits", "result"]
