"""Small projects, built as by ``python -m sphinx``, each in a fork of a process that has imported Sphinx.

That process has also read the records of the repository, which such a project shows, and nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_FORKING = multiprocessing.get_context("forkserver")
READ = "tests.site.small_read"
_FORKING.set_forkserver_preload([READ])


class Built(NamedTuple):
    """The result of a build: its status and its output."""

    status: int
    said: str


def sphinx(*arguments: str | Path, env: Mapping[str, str] | None = None) -> Built:
    """Build a project with these arguments of ``sphinx-build`` and these additional environment variables."""
    with tempfile.NamedTemporaryFile() as said:
        building = _FORKING.Process(
            target=_build, args=([str(word) for word in arguments], dict(env or {}), said.name)
        )
        building.start()
        building.join()
        assert building.exitcode is not None
        return Built(building.exitcode, Path(said.name).read_text("utf-8", "replace"))


def _build(arguments: list[str], env: Mapping[str, str], said: str) -> None:
    """Build in the fork, with all output in a file."""
    from sphinx.cmd.build import main

    assert READ in sys.modules, "what was to be read before the fork was not"
    os.environ.update(env)
    out = os.open(said, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(out, stream)
    status = main(arguments)
    for told in (sys.stdout, sys.stderr):
        told.flush()
    os._exit(status)
