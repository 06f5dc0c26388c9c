"""What a command could not do, said to whoever typed it; and the exit codes of every command."""

from __future__ import annotations

from whister.errors import short
from whister.extras import installing

FOUND = 0  #: done; what was asked for is there, the same, or sound
NOTHING = 1  #: understood, and the answer is no: nothing found, a difference, a record that does not hold
MISUSED = 2  #: not understood: an unknown name, option or file, or one that cannot be read
MISSING = 3  #: something this command needs is not installed, or not there
INTERRUPTED = 130  #: ended by Control-C


class Trouble(Exception):
    """A message for the standard error, and the exit code it ends with."""

    def __init__(self, message: str, status: int = MISUSED) -> None:
        super().__init__(short(message))
        self.status = status


def install(command: str, extra: str, module: str) -> Trouble:
    """What to say where a command needs a package that is not there."""
    return Trouble(f"{command} needs {module}, which is not installed. {installing(extra)}", MISSING)
