"""Two wordings merged: what was removed and what was added, word by word.

The page that compares any two rule sets marks the same words, by ``docs/_static/compare/differing.mjs``: written
texts are compared when the pages are built, the rest in the browser. A test checks that both agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import marked_text

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

Pair = tuple[int, int]
"""The place of a word in the one text and in the other."""

ALIKE = 0.25
"""Texts with a smaller share of words in common are shown one after the other, since a merged text would be unreadable."""
RUN = 3
"""Fewer common words than this between two changes are chance ("of the"), and change with them."""


class struck(nodes.Inline, nodes.TextElement):  # noqa: N801  (nodes are named like tags)
    """Words that are no longer there."""


class put_in(nodes.Inline, nodes.TextElement):  # noqa: N801
    """Words that are new."""


def compared(before: str, after: str) -> list[nodes.Node]:
    """Return the words of both, each run struck out, put in or left as it was."""
    old, new = before.split(), after.split()
    found: list[nodes.Node] = []
    i = j = 0
    for run in [*_runs(common(old, new)), [(len(old), len(new))]]:
        for node, words in ((struck, old[i : run[0][0]]), (put_in, new[j : run[0][1]])):
            _add(found, node, words)
        i, j = run[-1][0] + 1, run[-1][1] + 1
        _add(found, nodes.inline, old[run[0][0] : i])
    return found


def common(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Return the places of the words common to two texts: the longest row of words that both have, in order.

    Of texts with little in common there are none.
    """
    ends = (len(old) - 1, len(new) - 1)
    runs = [run for run in _runs(_kept(old, new)) if len(run) >= RUN or run[0] == (0, 0) or run[-1] == ends]
    found = [pair for run in runs for pair in run]
    return [] if len(found) < ALIKE * max(len(old), len(new)) else found


def _kept(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Yield the places of the longest row of words that both have."""
    # longest[i][j]: how many words the texts from i and from j on have in common.
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        for j in reversed(range(len(new))):
            same = old[i] == new[j]
            longest[i][j] = longest[i + 1][j + 1] + 1 if same else max(longest[i + 1][j], longest[i][j + 1])
    i = j = 0
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1


def _runs(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Return pairs of places as runs of neighbours in both texts."""
    found: list[list[Pair]] = []
    for i, j in pairs:
        if found and found[-1][-1] == (i - 1, j - 1):
            found[-1].append((i, j))
        else:
            found.append([(i, j)])
    return found


def _add(found: list[nodes.Node], node: type[nodes.TextElement], words: Sequence[str]) -> None:
    if words:
        found += [nodes.Text(" ")] if found else []
        found.append(_marked(node, " ".join(words)))


def _marked(node: type[nodes.TextElement], text: str) -> nodes.Node:
    return node(text, "", *marked_text(text))


def _visit(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, "del" if isinstance(node, struck) else "ins", ""))


def _depart(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append("</del>" if isinstance(node, struck) else "</ins>")


def _open(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Without HTML, mark the two with brackets."""
    self.add_text("[-" if isinstance(node, struck) else "[+")  # type: ignore[attr-defined]


def _close(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    self.add_text("]")  # type: ignore[attr-defined]


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Show only the words."""


def setup_words_compared(app: Sphinx) -> None:
    """Register the two nodes."""
    for node in (struck, put_in):
        through = (_pass, _pass)
        app.add_node(
            node, html=(_visit, _depart), text=(_open, _close), latex=through, man=through, texinfo=through
        )
