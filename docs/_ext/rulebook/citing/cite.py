"""Citing: the link **Cite** on every page and clause, and the pages of citations for readers without JavaScript.

With JavaScript the link opens a dialogue (`_static/cite/`). Each rule set has its own page of citations at `<rule
set>/cite/`, and files with all of them; all other pages share the page `cite`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from rulebook.base.catalogue import clause_title, rule_set, rule_set_ids
from rulebook.base.cite_line import cite_line
from rulebook.base.elements import Html, h
from rulebook.base.frame import has_frame
from rulebook.base.nodes import curled
from rulebook.base.questions import question
from rulebook.building.sheets import sheets
from rulebook.building.writing import File, Made, setup_files, setup_made
from rulebook.citing import source_forms
from rulebook.citing.forms import patterns, written
from rulebook.citing.metadata import coins
from rulebook.domain.bibliography import entries
from rulebook.domain.rule_domain import title_of_page
from whister.reference.citable import Item, citable, citable_page, key
from whister.reference.styles import STYLES, bibtex, ris

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator
from rulebook.citing.pages_cited import PLAIN, address, note_of_page, page_item

PAGE = "cite"
"""The text with the citations of all pages of no rule set; also the last part of the name of a rule set's page."""
TEMPLATE = "cite.html"
NOT_CITED = ("404", PAGE)
LABELS = {
    "chicago": "Chicago",
    "mla": "MLA",
    "apa": "APA",
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl-json": "CSL-JSON",
}
FILES = {"items.bib": "BibTeX", "items.ris": "RIS", "items.json": "CSL-JSON"}


class citations(nodes.General, nodes.Element):  # noqa: N801
    """The citations of all texts of the site."""


class source_citation(nodes.General, nodes.Element):  # noqa: N801
    """The citation of a source in every form. Attribute: `key`."""


class Citations(SphinxDirective):
    """List the citations of all texts, each under a heading."""

    def run(self) -> list[nodes.Node]:
        """Return a node whose contents are written when all titles are known."""
        return [citations()]


# ---- the works to cite
@question
def rule_items(rule_set_id: str, base: str) -> dict[str, Item]:
    """Return the items for a rule set, under an empty slug, and for each of its clauses, by slug."""
    rules = rule_set(rule_set_id)
    return {slug: citable(rules, slug or None, base=base) for slug in ("", *rules.clauses)}


def pages(builder: Builder) -> dict[str, str]:
    """Return the titles used to cite the pages that belong to no rule set, by page name, with the whole site first.

    A book has only the texts.
    """
    env, root = builder.env, builder.config.root_doc
    names = [root, *sorted(env.found_docs - {*rule_set_ids(), *NOT_CITED, root})]
    texts = {name: title_of_page(env, name) for name in names}
    if not has_frame(builder):
        return texts
    made = {sheet.name: curled(sheet.cited()) for sheet in sheets(env)}
    return texts | PLAIN | made


# ---- the link
def _visit_link(self: HTML5Translator, node: cite_line) -> None:
    if not has_frame(self.builder):
        raise nodes.SkipNode
    given = node.attributes_of_line()
    self.body.append(f"{_line(self.builder, self.builder.current_docname, **given)}\n")
    raise nodes.SkipNode


def _line(builder: Builder, current: str, cited: str, title: str = "", source: str = "") -> Html:
    """Return the line on the page `current`: a link to the citation, with the data that the dialogue needs.

    On a page about a source, `source` is the anchor of the source's own citation.
    """
    rules, _, slug = cited.partition("#")
    label, named, note = "Cite this page", None, ""
    if rules in rule_set_ids():
        page, anchor = f"{rules}/{PAGE}", slug
        if slug:
            label = f"Cite: {curled(clause_title(cited))}"
    else:
        named = curled(title) or title_of_page(builder.env, cited)
        note = note_of_page(builder.env, cited)
        cited = address(builder, cited).strip("/")
        page, anchor = PAGE, key(cited)
    href = relative_uri(*(builder.get_target_uri(name) for name in (current, page))) + (
        f"#{anchor}" if anchor else ""
    )
    told = {
        "href": href,
        "data-cite": cited,
        "data-title": named,
        "data-note": note or None,
        "aria-label": label,
    }
    link = h("a", {"class": "cite", **told}, label if source else "Cite")
    other = source and h(
        "a", {"class": "cite", "href": f"#{source}", "data-forms": source}, "Cite the source itself"
    )
    return h("div", {"class": "cite-line cite-two" if other else "cite-line"}, link, other or None)


