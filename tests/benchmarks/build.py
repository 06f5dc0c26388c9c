"""Measures how long a contributor waits for the first page of a fresh clone, and for a page after a change.

Everything happens in a separate clone, with the README's first command; only the caches of pip, uv and npm are the
machine's own. A change counts as made once the server delivers it.
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
from playwright.sync_api import Error, Page, sync_playwright

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
    """A change to a file: the text to replace (empty to add at the end), the new text, and the page that shows it."""

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
    Change("one sentence of a page", "", "docs/evidence.md", "\n", "\nMeasured {}. ", "evidence/"),
    Change("one style sheet", "", "docs/_static/whister.css", "", "\nbody {{ --{}: 1 }}\n", "_static/whister.css"),
    Change("one script", "", "docs/_static/site.js", "", "\nglobalThis.measured = \"{}\";\n", "_static/site.js"),
)  # fmt: skip


class Seen(NamedTuple):
    """Something that shows a change while the site is watched: a page in the browser, or files that it fetches."""

    what: str
    target: str
    change: Change
    page: str
    script: str = "word => document.body.textContent.includes(word)"
    every: float = (
        0.1  # seconds between two checks: a check that takes long must not delay what is being measured
    )


CLAUSE, _, SENTENCE, STYLE, SCRIPT = CHANGES
EXPORTS = "async word => (await (await fetch('/take-away/clauses.txt')).text()).includes(word)"
RECORDS = """async (word) => {
  const files = [..."0123456789abcdef"].map(digit => `/_search/records-${digit}.json`);
  const texts = await Promise.all(files.map(file => fetch(file).then(got => got.text())));
  return texts.some(text => text.includes(word));
}"""
SEEN = (
    Seen("its own page", "≤ 5 s", CLAUSE, "rook/tournament/"),
    Seen("the page of a rule set written on it", "≤ 15 s", CLAUSE, "rook/county-40/"),
    Seen("its panel", "≤ 15 s", CLAUSE, "rook/tournament/clauses/"),
    Seen("the exports", "≤ 15 s", CLAUSE, "404.html", EXPORTS, 0.5),
    Seen("search", "≤ 60 s", CLAUSE, "404.html", RECORDS, 1.0),
    Seen("one sentence", "≤ 3 s", SENTENCE, "evidence/"),
    Seen("one style sheet", "≤ 3 s", STYLE, "evidence/",
         "word => getComputedStyle(document.body).getPropertyValue(`--${word}`) === '1'"),
    Seen("one script", "≤ 3 s", SCRIPT, "evidence/", "word => globalThis.measured === word"),
)  # fmt: skip


class Serving:
    """A run of the command `serve` in a clone, with its output and the most memory that its Sphinx processes used."""

    def __init__(self, clone: Path, *words: str) -> None:
        self.begun = time.monotonic()
        self._lines: list[str] = []
        self.most = 0
        self._process = subprocess.Popen(
            [sys.executable, "noxfile.py", "-s", "serve", "--", *words],
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
        """End the command and all the processes that it has started."""
        for process in self._family():
            with contextlib.suppress(psutil.Error):
                process.kill()
        self._process.wait()

    def address(self) -> str:
        """Wait until the site is served, and return its address."""
        while time.monotonic() - self.begun < MOST:
            if found := ADDRESS.search("".join(self._lines)):
                return found[1]
            if self._process.poll() is not None:
                raise RuntimeError("serve has ended:\n" + "".join(self._lines))
            self._look()
            time.sleep(TICK)
        raise RuntimeError("serve gave no address:\n" + "".join(self._lines))

    def gives(self, page: str, words: str) -> float:
        """Return the seconds from the start of the command until a page contains these words."""
        address = self.address()
        while time.monotonic() - self.begun < MOST:
            with urllib.request.urlopen(f"{address}/{page}") as answer:
                if words in answer.read().decode():
                    return time.monotonic() - self.begun
            time.sleep(TICK)
        raise RuntimeError(f"{page} never had {words!r}")

    def pages(self) -> float:
        """Return the seconds that building the pages took."""
        step = STEP.search("".join(self._lines))
        if step is None:
            raise RuntimeError("no pages were built:\n" + "".join(self._lines))
        return float(SECONDS.findall(step[1])[-1])


@contextlib.contextmanager
def serving(clone: Path, *words: str) -> Iterator[Serving]:
    """Serve a clone; afterwards, end the command and all the processes that it has started."""
    running = Serving(clone, *words)
    try:
        yield running
    finally:
        running.end()


def measure(rounds: int) -> list[Figure]:
    """Measure a fresh clone once, and each change once in every round, for three rounds at most."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        clone = Path(folder, "whister")
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        rounds = min(rounds, 3)
        return [*_first(clone), *_again(clone, rounds), *_changed(clone, rounds), *_watched(clone, rounds)]


