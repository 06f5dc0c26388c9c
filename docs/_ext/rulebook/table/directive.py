"""The directive `rule:table`: a table to play at, with its first hand dealt by the engine at build time.

```{rule:table} hearts/black-lady
:seed: 1909
```

It can open at a position instead: a deal that a part of a worked example sets up (`examples.position`). The visitor
sits at the seat to act, and can return to the position.

```{rule:table} hearts/black-lady
:position: hearts/strategy#ducking-under
```
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from rulebook.base.cards import CARDS_STYLE, read
from rulebook.base.elements import h
from rulebook.base.nodes import bullet_list, marked_text, paragraph
from rulebook.pictures.figure import cards_figure
from rulebook.table.as_html import State, view

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils.nodes import Element
    from sphinx.application import Sphinx
    from sphinx.util.typing import OptionSpec
    from sphinx.writers.html5 import HTML5Translator

STYLE = "table/table.css"
MODULE = "table/element.mjs"
LADDER_STYLE = "table/ladder.css"
START = h("button", {"type": "button", "class": "wt-button", "data-do": "start"}, "Back to the position")


class playable_table(nodes.General, nodes.Element):  # noqa: N801 (docutils names nodes so)
    """A table. Its children describe the hand in words, for builders without tables.

    Attributes: `state`, as JSON, and `start`, the record of the position that it opens at, if any.
    """


class TableDirective(SphinxDirective):
    """A table for one rule set. Options: `players`, `seed`, and `options` as `name=value` pairs; or `position`."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        "players": directives.nonnegative_int,
        "seed": directives.unchanged_required,
        "options": directives.unchanged_required,
        "position": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        request = self._open() if "position" in self.options else self._new()
        state = ask(request, self.error)
        start = state["record"] if "position" in self.options else ""
        drawn = cards_figure(
            deal=state["record"], caption=f"A hand of {state['rules']['title']}", words=False
        )
        children = [nodes.paragraph("", "", drawn), *in_words(state)]
        found = playable_table("", *children, state=json.dumps(state), start=start)
        self.set_source_info(found)
        return [found]

    def _new(self) -> dict[str, Any]:
        return {
            "op": "new",
            "rules": self.arguments[0],
            "options": dict(pair.split("=", 1) for pair in self.options.get("options", "").split()),
            "players": self.options.get("players"),
            "seed": self.options.get("seed", self.arguments[0]),
            "seat": 0,
        }

    def _open(self) -> dict[str, Any]:
        """Return the state at the position of a worked example, seen from the seat to act."""
        from rulebook.table.examples import example_file, position
        from whister.links.deal_record import DealRecord

        address, _, part = self.options["position"].partition("#")
        path = example_file(Path(self.env.srcdir), address)
        try:
            deal = position(path, part)
        except (LookupError, OSError) as error:
            raise self.error(f"no position {self.options['position']!r}: {error}") from error
        if deal.rules.id != self.arguments[0]:
            raise self.error(f"{self.options['position']!r} is a position of {deal.rules.id!r}")
        return {
            "op": "open",
            "rules": deal.rules.id,
            "record": str(DealRecord.of(deal)),
            "seat": deal.pending[0],
        }


def ask(request: dict[str, Any], fail: Callable[[str], Exception]) -> State:
    """Return the engine's answer to a request. Raises `fail(message)` if it is refused."""
    from whister.table.requests import handle

    answer = json.loads(handle(json.dumps({"id": 0, **request})))
    if "error" in answer:
        raise fail(f"no table for {request['rules']!r}: {answer['error']['message']}")
    state: State = answer["ok"]
    return state


def in_words(state: State) -> list[nodes.Node]:
    """Return the first hand as a paragraph and a list, for text, EPUB and LaTeX."""
    rules = state["rules"]
    suits: dict[str, list[str]] = {}
    for held in state["hand"]:
        suits.setdefault(held["suit"], []).append(read(held["card"]).short)
    names = {seat["seat"]: seat["name"] for seat in state["seats"]}
    played = [f"{names[play['seat']]}: {read(play['card']).short}" for play in state["trick"]["plays"]]
    on_table = f" On the table lie {', '.join(played)}." if played else ""
    return [
        paragraph(f"A hand of {rules['title']}. {state['prompt']}{on_table}"),
        bullet_list([marked_text(" ".join(cards)) for cards in suits.values()], classes=["hand-in-words"]),
    ]


def table_html(state: State, *, base: str, runtime: str | None, start: str = "") -> str:
    """Return a table as HTML.

    `base` is the path from the page to the site's root, `runtime` the worker's address relative to the page; without a
    runtime the hand is shown but cannot be played. `start` is the record of the position that it opens at.
    """
    rules = state["rules"]
    attrs = {
        "rules": rules["id"], "data-runtime": runtime, "data-base": base, "data-start": start or None,
        "role": "region", "aria-label": f"{rules['title']}: a table",
    }  # fmt: skip
    element = h("whister-table", attrs, view(state, base))
    # A data block, which is never run and which no text inside can close.
    data = json.dumps({"state": state}, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    block = f'<script type="application/json">{data}</script>'
    without = "<noscript><p>To play this position, enable scripts for this site.</p></noscript>"
    back = str(h("p", {"class": "wt-start"}, START)) if start else ""
    return str(element).removesuffix("</whister-table>") + back + block + without + "</whister-table>\n"


def _visit(self: HTML5Translator, node: Element) -> None:
    if self.builder.name == "epub":
        return
    page = self.builder.get_target_uri(self.builder.current_docname)
    base = relative_uri(page, "")
    folder = self.config.rulebook_runtime
    worker = f"{base}_runtime/{folder}/worker.mjs" if folder else None
    self.body.append(
        table_html(json.loads(node["state"]), base=base, runtime=worker, start=node.get("start", ""))
    )
    raise nodes.SkipNode


def _pass(self: nodes.NodeVisitor, node: Element) -> None:
    """Show the hand in words, from the node's children, in builders without tables."""


def add_assets(app: Sphinx, page: str, template: str, context: object, doctree: nodes.Element | None) -> None:
    """Add the table's styles and module to pages with a table, and the ladder's if a table opens with an auction."""
    tables = [] if doctree is None else list(doctree.findall(playable_table))
    if tables:
        app.add_css_file(CARDS_STYLE)
        app.add_css_file(STYLE)
        if any((json.loads(table["state"])["choice"] or {}).get("kind") == "ladder" for table in tables):
            app.add_css_file(LADDER_STYLE)
        app.add_js_file(MODULE, type="module")


def setup_table(app: Sphinx) -> None:
    """Register the directive, the node and the table's assets.

    `rulebook_runtime` is the folder of the browser's Python under the site's `_runtime`; without it no table can be
    played.
    """
    app.add_config_value("rulebook_runtime", os.environ.get("WHISTER_RUNTIME", ""), "html", str)
    plain = (_pass, _pass)
    app.add_node(playable_table, html=(_visit, _pass), latex=plain, text=plain, man=plain, texinfo=plain)
    app.add_directive_to_domain("rule", "table", TableDirective)
    app.connect("html-page-context", add_assets)
