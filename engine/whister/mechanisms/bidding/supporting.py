"""Support during the auction: another player may join a bid, and a higher bid dissolves the partnership."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.mechanisms.bidding.auction import auction_of
from whister.mechanisms.bidding.support import Support
from whister.plan.bidding import Bid
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState
from whister.plan.table import TablePart


class SupportBid(Mechanism):
    """Another player may support a bid of a contract with ``partner`` and so become the bidder's partner.

    ``said`` is the word for it, ``support`` or ``accept``. ``passed``: which players who have passed may support:
    ``any``, only eldest hand (``eldest-only``), or ``none``. A higher bid dissolves the partnership; without ``exact``
    the former supporter may then bid no contract for an exact number of tricks.
    """

    name: ClassVar[str] = "support"
    order: ClassVar[int] = 2
    said: Literal["support", "accept"] = "support"
    passed: Literal["any", "eldest-only", "none"] = "any"
    exact: bool = True

    @property
    def says(self) -> tuple[str, ...]:
        return (self.said,)

    def setup(self, clause: Clause, table: TablePart, course: CoursePart) -> None:
        auction_of(course, clause).support = Support(clause, self.said, self.passed)
        table.partner_called = {"support": "supporter", "accept": "acceptor"}[self.said]
        if not self.exact:
            auction_of(course, clause).barring.append((clause, self._barred))

    def _barred(self, deal: DealState, seat: int, bid: Bid) -> str:
        contract = deal.plan.bidding.contracts.get(bid.contract)
        if contract is None or not contract.exactly or (seat, self.said) not in deal.facts["calls"]:
            return ""
        return f"Seat {seat} has said {self.said!r}, and may not bid it later."


class SupportAfterPass(Mechanism):
    """Which players who have passed may still support: ``any``, only eldest hand (``eldest-only``), or ``none``."""

    name: ClassVar[str] = "support_after_pass"
    order: ClassVar[int] = 3
    who: Literal["any", "eldest-only", "none"] = "any"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"who": "none" if parameters.get("who", "any") == "any" else "any"}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        support = auction_of(course, clause).support
        if support is not None:
            support.passed, support.passed_clause = self.who, clause


class Unsupported(Mechanism):
    """The rule for a bid that nobody supports.

    ``then``: the bidder ``plays`` it alone or ``may-raise`` it, or the deal is thrown in (``throw-in``), unless with
    ``raise-or-throw-in`` the bidder raises it.
    """

    name: ClassVar[str] = "unsupported"
    order: ClassVar[int] = 3
    voids: ClassVar[tuple[str, ...]] = ("unsupported",)
    then: Literal["plays", "may-raise", "throw-in", "raise-or-throw-in"] = "plays"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"then": "throw-in" if parameters.get("then", "plays") == "plays" else "plays"}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        support = auction_of(course, clause).support
        if support is not None:
            support.unsupported, support.unsupported_clause = self.then, clause

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void == "unsupported":
            settling.line(clause, "Nobody supports it: the cards are thrown in", kind="verdict")
