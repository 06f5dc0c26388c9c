"""Capturing everything: the moon, and all the tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from whister.clause import Clause
from whister.deal import Deal
from whister.errors import RecordError
from whister.ledger import Ledger
from whister.mechanisms.base import Mechanism, Phase
from whister.notation import Action, word
from whister.plan import Plan
from whister.settlement import Settling

_EFFECTS = ("old", "new", "choice", "void", "plus", "receive")


class Moon(Mechanism):
    """One player captures every penalty card.

    ``effect``: ``old`` (he scores nothing, each opponent the amount), ``new`` (the amount off his own score, nothing
    to the others), ``choice`` (one of the two, said aloud), ``void`` (nobody scores), ``plus`` (as ``new``, reckoned
    as plus points), ``receive`` (the amount from each opponent: added to theirs, and all of it off his). ``amount`` in
    points, 0 for the value of all the penalty cards. ``decider``, for a choice: the ``shooter`` after the play, or the
    ``table`` before it, for which the dealer speaks. With ``late_new`` an ``old`` that would end the game without the
    shooter winning is scored as ``new``. Where ``bonuses_stand``, a void slam leaves a bonus card its points.

    Gives the phases ``moon``, to stand after the play, and ``moon-beforehand``, to stand before it.
    """

    name: ClassVar[str] = "moon"
    declares: ClassVar[Mapping[str, tuple[str, ...]]] = {"moon": ("old", "new")}
    effect: str = "old"
    amount: int = 0
    decider: str = "shooter"
    late_new: bool = False
    bonuses_stand: bool = False

    def setup(self, plan: Plan, clause: Clause) -> None:
        if self.effect not in _EFFECTS:
            raise RecordError(f"{clause.id}: moon.effect is one of {', '.join(_EFFECTS)}")
        if self.decider not in ("shooter", "table"):
            raise RecordError(f"{clause.id}: moon.decider is 'shooter' or 'table'")
        plan.settling.append((clause, self))
        if self.effect == "choice" and self.decider == "shooter":
            plan.phases["moon"] = ShooterChooses(clause, self.amount)
        elif self.effect == "choice":
            plan.phases["moon-beforehand"] = TableChooses(clause)

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
        if effect == "old" and self.late_new and ends_badly(settling.plan, settling.ledger, shooter, amount):
            effect = "new"
        captured = settling.value(shooter)
        if effect == "void":
            if not self.bonuses_stand:
                settling.done.add("nothing")
            amounts = [-change for change in settling.delta]
            settling.line(clause, "All penalty cards: nobody scores", amounts)
        elif effect == "old":
            amounts = [-captured if seat == shooter else amount for seat in settling.plan.seats]
            settling.line(clause, f"All penalty cards: {amount} to each opponent", amounts)
        elif effect == "receive":
            due = amount * (settling.n - 1)
            amounts = [-captured - due if seat == shooter else amount for seat in settling.plan.seats]
            settling.line(clause, f"All penalty cards: {amount} received from each opponent", amounts)
        else:
            amounts = [-captured - amount if seat == shooter else 0 for seat in settling.plan.seats]
            settling.line(clause, f"All penalty cards: {amount} off the shooter's score", amounts)


def ends_badly(plan: Plan, before: Ledger, shooter: int, amount: int) -> bool:
    """Whether the amount to each opponent would end the game without the shooter among its winners."""
    totals = tuple(before.totals[s] + (0 if s == shooter else amount) for s in plan.seats)
    end = plan.rules.conclude(before._replace(number=before.number + 1, totals=totals))
    return end.over and shooter not in end.winners


def shot_by(plan: Plan, captured: Sequence[int]) -> int | None:
    """The seat that captured every penalty card, and what else a slam needs; None when there is none."""
    wanted = plan.penalties | plan.slam_also
    for seat, cards in enumerate(captured):
        if part := cards & wanted:
            return seat if part == wanted else None
    return None


class _Choice(Phase):
    """How a slam counts, said aloud: ``declare old`` or ``declare new``."""

    def legal(self, deal: Deal, seat: int) -> Sequence[Action]:
        return word("declare", "old"), word("declare", "new")

    def refusal(self, deal: Deal, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'declare old' or 'declare new'."

    def perform(self, deal: Deal, seat: int, action: Action) -> None:
        deal.facts["declared"] = {**deal.facts.get("declared", {}), "moon": action.words[0]}

    def _said(self, deal: Deal) -> bool:
        return "moon" in deal.facts.get("declared", {})


class ShooterChooses(_Choice):
    """After the play the shooter says how his slam counts."""

    def __init__(self, clause: Clause, amount: int) -> None:
        super().__init__("moon", clause)
        self.amount = amount

    def begin(self, deal: Deal) -> bool:
        return bool(self.pending(deal))

    def pending(self, deal: Deal) -> tuple[int, ...]:
        revoked = any(breach.found_by is not None for breach in deal.facts.get("breaches", ()))
        shooter = shot_by(deal.plan, deal.plan.widow_taken(deal))
        return () if shooter is None or revoked or self._said(deal) else (shooter,)

    def prompt(self, deal: Deal, seat: int) -> str:
        return "You took every penalty card: add to the others (old), or take off your own (new)?"


class TableChooses(_Choice):
    """Before the play the table says how a slam would count; the dealer speaks for it."""

    def __init__(self, clause: Clause) -> None:
        super().__init__("moon-beforehand", clause)

    def pending(self, deal: Deal) -> tuple[int, ...]:
        return () if self._said(deal) else (deal.dealer,)

    def prompt(self, deal: Deal, seat: int) -> str:
        return "Say for the table what a moon does: add to the others (old), or take off the shooter (new)."


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
