"""The base class of the directives: one argument, a rule set's ID, with a helpful error if it is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from rulebook.base.catalogue import UnknownAddress, families, nearest, rule_set, rule_set_ids
from rulebook.base.nodes import page_link, permalink, rule_link
from rulebook.domain.rule_domain import RuleDomain, rule_domain

if TYPE_CHECKING:
    from whister import Rules


class RuleDirective(SphinxDirective):
    """A directive about one rule set, named by its argument."""

    required_arguments = 1
    final_argument_whitespace = False

    @property
    def domain(self) -> RuleDomain:
        """The rule domain of this build."""
        return rule_domain(self.env)

    def rules(self) -> Rules:
        """Return the rule set named in the argument."""
        try:
            return rule_set(self.arguments[0])
        except UnknownAddress as error:
            raise self.error(str(error)) from error

    def named_family(self) -> str:
        """Return the family named in the argument; "" without an argument."""
        if not self.arguments:
            return ""
        family: str = self.arguments[0]
        if family not in families():
            raise self.error(f"no family is called {family!r}{nearest(family, families())}")
        return family

    def every(self, family: str = "") -> tuple[Rules, ...]:
        """Load all rule sets of a family; without a family, load every rule set."""
        return tuple(rule_set(each) for each in rule_set_ids() if family in {"", each.partition("/")[0]})

    def link(self, kind: str, address: str, *content: nodes.Node) -> nodes.Element:
        """Return a link in the rule domain from this page."""
        return rule_link(kind, address, *content, docname=self.env.docname)

    def page(self, page: str, words: str) -> nodes.Node:
        """Return a link to a page of this documentation, ``/numbers``; only the words if it has none of this name."""
        known = page.removeprefix("/") in self.env.found_docs
        return page_link(page, words, docname=self.env.docname) if known else nodes.Text(words)

    def anchor(self, node: nodes.Element, name: str) -> None:
        """Give `node` an anchor; the same anchor twice on a page is an error."""
        document = self.state.document
        if name in document.ids:
            raise self.error(f"the page {self.env.docname!r} has two anchors named {name!r}")
        node["ids"].append(name)
        document.ids[name] = node

    def permalink(self, name: str, label: str) -> permalink:
        """Return the ¶ that links to an anchor of this page."""
        return permalink("", "", refid=name, label=label)
