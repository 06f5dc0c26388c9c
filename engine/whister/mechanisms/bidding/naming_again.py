"""Naming the suit without an auction while the pool is carried over."""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.mechanisms.bidding.auction import auction_of
from whister.mechanisms.bidding.naming import count_suit
from whister.plan.conclusion import Concluding
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState


class NameAgain(Mechanism):
    """There is no auction while the pool is carried over (see ``standing`` in the ledger).

    The last declarer is declarer again; if there was none, the cards of ``suit`` count again. ``leader`` makes the
    first lead: the ``declarer``, as after an auction, or ``eldest`` hand.
    """

    name: ClassVar[str] = "name_again"
    alone: ClassVar[str] = (
        "No other game here skips its auction and keeps the last declarer while a pool is carried over; "
        "`all_pass` applies only after an auction."
    )
    order: ClassVar[int] = 2
    suit: str = "H"
    leader: Literal["declarer", "eldest"] = "declarer"

    def setup(self, clause: Clause, pack: Pack, course: CoursePart) -> None:
        if self.suit not in pack.suits:
            raise RecordError(
                f"{clause.id}: name_again.suit = {self.suit!r}; expected one of {', '.join(pack.suits)}"
            )
        phase = auction_of(course, clause)
        phase.no_auction = self._declares_again
        phase.left_out = (clause, "The pool is carried over: nobody bids.")
        if self.leader == "eldest":
            usual = course.leader
            course.leader = lambda deal: deal.eldest if deal.ledger.standing else usual(deal)

    def settle(self, settling: Settling, clause: Clause) -> None:
        """Raise ``DealError`` if an outcome entered by hand lacks a bid after an auction, or has a bid without one.

        Nothing is paid.
        """
        outcome, stands = settling.outcome, bool(settling.ledger.standing)
        if outcome.void or outcome.declarer is None or bool(outcome.bid) != stands:
            return
        said = (
            "nothing is bid while the pool stands over" if stands else "the declarer bid something; give it"
        )
        raise DealError(f"outcome, bid: {said} [{clause.id}]")

    def _declares_again(self, deal: DealState) -> bool:
        if not deal.ledger.standing:
            return False
        if deal.ledger.last_declarer:
            deal.declarer = deal.ledger.last_declarer[0]
        else:
            count_suit(deal, self.suit)
        return True


class Uncounted(Mechanism):
    """A deal with a pool carried over does not count towards the length of the game and cannot end it."""

    name: ClassVar[str] = "uncounted"
    alone: ClassVar[str] = (
        "No other game here has deals that do not count towards its length; `end` counts them all."
    )

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        if concluding.ledger.standing:
            concluding.over, concluding.winners = False, ()

    def settle(self, settling: Settling, clause: Clause) -> None:
        settling.uncounted = bool(settling.ledger.standing)
