"""The computer players by name, and a player from a name, from a module or from a function."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite
from typing import Any, NamedTuple

from whister import checks
from whister.deal.view import View
from whister.errors import PlayerError
from whister.notation import Action
from whister.players.finding import check_arguments, found, name_of, place_of
from whister.players.protocol import Choose, Clock, Player, chance_of
from whister.players.strengths import STRENGTHS, choose_as
from whister.spelling import near

SECONDS = 1.0  #: the time for each choice of a player in a process of its own, unless another is given
LONGEST = 3600.0  #: the most seconds for a choice
MOST = 10_000_000  #: the most rollouts for a choice


class Budget(NamedTuple):
    """What a player may use for each choice."""

    seconds: float | None = None  #: None for no limit of time
    rollouts: int | None = None  #: for players that search; None for no limit of rollouts
    seed: str | int = 0  #: for players that draw lots


def _of_strength(name: str, budget: Budget) -> Choose:
    def choose(view: View, clock: Clock) -> Action:
        return choose_as(
            view, name, rollouts=budget.rollouts, seed=budget.seed,
            expired=None if clock.seconds is None else clock.expired,
        )  # fmt: skip

    return choose


def _random(budget: Budget) -> Choose:
    def choose(view: View, clock: Clock) -> Action:
        return view.legal[chance_of(view, budget.seed).randrange(len(view.legal))]

    return choose


#: The players of this package: for each name, a function that makes the player for a budget.
MAKERS: dict[str, Callable[[Budget], Choose]] = {
    **{name: partial(_of_strength, name) for name in STRENGTHS},
    "random": _random,
}


class Here:
    """A player in the same process as the deal."""

    def __init__(self, entrant: Entrant, name: str, choose: Choose) -> None:
        self.entrant, self.name, self.seconds, self._choose = entrant, name, entrant.seconds, choose

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    def __call__(self, view: View, clock: Clock) -> Action | str:
        return self._choose(view, clock)

    def close(self) -> None:
        """Do nothing; the player has no process."""

    def __reduce__(self) -> tuple[object, ...]:
        return self.entrant.player, ()


class Entrant(NamedTuple):
    """Who is to play, and what for each choice: a player that has not been made yet, and can be sent elsewhere."""

    who: Any  #: a name, ``module:name`` or a function
    seconds: float | None = None
    rollouts: int | None = None
    trusted: bool = False
    seed: str | int = 0

    @property
    def name(self) -> str:
        """The name of the player."""
        return name_of(self.who)

    def check(self) -> None:
        """Check everything that can be checked without making the player. Raises ``PlayerError``."""
        who = self.who
        if isinstance(who, str):
            if ":" not in who and who not in MAKERS:
                raise PlayerError(
                    f"no player is called {checks.said(who)}{near(who, MAKERS)} Expected one of {', '.join(MAKERS)}, "
                    "or a player of your own as module:name"
                )
        elif not callable(who):
            raise PlayerError(
                f"player: expected a name, module:name or a function of a view and a clock, got {checks.said(who)}"
            )
        else:
            check_arguments(who, self.name)
        seconds = self.seconds
        if seconds is not None and (
            type(seconds) not in (int, float) or not isfinite(seconds) or not 0 < seconds <= LONGEST
        ):
            raise PlayerError(
                f"{self.name}, seconds: expected a number above 0, at most {LONGEST:g}, got {checks.said(seconds)}"
            )
        rollouts = self.rollouts
        if rollouts is not None and not (type(rollouts) is int and 1 <= rollouts <= MOST):
            raise PlayerError(
                f"{self.name}, rollouts: expected a whole number from 1 to {MOST}, got {checks.said(rollouts)}"
            )
        if type(self.trusted) is not bool:
            raise PlayerError(
                f"{self.name}, trusted: expected true or false, got {checks.said(self.trusted)}"
            )

    @property
    def apart(self) -> bool:
        """Whether the player needs a process of its own."""
        return not self.trusted and not (isinstance(self.who, str) and self.who in MAKERS)

    def findable(self) -> Entrant:
        """Return this entrant in a form that another process can find. Raises ``PlayerError`` if there is none."""
        self.check()
        return self._replace(who=place_of(self.who)) if self.apart else self

    def make(self) -> Player:
        """Return the player. One in a process of its own may still be loading. Raises ``PlayerError``."""
        self.check()
        who = self.who
        if isinstance(who, str) and who in MAKERS:
            return Here(self, who, MAKERS[who](Budget(self.seconds, self.rollouts, self.seed)))
        if self.trusted:
            return Here(self, self.name, found(who) if isinstance(who, str) else who)
        if sys.platform in ("emscripten", "wasi"):
            raise PlayerError(
                f"{self.name}: a player of your own runs in a process of its own, which Python in a browser cannot start; "
                "give trusted=True to run it in this one"
            )
        from whister.players.apart import Apart

        return Apart(self, place_of(who), SECONDS if self.seconds is None else self.seconds)

    def player(self) -> Player:
        """Return the player, loaded. Raises ``PlayerError``."""
        made = self.make()
        if (ready := getattr(made, "ready", None)) is not None:
            ready()
        return made


def player(
    who: Any, *, seconds: float | None = None, rollouts: int | None = None, trusted: bool = False, seed: str | int = 0
) -> Player:  # fmt: skip
    """Return a player: one of this package by name, or your own, as ``module:name`` or as a function.

    ``seconds`` and ``rollouts`` limit each choice; a player of this package that does not search needs neither. A player
    of your own is loaded in a process of its own, where it receives nothing but views, and is ended if it takes more than
    1.1 times its seconds (1 second unless given). With ``trusted`` it runs in this process instead, where it can see
    everything, and nothing can end it. A player that draws lots draws them from the ``seed``.

    A module is looked for in the current folder first; a file (``players/mine.py:choose``) may be named instead. The name
    is that of a function ``choose(view, clock)``, or of a class without arguments that has this method. Raises
    ``PlayerError``.
    """
    return Entrant(who, seconds, rollouts, trusted, seed).player()


def entrant_of(who: Any, usual: Mapping[str, Any]) -> Entrant:
    """Return the entrant behind a player made before, or one with the usual limits."""
    entrant = getattr(who, "entrant", None)
    return entrant if isinstance(entrant, Entrant) else Entrant(who, **usual)


__all__ = ["MAKERS", "Budget", "Entrant", "entrant_of", "player"]
