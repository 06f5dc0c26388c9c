"""Retired addresses and their replacements: ``retired.txt``, which `-s anchors` writes from `docs/anchors.lock`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("retired.txt")
ARROW = " -> "


@cache
def tombstones() -> dict[str, str]:
    """Return each retired address with its replacement."""
    lines = FILE.read_text("utf-8").splitlines()
    pairs = (line.partition(ARROW) for line in lines if not line.startswith("#"))
    return {old: new for old, _, new in pairs if new}


def moved(address: str) -> str | None:
    """Return the current address for a retired one, however often it has moved; None for an address that is not
    retired. The clauses of a retired rule set are found in its replacement.
    """
    at, seen = address, {address}
    while (after := _step(at)) is not None and after not in seen:
        seen.add(after)
        at = after
    return at if at != address else None


def moves() -> dict[str, str]:
    """Return each retired address with its final replacement."""
    return {old: moved(old) or old for old in tombstones()}


def _step(address: str) -> str | None:
    rule_set, hash_, anchor = address.partition("#")
    gone = tombstones().get(address)
    if gone is None and hash_ and (after := tombstones().get(rule_set)):
        return f"{after.partition('#')[0]}#{anchor}"
    return gone


__all__ = ["moved", "moves", "tombstones"]
