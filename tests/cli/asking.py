"""Types a command and reads its output, in this process, as `whister` would run it."""

from __future__ import annotations

import io
from typing import NamedTuple

import pytest

from whister.cli import main
from whister.cli.table.conversation import Conversation


class Answer(NamedTuple):
    """What a command has written on its two outputs, and its exit code."""

    status: int
    out: str
    err: str


class Terminal(io.TextIOWrapper):
    """A stream in memory that may pass for a terminal."""

    def __init__(self, text: str = "", *, encoding: str = "utf-8", tty: bool = False) -> None:
        super().__init__(io.BytesIO(text.encode(encoding)), encoding=encoding, newline="")
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty

    def written(self) -> str:
        """Return all that has been written so far."""
        self.flush()
        found = self.buffer
        assert isinstance(found, io.BytesIO)
        return found.getvalue().decode(self.encoding)


def ask(*words: str, typed: str = "", encoding: str = "utf-8", tty: bool = False, columns: int = 80) -> Answer:  # fmt: skip
    """Run ``whister WORDS`` with an answer typed on its standard input."""
    out, err = Terminal(encoding=encoding, tty=tty), Terminal(encoding=encoding)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        patch.setattr("sys.stdin", Terminal(typed))
        patch.setattr("sys.stdout", out)
        patch.setattr("sys.stderr", err)
        status = main(words)
        return Answer(status, out.written(), err.written())


def play_carelessly(table: Conversation) -> None:
    """Play a deal to its end, with the last card of the hand that may be played to every trick."""
    while not table.state["over"]:
        playable = [held["card"] for held in table.state["hand"] if held["playable"]]
        table.act(playable[-1] if table.state["choice"]["kind"] == "play" else table.usual() or "")
