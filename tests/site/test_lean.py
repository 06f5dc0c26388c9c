"""The faster passes give the same results as those of docutils and Sphinx."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.transforms import SphinxSmartQuotes

from rulebook.building import lean

KINDS: tuple[type[nodes.Element], ...] = (
    nodes.section,
    nodes.paragraph,
    nodes.inline,
    nodes.literal,
    nodes.bullet_list,
)


def tree(chance: Random, depth: int = 6) -> nodes.Element:
    """Return a random node with other nodes nested in it."""
    node: nodes.Element = chance.choice(KINDS)()
    for _ in range(chance.randrange(4) if depth else 0):
        node += tree(chance, depth - 1) if chance.random() < 0.7 else nodes.Text("word")
    return node


@pytest.mark.parametrize("seed", range(50))
def test_nodes_are_found_in_the_order_of_docutils(seed: int) -> None:
    root = tree(Random(seed))
    assert list(lean.every(root)) == list(root.findall())
    kinds: tuple[Any, ...] = (nodes.Text, nodes.inline, (nodes.literal, nodes.section))
    for kind in kinds:
        assert list(lean.every_of(root, kind)) == list(root.findall(kind))
        assert list(lean.find(root, kind)) == list(root.findall(kind))

    def deep(node: nodes.Node) -> bool:
        return len(node.children) > 1

    assert list(lean.find(root, deep)) == list(root.findall(deep))
    inner: Any = root.children[-1] if root.children else root
    ways = ({"include_self": False}, {"descend": False}, {"siblings": True}, {"ascend": True})
    for how in ways:
        assert list(lean.find(inner, deep, **how)) == list(inner.findall(deep, **how))
        assert list(lean.find(inner, nodes.inline, **how)) == list(inner.findall(nodes.inline, **how))


def typeset(transform: type[SphinxSmartQuotes], *blocks: nodes.Element) -> str:
    """Return a document of these blocks as text, after a typographer has processed it."""
    config = SimpleNamespace(
        smartquotes=True, smartquotes_excludes={}, smartquotes_action="qDe", language="en"
    )
    env = SimpleNamespace(
        config=config, settings={"language_code": "en"}, _builder_cls=SimpleNamespace(name="html")
    )
    document = new_document("page")
    settings: Any = document.settings
    settings.env, settings.smart_quotes, settings.language_code = env, True, "en"
    settings.smartquotes_locales = None
    document += [block.deepcopy() for block in blocks]
    transform(document, None).apply()
    return document.pformat()


@pytest.mark.parametrize(
    "text", ["plain words", "a 'word'", 'he said "no"', "one -- two --- three ...", "it's", "'", "\0'a'"]
)
def test_quotation_marks_are_curled_where_sphinx_curls_them(text: str) -> None:
    blocks = [
        nodes.paragraph("", text),
        nodes.paragraph("", "", nodes.Text("before '"), nodes.emphasis("", text), nodes.Text("' after")),
        nodes.paragraph("", "", nodes.emphasis("", "", nodes.strong("", text)), nodes.literal("", text)),
        nodes.literal_block("", text),
        nodes.section(
            "", nodes.title("", text), nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", text)))
        ),
    ]
    assert typeset(lean.Quotes, *blocks) == typeset(SphinxSmartQuotes, *blocks)
