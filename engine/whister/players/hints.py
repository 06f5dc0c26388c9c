"""Advice for the player to act: the best action found, what it is expected to bring, how sure that is, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from whister import checks
from whister.deal.view import View, plan_of
from whister.errors import DealError
from whister.notation import Action
from whister.players import wording
from whister.players.reasons import Reason, reasons_for, recorder_for
from whister.players.search.searching import Thought, consider

#: The deals played out for a hint, over all the actions compared.
ROLLOUTS = 600

_SEARCH = 0.4  #: the share of them for a first search; the rest compare the best anew
_RIVALS = 2  #: the actions with which the best is compared anew
_FEWEST = 8  #: the fewest deals from which that comparison counts
_FEW = 20  #: fewer deals than this are called few, and make nothing certain
_HOW_SURE = {
    "nearly certain": "It is nearly certain to be better.",
    "likely": "It is likely to be better.",
    "possible": "It may be better, but the difference may also be chance.",
}


class Option(NamedTuple):
    """One action compared: what it is expected to bring, and by how much it is worse than the best.

    ``expected`` is the seat's settlement minus the mean of the others', in ``Advice.unit``, positive if good for the
    seat; ``behind`` is the difference from the action advised, and ``error`` its standard error. The action advised and
    its closest rivals come first, compared on the same deals; the others were given up in a first search.
    """

    action: Action
    expected: float
    behind: float
    error: float
    deals: int = 0  #: the number of deals in which it was played out


class Advice(NamedTuple):
    """The action advised, the actions compared (the best first), the reasons, and the evidence for them."""

    action: Action
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...]
    unit: str  #: the unit of the settlement: points, or chips by the name that the rule set gives them
    worlds: int  #: the number of deals imagined
    rollouts: int  #: the number of times that a deal was played out
    text: str = ""  #: the advice in two or three sentences
    sure: str = ""  #: how sure it is that the next best is worse; "" if nothing was compared

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain JSON data."""
        return {
            "action": str(self.action),
            "options": [option._asdict() | {"action": str(option.action)} for option in self.options],
            "reasons": [reason._asdict() for reason in self.reasons],
            "unit": self.unit, "worlds": self.worlds, "rollouts": self.rollouts,
            "text": self.text, "sure": self.sure,
        }  # fmt: skip


def advise(
    view: View, *, rollouts: int = ROLLOUTS, seed: str | int = 0, expired: Callable[[], bool] | None = None
) -> Advice:
    """Return advice for the seat of the view, from about ``rollouts`` deals played out; each action is tried twice at
    least.

    Raises ``DealError`` if the seat has nothing to do, and for anything but a view, a number from 1, a seed and a
    function.
    """
    checks.instance(view, View, "advise, view", called="a view, as deal.view(seat) returns it")
    checks.whole(rollouts, "advise, rollouts", 1)
    checks.seed(seed)
    checks.expired(expired, "advise, expired")
    if not view.legal:
        raise DealError(f"advise: seat {view.seat} has nothing to do in this view")
    thought = _considered(view, rollouts, seed, expired)
    options = tuple(
        Option(each.action, each.mean, each.behind, each.error, each.samples) for each in thought.considered
    )
    unit = plan_of(view).settling.unit
    return Advice(
        thought.action, options, reasons_for(view, thought), unit, thought.worlds, thought.rollouts,
        _text(view, thought, options, unit), sureness(options[1]) if len(options) > 1 else "",
    )  # fmt: skip


def _considered(view: View, rollouts: int, seed: str | int, expired: Callable[[], bool] | None) -> Thought:
    """Return what a search finds, with the best action and its closest rivals compared anew on other deals.

    A search gives most actions up early, some by chance, and its own choice is the luckiest of several. What it says of
    the best and the next best therefore comes from deals on which nothing was chosen.
    """
    recorder = recorder_for(view)
    if len(view.legal) <= _RIVALS + 1:  # none of them is given up
        return consider(view, rollouts, seed=seed, expired=expired, recorder=recorder)
    first = max(1, round(_SEARCH * rollouts))
    thought = consider(view, first, seed=seed, expired=expired, recorder=recorder)
    if len(thought.considered) < 2:
        return thought
    best, *others = thought.considered
    others.sort(key=lambda each: each.behind)
    near = [best.action, *(each.action for each in others[:_RIVALS])]
    again = consider(
        view, rollouts - first, seed=f"{seed}/again", expired=expired, recorder=recorder, only=near
    )
    if len(again.considered) < 2 or again.considered[0].samples < _FEWEST:
        return thought
    rest = tuple(each._replace(records=()) for each in others if each.action not in near)
    return again._replace(
        considered=(*again.considered, *rest),
        worlds=thought.worlds + again.worlds, rollouts=thought.rollouts + again.rollouts,
    )  # fmt: skip


def sureness(option: Option) -> str:
    """Return how sure it is that an action is worse than the best, from the standard errors between them."""
    if option.deals < 2 or option.behind <= option.error or wording.amount(option.behind) == "0":
        return "too close to say"
    if option.behind > 3 * option.error and option.deals >= _FEW:
        return "nearly certain"
    return "likely" if option.behind > 1.5 * option.error else "possible"


def _text(view: View, thought: Thought, options: Sequence[Option], unit: str) -> str:
    """Return the advice in two or three sentences: the action, what it brings against the next best, and how sure it is."""
    plan, action = plan_of(view), thought.action
    does = wording.imperative(plan, action, leading=view.phase == "play" and not view.trick.cards)
    if len(view.legal) == 1:
        return f"{does}. Nothing else is possible."
    if not options and thought.state is not None and action.verb == "play":
        return f"{does}. The cards that you may play are as good as each other."
    if len(options) < 2:
        return f"{does}. This follows rules of thumb: no deals were played out."
    other = options[1]
    name, how = wording.named(plan, other.action), sureness(other)
    few = "only " if other.deals < _FEW else ""
    deals = f"{few}{other.deals} deal{'' if other.deals == 1 else 's'} that fit{'s' if other.deals == 1 else ''} what you have seen"
    if how == "too close to say":
        return (
            f"{does}. The next best, {name}, did about as well in {deals}: too close to say which is better."
        )
    better = wording.of_unit(other.behind, unit)
    result = f"Relative to {wording.others(plan)}, it was about {better} better than {name}, the next best, in {deals}"
    return f"{does}. {result}. {_HOW_SURE[how]}"


__all__ = ["ROLLOUTS", "Advice", "Option", "Reason", "advise", "sureness"]
