"""Two wordings in one: what was struck out and what was put in, word by word."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from docutils import nodes

from .nodes import marked_text

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

ALIKE = 0.4
"""Below this ratio the two are shown one after the other: a patchwork of single words tells nothing."""


class struck(nodes.Inline, nodes.TextElement):  # noqa: N801  (nodes are named like tags)
    """Words that are no longer there."""


class put_in(nodes.Inline, nodes.TextElement):  # noqa: N801
    """Words that are new."""


def compared(before: str, after: str) -> list[nodes.Node]:
    """Return the words of both, each run struck out, put in or left as it was."""
    old, new = before.split(), after.split()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return [_marked(struck, before), nodes.Text(" "), _marked(put_in, after)]
    found: list[nodes.Node] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        parts = [(nodes.inline, old[a:b])] if kind == "equal" else [(struck, old[a:b]), (put_in, new[c:d])]
        for node, words in parts:
            if words:
                found += [nodes.Text(" ")] if found else []
                found.append(_marked(node, " ".join(words)))
    return found


def _marked(node: type[nodes.TextElement], text: str) -> nodes.Node:
    return node(text, "", *marked_text(text))


def _visit(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, "del" if isinstance(node, struck) else "ins", ""))


def _depart(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append("</del>" if isinstance(node, struck) else "</ins>")


def _open(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Without HTML brackets tell the two apart."""
    self.add_text("[-" if isinstance(node, struck) else "[+")  # type: ignore[attr-defined]


def _close(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    self.add_text("]")  # type: ignore[attr-defined]


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Show the words alone."""


def setup_words_compared(app: Sphinx) -> None:
    """Register the two nodes."""
    for node in (struck, put_in):
        through = (_pass, _pass)
        app.add_node(
            node, html=(_visit, _depart), text=(_open, _close), latex=through, man=through, texinfo=through
        )
