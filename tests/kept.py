"""Texts that are kept in a folder and compared whole with what they would be today."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

Again = Callable[[str], str]
"""A kept text as it would be today."""


def differences(text: str, again: Again) -> str:
    """The lines of a text that are otherwise today, with a few around them; "" where there are none."""
    was, is_now = text.splitlines(), again(text).splitlines()
    return "\n".join(difflib.unified_diff(was, is_now, "as it was", "as it is", lineterm=""))


def as_it_was(file: Path, again: Again) -> None:
    """A kept text is what it would be today."""
    changed = differences(file.read_text("utf-8"), again)
    assert not changed, (
        f"{file.name}\n{changed}\n(if that is meant: python3 noxfile.py -s golden, and read what has changed)"
    )


def write(folder: Path, again: Again) -> None:
    """Write every text of a folder anew, and show what has changed."""
    files = sorted(folder.glob("*.txt"))
    for file in files:
        text = file.read_text("utf-8")
        if changed := differences(text, again):
            print(f"{file.name}\n{changed}")
            file.write_text(again(text), "utf-8")
    print(f"{len(files)} files in {folder.name}/")
