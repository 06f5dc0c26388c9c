"""A cache, in the user's cache folder, for data that is slow to make from the package's files. Each entry is stored
under a hash of all files of the package and of the Python version, so that it is never out of date, and with a hash of
its contents, so that a damaged entry is not used. If nothing can be stored, the data is made each time.
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

_NEWEST = 4  #: files kept for each entry, so that two versions of Python or of the package can alternate
_LEFT = 600  #: seconds after which an unfinished file is deleted


def kept(name: str, make: Callable[[], Any]) -> Any:
    """Return the result of ``make``, as converted to JSON and back, from the cache if it is there."""
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
    """Return the file of an entry; None if there is no cache folder, or the package cannot be read."""
    folder = _folder()
    if folder is None:
        return None
    try:
        return folder / f"{name}-{digest(Path(whister.__file__).parent)}.kept"
    except OSError:
        return None


def _sum(file: Path, text: str) -> str:
    """Return the first line of a cache file: a hash of the stored text and of the file's name."""
    return hashlib.sha256(f"{file.name}\n{text}".encode()).hexdigest()


def _keep(file: Path, text: str) -> None:
    """Write the file in one step, completely or not at all. Raises ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        beside.write_text(f"{_sum(file, text)}\n{text}", "utf-8", newline="\n")
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _clear(file: Path, name: str) -> None:
    """Delete all but the newest few files of an entry, and unfinished files that are old. Raises ``OSError``."""
    ages = {one: one.stat().st_mtime for one in file.parent.glob(f"{name}-*.kept*") if one != file}
    whole = sorted((one for one in ages if one.suffix == ".kept"), key=lambda one: ages[one], reverse=True)
    left = [one for one, age in ages.items() if one.suffix != ".kept" and age < time.time() - _LEFT]
    for old in (*whole[_NEWEST - 1 :], *left):
        old.unlink(missing_ok=True)


def _folder() -> Path | None:
    """Return the user's cache folder; None if there is none. A relative path in the environment is ignored."""
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
    """Return a hash of every file of a package and of the Python version. Raises ``OSError`` if a file cannot be read."""
    whole = hashlib.sha256(sys.version.encode())
    for file in sorted(root.rglob("*")):
        if "__pycache__" not in file.parts and file.suffix != ".pyc" and file.is_file():
            whole.update(f"\0{file.relative_to(root).as_posix()}\0".encode(errors="surrogateescape"))
            whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()[:32]


__all__ = ["digest", "kept"]
