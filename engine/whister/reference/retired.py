"""Addresses that are no more, and where they went: ``retired.txt``, which `-s anchors` writes from `docs/anchors.lock`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("retired.txt")
ARROW = " -> "


@cache
def tombstones() -> dict[str, str]:
    """Each retired address, and the one that took its place."""
    lines = FILE.read_text("utf-8").splitlines()
    pairs = (line.partition(ARROW) for line in lines if not line.startswith("#"))
    return {old: new for old, _, new in pairs if new}


def moved(address: str) -> str | None:
    """The address that stands where a retired one was, however often it has moved; None for any other."""
    found = tombstones().get(address)
    seen = {address}
    while found in tombstones() and found not in seen:
        seen.add(found)
        found = tombstones()[found]
    return found


__all__ = ["moved", "tombstones"]
