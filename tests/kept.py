"""Texts stored in a folder, each compared in full with what the code would write today."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

Again = Callable[[str], str]
"""A kept text as it would be today."""


def differences(text: str, again: Again) -> str:
    """Return the lines of a text that would differ today, with a few lines around them; "" if there are none."""
    was, is_now = text.splitlines(), again(text).splitlines()
    return "\n".join(difflib.unified_diff(was, is_now, "as it was", "as it is", lineterm=""))


def as_it_was(file: Path, again: Again) -> None:
    """Raise ``AssertionError`` if a stored text differs from what it would be today."""
    changed = differences(file.read_text("utf-8"), again)
    assert not changed, (
        f"{file.name}\n{changed}\n(if that is meant: python3 noxfile.py -s golden, and read what has changed)"
    )


def write(folder: Path, again: Again) -> None:
    """Rewrite every text of a folder, and print what has changed."""
    files = sorted(folder.glob("*.txt"))
    for file in files:
        text = file.read_text("utf-8")
        if changed := differences(text, again):
            print(f"{file.name}\n{changed}")
            file.write_text(again(text), "utf-8")
    print(f"{len(files)} files in {folder.name}/")
