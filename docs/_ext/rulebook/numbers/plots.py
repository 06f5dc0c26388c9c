"""Plots of figures: a value with its interval for each trick or deal, and a difference with its interval for each rule."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from rulebook.base.elements import Html, h
from rulebook.pictures.chart import RULE, SOFT, Drawing

WIDE, HIGH, LEFT, GAP = 276.0, 150.0, 38.0, 28.0
"""In pixels: the width and height of a panel, the room for its scale, and the distance between panels."""


class Point(NamedTuple):
    """A value at a place, and its interval."""

    at: int
    value: float
    low: float | None
    high: float | None
    tip: str


class Panel(NamedTuple):
    """A row of points with a title."""

    title: str
    points: Sequence[Point]


def step(most: float) -> float:
    """Return a round distance of grid lines, with three to six lines up to ``most``."""
    if most <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(most / 4))
    return next(power * each for each in (1, 2, 2.5, 5, 10) if most / (power * each) <= 5)


def panels(name: str, title: str, about: str, every: Sequence[Panel]) -> Drawing:
    """Draw panels side by side, each from nought up."""
    drawing = Drawing(name, title, about, len(every) * (LEFT + WIDE + GAP), HIGH + 62)
    for number, panel in enumerate(every):
        _panel(drawing, panel, 8 + number * (LEFT + WIDE + GAP), 40)
    return drawing


def _panel(drawing: Drawing, panel: Panel, left: float, top: float) -> None:
    most = max(point.high if point.high is not None else point.value for point in panel.points)
    by = step(most)
    top_value = by * ceil(most / by)
    first, last = panel.points[0].at, panel.points[-1].at
    foot = top + HIGH

    def x(at: float) -> float:
        return left + LEFT + 10 + (at - first) * (WIDE - 20) / max(last - first, 1)

    def y(value: float) -> float:
        return foot - HIGH * value / top_value

    drawing.label(left, top - 18, panel.title, "chart-heading", font_weight="600")
    for line in range(round(top_value / by) + 1):
        ends = {
            "x1": f"{left + LEFT:g}",
            "x2": f"{left + LEFT + WIDE:g}",
            "y1": f"{y(line * by):.1f}",
            "y2": f"{y(line * by):.1f}",
        }
        drawing.parts.append(h("line", {"class": "chart-grid", "stroke": RULE, **ends}))
        drawing.label(
            left + LEFT - 6, y(line * by) + 4, f"{line * by:g}", "chart-soft", size=11, text_anchor="end"
        )
    every = max(1, ceil((last - first + 1) / 15))
    for point in panel.points:
        if (point.at - first) % every == 0:
            drawing.label(x(point.at), foot + 16, str(point.at), "chart-soft", size=11, text_anchor="middle")
        shown = []
        if point.low is not None and point.high is not None:
            place = f"{x(point.at):.1f}"
            ends = {"x1": place, "x2": place, "y1": f"{y(point.low):.1f}", "y2": f"{y(point.high):.1f}"}
            shown.append(h("line", {"class": "chart-interval", "stroke": SOFT, "stroke-width": "2", **ends}))
        dot = {
            "cx": f"{x(point.at):.1f}",
            "cy": f"{y(point.value):.1f}",
            "r": "3.2",
            "class": "chart-mark",
            "fill": SOFT,
            "stroke": SOFT,
        }
        drawing.node("", *shown, h("circle", dot), tip=point.tip)


class Bar(NamedTuple):
    """A row of a plot: its name, a value with its standard error, and what it is, in words."""

    name: str
    value: float
    error: float
    tip: str


ROW, NAMES, LONGEST, TOP = 22.0, 400.0, 60, 68.0
"""In pixels, the height of a row and the room for the names; the most characters of a name; and the room above the rows."""


def bars(name: str, title: str, about: str, axis: str, rows: Sequence[Bar]) -> Drawing:
    """Draw a row for each value: a dot, and its 95 per cent interval, from nought to the right."""
    most = max(row.value + 2 * row.error for row in rows)
    by = step(most)
    top_value = by * ceil(most / by)
    drawing = Drawing(name, title, about, NAMES + WIDE + 60, TOP + ROW * len(rows))

    def x(value: float) -> float:
        return NAMES + 16 + WIDE * value / top_value

    for line in range(round(top_value / by) + 1):
        drawing.ground(x(line * by), TOP - 16)
        drawing.label(x(line * by), TOP - 24, f"{line * by:g}", "chart-soft", size=11, text_anchor="middle")
    drawing.label(8, 18, title, "chart-heading", font_weight="600")
    drawing.label(8, TOP - 24, f"in {axis}", "chart-soft", size=11)
    for number, row in enumerate(rows):
        y = TOP + number * ROW
        said = row.name if len(row.name) <= LONGEST else f"{row.name[: LONGEST - 1].rstrip()}…"
        low, high = max(0.0, row.value - 2 * row.error), row.value + 2 * row.error
        ends = {"x1": f"{x(low):.1f}", "x2": f"{x(high):.1f}", "y1": f"{y:g}", "y2": f"{y:g}"}
        dot = {
            "cx": f"{x(row.value):.1f}",
            "cy": f"{y:g}",
            "r": "3.6",
            "class": "chart-mark",
            "fill": SOFT,
            "stroke": SOFT,
        }
        drawing.node(
            "", drawing.text(8, y + 4, said), h("line", {"class": "chart-interval", "stroke": SOFT, "stroke-width": "2", **ends}),
            h("circle", dot), tip=row.tip,
        )  # fmt: skip
    return drawing


class Mark(NamedTuple):
    """A value from 0 to 1 with its standard error, and what it is, in words."""

    value: float
    error: float
    tip: str


COLUMN, LABELS = 96.0, 216.0
"""In pixels, the width of a column of a grid and the room for the names of its rows."""
_INSET, _HEAD = 10.0, 80.0


def grid(
    name: str, title: str, about: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[Mark | None]]]
) -> Drawing:
    """Draw a row for each name and a column for each head, in each a dot with its 95 per cent interval, from 0 to 1."""
    drawing = Drawing(name, title, about, LABELS + COLUMN * len(heads) + 8, _HEAD + ROW * len(rows))
    drawing.label(8, 18, title, "chart-heading", font_weight="600")
    for place, head in enumerate(heads):
        left = LABELS + place * COLUMN
        drawing.label(left + COLUMN / 2, _HEAD - 36, head, "chart-heading", size=12, text_anchor="middle")
        for at in (0, 1):
            x = left + _INSET + at * (COLUMN - 2 * _INSET)
            drawing.ground(x, _HEAD - 16)
            drawing.label(x, _HEAD - 20, str(at), "chart-soft", size=11, text_anchor="middle")
    for number, (said, marks) in enumerate(rows):
        y = _HEAD + number * ROW
        words = said if len(said) <= 30 else f"{said[:29].rstrip()}…"
        drawing.node("", drawing.text(8, y + 4, words), tip=said)
        for place, mark in enumerate(marks):
            if mark is not None:
                drawing.node(
                    "", *_dot(mark, LABELS + place * COLUMN, y), tip=f"{said}: {heads[place]} {mark.tip}"
                )
    return drawing


def _dot(mark: Mark, left: float, y: float) -> Sequence[Html]:
    def x(value: float) -> str:
        return f"{left + _INSET + min(1.0, max(0.0, value)) * (COLUMN - 2 * _INSET):.1f}"

    ends = {
        "x1": x(mark.value - 2 * mark.error),
        "x2": x(mark.value + 2 * mark.error),
        "y1": f"{y:g}",
        "y2": f"{y:g}",
    }
    line = h("line", {"class": "chart-interval", "stroke": SOFT, "stroke-width": "2", **ends})
    dot = {
        "cx": x(mark.value),
        "cy": f"{y:g}",
        "r": "3.6",
        "class": "chart-mark",
        "fill": SOFT,
        "stroke": SOFT,
    }
    return line, h("circle", dot)
