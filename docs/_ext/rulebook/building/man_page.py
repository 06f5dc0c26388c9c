"""The man page of the command line, with its opening under the usual headings of man pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import paragraph

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _put_under_headings(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Move the text before the first heading to a section *Description*, after a *Synopsis*."""
    if app.builder.name != "man":
        return
    name = next(name for page, name, *_ in app.config.man_pages if page == docname)
    page = next(doctree.findall(nodes.section))
    opening = [node for node in page if not isinstance(node, nodes.title | nodes.section)]
    for node in opening:
        page.remove(node)
    command = [
        nodes.strong(name, name),
        nodes.Text(" "),
        nodes.emphasis("COMMAND", "COMMAND"),
        nodes.Text(" …"),
    ]
    page.insert(1, _section("Synopsis", paragraph(*command)))
    page.insert(2, _section("Description", *opening))


def _section(title: str, *body: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title(title, title), *body, ids=[title.lower()])


def setup_man_page(app: Sphinx) -> None:
    """Connect the handler that adds the headings."""
    app.connect("doctree-resolved", _put_under_headings)
