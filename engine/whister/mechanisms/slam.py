"""Capturing everything: the moon, and all the tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from whister.clause import Clause
from whister.deal import Deal
from whister.errors import RecordError
from whister.mechanisms.base import Mechanism, Phase
from whister.notation import Action, word
from whister.plan import Plan
from whister.settlement import Settling

_EFFECTS = ("old", "new", "choice", "void", "plus")


@dataclass(frozen=True, slots=True)
class Moon(Mechanism):
    """One player captures every penalty card.

    ``effect``: ``old`` (he scores nothing, each opponent the amount), ``new`` (the amount off his own score, nothing
    to the others), ``choice`` (he chooses after the play), ``void`` (nobody scores), ``plus`` (as ``new``, reckoned
    as plus points). ``amount`` in points, 0 for the value of all the penalty cards. With ``late_new`` an ``old``
    that would end the game without the shooter winning is scored as ``new``.
    """

    name: ClassVar[str] = "moon"
    effect: str = "old"
    amount: int = 0
    decider: str = "shooter"
    late_new: bool = False

    def setup(self, plan: Plan, clause: Clause) -> None:
        if self.effect not in _EFFECTS:
            raise RecordError(f"{clause.id}: moon.effect is one of {', '.join(_EFFECTS)}")
        plan.settling.append((clause, self))
        if self.effect == "choice":
            plan.phases["moon"] = MoonPhase(clause)

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        if outcome.void or outcome.breaches or "slam" in settling.done:
            return
        shooter = shot_by(settling.plan, outcome.captured)
        if shooter is None:
            return
        settling.done.add("slam")
        amount = self.amount or settling.plan.total_value
        effect = self.effect
        if effect == "choice":
            effect = outcome.declared.get("moon", "old")
        if effect == "old" and self.late_new and self._ends_badly(settling, shooter, amount):
            effect = "new"
        if effect == "void":
            settling.line(clause, "All penalty cards: nobody scores", [-change for change in settling.delta])
            return
        captured = settling.value(shooter)
        if effect == "old":
            amounts = [-captured if seat == shooter else amount for seat in settling.plan.seats]
            settling.line(clause, f"All penalty cards: {amount} to each opponent", amounts)
        else:
            amounts = [-captured - amount if seat == shooter else 0 for seat in settling.plan.seats]
            settling.line(clause, f"All penalty cards: {amount} off the shooter's score", amounts)

    def _ends_badly(self, settling: Settling, shooter: int, amount: int) -> bool:
        totals = [settling.ledger.totals[s] + (0 if s == shooter else amount) for s in settling.plan.seats]
        ends = settling.plan.reaches_target(totals)
        return ends and min(totals) < totals[shooter]


def shot_by(plan: Plan, captured: Sequence[int]) -> int | None:
    """The seat that captured every penalty card, and what else a slam needs; None when there is none."""
    wanted = plan.penalties | plan.slam_also
    if not wanted:
        return None
    return next((seat for seat, cards in enumerate(captured) if cards & wanted == wanted), None)


class MoonPhase(Phase):
    """After the play: the shooter says how his slam counts."""

    def __init__(self, clause: Clause) -> None:
        super().__init__("moon", clause)

    def _shooter(self, deal: Deal) -> int | None:
        return shot_by(deal.plan, deal.plan.widow_taken(deal))

    def begin(self, deal: Deal) -> bool:
        return self._shooter(deal) is not None

    def pending(self, deal: Deal) -> tuple[int, ...]:
        shooter = self._shooter(deal)
        return () if shooter is None or "declared" in deal.facts else (shooter,)

    def legal(self, deal: Deal, seat: int) -> Sequence[Action]:
        return word("declare", "old"), word("declare", "new")

    def refusal(self, deal: Deal, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'declare old' or 'declare new'."

    def perform(self, deal: Deal, seat: int, action: Action) -> None:
        deal.facts["declared"] = {"moon": action.words[0]}

    def prompt(self, deal: Deal, seat: int) -> str:
        return "You took every penalty card: add to the others (old), or take off your own (new)?"


@dataclass(frozen=True, slots=True)
class Sun(Mechanism):
    """One player wins every trick.

    ``amount`` points go to each opponent and nothing to him; with ``slate`` his whole total goes to nought instead.
    """

    name: ClassVar[str] = "sun"
    amount: int = 52
    slate: bool = False

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.settling.append((clause, self))

    def settle(self, settling: Settling, clause: Clause) -> None:
        tricks = settling.outcome.tricks
        if tricks is None or settling.outcome.void or settling.outcome.breaches or "slam" in settling.done:
            return
        if sum(1 for won in tricks if won) != 1:
            return
        taker = next(seat for seat, won in enumerate(tricks) if won)
        settling.done.add("slam")
        if self.slate:
            amounts = [-settling.total(seat) if seat == taker else 0 for seat in settling.plan.seats]
            settling.line(clause, "Every trick: the slate is wiped", amounts)
            return
        amounts = [-settling.delta[seat] if seat == taker else self.amount for seat in settling.plan.seats]
        settling.line(clause, f"Every trick: {self.amount} to each opponent", amounts)
