"""Runs inside Pyodide: makes the rest of the standard library importable, then runs pytest."""

from __future__ import annotations

import json
import os
import sys
import zipimport
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

WHOLE = "/whole.zip"


class Rest:
    """A finder for the modules of the standard library that the site does not ship."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        folder = "/".join([WHOLE, *name.split(".")[:-1]])
        try:
            return zipimport.zipimporter(folder).find_spec(name, target)
        except zipimport.ZipImportError:
            return None


def run(report: str, arguments: str) -> int:
    """Run pytest over the engine's tests and the examples; return its status."""
    sys.meta_path.append(Rest)
    sys.path[:0] = ["/whister"]
    sys.path.append("/pure")
    sys.dont_write_bytecode = True
    os.chdir("/whister")

    import pytest

    import whister

    if not str(whister.__file__).endswith(".pyc"):
        raise SystemExit(f"This is not the engine that the site ships: {whister.__file__}")
    return int(
        pytest.main(["-q", "-c", "/whister/pytest.toml", f"--junitxml={report}", *json.loads(arguments)])
    )
