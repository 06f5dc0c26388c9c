"""The picture of first appearances: a row for each kind of rule, with a mark at its earliest known source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.catalogue import families, nearest, year_of
from rulebook.base.nodes import Cell, joined, table
from rulebook.base.questions import environment, question
from rulebook.domain.bibliography import entries
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import source_link
from rulebook.pictures.appearances import Appearance, appearances
from rulebook.pictures.chart import RULE, Drawing, chart_node, mark, text_width
from rulebook.pictures.genealogy import SURE
from rulebook.sources.evidence import badge, source_line

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROW, TOP, LEFT, GROUND, UNDATED = 24.0, 62.0, 10.0, 280.0, 98.0
"""In pixels: row height, top of the first row, left edge of titles, and widths of the dated and undated parts."""

LAST = 2025

MARKS = (
    ("circle", False, "earliest source, read"),
    ("circle", True, "earliest source, not read"),
    ("diamond", True, "earlier claim"),
    ("crossed", True, "earlier claim, in doubt"),
)
"""The meanings of the marks."""


def drawn(family: str, found: Sequence[Appearance]) -> Drawing:
    """Draw the first appearances of a family's kinds of rule."""
    begin = LEFT + 12 + max(text_width(each.kind.title) for each in found)
    first = int(min(_years(found)) // 50 * 50)
    scale = GROUND / (LAST - first)

    def column(year: float) -> float:
        return begin + 38 + (year - first) * scale

    drawing = Drawing(
        f"first-{family}",
        f"Where the rules of {family.title()} first appear",
        f"{len(found)} kinds of rule in rows, each with a mark at the year of the earliest source found, from "
        f"{first} to {LAST}. The table under the picture has the same information.",
        column(LAST) + UNDATED,
        TOP + ROW * len(found),
    )
    drawing.key(MARKS)
    for year in range(first, LAST, 50 if LAST - first > 150 else 25):
        drawing.ground(column(year), 48)
        drawing.label(column(year), 42, str(year), "chart-soft", size=11, text_anchor="middle")
    drawing.ground(column(LAST), 48)
    drawing.label(column(LAST) + 6, 42, "no dated source", "chart-soft", size=11)
    for number, each in enumerate(found):
        y = TOP + 8 + number * ROW
        at = [column(year) for year in _years([each])] or [column(LAST)]
        _row(drawing, each, (begin, y), at)
    return drawing


def _years(found: Sequence[Appearance]) -> list[float]:
    """Return the years drawn for these kinds: those of earlier claims and of first sources."""
    told = [float(claim["sort"]) for each in found for claim in each.told]
    return told + [each.first.year for each in found if each.first and each.first.year]


def _row(drawing: Drawing, each: Appearance, start: tuple[float, float], at: Sequence[float]) -> None:
    """Draw a title, a thin line to the marks, and the year beside each mark; the title and the marks link to the same place."""
    begin, y = start
    family = each.family
    place = each.first.place if each.first else ""
    at = [*(min(x, at[-1] - 12) for x in at[:-1]), at[-1]]  # marks of close years are side by side
    words = text_width(_told(each.told[0]), 11) + 14 if each.told else 7
    drawing.parts.append(drawing.line([(begin, y), (at[0] - words, y)], "chart-grid", stroke=RULE))
    title = drawing.text(LEFT, y + 4, each.kind.title)
    signs = []
    if each.first is None:
        count = len(each.undated)
        known = f"{count} undated" if count else "no source"
        drawing.label(drawing.width - UNDATED + 6, y + 4, known, "chart-soft", size=11)
    else:
        signs.append(mark("circle", at[-1], y, family=family, hollow=not each.first.seen))
        signs.append(drawing.text(at[-1] + 9, y + 4, each.first.date, "chart-soft", size=11))
    drawing.node(place, title, *signs, family=family)
    for claim, x in zip(each.told, at, strict=False):
        doubted = claim["status"] != SURE
        sign = [mark("crossed" if doubted else "diamond", x, y, family="", hollow=True)]
        if claim is each.told[0]:
            told = _told(claim)
            sign.append(drawing.text(x - 9, y + 4, told, "chart-soft", size=11, text_anchor="end"))
        kind = "against" if doubted else "told"
        drawing.node(f"claim:{family}#{claim['id']}", *sign, family=family, kind=kind, tip=str(claim["text"]))


def _told(claim: Mapping[str, Any]) -> str:
    """Return the date of a claim about the rule, and its status if it is disputed."""
    return str(claim["date"]) if claim["status"] == SURE else f"{claim['date']}, {claim['status']}"


@question
def appearances_in(family: str) -> list[Appearance]:
    """Return every kind's first appearance in a family, with the dates of the sources from the bibliography."""
    return appearances(family, entries(environment()))


class FirstAppearances(RuleDirective):
    """Draw the first appearance of each kind of rule in a family, and repeat it as a table."""

    def run(self) -> list[nodes.Node]:
        """Return the picture and the table."""
        family = self.arguments[0]
        if family not in families():
            raise self.error(f"no kinds of rule for {family!r}{nearest(family, families())}")
        found = appearances_in(family)
        rows = [self._row(each, family) for each in found]
        headings = ["Rule", "Year", "Earliest source found", "Stated in", "Earlier claims"]
        shown = table(headings, rows, classes=["chart-table", "first-table"], widths=(40, 6, 60, 40, 16))
        return [chart_node(drawn(family, found)), shown]

    def _row(self, each: Appearance, family: str) -> list[Cell]:
        if each.first is None:
            year, source = "", [nodes.Text("no dated source; "), *self._undated(each)]
            stated: list[nodes.Node] = [self.link("set", each.sets[0])]
        else:
            year, source = each.first.date, source_line(self.env, each.first.source)
            kind, _, address = each.first.place.partition(":")
            stated = [self.link(kind, address, *([nodes.Text("a dated claim")] if kind == "claim" else []))]
            if each.first.rules:
                stated += [nodes.Text(", "), self.link("set", each.first.rules)]
        if len(each.sets) > 1:
            stated.append(nodes.Text(f"; in {len(each.sets)} rule sets"))
        told: list[list[nodes.Node]] = []
        for claim in each.told:
            link = self.link("claim", f"{family}#{claim['id']}", nodes.Text(str(claim["date"])))
            told.append(
                [link, *([nodes.Text(" "), badge(claim["status"])] if claim["status"] != SURE else [])]
            )
        if each.played:
            dated = nodes.Text(f", a game dated {year_of(each.played)}")
            told.append([self.link("set", each.played), dated])
        return [Cell(each.kind.title), Cell(year), Cell(*source), Cell(*stated), Cell(*joined(told, ", "))]

    def _undated(self, each: Appearance) -> list[nodes.Node]:
        named = [[source_link(self.env, key)] for key in each.undated[:3]]
        more = len(each.undated) - len(named)
        return [*joined(named, ", "), *([nodes.Text(f" and {more} more")] if more else [])]


def setup_first_appearances(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "first-appearances", FirstAppearances)
