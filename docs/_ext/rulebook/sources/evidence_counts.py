"""The evidence for the rulebook: clauses counted by grade of evidence, and the books worth reading next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import rule_set, rule_set_ids
from rulebook.base.nodes import Cell, bullet_list, joined, table
from rulebook.base.questions import question
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import source_link
from whister import Evidence
from whister.reference.bibliography import bibliography
from whister.reference.tiers import TIERS, is_tertiary
from whister.tally import tally

if TYPE_CHECKING:
    from sphinx.application import Sphinx


HEADINGS = (
    "Rule set",
    "In force",
    *(str(grade).capitalize() for grade in Evidence),
    "In part weaker",
    "Tertiary only",
    "Prose only",
    "By option",
)
"""The columns of the counts. The grades add up to the clauses in force, of which the next three are subsets."""


class Counts(RuleDirective):
    """Show, for each rule set, the number of clauses with each grade, and of those in force only with an option."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a table with a row for each rule set, and a row of totals."""
        found = {name: counted(name) for name in rule_set_ids()}
        rows = [
            [Cell(self.link("set", name)), *(Cell(str(number) if number else "") for number in numbers)]
            for name, numbers in found.items()
        ]
        sums = [sum(column) for column in zip(*found.values(), strict=True)]
        rows.append([Cell(nodes.strong("", "All")), *(Cell(str(number)) for number in sums)])
        return [table(list(HEADINGS), rows, classes=["rule-counts"])]


@question
def counted(rule_set_id: str) -> tuple[int, ...]:
    """Return the number of a rule set's clauses in each column."""
    clauses = rule_set(rule_set_id).clauses.values()
    in_force = [clause for clause in clauses if clause.enabled]
    found = tally(clauses)
    return (
        len(in_force),
        *(found.grades.get(grade, 0) for grade in Evidence),
        sum(found.weaker.values()),
        sum(map(is_tertiary, in_force)),
        sum(1 for clause in in_force if clause.prose),
        found.dormant,
    )


class WorthReading(RuleDirective):
    """List the unread sources, by the number of clauses that cite them and rest only on tertiary sources."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a list of sources, each with the number of clauses it would settle and their rule sets."""
        lines = []
        for key, names in worth_reading().items():
            count = len(names)
            games = [[self.link("set", name)] for name in dict.fromkeys(names)]
            clauses = f": {count} clause{'s' if count != 1 else ''} of "
            lines.append([source_link(self.env, key), nodes.Text(clauses), *joined(games, "; ")])
        return [bullet_list(lines, classes=["worth-reading"])]


@question
def worth_reading() -> dict[str, list[str]]:
    """Return the unread primary and secondary sources that would settle clauses in force, with their rule sets."""
    found: dict[str, list[str]] = {}
    for name in rule_set_ids():
        for clause in rule_set(name).clauses.values():
            if clause.enabled and is_tertiary(clause):
                unread = {
                    source.key for source in clause.sources if source.seen == "none" and not source.relation
                }
                for key in sorted(unread):
                    if bibliography()[key].tier != TIERS[-1]:
                        found.setdefault(key, []).append(name)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def setup_evidence_counts(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive_to_domain("rule", "counts", Counts)
    app.add_directive_to_domain("rule", "worth-reading", WorthReading)
