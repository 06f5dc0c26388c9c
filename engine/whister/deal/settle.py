"""Settling a deal from its facts: a pure function that returns a line for each amount, with its clause and its
evidence."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from operator import add

from whister.errors import NotSourcedError
from whister.ledger import NO_POOLS, Amount, Ledger, Line
from whister.objects import Fixed
from whister.plan.compiled import Plan
from whister.plan.outcome import Outcome
from whister.plan.settlement import Later, Settlement, Settling, declaring_side, whole


def settle(plan: Plan, outcome: Outcome, ledger: Ledger) -> Settlement:
    """See ``Rules.settle``. Raises ``DealError`` for an outcome that cannot be settled, or ``NotSourcedError``."""
    if plan.worth.named_value:
        plan = plan.counting(outcome.declared.get("suit", ""))
    settling = Settling(plan, outcome, ledger, plan.course.bonuses, told=False)
    try:
        for clause, mechanism in plan.asked.settle:
            mechanism.settle(settling, clause)
    except NotSourcedError as error:
        error.lines, error.made = _told(plan, outcome, ledger), settling.made
        raise
    pools = settling.pools
    told = Told(plan, outcome, ledger, settling)
    pool = sum(pools.values()) if pools else 0
    return Settlement(
        whole(settling.delta), plan.settling.unit, pool, told, told, made=settling.made, index=settling.index
    )


class Told(Later):
    """The details of a settlement, worked out on request."""

    __slots__ = ("_before", "_outcome", "_plan", "_settling")

    def __init__(self, plan: Plan, outcome: Outcome, before: Ledger, settling: Settling) -> None:
        self._plan, self._outcome, self._before, self._settling = plan, outcome, before, settling

    def lines(self) -> tuple[Line, ...]:
        """Settle the deal again, and return the lines, with text for each amount."""
        return _told(self._plan, self._outcome, self._before)

    def ledger(self, delta: Sequence[Amount]) -> Ledger:
        """Return the ledger after the deal."""
        plan, outcome, ledger, settling = self._plan, self._outcome, self._before, self._settling
        void = bool(outcome.void) or settling.void
        same_dealer = void and settling.same_dealer
        gathered = outcome.order if plan.dealing.gathered else ()
        return Ledger.sure(
            ledger.number if void or settling.uncounted else ledger.number + 1,
            ledger.dealer if same_dealer else plan.table.next_dealer(ledger.dealer, settling.next_eldest),
            tuple(map(add, ledger.totals, delta)), Fixed(settling.pools) if settling.pools else NO_POOLS,
            gathered if not plan.dealing.in_turn else ledger.still if gathered else (), same_dealer, settling.made, declaring_side(plan, outcome),
            settling.standing, gathered if plan.dealing.in_turn else (), settling.first_turn,
        )  # fmt: skip


def reckoned(plan: Plan, outcome: Outcome, ledger: Ledger) -> Settling:
    """Return a settlement with its intermediate results; if no source gives a price that is needed, only the results
    worked out before that."""
    if plan.worth.named_value:
        plan = plan.counting(outcome.declared.get("suit", ""))
    settling = Settling(plan, outcome, ledger, plan.course.bonuses)
    with suppress(NotSourcedError):
        for clause, mechanism in plan.asked.settle:
            mechanism.settle(settling, clause)
    return settling


def _told(plan: Plan, outcome: Outcome, ledger: Ledger) -> tuple[Line, ...]:
    """Return the lines of a settlement."""
    return tuple(reckoned(plan, outcome, ledger).lines)
