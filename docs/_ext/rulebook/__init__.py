"""The rulebook: Sphinx directives and roles that show rule sets, clauses and their evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register every component."""
    from rulebook.extension import setup_extension

    return setup_extension(app)
