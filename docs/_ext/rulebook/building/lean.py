"""Faster versions of the passes that Sphinx makes over every node of every page, with the same results.

Some sixty transforms visit each of the million nodes of this site. To find nodes, docutils nests generators, one for
each level of a page; here a single generator finds them all. Quotation marks are processed only in text that contains
some.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx.transforms import SphinxSmartQuotes

from rulebook.base.frame import is_site
from rulebook.building.only import only

if TYPE_CHECKING:
    from sphinx.application import Sphinx

REPLACED = re.compile(r"""['"\\\0]|--|\.\.\.""")
"""The characters that the typographer replaces, or that keep others from being replaced."""

_findall = nodes.Node.findall


def every(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield a node and all its descendants in document order."""
    waiting = [node]
    take, put = waiting.pop, waiting.extend
    while waiting:
        found = take()
        yield found
        if found.children:
            put(found.children[::-1])


def every_of(node: nodes.Node, kind: type | tuple[type, ...]) -> Iterator[nodes.Node]:
    """Yield a node and all its descendants that are of a kind, in document order."""
    waiting = [node]
    take, put = waiting.pop, waiting.extend
    while waiting:
        found = take()
        if isinstance(found, kind):
            yield found
        if found.children:
            put(found.children[::-1])


def find(
    node: nodes.Node,
    condition: Callable[[nodes.Node], bool] | type | tuple[type, ...] | None = None,
    *which: bool,
    **further: bool,
) -> Iterator[nodes.Node]:
    """Yield the same nodes as docutils' `findall`; descendants that meet a condition are found by one generator."""
    plain = not which and not further and condition is not None
    if plain and not isinstance(condition, type | tuple):
        return filter(cast(Callable[[nodes.Node], bool], condition), every(node))
    return _findall(node, cast(Any, condition), *which, **further)


class Quotes(SphinxSmartQuotes):
    """Sphinx's typographer, given only the blocks of text that it changes."""

    def apply(self, **kwargs: Any) -> None:
        """Replace quotation marks, dashes and ellipses."""
        document = self.document
        blocks = list(_blocks(document))
        given = SimpleNamespace(
            settings=document.settings, reporter=document.reporter, findall=lambda _kind: iter(blocks)
        )
        self.document = cast(nodes.document, given)
        try:
            super().apply(**kwargs)
        finally:
            self.document = document


def _blocks(document: nodes.document) -> dict[nodes.TextElement, None]:
    """Return the outermost text elements that contain something to replace."""
    found: dict[nodes.TextElement, None] = {}
    for text in every_of(document, nodes.Text):
        if REPLACED.search(cast(str, text)):
            block = text.parent
            while isinstance(block.parent, nodes.TextElement):
                block = block.parent
            if isinstance(block, nodes.TextElement):
                found[block] = None
    return found


def setup_lean(app: Sphinx) -> None:
    """Replace Sphinx's functions with these, for this site only."""
    if is_site(app):
        short: Any = nodes.Node
        short._superfast_findall, short._fast_findall, short.findall = every, every_of, find
        transforms = app.registry.get_transforms()
        transforms[transforms.index(SphinxSmartQuotes)] = Quotes
        if app.parallel > 1 or only():
            gc.disable()
