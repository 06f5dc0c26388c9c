"""Two wordings merged, with the words that were removed and added.

The page that compares any two rule sets marks the same words through ``docs/_static/compare/differing.mjs``. Texts on
written pages are compared here during the build, all others in the browser. A test checks that both agree.
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
"""The position of a word in one text and in the other."""

ALIKE = 0.25
"""Texts with a smaller share of words in common are shown in turn, since a merged text would be unreadable."""
RUN = 3
"""A run of fewer common words than this between two changes is chance ("of the") and counts as changed."""


class struck(nodes.Inline, nodes.TextElement):  # noqa: N801  (nodes are named like tags)
    """Words that are no longer there."""


class put_in(nodes.Inline, nodes.TextElement):  # noqa: N801
    """Words that are new."""


def compared(before: str, after: str) -> list[nodes.Node]:
    """Return the words of both texts in runs that are struck out, inserted or unchanged."""
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
    """Return the positions of the longest sequence of words common to two texts.

    Short runs are left out, and the list is empty if the texts have little in common.
    """
    ends = (len(old) - 1, len(new) - 1)
    runs = [run for run in _runs(_kept(old, new)) if len(run) >= RUN or run[0] == (0, 0) or run[-1] == ends]
    found = [pair for run in runs for pair in run]
    return [] if len(found) < ALIKE * max(len(old), len(new)) else found


def _kept(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Yield the positions of the longest common sequence of words."""
    # longest[i][j]: the number of words that the texts have in common from i and from j on.
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
    """Return pairs of positions grouped into runs that are contiguous in both texts."""
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
    """Mark the words with brackets, outside HTML."""
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
