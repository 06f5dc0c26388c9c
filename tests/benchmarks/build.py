"""How long a contributor waits: for the first page of a bare clone, and for a page after a change.

Everything happens in a clone of its own, by the README's first command; only the caches of pip and npm are those of the machine.
A change is seen when the server gives it out.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil
from playwright.sync_api import sync_playwright

from tests.benchmarks.figures import Figure, timed
from tests.benchmarks.stage import fresh_browser

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"Whister is at (http://\S+)")
STEP = re.compile(r"^  pages … (.*?)(?=^  \w)", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r"([\d.]+) s$", re.MULTILINE)
TICK = 0.1
MOST = 1_200.0  # seconds until a build is given up
MEBIBYTE = 1 << 20


class Change(NamedTuple):
    """A change of a file: what stands in it (nothing: its end), what is put in its place, and where that shows."""

    what: str
    target: str
    file: str
    old: str
    new: str
    shows: str


CHANGES = (
    Change("one clause of a record with children, the rule set's page", "≤ 25 s",
           "engine/whister/rules/rook/tournament.toml", "all lay their cards down face up",
           "all lay their cards down face up {}", "rook/tournament/"),
    Change("the same, the page of a rule set written on it", "≤ 25 s",
           "engine/whister/rules/rook/tournament.toml", "all lay their cards down face up",
           "all lay their cards down face up {}", "rook/county-40/"),
    Change("one sentence of a page", "≤ 3 s", "docs/evidence.md", "\n", "\nMeasured {}. ", "evidence/"),
    Change("one style sheet", "≤ 3 s", "docs/_static/whister.css", "", "\n.measured {{ --{}: 1 }}\n", "_static/whister.css"),
    Change("one script", "≤ 3 s", "docs/_static/site.js", "", "\nglobalThis.measured = \"{}\";\n", "_static/site.js"),
)  # fmt: skip


class Serving:
    """The command `serve` in a clone, what it prints, and the most memory that one of its processes has held."""

    def __init__(self, clone: Path) -> None:
        self.begun = time.monotonic()
        self._lines: list[str] = []
        self.most = 0
        self._process = subprocess.Popen(
            [sys.executable, "noxfile.py", "-s", "serve"],
            cwd=clone,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._lines.append(line)

    def _look(self) -> None:
        for process in self._family():
            with contextlib.suppress(psutil.Error):
                if "sphinx" in process.cmdline():
                    self.most = max(self.most, process.memory_info().rss)

    def _family(self) -> list[psutil.Process]:
        with contextlib.suppress(psutil.Error):
            parent = psutil.Process(self._process.pid)
            return [*parent.children(recursive=True), parent]
        return []

    def end(self) -> None:
        """End the command with all that it has begun."""
        for process in self._family():
            with contextlib.suppress(psutil.Error):
                process.kill()
        self._process.wait()

    def address(self) -> str:
        """Where the site is served, as soon as it is."""
        while time.monotonic() - self.begun < MOST:
            if found := ADDRESS.search("".join(self._lines)):
                return found[1]
            if self._process.poll() is not None:
                raise RuntimeError("serve has ended:\n" + "".join(self._lines))
            self._look()
            time.sleep(TICK)
        raise RuntimeError("serve gave no address:\n" + "".join(self._lines))

    def gives(self, page: str, words: str) -> float:
        """Seconds from the command until a page has these words."""
        address = self.address()
        while time.monotonic() - self.begun < MOST:
            with urllib.request.urlopen(f"{address}/{page}") as answer:
                if words in answer.read().decode():
                    return time.monotonic() - self.begun
            time.sleep(TICK)
        raise RuntimeError(f"{page} never had {words!r}")

    def pages(self) -> float:
        """The seconds that the pages took."""
        step = STEP.search("".join(self._lines))
        if step is None:
            raise RuntimeError("no pages were built:\n" + "".join(self._lines))
        return float(SECONDS.findall(step[1])[-1])


@contextlib.contextmanager
def serving(clone: Path) -> Iterator[Serving]:
    """Serve a clone, and end it with all that it has begun."""
    running = Serving(clone)
    try:
        yield running
    finally:
        running.end()


def measure(rounds: int) -> list[Figure]:
    """A bare clone once; each change as often as there are rounds, three times at most."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        clone = Path(folder, "whister")
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        return [*_first(clone), *_again(clone, min(rounds, 3)), *_changed(clone, min(rounds, 3))]


def _first(clone: Path) -> Iterator[Figure]:
    """From a bare clone to a page in a browser."""
    with serving(clone) as running, sync_playwright() as playwright, fresh_browser(playwright) as browser:
        address = running.address()
        page = browser.new_page()
        page.goto(address)
        seconds = time.monotonic() - running.begun
        yield timed("build", "bare clone to the first page in the browser", [seconds], "s", target="≤ 110 s")
        yield timed("build", "the pages, from nothing", [running.pages()], "s", 1, target="≤ 60 s")
        yield timed(
            "build", "the largest process of Sphinx", [running.most / MEBIBYTE], "MiB", target="≤ 400 MB"
        )


def _again(clone: Path, rounds: int) -> Iterator[Figure]:
    """Where nothing has changed."""
    seconds = []
    for _ in range(rounds):
        with serving(clone) as running:
            running.address()
            seconds.append(time.monotonic() - running.begun)
    yield timed("build", "nothing changed, serve again: to the address", seconds, "s", 1, target="≤ 3 s")


def _changed(clone: Path, rounds: int) -> Iterator[Figure]:
    """Where one thing has."""
    for number, change in enumerate(CHANGES):
        file = clone / change.file
        before = file.read_text("utf-8")
        seconds = []
        for turn in range(rounds):
            mark = f"measured-{number}-{turn}"
            new = change.new.format(mark)
            file.write_text(before.replace(change.old, new, 1) if change.old else before + new, "utf-8")
            with serving(clone) as running:
                seconds.append(running.gives(change.shows, mark))
        file.write_text(before, "utf-8")
        with serving(clone) as running:
            running.address()  # what was put back is built before the next change
        yield timed("build", f"{change.what}: serve again", seconds, "s", 1, target=change.target)
