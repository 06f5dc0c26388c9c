"""The pages for comparing rule sets and choosing house rules: their contents before or without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from docutils import nodes

from rulebook.base.catalogue import families, parent_of, rule_set_ids, title_of
from rulebook.domain.directive import RuleDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGES = {"rule-compare": "compare/page.mjs", "rule-house": "house-rules/page.mjs"}
"""The class of each page's mount, and the module that fills it."""
STYLES = {"rule-compare": ["compare/compare.css"], "rule-house": ["table/later.css", "compare/compare.css"]}
"""The style sheets of each page; the form for house rules is the same as at the table."""
CHANGES = "what-it-changes"
"""The heading on a rule set's page above the changes from its parent."""


class Mount(RuleDirective):
    """The mount point of a page's form, with text for readers without scripts."""

    required_arguments = 0
    has_content = True
    mount = ""

    def run(self) -> list[nodes.Node]:
        """Return the mount point, with the directive's content in it."""
        place = nodes.container("", classes=[self.mount])
        place += self.parse_content_to_nodes()
        return [place]


class Compare(Mount):
    """The mount point of the comparison."""

    mount = "rule-compare"


class HouseRules(Mount):
    """The mount point of the form for house rules."""

    mount = "rule-house"


class Comparisons(RuleDirective):
    """List the comparisons on the rule sets' own pages: each rule set with the one that it extends."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a list for each family, in the order of the extended rule sets."""
        return [node for family in families() for node in self._family(family)]

    def _family(self, family: str) -> list[nodes.Node]:
        written: dict[str, list[str]] = {}
        for name in rule_set_ids():
            if name.startswith(f"{family}/") and (parent := parent_of(name)):
                written.setdefault(parent, []).append(name)
        lines = [
            f"- Extending {title_of(parent)}: {'; '.join(map(_link, on))}." for parent, on in written.items()
        ]
        return self.parse_text_to_nodes("\n".join([f"**{family.title()}**", "", *lines]))


def _link(name: str) -> str:
    """Return a link, resolved when the page is written, to the changes that a rule set makes."""
    return f"[{title_of(name)}](/{name}.md#{CHANGES})"


class page_link(nodes.Inline, nodes.TextElement):  # noqa: N801  (nodes are named like tags)
    """A link to a page with a query. Attributes: `page`, and `query`, pairs of strings.

    It is left out where there are no such pages, as in a book.
    """


def _resolve_page_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for link in list(doctree.findall(page_link)):
        if app.builder.format == "html" and app.builder.name != "epub" and link["page"] in app.env.found_docs:
            address = app.builder.get_relative_uri(docname, link["page"])
            query = urlencode(link["query"], safe="/")
            link.replace_self(nodes.reference("", "", *link.children, refuri=f"{address}?{query}"))
        elif len(link.parent.children) == 1:
            link.parent.parent.remove(link.parent)
        else:
            link.parent.remove(link)


def _add_assets(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the module, but only to a page with such a mount point."""
    for mount, module in PAGES.items():
        if f'class="{mount} ' in context.get("body", ""):
            app.add_js_file(module, type="module")
            for style in STYLES[mount]:
                app.add_css_file(style)


def setup_compare(app: Sphinx) -> None:
    """Register the directives and their module."""
    app.add_directive_to_domain("rule", "compare", Compare)
    app.add_directive_to_domain("rule", "house", HouseRules)
    app.add_directive_to_domain("rule", "comparisons", Comparisons)
    app.connect("doctree-resolved", _resolve_page_links)
    app.connect("html-page-context", _add_assets)
