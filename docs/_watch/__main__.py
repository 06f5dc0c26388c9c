"""Serve the site while it is being written: ``python -m _watch``, with `.tasks` on the path (session `serve`)."""

from __future__ import annotations

import os
import queue
import shutil
import sys
import threading
import time
import traceback
from functools import partial
from pathlib import Path

from watchfiles import DefaultFilter, watch

from _watch import serving
from _watch.waiting import Warm
from building import (
    DOCTREES,
    SITE,
    STAMPS,
    browser_runtime,
    engine_wheel,
    html,
    placed,
    search_index,
    sphinx,
)
from bundle import editor_bundle
from environments import environment
from minify import SAME_NAME, small_static
from node import npm_packages
from rulebook.base.questions import written_on
from steps import BUILD, DOCS, ROOT, AgainError, Trouble, alone, any_locale, keep_silent_of_what_stands, step
from whister.cli.server import on_free_port

PLACES = [DOCS, ROOT / "engine" / "whister", ROOT / "examples", ROOT / "tests" / "proof" / "results"]
RULES = ROOT / "engine" / "whister" / "rules"
HISTORY = ROOT / "engine" / "whister" / "history"
EXAMPLES = ROOT / "examples"
SHOWN = ((RULES, ".toml"), (DOCS, ".md"), (EXAMPLES, ".md"))
"""The folders and suffixes of the files that have the same name as the page that shows them."""
QUICK = BUILD / "quick"
FEW = 2  # the most changes, and further pages affected, that are built first
QUIET = 40  # milliseconds without a change before building: editors write a file in several steps
OUT_OF_DATE = "Search is out of date. Its index is being built."


class Watching:
    """The site, and the work that brings it up to date."""

    def __init__(self) -> None:
        self.news = serving.News()
        self.changes: queue.Queue[set[Path]] = queue.Queue()
        self.python, self.node = environment("docs"), npm_packages()
        self.warm = Warm(self.python)

    def more(self) -> bool:
        """Return whether more changes have come meanwhile."""
        return not self.changes.empty()

    def first(self) -> None:
        """Build the whole site."""
        with alone():
            self._pages(set())
            self._rest()

    def follow(self) -> None:
        """Rebuild the site after each change, until stopped."""
        threading.Thread(target=self._listen, daemon=True).start()
        changed: set[Path] = set()
        while True:
            changed |= self.changes.get()
            while self.more():
                changed |= self.changes.get()
            names = ", ".join(sorted(path.relative_to(ROOT).as_posix() for path in changed))
            print(f"\n{time.strftime('%H:%M:%S')} {names}", flush=True)
            try:
                with alone():
                    self._bring_up(changed)
            except AgainError:
                continue
            except Trouble as trouble:
                print(f"\n{trouble}\n", file=sys.stderr, flush=True)
                self.news.state(trouble=str(trouble), building="")
            except Exception as error:  # an unforeseen error must not end the session
                traceback.print_exc()
                self.news.state(trouble=f"{type(error).__name__}: {error}; see the terminal", building="")
            changed = set()

    def _listen(self) -> None:
        for found in watch(*PLACES, watch_filter=Wanted(), step=QUIET, debounce=1_000):
            if wanted := meant({Path(path) for _, path in found}):
                self.changes.put(wanted)

    def _bring_up(self, changed: set[Path]) -> None:
        if any(path.suffix == ".py" for path in changed):
            self.warm.end()
            self.warm = Warm(self.python)
        styles = [
            path for path in changed if path.is_relative_to(DOCS / "_static") and path.suffix in SAME_NAME
        ]
        if len(styles) == len(changed):
            self._place(only="" if _pages_stand() else "_static/")
            if _pages_stand():
                self.news.state(trouble="")
            return
        self.news.state(building="Building …")
        for text in self._at_once(changed):
            self._one(text, changed)
        self._pages(changed)
        self.news.state(trouble="", building=OUT_OF_DATE)
        self._rest()
        self.news.state(building="")

    def _at_once(self, changed: set[Path]) -> list[str]:
        """Return the pages to build first, if there are few changes: those of the changed files, if all have one.

        They are followed by a few open pages of rule sets that extend a changed record.
        """
        if not (DOCTREES / "environment.pickle").is_file() or len(changed) > FEW:
            return []
        texts = [page_of(path) for path in sorted(changed)]
        stand = [
            text for text in texts if text and all(map(Path.is_file, (DOCS / f"{text}.md", _doctree(text))))
        ]
        if len(stand) != len(changed):
            return []
        shown = self.news.open_pages()
        below = [each for each in _rule_sets_of(changed) if each in shown and _doctree(each).is_file()]
        return list(dict.fromkeys([*stand, *[each for each in below if each not in stand][:FEW]]))

    def _one(self, text: str, changed: set[Path]) -> None:
        """Build one page and leave all others as they are."""
        shutil.rmtree(QUICK, ignore_errors=True)
        doctrees = QUICK / "doctrees"
        shutil.copytree(DOCTREES, doctrees, copy_function=os.link)
        for own in (f"{text}.doctree", "environment.pickle"):
            (doctrees / own).unlink()
        shutil.copy(DOCTREES / "environment.pickle", doctrees)
        records = [text] if (RULES / f"{text}.toml").is_file() else []
        with step(f"the page {text}"):
            run = self.warm.running(self.more, *records, examples=_examples(changed))
            sphinx(run, small_static(self.node, STAMPS), QUICK / "pages", doctrees, only=text)
            folder = text.removesuffix("index")
            own = f"{folder}index.html" if folder != text else f"{text}/"
            self._place((QUICK / "pages" / folder, folder and f"{folder.rstrip('/')}/"), only=own)
        self.news.state(trouble="")

    def _pages(self, changed: set[Path]) -> None:
        first = self.warm.running(self.more, *_rule_sets_of(changed), examples=_examples(changed))
        html(first, small_static(self.node, STAMPS), base="")
        shutil.rmtree(QUICK, ignore_errors=True)
        if any((BUILD / "runtime").glob("*/sizes.mjs")):
            self._place()

    def _rest(self) -> None:
        """Build the browser's Python and the search index."""
        browser_runtime(self.python, self.node, engine_wheel(self.python))
        self._place()
        self._give_way()
        search_index(self.python, self.node, often=self._give_way)
        self._place()

    def _give_way(self) -> None:
        if self.more():
            raise AgainError

    def _place(self, *newer: tuple[Path, str], only: str = "") -> None:
        runtime = next((BUILD / "runtime").glob("*/sizes.mjs")).parent
        static, editor = small_static(self.node, STAMPS), editor_bundle(self.node, STAMPS)
        came = placed(runtime, editor, static, *newer, only=only)
        if came.changed:
            self.news.changed(came.changed)


