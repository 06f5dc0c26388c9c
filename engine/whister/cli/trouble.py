"""The error with which a command ends, and the exit codes of every command."""

from __future__ import annotations

from whister.errors import short
from whister.extras import installing

FOUND = 0  #: done: what was asked for was found, is the same, or is valid
NOTHING = 1  #: understood, but with a negative result: nothing found, a difference, an invalid record
MISUSED = 2  #: not understood: an unknown or unreadable name, option or file
MISSING = 3  #: something that this command needs is missing or not installed
INTERRUPTED = 130  #: ended by Control-C


class Trouble(Exception):
    """An error that ends a command: a message for standard error, and the exit code."""

    def __init__(self, message: str, status: int = MISUSED) -> None:
        super().__init__(short(message))
        self.status = status


def install(command: str, extra: str, module: str) -> Trouble:
    """Return the error for a command that needs a package that is not installed."""
    return Trouble(f"{command} needs {module}, which is not installed. {installing(extra)}", MISSING)
