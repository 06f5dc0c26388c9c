"""An undertaking to take everything, announced before the first lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.notation import Action, word
from whister.plan.bidding import NO_TRUMP, Announcement, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.naming import undertaking
from whister.plan.outcome import Outcome, captured_masks
from whister.plan.settlement import Settling
from whister.plan.state import DealState


class Undertaking(Mechanism):
    """A player may announce that they will take everything; they are then the declarer, and this is the contract.

    ``said`` is the word of the announcement, as in ``declare capot``, and the ID of the contract; ``title`` is its
    name. ``verb``: ``declare``, or ``bid`` as in ``bid slam``. With ``helped`` a partner may be found for it (see
    ``called_partner``). ``takes`` is what must be taken: all the ``tricks`` or all the ``penalties``. Each player in
    turn announces or passes, beginning with ``first`` (``eldest`` or ``dealer``). The first announcement closes the
    phase ``announce``, which comes before the play.
    """

    name: ClassVar[str] = "undertaking"
    said: str
    title: str
    takes: Literal["tricks", "penalties"]
    first: Literal["eldest", "dealer"] = "eldest"
    verb: Literal["declare", "bid"] = "declare"
    helped: bool = False

    @property
    def says(self) -> tuple[str, ...]:
        return (f"{self.verb} {self.said}", "pass")

    def setup(self, clause: Clause, course: CoursePart, bidding: BiddingPart) -> None:
        if self.said in bidding.contracts:
            raise RecordError(
                f"{clause.id}: undertaking.said = {self.said!r}, which {bidding.contracts[self.said].clause.id} already has"
            )
        bidding.contracts[self.said] = Announcement(
            self.said, self.title, clause, rank=0, tricks=0, exactly=False, trump=NO_TRUMP, discard=0, exposed=False,
            partner=self.helped, spelling=self.said, takes=self.takes,
        )  # fmt: skip
        phase = course.phases.setdefault("announce", AnnouncePhase(clause, self.first == "dealer"))
        assert isinstance(phase, AnnouncePhase)
        phase.calls = (*phase.calls, word(self.verb, self.said))


class AnnouncePhase(Phase):
    """The announcements: each seat in turn announces or passes aloud, until one has announced."""

    what = "The time for announcements"

    # facts: "asked" (the number of seats that have spoken), "calls" ((seat, text), …)

    def __init__(self, clause: Clause, from_dealer: bool) -> None:
        super().__init__("announce", clause)
        self.calls: tuple[Action, ...] = ()
        self._from_dealer = from_dealer

    @property
    def says(self) -> Sequence[str]:  # type: ignore[override]
        """The announcements that the clauses allow, and passing."""
        return (*self.calls, "pass")

    def pending(self, deal: DealState) -> tuple[int, ...]:
        asked = deal.facts.get("asked", 0)
        if asked == deal.plan.table.n or any(deal.contract == call.words[0] for call in self.calls):
            return ()
        first = deal.dealer if self._from_dealer else deal.eldest
        return ((first + asked) % deal.plan.table.n,)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return (*self.calls, word("pass"))

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        expected = ", ".join(f"'{call}'" for call in self.calls)
        return self.clause, f"Expected {expected} or 'pass'."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts["asked"] = deal.facts.get("asked", 0) + 1
        deal.facts["calls"] = (*deal.facts.get("calls", ()), (seat, str(action)))
        if action.verb != "pass":
            deal.declarer, deal.contract = seat, action.words[0]

    def prompt(self, deal: DealState, seat: int) -> str:
        contracts = [deal.plan.bidding.contracts[call.words[0]] for call in self.calls]
        named = " or ".join(
            f"{undertaking(deal.plan, c.id)} (all the {_EVERYTHING[c.takes]})" for c in contracts
        )
        return f"{'Bid' if self.calls[0].verb == 'bid' else 'Announce'} {named}, or pass."


_EVERYTHING = {"tricks": "tricks", "penalties": "penalty cards"}


class UndertakingScore(Mechanism):
    """The score for the ``contract`` of an undertaking, in place of the cards captured.

    ``made``: the points for each opponent, with none for the declarer; ``lost``: the points for the declarer, with none
    for the others. Partners score the same as the declarer. ``charge``: what is scored for a lost undertaking, the
    ``fine`` of ``lost`` points or the ``cards`` that each player captured.
    """

    name: ClassVar[str] = "undertaking_score"
    contract: str
    made: int
    lost: int = 0
    charge: Literal["fine", "cards"] = "fine"

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        plan.bidding.expect_contract(self.contract, f"{clause.id}: undertaking_score.contract")

    def settle(self, settling: Settling, clause: Clause) -> None:
        plan, outcome = settling.plan, settling.outcome
        if outcome.contract != self.contract or outcome.void or outcome.breaches:
            return
        assert outcome.declarer is not None
        settling.done.add("slam")
        side = plan.table.side_of(outcome.declarer)
        contract = plan.bidding.contracts[self.contract]
        settling.made = has_everything(plan, outcome, settling.values(), side, contract.takes)
        text = f"{contract.title} {'made' if settling.made else 'lost'}"
        settling.line(clause, text, kind="verdict")
        if self.charge == "cards" and not settling.made:
            return
        due = [0 if (seat in side) == settling.made else self.made if settling.made else self.lost
               for seat in plan.table.seats]  # fmt: skip
        to = f"{self.made} to each opponent" if settling.made else f"{self.lost} to the declarer"
        settling.line(clause, f"{to}, in place of the cards captured", [
            amount - scored for amount, scored in zip(due, settling.delta, strict=True)])  # fmt: skip


def has_everything(
    plan: PlanFacts, outcome: Outcome, values: Sequence[int], side: Sequence[int], takes: str
) -> bool:
    """Return whether a side has taken all the tricks, or all the penalty cards, as ``takes`` requires.

    Raises ``DealError`` if the outcome does not include the facts needed.
    """
    if takes == "tricks":
        if outcome.tricks is None:
            raise DealError(
                "outcome: an undertaking to win every trick cannot be settled without 'tricks'; give them"
            )
        return sum(outcome.tricks[seat] for seat in side) == sum(outcome.tricks)
    if "points" in outcome.declared:
        return sum(values[seat] for seat in side) == plan.worth.total_value
    wanted = plan.worth.penalties | plan.worth.slam_also
    return sum(captured_masks(outcome)[seat] & wanted for seat in side) == wanted
