"""A deal without a declarer in which all try to lose: the winner of the last trick, or of most tricks, pays the others."""

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
from whister.plan.settlement import Settling, tricks_of


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


class MostTricksPay(Mechanism):
    """If nobody has announced, whoever wins most tricks pays each other player the price of the contract ``like``.

    The prices are those of ``call_price``. Players who tie for most tricks all pay, but not each other.
    """

    name: ClassVar[str] = "most_tricks_pay"
    alone: ClassVar[str] = (
        "Derived rule sets inherit it unchanged; `most_pays` charges the difference in tricks, and `last_trick_pays` "
        "looks at one trick only."
    )
    order: ClassVar[int] = 11
    like: str

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        plan.bidding.expect_contract(self.like, f"{clause.id}: most_tricks_pay.like")

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        if outcome.void or settling.void or outcome.declarer is not None or outcome.stopped:
            return
        tricks, (prices, grade) = tricks_of(settling), settling.notes[PRICES]
        price = prices[self.like]
        losers = tuple(seat for seat in settling.plan.table.seats if tricks[seat] == max(tricks))
        settling.notes["most"] = losers
        amounts = [
            -price * (settling.n - len(losers)) if seat in losers else price * len(losers)
            for seat in settling.plan.table.seats
        ]
        said = " and ".join(f"seat {seat}" for seat in losers)
        settling.line(clause, f"Most tricks: {said}", kind="verdict")
        pay = "each pay the others" if len(losers) > 1 else "pays each of the others"
        settling.line(
            clause, f"{said.capitalize()} {pay} {price}", amounts, evidence=max(grade, clause.enforced)
        )
