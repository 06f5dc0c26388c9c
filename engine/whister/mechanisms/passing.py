"""Passing cards before the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from whister.clause import Clause
from whister.deal import Deal
from whister.errors import RecordError
from whister.mechanisms.base import Mechanism, Phase
from whister.notation import Action, CardChoices
from whister.plan import Plan

HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Passing(Mechanism):
    """Cards passed face down, chosen by all before any is looked at.

    ``count`` cards each; ``counts`` maps numbers of players to another count. ``cycle`` maps a number of players to
    the directions of successive deals (``left``, ``right``, ``across``, ``second-left``, ``second-right``, ``each``
    for an equal share to every other seat, ``hold`` for none), the first for deal 1.
    """

    name: ClassVar[str] = "pass"
    count: int = 3
    counts: Mapping[int, int] = field(default_factory=dict)
    cycle: Mapping[int, str] = field(default_factory=dict)

    def setup(self, plan: Plan, clause: Clause) -> None:
        directions = self.cycle.get(plan.n, HOLD).split()
        steps = {"left": plan.left, "right": -plan.left, "second-left": 2 * plan.left,
                 "second-right": -2 * plan.left, HOLD: 0}  # fmt: skip
        if plan.n % 2 == 0:
            steps["across"] = plan.n // 2
        for direction in directions:
            if direction not in steps:
                raise RecordError(f"{clause.id}: pass.cycle for {plan.n} players has {direction!r}; "
                                  f"expected {', '.join(steps)}")  # fmt: skip
        if not 0 < self.count <= plan.pack.all.bit_count() // plan.n:
            raise RecordError(f"{clause.id}: pass.count is {self.count}; a hand does not hold that many cards")
        plan.phases["pass"] = PassPhase(clause, self.count, directions, steps)


class PassPhase(Phase):
    """Each seat gives its cards; all change hands at once when the last has chosen."""

    def __init__(self, clause: Clause, count: int, directions: Sequence[str], steps: Mapping[str, int]) -> None:
        super().__init__("pass", clause)
        self.count = count
        self._directions = directions
        self._steps = steps

    def direction(self, number: int) -> str:
        """Which way cards go in the deal of that number."""
        return self._directions[(number - 1) % len(self._directions)]

    def begin(self, deal: Deal) -> bool:
        return self.direction(deal.ledger.number) != HOLD

    def pending(self, deal: Deal) -> tuple[int, ...]:
        given = deal.facts.get("given", {})
        return tuple(seat for seat in deal.plan.seats if seat not in given)

    def legal(self, deal: Deal, seat: int) -> Sequence[Action]:
        return CardChoices("give", deal.plan.pack, deal.hand(seat), self.count)

    def refusal(self, deal: Deal, seat: int, action: Action) -> tuple[Clause, str]:
        if action.verb == "give" and action.mask & ~deal.hand(seat):
            stray = deal.plan.pack.spread(action.mask & ~deal.hand(seat))[0]
            return self.clause, f"{stray} is not in the hand."
        return self.clause, f"Expected 'give' and {self.count} cards of the hand."

    def perform(self, deal: Deal, seat: int, action: Action) -> None:
        given: dict[int, int] = {**deal.facts.get("given", {}), seat: action.mask}
        deal.facts["given"] = given
        n = deal.plan.n
        if len(given) < n:
            return
        step = self._steps[self.direction(deal.ledger.number)]
        for giver, cards in given.items():
            deal.move(giver, out=cards)
        for giver, cards in given.items():
            deal.move((giver + step) % n, into=cards)
        deal.facts["received"] = {(giver + step) % n: cards for giver, cards in given.items()}

    def prompt(self, deal: Deal, seat: int) -> str:
        cards = {1: "one card", 2: "two cards", 3: "three cards", 4: "four cards"}.get(self.count, f"{self.count} cards")
        way = {"left": "to the left", "right": "to the right", "across": "across the table",
               "second-left": "to the second seat on the left",
               "second-right": "to the second seat on the right"}  # fmt: skip
        return f"Choose {cards} to pass {way[self.direction(deal.ledger.number)]}."
