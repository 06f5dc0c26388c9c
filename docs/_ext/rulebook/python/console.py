"""Python sessions that readers can edit and run: each is marked, and a small script gives it a button.

The sessions of a worked example share their Python names, and so do the other sessions on a page. If only a part of an
example is shown, the sessions at the beginning of its file run first (`opening`). In print and in other builders,
sessions are unchanged, and so are those of a page that begins with `sessions: none`: they need more than the browser's
Python has.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import relative_uri

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

MODULE = "editor/sessions.mjs"
STYLE = "editor/sessions.css"
WORKER = "console.mjs"
LANGUAGES = {"python", "pycon", "default"}


class session(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """A doctest session. Attributes: `example`, whose names it shares; `opening`, sessions to run first, as JSON."""


def mark_sessions(content: nodes.Element, example: str, opening: Sequence[str] = ()) -> None:
    """Wrap every unmarked Python session under a node; the first one has the opening."""
    for block in list(content.findall(nodes.literal_block)):
        if (
            isinstance(block.parent, session)
            or block.get("language", "default") not in LANGUAGES
            or not block.astext().startswith(">>> ")
        ):
            continue
        marked = session("", example=example)
        if opening:
            marked["opening"] = json.dumps(list(opening))
            opening = ()
        # The empty line that ends a session for doctest is not shown.
        text = block.astext().rstrip()
        block.rawsource = text
        block[:] = [nodes.Text(text)]
        block.replace_self(marked)
        marked += block


def _mark_the_rest(app: Sphinx, doctree: nodes.document) -> None:
    if app.env.metadata[app.env.docname].get("sessions") != "none":
        mark_sessions(doctree, app.env.docname)


def _visit(self: HTML5Translator, node: session) -> None:
    folder = self.config.rulebook_runtime
    if self.builder.name == "epub" or not folder:
        return
    base = relative_uri(self.builder.get_target_uri(self.builder.current_docname), "")
    attributes = {"data-example": node["example"], "data-runtime": f"{base}_runtime/{folder}/{WORKER}"}
    self.body.append(self.starttag(node, "div", CLASS="session", **attributes))


def _depart(self: HTML5Translator, node: session) -> None:
    if self.builder.name == "epub" or not self.config.rulebook_runtime:
        return
    if "opening" in node:
        # A data block, which is never run and which no text inside can close.
        sources = node["opening"].replace("<", "\\u003c")
        self.body.append(f'<script type="application/json">{sources}</script>')
    self.body.append("</div>\n")


def _pass(self: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Show only the session."""


def _add_assets(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the style sheet and the module for sessions to the pages that have any."""
    if doctree is not None and app.config.rulebook_runtime and any(doctree.findall(session)):
        app.add_css_file(STYLE)
        app.add_js_file(MODULE, type="module")


def setup_console(app: Sphinx) -> None:
    """Register the node, the mark and the assets."""
    plain = (_pass, _pass)
    app.add_node(session, html=(_visit, _depart), latex=plain, text=plain, man=plain, texinfo=plain)
    app.connect("doctree-read", _mark_the_rest)
    app.connect("html-page-context", _add_assets)
