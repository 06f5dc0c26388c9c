"""The list of all pages that is shown beside each page, made only from titles.

For each page, Sphinx copies the table of contents of every page, with the heading of each clause, and cuts it down to
titles. Here that is done once. Pages that are not in the list are not marked in it, so those at the same depth share
one list.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder

from rulebook.base.frame import has_frame

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FAMILIES = 1
"""The depth of the list beside a page that is made from the records; the families' pages list the rest."""

_drawn: WeakKeyDictionary[StandaloneHTMLBuilder, dict[tuple[Any, ...], str]] = WeakKeyDictionary()
_titles: WeakKeyDictionary[StandaloneHTMLBuilder, Mapping[str, nodes.bullet_list]] = WeakKeyDictionary()


def titles(env: BuildEnvironment) -> dict[str, nodes.bullet_list]:
    """Return the table of contents of every page, cut down to its title and the lists of pages below it."""
    return {page: _title(contents) for page, contents in env.tocs.items()}


def _title(contents: nodes.bullet_list) -> nodes.bullet_list:
    cut = contents.copy()
    for item in contents.children:
        if not (isinstance(item, nodes.list_item) and len(item) > 1):
            cut += item.deepcopy()
            continue
        title, *rest = item.children
        below = [each.copy() for part in rest for each in part.findall(addnodes.toctree)]
        cut += nodes.list_item("", title.deepcopy(), *([nodes.bullet_list("", *below)] if below else []))
    return cut


def _tree(builder: StandaloneHTMLBuilder, page: str, depth: int, how: dict[str, Any]) -> str:
    """Return the list beside a page as HTML, ``depth`` levels deep; 0 means all levels."""
    if depth:
        how["maxdepth"] = depth
    known = _drawn.setdefault(builder, {})
    key = page, *sorted(how.items())
    if key not in known:
        env = builder.env
        if builder not in _titles:
            _titles[builder] = titles(env)
        whole = env.tocs
        env.tocs = dict(_titles[builder]) if how.get("titles_only") else whole
        try:
            known[key] = builder._get_local_toctree(page, **how)
        finally:
            env.tocs = whole
    return known[key]


def _draw(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    builder = app.builder
    if not (has_frame(builder) and isinstance(builder, StandaloneHTMLBuilder)):
        return
    listed = pagename in app.env.found_docs
    page = pagename if listed else "/".join("-" * len(pagename.split("/")))
    depth = FAMILIES if templatename == "sheet.html" else 0

    def tree(**how: Any) -> str:
        return _tree(builder, page, depth, how)

    context["toctree"] = _no_list  # the theme would parse it, which takes as long as the rest of the page
    context["list_of_pages"] = tree


def _no_list(**_how: Any) -> str:
    return ""


def _frame(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    tree = context.pop("list_of_pages", None)
    if tree is not None and context["toctree"] is _no_list:  # the 404 page has its own list
        context["toctree"] = tree
        whole = tree(collapse=False, titles_only=True, maxdepth=-1, includehidden=True)
        context["furo_navigation_tree"] = with_boxes(whole)


def with_boxes(listed: str) -> str:
    """Return the list as the theme shows it: with a checkbox beside each part that opens, and this page marked."""
    number = 0

    def opening(found: re.Match[str]) -> str:
        nonlocal number
        number += 1
        name = f"toctree-checkbox-{number}"
        ticked = ' checked=""' if "current" in found["classes"].split() else ""
        label = f"Toggle navigation of {TAG.sub('', found['title'])}"
        return (
            f'<li class="{found["classes"]} has-children">{found["link"]}{found["title"]}</a>'
            f'<input aria-label="{label}"{ticked} class="toctree-checkbox" id="{name}" name="{name}" role="switch" '
            f'type="checkbox"/><label for="{name}"><span class="icon"><svg><use href="#svg-arrow-right"></use></svg>'
            "</span></label><ul"
        )

    found = OPENS.sub(opening, listed)
    ends = [each.end(1) for each in CURRENT.finditer(found)]
    return f"{found[: ends[-1]]} current-page{found[ends[-1] :]}" if ends else found


OPENS = re.compile(r'<li class="(?P<classes>[^"]*)">(?P<link><a [^>]*>)(?P<title>(?:(?!</a>).)*)</a><ul')
CURRENT = re.compile(r'<li class="([^"]*\bcurrent\b[^"]*)"')
TAG = re.compile("<[^>]*>")


def setup_navigation(app: Sphinx) -> None:
    """Register the events: before the theme requests the list, before the 404 page adds its own, and after both."""
    app.connect("html-page-context", _draw, priority=300)
    app.connect("html-page-context", _frame, priority=600)
