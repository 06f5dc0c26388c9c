"""How much of the rulebook rests on what: counts of clauses by grade of evidence, for the page on evidence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import rule_set, rule_set_ids
from rulebook.base.nodes import Cell, table
from rulebook.base.questions import question
from rulebook.domain.directive import RuleDirective
from rulebook.sources.evidence import GRADES

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Counts(RuleDirective):
    """Show, for each rule set, how many clauses have each grade, and how many are prose only."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a table with a row for each rule set."""
        rows = [
            [Cell(self.link("set", name)), *(Cell(str(number)) for number in counted(name))]
            for name in rule_set_ids()
        ]
        headings = ["Rule set", "Clauses", *(grade.title() for grade in GRADES), "Prose only"]
        return [table(headings, rows, classes=["rule-counts"])]


@question
def counted(rule_set_id: str) -> tuple[int, ...]:
    """How many clauses a rule set has, of each grade, and in prose only."""
    clauses = rule_set(rule_set_id).clauses.values()
    graded = Counter(str(clause.evidence) for clause in clauses)
    prose = sum(1 for clause in clauses if clause.prose)
    return len(clauses), *(graded[grade] for grade in GRADES), prose


def setup_evidence_counts(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "counts", Counts)
