"""A Sphinx process that waits for work, and whose work is stopped when it is out of date."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Mapping
from json import dumps
from pathlib import Path

from building import Sphinx, in_short, pages_done, programs
from steps import BUILD, ROOT, AgainError, Command, Trouble, at

ELSEWHERE = re.compile(r'^  File "(?:<frozen|/|docs/_watch/warm\.py).*\n(?:    .*\n)*', re.MULTILINE)
"""The lines of a traceback about frames outside the site's own code."""


class Warm:
    """A Sphinx process that has imported all it needs and waits for work."""

    def __init__(self, python: Path) -> None:
        self._python = python
        self._said = BUILD / "warm.txt"
        self._building: int | None = None  # the process that builds, in its own group
        self._process = self._begun()

    def _begun(self) -> subprocess.Popen[str]:
        BUILD.mkdir(parents=True, exist_ok=True)  # a fresh clone has none
        with self._said.open("w") as said:
            return subprocess.Popen(
                [self._python, "-m", "_watch.warm"],
                cwd=ROOT,
                env={**os.environ, **programs()},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )

    def end(self) -> None:
        """End the process and its current build."""
        _kill(self._building)
        self._process.kill()
        self._process.communicate()

    def running(self, more: Callable[[], bool], *records: str, examples: Iterable[Path] = ()) -> Sphinx:
        """Return a function that checks these records and examples and runs a build, which further changes stop."""
        first = "\0".join(map(str, examples))

        def run(arguments: Command, env: Mapping[str, str]) -> None:
            said = BUILD / "said.txt"
            words = [str(each) for each in arguments]
            progress = BUILD / "progress.txt"
            progress.unlink(missing_ok=True)
            told = {**env, "WHISTER_PROGRESS": str(progress), "WHISTER_BEING_WRITTEN": "1"}
            asked = {"arguments": words, "env": told, "said": str(said), "records": " ".join(records)}
            asked["examples"] = first
            child = self._building = self._asked(asked)
            stopped = _stopping(child, more, ended := threading.Event(), progress)
            try:
                status = self._answer()
            finally:
                ended.set()
            self._building = None
            if stopped.is_set():
                raise AgainError
            if status:
                raise Trouble(in_short(said.read_text("utf-8", "replace")))

        return run

    def _asked(self, what: Mapping[str, object]) -> int:
        """Begin a build; return the ID of its process. If Sphinx has ended after an error in the code, restart it."""
        if self._process.poll() is not None:
            self.end()
            self._process = self._begun()
        assert self._process.stdin
        with contextlib.suppress(BrokenPipeError):  # if the process has ended, there is no answer either
            self._process.stdin.write(dumps(what) + "\n")
            self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> int:
        """Return a number that Sphinx reports. Raises Trouble if it ended because its code cannot be imported."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            self.end()
            said = ELSEWHERE.sub(
                "", self._said.read_text("utf-8", "replace").replace(f"{ROOT}{os.sep}", "")
            ).strip()
            raise Trouble(f"The site's own code failed with an error:\n{said}")
        return int(line)


def _stopping(
    child: int, more: Callable[[], bool], ended: threading.Event, progress: Path
) -> threading.Event:
    """Report the progress of a build, and stop it as soon as there is a further change; the event is then set."""
    stopped = threading.Event()

    def wait() -> None:
        while not ended.wait(0.05):
            at(pages_done(progress))
            if more():
                stopped.set()
                _kill(child)
                return

    threading.Thread(target=wait, daemon=True).start()
    return stopped


def _kill(group: int | None) -> None:
    """End a process and all processes that it has started, if they are still running."""
    if group is not None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
