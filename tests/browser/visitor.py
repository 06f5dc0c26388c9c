"""A browser that a test or a benchmark drives: the same few things in every browser."""

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

# The page's policy allows no eval: what a script is to do is written into it as it stands.
ASYNC = """
const given = [...arguments], done = given.pop();
(async function () {{ {script} }}).apply(null, given).then(
  answer => done(JSON.stringify({{ answer: answer ?? null }})),
  error => done(JSON.stringify({{ error: `${{error}}` }})),
);
"""


class ScriptError(Exception):
    """A script that ran in the page has failed; the message is the page's."""


class Visitor(Protocol):
    """Somebody with a fresh profile, in a window of 1280 × 1000 pixels."""

    def goto(self, path: str) -> None:
        """Open a page of the site and wait for its load event."""

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of an async function in the page, with its `arguments`; what it returns comes as JSON."""

    def reload(self) -> None:
        """Load the page again."""

    def second_page(self) -> None:
        """Open an empty second page of the same profile, and be there."""

    def first_page(self) -> None:
        """Close the second page and be in the first one again."""

    def screenshot(self, path: Path) -> None:
        """Write a picture of the window, as PNG."""

    def errors(self) -> list[str]:
        """The errors in the console so far, as far as the browser tells them."""


def asynchronous(script: str) -> str:
    """The script as WebDriver takes it: a function that calls its last argument when it is done."""
    return ASYNC.format(script=script)


def answered(text: str) -> Any:
    """What a script has returned; raises ScriptError where it failed."""
    said = json.loads(text)
    if "error" in said:
        raise ScriptError(said["error"])
    return said["answer"]


@contextmanager
def empty_folder() -> Iterator[Path]:
    """A folder for a profile; the last files of a browser that is just ending do not matter."""
    folder = tempfile.mkdtemp(prefix="whister-")
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
    return port


@contextmanager
def running(command: Sequence[str], env: Mapping[str, str] | None = None, port: int = 0) -> Iterator[None]:
    """A program in the background, once it listens at the port; it is ended, and waited for, at the end."""
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
