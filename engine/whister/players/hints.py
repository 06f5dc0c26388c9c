"""Advice for the player to act: the best action found, what it is expected to bring, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from whister.deal.view import View, plan_of
from whister.notation import Action
from whister.players.search.searching import consider

#: The deals played out for a hint, over all the actions compared.
ROLLOUTS = 600


class Reason(NamedTuple):
    """One reason for an action: its kind, and a sentence that a player could say; ``clause`` is the ID of the rule that
    it rests on, or ""."""

    kind: str
    text: str
    clause: str = ""


class Option(NamedTuple):
    """One action compared: what it is expected to bring, and by how much it is worse than the best.

    ``expected`` is the seat's settlement minus the mean of its opponents', in ``Advice.unit``, positive if good for the
    seat; ``behind`` is the difference from the action advised, and ``error`` its standard error.
    """

    action: Action
    expected: float
    behind: float
    error: float


class Advice(NamedTuple):
    """The action advised, the actions compared (the best first), the reasons, and the evidence for them."""

    action: Action
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...]
    unit: str  #: the unit of the settlement: points, or chips by the name that the rule set gives them
    worlds: int  #: the number of deals imagined
    rollouts: int  #: the number of times that a deal was played out

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain JSON data."""
        return {
            "action": str(self.action),
            "options": [option._asdict() | {"action": str(option.action)} for option in self.options],
            "reasons": [reason._asdict() for reason in self.reasons],
            "unit": self.unit, "worlds": self.worlds, "rollouts": self.rollouts,
        }  # fmt: skip


def advise(
    view: View, *, rollouts: int = ROLLOUTS, seed: str | int = 0, expired: Callable[[], bool] | None = None
) -> Advice:
    """Return advice for the seat of the view. Raises ``DealError`` if the seat has nothing to do."""
    thought = consider(view, rollouts, seed=seed, expired=expired)
    best = thought.considered[0].mean if thought.considered else 0.0
    options = tuple(
        Option(each.action, each.mean, best - each.mean, each.error) for each in thought.considered
    )
    unit = plan_of(view).settling.unit
    return Advice(thought.action, options, (), unit, thought.worlds, thought.rollouts)