def _cite_plain_pages(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the link to the pages that consist only of a template."""
    if pagename in PLAIN and has_frame(app.builder):
        context["cite_line"] = str(_line(app.builder, pagename, pagename, PLAIN[pagename]))


def _skip(self: nodes.NodeVisitor, node: Element) -> None:
    raise nodes.SkipNode


def _cite_each_page(app: Sphinx, doctree: nodes.document) -> None:
    """Add the link under the title of every text."""
    name = app.env.docname
    title = next(iter(doctree.findall(nodes.title)), None)
    if title is not None and name not in NOT_CITED and isinstance(title.parent, nodes.section):
        title.parent.insert(title.parent.index(title) + 1, cite_line(cited=name))


# ---- the pages
def listed(items: Iterable[Item], places: Iterable[str], level: str) -> Iterator[Html]:
    """Yield the citation of each item in every style, under a title that links to its place; the first also as data."""
    for number, (item, place) in enumerate(zip(items, places, strict=True)):
        _, _, slug = place.partition("#")
        forms = _forms({form: written(item, form) for form in LABELS if form in STYLES or not number})
        yield h(
            "section", {"id": slug or item["id"], "class": "citation-forms"},
            h(level, None, h("a", {"href": place}, item["title"])), forms, h("span", {"class": "Z3988", "title": coins(item)}),
        )  # fmt: skip


def _forms(texts: Mapping[str, str]) -> Html:
    """Return a citation in several forms, each under its name; `data-form` names the form for the dialogue."""
    return h("dl", None, [
        part for form, text in texts.items()
        for part in (h("dt", None, LABELS[form]), h("dd", {"data-form": form}, _shown(text, form)))
    ])  # fmt: skip


def _shown(text: str, form: str) -> Html | str:
    """Return a citation as one line, or as the lines of a file, which may be wider than the page."""
    return text if form in STYLES else h("pre", {"tabindex": "0"}, text)


def _visit_citations(self: HTML5Translator, node: Element) -> None:
    builder = self.builder
    known = pages(builder)
    items = [page_item(builder, name, title) for name, title in known.items()]
    here = builder.get_target_uri(builder.current_docname)
    places = [relative_uri(here, builder.get_target_uri(name)) or "./" for name in known]
    files = [
        part
        for file, label in FILES.items()
        for part in (h("a", {"href": file, "download": f"whister{Path(file).suffix}"}, label), " ")
    ]
    if has_frame(builder):  # a book has no separate files
        self.body.append(str(h("p", None, "All of these in one file: ", files)))
    self.body.extend(map(str, listed(items, places, "h3")))
    raise nodes.SkipNode


def _visit_source(self: HTML5Translator, node: Element) -> None:
    if has_frame(self.builder):
        entry = entries(self.builder.env)[node["key"]]
        span = h("span", {"class": "Z3988", "title": source_forms.coins(source_forms.item(entry))})
        self.body.append(str(h("div", {"class": "citation-forms"}, _forms(source_forms.forms(entry)), span)))
    raise nodes.SkipNode


def _pages(app: Sphinx) -> Iterator[Made]:
    """Yield a page of citations for each rule set that has a page."""
    if has_frame(app.builder):
        for name in cited_rule_sets(app.env):
            yield Made(f"{name}/{PAGE}", partial(_context, app, name), TEMPLATE)


def _context(app: Sphinx, name: str) -> dict[str, Any]:
    """Return the context for the template."""
    here, home = (app.builder.get_target_uri(page) for page in (f"{name}/{PAGE}", name))
    way = relative_uri(here, home)
    items = rule_items(name, app.config.html_baseurl)
    places = [f"{way}#{slug}" if slug else way for slug in items]
    whole = items[""]
    return {
        "title": f"{whole['title']}: citations",
        "game": whole["title"],
        "home": way,
        "canonical": whole.get("URL", way),
        "placed": "URL" in whole,
        "files": [(label, file, f"{whole['id']}{Path(file).suffix}") for file, label in FILES.items()],
        "body": "".join(map(str, listed(items.values(), places, "h2"))),
    }


def cited_rule_sets(env: BuildEnvironment) -> list[str]:
    """Return the IDs of the rule sets that have a page."""
    return [name for name in rule_set_ids() if name in env.found_docs]


def _files(app: Sphinx) -> Iterator[File]:
    """Yield the patterns that the dialogue fills in, and the files of citations to download."""
    if not has_frame(app.builder):
        return
    base = app.config.html_baseurl
    yield File(
        "_static/cite/patterns.json", lambda: json.dumps(patterns() | _shared(app), ensure_ascii=False)
    )
    for name in cited_rule_sets(app.env):
        yield from _of(f"{name}/{PAGE}", lambda name=name: rule_items(name, base).values())  # type: ignore[misc]
    if PAGE in app.env.found_docs:
        yield from _of(PAGE, lambda: [page_item(app.builder, *one) for one in pages(app.builder).items()])


def _shared(app: Sphinx) -> dict[str, Any]:
    """Return the site's address, if known, and items without title and address, which the dialogue adds."""
    items = {kind: citable_page("", place, base="") for kind, place in (("page", "a/"), ("whole", ""))}
    return {"base": app.config.html_baseurl, "items": items}


def _of(folder: str, items: Callable[[], Iterable[Item]]) -> Iterator[File]:
    yield File(f"{folder}/items.json", lambda: json.dumps([*items()], ensure_ascii=False, indent=1) + "\n")
    yield File(f"{folder}/items.bib", lambda: "\n".join(map(bibtex, items())))
    yield File(f"{folder}/items.ris", lambda: "\n".join(map(ris, items())))


def setup_cite(app: Sphinx) -> None:
    """Register the link, the list and the pages."""
    hidden = (_skip, None)
    app.add_node(cite_line, html=(_visit_link, None), latex=hidden, text=hidden, man=hidden, texinfo=hidden)
    app.add_node(
        citations, html=(_visit_citations, None), latex=hidden, text=hidden, man=hidden, texinfo=hidden
    )
    app.add_node(
        source_citation, html=(_visit_source, None), latex=hidden, text=hidden, man=hidden, texinfo=hidden
    )
    app.add_directive_to_domain("rule", "citations", Citations)
    app.connect("doctree-read", _cite_each_page)
    app.connect("html-page-context", _cite_plain_pages)
    setup_made(app, _pages)
    setup_files(app, _files)
