"""What the calls of the other seats say about their hands: whether a cautious player with a hand would have made them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from whister.cards import Pack
from whister.deal.machine import Machine
from whister.deal.view import View, view_of
from whister.frozen import changed
from whister.notation import Action
from whister.players.cautious import choose

if TYPE_CHECKING:
    from whister.plan.compiled import Plan

#: the phases whose calls depend on the hand dealt
_SPOKEN = frozenset({"auction", "partner"})
_QUIET = ("pass", "decline")


class Call(NamedTuple):
    """A call that was heard: the view of its seat at that time, with an imagined hand, and what was said."""

    seat: int
    view: View
    said: Action


def heard(plan: Plan, me: int, deal: Machine, steps: Sequence[tuple[int, Action | None, int]]) -> list[Call]:
    """Return, for each other seat, the call that says most about its hand: the last that was not a pass, or the first
    pass. ``deal`` has been dealt and not played; ``steps`` are the actions seen.
    """
    if not _SPOKEN & plan.course.phases.keys():
        return []
    told: dict[int, int] = {}
    for at, (seat, action, _) in enumerate(steps):
        if action is None or action.verb == "play":
            break
        if seat == me:
            continue
        quiet = action.verb in _QUIET
        if seat not in told or not quiet:
            told[seat] = at
    if not told:
        return []
    found: list[Call] = []
    for at, (seat, action, _) in enumerate(steps[: max(told.values()) + 1]):
        if action is None:
            break
        if told.get(seat) == at and deal.phase in _SPOKEN:
            found.append(Call(seat, view_of(deal, seat), action))
        deal.act(action, seat)
    return found


def unlikely(calls: Sequence[Call], pack: Pack, hand_of: Callable[[int], int]) -> int:
    """Return how many of the calls a cautious player would not have made with the imagined hands."""
    count = 0
    for seat, view, said in calls:
        if choose(changed(view, hand=pack.spread(hand_of(seat)))) != said:
            count += 1
    return count
