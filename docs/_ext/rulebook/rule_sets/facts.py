"""The facts box of a rule set, and its summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from rulebook.base.at_a_glance import cards_text, counts_text
from rulebook.base.catalogue import rule_set_ids
from rulebook.base.nodes import definition_list, details, joined, marked_text, paragraph
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import source_link
from rulebook.numbers.glance import at_a_glance
from rulebook.sources.evidence import badge
from whister.reference.names import names_of
from whister.reference.tiers import is_tertiary
from whister.tally import tally

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister import Clause, Rules

NAMED = {"translation": "only in a translation: ", "mistaken": "in error: "}
"""The remarks on names that need one."""


class Facts(RuleDirective):
    """Show the main facts about a rule set."""

    def run(self) -> list[nodes.Node]:
        """Return a definition list, and another of technical details, folded away."""
        rules = self.rules()
        record = _listed(self._record(rules))
        return [
            _listed(self._facts(rules)),
            details("Technical details", record, classes=["rule-record", "evidence"]),
        ]

    def _facts(self, rules: Rules) -> Iterator[tuple[str, list[nodes.Node]]]:
        yield "Family", [self.family_link(rules)]
        yield "Players", [nodes.Text(counts_text(rules.players))]
        yield "Pack", self._pack(rules)
        yield "Dated", [nodes.Text(rules.year)] if rules.year else []
        yield "Also called", [nodes.Text(", ".join(rules.aliases))] if rules.aliases else []
        yield "In other sources", self._elsewhere(rules)
        yield "Comes from", self._descent(rules)
        yield "In numbers", self._numbers(rules)

    def _record(self, rules: Rules) -> Iterator[tuple[str, list[nodes.Node]]]:
        yield "Record extends", [self.link("set", rules.extends)] if rules.extends else []
        yield "Clauses", self._clauses(rules)
        yield "Evidence", evidence_counts(rules)
        yield "Address", [nodes.literal(rules.id, rules.id)]
        yield (
            "Hashes",
            [
                nodes.literal(rules.behaviour_hash, rules.behaviour_hash),
                nodes.Text(" (behaviour), "),
                nodes.literal(rules.text_hash, rules.text_hash),
                nodes.Text(" (text)"),
            ],
        )

    def family_link(self, rules: Rules) -> nodes.Node:
        """Return a link to the page of the rule set's family."""
        name = rules.family.title()
        return self._page(f"/{rules.family}/index", name)

    def _numbers(self, rules: Rules) -> list[nodes.Node]:
        """Return the most telling figures and a link to their page, if this documentation has one."""
        page = f"{rules.id}/numbers"
        if page not in self.env.found_docs:
            return []
        told = ", and ".join(at_a_glance(rules.id))
        if not told:
            return [self._page(f"/{page}", "What many deals between computer players show")]
        among = f"Among the computer’s cautious players, {told}: "
        return [*marked_text(among), self._page(f"/{page}", "all figures")]

    def _page(self, page: str, name: str) -> nodes.Node:
        return addnodes.pending_xref(
            "",
            nodes.inline(name, name),
            refdomain="std",
            reftype="doc",
            reftarget=page,
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )

    def _pack(self, rules: Rules) -> list[nodes.Node]:
        pack = rules.clauses.get("pack")
        return [self.link("clause", pack.id, nodes.Text(cards_text(rules)))] if pack else []

    def _descent(self, rules: Rules) -> list[nodes.Node]:
        parts = []
        for origin in rules.derives_from:
            known = origin["id"] in rule_set_ids()
            name: nodes.Node = self.link("set", origin["id"]) if known else nodes.Text(origin["id"])
            said: list[list[nodes.Node]] = [[source_link(self.env, origin["source"])]]
            if "via" in origin:
                said.append([nodes.Text("through "), source_link(self.env, origin["via"])])
            if "note" in origin:
                said.append([nodes.Text(origin["note"].rstrip("."))])
            parts.append(
                [
                    name,
                    nodes.Text(" "),
                    badge(origin["evidence"]),
                    nodes.Text(" ("),
                    *joined(said, " · "),
                    nodes.Text(")"),
                ]
            )
        return joined(parts, "; ")

    def _elsewhere(self, rules: Rules) -> list[nodes.Node]:
        """Return the names of the game in other sources, each with its language and its source."""
        told = []
        for (kind, sources), names in groupby(names_of(rules.id), key=lambda name: (name.kind, name.sources)):
            spoken: list[list[nodes.Node]] = [
                [nodes.inline(name.name, name.name, classes=[f"language-{name.language}"])] for name in names
            ]
            by = joined(([source_link(self.env, source.key)] for source in sources), ", ")
            remark = [nodes.Text(f" ({NAMED[kind]}" if kind in NAMED else " ("), *by, nodes.Text(")")]
            told.append([*joined(spoken, ", "), *remark])
        return joined(told, "; ")

    def _clauses(self, rules: Rules) -> list[nodes.Node]:
        every = in_force(rules)
        changes = Counter(found.change for found in every)
        prose = sum(1 for found in every if found.prose)
        words = []
        if rules.extends:
            words += [
                f"{changes[change]} {change}" for change in ("kept", "amended", "added") if changes[change]
            ]
        if prose:
            words.append(f"{prose} in prose only")
        said = f": {', '.join(words)}" if words else ""
        return [nodes.Text(f"{len(every)} in force{said}")]


def _listed(facts: Iterator[tuple[str, list[nodes.Node]]]) -> nodes.definition_list:
    pairs = [([nodes.Text(term)], described) for term, described in facts if described]
    return definition_list(pairs, classes=["rule-facts"])


def evidence_counts(rules: Rules) -> list[nodes.Node]:
    """Return how many clauses in force have each grade, best first, and how many are in force only with an option.

    The page's table counts them again for its house rules (`_static/table/tally.mjs`).
    """
    found = tally(rules.clauses.values())
    counted = [[nodes.Text(f"{number} "), badge(str(grade))] for grade, number in found.grades.items()]
    said = found.remarks(sum(map(is_tertiary, in_force(rules))))
    of_these = f" ({'; '.join(said)})" if said else ""
    return [nodes.inline("", "", *joined(counted, " "), nodes.Text(of_these), classes=["rule-tally"])]


def in_force(rules: Rules) -> list[Clause]:
    """Return the clauses of a rule set that are in force."""
    return [clause for clause in rules.clauses.values() if clause.enabled]


WAYS = {"at-the-table": "Play", "rules": "Rules", "history": "History"}
"""The parts of a rule set's page that most readers look for."""


class Summary(RuleDirective):
    """Show the summary of a rule set, in one or two sentences."""

    def run(self) -> list[nodes.Node]:
        """Return a paragraph and, on the site, links to the parts further down the page."""
        summary = nodes.paragraph("", "", *marked_text(self.rules().summary), classes=["rule-summary"])
        self.set_source_info(summary)
        ways = [[nodes.reference("", title, internal=True, refid=place)] for place, title in WAYS.items()]
        line = paragraph(*joined(ways, " · "), classes=["rule-ways"])
        return [summary, addnodes.only("", line, expr="html and not epub")]


def setup_facts(app: Sphinx) -> None:
    """Register the facts box and the summary."""
    app.add_directive_to_domain("rule", "facts", Facts)
    app.add_directive_to_domain("rule", "summary", Summary)
