"""Support in the auction: who may give it, and whose turn comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.bidding import Bid
from whister.plan.state import DealState


class Auction(Protocol):
    """The part of the auction's interface that support needs."""

    def first_above(self, deal: DealState) -> int:
        """Return the place in the ladder of the lowest bid above the highest bid so far."""

    def raises_own(self, deal: DealState) -> bool:
        """Return whether the last bidder may still replace the bid."""


class Support:
    """The rules of support: who may support the highest bid, and whose turn comes next.

    A player who has passed has another turn only to support a bid. The others have turns until they pass or belong to
    the side with the highest bid.
    """

    # an additional fact of the auction: "supporter" (a seat; absent while nobody supports the highest bid)

    def __init__(self, clause: Clause, said: str, passed: str) -> None:
        self.clause = clause
        self.verb = said
        self.passed = passed
        self.passed_clause = clause
        self.unsupported = "plays"
        self.unsupported_clause = clause

    def _supportable(self, deal: DealState) -> bool:
        facts = deal.facts
        if facts["high"] < 0 or "supporter" in facts:
            return False
        contract = deal.plan.bidding.contracts.get(deal.bids[facts["high"]].contract)
        return contract is not None and contract.partner

    def _declined(self, deal: DealState, seat: int) -> bool:
        """Return whether the seat has called since the highest bid was made."""
        calls = deal.facts["calls"]
        made = max(
            at
            for at, (caller, _) in enumerate(calls)
            if caller == deal.facts["bidder"] and calls[at][1] != "pass"
        )
        return any(caller == seat for caller, _ in calls[made + 1 :])

    def _admitted(self, deal: DealState, seat: int) -> bool:
        if seat not in deal.facts["passed"] or self.passed == "any":
            return True
        return self.passed == "eldest-only" and seat == deal.eldest

    def may(self, deal: DealState, seat: int) -> bool:
        """Return whether the seat may support the highest bid."""
        return (
            self._supportable(deal)
            and seat != deal.facts["bidder"]
            and not self._declined(deal, seat)
            and self._admitted(deal, seat)
        )

    def gone(self, deal: DealState, seat: int) -> bool:
        """Return whether the seat has passed and may not support the highest bid, or nobody may support that bid."""
        passed = seat in deal.facts["passed"] and not self.may(deal, seat)
        return passed or not self._supportable(deal)

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        """Return the call of support, if the seat may make it."""
        return (word(self.verb),) if self.may(deal, seat) else ()

    def next(self, phase: Auction, deal: DealState, seat: int) -> int | None:
        """Return the seat whose turn comes after the given seat's; None if no one has a call left."""
        facts, n = deal.facts, deal.plan.table.n
        side = (facts["bidder"], facts.get("supporter"))
        higher = phase.first_above(deal) < len(deal.bids)
        for step in range(1, n):
            turn = (seat + step) % n
            if turn in side:
                continue
            if (higher and turn not in facts["passed"]) or self.may(deal, turn):
                return turn
        bidder = facts["bidder"]
        if (
            self.unsupported in ("may-raise", "raise-or-throw-in")
            and higher
            and self._supportable(deal)
            and not self._answered(deal)
        ):
            return int(bidder)
        return int(bidder) if phase.raises_own(deal) else None

    def _answered(self, deal: DealState) -> bool:
        """Return whether a bidder without support has already declined to raise the bid."""
        return deal.facts["bidder"] in deal.facts["passed"]

    def falls(self, deal: DealState, bid: Bid) -> bool:
        """Return whether the deal is thrown in because a bid has no support."""
        return self.needed and self._supportable(deal)

    @property
    def needed(self) -> bool:
        """Whether a bid that may be supported is played only with a partner."""
        return self.unsupported in ("throw-in", "raise-or-throw-in")

    def refusal(self, deal: DealState, seat: int) -> tuple[Clause, str]:
        """Return the clause that refuses support, and why."""
        facts = deal.facts
        if facts.get("high", -1) < 0:
            return self.clause, "Nothing is announced that could be supported."
        if "supporter" in facts:
            return self.clause, f"Seat {facts['supporter']} supports it already."
        bid = naming.bid(deal.plan, deal.bids[facts["high"]])
        if not self._supportable(deal):
            return self.clause, f"{bid} is played alone."
        if seat == facts["bidder"]:
            return self.clause, "Nobody supports himself."
        if not self._admitted(deal, seat):
            return self.passed_clause, f"Seat {seat} has passed."
        return self.clause, f"Seat {seat} has spoken since {bid} was announced and has not supported it."

    def prompt(self, deal: DealState, seat: int) -> str:
        """Return a sentence with the answers the seat may give to the highest bid; "" if they are the usual ones."""
        if seat == deal.facts["bidder"] and not self._supportable(deal):
            return "The others have passed. Pass to play it, or bid what you will play instead."
        if seat == deal.facts["bidder"]:
            left = "the cards are thrown in" if self.needed else "play it alone"
            return f"Nobody {self.verb}s it. Bid higher, or pass and {left}."
        if not self.may(deal, seat):
            return ""
        rest = "or pass" if seat in deal.facts["passed"] else "bid higher or pass"
        return f"{self.verb.capitalize()} it, {rest}."
