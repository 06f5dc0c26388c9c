"""The matrix of a family: a row for each rule set, a column for each feature, and in each cell the clause that says so.

`_static/matrix.mjs` makes buttons of the headings, that sort; without it the rule sets stand by age.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from .catalogue import nearest
from .directive import RuleDirective
from .facts import by_age
from .features import FEATURES
from .nodes import Cell, marked_text, table

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister import Rules

    from .features import Feature

MODULE = "matrix.mjs"
CLASSES = ("chart-table", "matrix")
NONE = "–"
"""What stands where a rule set has no such rule."""


class Matrix(RuleDirective):
    """Show what each rule set of a family has of each feature."""

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        family = self.arguments[0]
        if family not in FEATURES:
            raise self.error(f"no matrix for {family!r}{nearest(family, FEATURES)}")
        sets = sorted(self.every(family), key=by_age)
        rows = [
            [
                Cell(self.link("set", rules.id)),
                Cell(rules.year or NONE),
                *(self._cell(rules, feature) for feature in FEATURES[family]),
            ]
            for rules in sets
        ]
        headings = ["Rule set", "Dated", *(feature.title for feature in FEATURES[family])]
        widths = [
            max(sum(len(part.astext()) for part in row[n]) for row in rows) for n in range(len(headings))
        ]
        widths = [max(width, len(heading)) for width, heading in zip(widths, headings, strict=True)]
        return [table(headings, rows, classes=CLASSES, widths=widths)]

    def _cell(self, rules: Rules, feature: Feature) -> Cell:
        answer = feature.read(rules)
        if answer is None:
            return Cell(NONE)
        if answer.clause is None:
            return Cell(answer.text)
        return Cell(self.link("clause", answer.clause.id, *marked_text(answer.text)))


def _load_module(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Only a page with a matrix carries the module that sorts it."""
    if f'class="{" ".join(CLASSES)} ' in context.get("body", ""):
        app.add_js_file(MODULE, type="module")


def setup_matrix(app: Sphinx) -> None:
    """Register the directive and its module."""
    app.add_directive_to_domain("rule", "matrix", Matrix)
    app.connect("html-page-context", _load_module)
