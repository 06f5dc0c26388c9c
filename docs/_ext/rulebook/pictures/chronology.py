"""The timeline of all games: rule sets, dated books and disputed claims, in a lane for each family.

Time runs down the page in stripes of ten years. Each stripe is as high as its entries require, so no label covers
another, and an empty one is low.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes
from pybtex.database import Entry

from rulebook.base.catalogue import claims, families, first_year, rule_set_ids, title_of, year_of
from rulebook.base.nodes import Cell, marked_text, table
from rulebook.domain.bibliography import dated, entries, is_paged
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import rule_domain, source_link
from rulebook.pictures.chart import ACCENTS, RULE, Drawing, chart_node, mark, wrapped
from rulebook.pictures.genealogy import SURE
from rulebook.sources.evidence import badge
from whister.rulesets.reader import sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx

AXIS, LANE, LINE, GAP, EMPTY = 46.0, 226.0, 15.0, 5.0, 5.0
"""The widths of the years and of a lane; the heights of a line, of the space under an entry, and of an empty stripe."""

TOP, SIZE = 66.0, 12.0
"""The top of the first stripe, and the font size."""

SHAPES = {"set": ("square", False), "source": ("circle", True), "claim": ("diamond", True)}
"""The mark of each kind of entry, and whether it is hollow."""


@dataclass(frozen=True)
class Event:
    """One entry: a rule set, a dated source that is not a web page, or a disputed claim."""

    kind: str  #: "set", "source" or "claim"
    address: str
    family: str
    date: str  #: as worded in the record; empty if it gives none
    year: float | None  #: the year by which it is placed; an undated claim has that of its subject
    words: str
    status: str = SURE

    @property
    def label(self) -> str:
        """The text in the picture, with the date if it is not in the words, and with the status of a claim."""
        if self.kind == "claim":
            return f"{self.date or 'Undated'}, {self.status}: {self.words}"
        year = first_year(self.date)
        return self.words if year is None or f"{year:g}" in self.words else f"{self.words}, {self.date}"

    @property
    def place(self) -> str:
        """The target of its link."""
        return f"{self.kind}:{self.address}"


def events(known: Mapping[str, Entry], labels: Mapping[str, str]) -> list[Event]:
    """Return every entry, oldest first and rule sets without a date last; a source appears once in each family."""
    found = [
        Event("set", name, name.partition("/")[0], year_of(name), first_year(year_of(name)), title_of(name))
        for name in rule_set_ids()
    ]
    for key, entry in known.items():
        year = entry.fields.get("year", "")
        if year and (is_paged(entry) or "pages" in entry.fields):
            served = str(entry.fields.get("keywords", "")).split(", ")
            told = dated(entry)
            found += [Event("source", key, each, told, first_year(year), labels[key]) for each in served]
    for family in families():
        for claim in claims(family):
            if claim["status"] != SURE:
                date = "" if claim["date"] == "undated" else str(claim["date"])
                address = f"{family}#{claim['id']}"
                found.append(
                    Event(
                        "claim", address, family, date, float(claim["sort"]), claim["text"], claim["status"]
                    )
                )
    order = list(SHAPES)

    def place(each: Event) -> tuple[object, ...]:
        words = (
            "" if each.kind == "claim" else each.words
        )  # claims of the same year stay in the order of the history
        return each.year is None, each.year or 0, order.index(each.kind), words

    return sorted(found, key=place)


def drawn(found: Sequence[Event]) -> Drawing:
    """Draw the timeline."""
    years = [int(each.year) for each in found if each.year is not None]
    stripes = {
        decade: [each for each in found if each.year and each.year // 10 * 10 == decade]
        for decade in range(min(years) // 10 * 10, max(years) + 1, 10)
    }
    drawing = Drawing(
        "timeline",
        "The timeline of Hearts, Boston and Rook",
        f"{len(found)} entries in three lanes, from {min(years)} to {max(years)}: rule sets, dated books and "
        "disputed claims. "
        "The table under the picture has the same information.",
        AXIS + LANE * len(ACCENTS),
        head=TOP - 8,
    )
    names = {
        "set": "rule set",
        "source": "book or other print",
        "claim": "disputed claim",
    }
    drawing.key([(*SHAPES[kind], words) for kind, words in names.items()])
    for lane, (family, colour) in enumerate(ACCENTS.items()):
        look = {"size": 15, "font_weight": "600", "fill": colour}
        drawing.label(AXIS + lane * LANE + 6, 52, family.title(), "chart-heading", **look)
    begun: dict[str, float] = {}
    y, labelled = TOP, 0.0
    for decade, inside in stripes.items():
        for family in {each.family for each in inside}:
            begun.setdefault(family, y)
        if (inside or decade % 50 == 0) and y - labelled >= LINE:
            drawing.label(AXIS - 8, y + LINE - 2, f"{decade}s", "chart-soft", size=11, text_anchor="end")
            labelled = y
        y = _stripe(drawing, inside, y, begun)
    drawing.label(AXIS - 8, y + LINE - 2, "no", "chart-soft", size=11, text_anchor="end")
    drawing.label(AXIS - 8, y + 2 * LINE - 2, "date", "chart-soft", size=11, text_anchor="end")
    drawing.height = _stripe(drawing, [each for each in found if each.year is None], y, ACCENTS) + 6
    for lane, family in enumerate(ACCENTS):
        if lane and family in begun:
            drawing.ground(AXIS + lane * LANE, begun[family])
    return drawing


def _stripe(drawing: Drawing, inside: Sequence[Event], top: float, begun: Collection[str]) -> float:
    """Draw the entries of ten years, each in its family's lane; return the top of the next stripe.

    Until a lane begins, the one to its left can use its space.
    """
    across = [(AXIS if inside else AXIS - 6, top), (drawing.width if inside else AXIS, top)]
    drawing.parts.append(drawing.line(across, "chart-grid", stroke=RULE))
    feet = []
    for lane, family in enumerate(ACCENTS):
        y = top + 4
        lanes = (
            next((n for n, other in enumerate(ACCENTS) if n > lane and other in begun), len(ACCENTS)) - lane
        )
        for each in (event for event in inside if event.family == family):
            y = _event(drawing, each, AXIS + lane * LANE + 10, y, lanes * LANE)
        feet.append(y)
    return max(feet) + (2 if inside else EMPTY - 4)


def _event(drawing: Drawing, event: Event, x: float, y: float, room: float) -> float:
    shape, hollow = SHAPES[event.kind]
    lines = wrapped(event.label, room - 28, SIZE, bold=event.kind == "set")
    look = {"font_weight": "600"} if event.kind == "set" else {}
    style = {"set": "", "source": "chart-soft", "claim": "chart-soft chart-told"}[event.kind]
    texts = [
        drawing.text(x + 11, y + 11 + number * LINE, line, style, size=SIZE, **look)
        for number, line in enumerate(lines)
    ]
    sign = mark(shape, x, y + 7, family=event.family, hollow=hollow or event.year is None)
    kind = "against" if event.kind == "claim" else ""
    drawing.node(event.place, sign, *texts, family=event.family, kind=kind)
    return y + LINE * len(lines) + GAP


class Chronology(RuleDirective):
    """Draw the timeline of all games, and under it a table with a row for each entry."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return the picture and the table."""
        found = events(entries(self.env), rule_domain(self.env).source_labels)
        rows = [
            [
                Cell(each.date or "not dated"),
                Cell(each.family.title()),
                Cell(*self._kind(each)),
                Cell(*self._said(each)),
            ]
            for each in found
        ]
        headings = ["Dated", "Family", "Kind", "What"]
        shown = table(
            headings, rows, classes=["chart-table", "timeline-table"], stub=False, widths=(20, 8, 10, 60)
        )
        return [chart_node(drawn(found)), shown]

    def _kind(self, event: Event) -> list[nodes.Node]:
        if event.kind == "claim":
            return [badge(event.status)]
        return [nodes.Text({"set": "rule set", "source": "source"}[event.kind])]

    def _said(self, event: Event) -> list[nodes.Node]:
        if event.kind == "set":
            return [self.link("set", event.address)]
        if event.kind == "source":
            return [source_link(self.env, event.address)]
        family, _, name = event.address.partition("#")
        claim = next(each for each in claims(family) if each["id"] == name)
        who = source_link(self.env, sources(claim["sources"], name)[0].key)
        link = self.link("claim", event.address, *marked_text(claim["text"]))
        return [link, nodes.Text(" ("), who, nodes.Text(")")]


def setup_chronology(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "chronology", Chronology)
