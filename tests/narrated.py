"""Runs the Python that pages show: doctest sessions and plain blocks, one namespace a page."""

from __future__ import annotations

from doctest import ELLIPSIS

from sybil import Sybil
from sybil.parsers.myst import DocTestDirectiveParser, PythonCodeBlockParser


def pages(folder: str) -> Sybil:
    """The Markdown pages under a folder; the folder's conftest.py takes their ``pytest_collect_file``."""
    return Sybil(
        parsers=[
            DocTestDirectiveParser(optionflags=ELLIPSIS),
            PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
        ],
        path=folder,
        patterns=["**/*.md", "*.md"],
        excludes=["node_modules/**"],
    )
