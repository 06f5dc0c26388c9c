"""Deals, found by the engine of this Python, that lead a visitor through every phase of a rule set."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.browser.player import offered
from tests.browser.test_table import engine
from whister.ruleset import Rules, load

State = dict[str, Any]
Choosing = Callable[[list[str]], str]
EXPOSED = "exposed"  # not a phase: a hand lies open
SEEDS = 200
# What a rule set offers only when asked to.
OPTIONS: dict[str, dict[str, Any]] = {"boston/hoyle": {"announcements": "all"}}


class Journey(NamedTuple):
    """A deal that one visitor in seat 0 plays to its end: where it starts, what he does, and every state he sees."""

    rules: str
    options: dict[str, Any]
    actions: list[str]
    states: list[State]

    @property
    def phases(self) -> set[str]:
        """What is reached: the phases in which the visitor is asked, the end, and a hand laid open."""
        found = {state["phase"] for state in self.states if state["choice"] or state["over"]}
        if any(seat["exposed"] for state in self.states for seat in state["seats"]):
            found.add(EXPOSED)
        return found


def open_actions(state: State) -> list[str]:
    """What the visitor may do now, one card or one button each; of a choice of several cards the first that will do."""
    choice = state["choice"]
    if choice["kind"] == "cards":
        return [" ".join([choice["verb"], *choice["allowed"][: choice["count"]]])]
    if choice["kind"] == "play":
        return [held["card"] for held in state["hand"] if held["playable"]]
    return [act["action"] for act in [*offered(choice), *state["also"]] if act.get("legal", True)]


def deal(rules: str, options: dict[str, Any], seed: str, choosing: Choosing) -> Journey:
    """A whole deal in which the visitor does what `choosing` picks."""
    state = engine(op="new", rules=rules, options=options, players=None, seed=seed, seat=0)
    states, actions = [state], list[str]()
    while not state["over"]:
        actions.append(choosing(open_actions(state)))
        state = engine(op="act", record=state["record"], seat=0, action=actions[-1])
        states.append(state)
    return Journey(rules, options, actions, states)


def visitors(seed: int) -> Iterator[Choosing]:
    """Visitors of different tempers: one bids high, one never does, one does anything."""
    yield lambda open_: next((one for one in reversed(open_) if one.startswith("bid ")), open_[0])
    yield lambda open_: open_[0]
    yield random.Random(seed).choice


def asked_in(rules: Rules) -> set[str]:
    """The phases of a rule set in which anybody may be asked, and whether a hand may lie open."""
    plan = rules.plan
    asked = {name for name in plan.phase_order if name == "play" or not plan.phases[name].silent}
    if any(contract.exposed for contract in plan.contracts.values()):
        asked.add(EXPOSED)
    return asked


def journeys(rules: str) -> list[Journey]:
    """Some deals that together reach every phase of a rule set in which anybody is asked, and the end."""
    options = OPTIONS.get(rules, {})
    missing, found = {*asked_in(load(rules).vary(**options)), "over"}, list[Journey]()
    for seed in range(SEEDS):
        for choosing in visitors(seed):
            if not missing:
                return found
            journey = deal(rules, options, str(seed), choosing)
            if journey.phases & missing:
                missing -= journey.phases
                found.append(journey)
    if missing:
        raise AssertionError(f"{rules}: no deal reaches {missing}")
    return found
