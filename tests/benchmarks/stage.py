"""What the measurements run on: a server for a site, and Chromium with a profile that may outlive its process."""

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

# No other host can be reached, so that a page's request to one fails at once.
HERE_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


class WithoutPolicy(server.Handler):
    """The site's server for pages with inline scripts: the same, but without the strict content security policy."""

    def send_header(self, keyword: str, value: str) -> None:
        if keyword != "Content-Security-Policy":
            super().send_header(keyword, value)


@contextlib.contextmanager
def served(site: Path, handler: type[server.Handler] = server.Handler) -> Iterator[str]:
    """Serve a site from a port of 127.0.0.1; yield its address, without a slash at the end."""
    running = server.Server(("127.0.0.1", 0), type("Served", (handler,), {"site": site.resolve()}))
    threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    running.server_close()


@contextlib.contextmanager
def profile() -> Iterator[Path]:
    """Yield the folder of a fresh profile, in which a browser keeps its data from one visit to the next."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextlib.contextmanager
def visit(playwright: Playwright, home: Path, address: str) -> Iterator[BrowserContext]:
    """Yield a new process of Chromium on a profile, with reduced motion."""
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
    """Yield one process of Chromium, for contexts that keep nothing."""
    with chromium.started(playwright, found_chromium(), [HERE_ONLY]) as opened:
        yield opened


def found_chromium() -> str:
    """Return the path of the system's Chromium; end the run if there is none."""
    program = chromium.program(chromium.FOR_BENCHMARKS)
    if program is None:
        raise SystemExit(chromium.MISSING)
    return program
