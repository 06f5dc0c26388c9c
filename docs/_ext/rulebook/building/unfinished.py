"""Texts that a build began and did not finish, which the next build reads again.

Otherwise a text that was read with a warning, or by a build that was stopped, would count as read. The names of
unfinished texts are kept in a file beside the doctrees, which is removed when a build ends without a warning.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import ENV_PICKLE_FILENAME

from rulebook.base.frame import is_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FILE = "unsettled.txt"
BESIDE = "environment.kept"
"""A second name of the environment's file: Sphinx removes the first when a build fails."""


def unsettled(app: Sphinx, begun: Iterable[str] = ()) -> set[str]:
    """Return the names of texts that earlier builds began and did not finish; add the ``begun`` ones to the file."""
    file = Path(app.doctreedir, FILE)
    known = set(file.read_text("utf-8").split("\n")) - {""} if file.is_file() else set()
    if new := set(begun) - known:
        with file.open("a", encoding="utf-8") as out:
            out.writelines(f"{name}\n" for name in sorted(new))
    return known


def _begin(app: Sphinx) -> None:
    environment = Path(app.doctreedir, ENV_PICKLE_FILENAME)
    beside = environment.with_name(BESIDE)
    beside.unlink(missing_ok=True)
    if environment.is_file():
        beside.hardlink_to(environment)


def _outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    return sorted(unsettled(app) & env.found_docs)


def _note(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    unsettled(app, docnames)


def _end(app: Sphinx, exception: Exception | None) -> None:
    environment = Path(app.doctreedir, ENV_PICKLE_FILENAME)
    beside = environment.with_name(BESIDE)
    if exception is not None and beside.is_file() and not environment.is_file():
        beside.rename(environment)
    beside.unlink(missing_ok=True)
    if exception is None and not app._warncount:
        Path(app.doctreedir, FILE).unlink(missing_ok=True)


def setup_unfinished(app: Sphinx) -> None:
    """Register the record of unfinished texts, for this site only."""
    if is_site(app):
        app.connect("builder-inited", _begin)
        app.connect("env-get-outdated", _outdated)
        app.connect("env-before-read-docs", _note)
        app.connect("build-finished", _end)
