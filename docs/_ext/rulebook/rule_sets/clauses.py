"""The clauses of a rule set: `{rule:clauses}` shows all of them by section, `{rule:clause-text}` shows one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from rulebook.base.catalogue import UnknownAddress, clause, rule_set, rule_set_ids, title_of
from rulebook.base.cite_line import cite_line
from rulebook.base.nodes import bullet_list, details, joined, marked_text, paragraph, rule_link, span
from rulebook.base.parameters import parameter_tables, rule_text
from rulebook.domain.anchors import LOCK
from rulebook.domain.directive import RuleDirective
from rulebook.domain.retired import retired_lines
from rulebook.pictures.figure import cards_figure
from rulebook.rule_sets.layers import layer_switch
from rulebook.rule_sets.price_lists import price_tables
from rulebook.sources.evidence import badge, graded, source_list
from rulebook.table.see import see_it
from whister.links.texts import shown
from whister.reference.tiers import is_tertiary

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from whister import Case, Clause, Rules

PROSE_REASONS = {
    "physical": "it is about handling cards, which a program does not do",
    "manners": "it is about manners, which a program cannot judge",
    "history": "it is there for its history and is not played",
}
"""The reasons why a clause is prose only."""


class Clauses(RuleDirective):
    """Show every clause of a rule set by section, each with its own anchor."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each section of the rule set that has clauses."""
        rules = self.rules()
        by_section: dict[str, list[Clause]] = {}
        for found in rules.clauses.values():
            by_section.setdefault(found.section, []).append(found)
        sections: list[nodes.Node] = [
            self._section(slug, title, by_section[slug], rules)
            for slug, title in rules.sections
            if slug in by_section
        ]
        marks, _ = self.parse_inline("The marks beside the sources are explained in [](/evidence.md).")
        return [layer_switch(), paragraph(*marks, classes=["layer-key"]), *sections, *self._retired(rules)]

    def _retired(self, rules: Rules) -> list[nodes.Node]:
        """Return a line for each retired address of this rule set, so that links to it still work."""
        lock = Path(self.env.srcdir) / LOCK
        lines: list[nodes.Node] = []
        for fragment, line in retired_lines(self.env, lock, rules.id):
            self.anchor(line, fragment)
            line["classes"].append("retired")
            lines.append(line)
        return lines

    def _section(self, slug: str, title: str, clauses: list[Clause], rules: Rules) -> nodes.section:
        section = nodes.section("", nodes.title(title, title), classes=["rule-section"])
        self.anchor(section, f"section-{slug}")
        section += [self._clause(found, rules) for found in clauses if found.enabled]
        optional = [found for found in clauses if not found.enabled and not found.barred]
        barred = [found for found in clauses if found.barred]
        if optional:
            none = "" if len(optional) < len(clauses) else "Nothing here unless an option adds it: "
            count = _rules(len(optional))
            section += self._folded(
                f"{none}{count.lower()}" if none else f"{count} in force only with an option", optional, rules
            )
        if barred:
            of = title_of(rules.extends or "")
            section += self._folded(
                f"{_rules(len(barred))} of {of} that this game does not have", barred, rules
            )
        return section

    def _folded(self, said: str, clauses: list[Clause], rules: Rules) -> nodes.Element:
        return details(said, *(self._clause(found, rules) for found in clauses), classes=["rule-optional"])

    def _clause(self, found: Clause, rules: Rules) -> nodes.section:
        title = nodes.title(found.title, "", *marked_text(found.title))
        section = nodes.section("", title, classes=["clause"])
        self.anchor(section, found.slug)
        self.domain.note("clause", found.id, self.env.docname, found.slug, found.title)
        self.set_source_info(section)
        section += paragraph(found.text, classes=["clause-text"])
        section += [*price_tables(found, rules, self.env.docname), *parameter_tables(found)]
        section += self._evidence(found, rules)
        return section

    def _evidence(self, found: Clause, rules: Rules) -> nodes.Element:
        """Return the evidence for a clause, folded away under its grade and the number of its sources."""
        remarks = [paragraph(found.note, classes=["clause-note"])] if found.note else []
        remarks += [paragraph(*remark, classes=["clause-remark"]) for remark in self._remarks(found, rules)]
        return details(
            self._in_short(found),
            cite_line(cited=found.id),
            *remarks,
            source_list(self.env, found.sources),
            self._proof(found, rules),
            classes=["clause-evidence", "evidence"],
        )

    def _in_short(self, found: Clause) -> list[nodes.Node]:
        count = len({source.key for source in found.sources})
        tertiary = ", tertiary only" if is_tertiary(found) else ""
        sources = span("clause-count", text=f" {count} source{'s' if count != 1 else ''}{tertiary}")
        of_what = span("unseen", text=f" for {found.title}")
        return [*graded(found), sources, addnodes.only("", of_what, expr="html and not epub")]

    def _remarks(self, found: Clause, rules: Rules) -> Iterator[list[nodes.Node]]:
        """Yield the remarks below the text of a clause: its origin, whether it is in force, its options."""
        if found.origin != found.id:
            yield self._origin(found, rules)
        if found.barred:
            yield [badge("off"), nodes.Text(" not part of this game: "), *marked_text(found.barred)]
        elif not found.enabled:
            yield [badge("off"), nodes.Text(" in force only when an option adds it")]
        if found.prose:
            yield [badge("prose only"), nodes.Text(f" {PROSE_REASONS[found.prose]}")]
        setting = [option for option in rules.options.values() if found.slug in option.clauses]
        if setting:
            links = [[self.link("option", f"{rules.id}#{option.name}")] for option in setting]
            yield [
                nodes.Text("Set by the option " if len(links) == 1 else "Set by the options "),
                *joined(links, ", "),
            ]

    def _origin(self, found: Clause, rules: Rules) -> list[nodes.Node]:
        origin = found.origin.partition("#")[0]
        link = (
            rule_link("clause", found.origin, nodes.Text(title_of(origin)), docname=self.env.docname)
            if origin in rule_set_ids()
            else None
        )
        where = [link] if link is not None else [nodes.Text(f"all {rules.family.title()} games")]
        words = "changed here; first written for " if found.change == "amended" else "from "
        return [
            badge("amended" if found.change == "amended" else "inherited"),
            nodes.Text(f" {words}"),
            *where,
        ]

    def _proof(self, found: Clause, rules: Rules) -> nodes.Element:
        """Return the cases of a clause, its use in the engine and a link to its details, all folded away."""
        home = found.id.partition("#")[0]
        own = [case for case in found.cases if case.rules == home]
        elsewhere = dict.fromkeys(case.rules for case in found.cases if case.rules != home)
        count = len(own)
        cases = f"{count} worked case{'s' if count != 1 else ''}" if count else ""
        engine = "in the engine" if found.rule else ""
        content: list[nodes.Node] = []
        if own:
            content.append(bullet_list((case_line(case) for case in own), classes=["rule-cases"]))
        if elsewhere:
            places = [[rule_link("clause", f"{parent}#{found.slug}", nodes.Text(title_of(parent)),
                                 docname=self.env.docname)] for parent in elsewhere]  # fmt: skip
            content.append(paragraph(nodes.Text("There are more cases under the same clause of "), *joined(places, "; "),
                                     nodes.Text("."), classes=["rule-cases-elsewhere"]))  # fmt: skip
        if found.rule:
            lines = [[nodes.literal(text, text)] for text in map(_mechanism_text, found.rule.items())]
            content.append(paragraph(*joined(lines, " "), classes=["clause-mechanisms"]))
        link = paragraph(self.link("panel", found.id, nodes.Text("Details")), classes=["clause-more"])
        about = addnodes.only("", link, expr="html and not epub")
        if not (cases or engine):
            return about
        summary = "; ".join(filter(None, (cases, engine)))
        return details(summary[0].upper() + summary[1:], *content, about, classes=["clause-proof"])


