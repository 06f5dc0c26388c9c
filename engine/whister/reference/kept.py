"""What takes long to make of the package's files, kept in the reader's cache folder for the next time.

Each thing is kept under a hash of every file of the package and of the Python that made it, so that it is never older
than they are. Where nothing can be kept it is made each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import whister


def kept(name: str, make: Callable[[], Any]) -> Any:
    """What ``make`` gives, which JSON must be able to say, as JSON gives it back; the latest alone is kept."""
    folder = _folder()
    if folder is None:
        return json.loads(json.dumps(make()))
    file = folder / f"{name}-{digest(Path(whister.__file__).parent)}.json"
    with contextlib.suppress(OSError, ValueError):
        return json.loads(file.read_text("utf-8"))
    text = json.dumps(make(), ensure_ascii=False, separators=(",", ":"))
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        beside = folder / f"{file.name}.{os.getpid()}"
        beside.write_text(text, "utf-8")
        beside.replace(file)
        for old in folder.glob(f"{name}-*.json"):
            if old != file:
                old.unlink(missing_ok=True)
    return json.loads(text)


def _folder() -> Path | None:
    """Where a program may keep what it can make again; None where there is no such place."""
    if said := os.environ.get("XDG_CACHE_HOME"):
        return Path(said, "whister")
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local, "whister", "cache") if local else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "whister"


@cache
def digest(root: Path) -> str:
    """A hash of every file of a package, and of the version of Python."""
    whole = hashlib.sha256(sys.version.encode())
    for file in sorted(root.rglob("*")):
        if file.is_file() and file.suffix != ".pyc":
            whole.update(f"\0{file.relative_to(root).as_posix()}\0".encode())
            whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:32]


__all__ = ["digest", "kept"]
