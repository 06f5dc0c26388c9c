"""Random deals of Black Lady a second: Whister's public API beside OpenSpiel's hearts, from Python, on one core.

Both pass three cards left, right, across or not at all by turns, play thirteen tricks with random legal cards, and
ask for the result. Each does it in its usual way; the rounds alternate, and time is the CPU's.
"""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Callable
from functools import partial

import pyspiel

import whister
from tests.benchmarks.figures import Figure, timed

ROUND = 1.5  # seconds of CPU time


def whister_deal(rules: whister.Rules, chance: random.Random, number: int) -> None:
    """One deal through the public API, settled."""
    draw = chance.random
    deal = rules.deal(seed=number, number=number % 4 + 1)
    while not deal.over:
        legal = deal.legal()
        deal.act(legal[int(draw() * len(legal))])
    rules.settle(deal.outcome)


def open_spiel_deal(game: pyspiel.Game, chance: random.Random, _number: int) -> None:
    """One hand by OpenSpiel's usual loop; its chance outcomes are equally likely, so that one draw picks them too."""
    draw = chance.random
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw() * len(outcomes))][0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
    state.returns()


def rate(play: Callable[[int], None]) -> float:
    """Deals a second of CPU time, over one round."""
    start = time.process_time()
    count = 0
    while (spent := time.process_time() - start) < ROUND:
        for _ in range(20):
            play(count)
            count += 1
    return count / spent


def measure(rounds: int) -> list[Figure]:
    """Alternate the two for some rounds."""
    with contextlib.suppress(AttributeError, OSError):  # not every system can keep to one core
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    chance = random.Random(1909)
    tables = {
        "": (whister.load("hearts/black-lady"), pyspiel.load_game("hearts")),
        ", without passing": (
            whister.load("hearts/black-lady", passing="none"),
            pyspiel.load_game("hearts", {"pass_cards": False}),
        ),
    }
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in tables}
    for number in range(rounds + 1):
        for name, (rules, game) in tables.items():
            ours = rate(partial(whister_deal, rules, chance))
            theirs = rate(partial(open_spiel_deal, game, chance))
            if number:  # the first round warms up
                found[name].append((ours, theirs))
    return [
        figure
        for name, rates in found.items()
        for figure in (
            timed("deals", f"Whister, hearts/black-lady{name}", [ours for ours, _ in rates], "deals/s"),
            timed("deals", f"OpenSpiel, hearts{name}", [theirs for _, theirs in rates], "deals/s"),
            timed("deals", f"Whister over OpenSpiel{name}", [a / b for a, b in rates], "times", 2),
        )
    ]
