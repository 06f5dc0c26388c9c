"""Where the figures of searching players differ from those of cautious ones."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, lgamma
from statistics import NormalDist
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import Cell, paragraph, table
from rulebook.numbers.beside import sigmas
from rulebook.numbers.results import how, told
from whister.studies.figures import figure_of
from whister.studies.groups import EACH, GROUPS, SHARE
from whister.studies.sums import Sum
from whister.studies.told import contract_rank

if TYPE_CHECKING:
    from whister import Rules
    from whister.studies.figures import Figure
    from whister.studies.kept import Kept
    from whister.studies.study import Study

SURE = 3.0
"""The standard errors by which cautious and strong players must differ for the page to say so."""
CHANCE = 2 * NormalDist().cdf(-SURE)
"""How often figures without a difference differ by so much: 1 in 370."""
_COMPARED = (
    "average",
    "gap",
    "result",
    "tricks",
    "moon",
    "card",
    "void",
    "bid",
    "contract",
    "success",
    "made",
)
"""The groups of figures that are compared, in the order of the table."""
_OF_A_SEAT = ("result", "tricks")
"""The groups with a figure for each seat, whose titles end in “a seat”."""


def stronger(rules: Rules, study: Study, kept: Kept | None) -> list[nodes.Node]:
    """Return the figures in which searching players differ from cautious ones; nothing if none have played."""
    if kept is None:
        return []
    other = kept.study()
    pairs = list(compared(study, other))
    differing = [pair for pair in pairs if differ(*pair)]
    name, _, rollouts = kept.origin.players[0].partition(" ")
    lead = (
        f"{name.capitalize()} players, who here play out {rollouts} deals before each decision, played {other.deals:,} deals. "
        f"Of {len(pairs)} figures compared, {len(differing) or 'none'}"
    )
    by = f"significantly from those of cautious players (chance alone explains such a difference once in {round(1 / CHANCE)} comparisons)"
    verb = "differ" if len(differing) > 1 else "differs"
    if not differing:
        return [paragraph(f"{lead} {verb} {by}."), *how(kept)]
    rows = [
        [Cell(_named(study, figure)), Cell(told(figure)), Cell(told(their))]
        for figure, their in sorted(differing, key=lambda pair: _order(rules, pair[0]))
    ]
    return [
        paragraph(f"{lead} {verb} {by}:"),
        table(("Figure", "Cautious players", f"{name.capitalize()} players"), rows, widths=(6, 3, 3)),
        *how(kept),
    ]


def compared(study: Study, other: Study) -> Iterator[tuple[Figure, Figure]]:
    """Yield the figures that two studies of a rule set have in common. What is recorded only when it happens, as a
    contract, has a share of nought in a study in which it does not."""
    first, second = (
        {(each.group, each.about): each for each in one.figures if each.group in _COMPARED}
        for one in (study, other)
    )
    for group, about in dict.fromkeys([*first, *second]):
        key = group, about
        if key in first and key in second:
            yield first[key], second[key]
        elif GROUPS[group].kind == EACH and GROUPS[group].unit == SHARE:
            none = [figure_of(f"{group}/{about}", Sum(one.deals, 0, 0), "", SHARE) for one in (study, other)]
            yield first.get(key, none[0]), second.get(key, none[1])


def differ(one: Figure, other: Figure) -> bool:
    """Return whether two figures of separate deals differ by more than three standard errors; shares of events, of which
    there may be few, by Fisher's exact test at the same level."""
    counts = _counted(one), _counted(other)
    if None not in counts:
        return fisher(*counts[0], *counts[1]) < CHANCE  # type: ignore[misc]
    return abs(sigmas(one, other)) >= SURE


def _order(rules: Rules, figure: Figure) -> tuple[int, tuple[int, int]]:
    """Return the place of a figure in the table: as on the rest of the page, contracts in the order of the bids."""
    bid = contract_rank(figure.about, rules.plan) if figure.group in ("contract", "made") else (0, 0)
    return _COMPARED.index(figure.group), bid


def _counted(figure: Figure) -> tuple[int, int] | None:
    """Return how many of how many events a share is of; None for a mean, and for a share of what may happen in part."""
    count = figure.value * figure.n
    whole = figure.unit == SHARE and abs(count - round(count)) < 1e-6 and figure.value <= 1
    return (round(count), figure.n) if whole else None


def fisher(k: int, n: int, other_k: int, other_n: int) -> float:
    """Return how often chance makes two shares, ``k`` of ``n`` and ``other_k`` of ``other_n``, differ at least as much if
    there is no difference: twice the smaller tail of Fisher's exact test, and 1 at most."""
    if other_n > n:
        k, n, other_k, other_n = other_k, other_n, k, n
    every, total = k + other_k, n + other_n

    def chance(found: int) -> float:
        return exp(_ways(every, found) + _ways(total - every, other_n - found) - _ways(total, other_n))

    least, most = max(0, every - n), min(every, other_n)
    below = sum(chance(found) for found in range(least, other_k + 1))
    above = sum(chance(found) for found in range(other_k, most + 1))
    return min(1.0, 2 * below, 2 * above)


def _ways(n: int, k: int) -> float:
    """Return the logarithm of the number of ways to choose ``k`` of ``n``."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _named(study: Study, figure: Figure) -> str:
    label = study.label(figure)
    unit = "" if figure.unit == SHARE else f" ({figure.unit})"
    if figure.group in _OF_A_SEAT:
        return f"{figure.title.removesuffix('a seat')}{label}{unit}"
    return f"{figure.title}: {label}{unit}" if label else f"{figure.title}{unit}"
