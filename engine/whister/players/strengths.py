"""The strengths of the computer players: how far each one looks before it acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from whister import checks
from whister.deal.view import View
from whister.errors import DealError
from whister.notation import Action
from whister.players.cautious import choose
from whister.players.claiming import sure_claim
from whister.spelling import near


class Strength(NamedTuple):
    """A strength: its name, what the player does, in one sentence, and its budget for one decision."""

    name: str
    says: str
    rollouts: int  #: the most deals played to the end for one decision; 0 for rules of thumb alone


_ALL = (
    Strength("cautious", "Follows rules of thumb, bids the tricks it can count, and acts at once.", 0),
    Strength(
        "steady", "Plays out 300 deals for each decision, shared among the actions that it compares.", 300
    ),
    Strength(
        "strong", "Plays out 1,500 deals for each decision, shared among the actions that it compares.", 1500
    ),
)
#: The strengths by name, from the weakest.
STRENGTHS: Mapping[str, Strength] = MappingProxyType({each.name: each for each in _ALL})


def strength(name: str) -> Strength:
    """Return a strength by its name. Raises ``DealError``, with the nearest name, if there is none."""
    found = STRENGTHS.get(checks.text(name, "strength"))
    if found is None:
        raise DealError(
            f"strength: no player is called {checks.said(name)}{near(name, STRENGTHS)} "
            f"Expected one of {', '.join(STRENGTHS)}."
        )
    return found


def choose_as(
    view: View, name: str, *, rollouts: int | None = None, seed: str | int = 0, expired: Callable[[], bool] | None = None
) -> Action:  # fmt: skip
    """Return the action that a player of this strength chooses. ``rollouts`` replaces its usual number.

    The same view, name, rollouts and seed give the same action, unless ``expired`` says that the time is up.
    """
    usual = strength(name).rollouts
    if rollouts is not None:
        checks.whole(rollouts, "rollouts", 1)
    rollouts = rollouts or usual
    if not usual:
        return choose(view)
    if (claim := sure_claim(view)) is not None:
        return claim
    from whister.players.search.searching import consider  # loaded only for a player who needs it

    return consider(view, rollouts, seed=seed, expired=expired).action
