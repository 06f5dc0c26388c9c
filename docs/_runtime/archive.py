"""Zip files and wheels whose bytes depend only on their contents."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

FIRST_DAY = (1980, 1, 1, 0, 0, 0)
# the loader does not check the byte-code against a source, since none is shipped
UNCHECKED_HASH = (0b01).to_bytes(4, "little")


def members(archive: Path) -> dict[str, bytes]:
    """Return the files of a zip or wheel by name."""
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}


def write(archive: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip, sorted by name, dated 1980 and uncompressed: the server's brotli compresses better than deflate."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as opened:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, FIRST_DAY)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            opened.writestr(info, files[name])


def settled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the same files with byte-code that is never checked against a source."""
    return {
        name: body[:4] + UNCHECKED_HASH + body[8:] if name.endswith(".pyc") else body
        for name, body in files.items()
    }


def write_wheel(archive: Path, files: Mapping[str, bytes]) -> None:
    """Write a byte-compiled wheel, with the tag from its file name and an updated RECORD."""
    tag = "-".join(archive.stem.split("-")[-3:])
    described = dict(files)
    (facts,) = (name for name in files if name.endswith(".dist-info/WHEEL"))
    lines = [line for line in files[facts].decode().splitlines() if line and not line.startswith("Tag:")]
    described[facts] = "\n".join([*lines, f"Tag: {tag}", ""]).encode()
    record = facts.removesuffix("WHEEL") + "RECORD"
    described.pop(record, None)
    rows = [f"{name},sha256={_digest(body)},{len(body)}" for name, body in sorted(described.items())]
    described[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    write(archive, described)


def _digest(body: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode()
