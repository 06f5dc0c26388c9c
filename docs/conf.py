"""The site: Sphinx with MyST, Furo adapted to a strict Content-Security-Policy, and the rulebook extension."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent / "engine"), str(DOCS / "_ext")]

from whister.reference.release import AUTHOR  # noqa: E402

package = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = "Whister"
author = AUTHOR
project_copyright = author
version = release = package["version"]
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinxcontrib.bibtex",
    "notfound.extension",
    "rulebook",
]
exclude_patterns = [
    "node_modules",
    "_runtime",
    "_editor",
    "_offline",
    "_search",
    "_studies",
    "_books",
    "_faces",
    "_versions",
    "_watch",
    "_ext",
    "_static",
    "_templates",
    "**/_*.md",
]
templates_path = ["_templates"]
nitpicky = True

# ---- pages

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist", "smartquotes"]
myst_heading_anchors = 3

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_copy_empty_lines = False

autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True, "exclude-members": "make, plan"}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
nitpick_ignore_regex = [
    # Names in annotations that the reference does not list: internals of the engine, and the standard library.
    ("py:.*", r"(collections\.abc|os|typing|fractions|types)\..*|whister\.rulesets\.ruleset\.RuleSet"),
    (
        "py:class",
        r"whister\.deal\.(public\.DealFace|machine\.Machine)|whister\.players\.reasons\.reason\.Reason",
    ),
    (
        "py:class",
        r"(Sequence|Mapping|Iterable|Iterator|Callable|Any|Fraction|MappingProxyType|Plan|Amount|Path|PathLike|Random|Choice|Submits|Told|Row|Choose)",
    ),
]

# ---- sources

bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "whister"
bibtex_reference_style = "label"
bibtex_cite_id = "{key}"
bibtex_bibliography_id = "bibliography-{bibliography_count}"
bibtex_tooltips = False

# ---- look

html_theme = "furo"
html_title = "Whister"
html_baseurl = os.environ.get("WHISTER_BASEURL", "")
html_static_path = [os.environ.get("WHISTER_STATIC", "_static")]  # the site is built with a minified copy
html_css_files = ["colours.css", "whister.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_sourcelink = False
html_permalinks_icon = "¶"
html_use_index = True
html_domain_indices = False
html_sidebars = {"**": ["sidebar/search.html", "sidebar/navigation.html"]}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"

notfound_urls_prefix = (urlsplit(html_baseurl).path or "/").rstrip("/") + "/"

# ---- other builders

latex_elements = {"papersize": "a4paper"}

epub_title = "Whister: the rules of Hearts, Boston and Rook"
epub_description = "Historical rules of three families of card games, clause by clause, with their sources"
epub_publisher = author
epub_uid = epub_identifier = f"whister-{version}"
epub_tocscope = "includehidden"
epub_tocdepth = 2
epub_tocdup = False
epub_show_urls = "no"
epub_exclude_files = ["404.xhtml", "_static/copybutton.css", "_static/sphinx-design.min.css"]
epub_css_files = ["book.css"]

man_pages = [
    ("command-line", "whister", "read, cite, find, compare and play rules of card games", [author], 1)
]
man_make_section_directory = False

# A book has no scripts for its tables.
suppress_warnings = ["epub.unknown_project_files"]
