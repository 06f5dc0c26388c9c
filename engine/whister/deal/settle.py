"""From the facts of a deal to what it pays: a pure function, line by line, each line with its clause and its evidence."""

from __future__ import annotations

from operator import add

from whister.errors import NotSourcedError
from whister.ledger import NO_POOLS, Ledger
from whister.objects import Fixed
from whister.plan.compiled import Plan
from whister.plan.outcome import Outcome
from whister.plan.settlement import Settlement, Settling, declaring_side, whole


def settle(plan: Plan, outcome: Outcome, ledger: Ledger) -> Settlement:
    """See ``Rules.settle``. Raises ``DealError`` for an outcome that cannot be settled, or ``NotSourcedError``."""
    if plan.worth.named_value:
        plan = plan.counting(outcome.declared.get("suit", ""))
    settling = Settling(plan, outcome, ledger, plan.course.bonuses)
    try:
        for clause, mechanism in plan.asked.settle:
            mechanism.settle(settling, clause)
    except NotSourcedError as error:
        error.lines, error.made = tuple(settling.lines), settling.made
        raise
    void = bool(outcome.void) or settling.void
    same_dealer = void and settling.same_dealer
    delta = whole(settling.delta)
    gathered = outcome.order if plan.dealing.gathered else ()
    after = Ledger(
        ledger.number if void or settling.uncounted else ledger.number + 1,
        ledger.dealer if same_dealer else plan.table.next_dealer(ledger.dealer),
        tuple(map(add, ledger.totals, delta)), Fixed(settling.pools) if settling.pools else NO_POOLS,
        gathered if not plan.dealing.turns_still else ledger.still if gathered else (), same_dealer, settling.made, declaring_side(plan, outcome),
        settling.standing, gathered if plan.dealing.turns_still else (), settling.first_turn,
    )  # fmt: skip
    return Settlement(
        delta,
        plan.settling.unit,
        sum(settling.pools.values()),
        tuple(settling.lines),
        after,
        settling.made,
        settling.index,
    )
