"""A deal without a declarer in which all try not to win the last trick: its winner pays the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister.clause import Clause
from whister.errors import DealError
from whister.mechanisms.payment.call_price import PRICES
from whister.mechanisms.worth.bonus import LAST_TRICK, last_winner
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling


class LastTrickPays(Mechanism):
    """If nobody has announced, the winner of the last trick pays each other player the price of the contract ``like``.

    The prices are those of ``call_price``.
    """

    name: ClassVar[str] = "last_trick_pays"
    alone: ClassVar[str] = (
        "Derived rule sets inherit it unchanged; `most_pays` looks at all the tricks of a deal without a declarer."
    )
    order: ClassVar[int] = 11
    declares: ClassVar[Mapping[str, str]] = {LAST_TRICK: "seats"}
    like: str

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.reporting.append(last_winner)

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        plan.bidding.expect_contract(self.like, f"{clause.id}: last_trick_pays.like")

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        if outcome.void or settling.void or outcome.declarer is not None or outcome.stopped:
            return
        won: tuple[int, ...] = outcome.declared.get(LAST_TRICK, ())
        if len(won) != 1:
            raise DealError(
                "outcome, declared: the winner of the last trick pays; say which seat won it, such as "
                f"{{'{LAST_TRICK}': [0]}}"
            )
        prices, grade = settling.notes[PRICES]
        price = prices[self.like]
        amounts = [
            -price * (settling.n - 1) if seat == won[0] else price for seat in settling.plan.table.seats
        ]
        settling.line(clause, f"Last trick: seat {won[0]}", kind="verdict")
        settling.line(
            clause,
            f"Seat {won[0]} pays each of the others {price}",
            amounts,
            evidence=max(grade, clause.enforced),
        )
