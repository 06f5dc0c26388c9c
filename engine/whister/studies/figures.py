"""Figures: means with their standard errors, and shares with their intervals, computed from exact sums."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Any, NamedTuple

from whister.ledger import Amount
from whister.studies.groups import (
    BOTH,
    DIFFERENCE,
    EACH,
    GROUPS,
    PARTS,
    RESULT,
    SHARE,
    Group,
    group_of,
    side_of,
)  # fmt: skip
from whister.studies.sums import NOTHING, Sum, Sums, merged

Z = 1.959963984540054  #: the standard normal quantile of 0.975: intervals are of 95 per cent


class Figure(NamedTuple):
    """One figure of a study.

    ``value`` is a mean, or a share from 0 to 1, in ``unit``; ``error`` is its standard error, ``low`` and ``high`` its
    95 per cent interval: Wilson's for a share of events, Student's otherwise. All are None if nothing, or too
    little, was recorded. ``of`` is ``a`` or ``b``, ``difference`` for b minus a, or empty in a study of one rule set.

    If the players differ, each deal and each game is played with every player in every seat in turn, and counts once,
    with the mean of its values. ``n`` is then a number of deals or games, also for a share of events, and the interval
    is Student's; it is Wilson's only if all these values are 0, or all are 1.
    """

    part: str  #: ``deals``, ``games``, ``revokes`` or ``field``
    group: str
    about: (
        str  #: the seat, the trick, the contract … that the figure is about; "" if it is about the whole deal
    )
    of: str
    unit: str
    #: the number of values of which it is the mean, or of events of which it is the share; of deals or games if the
    #: players differ
    n: int
    value: float
    error: float | None
    low: float | None
    high: float | None

    @property
    def title(self) -> str:
        """What the figure is, in a few words."""
        return GROUPS[self.group].title if self.group in GROUPS else _DERIVED[self.group][1]


_SEATED = ("deals", "games")  #: the parts that are played by the players of the study
#: the quantiles of 0.975 of Student's t for the mean of a few values
_FEW = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306}


def wilson(k: Amount, n: int) -> tuple[float, float]:
    """Return Wilson's 95 per cent interval of a share: ``k`` of ``n``. After E. B. Wilson, "Probable Inference", 1927."""
    share = float(k) / n
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return (0.0 if k == 0 else max(0.0, middle - half)), (1.0 if k == n else min(1.0, middle + half))


