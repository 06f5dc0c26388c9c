"""Cards laid aside before the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.notation import Action, CardChoices, mask_of
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.state import DealState
from whister.words import cards_in_words


class LayingAsidePhase(Phase):
    """The discards: the seats lay cards aside face down, in any order; the play begins when all have chosen."""

    # facts: "laid_aside" {seat: cards}

    what = "Laying cards aside"
    says = ("discard",)

    def __init__(self, clause: Clause, in_force: bool) -> None:
        super().__init__("discard", clause)
        self.in_force = in_force

    def count(self, deal: DealState) -> int:
        """Return the number of cards that each seat lays aside in this deal."""
        contract = deal.plan.bidding.contracts.get(deal.contract)
        return contract.discard if contract is not None else 0

    def begin(self, deal: DealState) -> bool:
        return self.in_force and self.count(deal) > 0

    def pending(self, deal: DealState) -> tuple[int, ...]:
        chosen = deal.facts.get("laid_aside", {})
        return tuple(seat for seat in deal.plan.table.seats if seat not in chosen)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return CardChoices("discard", deal.plan.pack, deal.hand(seat), self.count(deal))

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if action.verb == "discard" and mask_of(action) & ~deal.hand(seat):
            return (
                self.clause,
                f"{deal.plan.pack.spread(mask_of(action) & ~deal.hand(seat))[0]} is not in the hand.",
            )
        return self.clause, f"Expected 'discard' and {cards_in_words(self.count(deal))} of the hand."

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        return f"Seat {seat} has laid its cards aside."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if "laid_aside" in deal.facts:
            return self.clause, "The cards have been laid aside."
        return self.clause, "Nothing is laid aside in this deal."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        chosen: dict[int, int] = {**deal.facts.get("laid_aside", {}), seat: mask_of(action)}
        deal.facts["laid_aside"] = chosen
        deal.move(seat, out=mask_of(action))

    def prompt(self, deal: DealState, seat: int) -> str:
        return f"Lay {cards_in_words(self.count(deal))} aside, face down."


class LayingAside(Mechanism):
    """Before the play, ``everybody`` (or ``nobody``) lays aside the number of cards set by the contract."""

    name: ClassVar[str] = "laying_aside"
    speech: ClassVar[tuple[str, ...]] = ("discard",)
    by: Literal["everybody", "nobody"] = "everybody"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"by": "nobody"}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.phases["discard"] = LayingAsidePhase(clause, self.by == "everybody")
