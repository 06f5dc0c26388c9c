"""The turning points of a deal that has been played: the decisions that cost a seat most, as far as it could know then.

Each decision is judged from the view that the seat had. A first search finds a better action; fresh deals then compare
only that action with the one taken, so that a difference found by chance does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from statistics import pstdev
from typing import Any, NamedTuple

from whister import checks
from whister.deal.public import DealFace, state_of
from whister.deal.view import View, plan_of, view_of
from whister.notation import Action
from whister.players import wording
from whister.players.reasons import Reason, reasons_for, recorder_for
from whister.players.reasons.endings import Ending
from whister.players.search.searching import Considered, Thought, consider

#: The deals played out for one decision, and again if it seems to have cost something.
ROLLOUTS = 200
MOST = 3  #: the most turning points of a deal
_FEW = 20  #: the fewest deals from which a cost is shown
_LEAST = 0.05  #: the least cost that is shown, in standard deviations of the result of a deal
_CLEAR = 2  #: the number of standard errors above which a cost is certain enough to be shown


class TurningPoint(NamedTuple):
    """A decision that cost something: the action taken, a better one, what it cost, and the reasons for the better one.

    ``at`` is the place of the action in ``deal.actions``, from 0; ``trick`` the number of its trick, 0 before the play.
    ``cost`` is in ``unit``, the seat's settlement minus the mean of the others', with its standard ``error``, from a
    number of ``deals`` that fit what the seat had seen. The reasons address the seat as "you".
    """

    at: int
    seat: int
    phase: str
    trick: int
    taken: Action
    better: Action
    cost: float
    error: float
    unit: str
    deals: int
    reasons: tuple[Reason, ...]
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the turning point as plain JSON data."""
        return self._asdict() | {
            "taken": str(self.taken), "better": str(self.better),
            "reasons": [reason._asdict() for reason in self.reasons],
        }  # fmt: skip


class Progress(NamedTuple):
    """How far a review has come: the decisions judged, how many there are, and what the last one cost, if anything."""

    done: int
    of: int
    point: TurningPoint | None


def review(
    deal: DealFace, seat: int | None = None, *, rollouts: int = ROLLOUTS, seed: str | int = 0,
    expired: Callable[[], bool] | None = None,
) -> Iterator[Progress]:  # fmt: skip
    """Judge the decisions of a seat, or of all seats, one by one in the order of play, and yield the progress after each.

    The deal itself is not changed. The review ends early once ``expired`` says that the time is up; a decision that was
    being judged is then left out. Raises ``DealError`` for anything but a seat, and a number of rollouts from 1.
    """
    checks.instance(deal, DealFace, "review, deal", called="a deal")
    if seat is not None:
        checks.seat(seat, state_of(deal).plan.table.n, "seat")
    checks.whole(rollouts, "rollouts", 1)
    checks.seed(seed)
    checks.expired(expired, "review, expired")
    return _reviewed(deal.copy(), seat, rollouts, seed, expired or (lambda: False))


def turning_points(
    deal: DealFace, seat: int | None = None, *, rollouts: int = ROLLOUTS, seed: str | int = 0,
    expired: Callable[[], bool] | None = None,
) -> tuple[TurningPoint, ...]:  # fmt: skip
    """Return the decisions of a seat, or of all seats, that cost most: at most three, the most costly first.

    A decision is among them only if its cost is above two standard errors and a twentieth of a standard deviation of its
    result. See ``review``.
    """
    found = review(deal, seat, rollouts=rollouts, seed=seed, expired=expired)
    return dearest(progress.point for progress in found)


def dearest(points: Iterable[TurningPoint | None]) -> tuple[TurningPoint, ...]:
    """Return the most costly of the turning points found so far, the most costly first."""
    return tuple(
        sorted((point for point in points if point is not None), key=lambda point: -point.cost)[:MOST]
    )


def _reviewed(
    deal: DealFace, seat: int | None, rollouts: int, seed: str | int, expired: Callable[[], bool]
) -> Iterator[Progress]:
    actions = deal.actions
    of = sum(1 for actor, _ in actions if seat in (None, actor))
    deal.restart()
    done = 0
    for at, (actor, action) in enumerate(actions):
        if seat in (None, actor):
            if expired():
                return
            view = view_of(state_of(deal), actor)
            point = _judged(view, at, action, rollouts, seed=seed, expired=expired)
            if expired():
                return
            done += 1
            yield Progress(done, of, point)
        deal.act(action, actor)


def _judged(
    view: View, at: int, taken: Action, rollouts: int, *, seed: str | int, expired: Callable[[], bool]
) -> TurningPoint | None:
    """Return what a decision cost; None if nothing certain."""
    if len(view.legal) < 2 or taken not in view.legal or taken.verb in ("claim", "correct"):
        return None
    thought = consider(view, rollouts, seed=f"{seed}/{at}", expired=expired, also=(taken,))
    if not _worse(thought, taken, 1):
        return None
    again = consider(
        view, rollouts, seed=f"{seed}/{at}/again", expired=expired, recorder=recorder_for(view),
        only=(taken, thought.action),
    )  # fmt: skip
    own = _worse(again, taken, _CLEAR)
    if own is None or own.samples < _FEW or own.behind < _LEAST * pstdev(map(_result, own.records)):
        return None
    plan = plan_of(view)
    unit = plan.settling.unit
    names = [wording.named(plan, action) for action in (taken, again.action)]
    text = (
        f"{names[0][:1].upper()}{names[0][1:]} cost about {wording.of_unit(own.behind, unit)} relative to "
        f"{wording.others(plan)}; {names[1]} was better on average in {own.samples} deals that fit what could be seen then."
    )
    trick = len(view.tricks) + 1 if view.phase == "play" else 0
    return TurningPoint(
        at, view.seat, view.phase, trick, taken, again.action, own.behind, own.error, unit, own.samples,
        reasons_for(view, again), text,
    )  # fmt: skip


def _result(ending: Ending) -> float:
    return ending.result


def _worse(thought: Thought, taken: Action, errors: float) -> Considered | None:
    """Return the entry of the action taken if another is better by more than some standard errors."""
    own = next((each for each in thought.considered if each.action == taken), None)
    if own is None or thought.action == taken or own.samples < 2:
        return None
    return own if own.behind > errors * own.error and own.behind > 0 else None


__all__ = ["MOST", "ROLLOUTS", "Progress", "TurningPoint", "dearest", "review", "turning_points"]
