"""Transcripts: all that a terminal shows for some commands, stored in full in ``said/*.txt``.

A line that begins with ``$ `` is a command, perhaps with environment variables before it; the terminal has 80 columns
unless they give its width. A line that begins with ``> `` is typed into the command, where ``^D`` is the end of the
input and ``^C`` an interruption; one that begins with ``! `` is what the command writes on the standard error. ``␛``
begins a colour. The last line of a command gives its exit code. The commands of a file run one after another in the
same folder, which is empty at first.

``python3 noxfile.py -s golden`` runs every command again and shows what has changed. To add a command, write its line,
and the lines typed into it, at its place in a file.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kept import write
from whister.cli import main

FOLDER = Path(__file__).parent / "said"
END, INTERRUPTION = "^D", "^C"
HEARD = ("NO_COLOR", "FORCE_COLOR", "TERM")
"""What the environment may say of colours."""


class Typed(NamedTuple):
    """A command of a transcript, as written after the ``$``, and the lines typed into it."""

    command: str
    answers: list[str]


class Screen(io.TextIOBase):
    """An output stream that adds its lines, each after ``before``, to a screen that other streams may also write to."""

    encoding = "utf-8"

    def __init__(self, shown: list[str], before: str = "") -> None:
        self.shown, self.before = shown, before

    def write(self, text: str) -> int:
        """Add a text to the screen."""
        for line in text.splitlines(keepends=True):
            fresh = not self.shown or self.shown[-1].endswith("\n")
            self.shown.append(f"{self.before if fresh else ''}{line}")
        return len(text)


class Typist:
    """A standard input whose lines appear on the screen as they are typed."""

    def __init__(self, answers: list[str], screen: Screen) -> None:
        self.answers, self.screen = iter(answers), screen

    def isatty(self) -> bool:
        """Return True, as a terminal does."""
        return True

    def readline(self, most: int = -1) -> str:
        """Return the next line; "" at the end. No line is longer than ``most``."""
        answer = next(self.answers, END)
        self.screen.write(f"{answer}\n")
        if answer == INTERRUPTION:
            raise KeyboardInterrupt
        return "" if answer == END else f"{answer}\n"


def commands(transcript: str) -> Iterator[Typed]:
    """Yield the commands of a transcript."""
    for part in re.split(r"^\$ ", transcript, flags=re.MULTILINE)[1:]:
        command, *shown = part.split("\n")
        yield Typed(command, [line[2:] for line in shown if line.startswith("> ")])


def said(typed: Typed) -> str:
    """Return what the screen shows for a command, from its own line to its exit code."""
    shown: list[str] = []
    screen = Screen(shown)
    words = shlex.split(typed.command)
    given = dict(word.split("=", 1) for word in words[: words.index("whister")])
    with pytest.MonkeyPatch.context() as patch:
        for name in HEARD:
            patch.delenv(name, raising=False)
        for name, value in {"COLUMNS": "80", **given}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", Typist(typed.answers, screen))
        patch.setattr(sys, "stdout", screen)
        patch.setattr(sys, "stderr", Screen(shown, "! "))
        status = main(words[words.index("whister") + 1 :])
    text = "".join(shown).replace("\x1b", "␛")
    return f"$ {typed.command}\n{text}exit {status}\n"


def again(transcript: str) -> str:
    """Return a transcript with what its commands print today."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return "\n".join(map(said, commands(transcript)))


if __name__ == "__main__":
    write(FOLDER, again)
