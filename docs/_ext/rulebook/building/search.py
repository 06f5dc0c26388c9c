"""The site's own search page, in place of Sphinx's index and scripts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from rulebook.base.frame import has_frame

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGE = "search"
SPHINX_SCRIPTS = ("searchtools.js", "language_data.js", "*stemmer.js", "doctools.js", "sphinx_highlight.js")
"""The files that a theme includes for Sphinx's own search."""


def _take_over(app: Sphinx) -> None:
    if isinstance(app.builder, StandaloneHTMLBuilder) and has_frame(app.builder):
        app.builder.search = False
        app.config.html_additional_pages[PAGE] = "search.html"


def _add_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add the script and the style sheet of the search page to that page only."""
    if pagename == PAGE and templatename == "search.html" and has_frame(app.builder):
        app.add_css_file("search/search.css")
        app.add_js_file("search/search.mjs", type="module")


def _remove_scripts(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and has_frame(app.builder):
        for pattern in SPHINX_SCRIPTS:
            for file in (Path(app.outdir) / "_static").glob(pattern):
                file.unlink()


def setup_search(app: Sphinx) -> None:
    """Register the page, and the removal of the files that it replaces."""
    app.connect("builder-inited", _take_over)
    app.connect("html-page-context", _add_script)
    app.connect("build-finished", _remove_scripts)
