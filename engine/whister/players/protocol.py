"""What a player is, and how it is asked for an action.

A player is a function ``choose(view, clock)``. The view is the deal as the player's seat sees it; the action returned is
one of ``view.legal``, or its text. A player that fails, chooses an illegal action or takes too long forfeits that choice:
the cautious player chooses instead, and the deal goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeAlias

from whister import checks
from whister.deal.view import View, plan_of
from whister.errors import DealError, NotationError, PlayerError, short
from whister.frozen import Frozen
from whister.notation import Action, offered, parse
from whister.players import cautious

if TYPE_CHECKING:
    from random import Random

GRACE = 1.1  #: the share of its time after which a player forfeits the choice
_LONGEST = 300  #: the most characters of an error that are repeated


class Clock:
    """The time that a player has for one choice, in seconds; None for as long as it likes. It runs from the start.

    Raises ``PlayerError`` for anything else.
    """

    __slots__ = ("_begun", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        if seconds is not None and not (type(seconds) in (int, float) and 0 <= seconds < inf):
            raise PlayerError(
                f"clock: expected a number of seconds, or None for no limit, got {checks.said(seconds)}"
            )
        self.seconds = seconds
        self._begun = monotonic()

    def __repr__(self) -> str:
        return "<Clock without a limit>" if self.seconds is None else f"<Clock: {self.left:.2f} s left>"

    def start(self) -> None:
        """Start again, with the whole time left."""
        self._begun = monotonic()

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return monotonic() - self._begun

    @property
    def left(self) -> float:
        """The seconds left, never below 0; infinite without a limit."""
        return inf if self.seconds is None else max(0.0, self.seconds - self.spent)

    def expired(self) -> bool:
        """Return whether no time is left."""
        return self.left <= 0

    @property
    def overrun(self) -> bool:
        """Whether the choice is forfeited because it has taken more than 1.1 times its time."""
        return self.seconds is not None and self.spent > GRACE * self.seconds


#: A player as a function.
Choose: TypeAlias = Callable[[View, Clock], "Action | str"]


class Player(Protocol):
    """A player that can be given a seat. It is called with a view and a clock, and returns one of ``view.legal``."""

    @property
    def name(self) -> str:
        """The name by which the player was asked for."""

    @property
    def seconds(self) -> float | None:
        """The time for each choice; None for as long as it likes."""

    def __call__(self, view: View, clock: Clock) -> Action | str:
        """Return one of ``view.legal``, or its text. The clock is already running."""

    def close(self) -> None:
        """End what the player has started, such as its process. It may still be called, and then starts again."""


class Forfeit(Frozen):
    """A choice that a player has forfeited to the cautious player."""

    seat: int
    player: str  #: its name
    reason: str  #: why, without anything about its cards: ``raised ValueError``
    detail: str  #: what it returned or raised, for the author of the player; it may name hidden cards
    action: Action  #: what the cautious player chose instead

    def __str__(self) -> str:
        detail = f" ({self.detail})" if self.detail else ""
        return (
            f"Seat {self.seat}'s player, {self.player}, {self.reason}{detail}, so the cautious player chose "
            f"{self.action} instead."
        )

    def told(self, who: str) -> str:
        """Return the sentence for the other players at the table, which names no hidden card. ``who`` is the name of
        the seat."""
        return f"{who}'s player, {self.player}, {self.reason}, so the cautious player chose instead."


class Failed(Exception):
    """Raised by a player that cannot choose. It has the reason and the detail of a forfeit."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


def ask(player: Player, view: View) -> tuple[Action, Forfeit | None]:
    """Return the action of a player for the seat of a view, and the forfeit if the player did not choose it.

    A player is not asked if only one action is legal. Raises ``DealError`` if the seat has nothing to do.
    """
    legal = view.legal
    if len(legal) == 1:
        return legal[0], None
    if not legal:
        raise DealError(f"{player.name}: seat {view.seat} has nothing to do in this view")
    clock = Clock(player.seconds)
    try:
        said = player(view, clock)
        found = chosen(view, said)
    except Failed as failed:
        reason, detail = failed.reason, failed.detail
    except (Exception, SystemExit) as error:
        reason, detail = raised(type(error).__name__, checks.told(error))
    else:
        if clock.overrun:
            reason, detail = overrun(clock)
        elif found is not None:
            return found, None
        else:
            expected = f"one of {len(legal)} legal actions, such as {str(legal[0])!r}"
            reason = "did not return a legal action"
            detail = f"expected {expected}; got {checks.said(said)}"
    instead = cautious.choose(view)
    return instead, Forfeit(view.seat, player.name, reason, detail, instead)


def chosen(view: View, said: object) -> Action | None:
    """Return the legal action that a player's answer names; None if it names none."""
    if not isinstance(said, str):
        return None
    text = str(said)
    if (found := offered(view.legal, text)) is not None:
        return found
    try:
        return offered(view.legal, parse(text, plan_of(view).pack))
    except NotationError:
        return None


def raised(kind: str, message: str) -> tuple[str, str]:
    """Return the reason and the detail of a forfeit after an error of this kind."""
    return f"raised {short(kind, 80)}", short(message, _LONGEST)


def overrun(clock: Clock) -> tuple[str, str]:
    """Return the reason and the detail of a forfeit after too much time."""
    assert clock.seconds is not None
    return f"took longer than {GRACE * clock.seconds:.4g} seconds", f"its time is {clock.seconds:g} seconds"


def chance_of(view: View, seed: str | int) -> Random:
    """Return a random generator for one choice. It depends only on the seed, the hand and what has been done, so that a
    player who uses it chooses alike in every process."""
    from random import Random  # slow to load, and seldom needed

    return Random(f"{seed}/{view.seat}/{' '.join(view.hand)}/{view.events}")


__all__ = [
    "GRACE", "Choose", "Clock", "Failed", "Forfeit", "Player", "ask", "chance_of", "chosen", "overrun", "raised",
]  # fmt: skip