def meant(found: set[Path]) -> set[Path]:
    """Return the changed files without those that an editor writes and removes again."""
    return {path for path in found if path.suffix or path.exists()}


def page_of(path: Path) -> str:
    """Return the Sphinx name of the page that shows a file's contents first; empty if there is none, or several."""
    if path == DOCS / "references.bib":
        return "bibliography"
    if path.parent == HISTORY and path.suffix == ".toml":
        return f"{path.stem}/history"
    if path.is_relative_to(DOCS) and path.suffix == ".md" and path.name.startswith("_"):
        named = f"{{include}} {path.name}"
        into = [each for each in path.parent.glob("[!_]*.md") if named in each.read_text("utf-8", "replace")]
        path = into[0] if len(into) == 1 else path
    for place, suffix in SHOWN:
        if path.is_relative_to(place) and path.suffix == suffix:
            return path.relative_to(place).with_suffix("").as_posix()
    return ""


def _examples(changed: set[Path]) -> list[Path]:
    """Return the worked examples among these files."""
    return sorted(path for path in changed if path.is_relative_to(EXAMPLES) and path.suffix == ".md")


def _doctree(text: str) -> Path:
    """Return the path at which Sphinx keeps a page that it has read."""
    return DOCTREES / f"{text}.doctree"


def _rule_sets_of(changed: set[Path]) -> list[str]:
    """Return the rule sets whose records, or those they extend, are among these files."""
    names = {
        path.relative_to(RULES).with_suffix("").as_posix() for path in changed if path.is_relative_to(RULES)
    }
    every = (path.relative_to(RULES).with_suffix("").as_posix() for path in RULES.glob("*/[!_]*.toml"))
    return sorted(each for each in every if not names.isdisjoint(written_on(each)))


def _pages_stand() -> bool:
    """Return whether all pages have been built without a mistake."""
    return (STAMPS / "site").is_file()


class Wanted(DefaultFilter):
    """A filter for the files from which the site is made: no caches, no packages, nothing hidden."""

    ignore_dirs = (*DefaultFilter.ignore_dirs, "__pycache__", "node_modules")


def main() -> None:
    """Build, serve and watch until interrupted."""
    any_locale()
    if not hasattr(os, "fork"):
        sys.exit(
            "Watching needs a system whose processes can fork: Linux, macOS or the Windows Subsystem for Linux."
        )
    watching = Watching()
    try:
        watching.first()
        keep_silent_of_what_stands()
        server = on_free_port(partial(serving.start, SITE, watching.news))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"\nWhister is at http://127.0.0.1:{server.server_address[1]}", flush=True)
        print("Each change is shown when it is built. Press Control-C to stop.", flush=True)
        watching.follow()
    except KeyboardInterrupt:
        print()
    except Trouble as trouble:
        sys.exit(f"\n{trouble}")
    finally:
        watching.warm.end()


if __name__ == "__main__":
    main()
