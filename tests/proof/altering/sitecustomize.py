"""Loads one module from an altered copy of its source, within limits, in this process and those that it starts.

Python imports a module of this name by itself if its folder is on the path. ``WHISTER_ALTERED`` names the module and
the files, and ``WHISTER_LIMITS`` the limits of time and memory. No file is altered in place, so stopping half-way
leaves everything as it was.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux: a signal to this process when its parent ends


class Source(SourceFileLoader):
    """A loader that reads a module from another file under its own file's name; no compiled copy is read or kept."""

    def __init__(self, name: str, own: str, altered: str) -> None:
        super().__init__(name, own)
        self.altered = altered

    def path_stats(self, path: str | bytes) -> Mapping[str, float]:
        raise OSError

    def get_data(self, path: str | bytes) -> bytes:
        return Path(self.altered if path == self.path else os.fsdecode(path)).read_bytes()


class Altered(MetaPathFinder):
    """A finder of the altered module alone."""

    def __init__(self, name: str, own: str, altered: str) -> None:
        self.name, self.own, self.altered = name, own, altered

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        own = Path(self.own)
        within = [str(own.parent)] if own.stem == "__init__" else None
        found = Source(fullname, self.own, self.altered)
        return spec_from_file_location(fullname, own, loader=found, submodule_search_locations=within)


if limits := os.environ.get("WHISTER_LIMITS"):
    seconds, memory = map(int, limits.split("|"))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
if found := os.environ.get("WHISTER_ALTERED"):
    sys.meta_path.insert(0, Altered(*found.split("|")))
