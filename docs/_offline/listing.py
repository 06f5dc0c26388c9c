"""The list of a built site's files, each with the hash of its contents, and the service worker made from it.

The same site gives the same bytes, so a browser finds a new service worker only if a file has changed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TypedDict

HERE = Path(__file__).parent
WORKER = "sw.js"
DIGITS = 16  # of a SHA-256: enough to distinguish versions, not for security
COPIES = {".br", ".gz"}  # sent by the server instead of the originals; never requested by name
NOT_READ = {".map", ".inv"}  # for developers' tools and for other projects' builds
TAKEN_AWAY = "take-away/"  # files to download, which the reader keeps anyway


class Listing(TypedDict):
    """A build: its hash, the folder of its runtime, and each file's hash and size in bytes by address from the root."""

    build: str
    runtime: str
    files: dict[str, tuple[str, int]]


def listing(site: Path) -> Listing:
    """List every file that a page or a reader of the site may request."""
    files = {}
    for file in sorted(site.rglob("*")):
        place = file.relative_to(site).as_posix()
        hidden = any(part.startswith(".") for part in place.split("/"))
        if not file.is_file() or hidden or place == WORKER or file.suffix in COPIES | NOT_READ:
            continue
        if place.startswith(TAKEN_AWAY) and file.name != "index.html":
            continue
        body = file.read_bytes()
        address = place.removesuffix("index.html") if file.name == "index.html" else place
        files[address] = (hashlib.sha256(body).hexdigest()[:DIGITS], len(body))
    runtime = next((address.split("/")[1] for address in files if address.startswith("_runtime/")), "")
    whole = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:DIGITS]
    return {"build": whole, "runtime": runtime, "files": files}


def write_worker(site: Path) -> Path:
    """Write the service worker at the site's root; return its path."""
    line = f"const SITE = {json.dumps(listing(site), separators=(',', ':'))};\n"
    target = site / WORKER
    target.write_text(line + (HERE / WORKER).read_text(encoding="utf-8"), encoding="utf-8")
    return target
