"""Measures the engine: deals a second compared with OpenSpiel's hearts, each rule set with Black Lady, and cold starts.

Times are CPU times on one core, and what is compared is measured in alternate rounds. Both engines pass three cards
left, right, across or not at all by turns, play thirteen tricks with random legal cards, and ask for the result, each
in its usual way.
"""

from __future__ import annotations

import contextlib
import os
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pyspiel

import whister
from tests.benchmarks import browsers_python, cold, loops
from tests.benchmarks.figures import Figure, timed

ROUND = 0.7  # seconds of CPU time
SHORT = 0.25  # the same for each of many rule sets
PART = "deals"


def usual_loop(game: pyspiel.Game, chance: random.Random) -> Callable[[int], None]:
    """Return a function that plays one hand in OpenSpiel's usual loop.

    Chance outcomes are equally likely, so that one random number picks an outcome as well as a legal action.
    """
    draw = chance.random

    def play(_number: int) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
        state.returns()

    return play


def from_a_list(game: pyspiel.Game, chance: random.Random, way: int) -> Callable[[int], None]:
    """Return a function that plays one hand without asking OpenSpiel for chance outcomes.

    The cards come from a shuffled list, and are passed one way, or not at all (0).
    """
    draw, cards = chance.random, list(range(52))

    def play(_number: int) -> None:
        state = game.new_initial_state()
        chance.shuffle(cards)
        for action in (way, *cards):
            state.apply_action(action)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        state.returns()

    return play


def from_a_clone(game: pyspiel.Game, chance: random.Random) -> Callable[[int], None]:
    """Return a function that clones a hand already dealt, and plays out the clone."""
    draw, dealt = chance.random, game.new_initial_state()
    for action in (0, *range(52)):
        dealt.apply_action(action)

    def play(_number: int) -> None:
        state = dealt.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])

    return play


RATIOS: Sequence[tuple[str, str, str, str]] = (
    ("API over usual loop, passing", "API, passing", "OpenSpiel, usual loop", "≥ 2.0"),
    ("API over list, passed left", "API, passing", "OpenSpiel, list, passed left", "≥ 0.8"),
    ("API over usual loop, no passing", "API, no passing", "OpenSpiel, usual loop, no passing", "≥ 2.5"),
    ("rollout over list, no passing", "rollout, dealt and settled, no passing", "OpenSpiel, list, no passing", "≥ 1.4"),
    ("rollout of a copy over clone", "rollout of a copy", "OpenSpiel, clone played on", ""),
)  # fmt: skip


def beside_open_spiel(rounds: int) -> list[Figure]:
    """Measure Black Lady and OpenSpiel's hearts in alternate rounds."""
    chance = random.Random(1909)
    passing, holding = (
        whister.load("hearts/black-lady"),
        whister.load("hearts/black-lady", passing="none"),
    )
    game, without = pyspiel.load_game("hearts"), pyspiel.load_game("hearts", {"pass_cards": False})
    plays: Mapping[str, Callable[[int], None]] = {
        "API, passing": loops.by_hand(passing, chance),
        "API, passing, not settled": loops.by_hand(passing, chance, settled=False),
        "API, no passing": loops.by_hand(holding, chance),
        "rollout, dealt and settled, passing": loops.at_once(passing, chance),
        "rollout, dealt and settled, no passing": loops.at_once(holding, chance),
        "rollout of a copy": loops.from_a_copy(holding, chance),
        "OpenSpiel, usual loop": usual_loop(game, chance),
        "OpenSpiel, list, passed left": from_a_list(game, chance, 1),
        "OpenSpiel, usual loop, no passing": usual_loop(without, chance),
        "OpenSpiel, list, no passing": from_a_list(without, chance, 0),
        "OpenSpiel, clone played on": from_a_clone(without, chance),
    }
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for number in range(rounds + 1):
        for name, play in plays.items():
            found = loops.rate(play, ROUND)
            if number:  # the first round warms up
                rates[name].append(found)
    return [
        *(timed(PART, name, found, "deals/s") for name, found in rates.items()),
        *(
            timed(PART, name, [a / b for a, b in zip(rates[ours], rates[theirs], strict=True)], "times", 2, target=target)
            for name, ours, theirs, target in RATIOS
        ),
    ]  # fmt: skip


def every_rule_set(rounds: int) -> list[Figure]:
    """Measure the time per action in random play of each rule set, divided by Black Lady's at the same moment."""
    base = whister.load("hearts/black-lady")
    loops.per_action(base, SHORT)
    found: list[tuple[str, list[float]]] = []
    for name in whister.catalogue():
        rules = whister.load(name)
        loops.per_action(rules, SHORT / 2)
        ratios = [
            loops.per_action(rules, SHORT) / loops.per_action(base, SHORT) for _ in range(min(rounds, 3))
        ]
        found.append((name, ratios))
    found.sort(key=lambda each: -statistics.median(each[1]))
    return [
        timed("rule sets", f"{name}, time per action over Black Lady's", ratios, "times", 2, target="≤ 2.0")
        for name, ratios in found
    ]


def going_back(rounds: int) -> list[Figure]:
    """Measure copying a deal in play, and taking back its last card and playing it again."""
    rules = whister.load("hearts/black-lady")
    deal = rules.deal("1909", number=4)
    for _ in range(30):
        deal.act(deal.legal()[0])
    last = deal.actions[-1][1]

    def again(_number: int) -> None:
        deal.undo()
        deal.act(last)

    copies = [loops.rate(lambda _: deal.copy(), ROUND / 2) / 1e6 for _ in range(rounds)]  # type: ignore[arg-type]
    undone = [1e6 / loops.rate(again, ROUND / 2) for _ in range(rounds)]
    return [
        timed(PART, "copies of a deal in play", copies, "M/s", 2, target="≥ 1"),
        timed(PART, "a card taken back and played again", undone, "µs", 1),
    ]


def measure(rounds: int, node: Path, runtime: Path) -> list[Figure]:
    """Measure everything in this module, cold starts, and the browser's Python."""
    with contextlib.suppress(AttributeError, OSError):  # not every system can keep to one core
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    return [
        *beside_open_spiel(rounds),
        *going_back(rounds),
        *cold.measure(rounds),
        *browsers_python.measure(rounds, node, runtime),
        *every_rule_set(rounds),
    ]
