"""Exposed hands, and play that ends early."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.play import PlayPart
from whister.plan.state import DealState


class ExposingPhase(Phase):
    """The exposure of the declarer's hand, if the contract requires it; no player has to act."""

    # facts: "exposed" (the seats whose hands are face up)

    silent = True

    def __init__(self, clause: Clause, moment: str, every_hand: tuple[str, ...]) -> None:
        super().__init__("expose", clause)
        self.moment, self.every_hand = moment, every_hand

    def begin(self, deal: DealState) -> bool:
        if self.moment == "before-lead":
            self.expose(deal)
        return False

    def expose(self, deal: DealState) -> None:
        """Turn the declarer's hand, or every hand, face up, if the contract is played exposed."""
        contract = deal.plan.bidding.contracts.get(deal.contract)
        if contract is not None and contract.exposed and deal.declarer is not None:
            everybody = contract.id in self.every_hand
            deal.facts["exposed"] = tuple(deal.plan.table.players) if everybody else (deal.declarer,)

    def after_trick(self, deal: DealState) -> None:
        """Turn the hands face up after the first trick, if the contract is played exposed."""
        if len(deal.closed_tricks) == 1:
            self.expose(deal)

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return ()


class Exposing(Mechanism):
    """In ``exposed`` contracts the declarer's hand is laid face up.

    ``moment``: ``before-lead``, ``after-first-trick``, or ``never``. In the contracts of ``every_hand`` the hands of
    the other players are laid face up at the same moment.
    """

    name: ClassVar[str] = "exposing"
    moment: Literal["before-lead", "after-first-trick", "never"] = "before-lead"
    every_hand: tuple[str, ...] = ()

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"moment": "never"}

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.every_hand:
            plan.bidding.expect_contract(name, f"{clause.id}: exposing.every_hand")

    def setup(self, clause: Clause, course: CoursePart) -> None:
        phase = course.phases["expose"] = ExposingPhase(clause, self.moment, self.every_hand)
        if self.moment == "after-first-trick":
            course.after_trick.append(phase.after_trick)


class EarlyStop(Mechanism):
    """Whether play can end before the last trick. ``when``: ``no``, ``decided-misere`` or ``decided``.

    With ``decided-misere`` it ends as soon as the declarer has more than the exact number of tricks announced; with
    ``decided`` also as soon as a declarer who announced every trick has lost one.
    """

    name: ClassVar[str] = "early_stop"
    when: Literal["no", "decided-misere", "decided"] = "no"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"when": "decided-misere" if parameters.get("when", "no") == "no" else "no"}

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart) -> None:
        if self.when != "no":
            play.stops_when_decided = True
            play.stops_at_slam = self.when == "decided"
            course.after_trick.append(_stop_when_decided)


def _stop_when_decided(deal: DealState) -> None:
    contract = deal.plan.bidding.contracts.get(deal.contract)
    if contract is None or deal.declarer is None or not deal.hand(deal.declarer):
        return
    taken = deal.taken(deal.declarer)
    if not deal.plan.play.may_stop(contract, deal.plan.dealing.hand_size):
        return
    if taken > contract.tricks if contract.exactly else taken < len(deal.closed_tricks):
        deal.stop()