def student(n: int) -> float:
    """Return the quantile of 0.975 of Student's t for the mean of ``n`` values, by the expansion of Cornish and Fisher,
    which is right to three decimals from ten values on; for fewer, the known values are closer."""
    if n < 10:
        return _FEW.get(n, float("inf"))
    v = n - 1
    terms = (
        (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )  # fmt: skip
    more: float = sum(term / v**power for power, term in enumerate(terms, 1))
    return Z + more


def spread_of(found: Sum) -> float | None:
    """Return the standard deviation of values from their sum; None from fewer than two."""
    n, total, squares = found
    if n < 2:
        return None
    return sqrt(max(0.0, float(squares * n - total * total) / (n * (n - 1))))


def figure_of(name: str, found: Sum, of: str, unit: str, *, mixed: bool = False) -> Figure:
    """Return the figure of a sum. ``unit`` is that of the rule set's settlement. ``mixed``: the players differ, so that
    the values are means over the seatings of a deal or a game, and not events."""
    group = group_of(name)
    about = name.partition("/")[2]
    n, total, squares = found
    value = float(total) / n
    deviation = spread_of(found)
    error = None if deviation is None else deviation / sqrt(n)
    half = None if error is None else student(n) * error
    low, high = (None, None) if half is None else (value - half, value + half)
    if group.unit == SHARE and of != DIFFERENCE:
        events = not mixed or group.part not in _SEATED or total in (0, n)
        if events and total == squares:
            low, high = wilson(total, n)
        elif low is not None and high is not None:
            low, high = max(0.0, low), min(1.0, high)
    return Figure(group.part, group.name, about, of, _unit(group, unit), n, value, error, low, high)


def _unit(group: Group, unit: str) -> str:
    return unit if group.unit == "result" else group.unit


def figures_of(
    sums: Sums, units: tuple[str, ...], sides: tuple[int, ...], *, alike: bool = True, mixed: bool = False
) -> list[Figure]:  # fmt: skip
    """Return every figure of a study, in the order of the groups. ``units`` and ``sides`` are the unit of settlement
    and the number of sides of each rule set; results are subtracted only if they are ``alike``, in the same unit and
    sense. ``mixed``: the players differ; figures that need the single results of every seating are then left out."""
    counts = {part: sums[part].n for part in PARTS if part in sums}
    found = []
    for name, each in sums.items():
        if name in counts:
            continue
        of, rest = side_of(name)
        group = group_of(rest)
        if of == DIFFERENCE and group.unit == RESULT and not alike:
            continue
        whole = each._replace(n=counts[group.part]) if group.kind == EACH else each
        own = units[BOTH.index(of)] if of in BOTH and of else units[0]
        found.append(figure_of(rest, whole, of, own, mixed=mixed))
    found += [more for figure in found for more in _derived(figure, sides)]
    for of, unit in zip(BOTH, () if mixed else units, strict=False):
        found += _pooled(sums, of if len(units) > 1 else "", unit)
    return sorted(found, key=_place)


_DERIVED = {
    "fair": ("field", "Fairness: how near the share of eldest hand is to an equal one"),
    "skill": ("field", "Order: how far a searching player exceeds an equal share"),
    "converges": ("deals", "Convergence: how far the choices narrow"),
    "deviation": ("deals", "Standard deviation of a seat's result"),
    "success": ("deals", "Contract made, whichever is played"),
    "bid": ("deals", "Winning bid"),
}


def _derived(figure: Figure, sides: tuple[int, ...]) -> Iterator[Figure]:
    """Yield the heuristics of the field that follow from a figure: from 0 to 1, or from -1 in the case of order."""
    if figure.of == DIFFERENCE:
        return
    n = sides[BOTH.index(figure.of) if figure.of else 0]
    value, equal = figure.value, 1 / n
    if figure.group == "fairness":
        scale = n if value <= equal else n / (n - 1)
        yield _scaled(figure, "fair", value * n if value <= equal else (1 - value) * scale, scale)
    elif figure.group == "order":
        yield _scaled(figure, "skill", (value - equal) / (1 - equal), 1 / (1 - equal))
    elif figure.group == "convergence":
        yield _scaled(figure, "converges", 1 - (value / 2 + 0.5), 0.5)


def _scaled(figure: Figure, group: str, value: float, scale: float) -> Figure:
    error = None if figure.error is None else figure.error * scale
    half = None if error is None else student(figure.n) * error
    low, high = (None, None) if half is None else (value - half, min(1.0, value + half))
    return figure._replace(group=group, unit=SHARE, value=value, error=error, low=low, high=high)


def _pooled(sums: Sums, of: str, unit: str) -> Iterator[Figure]:
    """Yield the figures of a rule set that several sums give together: the standard deviation of a seat's result, over all
    seats, the share of contracts made, over all contracts, and the mean number bid in the auctions won."""
    start = f"{of}/" if of else ""
    seats = _sum_of(each for name, each in sums.items() if name.startswith(f"{start}result/"))
    if (deviation := spread_of(seats)) is not None:
        yield Figure("deals", "deviation", "", of, unit, seats.n, deviation, None, None, None)
    made = _sum_of(each for name, each in sums.items() if name.startswith(f"{start}made/"))
    if made.n:
        yield figure_of("made/", made, of, unit)._replace(group="success")
    bids = _sum_of(
        Sum(int(times), times * bid, times * bid * bid)
        for name, (_, times, _) in sums.items()
        if name.startswith(f"{start}contract/") and (bid := _bid(name)) is not None
    )
    if bids.n > 1:
        yield figure_of("average", bids, of, unit)._replace(group="bid")


def _sum_of(every: Iterable[Sum]) -> Sum:
    return merged({"": each} for each in every).get("", NOTHING)


def _bid(name: str) -> int | None:
    """Return the number bid in a contract: 75 for ``contract/high 75``; None if a contract has none."""
    last = re.split("[/ ]", name)[-1]
    return int(last) if last.isdigit() else None


_ORDER = {name: at for at, name in enumerate(["result", "deviation", *(g for g in GROUPS if g != "result")])}
_ORDER |= {"converges": _ORDER["convergence"], "fair": _ORDER["fairness"], "skill": _ORDER["order"]}
_ORDER |= {"bid": _ORDER["contract"], "success": _ORDER["contract"]}


def _place(figure: Figure) -> tuple[Any, ...]:
    course = ("tried", "shot", "stopped")
    if figure.about in course:
        return (
            PARTS.index(figure.part),
            _ORDER[figure.group],
            figure.group,
            [course.index(figure.about)],
            "",
            figure.of,
        )
    numbers = [int(word) if word.isdigit() else 0 for word in re.findall(r"\d+|\D+", figure.about)]
    return PARTS.index(figure.part), _ORDER[figure.group], figure.group, numbers, figure.about, figure.of


__all__ = ["Figure", "Z", "figure_of", "figures_of", "spread_of", "wilson"]
