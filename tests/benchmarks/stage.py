"""Where the measures take place: a server for a site, and Chromium with a profile that may outlive it."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.browser import chromium
from tests.browser.surroundings import surroundings
from whister.cli import server

# Nothing outside answers, so that a page that asks there learns it at once.
HERE_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class WithoutPolicy(server.Handler):
    """The site's server for pages with inline scripts: all the same, without the strict policy."""

    def send_header(self, keyword: str, value: str) -> None:
        if keyword != "Content-Security-Policy":
            super().send_header(keyword, value)


@contextlib.contextmanager
def served(site: Path, handler: type[server.Handler] = server.Handler) -> Iterator[str]:
    """Serve a site from a port of 127.0.0.1; gives its address, without a slash at the end."""
    running = server.Server(("127.0.0.1", 0), type("Served", (handler,), {"site": site.resolve()}))
    threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    running.server_close()


@contextlib.contextmanager
def profile() -> Iterator[Path]:
    """A fresh profile's folder: what a visitor's browser keeps from one visit to the next."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextlib.contextmanager
def visit(playwright: Playwright, home: Path, address: str) -> Iterator[BrowserContext]:
    """A new process of Chromium on a profile, without motion."""
    with surroundings() as env:
        context = playwright.chromium.launch_persistent_context(
            home,
            executable_path=found_chromium(),
            args=[*chromium.FLAGS, HERE_ONLY],
            env={**env},
            base_url=address,
            reduced_motion="reduce",
            viewport={"width": 1280, "height": 900},
        )
        context.set_default_timeout(60_000)
        yield context
        context.close()


@contextlib.contextmanager
def fresh_browser(playwright: Playwright) -> Iterator[Browser]:
    """One process of Chromium, for contexts that keep nothing."""
    with chromium.started(playwright, found_chromium(), [HERE_ONLY]) as opened:
        yield opened


def found_chromium() -> str:
    """The system's Chromium; ends the run where there is none."""
    program = chromium.program(chromium.FOR_BENCHMARKS)
    if program is None:
        raise SystemExit(chromium.MISSING)
    return program
