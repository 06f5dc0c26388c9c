"""The matrix of a family: a row for each rule set, a column for each feature, and in each cell a link to the clause.

A cell is marked if no source that was read states its clause; a marked cell also gives the clause's grade in words, for
screen readers.

`_static/matrix.mjs` turns the headings into buttons that sort; without it the rule sets are in order of age. A date in
words includes the year by which it is sorted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.at_a_glance import by_age
from rulebook.base.catalogue import nearest
from rulebook.base.nodes import Cell, datum, marked_text, paragraph, span, table
from rulebook.comparing.features import FEATURES
from rulebook.domain.directive import RuleDirective
from rulebook.sources.evidence import badge
from whister import Evidence

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from rulebook.comparing.features import Feature
    from whister import Rules

MODULE = "matrix.mjs"
CLASSES = ("chart-table", "matrix")
NONE = "–"
"""Shown where a rule set has no such rule."""

MARKS = {
    Evidence.REPORTED: "*",
    Evidence.INFERRED: "*",
    Evidence.TAKEN_OVER: "‡",
    Evidence.DEFAULT: "†",
    Evidence.RECALLED: "†",
    Evidence.RECONSTRUCTED: "†",
}
"""The mark of a cell whose clause has this grade at best; a clause that a source itself describes has none."""

MEANING = {
    Evidence.REPORTED: "reported by another work; the source itself was not read",
    Evidence.INFERRED: "follows from what a source says",
    Evidence.TAKEN_OVER: "stated for another game that this one follows",
    Evidence.DEFAULT: "no source read covers it",
    Evidence.RECALLED: "recalled from a book that was not at hand",
    Evidence.RECONSTRUCTED: "figures worked out here",
}
"""The meaning of each grade in the key under a matrix."""


class Matrix(RuleDirective):
    """Show every feature of each rule set of a family."""

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        family = self.arguments[0]
        if family not in FEATURES:
            raise self.error(f"no matrix for {family!r}{nearest(family, FEATURES)}")
        sets = sorted(self.every(family), key=by_age)
        rows = [
            [
                Cell(self.link("set", rules.id)),
                Cell(datum("", rules.year, value=by_age(rules)[1]) if rules.year else NONE),
                *(self._cell(rules, feature) for feature in FEATURES[family]),
            ]
            for rules in sets
        ]
        headings = ["Rule set", "Dated", *(feature.title for feature in FEATURES[family])]
        widths = [
            max(sum(len(part.astext()) for part in row[n] if not isinstance(part, nodes.raw)) for row in rows)
            for n in range(len(headings))
        ]
        widths = [max(width, len(heading)) for width, heading in zip(widths, headings, strict=True)]
        found = (feature.read(rules) for rules in sets for feature in FEATURES[family])
        grades = {answer.clause.evidence for answer in found if answer and answer.clause} & {*MARKS}
        return [table(headings, rows, classes=CLASSES, widths=widths), _key(grades)]

    def _cell(self, rules: Rules, feature: Feature) -> Cell:
        answer = feature.read(rules)
        if answer is None:
            return Cell(NONE)
        if answer.clause is None:
            return Cell(answer.text)
        link = self.link("clause", answer.clause.id, *marked_text(answer.text))
        grade = answer.clause.evidence
        if grade not in MARKS:
            return Cell(link)
        spoken = nodes.raw("", f' <span class="unseen">{grade}</span>', format="html")
        return Cell(link, span("matrix-mark", text=MARKS[grade]), spoken)


def _key(grades: Iterable[Evidence]) -> nodes.paragraph:
    """Return the key to the marks of a matrix."""
    said: list[nodes.Node | str] = []
    for grade in sorted(grades):
        said += [f"{'; ' if said else ''}{MARKS[grade]}\u00a0", badge(str(grade)), f": {MEANING[grade]}"]
    return paragraph(*said, ".", classes=["matrix-key", "price-key"])


def _load_module(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Load the module that sorts a matrix, on pages that have one."""
    if f'class="{" ".join(CLASSES)} ' in context.get("body", ""):
        app.add_js_file(MODULE, type="module")


def setup_matrix(app: Sphinx) -> None:
    """Register the directive and its module."""
    app.add_directive_to_domain("rule", "matrix", Matrix)
    app.connect("html-page-context", _load_module)
