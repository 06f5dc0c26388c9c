"""The choice of how a slam counts: added to the others' scores, or subtracted from the shooter's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Phase
from whister.plan.state import DealState


class Slam(Protocol):
    """The part of a slam's interface that the choice needs; see ``Moon``."""

    @property
    def usual(self) -> str:
        """The effect of a slam at a table that has not agreed on one."""

    def shooters(self, plan: PlanFacts, captured: Sequence[int]) -> tuple[int, ...]:
        """Return the seats of the side that has captured everything."""

    def paying(self, plan: PlanFacts, shooters: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats that pay for the slam."""

    def worth(self, plan: PlanFacts, captured: int) -> int:
        """Return the amount that each paying seat pays for a slam with the captured cards, in points."""


class _Choice(Phase):
    """The declaration of how a slam counts: ``declare old`` or ``declare new``."""

    what = "The choice"
    says = ("declare old", "declare new")

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return word("declare", "old"), word("declare", "new")

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'declare old' or 'declare new'."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts["declared"] = {**deal.facts.get("declared", {}), "moon": action.words[0]}

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "It has already been said." if self._said(
            deal
        ) else "Nobody has taken everything."

    def _said(self, deal: DealState) -> bool:
        return "moon" in deal.facts.get("declared", {})


class ShooterChooses(_Choice):
    """The shooter's declaration, after the play, of how the slam counts."""

    def __init__(self, clause: Clause, moon: Slam) -> None:
        super().__init__("moon", clause)
        self.moon = moon

    def begin(self, deal: DealState) -> bool:
        return bool(self.pending(deal))

    def pending(self, deal: DealState) -> tuple[int, ...]:
        revoked = any(breach.found_by is not None for breach in deal.facts.get("breaches", ()))
        if revoked or self._said(deal):
            return ()
        return self.moon.shooters(deal.plan, deal.captured_in_all())[:1]

    def prompt(self, deal: DealState, seat: int) -> str:
        return "You took every penalty card: add to the others (old), or take off your own (new)?"


class TableChooses(_Choice):
    """The dealer's declaration, before the play, of how a slam would count."""

    def __init__(self, clause: Clause) -> None:
        super().__init__("moon-beforehand", clause)

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return () if self._said(deal) else (deal.dealer,)

    def prompt(self, deal: DealState, seat: int) -> str:
        return "Say for the table what a moon does: add to the others (old), or take off the shooter (new)."
