"""A browser driven by a test or a benchmark, with the same few methods for every browser."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

SECONDS = 120  # for one script or one page: the machine may be busy

# The page's policy allows no eval, so that the body of the script is inserted here as it is.
ASYNC = """
const given = [...arguments], done = given.pop();
(async function () {{ {script} }}).apply(null, given).then(
  answer => done(JSON.stringify({{ answer: answer ?? null }})),
  error => done(JSON.stringify({{ error: `${{error}}` }})),
);
"""


class ScriptError(Exception):
    """The failure of a script that ran in the page, with the page's message."""


class Visitor(Protocol):
    """Somebody with a fresh profile, in a window of 1280 × 1000 pixels."""

    def goto(self, path: str) -> None:
        """Open a page of the site and wait for its load event."""

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of an async function in the page, with its `arguments`; return its result, passed as JSON."""

    def reload(self) -> None:
        """Load the page again."""

    def second_page(self) -> None:
        """Open an empty second page of the same profile, and switch to it."""

    def first_page(self) -> None:
        """Close the second page, and switch back to the first one."""

    def screenshot(self, path: Path) -> None:
        """Write a picture of the window, as PNG."""

    def errors(self) -> list[str]:
        """Return the errors in the console so far, as far as the browser reports them."""


def asynchronous(script: str) -> str:
    """Return the script in the form for WebDriver: a function that calls its last argument when it is done."""
    return ASYNC.format(script=script)


def answered(text: str) -> Any:
    """Return what a script has returned. Raises ``ScriptError`` if it has failed."""
    said = json.loads(text)
    if "error" in said:
        raise ScriptError(said["error"])
    return said["answer"]


@contextmanager
def empty_folder() -> Iterator[Path]:
    """Yield a folder for a profile, and remove it at the end; files that a closing browser still writes are ignored."""
    folder = tempfile.mkdtemp(prefix="whister-")
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
    return port


@contextmanager
def running(command: Sequence[str], env: Mapping[str, str] | None = None, port: int = 0) -> Iterator[None]:
    """Run a program in the background, wait until it listens on the port if one is given, and end it afterwards."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=env, stdin=quiet, stdout=quiet, stderr=quiet) as program:
        try:
            until = time.monotonic() + SECONDS
            while port and not _listening(port):
                if program.poll() is not None or time.monotonic() > until:
                    raise ChildProcessError(f"{command[0]} did not start")
                time.sleep(0.02)
            yield
        finally:
            program.terminate()
            with suppress(subprocess.TimeoutExpired):
                program.wait(10)
            program.kill()


def _listening(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