def case_line(case: Case, page: str = "") -> list[nodes.Node]:
    """Return a case on one line: its ID, its sentence or its position, and a link if it has cards to show.

    The link opens them on the table of this page, or of the page given.
    """
    if case.text:
        said: list[nodes.Node] = marked_text(case.text)
    else:
        given, expected = (_facts(facts) for facts in (case.given, case.expected))
        said = [nodes.literal(given, given), nodes.Text(" gives "), nodes.literal(expected, expected)]
    line = [span("case-id", text=case.id), nodes.Text(" "), *said]
    deal = shown(case)
    if deal is None:
        return line
    link = see_it(deal, "see it on the table", case.id, page)
    return [*line, nodes.Text(" "), link, *([] if page else [cards_figure(deal=deal, caption=case.id)])]


def _facts(facts: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} {value}" for name, value in facts.items())


def _mechanism_text(rule: tuple[str, Mapping[str, Any]]) -> str:
    return rule_text(*rule)


class ClauseText(RuleDirective):
    """Include one clause, by its address, in another page."""

    def run(self) -> list[nodes.Node]:
        """Return the clause's text, its sources, and a link to its place."""
        try:
            found = clause(self.arguments[0])
        except UnknownAddress as error:
            raise self.error(str(error)) from error
        rules = rule_set(found.id.partition("#")[0])
        place = [self.link("clause", found.id), nodes.Text(f", {rules.title}")]
        quoted = nodes.container(classes=["clause-quoted"])
        quoted += paragraph(found.text, classes=["clause-text"])
        quoted += [*price_tables(found, rules, self.env.docname), *parameter_tables(found)]
        quoted += paragraph(*place, classes=["clause-place"])
        quoted += source_list(self.env, found.sources)
        return [quoted]


def _rules(number: int) -> str:
    return "One rule" if number == 1 else f"{number} rules"


def setup_clauses(app: Sphinx) -> None:
    """Register the two directives."""
    app.add_directive_to_domain("rule", "clauses", Clauses)
    app.add_directive_to_domain("rule", "clause-text", ClauseText)
