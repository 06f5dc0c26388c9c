"""How much of the rulebook rests on what: counts of clauses by grade of evidence, for the page on evidence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docutils import nodes

from .directive import RuleDirective
from .evidence import GRADES
from .nodes import Cell, table

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Counts(RuleDirective):
    """Show, for each rule set, how many clauses have each grade, and how many are prose only."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a table with a row for each rule set."""
        rows = []
        for rules in self.every():
            clauses = rules.clauses.values()
            graded = Counter(str(clause.evidence) for clause in clauses)
            prose = sum(1 for clause in clauses if clause.prose)
            numbers = [len(clauses), *(graded[grade] for grade in GRADES), prose]
            rows.append([Cell(self.link("set", rules.id)), *(Cell(str(number)) for number in numbers)])
        headings = ["Rule set", "Clauses", *(grade.title() for grade in GRADES), "Prose only"]
        return [table(headings, rows, classes=["rule-counts"])]


def setup_counts(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "counts", Counts)
