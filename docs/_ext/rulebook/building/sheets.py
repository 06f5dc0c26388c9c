"""Sheets: pages without a text of their own, made from the records after every text has been read.

Components offer sheets; each becomes a page of the site, with its frame and navigation. Books, and projects that show
no rule set, have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from docutils import nodes
from docutils.utils import new_document
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder

from rulebook.base.catalogue import rule_set_ids
from rulebook.base.cite_line import cite_line
from rulebook.base.frame import has_frame
from rulebook.base.nodes import curled
from rulebook.building.writing import Made, setup_made

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

TEMPLATE = "sheet.html"
STYLE = "sheet.css"
PLAIN = (nodes.literal, nodes.literal_block)
"""Elements whose text is shown exactly as written, quotation marks included."""


def panel_page(rule_set_id: str) -> str:
    """Return the name of the page with everything about each clause of a rule set."""
    return f"{rule_set_id}/clauses"


def source_page(key: str) -> str:
    """Return the name of the page of a source."""
    return f"sources/{key}"


class Sheet(NamedTuple):
    """A page to be written: its name, in the same form as a text's name, and the functions that make its contents."""

    name: str
    title: Callable[[], str]
    content: Callable[[], Iterable[nodes.Node]]
    cited_as: Callable[[], str] | None = None
    """A function for the title used in citations, if the page's own title could be mistaken for another work's."""
    source: str = ""
    """The anchor of the source's own citation, on a page about a source; empty on others."""

    def cited(self) -> str:
        """Return the title used in citations."""
        return (self.cited_as or self.title)()


def has_sheets(builder: Builder) -> bool:
    """Return whether this build writes sheets, so that pages can link to them."""
    is_site = builder.format == "html" and builder.name not in {"epub", "singlehtml"}
    return is_site and not builder.env.found_docs.isdisjoint(rule_set_ids())


_offers: WeakKeyDictionary[Config, list[Callable[[BuildEnvironment], Iterable[Sheet]]]] = WeakKeyDictionary()


def sheets(env: BuildEnvironment) -> Iterator[Sheet]:
    """Yield every sheet of a project, from all components."""
    for offered in _offers.get(env.config, ()):
        yield from offered(env)


def setup_sheets(app: Sphinx, offered: Callable[[BuildEnvironment], Iterable[Sheet]]) -> None:
    """Register the sheets of a component, to be written after the texts."""
    _offers.setdefault(app.config, []).append(offered)

    def pages(app: Sphinx) -> Iterator[Made]:
        builder = app.builder
        if has_sheets(builder) and isinstance(builder, StandaloneHTMLBuilder):
            template = TEMPLATE if has_frame(builder) else "page.html"  # whichever theme the project uses
            for sheet in offered(app.env):
                yield Made(sheet.name, partial(_context, builder, sheet), template)

    setup_made(app, pages)


def _context(builder: StandaloneHTMLBuilder, sheet: Sheet) -> dict[str, Any]:
    """Return the context for the template."""
    title, cited_as = sheet.title(), sheet.cited()
    return {"title": title, "cited_as": cited_as, "body": _body(builder, sheet, title, cited_as)}


def _body(builder: StandaloneHTMLBuilder, sheet: Sheet, title: str, cited_as: str) -> str:
    """Return a sheet as HTML, with its links resolved like those of a text."""
    current = builder.env.current_document
    before, current.docname = current.docname, sheet.name
    try:
        document = new_document(sheet.name, builder.docsettings)
        citing = [cite_line(cited=sheet.name, title=cited_as, source=sheet.source)]
        document += nodes.section("", nodes.title(title, title), *citing, *sheet.content(), ids=["sheet"])
        _curl(document)
        builder.env.resolve_references(document, sheet.name, builder)
    finally:
        current.docname = before
    builder.secnumbers, builder.fignumbers, builder.current_docname = {}, {}, sheet.name
    visitor: Any = builder.create_translator(document, builder)
    document.walkabout(visitor)
    return "".join(visitor.fragment)


def _curl(document: nodes.document) -> None:
    for text in list(document.findall(nodes.Text)):
        if {"'", '"'} & set(text) and not isinstance(text.parent, PLAIN):
            text.parent.replace(text, nodes.Text(curled(str(text))))
