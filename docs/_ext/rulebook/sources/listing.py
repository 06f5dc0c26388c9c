"""The sources of a page: `{rule:sources}` lists them in full, and the bibliography lists the pages that use each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx.util.nodes import make_refnode
from sphinxcontrib.bibtex.domain import BibtexDomain

from rulebook.base.catalogue import families, rule_set, rule_set_ids, told_of
from rulebook.base.nodes import details, joined, paragraph
from rulebook.base.questions import question_of_pages
from rulebook.building.sheets import has_sheets, source_page
from rulebook.domain.bibliography import entries, reference_nodes
from rulebook.domain.directive import RuleDirective
from rulebook.domain.rule_domain import title_of_page
from rulebook.sources.resting import supported_by
from whister.rulesets.reader import sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from whister import Rules, Source


class Sources(RuleDirective):
    """List every source used by a rule set's clauses, options and dated claims, or by a family's claims."""

    def run(self) -> list[nodes.Node]:
        """Return a list in the order of the sources' names, with a citation of the bibliography for each."""
        address = self.arguments[0]
        if address not in families():
            self.rules()
        uses = Counter(used_keys(address))
        known = [key for key in uses if key in entries(self.env)]
        self.domain.source_lists[self.env.docname] = set(known)
        found = nodes.bullet_list(classes=["source-list"], bullet="*")
        for key in sorted(known, key=lambda key: self.domain.source_labels[key].casefold()):
            item = nodes.list_item()
            self.anchor(item, f"source-{key}")
            cited, _ = self.parse_inline(f"{{cite:p}}`{key}`")
            item += nodes.paragraph("", "", *cited, nodes.Text(" "), *reference_nodes(entries(self.env)[key]))
            found += item
        if not len(found):
            return [paragraph("None.")]
        count = f"{len(found)} source{'s' if len(found) != 1 else ''}"
        return [details(count, found, classes=["evidence"])] if address in rule_set_ids() else [found]


def used_keys(address: str) -> Iterator[str]:
    """Yield the keys of the sources that a rule set or family uses, with repeats and with intermediate sources."""
    if address in rule_set_ids():
        for source in stated_sources(rule_set(address)):
            yield from filter(None, (source.key, source.via))
    if address in families() or address in rule_set_ids():
        for claim in told_of(address):
            for source in sources(claim.get("sources"), address):
                yield from filter(None, (source.key, source.via))


def stated_sources(rules: Rules) -> Iterator[Source]:
    """Yield every source of a rule set's clauses and options."""
    for clause in rules.clauses.values():
        yield from clause.sources
    for option in rules.options.values():
        yield from option.sources
        for value in option.values:
            yield from value.sources


def _say_where_used(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Add the pages that use a source to its entry in the bibliography."""
    domain = cast(BibtexDomain, app.env.domains["cite"])
    keys = {
        citation.citation_id: citation.key
        for citation in domain.citations
        if citation.bibliography_key.docname == docname
    }
    if not keys:
        return  # this page lists no sources
    pages = citing(app.env)
    for entry in doctree.findall(nodes.citation):
        key = keys.get(entry["ids"][0], "")
        if key and has_sheets(app.builder):
            rests = supported_by(key)
            words = f"What rests on it ({rests})" if rests else "Nothing rests on it yet"
            page = make_refnode(app.builder, docname, source_page(key), None, nodes.inline(words, words))
            entry.append(paragraph(page, classes=["source-used"]))
        if key in pages:
            links = [[_page_link(app.builder, docname, page)] for page in pages[key] if page != docname]
            entry.append(paragraph("Used in ", *joined(links, ", "), classes=["source-used"]))


@question_of_pages
def citing(env: BuildEnvironment) -> dict[str, tuple[str, ...]]:
    """Map each cited source to the pages that cite it, sorted."""
    found: dict[str, set[str]] = {}
    for reference in cast(BibtexDomain, env.domains["cite"]).citation_refs:
        for target in reference.targets:
            found.setdefault(target.key, set()).add(reference.docname)
    return {key: tuple(sorted(found[key])) for key in sorted(found)}


def _page_link(builder: Builder, from_page: str, page: str) -> nodes.reference:
    title = title_of_page(builder.env, page)
    return make_refnode(builder, from_page, page, None, nodes.inline(title, title))


def setup_sources(app: Sphinx) -> None:
    """Register the directive and the back-links of the bibliography."""
    app.add_directive_to_domain("rule", "sources", Sources)
    app.connect("doctree-resolved", _say_where_used)
