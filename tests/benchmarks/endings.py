"""Measures how long the last tricks take to be worked out with all hands known, for every rule set.

The endings come from deals of cautious players, at the lead to the first of the tricks that are left. All cards of the
seat to lead are judged. Times are CPU times on one core.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import whister
from tests.arena.matches import rules_of
from tests.benchmarks.figures import Figure, timed
from whister import Deal, Rules
from whister.bots import choose
from whister.players.endings import solve
from whister.players.endings.solving import applies

EXACT, MODEL = "exact", "model"
GOALS = {(EXACT, 8): "≤ 120", (MODEL, 6): "≤ 10", (MODEL, 8): "≤ 300"}
TRICKS = (6, 8)
EACH = 6  #: the endings of a rule set
_MOST = 30  #: the deals among which they are looked for


class Timed(NamedTuple):
    """An ending that was worked out, or given up at the limit of positions."""

    name: str
    tricks: int
    part: str
    milliseconds: float
    capped: bool


def endings(rules: Rules, tricks: int) -> Iterator[Deal]:
    """Yield deals at the lead to a trick, with as many tricks to play, where the ending can be solved."""
    found = 0
    for number in range(_MOST):
        deal = rules.deal(seed=f"endings/{number}")
        while not (deal.over or _reached(deal, tricks)):
            seat = deal.to_act
            assert seat is not None
            deal.act(choose(deal.view(seat)), seat)
        if not deal.over and not applies(deal):
            yield deal
            found += 1
            if found == EACH:
                return


def _reached(deal: Deal, tricks: int) -> bool:
    return (
        deal.phase == "play"
        and not deal.trick.cards
        and max(len(deal.hand(seat)) for seat in deal.rules.plan.table.players) == tricks
    )


def measure() -> list[Figure]:
    """Measure the endings of every rule set: all together, and with most tricks each, the slowest first."""
    found = [
        _timed(name, tricks, deal)
        for name in whister.catalogue()
        for tricks in TRICKS
        for deal in endings(rules_of(name), tricks)
    ]
    return [
        figure
        for part in (EXACT, MODEL)
        for figure in _figures(part, [each for each in found if each.part == part])
    ]


def _timed(name: str, tricks: int, deal: Deal) -> Timed:
    began = time.process_time()
    ending = solve(deal)
    took = 1000 * (time.process_time() - began)
    return Timed(name, tricks, EXACT if len(ending.sides) == 2 else MODEL, took, ending.capped)


def _figures(part: str, found: Sequence[Timed]) -> Iterator[Figure]:
    for tricks in TRICKS:
        every = [each for each in found if each.tricks == tricks]
        if every:
            yield _figure("all", f"{part}, {tricks} tricks", every, GOALS.get((part, tricks), ""))
    last = [each for each in found if each.tricks == TRICKS[-1]]
    names = dict.fromkeys(each.name for each in last)
    rows = {name: [each for each in last if each.name == name] for name in names}
    for name in sorted(names, key=lambda name: -statistics.median(each.milliseconds for each in rows[name])):
        yield _figure(part, name, rows[name], "")


def _figure(part: str, what: str, found: Sequence[Timed], goal: str) -> Figure:
    figure = timed(part, what, [each.milliseconds for each in found], "ms", target=goal)
    capped = sum(each.capped for each in found)
    return replace(figure, spread=f"{figure.spread}; {capped} at the limit") if capped else figure
