"""“See it on the table”: a link that opens a deal or a position on the page's own table.

Its address has the text of the deal (`whister.links.texts`) after `#deal=`. Without a table, in print and in other
builders, there is no link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.elements import Html, h

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

SIGN = "#deal="


class see(nodes.Inline, nodes.TextElement):  # noqa: N801  (nodes are named like tags)
    """A link that opens a deal or a position on a table.

    Attributes: `deal`, the text of the deal; `what`, its target, for screen readers; and `page`, the name of the page
    whose table it opens on, or empty for its own page.
    """


def see_it(deal: str, words: str, what: str, page: str = "") -> see:
    """Return a link with these words that opens a deal; `what` distinguishes it from similar links."""
    return see(words, words, deal=deal, what=what, page=page)


def _visit(self: HTML5Translator, node: see) -> None:
    if self.builder.name != "epub":
        words: list[Html | str] = [node.astext(), h("span", {"class": "unseen"}, f" ({node['what']})")]
        page = (
            self.builder.get_relative_uri(self.builder.current_docname, node["page"]) if node["page"] else ""
        )
        self.body.append(str(h("a", {"class": "see", "href": f"{page}{SIGN}{node['deal']}"}, words)))
    raise nodes.SkipNode


def _skip(self: nodes.NodeVisitor, node: see) -> None:
    raise nodes.SkipNode


def setup_see(app: Sphinx) -> None:
    """Register the link."""
    hidden = (_skip, None)
    app.add_node(see, html=(_visit, None), latex=hidden, text=hidden, man=hidden, texinfo=hidden)
