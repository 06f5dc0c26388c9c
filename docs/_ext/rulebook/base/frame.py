"""Whether a build has this site's frame, which books and projects that only cite the rules do not have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

TEMPLATES = "_templates"
FRAME = "sheet.html"
"""A template that exists only in this site's project."""


def is_site(builder: Builder | Sphinx) -> bool:
    """Return whether the project is this site, in any form: pages or a book."""
    return (Path(builder.srcdir) / TEMPLATES / FRAME).is_file()


def has_frame(builder: Builder) -> bool:
    """Return whether the pages are written as HTML in the site's frame."""
    is_pages = builder.format == "html" and builder.name not in {"epub", "singlehtml"}
    return is_pages and is_site(builder)
