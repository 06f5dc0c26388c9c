"""The result of a contract, and the index by which it is paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from whister.clause import Clause, Evidence
from whister.errors import DealError
from whister.plan import naming
from whister.plan.bidding import NAMED, Announcement, BiddingPart
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling, declaring_side, tricks_of


@dataclass(slots=True)
class Reckoning:
    """A contract while it is being settled, with the results that each clause records for the next."""

    contract: Announcement
    suit: str
    declarer: int
    partner: int | None  #: a partner found for the deal, never the other seat of a fixed side
    side: tuple[int, ...]
    opponents: tuple[int, ...]
    tricks: int  #: the side's tricks, adjusted for any that a revoke has moved
    target: int
    honours: int = 0  #: the value of the side's honours
    opposing_honours: int = 0
    helped: int = 0  #: honours that count as tricks towards the target
    made: bool | None = None
    forced: bool | None = None  #: whether a revoke makes (True) or loses (False) it, whatever the tricks
    index: int | None = None
    row: Announcement | None = None  #: the contract whose price is paid, if it is not the one announced
    price: int | None = None  #: the price that each opponent pays or receives
    over: int = 0  #: the part of it for each trick over
    moved: int = 0  #: the tricks that a revoke has moved to the side
    payer: int | None = None  #: the opponent who pays for all
    evidence: Evidence = Evidence.DESCRIBED  #: the weakest evidence for the payment
    judged: Evidence = Evidence.DESCRIBED  #: the weakest evidence for the verdict

    def rests_on(self, clause: Clause) -> None:
        """Record a clause on which the payment depends."""
        self.evidence = max(self.evidence, clause.enforced)

    def judged_by(self, clause: Clause) -> None:
        """Record a clause on which the verdict, and so also the payment, depends."""
        self.judged = max(self.judged, clause.enforced)
        self.rests_on(clause)

    @property
    def short(self) -> int:
        """Return the number of tricks by which a lost contract falls short; 1 if only a revoke loses it."""
        return max(self.target - self.tricks, 1)


def reckoning_of(settling: Settling) -> Reckoning | None:
    """Return the contract to be settled; None if there is none, or the deal is void.

    Raises ``DealError`` for an outcome without the facts needed.
    """
    outcome = settling.outcome
    if outcome.void or settling.void or outcome.declarer is None:
        return None
    found = settling.notes.get("contract")
    if isinstance(found, Reckoning):
        return found
    contract = settling.plan.bidding.contracts.get(outcome.contract)
    if contract is None:
        known = ", ".join(str(bid) for bid in settling.plan.bidding.bids[:4])
        raise DealError(f"outcome, contract: a declarer needs a contract, such as {known} …")
    if not contract.rank and not contract.takes:
        raise DealError(
            f"outcome, contract: nobody announces {contract.id!r}; it is played without a declarer"
        )
    if contract.trump == NAMED and not outcome.trump:
        raise DealError(
            f"outcome, contract: {contract.id} is announced with its suit, such as {contract.bid('H')}"
        )
    if contract.trump_later and not outcome.trump:
        raise DealError(f"outcome, trump: {contract.id} is played with a trump suit; give it, such as 'H'")
    tricks = tricks_of(settling)
    side = declaring_side(settling.plan, outcome)
    if outcome.partner is not None and (outcome.partner == outcome.declarer or not contract.partner):
        raise DealError(f"outcome, partner: {contract.title} is not played by seats {side} together")
    if outcome.partner is None and contract.id in settling.plan.bidding.paired:
        raise DealError(f"outcome, partner: {contract.title} is played by two together; give the partner")
    # an exact number counts the declarer's tricks alone, even with a fixed partner
    won = tricks[outcome.declarer] if contract.exactly else sum(tricks[seat] for seat in side)
    if outcome.stopped and not outcome.breaches and not contract.exactly:
        won += contract.tricks - sum(tricks)  # a slam given up: only the tricks already lost are short
    reckoning = Reckoning(
        contract, outcome.trump, outcome.declarer, outcome.partner, side,
        tuple(s for s in settling.plan.table.seats if s not in side), won, contract.tricks,
    )  # fmt: skip
    reckoning.judged_by(contract.clause)
    if settling.plan.table.sides is not None:
        reckoning.judged_by(settling.plan.clause_of["partners"])
    settling.notes["contract"] = reckoning
    return reckoning


class JointTarget(Mechanism):
    """A declarer with a partner must win, together with the partner, ``more`` tricks than one playing alone.

    ``of`` maps contracts with a different number to that number.
    """

    name: ClassVar[str] = "joint_target"
    order: ClassVar[int] = 3
    more: int = 3
    of: Mapping[str, int] = NO_ENTRIES

    def setup(self, clause: Clause, bidding: BiddingPart) -> None:
        bidding.joint_more = self._more

    def _more(self, contract: Announcement) -> int:
        return self.of.get(contract.id, self.more)

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and reckoning.partner is not None:
            reckoning.target += self._more(reckoning.contract)
            reckoning.judged_by(clause)


class Target(Mechanism):
    """A contract is made with at least the number of tricks announced, or with exactly that number if required."""

    name: ClassVar[str] = "target"
    order: ClassVar[int] = 6

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None:
            return
        tricks = reckoning.tricks + reckoning.helped
        made = tricks == reckoning.target if reckoning.contract.exactly else tricks >= reckoning.target
        if reckoning.forced is not None:
            made = reckoning.forced
        settling.made = reckoning.made = made
        exactly = "exactly " if reckoning.contract.exactly else ""
        wanted = f"{exactly}{reckoning.target}" if reckoning.target else "none"
        of = f"{reckoning.tricks} trick{'s' if reckoning.tricks != 1 else ''}, {wanted} wanted"
        if settling.outcome.stopped and not (reckoning.contract.exactly or settling.outcome.breaches):
            of = f"a trick lost, all {reckoning.target} wanted"
        title = naming.contract_title(settling.plan, reckoning.contract.id, reckoning.suit)
        text = f"{title}: {'made' if made else 'lost'} ({of})"
        settling.line(clause, text, kind="verdict", evidence=reckoning.judged)


class IndexMade(Mechanism):
    """The index of a contract that is made: the tricks won, plus the honours."""

    name: ClassVar[str] = "index_made"
    order: ClassVar[int] = 7

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and reckoning.made and not reckoning.contract.exactly:
            reckoning.index = settling.index = reckoning.tricks + reckoning.honours
            reckoning.rests_on(clause)


class IndexLost(Mechanism):
    """The index of a contract that is lost: the target, plus the tricks short and, with ``honours``, the honours."""

    name: ClassVar[str] = "index_lost"
    order: ClassVar[int] = 7
    honours: bool = True

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and reckoning.made is False and not reckoning.contract.exactly:
            held = reckoning.honours if self.honours else 0
            reckoning.index = settling.index = reckoning.target + reckoning.short + held
            reckoning.rests_on(clause)


class IndexWithPartner(Mechanism):
    """How a contract of two partners is paid: by the index of all their tricks (``combined``), by an index lower by
    ``off`` (``relative``), or as a contract of as many tricks as the two must win together (``row``).
    """

    name: ClassVar[str] = "index_with_partner"
    order: ClassVar[int] = 8
    reckoned: Literal["combined", "relative", "row"] = "combined"
    off: int = 3

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        other = "relative" if parameters.get("reckoned", "combined") == "combined" else "combined"
        return {**parameters, "reckoned": other}

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.partner is None or reckoning.index is None:
            return
        if self.reckoned == "relative":
            reckoning.index -= self.off
            settling.index = reckoning.index
        elif self.reckoned == "row":
            reckoning.row = _of_tricks(settling, reckoning.contract, reckoning.target)
        reckoning.rests_on(clause)


def _of_tricks(settling: Settling, announced: Announcement, tricks: int) -> Announcement | None:
    """Return the contract like the one announced that is for this number of tricks, with a hidden hand; None if there
    is none."""
    return next(
        (
            contract
            for contract in settling.plan.bidding.contracts.values()
            if contract.tricks == tricks and contract.trump == announced.trump and not contract.exposed
        ),
        None,
    )


class IndexLimit(Mechanism):
    """The index never goes above ``at``."""

    name: ClassVar[str] = "index_limit"
    alone: ClassVar[str] = (
        "Like `index_made` it affects the index by which a contract is paid, but it is a limit set by one "
        "game's option."
    )
    order: ClassVar[int] = 9
    at: int = 13

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and reckoning.index is not None and reckoning.index > self.at:
            reckoning.index = settling.index = self.at
            reckoning.rests_on(clause)
