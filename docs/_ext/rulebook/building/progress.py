"""Report the progress of a build: a line in a file for each page read or written.

`WHISTER_PROGRESS` names the file; without it nothing is reported. Each line is short enough that several processes can
write to the file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.base.catalogue import rule_set_ids

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FILE = "WHISTER_PROGRESS"


def expect(what: str, pages: int) -> None:
    """Report how many more pages will be ``read`` or ``written``."""
    _tell(f"{what} of {pages}")


def done(what: str) -> None:
    """Report that one more page has been ``read`` or ``written``."""
    _tell(what)


def _tell(line: str) -> None:
    if path := os.environ.get(FILE):
        with Path(path).open("a", encoding="ascii") as file:
            file.write(f"{line}\n")


def _begin(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    docnames.sort(key=lambda docname: (docname in rule_set_ids(), docname))  # the longest first
    expect("read", len(docnames))


def _read(app: Sphinx, doctree: nodes.document) -> None:
    done("read")


def setup_progress(app: Sphinx) -> None:
    """Register the handlers that put texts of no rule set first, and that count the texts that have been read.

    The builder counts the pages written.
    """
    app.connect("env-before-read-docs", _begin)
    app.connect("doctree-read", _read)
