"""Runs the Python shown on pages: doctest sessions and plain code blocks, with one namespace for each page."""

from __future__ import annotations

from doctest import ELLIPSIS

from sybil import Sybil
from sybil.parsers.myst import DocTestDirectiveParser, PythonCodeBlockParser


def pages(folder: str) -> Sybil:
    """Return a Sybil for the Markdown pages under a folder; the folder's conftest.py gives it to pytest."""
    return Sybil(
        parsers=[
            DocTestDirectiveParser(optionflags=ELLIPSIS),
            PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
        ],
        path=folder,
        patterns=["**/*.md", "*.md"],
        excludes=["node_modules/**"],
    )
