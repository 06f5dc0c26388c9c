"""Support as the auction knows it: who may give it, and whose turn it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.bidding import Bid
from whister.plan.state import DealState


class Auction(Protocol):
    """The auction, as far as support asks of it."""

    def first_above(self, deal: DealState) -> int:
        """The place in the ladder of the lowest bid that beats the one that stands."""


class Support:
    """Who may support the bid that stands, and whose turn that makes it.

    A player who has passed speaks again only to support. Everybody else speaks until he has passed, or is of the side
    whose bid stands.
    """

    # facts of the auction besides its own: "supporter" (a seat; absent while nobody supports the bid that stands)

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
        """Whether the seat has spoken since the bid that stands was made."""
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
        """Whether the seat may support the bid that stands."""
        return (
            self._supportable(deal)
            and seat != deal.facts["bidder"]
            and not self._declined(deal, seat)
            and self._admitted(deal, seat)
        )

    def gone(self, deal: DealState, seat: int) -> bool:
        """Whether the seat may not support the bid that stands when its turn comes either, or nothing stands."""
        passed = seat in deal.facts["passed"] and not self.may(deal, seat)
        return passed or not self._supportable(deal)

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        """The support, where the seat may give it."""
        return (word(self.verb),) if self.may(deal, seat) else ()

    def next(self, phase: Auction, deal: DealState, seat: int) -> int | None:
        """Whose turn it is after a seat has spoken; None when nobody has anything left to say."""
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
            self.unsupported == "may-raise"
            and higher
            and self._supportable(deal)
            and not self._answered(deal)
        ):
            return int(bidder)
        return None

    def _answered(self, deal: DealState) -> bool:
        """Whether the bidder whom nobody supports has said already that he leaves it at that."""
        return deal.facts["bidder"] in deal.facts["passed"]

    def falls(self, deal: DealState, bid: Bid) -> bool:
        """Whether a bid that nobody supports is given up."""
        return self.unsupported == "throw-in" and self._supportable(deal)

    def refusal(self, deal: DealState, seat: int) -> tuple[Clause, str]:
        """The clause that refuses support, and why."""
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
        """What the seat may say to the bid that stands; "" where it is as in any auction."""
        if seat == deal.facts["bidder"]:
            return "Nobody supports it. Bid higher, or pass and play it alone."
        if not self.may(deal, seat):
            return ""
        rest = "or pass" if seat in deal.facts["passed"] else "bid higher or pass"
        return f"{self.verb.capitalize()} it, {rest}."
