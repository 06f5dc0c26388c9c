"""What takes long to make of the package's files, kept in the reader's cache folder for the next time.

Each thing is kept under a hash of every file of the package and of the Python that made it, so that it is never older
than they are; and with a hash of what is kept, so that nothing else is believed. Where nothing can be kept it is made
each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import whister

_NEWEST = 4  #: so many are kept of each thing: two versions of Python, or of the package, take turns without losing theirs
_LEFT = 600  #: seconds after which what was begun and not ended is nobody's


def kept(name: str, make: Callable[[], Any]) -> Any:
    """What ``make`` gives, which JSON must be able to say, as JSON gives it back."""
    file = _file(name)
    if file is not None:
        with contextlib.suppress(OSError, ValueError):
            said, _, text = file.read_text("utf-8").partition("\n")
            if said == _sum(file, text):
                return json.loads(text)
    text = json.dumps(make(), ensure_ascii=False, separators=(",", ":"))
    if file is not None:
        with contextlib.suppress(OSError, ValueError):
            _keep(file, text)
            _clear(file, name)
    return json.loads(text)


def _file(name: str) -> Path | None:
    """Where a thing is kept; None where there is no place for it, or the package cannot be read whole."""
    folder = _folder()
    if folder is None:
        return None
    try:
        return folder / f"{name}-{digest(Path(whister.__file__).parent)}.kept"
    except OSError:
        return None


def _sum(file: Path, text: str) -> str:
    """What stands above a text that is kept: a hash of it, and of what it is kept as."""
    return hashlib.sha256(f"{file.name}\n{text}".encode()).hexdigest()


def _keep(file: Path, text: str) -> None:
    """Write it whole or not at all. Raises ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        beside.write_text(f"{_sum(file, text)}\n{text}", "utf-8", newline="\n")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _clear(file: Path, name: str) -> None:
    """Leave the few newest of a thing, and none that was begun long ago and not ended. Raises ``OSError``."""
    ages = {one: one.stat().st_mtime for one in file.parent.glob(f"{name}-*.kept*") if one != file}
    whole = sorted((one for one in ages if one.suffix == ".kept"), key=lambda one: ages[one], reverse=True)
    left = [one for one, age in ages.items() if one.suffix != ".kept" and age < time.time() - _LEFT]
    for old in (*whole[_NEWEST - 1 :], *left):
        old.unlink(missing_ok=True)


def _folder() -> Path | None:
    """Where a program may keep what it can make again; None where there is no such place. One said in part is none."""
    if (said := os.environ.get("XDG_CACHE_HOME")) and Path(said).is_absolute():
        return Path(said, "whister")
    if os.name == "nt":
        local = Path(os.environ.get("LOCALAPPDATA", ""))
        return local / "whister" / "cache" if local.is_absolute() else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if not home.is_absolute():
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "whister"


@cache
def digest(root: Path) -> str:
    """A hash of every file of a package, and of the version of Python. Raises ``OSError`` for one that cannot be read."""
    whole = hashlib.sha256(sys.version.encode())
    for file in sorted(root.rglob("*")):
        if "__pycache__" not in file.parts and file.suffix != ".pyc" and file.is_file():
            whole.update(f"\0{file.relative_to(root).as_posix()}\0".encode(errors="surrogateescape"))
            whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:32]


__all__ = ["digest", "kept"]
