"""Pages for frames in other sites, with only the table of a rule set, at `embed/<rule set>/`.

The hand is the one on the rule set's own page, dealt once. No page links to these pages, and search engines are asked
not to index them.
"""

from __future__ import annotations

import json
from functools import partial
from posixpath import join
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import relative_uri

from rulebook.base.catalogue import rule_set_ids, title_of
from rulebook.base.questions import question_of_pages
from rulebook.building.writing import Made, setup_made
from rulebook.table.directive import add_assets, playable_table, table_html

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FOLDER = "embed/"
TEMPLATE = "embed.html"
STYLE = "embed.css"
KEPT = ("colours.css", STYLE, "/table/")
"""Parts of the names of the style sheets and scripts that a table on its own needs."""


def _hands(env: BuildEnvironment) -> dict[str, str]:
    """Return the first hand on each rule set's page, as JSON, by the rule set's ID."""
    if not hasattr(env, "rulebook_hands"):
        env.rulebook_hands = {}  # type: ignore[attr-defined]
    hands: dict[str, str] = env.rulebook_hands  # type: ignore[attr-defined]
    return hands


@question_of_pages
def hand_of(env: BuildEnvironment, rules: str) -> str:
    """Return the first hand on a rule set's page, as JSON."""
    return _hands(env)[rules]


def _note_hand(app: Sphinx, doctree: nodes.document) -> None:
    page = app.env.docname
    if page in rule_set_ids():
        for table in list(doctree.findall(playable_table))[:1]:
            _hands(app.env)[page] = table["state"]


def _forget_hand(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _hands(env).pop(docname, None)


def _merge_hands(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    _hands(env).update({page: hand for page, hand in _hands(other).items() if page in docnames})


def _pages(app: Sphinx) -> Iterator[Made]:
    """Yield the page of each rule set that has a hand. A book has none."""
    if app.builder.name != "epub":
        for rules in sorted(_hands(app.env)):
            yield Made(FOLDER + rules, partial(_context, app, rules), TEMPLATE)


def _context(app: Sphinx, rules: str) -> dict[str, Any]:
    """Return the context for the template."""
    hand = hand_of(app.env, rules)
    folder = app.config.rulebook_runtime
    root = relative_uri(app.builder.get_target_uri(FOLDER + rules), "")
    home = app.builder.get_target_uri(rules)
    return {
        "title": f"{title_of(rules)}: a table",
        "game": title_of(rules),
        "home": root + home,
        "canonical": join(app.config.html_baseurl, home) if app.config.html_baseurl else root + home,
        "body": table_html(
            json.loads(hand), base=root, runtime=f"{root}_runtime/{folder}/worker.mjs" if folder else None
        ),
    }


def _add_assets(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the table's assets and the style of an embedded table."""
    if template == TEMPLATE:
        table = playable_table("", state=hand_of(app.env, page.removeprefix(FOLDER)))
        add_assets(app, page, template, context, nodes.container("", table))
        app.add_css_file(STYLE)
        context["rule_family"] = page.split("/")[1]


def _leave_out_the_rest(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if template == TEMPLATE:
        for kind in ("css_files", "script_files"):
            context[kind] = [
                asset
                for asset in context[kind]
                if any(name in str(getattr(asset, "filename", "")) for name in KEPT)
            ]


def setup_embed(app: Sphinx) -> None:
    """Register the pages; their assets are chosen once every extension has added its own."""
    app.connect("doctree-read", _note_hand)
    app.connect("env-purge-doc", _forget_hand)
    app.connect("env-merge-info", _merge_hands)
    setup_made(app, _pages)
    app.connect("html-page-context", _add_assets)
    app.connect("html-page-context", _leave_out_the_rest, priority=950)
