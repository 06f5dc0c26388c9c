"""The console blocks of a page: commands after ``$``, typed lines after ``>``, and output."""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from whister.cli import main

ANY = "…"  #: a line by itself: some lines are left out


class Shown(NamedTuple):
    """A command on a page, the lines typed into it, and the output that the page shows."""

    command: str
    typed: list[str]
    said: list[str]


class Typist:
    """A standard input whose lines appear on the terminal as they are typed."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = iter(lines)

    def readline(self, most: int = -1) -> str:
        """Return the next line, which the terminal also shows; "" at the end. No line is longer than ``most``."""
        line = "".join(f"{line}\n" for line in [next(self.lines, None)] if line is not None)
        sys.stdout.write(line)
        return line


def commands(page: str) -> Iterator[Shown]:
    """Yield every command in a page's console blocks."""
    for block in re.findall(r"^```console\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            first, *said = part.rstrip("\n").split("\n")
            yield Shown(first, [line[2:] for line in said if line.startswith("> ")], said)


def run(command: str, typed: list[str]) -> list[str]:
    """Return the output of a command, line by line, on a terminal of 80 columns without colours."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FORCE_COLOR", "NO_COLOR"):
            patch.delenv(name, raising=False)
        patch.setenv("COLUMNS", "80")
        out = io.StringIO()
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", out)
        patch.setattr("sys.stdin", Typist(typed))
        main(shlex.split(command)[1:])
    return out.getvalue().rstrip("\n").split("\n")


def same(shown: list[str], said: list[str]) -> bool:
    """Return whether the lines shown on a page match a command's output; ``ANY`` matches any number of lines."""
    if not shown:
        return not said
    if shown[0].strip() == ANY:
        return any(same(shown[1:], said[k:]) for k in range(len(said) + 1))
    return bool(said) and shown[0].rstrip() == said[0].rstrip() and same(shown[1:], said[1:])