def _first(clone: Path) -> Iterator[Figure]:
    """Measure the time from a fresh clone to a page in a browser, the build of the pages, and its memory."""
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
    """Measure serving again when nothing has changed."""
    seconds = []
    for _ in range(rounds):
        with serving(clone) as running:
            running.address()
            seconds.append(time.monotonic() - running.begun)
    yield timed("build", "nothing changed, serve again: to the address", seconds, "s", 1, target="≤ 3 s")


def _changed(clone: Path, rounds: int) -> Iterator[Figure]:
    """Measure serving again after each change."""
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
            running.address()  # the restored file is built before the next change
        yield timed("build", f"{change.what}: serve again", seconds, "s", 1, target=change.target)


def _watched(clone: Path, rounds: int) -> Iterator[Figure]:
    """Measure the time from saving a file until the change is shown, while the site is watched for changes."""
    seconds: dict[Seen, list[float]] = {seen: [] for seen in SEEN}
    with (
        serving(clone, "--watch") as running,
        sync_playwright() as playwright,
        fresh_browser(playwright) as browser,
    ):
        address = running.address()
        for change in dict.fromkeys(seen.change for seen in SEEN):
            file = clone / change.file
            before = file.read_text("utf-8")
            pages = {seen: browser.new_page() for seen in SEEN if seen.change == change}
            for seen, page in pages.items():
                page.goto(f"{address}/{seen.page}")
            for turn in range(rounds):
                word = f"watched-{turn}"
                new = change.new.format(word)
                file.write_text(before.replace(change.old, new, 1) if change.old else before + new, "utf-8")
                begun = time.monotonic()
                waiting = dict.fromkeys(pages, begun)
                while waiting and time.monotonic() - begun < MOST:
                    for seen in [
                        each for each, last in waiting.items() if time.monotonic() - last >= each.every
                    ]:
                        waiting[seen] = time.monotonic()
                        with contextlib.suppress(Error):  # the page is being reloaded
                            if pages[seen].evaluate(seen.script, word):
                                seconds[seen].append(time.monotonic() - begun)
                                del waiting[seen]
                    time.sleep(TICK / 4)
                _settled(pages)
            file.write_text(before, "utf-8")
            _settled(pages)
            for page in pages.values():
                page.close()
    for seen, found in seconds.items():
        of = "one clause, " if seen.change == CLAUSE else ""
        yield timed("build", f"while it is watched: {of}{seen.what}", found, "s", 1, target=seen.target)


def _settled(pages: dict[Seen, Page]) -> None:
    """Wait until nothing has been built for two seconds, since a reloading page shows no news for a moment."""
    begun = last = time.monotonic()
    page = next(iter(pages.values()))
    while last - begun < MOST and time.monotonic() - last < 2:
        try:
            building = page.evaluate("document.querySelector('.watch-news')?.textContent ?? ''")
        except Error:
            building = True
        last = time.monotonic() if building else last
        time.sleep(TICK)
