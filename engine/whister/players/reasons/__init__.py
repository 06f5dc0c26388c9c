"""Reasons for the action that a search advises, each checked against the deals that it played out.

A reason starts from the rules in force and the cards seen: a card covered, a trick won, a suit emptied. It is given
only if the deals played out bear it out: compared with the best action to which it does not apply, what it says happens
more or less often by more than two standard errors, and the result is better by more than one.
"""

from __future__ import annotations

from collections.abc import Iterator

from whister.deal.view import View
from whister.players.reasons import aims, calls, cards, forced, given, trick
from whister.players.reasons.endings import Ending, recorder
from whister.players.reasons.reason import Found, Reason
from whister.players.reasons.weighing import Weighed
from whister.players.search.searching import Recorder, Thought

_MOST = 3  #: the most reasons given
_NEAR = 0.15  #: the share of the weightiest reason's weight below which a reason is left out


def reasons_for(view: View, thought: Thought) -> tuple[Reason, ...]:
    """Return one to three reasons for the action of a thought, the most telling first; () if none is borne out.

    The thought must have the endings of ``recorder_for`` as its records. If there was only one legal action, the reason
    is the rule that excludes the others.
    """
    if len(view.legal) == 1:
        return forced.reasons(view)
    considered = thought.considered
    if (
        len(considered) < 2
        or thought.state is None
        or not isinstance(next(iter(considered[0].records), None), Ending)
    ):
        return ()
    weighed = Weighed(view, thought, thought.state)
    return _chosen(list(_all(weighed))) or _chosen(list(aims.total_reasons(weighed)))


def _all(weighed: Weighed) -> Iterator[Found]:
    action = weighed.best.action
    if action.verb == "play" and weighed.state.tables is not None:
        card = weighed.plan.pack.card(action.words[0])
        yield from aims.contract_reasons(weighed)
        yield from aims.slam_reasons(weighed)
        yield from cards.reasons(weighed, card)
        yield from trick.reasons(weighed, card)
    elif action.verb in ("give", "discard"):
        yield from given.reasons(weighed, action)
        yield from aims.slam_reasons(weighed)
    else:
        yield from calls.reasons(weighed, action)


def _chosen(found: list[Found]) -> tuple[Reason, ...]:
    """Return the weightiest reasons, with one of each kind; those against the next best action come first."""
    found.sort(key=lambda each: (each.rank > 0, -round(each.gap, 6), each.place))
    chosen: dict[str, Reason] = {}
    for each in found:
        if each.gap >= _NEAR * found[0].gap:
            chosen.setdefault(each.reason.kind, each.reason)
    return tuple(chosen.values())[:_MOST]


def recorder_for(view: View) -> Recorder:
    """Return the recorder whose records ``reasons_for`` reads."""
    return recorder(len(view.tricks) if view.phase == "play" else 10**6)


__all__ = ["Reason", "reasons_for", "recorder_for"]
