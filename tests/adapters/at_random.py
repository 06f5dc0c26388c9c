"""Deals played by indices, at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import whister
from whister import Action, Deal, Rules
from whister.adapters.indices import DONE, Indices
from whister.adapters.steps import Steps

RULE_SETS = whister.catalogue()


def chosen(steps: Steps, chance: Random) -> int:
    """Return an index at random. In an auction it is mostly a pass or a low bid, since a high bid ends it at once."""
    legal = steps.legal()
    if steps.deal.phase == "auction" and chance.random() < 0.8:
        texts = {index: steps.indices[index] for index in legal}
        low = [index for index, text in texts.items() if text.startswith("bid ")][:2]
        passes = [index for index, text in texts.items() if text == "pass"]
        return chance.choice([*low, *passes] or legal)
    return chance.choice(legal)


def played(rules: Rules, seed: int, indices: Indices | None = None) -> tuple[Deal, int]:
    """Return a deal played to its end, and the number of steps that it took."""
    steps, chance, count = Steps(rules.deal(seed), indices), Random(seed), 0
    while not steps.over:
        steps.step(chosen(steps, chance))
        count += 1
    return steps.deal, count


def repeated(deal: Deal, indices: Indices) -> Iterator[tuple[Action, Action | None]]:
    """Repeat a deal by the paths of its actions; yield each action, and that which its path completes."""
    from_start = deal.copy()
    from_start.restart()
    steps = Steps(from_start, indices)
    dummy = deal.rules.plan.table.dummy
    for seat, action in deal.actions:
        if seat == dummy:
            continue
        path = indices.path(action)
        while steps.asked and not (steps.seat == seat and path[0] in steps.legal()):
            steps.step(indices.of("wait"))
        assert steps.seat == seat
        done = [steps.step(index) for index in path]
        assert done[:-1] == [None] * (len(path) - 1)
        assert (indices[path[-1]] == DONE) == (len(path) > 1)
        yield action, done[-1]
    assert steps.deal == deal


def varied() -> Iterator[tuple[str, int | None, dict[str, Any]]]:
    """Yield every rule set for each number of players, and with each value of each of its options in turn."""
    for name in RULE_SETS:
        rules = whister.load(name)
        yield from ((name, players, {}) for players in rules.players)
        for option in rules.options.values():
            yield from ((name, None, {option.name: value.value}) for value in option.values)
