"""A partner for one deal: the declarer asks, and the others answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.clause import Clause, Verdict
from whister.errors import RecordError
from whister.mechanisms.bidding.auction import AuctionPhase, ask_or_alone
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.state import DealState
from whister.plan.table import TablePart

ASK, ALONE, ACCEPT, DECLINE = word("ask"), word("alone"), word("accept"), word("decline")


class PartnerPhase(Phase):
    """The search for a partner: the declarer asks or plays alone, and the others answer until one accepts."""

    what = "Asking for a partner"
    says = (ASK, ALONE, ACCEPT, DECLINE)

    # facts: "asks" (None until decided), "answers" ((seat, text), …), "taken" (the acceptor may be refused)

    def __init__(self, clause: Clause) -> None:
        super().__init__("partner", clause)
        self.said_in_auction = False
        self.step = 1
        self.order_clause = clause
        self.passed_may_accept = False
        self.acceptors_clause = clause
        self.may_refuse = False
        self.bound_clause = clause

    def begin(self, deal: DealState) -> bool:
        contract = deal.plan.bidding.contracts.get(deal.contract)
        if deal.declarer is None or contract is None or not contract.partner:
            return False
        if not self.said_in_auction:
            deal.facts["asks"] = None
        deal.facts["answers"] = ()
        return bool(self.pending(deal))

    def asked(self, deal: DealState) -> tuple[int, ...]:
        """Return the seats that are asked, in the order in which they answer."""
        assert deal.declarer is not None
        n = deal.plan.table.n
        passed = frozenset() if self.passed_may_accept else deal.facts.get("passed", frozenset())
        seats = [(deal.declarer + self.step * k) % n for k in range(1, n)]
        return tuple(seat for seat in seats if seat not in passed)

    def pending(self, deal: DealState) -> tuple[int, ...]:
        asks, answers = deal.facts["asks"], deal.facts["answers"]
        assert deal.declarer is not None
        if asks is None:
            return (deal.declarer,)
        if not asks:
            return ()
        if answers and answers[-1][1] == str(ACCEPT):
            return (deal.declarer,) if self.may_refuse and "taken" not in deal.facts else ()
        return self.asked(deal)[len(answers) :][:1]

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        if seat != deal.declarer:
            return (ACCEPT, DECLINE)
        return (ASK, ALONE) if deal.facts["asks"] is None else (ACCEPT, ALONE)

    def judge(self, deal: DealState, seat: int, action: Action) -> Verdict:
        pending = self.pending(deal)
        if seat not in pending and deal.facts["asks"] and seat != deal.declarer:
            if seat not in self.asked(deal):
                return Verdict(False, self.acceptors_clause, f"Seat {seat} has passed.")
            if seat in dict(deal.facts["answers"]):
                return Verdict(False, self.order_clause, f"Seat {seat} has answered.")
            if pending[0] != deal.declarer:
                return Verdict(False, self.order_clause, f"Seat {pending[0]} answers before seat {seat}.")
        return super().judge(deal, seat, action)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        offered = " or ".join(repr(str(a)) for a in self.legal(deal, seat))
        choosing = seat == deal.declarer and deal.facts["asks"] is not None
        return self.bound_clause if choosing else self.clause, f"Expected {offered}."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        contract = deal.plan.bidding.contracts.get(deal.contract)
        if deal.declarer is None or contract is None:
            return self.clause, "Nobody has made a bid."
        if not contract.partner:
            title = naming.contract_title(deal.plan, deal.contract, deal.trump)
            return self.clause, f"{title} is played alone."
        if deal.partner is not None:
            return self.clause, f"Seat {deal.partner} is the partner of seat {deal.declarer}."
        if deal.facts.get("asks") and not deal.facts.get("taken", True):
            return self.bound_clause, f"Seat {deal.declarer} has refused the partner and plays alone."
        said = "has asked, and nobody has accepted" if deal.facts.get("asks") else "plays alone"
        return self.clause, f"Seat {deal.declarer} {said}."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        facts = deal.facts
        if seat != deal.declarer:
            facts["answers"] = (*facts["answers"], (seat, str(action)))
            if action == ACCEPT and not self.may_refuse:
                deal.partner = seat
        elif facts["asks"] is None:
            facts["asks"] = action == ASK
        else:
            facts["taken"] = action == ACCEPT
            if action == ACCEPT:
                deal.partner = facts["answers"][-1][0]

    def prompt(self, deal: DealState, seat: int) -> str:
        if seat != deal.declarer:
            wanted = deal.plan.bidding.contracts[deal.contract]
            together = wanted.tricks + deal.plan.bidding.joint_more(wanted)
            return f"Seat {deal.declarer} asks for a partner: {together} tricks together. Accept or decline."
        if deal.facts["asks"] is None:
            return ask_or_alone(deal, deal.contract)
        return f"Seat {deal.facts['answers'][-1][0]} would be your partner. Accept, or play alone."


def _phase(course: CoursePart, clause: Clause) -> PartnerPhase:
    phase = course.phases.get("partner")
    if not isinstance(phase, PartnerPhase):
        raise RecordError(
            f"{clause.id}: this is a rule of asking for a partner, but no earlier clause has 'whister'"
        )
    return phase


class Whister(Mechanism):
    """The declarer of a contract that allows it may ask for a partner.

    ``asked``: ``after-auction``, or ``with-announcement`` (each player who announces says at once whether they would
    ask). ``called``: the word for the partner.
    """

    name: ClassVar[str] = "whister"
    speech: ClassVar[tuple[str, ...]] = (ASK, ALONE, ACCEPT, DECLINE)
    asked: Literal["after-auction", "with-announcement"] = "after-auction"
    called: Literal["whister", "partner"] = "whister"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        after = parameters.get("asked", "after-auction") == "after-auction"
        return {**parameters, "asked": "with-announcement" if after else "after-auction"}

    def setup(self, clause: Clause, table: TablePart, course: CoursePart) -> None:
        phase = course.phases["partner"] = PartnerPhase(clause)
        table.partner_called = self.called
        auction = course.phases.get("auction")
        if self.asked == "with-announcement" and isinstance(auction, AuctionPhase):
            phase.said_in_auction = True
            auction.asking = clause


class Answers(Mechanism):
    """The players asked answer in turn, from the declarer's ``left`` (or ``right``); the first to accept is partner."""

    name: ClassVar[str] = "answers"
    from_the: Literal["left", "right"] = "left"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"from_the": "right" if parameters.get("from_the", "left") == "left" else "left"}

    def setup(self, clause: Clause, table: TablePart, course: CoursePart) -> None:
        phase = _phase(course, clause)
        phase.step = table.left if self.from_the == "left" else -table.left
        phase.order_clause = clause


class Acceptors(Mechanism):
    """The players who may accept; with ``passed``, including those who have passed in the auction."""

    name: ClassVar[str] = "acceptors"
    passed: bool = True

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"passed": not parameters.get("passed", True)}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        phase = _phase(course, clause)
        phase.passed_may_accept, phase.acceptors_clause = self.passed, clause


class Bound(Mechanism):
    """Whether a declarer who has asked ``may_refuse`` the player who accepts, and then play alone."""

    name: ClassVar[str] = "bound"
    may_refuse: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"may_refuse": not parameters.get("may_refuse", False)}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        phase = _phase(course, clause)
        phase.may_refuse, phase.bound_clause = self.may_refuse, clause
