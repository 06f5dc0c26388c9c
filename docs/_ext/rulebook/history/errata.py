"""The errors in the article on a family: its wording, the reading adopted, the reason, and the clauses affected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.catalogue import clause_addresses, errata, families, nearest, rule_set_ids
from rulebook.base.nodes import joined, marked_text, paragraph
from rulebook.domain.directive import RuleDirective
from rulebook.sources.evidence import source_list
from whister.rulesets.reader import sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Erratum = Mapping[str, Any]

SIDES = (("says", "The article says"), ("reading", "We read it as"))
"""The headings of the two columns. An error that is not in the article gives its `teller` instead."""

REASONS = (("ground", "Why"), ("effect", "If not"))
"""The paragraphs below the columns and their labels."""


class Errata(RuleDirective):
    """Show the errata of the article on a family, each with its own heading and anchor."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each erratum."""
        family = self.arguments[0]
        found = errata(family) if family in families() else ()
        if not found:
            raise self.error(f"no errata for {family!r}{nearest(family, families())}")
        return [self._section(family, erratum) for erratum in found]

    def _section(self, family: str, erratum: Erratum) -> nodes.section:
        address, anchor = f"{family}#{erratum['id']}", f"erratum-{erratum['id']}"
        title = nodes.title(erratum["title"], "", *marked_text(erratum["title"]))
        section = nodes.section("", title, classes=["erratum"])
        self.anchor(section, anchor)
        self.domain.note("erratum", address, self.env.docname, anchor, erratum["title"])
        self.set_source_info(section)
        columns = nodes.bullet_list(classes=["erratum-sides"], bullet="*")
        for key, label in SIDES:
            teller = erratum.get("teller", label) if key == "says" else label
            head = paragraph(teller, classes=["claim-teller"])
            columns += nodes.list_item("", head, paragraph(erratum[key]), classes=[f"erratum-{key}"])
        section += columns
        for key, label in REASONS:
            section += paragraph(nodes.strong(label, label), f": {erratum[key]}", classes=["erratum-reason"])
        touched = [[link] for link in self._touched(family, erratum)]
        if touched:
            section += paragraph("Affects ", *joined(touched, ", "), ".", classes=["claim-note"])
        section += source_list(self.env, sources(erratum["sources"], address))
        return section

    def _touched(self, family: str, erratum: Erratum) -> Iterator[nodes.Node]:
        """Yield links to the clauses, rule sets and dated claims that follow the reading."""
        for clause in erratum.get("clauses", ()):
            if clause in clause_addresses():
                home = clause.partition("#")[0]
                yield nodes.inline(
                    "", "", self.link("clause", clause), nodes.Text(" of "), self.link("set", home)
                )
        for each in erratum.get("about", ()):
            if each in rule_set_ids():
                yield self.link("set", each)
        for claim in erratum.get("claims", ())[:1]:  # those that disagree share one place
            yield self.link("claim", f"{family}#{claim}", nodes.Text("the dated accounts"))


def setup_errata(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "errata", Errata)
