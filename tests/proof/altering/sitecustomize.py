"""Has Python load one module from an altered copy of its source, within limits, in this process and those it starts.

Python reads a module of this name by itself where its folder is on the path. ``WHISTER_ALTERED`` names the module and the
files. Nothing is altered on the disk, so that whoever is stopped half-way leaves everything as it was.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType

END_WITH_PARENT = 1  # what Linux calls the wish to end when whoever started this process has ended


class Source(SourceLoader):
    """Loads a module under its own file's name from another file; no compiled copy is kept."""

    def __init__(self, own: str, altered: str) -> None:
        self.own, self.altered = own, altered

    def get_filename(self, fullname: str) -> str:
        return self.own

    def get_data(self, path: str | bytes) -> bytes:
        return Path(self.altered if path == self.own else os.fsdecode(path)).read_bytes()


class Altered(MetaPathFinder):
    """Finds that one module."""

    def __init__(self, name: str, own: str, altered: str) -> None:
        self.name, self.own, self.altered = name, own, altered

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        own = Path(self.own)
        package = own.stem == "__init__"
        spec = spec_from_loader(fullname, Source(self.own, self.altered), origin=self.own, is_package=package)
        if package and spec is not None:
            spec.submodule_search_locations = [str(own.parent)]
        return spec


if limits := os.environ.get("WHISTER_LIMITS"):
    seconds, memory = map(int, limits.split("|"))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
if found := os.environ.get("WHISTER_ALTERED"):
    sys.meta_path.insert(0, Altered(*found.split("|")))
