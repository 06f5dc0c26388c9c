"""Plots of figures: a value with its interval for each trick or deal, and a difference with its interval for each rule.

Each plot is drawn twice: for a page of some width, and for a phone, on which it need not be scrolled sideways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple, TypeAlias

from rulebook.base.elements import Html, h
from rulebook.pictures.chart import NARROW, RULE, SOFT, Drawing, text_width, wrapped

Both: TypeAlias = tuple[Drawing, Drawing]
"""A plot for a page of some width, and for a phone."""

NARROWER = "-narrow"
"""The end of the name of a plot for a phone."""
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
    """A row of points with a title; ``axis`` is what their places are numbered by."""

    title: str
    axis: str
    points: Sequence[Point]


def step(most: float) -> float:
    """Return a round distance of grid lines, with three to six lines up to ``most``."""
    if most <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(most / 4))
    return next(power * each for each in (1, 2, 2.5, 5, 10) if most / (power * each) <= 5)


def panels(name: str, title: str, about: str, every: Sequence[Panel]) -> Both:
    """Draw panels, each from nought up: side by side, and one below the other."""
    width, height = LEFT + WIDE + GAP, HIGH + 80
    wide = Drawing(name, title, about, len(every) * width, height)
    narrow = Drawing(f"{name}{NARROWER}", title, about, width, len(every) * height)
    for number, panel in enumerate(every):
        _panel(wide, panel, 8 + number * width, 40)
        _panel(narrow, panel, 8, 40 + number * height)
    return wide, narrow


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
    middle = left + LEFT + WIDE / 2
    drawing.label(middle, foot + 33, panel.axis, "chart-soft", size=11, text_anchor="middle")
    course = " ".join(f"{x(point.at):.1f},{y(point.value):.1f}" for point in panel.points)
    drawing.parts.append(
        h("polyline", {"points": course, "fill": "none", "stroke": SOFT, "stroke-opacity": "0.45"})
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
    """A row of a plot: what it is, the game it is of, the size of a change with its standard error, the same in words, and
    whether the change is downward."""

    name: str
    where: str
    value: float
    error: float
    tip: str
    down: bool = False

    @property
    def said(self) -> str:
        """The size with two digits and the sign of the change."""
        return f"{'−' if self.down else '+'}{float(f'{self.value:.2g}'):g}"


ROW, LINE, TOP = 22.0, 15.0, 84.0
"""In pixels: the height of a row, of each further line of its name, and the room above the rows."""
NAMES, WHERE, TRACK, SAID = 356.0, 182.0, 230.0, 52.0
"""In pixels, the width of the names, of the games, and of the values beside them: drawn, and in figures."""
_SMALL = 11.0
_MOST_LINES = (2, 3)


def bars(name: str, title: str, about: str, axis: str, rows: Sequence[Bar]) -> Both:
    """Draw a row for each value: a dot, and its 95 per cent interval, from nought to the right. On a phone it is below the
    name."""
    most = max(row.value + 2 * row.error for row in rows)
    by = step(most)
    lines = [line * by for line in range(ceil(most / by) + 1)]
    wide_names, narrow_names = (
        [clipped(row.name, width, count) for row in rows]
        for width, count in zip((NAMES - 16, NARROW - 16), _MOST_LINES, strict=True)
    )
    wide = Drawing(name, title, about, NAMES + WHERE + TRACK + 14 + SAID, TOP + sum(map(_height, wide_names)))
    top = _heads(wide, axis, lines, NAMES + WHERE, TRACK)
    for each in lines:
        wide.ground(_at(each, lines, NAMES + WHERE, TRACK), top - 16)
    for row, said in zip(rows, wide_names, strict=True):
        middle = top + (len(said) - 1) * LINE / 2
        names = [wide.text(8, top + 4 + number * LINE, words) for number, words in enumerate(said)]
        (where,) = clipped(row.where, WHERE - 12, 1, _SMALL)
        names.append(wide.text(NAMES, middle + 4, where, "chart-soft", size=_SMALL))
        names.append(wide.text(wide.width - 8, middle + 4, row.said, size=_SMALL, text_anchor="end"))
        wide.node("", *names, *_interval(row, lines, NAMES + WHERE, TRACK, middle), tip=row.tip)
        top += _height(said)
    heights = [_height(said) + LINE + ROW for said in narrow_names]
    narrow = Drawing(f"{name}{NARROWER}", title, about, NARROW)
    track = NARROW - 40
    top = _heads(narrow, axis, lines, 16, track)
    narrow.height = top + sum(heights)
    for row, said, height in zip(rows, narrow_names, heights, strict=True):
        names = [narrow.text(8, top + 4 + number * LINE, words) for number, words in enumerate(said)]
        below = top + len(said) * LINE
        (where,) = clipped(row.where, NARROW - 90, 1, _SMALL)
        names.append(narrow.text(8, below + 4, where, "chart-soft", size=_SMALL))
        names.append(narrow.text(NARROW - 8, below + 4, row.said, size=_SMALL, text_anchor="end"))
        ticks = [_tick(_at(each, lines, 16, track), below + 14, below + 26) for each in lines]
        narrow.node("", *names, *ticks, *_interval(row, lines, 16, track, below + 20), tip=row.tip)
        top += height
    return wide, narrow


def clipped(words: str, width: float, most: int, size: float = 12.5) -> list[str]:
    """Return a text in lines no wider than `width`, and in no more than `most`: what is left out has an ellipsis."""
    lines = wrapped(words, width, size)
    if len(lines) > most:
        lines, last = lines[:most], lines[most - 1]
        while text_width(f"{last}…", size) > width:
            last = last[:-1].rstrip()
        lines[-1] = f"{last}…"
    return lines


def _height(lines: Sequence[str]) -> float:
    return ROW + LINE * (len(lines) - 1)


def _at(value: float, lines: Sequence[float], left: float, width: float) -> float:
    return left + width * value / lines[-1]


def _heads(drawing: Drawing, axis: str, lines: Sequence[float], left: float, width: float) -> float:
    """Write the title, the unit and the scale above the rows; return where these begin."""
    below = _title(drawing)
    drawing.label(8, below + 4, f"in {axis}", "chart-soft", size=_SMALL)
    top = below + TOP - 33
    for each in lines:
        x = _at(each, lines, left, width)
        drawing.label(x, top - 20, f"{each:g}", "chart-soft", size=_SMALL, text_anchor="middle")
    return top


def _title(drawing: Drawing) -> float:
    """Write the title in as many lines as it needs; return the place of the next line."""
    lines = wrapped(drawing.title, drawing.width - 16, bold=True)
    for number, words in enumerate(lines):
        drawing.label(8, 18 + number * LINE, words, "chart-heading", font_weight="600")
    return 18 + len(lines) * LINE


def _tick(x: float, top: float, foot: float) -> Html:
    ends = {"x1": f"{x:.1f}", "x2": f"{x:.1f}", "y1": f"{top:g}", "y2": f"{foot:g}"}
    return h("line", {"class": "chart-grid", "stroke": RULE, **ends})


def _interval(row: Bar, lines: Sequence[float], left: float, width: float, y: float) -> tuple[Html, Html]:
    low, high = max(0.0, row.value - 2 * row.error), row.value + 2 * row.error
    low, at, high = (_at(each, lines, left, width) for each in (low, row.value, high))
    return _dot(low, at, high, y)


def _dot(low: float, at: float, high: float, y: float) -> tuple[Html, Html]:
    """Return a dot, and a line from one end of its interval to the other."""
    ends = {"x1": f"{low:.1f}", "x2": f"{high:.1f}", "y1": f"{y:g}", "y2": f"{y:g}"}
    line = h("line", {"class": "chart-interval", "stroke": SOFT, "stroke-width": "2", **ends})
    dot = {"class": "chart-mark", "fill": SOFT, "stroke": SOFT}
    return line, h("circle", {"cx": f"{at:.1f}", "cy": f"{y:g}", "r": "3.6", **dot})


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
) -> Both:
    """Draw a row for each name and a column for each head, in each a dot with its 95 per cent interval, from 0 to 1, or to
    less if all values of the column are small. On a phone the dots are below the name, and the heads by turns a line higher."""
    wide = Drawing(name, title, about, LABELS + COLUMN * len(heads) + 8, _HEAD + ROW * len(rows))
    high = ROW + LINE
    narrow = Drawing(f"{name}{NARROWER}", title, about, NARROW, _HEAD + 2 * LINE + high * len(rows))
    _title(wide)
    _title(narrow)
    _grid(wide, heads, rows, (LABELS, COLUMN, _HEAD), (ROW, 0, 0))
    _grid(narrow, heads, rows, (4, (NARROW - 8) / len(heads), _HEAD + 2 * LINE), (high, LINE + 3, LINE))
    return wide, narrow


def _grid(
    drawing: Drawing, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[Mark | None]]],
    place: tuple[float, float, float], row: tuple[float, float, float],
) -> None:  # fmt: skip
    """Draw the columns and the rows. ``place`` is the left edge and the width of a column and the height of the heads;
    ``row`` is the height of a row, how far its dots are below its name, and how much every other head is raised."""
    (left, column, top), (apart, below, raised) = place, row

    tops = [_top(marks[number] for _, marks in rows) for number in range(len(heads))]

    def x(number: int, value: float) -> float:
        return (
            left + number * column + _INSET + min(1.0, max(0.0, value / tops[number])) * (column - 2 * _INSET)
        )

    for number, head in enumerate(heads):
        up = raised * (1 - number % 2)
        middle = left + (number + 0.5) * column
        drawing.label(middle, top - 36 - up, head, "chart-heading", size=12, text_anchor="middle")
        for at in (0, tops[number]):
            if not below:
                drawing.ground(x(number, at), top - 16)
            drawing.label(x(number, at), top - 20, f"{at:g}", "chart-soft", size=_SMALL, text_anchor="middle")
    for number, (said, marks) in enumerate(rows):
        y = top + number * apart
        (words,) = clipped(said, LABELS - 12 if not below else NARROW - 16, 1)
        drawing.node("", drawing.text(8, y + 4, words), tip=said)
        if below:
            drawing.parts += [_tick(x(each, at), y + below - 5, y + below + 5) for each in range(len(heads)) for at in (0, tops[each])]  # fmt: skip
        for each, mark in enumerate(marks):
            if mark is not None:
                low, dot, high = (x(each, mark.value + sign * mark.error) for sign in (-2, 0, 2))
                drawing.node("", *_dot(low, dot, high, y + below), tip=f"{said}: {heads[each]} {mark.tip}")


def _top(marks: Iterable[Mark | None]) -> float:
    """Return the end of the scale of a column: 1, or a round number above all its intervals if they are far below 1."""
    most = max((mark.value + 2 * mark.error for mark in marks if mark is not None), default=1.0)
    return next((top for top in (0.1, 0.2, 0.5) if most <= top), 1.0)
