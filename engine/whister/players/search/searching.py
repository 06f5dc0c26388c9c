"""The searching player: it compares its actions on deals drawn at random among those that fit what it has seen.

Each deal is played to the end once for every action, so that the actions are compared on the same cards. An action
that is clearly worse than the best is given up early.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from whister.deal.machine import Machine
from whister.deal.outcome import of_deal
from whister.deal.settle import settle
from whister.deal.view import View, plan_of
from whister.errors import DealError, IllegalAction, NotSourcedError
from whister.mechanisms.end.ending import low_wins
from whister.notation import Action
from whister.plan.compiled import Plan
from whister.plan.course import PLAY
from whister.plan.settlement import Settlement
from whister.players.cautious import choose, speak
from whister.players.search.candidates import candidates
from whister.players.search.playout import aims_of, play_on
from whister.players.search.policy import TAKE
from whister.players.search.repeating import Unimagined
from whister.players.search.worlds import Worlds

_FIRST = 8  #: the number of deals on which every action is compared
_CLEAR = 2.4  #: the number of standard errors by which an action must be worse to be given up
#: the standard errors by which another action must be better than the cautious player's, in the play and before it,
#: where the results of a deal differ most
_DOUBT, _DOUBT_OF_CALLS = 0.5, 1.0
_EXPLAINED = 3  #: the fewest actions compared to the end if records are made, to give reasons
_FAILURES = 25  #: the most deals in a row that could not be imagined

#: Makes a record of a deal played out, from the deal, its settlement (None if no source gives a price) and its result.
Recorder = Callable[[Machine, Settlement | None, float], Any]


class Considered(NamedTuple):
    """One action considered: its mean result in the deals sampled, and how sure that is.

    ``mean`` is the seat's settlement minus the mean of its opponents', in the unit of the rule set, positive if good.
    ``error`` is the standard error of its difference from the best action's.
    """

    action: Action
    mean: float
    error: float
    samples: int
    taking: bool = False  #: whether it is part of a plan to capture everything
    behind: float = (
        0.0  #: by how much it was worse than the best action, in the deals in which both were played out
    )
    records: tuple[Any, ...] = ()  #: what the recorder made of each deal, in the same order for every action


class Thought(NamedTuple):
    """What a search found: the action chosen, and the actions considered: the best first, those given up early last."""

    action: Action
    considered: tuple[Considered, ...]
    worlds: int  #: the number of deals imagined
    rollouts: int  #: the number of times that one was played out
    state: Machine | None = None  #: one of the deals imagined, at the point of the view


class _Arm:
    """An action with a plan for the rest of the play, and its result in each world so far."""

    __slots__ = ("action", "records", "results", "taking", "total", "unsettled")

    def __init__(self, action: Action, taking: bool) -> None:
        self.action, self.taking = action, taking
        self.results: list[float] = []
        self.records: list[Any] = []
        self.total = 0.0
        self.unsettled = 0  #: the number of results for which no source gives a price, counted as 0


def consider(
    view: View, rollouts: int, *, seed: str | int = 0, expired: Callable[[], bool] | None = None,
    recorder: Recorder | None = None, also: Sequence[Action] = (), only: Sequence[Action] = (),
) -> Thought:  # fmt: skip
    """Compare the actions of the seat of the view, and return what was found.

    ``rollouts`` is the most deals played out, over all actions; ``expired`` is asked before each whether the time is up.
    ``recorder`` makes the records of each action considered. ``also`` are actions to compare besides the usual ones,
    ``only`` actions to compare instead of them, none of which is given up early. The same arguments give the same
    result, unless time ran out. Raises ``DealError`` if the seat has nothing to do.
    """
    chance = Random(f"{seed}/{view.seat}/{len(view.events)}/{' '.join(view.hand)}")
    if len(view.legal) < 2 or (not only and speak(view) is not None):
        return Thought(choose(view), (), 0, 0)
    try:
        worlds = Worlds(view, chance)
    except Unimagined:
        return Thought(choose(view), (), 0, 0)
    actions = list(only) or list(dict.fromkeys((*candidates(view, worlds.free), *also)))
    if len(actions) == 1:
        return Thought(actions[0], (), 0, 0, worlds.state)
    return _compared(view, worlds, actions, rollouts, expired=expired, recorder=recorder, keep=bool(only))


def _compared(
    view: View, worlds: Worlds, actions: Sequence[Action], rollouts: int, *, expired: Callable[[], bool] | None,
    recorder: Recorder | None, keep: bool,
) -> Thought:  # fmt: skip
    plan = plan_of(view).base
    measure = Measure(plan, view.seat)
    arms = [_Arm(action, False) for action in actions]
    if _may_take_all(view, worlds.state):
        arms += [_Arm(action, True) for action in actions]
    live = list(arms)
    done = made = failures = 0
    rollouts = max(rollouts, 2 * len(arms))
    rounds = 1 if keep else max((len(arms) - 1).bit_length(), 1)
    ends = [rollouts * (at + 1) // rounds for at in range(rounds)]
    while done + len(live) <= rollouts and (len(live) > 1 or not made):
        if expired is not None and expired():
            break
        try:
            world = worlds.sample()
            row = [_result(world, arm, view.seat, measure, recorder) for arm in live]
        except (Unimagined, DealError, IllegalAction):
            failures += 1
            if failures > _FAILURES:
                break
            continue
        failures = 0
        made += 1
        done += len(live)
        for arm, (result, settled, record) in zip(live, row, strict=True):
            arm.results.append(result)
            arm.total += result
            arm.unsettled += not settled
            if recorder is not None:
                arm.records.append(record)
        if keep or len(live) < 2:
            continue
        least = 1 if recorder is None else _EXPLAINED
        if made >= _FIRST and made % 4 == 0:
            live = _kept(_settled(live), least)
        if done + len(live) > ends[0] and len(ends) > 1:
            del ends[0]
            live = _better_half(live, arms[0], least)
    live = _settled(live)
    found = Thought(actions[0], (), made, done, worlds.state)
    return _decided(arms, live, found, _DOUBT if view.phase == PLAY else _DOUBT_OF_CALLS)


def _settled(live: list[_Arm]) -> list[_Arm]:
    """Return the arms that can mostly be settled; all of them if none can."""
    return [arm for arm in live if 2 * arm.unsettled <= len(arm.results)] or live


def _kept(live: list[_Arm], least: int) -> list[_Arm]:
    """Return the arms that are not clearly worse than the best, or the best few if there are fewer of those."""
    best = max(live, key=lambda arm: arm.total)
    kept = [arm for arm in live if arm is best or not _clearly(best, arm)]
    if len(kept) < least:
        kept = sorted(live, key=lambda arm: -arm.total)[:least]
        return [arm for arm in live if arm in kept]
    return kept


def _better_half(live: list[_Arm], usual: _Arm, least: int) -> list[_Arm]:
    """Return the better half of the arms, and the cautious player's action, with which the best is compared."""
    ranked = sorted(live, key=lambda arm: -arm.total)
    kept = ranked[: max((len(live) + 1) // 2, least)]
    return [arm for arm in live if arm in kept or arm is usual]


def _clearly(best: _Arm, arm: _Arm) -> bool:
    mean, error = _difference(best, arm)
    return mean > _CLEAR * error


def _difference(one: _Arm, other: _Arm) -> tuple[float, float]:
    """Return by how much one arm is better on the same worlds, and the standard error of that."""
    n = min(len(one.results), len(other.results))
    gaps = [a - b for a, b in zip(one.results, other.results, strict=False)]
    mean = sum(gaps) / n
    if n < 2:
        return mean, float("inf")
    variance = sum([(gap - mean) ** 2 for gap in gaps]) / (n - 1)
    return mean, sqrt(variance / n)


def _decided(arms: Sequence[_Arm], live: Sequence[_Arm], thought: Thought, doubt: float) -> Thought:
    tried = _settled([arm for arm in arms if arm.results])
    if not tried:
        return thought
    best = max(live, key=lambda arm: arm.total / max(len(arm.results), 1))
    usual = next((arm for arm in live if arm.action == arms[0].action), None)
    if usual is not None and usual is not best:  # a difference that may be chance changes nothing
        mean, error = _difference(best, usual)
        if mean < doubt * error:
            best = usual
    found: dict[Action, Considered] = {}
    for arm in tried:
        n = len(arm.results)
        behind, error = _difference(best, arm) if arm is not best else (0.0, 0.0)
        entry = Considered(arm.action, arm.total / n, error, n, arm.taking, behind, tuple(arm.records))
        if arm.action not in found or entry.behind < found[arm.action].behind:
            found[arm.action] = entry
    n = len(best.results)
    found[best.action] = Considered(
        best.action, best.total / n, 0.0, n, best.taking, 0.0, tuple(best.records)
    )
    rest = sorted(
        (each for action, each in found.items() if action != best.action),
        key=lambda each: (each.samples < n, each.behind),
    )
    return thought._replace(action=best.action, considered=(found[best.action], *rest))


def _may_take_all(view: View, state: Machine) -> bool:
    """Return whether the seat could still capture every penalty card."""
    plan = state.plan
    if view.phase not in ("play", "pass") or not plan.worth.penalties or state.contract:
        return False
    return not any(
        cards & plan.worth.penalties for seat, cards in enumerate(state.captured) if seat != view.seat
    )


def _result(
    world: Machine, arm: _Arm, seat: int, measure: Measure, recorder: Recorder | None
) -> tuple[float, bool, Any]:
    """Play a deal out after an action; return its result, whether it could be settled, and what the recorder makes of
    it.
    """
    deal = world.copy()
    deal.act(arm.action, seat)
    if arm.taking:
        if deal.tables is None and not deal.over:
            play_on(deal, until_play=True)
        if not deal.over:
            aims = list(aims_of(deal))
            aims[seat] = aims[seat]._replace(role=TAKE)
            play_on(deal, aims)
    else:
        play_on(deal)
    settlement = measure.settled(deal)
    result = measure.value(deal, settlement)
    record = None if recorder is None else recorder(deal, settlement, result)
    return result, settlement is not None, record


class Measure:
    """The value of a finished deal to a seat: its settlement minus the mean of the others', positive if good.

    A fixed partner is not one of the others; a partner for one deal is, since the two are paid as opponents later.
    """

    def __init__(self, plan: Plan, seat: int) -> None:
        self.plan, self.seat = plan, seat
        self.sign = -1 if low_wins(plan) else 1

    def __call__(self, deal: Machine) -> float:
        return self.value(deal, self.settled(deal))

    def settled(self, deal: Machine) -> Settlement | None:
        """Return the settlement of a deal; None if no source gives a price that it needs."""
        try:
            return settle(self.plan, of_deal(deal), deal.ledger)
        except NotSourcedError:
            return None

    def value(self, deal: Machine, settlement: Settlement | None) -> float:
        """Return the value of a deal that has been settled; 0 if it has no settlement."""
        if settlement is None:
            return 0.0
        plan, seat, delta = self.plan, self.seat, settlement.delta
        friends = set(plan.table.side_of(seat))
        others = [float(delta[s]) for s in plan.table.players if s not in friends]
        rest = sum(others) / len(others) if others else 0.0
        return self.sign * (float(delta[seat]) - rest)
