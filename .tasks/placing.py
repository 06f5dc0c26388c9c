"""Put the site together: pages, scripts and styles, the browser's Python, the editor and the search index.

Each part is built separately and refers to the others only by name. Here all are copied to their places. The name of
the runtime and a checksum of each script and style sheet are written into the pages, so that a browser requests what
has changed. Each file is written whole or not at all, and only if it differs.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

RUNTIME = "runtime"
"""The name that the built pages use for the folder of the browser's Python."""

CHECKED = re.compile(rb"(_static/[\w./-]+)\?v=[0-9a-f]{8}")
NAMES = re.compile(rb"_runtime/[0-9a-f]+/|\?v=[0-9a-f]{8}")
COPIES = (".br", ".gz")  # made beside the files afterwards
WORKER = "sw.js"  # written after everything else

Parts = Iterable[tuple[Path, str]]
"""Folders, and the place of each from the site's root; if two files have the same place, the later one is used."""


class Placed(NamedTuple):
    """The result: a hash that changes with any file of the site, and the places of the files that visibly changed.

    A page that differs only in the name of the runtime or in the checksums of what it loads does not count as changed.
    """

    digest: str
    changed: list[str]


def place(parts: Parts, site: Path, runtime: str, manifest: Path, only: str = "") -> Placed:
    """Bring the site up to date with its parts, or only the files whose places begin with `only`."""
    sources = {where: file for folder, at in parts for where, file in _files(folder, at)}
    checks = {where: _check(file) for where, file in sources.items() if where.startswith("_static/")}
    told = hashlib.sha256(json.dumps([runtime, checks], sort_keys=True).encode()).hexdigest()
    before = _read(manifest)
    now: dict[str, list[object]] = {}
    changed = []
    for where, file in sources.items():
        if not where.startswith(only):
            if where in before:
                now[where] = before[where]
            continue
        kept = file.stat()
        now[where] = [kept.st_mtime_ns, kept.st_size, told if file.suffix == ".html" else ""]
        if before.get(where) != now[where] or not (site / where).is_file():
            body = file.read_bytes()
            if _put(site / where, _named(body, runtime, checks) if file.suffix == ".html" else body):
                changed.append(where)
    if not only:
        _remove_all_but(sources.keys(), site)
    text = json.dumps(now, sort_keys=True)
    manifest.parent.mkdir(parents=True, exist_ok=True)
    manifest.write_text(text, "ascii")
    return Placed(hashlib.sha256(text.encode()).hexdigest(), changed)


def _read(manifest: Path) -> dict[str, list[object]]:
    try:
        found: dict[str, list[object]] = json.loads(manifest.read_text("ascii"))
    except (OSError, ValueError):
        return {}
    return found


def _files(folder: Path, at: str) -> Iterator[tuple[str, Path]]:
    for place, names, files in os.walk(folder):
        names[:] = [name for name in names if not name.startswith(".")]
        for name in files:
            if not name.startswith("."):
                file = Path(place, name)
                yield f"{at}{file.relative_to(folder).as_posix()}", file


def _check(file: Path) -> str:
    """Return the checksum that Sphinx writes after the name of a script or a style sheet."""
    body = file.read_bytes().replace(b"\r", b"")
    return f"{zlib.crc32(body):08x}"


def _named(page: bytes, runtime: str, checks: Mapping[str, str]) -> bytes:
    """Return a page with the name of the runtime and the checksums of what it loads filled in."""

    def checked(found: re.Match[bytes]) -> bytes:
        return found[1] + b"?v=" + checks[found[1].decode()].encode()

    named = page.replace(f"_runtime/{RUNTIME}/".encode(), f"_runtime/{runtime}/".encode())
    return CHECKED.sub(checked, named)


def _put(file: Path, body: bytes) -> bool:
    """Write a file whole, unless it is unchanged; return whether it visibly changed."""
    before = file.read_bytes() if file.is_file() else None
    if before == body:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.new")
    try:
        beside.write_bytes(body)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return before is None or file.suffix != ".html" or NAMES.sub(b"", before) != NAMES.sub(b"", body)


def _remove_all_but(places: Iterable[str], site: Path) -> None:
    """Remove the files of the site that are not at these places, with their compressed copies."""
    known = {*places, WORKER}
    for folder, _, files in os.walk(site, topdown=False):
        for name in files:
            where = Path(folder, name).relative_to(site).as_posix()
            of = where.removesuffix(COPIES[0]).removesuffix(COPIES[1])
            if where not in known and of not in known:
                Path(folder, name).unlink()
        if Path(folder) != site and not any(Path(folder).iterdir()):
            shutil.rmtree(folder)
