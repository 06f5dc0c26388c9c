"""Puts ``.br`` and ``.gz`` copies beside the files of a site, for servers that can send them."""

from __future__ import annotations

import gzip
import hashlib
import shutil
from pathlib import Path

import brotli

TEXT = {
    ".html",
    ".css",
    ".js",
    ".mjs",
    ".json",
    ".svg",
    ".txt",
    ".xml",
    ".inv",
    ".bib",
    ".csv",
    ".ris",
    ".webmanifest",
}
RUNTIME = {".wasm", ".zip", ".whl", ".js", ".mjs", ".json"}
SMALL = 512  # bytes; compressing a smaller file gains nothing


def compress(site: Path, cache: Path, *, best: bool = False) -> None:
    """Bring the compressed copies of the whole site up to date.

    Pages are compressed quickly; the runtime, which is large and seldom changes, is compressed more thoroughly. `best`
    gives the smallest copies, for a published site.
    """
    cache.mkdir(parents=True, exist_ok=True)
    for file in sorted(site.rglob("*")):
        part_of_runtime = "_runtime" in file.relative_to(site).parts
        wanted = RUNTIME if part_of_runtime else TEXT
        if file.suffix not in wanted or not file.is_file() or file.stat().st_size < SMALL:
            continue
        body = file.read_bytes()
        name = hashlib.sha256(body).hexdigest()
        best_brotli = cache / f"{name}.11.br"
        quality = 11 if part_of_runtime and (best or best_brotli.exists()) else 9 if part_of_runtime else 5
        squeezed = cache / f"{name}.{quality}.br"
        if not squeezed.exists():
            squeezed.write_bytes(brotli.compress(body, quality=quality, lgwin=24 if quality == 11 else 22))
        zipped = cache / f"{name}.gz"
        if not zipped.exists():
            zipped.write_bytes(gzip.compress(body, compresslevel=9 if part_of_runtime else 6, mtime=0))
        for copy, suffix in ((squeezed, ".br"), (zipped, ".gz")):
            beside = file.with_name(file.name + suffix)
            if copy.stat().st_size < len(body):
                shutil.copyfile(copy, beside)
            else:
                beside.unlink(missing_ok=True)
