"""The directive `rule:faces`: cards in a row, face up, with a given width in pixels.

```{rule:faces} 96
KS QH JD
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from rulebook.base.cards import CARDS_STYLE, face, read
from rulebook.base.elements import h
from rulebook.base.nodes import marked_text

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

WIDTHS = (24, 52, 96, 240)
"""The widths defined in the style sheet."""


class card_row(nodes.General, nodes.Element):  # noqa: N801 (docutils names nodes so)
    """Cards face up. Attributes: `cards`, in the engine's notation, and `width`, in pixels. Its child names them."""


class Faces(SphinxDirective):
    """Show the cards in the content as a row. The argument is their width in pixels."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        width = int(self.arguments[0]) if self.arguments[0].isdecimal() else 0
        if width not in WIDTHS:
            raise self.error(
                f"cards are {', '.join(map(str, WIDTHS))} pixels wide, not {self.arguments[0]!r}"
            )
        cards = " ".join(self.content).split()
        names = " ".join(read(card).short for card in cards)
        row = card_row("", nodes.paragraph("", "", *marked_text(names)), cards=cards, width=width)
        self.set_source_info(row)
        return [row]


def _visit(self: HTML5Translator, node: Element) -> None:
    if self.builder.name == "epub":
        return
    base = relative_uri(self.builder.get_target_uri(self.builder.current_docname), "")
    attrs = {"class": "card-row", "data-width": node["width"]}
    self.body.append(f"{h('p', attrs, [face(card, base) for card in node['cards']])}\n")
    raise nodes.SkipNode


def _pass(self: nodes.NodeVisitor, node: Element) -> None:
    """Show the node's child, which names the cards, in other builders."""


def _add_style(
    app: Sphinx, page: str, template: str, context: object, doctree: nodes.document | None
) -> None:
    if doctree is not None and any(doctree.findall(card_row)):
        app.add_css_file(CARDS_STYLE)


def setup_faces(app: Sphinx) -> None:
    """Register the directive, its node, and its page's style."""
    plain = (_pass, _pass)
    app.add_node(card_row, html=(_visit, _pass), latex=plain, text=plain, man=plain, texinfo=plain)
    app.add_directive_to_domain("rule", "faces", Faces)
    app.connect("html-page-context", _add_style)
