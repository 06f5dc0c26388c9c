"""Which scripts and style sheets a page loads: only those it uses."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders._epub_base import EpubBuilder
from sphinx.builders.html import StandaloneHTMLBuilder

from rulebook.base.catalogue import families
from rulebook.base.frame import has_frame, is_site

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

NOT_FOUND = "404"
"""The page that servers show for an address that leads nowhere."""

NEVER = ("doctools.js", "sphinx_highlight.js")
"""Scripts that Sphinx puts on every page for its own search."""

ONLY_WITH = {
    "documentation_options.js": 'class="highlight',
    "clipboard.min.js": 'class="highlight',
    "copybutton.js": 'class="highlight',
    "copybutton.css": 'class="highlight',
    "pygments.css": 'class="highlight',
    "design-tabs.js": "sd-tab-set",
    "sphinx-design.min.css": "sd-",
    "charts.css": "chart-table",
}
"""Scripts and style sheets, and what a page must contain to need each of them."""


BOOK_STYLES = ("epub.css", "pygments.css", "book.css")
"""The style sheets of a book; all others are for screens with scripts."""


def _keep_what_is_used(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if app.builder.name == "epub":
        context["css_files"] = [each for each in context["css_files"] if _name(each) in BOOK_STYLES]
    if not is_site(app.builder):
        return
    body = context.get("body", "")

    def used(name: str) -> bool:
        return name not in NEVER and ONLY_WITH.get(name, "") in body

    for kind in ("script_files", "css_files"):
        context[kind] = [asset for asset in context[kind] if used(_name(asset))]


def _name(asset: Any) -> str:
    """Return the name of a script's or a style sheet's file."""
    return str(getattr(asset, "filename", asset) or "").partition("?")[0].rpartition("/")[2]


def _add_family(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    family = pagename.partition("/")[0]
    listed = app.env.toctree_includes.get(app.config.root_doc, [])
    context["rule_families"] = [
        page.partition("/")[0] for page in listed if page.partition("/")[0] in families()
    ]
    context["rule_family"] = family if family in families() else ""


def _frame_not_found_page(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> str | None:
    """Give the 404 page its own template, whose links work at any address."""
    if pagename != NOT_FOUND or not has_frame(app.builder):
        return None
    app.add_css_file("search/search.css")
    return "404.html"


def _place_not_found_page(app: Sphinx, exception: Exception | None) -> None:
    """Put the 404 page where static servers expect it."""
    written = Path(app.outdir) / NOT_FOUND / "index.html"
    if exception is None and isinstance(app.builder, StandaloneHTMLBuilder) and written.exists():
        shutil.move(written, Path(app.outdir) / "404.html")
        written.parent.rmdir()


def _keep_a_books_own_frame(app: Sphinx) -> None:
    """Use the theme's own templates for an EPUB, since those in `templates_path` are for the site."""
    if isinstance(app.builder, EpubBuilder):
        app.config.templates_path = []
        app.builder.init_templates()
        app.builder.media_types = {**app.builder.media_types, ".woff2": "font/woff2"}  # its fonts


def setup_assets(app: Sphinx) -> None:
    """Register the page events; the filter runs after every extension has added its files."""
    app.connect("builder-inited", _keep_a_books_own_frame)
    app.connect("html-page-context", _add_family)
    app.connect("html-page-context", _keep_what_is_used, priority=900)
    app.connect("html-page-context", _frame_not_found_page)
    app.connect("build-finished", _place_not_found_page)
