"""Everything about each clause, on a separate page of its rule set: `hearts/black-lady/clauses/#first-trick`.

The rule set's main page describes the game. This page lists, for each clause, its sources, its changes, its fate in
other rule sets, the references to it, its use in the engine, and its cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import errata_of, rule_set, rule_set_ids, title_of
from rulebook.base.cite_line import cite_line
from rulebook.base.nodes import bullet_list, joined, marked_text, paragraph, rule_link
from rulebook.base.parameters import parameter_tables, rule_text
from rulebook.building.sheets import Sheet, panel_page, setup_sheets
from rulebook.comparing.changes import played_otherwise
from rulebook.domain import references
from rulebook.domain.descent import parent, uses
from rulebook.domain.rule_domain import Mention, source_link, title_of_page
from rulebook.history.words_compared import compared
from rulebook.rule_sets.clauses import PROSE_REASONS, case_line
from rulebook.sources.evidence import graded, source_list

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from whister import Clause, Rules

MECHANISMS = "adding"
"""The page that lists the mechanisms."""

Rows = Iterator[tuple[str, list[nodes.Node]]]


def _sheets(env: BuildEnvironment) -> Iterator[Sheet]:
    for name in rule_set_ids():
        if name in env.found_docs:
            panels = _Panels(env, name)
            yield Sheet(panel_page(name), panels.title, panels.all)


class _Panels:
    """The panels of one rule set."""

    def __init__(self, env: BuildEnvironment, rule_set_id: str) -> None:
        self.env = env
        self.id = rule_set_id
        self.page = panel_page(rule_set_id)

    def title(self) -> str:
        return f"{title_of(self.id)}: clause by clause"

    @property
    def rules(self) -> Rules:
        return rule_set(self.id)

    def all(self) -> Iterator[nodes.Node]:
        yield paragraph(
            "For each clause of ", self._link("set", self.rules.id),
            ": its sources, what it changes, which rule sets take it over, what refers to it, the code that enforces "
            "it, and its cases.", classes=["rule-summary"],
        )  # fmt: skip
        listed = [
            [self._link("panel", clause.id, *marked_text(clause.title))]
            for clause in self.rules.clauses.values()
        ]
        yield bullet_list(listed, classes=["compact", "panel-index"])
        for clause in self.rules.clauses.values():
            yield self._panel(clause)

    def _panel(self, clause: Clause) -> nodes.section:
        title = nodes.title(clause.title, "", *marked_text(clause.title))
        section = nodes.section("", title, cite_line(cited=clause.id), ids=[clause.slug], classes=["panel"])
        section += paragraph(clause.text, classes=["clause-text"])
        section += paragraph(
            nodes.literal(clause.id, clause.id), " ", *graded(clause), " ",
            self._link("clause", clause.id, nodes.Text("see it among the rules")), classes=["panel-head"],
        )  # fmt: skip
        if clause.note:
            section += paragraph(clause.note, classes=["clause-note"])
        rows = nodes.definition_list(classes=["panel-rows"])
        for label, described in self._rows(clause):
            rows += nodes.definition_list_item("", nodes.term(label, label), nodes.definition("", *described))
        section += rows
        return section

    def _rows(self, clause: Clause) -> Rows:
        yield "Sources", [source_list(self.env, clause.sources)]
        yield from self._above(clause)
        yield from self._below(clause)
        referring = list(self._referring(clause))
        if referring:
            yield "Referred to", [bullet_list(referring, classes=["panel-list"])]
        yield from self._enforced(clause)
        yield from self._cases(clause)

    # ---- its origin

    def _above(self, clause: Clause) -> Rows:
        above = parent(clause)
        if above is None:
            origin = clause.origin.partition("#")[0]
            where = "" if origin in rule_set_ids() else f"Common to all {self.rules.family.title()} games"
            yield "Comes from", [paragraph(where or "Written for this rule set")]
            return
        link = [self._link("clause", above.id), nodes.Text(", "), self._link("set", self.rules.extends or "")]
        if clause.change != "amended":
            yield "Comes from", [paragraph(*link, ", unchanged")]
            return
        changes = list(self._amended(above, clause)) or [[nodes.Text("nothing: it is restated unchanged")]]
        yield "Amends", [paragraph(*link), bullet_list(changes, classes=["panel-list"])]

    def _amended(self, before: Clause, after: Clause) -> Iterator[list[nodes.Node]]:
        """Yield each change in wording, parameters, force, note and sources."""
        if before.text != after.text:
            yield [nodes.Text("its words: "), *compared(before.text, after.text)]
        played = played_otherwise(before, after)
        yield from played
        if before.note != after.note:
            own = "a new note" if after.note else "its note, which is removed"
            was = [nodes.Text("its note, which was: "), *marked_text(before.note)]
            yield was if before.note and after.note else [nodes.Text(own)]
        yield from self._sources_changed(before, after)

    def _sources_changed(self, before: Clause, after: Clause) -> Iterator[list[nodes.Node]]:
        """Yield a line: which sources an amendment adds and removes, or that its sources support it differently."""
        old, new = ([source.key for source in clause.sources] for clause in (before, after))
        parts = []
        for words, keys, others in (("now also ", new, old), ("no longer ", old, new)):
            named = [[source_link(self.env, key)] for key in dict.fromkeys(keys) if key not in others]
            if named:
                parts.append([nodes.Text(words), *joined(named, ", ")])
        if parts:
            yield [nodes.Text("its sources: "), *joined(parts, "; ")]
        elif before.sources != after.sources:
            yield [nodes.Text("how its sources support it")]

    # ---- its fate in other rule sets

    def _below(self, clause: Clause) -> Rows:
        found = uses(clause.id)
        for label, names in (
            ("Taken over by", found.kept),
            ("Amended by", found.amended),
            ("Repealed by", found.repealed),
        ):
            if names:
                links = [
                    [self._elsewhere(name, clause.slug, there=names is not found.repealed)] for name in names
                ]
                yield label, [paragraph(*joined(links, "; "))]

    def _elsewhere(self, name: str, slug: str, *, there: bool) -> nodes.Node:
        """Return a link to the same clause's panel in another rule set, or to the rule set if it has none."""
        kind, address = ("panel", f"{name}#{slug}") if there else ("set", name)
        return self._link(kind, address, nodes.Text(title_of(name)))

    def _referring(self, clause: Clause) -> Iterator[list[nodes.Node]]:
        for option in self.rules.options.values():
            if clause.slug in option.clauses:
                yield [nodes.Text("option "), self._link("option", f"{self.rules.id}#{option.name}")]
        for address in errata_of(clause.id):
            yield [nodes.Text("erratum "), self._link("erratum", address)]
        for mention in references.mentions(self.env, clause.id):
            if not mention.anchor.startswith("erratum-"):
                yield [nodes.Text("page "), self._page_link(mention)]
        for name in references.naming(clause.id):
            yield [nodes.Text("worked example of "), self._link("set", name)]

    def _page_link(self, mention: Mention) -> nodes.Node:
        page = title_of_page(self.env, mention.docname)
        words = page if mention.title in {"", page} else f"{page}: {mention.title}"
        return self._link("place", f"{mention.docname}#{mention.anchor}", nodes.Text(words))

    # ---- its use in the engine

    def _enforced(self, clause: Clause) -> Rows:
        if clause.barred:
            yield "In force", [paragraph(f"no: {clause.barred}")]
        elif not clause.enabled:
            yield "In force", [paragraph("only when an option adds it")]
        if clause.prose:
            yield "Enforced", [paragraph(f"not by the engine: {PROSE_REASONS[clause.prose]}")]
        if clause.rule:
            calls = [self._call(name, rule_text(name, stated)) for name, stated in clause.rule.items()]
            yield "Enforced by", [bullet_list(calls, classes=["panel-list"]), *parameter_tables(clause)]

    def _call(self, name: str, text: str) -> Sequence[nodes.Node]:
        """Return a mechanism with its parameters, its name linked to its description."""
        linked = self._link("place", f"{MECHANISMS}#mechanism-{name}", nodes.literal(name, name))
        stated = text.removeprefix(name)
        return [linked, nodes.literal(stated, stated)]

    def _cases(self, clause: Clause) -> Rows:
        if clause.cases:
            lines = [
                case_line(case, page=case.rules if case.rules in self.env.found_docs else "")
                for case in clause.cases
            ]
            yield "Cases", [bullet_list(lines, classes=["rule-cases"])]

    def _link(self, kind: str, address: str, *content: nodes.Node) -> nodes.Element:
        return rule_link(kind, address, *content, docname=self.page)


def setup_panels(app: Sphinx) -> None:
    """Register the pages."""
    setup_sheets(app, _sheets)
