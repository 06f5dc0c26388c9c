"""Build only one text, quickly, for its writer: `WHISTER_ONLY` names it.

Everything else comes from the environment of the last build, which is not changed: the build has its own folders, and
any other change is left to the next build.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rulebook.base.questions import keep_nothing

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

NAMED = "WHISTER_ONLY"


def only() -> str:
    """Return the name of the one text to build, or "" if all are to be built."""
    return os.environ.get(NAMED, "")


def _choose(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    docnames[:] = [only()]


def _leave_the_rest(app: Sphinx) -> None:
    for event in ("env-get-outdated", "env-check-consistency"):
        app.events.listeners[event].clear()
    app.connect("env-before-read-docs", _choose, priority=999)


def setup_only(app: Sphinx) -> None:
    """Connect the handler that chooses what is read, if only one text is to be built."""
    if only():
        keep_nothing()
        app.connect("builder-inited", _leave_the_rest, priority=999)
