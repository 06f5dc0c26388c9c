"""The score for an undertaking to take everything, for two partners and for the others."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.ledger import Amount
from whister.mechanisms.worth.undertaking import has_everything
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling


class UndertakingTest(Mechanism):
    """The undertaking is made if the declarer, with a partner if there is one, has taken everything it requires."""

    name: ClassVar[str] = "undertaking_test"
    alone: ClassVar[str] = (
        "No other undertaking here is shared with a partner found for the deal; `undertaking_score` tests "
        "fixed sides and scores them at once."
    )

    def settle(self, settling: Settling, clause: Clause) -> None:
        plan, outcome = settling.plan, settling.outcome
        contract = plan.bidding.contracts.get(outcome.contract)
        if contract is None or not contract.takes or outcome.void or outcome.breaches:
            return
        assert outcome.declarer is not None
        side = (outcome.declarer,) if outcome.partner is None else (outcome.declarer, outcome.partner)
        settling.notes["undertaking"] = side
        settling.made = has_everything(plan, outcome, settling.values(), side, contract.takes)
        settling.line(clause, f"{contract.title} {'made' if settling.made else 'lost'}", kind="verdict")


class UndertakingMade(Mechanism):
    """The score for an undertaking that is made, in place of all other scores in the deal; the others score nothing.

    ``points`` go to ``each`` of the two partners, or are ``shared`` between them; a declarer without a partner scores
    them all.
    """

    name: ClassVar[str] = "undertaking_made"
    alone: ClassVar[str] = (
        "No other undertaking here gives points to two partners who score separately; `undertaking_score` "
        "gives points to the opponents."
    )
    points: int
    to: Literal["each", "shared"] = "each"

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = settling.notes.get("undertaking", ())
        if not side or not settling.made:
            return
        settling.done.add("slam")
        each: Amount = self.points if self.to == "each" else Fraction(self.points, len(side))
        amounts = [(each if seat in side else 0) - scored for seat, scored in enumerate(settling.delta)]
        settling.line(clause, f"{each} to each of the side, in place of the cards captured", amounts)


class UndertakingLost(Mechanism):
    """The penalty for a lost undertaking, for the side that announced it; the others score as they would without it.

    ``charge``: each of the two partners scores the points of both together (``combined``), or ``fine`` points instead
    (``fine``).
    """

    name: ClassVar[str] = "undertaking_lost"
    alone: ClassVar[str] = (
        "No other undertaking here charges two partners together when it is lost; `undertaking_score` gives a "
        "fixed sum or leaves the score of the cards to each player."
    )
    charge: Literal["combined", "fine"] = "combined"
    fine: int = 26

    def settle(self, settling: Settling, clause: Clause) -> None:
        side = settling.notes.get("undertaking", ())
        if not side or settling.made:
            return
        scored = settling.delta
        due = sum(scored[seat] for seat in side) if self.charge == "combined" else self.fine
        amounts = [due - points if seat in side else 0 for seat, points in enumerate(scored)]
        settling.line(clause, f"{due} to each of the side, in place of what each took", amounts)
