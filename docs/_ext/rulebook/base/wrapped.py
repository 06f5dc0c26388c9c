"""Nodes that the site's pages wrap in an element with a button before their contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from rulebook.base.elements import Html


def add_wrapped_node(
    app: Sphinx, node_class: type[nodes.Element], opening: Callable[[nodes.Element], Html]
) -> None:
    """Register a node. On the site's pages it is put at the end of the ``<div>`` that ``opening`` returns; other
    builders write it without that element."""

    def visit(self: HTML5Translator, node: nodes.Element) -> None:
        if self.builder.name != "epub":
            self.body.append(str(opening(node)).removesuffix("</div>"))

    def depart(self: HTML5Translator, node: nodes.Element) -> None:
        if self.builder.name != "epub":
            self.body.append("</div>\n")

    plain = (_alone, _alone)
    app.add_node(node_class, html=(visit, depart), latex=plain, text=plain, man=plain, texinfo=plain)


def _alone(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Show only the contents of the node."""
