"""The party: a stake determined by the cards laid out, won by the player with the fewest points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import DealError
from whister.ledger import Amount
from whister.plan.course import CoursePart
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling, doubled
from whister.plan.state import DealState
from whister.plan.worth import WorthPart


class PartyValue(Mechanism):
    """The value of the party: the points of the cards laid out, and ``plus`` more.

    ``instead`` maps cards to the points that they count here in place of their usual value.
    """

    name: ClassVar[str] = "party_value"
    alone: ClassVar[str] = (
        "No other game here has a stake determined by cards laid out; `values` gives their cost to a captor, "
        "and some count differently here."
    )
    order: ClassVar[int] = 11
    declares: ClassVar[Mapping[str, str]] = {"laid_aside": "cards"}
    plus: int = 0
    instead: Mapping[str, int] = NO_ENTRIES

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {}

    def setup(self, clause: Clause, course: CoursePart, worth: WorthPart) -> None:
        worth.card_unit = "points"
        course.reporting.append(cards_laid_out)

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void or "slam" in settling.done:
            return
        plan, laid = settling.plan, settling.outcome.declared.get("laid_aside")
        if laid is None:
            raise DealError(
                "outcome: give the cards laid out, one for each seat, as declared={'laid_aside': [...]}"
            )
        value = self.plus + sum(
            self.instead.get(card, plan.worth.of(plan.pack.mask([card]))) for card in laid
        )
        settling.notes["party"] = value
        settling.line(clause, f"The party is worth {value}", kind="verdict")


def cards_laid_out(deal: DealState) -> Mapping[str, Any]:
    """Return the fact ``laid_aside``: the card that each seat laid out."""
    laid = deal.facts.get("laid_aside", {})
    if len(laid) < deal.plan.table.n:
        return {}
    return {"laid_aside": tuple(str(deal.plan.cards_of(laid[seat])[0]) for seat in deal.plan.table.seats)}


class PartyWinner(Mechanism):
    """The winner of the party: the player with the fewest points.

    ``ties`` lists the tests that break a tie, in order: ``tricks`` (the fewest win), or ``dealer`` (the dealer of this
    deal wins, or else the player who dealt most recently).
    """

    name: ClassVar[str] = "party_winner"
    alone: ClassVar[str] = (
        "No other game here ranks the players by points, tricks and the deal; `winner` is for the end of a "
        "game, and `lowest_takes` divides a tie."
    )
    order: ClassVar[int] = 12
    ties: tuple[Literal["tricks", "dealer"], ...] = ()

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"ties": []} if parameters.get("ties") else None

    def settle(self, settling: Settling, clause: Clause) -> None:
        if "party" not in settling.notes:
            return
        points, tricks = settling.values(), settling.outcome.tricks or (0,) * settling.n
        dealer, step = settling.ledger.dealer, settling.plan.table.rotation or 1
        measures = {
            "tricks": tricks,
            "dealer": [(dealer - seat) * step % settling.n for seat in settling.plan.table.seats],
        }
        order = sorted(
            settling.plan.table.seats,
            key=lambda seat: (points[seat], *(measures[tie][seat] for tie in self.ties)),
        )
        name_winner(settling, clause, order)


def name_winner(settling: Settling, clause: Clause, order: list[int]) -> None:
    """Record the seats in order, from the winner of the party to its payer, and add a line that names the winner."""
    settling.notes["party_order"] = order
    settling.notes["party_winner"] = order[0]
    settling.line(clause, f"Seat {order[0]} wins the party", kind="verdict")


class Party(Mechanism):
    """The payment of the party to its winner.

    ``payer``: ``most-points`` (the last player in the order that determines the winner) or ``all-losers-equally`` (an
    equal share each, wherever they sit).
    """

    name: ClassVar[str] = "party"
    alone: ClassVar[str] = (
        "No other game here has the last player in an order pay the first a stake; `pay_difference` and "
        "`lowest_takes` calculate the sum from the cards captured."
    )
    order: ClassVar[int] = 14
    payer: Literal["most-points", "all-losers-equally"] = "most-points"

    def settle(self, settling: Settling, clause: Clause) -> None:
        order = settling.notes.get("party_order")
        if order is None:
            return
        winner, loser, value = order[0], order[-1], settling.notes["party"]
        alone = self.payer == "most-points" or "free_hand_lost" in settling.notes
        if alone:
            due: Amount = doubled(settling.plan, value, loser, winner)
            amounts = [due * ((seat == winner) - (seat == loser)) for seat in settling.plan.table.seats]
            settling.line(clause, f"Seat {loser} pays the party of {value}", amounts)
            return
        share = Fraction(value, settling.n - 1)
        amounts = [Fraction(value) if seat == winner else -share for seat in settling.plan.table.seats]
        settling.line(clause, f"The losers share the party of {value}", amounts)
