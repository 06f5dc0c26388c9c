"""The refusal of an action at the wrong time: the rule that governs the action, and why it is refused now.

Each phase of a deal and each aside lists the first words of the actions that belong to it. At any other time the clause
of that phase refuses such an action: the phase is over, is still to come, or does not occur in this deal. An action
that an option has disabled is refused by the clause that the option sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from whister.mechanisms import build
from whister.notation import Action
from whister.plan.facts import PlanFacts

if TYPE_CHECKING:
    from whister.clause import Clause
    from whister.deal.whereabouts import Lying
    from whister.plan.mechanism import Aside, Phase

Refusal = tuple["Clause", str]
_PLAY = "play"
_OVER = "The deal is over."


class _Place(NamedTuple):
    """The actions of a phase or an aside: their first words, and why they are refused at other times."""

    says: Sequence[str]
    refusal: Callable[[], Refusal]


def refused(deal: Lying, seat: int | None, action: Action) -> Refusal | None:
    """Return the clause that governs an action made at the wrong time, and the reason for the refusal; None if the
    action belongs to the current phase, or to none."""
    if action.verb == "play":
        return None
    here: list[Phase | Aside] = []
    if not deal.over:
        here = [*deal.asides, *([] if deal.stage is None else [deal.stage])]
        if deal.stage is not None and action in deal.stage.replies:
            return None
    said = list(_elsewhere(deal, seat, action))
    places = [*said, *_not_offered(deal)]
    own = max((matched(place.says, action) for place in here), default=0)
    best = max((matched(place.says, action) for place in places), default=0)
    if best > own:
        return next(place for place in places if matched(place.says, action) == best).refusal()
    return None if own or deal.over else _misspelt(deal, here, said, action.verb)


def matched(says: Sequence[str], action: str) -> int:
    """Return the number of words in the longest of ``says`` with which an action begins; 0 if there is none."""
    words = action.split()
    return max((len(said) for said in map(str.split, says) if words[: len(said)] == said), default=0)


def _misspelt(
    deal: Lying, here: Sequence[Phase | Aside], places: Sequence[_Place], verb: str
) -> Refusal | None:
    """Return the refusal of an action whose verb is valid, here or elsewhere, but must be followed by other words."""
    for own in here:
        if expected := _with(own.says, verb):
            return None if own is deal.stage else (own.clause, f"Expected {expected}.")
    for place in places:
        if expected := _with(place.says, verb):
            clause, reason = place.refusal()
            return clause, f"Expected {expected}. {reason}".strip()
    return None


def _with(says: Sequence[str], verb: str) -> str:
    return " or ".join(repr(said) for said in says if said.split()[0] == verb)


def _elsewhere(deal: Lying, seat: int | None, action: Action) -> Iterator[_Place]:
    """Yield the other places in a deal where actions belong: asides, then phases that are over, to come or left out."""
    plan, order = deal.plan, deal.plan.course.order
    at = {name: place for place, name in enumerate(order)}
    now = len(order) if deal.over else at.get(deal.phase, at[_PLAY])
    times: dict[int, list[str]] = {}
    asides = {}
    for name, some in plan.course.asides.items():
        for aside in some:
            asides[id(aside.clause)] = aside
            times.setdefault(id(aside.clause), []).append(name)
    for key, aside in asides.items():
        if deal.over or deal.phase not in times[key]:
            yield _Place(aside.says, partial(_aside, deal, seat, action, aside, [
                (at[name] - now, name) for name in times[key] if name in at]))  # fmt: skip
    others = [phase for name, phase in plan.course.phases.items() if deal.over or name != deal.phase]
    past = sorted((phase for phase in others if at.get(phase.name, now) < now), key=lambda p: -at[p.name])
    to_come = sorted((phase for phase in others if at.get(phase.name, -1) >= now), key=lambda p: at[p.name])
    left_out = [phase for phase in others if phase.name not in at]
    for phase in (*past, *to_come, *left_out):
        yield _Place(phase.says, partial(_phase, deal, seat, action, phase, phase in to_come))


def _not_offered(deal: Lying) -> Iterator[_Place]:
    """Yield the actions that other rules or other options would allow."""
    plan = deal.plan
    for said, refusal in plan.course.unoffered.items():
        yield _Place((said,), partial(_same, refusal))
    for clause, says in plan.once(out_of_force):
        yield _Place(says, partial(_out_of_force, deal, clause))


def out_of_force(plan: PlanFacts) -> tuple[tuple[Clause, tuple[str, ...]], ...]:
    """Return the clauses that are not in force but would allow actions, each with the first words of those actions."""
    said = [
        (clause, tuple(said for said in build(name, parameters, clause.id).says if said != "pass"))
        for clause in plan.rules.clauses.values()
        if not clause.enabled
        for name, parameters in clause.rule.items()
    ]
    return tuple((clause, says) for clause, says in said if says)


def _aside(
    deal: Lying, seat: int | None, action: Action, aside: Aside, times: Sequence[tuple[int, str]]
) -> Refusal:
    if deal.over or seat is None:
        return aside.clause, _OVER
    if times and max(times)[0] < 0:
        return aside.clause, f"{_what(deal, max(times)[1])} is over."
    if times and min(times)[0] > 0:
        return aside.clause, f"{_what(deal, min(times)[1])} has not begun."
    return aside.refusal(deal, seat, action) or (aside.clause, "")


def _phase(deal: Lying, seat: int | None, action: Action, phase: Phase, to_come: bool) -> Refusal:
    if deal.over or seat is None:
        return phase.owner(action), _OVER
    if to_come:
        return phase.owner(action), f"{phase.what} is still to come."
    return phase.missed(deal, seat, action)


def _same(refusal: Refusal) -> Refusal:
    return refusal


def _out_of_force(deal: Lying, clause: Clause) -> Refusal:
    return clause, deal.plan.rules.switched_off(clause)


def _what(deal: Lying, phase: str) -> str:
    return "The play" if phase == _PLAY else deal.plan.course.phases[phase].what


__all__ = ["matched", "refused"]
