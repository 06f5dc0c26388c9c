"""The place on a page where a reader plays more deals between computer players (`_static/numbers/here.mjs`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import relative_uri

from rulebook.base.elements import h
from rulebook.base.nodes import paragraph
from whister.studies.told import value
from whister.table.measured import RARE

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

    from whister import Rules
    from whister.studies.study import Study

MODULE = "numbers/here.mjs"
_ABOUT = "numbers-about"
LEAST = 0.005
"""The share of the deals from which a contract is listed even if it has not been played here."""


class numbers_here(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """The place, with `rules` and `title`, and the measured figures as JSON: `kept`."""


def more_here(rules: Rules, study: Study | None) -> Iterator[nodes.Node]:
    """Yield an explanation and the place. ``study`` has the figures of the page, if it has been measured."""
    before = "Play 200 more deals with the same players" if study else "Cautious players play 200 deals"
    yield paragraph(
        f"{before} in your browser. The seed fixes the cards, so the command shown with the result reproduces it exactly in "
        "the same version of Whister.",
        classes=[_ABOUT],
    )
    values = {f"{figure.group}/{figure.about}": value(figure) for figure in study.figures} if study else {}
    expected = [
        f"{figure.group}/{figure.about}"
        for figure in (study.figures if study else ())
        if figure.group in RARE and figure.value >= LEAST
    ]
    kept = {"deals": study.deals if study else 0, "values": values, "expected": expected}
    yield numbers_here("", rules=rules.id, title=rules.title, kept=json.dumps(kept, ensure_ascii=False))


def _visit(self: HTML5Translator, node: Element) -> None:
    folder = self.config.rulebook_runtime
    if self.builder.name == "epub" or not folder:
        raise nodes.SkipNode
    base = relative_uri(self.builder.get_target_uri(self.builder.current_docname), "")
    attrs = {
        "class": "numbers-here", "data-rules": node["rules"], "data-title": node["title"],
        "data-runtime": f"{base}_runtime/{folder}/worker.mjs",
    }  # fmt: skip
    data = node["kept"].replace("<", "\\u003c")
    block = f'<script type="application/json">{data}</script>'
    command = h(
        "code", {"class": "docutils literal"}, f"whister study {node['rules']} --deals 200 --seed 1950"
    )
    without = f"<noscript><p>To play deals here, enable scripts for this site. On a command line: {command}</p></noscript>"
    self.body.append(f"{str(h('div', attrs)).removesuffix('</div>')}{block}{without}</div>\n")
    raise nodes.SkipNode


def _skip(self: nodes.NodeVisitor, node: Element) -> None:
    raise nodes.SkipNode


def _leave_out_of_books(app: Sphinx, doctree: nodes.document) -> None:
    """Remove the place from a book, with its explanation, and its section if nothing else is in it."""
    if app.builder.format == "html" and app.builder.name != "epub":
        return
    for place in [*doctree.findall(numbers_here)]:
        section = place.parent
        about = [each for each in section.findall(nodes.paragraph) if _ABOUT in each["classes"]]
        for each in (*about, place):
            section.remove(each)
        if len(section) == 1:
            section.parent.remove(section)


def _add_module(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if doctree is not None and next(doctree.findall(numbers_here), None) is not None:
        app.add_js_file(MODULE, type="module")


def setup_here(app: Sphinx) -> None:
    """Register the place and its module."""
    hidden = (_skip, None)
    app.add_node(numbers_here, html=(_visit, None), latex=hidden, text=hidden, man=hidden, texinfo=hidden)
    app.connect("doctree-read", _leave_out_of_books, priority=400)  # before the headings are collected
    app.connect("html-page-context", _add_module)
