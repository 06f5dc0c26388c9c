"""Claiming the remaining tricks instead of playing them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan.course import CoursePart
from whister.plan.mechanism import Aside, Mechanism, Phase
from whister.plan.state import DealState

CLAIM = word("claim", "rest")
ACCEPT, DECLINE = word("accept"), word("decline")


class ClaimAside(Aside):
    """The call ``claim rest`` by the seat whose turn it is to play."""

    says = (CLAIM,)

    def __init__(self, clause: Clause) -> None:
        self.clause = clause

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return (CLAIM,) if seat == deal.to_act and seat not in deal.facts.get("declined", ()) else ()

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        if "claimant" in deal.facts:
            return self.clause, f"Seat {deal.facts['claimant']} has claimed, and the others answer."
        if seat != deal.to_act:
            return self.clause, "Only the seat whose turn it is may claim."
        return self.clause, f"Seat {seat} has claimed already and was refused."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts["claimant"] = seat
        deal.facts["agreed"] = ()
        deal.pause("claim")


class ClaimPhase(Phase):
    """The answers to a claim, in turn: if all accept, the claimant takes the remaining tricks; if not, play goes on."""

    what = "The claim"
    says = (ACCEPT, DECLINE)

    def __init__(self, clause: Clause) -> None:
        super().__init__("claim", clause)

    def pending(self, deal: DealState) -> tuple[int, ...]:
        claimant, agreed, n = deal.facts["claimant"], deal.facts["agreed"], deal.plan.table.n
        return tuple((claimant + k) % n for k in range(1, n) if (claimant + k) % n not in agreed)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return ACCEPT, DECLINE

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'accept' or 'decline'."

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        if seat == deal.facts["claimant"]:
            return f"Seat {seat} has claimed; the others answer."
        return f"Seat {seat} has answered."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Nobody claims the tricks that are left."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        claimant = deal.facts["claimant"]
        if action == DECLINE:
            deal.facts["declined"] = (*deal.facts.get("declined", ()), claimant)
            del deal.facts["claimant"], deal.facts["agreed"]
            deal.resume()
            return
        deal.facts["agreed"] = (*deal.facts["agreed"], seat)
        if not self.pending(deal):
            deal.resume()
            deal.concede(claimant)

    def prompt(self, deal: DealState, seat: int) -> str:
        return f"Seat {deal.facts['claimant']} claims the tricks that are left. Accept, or decline."


class ClaimRest(Mechanism):
    """Once in a deal, the seat to play may claim all the remaining tricks; the others accept or decline."""

    name: ClassVar[str] = "claim_rest"
    speech: ClassVar[tuple[str, ...]] = (CLAIM, ACCEPT, DECLINE)
    alone: ClassVar[str] = (
        "No other game here lets players leave the last tricks unplayed; with `turn` alone every card is "
        "played."
    )

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.phases["claim"] = ClaimPhase(clause)
        course.asides.setdefault("play", []).append(ClaimAside(clause))
