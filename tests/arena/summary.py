"""What the results of a match show: means with their standard errors, and whether they meet the goal."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from whister import Rules

HEARTS_GOAL = 0.2  #: in standard deviations of a cautious seat's own result
POINTS_GOAL = 2.5  #: at Black Lady, in points a deal
ISMCTS_GOAL = 2.0
ENOUGH = 12  #: fewer deals than this meet no goal
CONTRACTS_GOAL = 0.10  #: the share of contracts by which a declarer who sees one hand may fall behind


class Figure(NamedTuple):
    """A mean with its standard error and the number of deals; ``unit`` says of what."""

    mean: float
    error: float
    deals: int
    unit: str
    spread: float = 0.0  #: the standard deviation of a cautious seat's own result
    met: bool = False

    @property
    def sure(self) -> bool:
        """Whether two standard errors exclude zero."""
        return abs(self.mean) > 2 * self.error


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, float("inf")
    return mean, sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))


def figure(match: str, rules: Rules, results: Sequence[dict[str, Any]]) -> Figure:
    """Return the figure of a match; a positive mean is good for the player measured."""
    if match == "contracts":
        both = [(each["made"], each["seen"]) for each in results if each["made"] is not None]
        gaps = [float(seen) - float(made) for made, seen in both]
        mean, error = mean_of(gaps or [0.0])
        share = sum(float(made) for made, _ in both) / max(len(both), 1)
        return Figure(-mean, error, len(both), "of the contracts", share, mean <= CONTRACTS_GOAL)
    mean, error = mean_of([each["value"] for each in results])
    unit, own = rules.plan.settling.unit, [amount for each in results for amount in each.get("own", ())]
    middle = sum(own) / len(own) if own else 0.0
    spread = sqrt(sum((each - middle) ** 2 for each in own) / len(own)) if own else 0.0
    least = 0.0
    if match == "ismcts":
        least = ISMCTS_GOAL
    elif match == "lone" and rules.id == "hearts/black-lady":
        least = POINTS_GOAL
    elif match == "lone" and rules.family == "hearts":
        least = HEARTS_GOAL * spread
    return Figure(mean, error, len(results), unit, spread, mean >= least and mean > 2 * error)


def told(figure: Figure) -> str:
    """Return a figure as text, with its standard error, its unit and, for Hearts, in standard deviations."""
    if figure.unit == "of the contracts":
        gap = _signed(100 * figure.mean, 0)
        return f"{100 * figure.spread:.0f} % made, {gap} ± {100 * figure.error:.0f} points"
    digits = 2 if abs(figure.mean) < 10 else 1
    text = f"{_signed(figure.mean, digits)} ± {figure.error:.{digits}f} {figure.unit}"
    return f"{text}, {_signed(figure.mean / figure.spread, 2)} sd" if figure.spread else text


def _signed(value: float, digits: int) -> str:
    text = f"{abs(value):.{digits}f}"
    return text if float(text) == 0 else f"{'−' if value < 0 else '+'}{text}"


def goal(match: str, figure: Figure) -> str:
    """Return whether a figure meets its goal: ``met``, ``not met``, or ``open`` if it is too uncertain to say."""
    if figure.deals < ENOUGH:
        return "open"
    if figure.met:
        return "met"
    return "open" if match != "contracts" and not figure.sure else "not met"
