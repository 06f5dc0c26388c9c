"""The built site, served as it should be, in a real Chromium that minds every error and every stray request."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from tests.browser import chromium
from tests.browser.surroundings import BOTH, OWN, USUAL, Faces
from whister.cli import server

WITH_BOTH_FACES = pytest.mark.parametrize("faces", [OWN, *BOTH])
"""For the tests of narrow layouts: with the site's faces, and without them with either set of a machine's own."""


@dataclass
class Watch:
    """What went wrong in a test's pages; a test that means to provoke an error names a part of its text."""

    found: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, *parts: str) -> None:
        """Errors with one of these in their text are part of the test."""
        self.expected += parts

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.found if not any(part in text for part in self.expected)]


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    folder = Path(os.environ.get("WHISTER_SITE") or Path(__file__).parents[2] / "build" / "site")
    if not (folder / "index.html").is_file():
        pytest.fail(f"No site in {folder}. Build it first: python3 noxfile.py -s build", pytrace=False)
    return folder


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The site's address, without a slash at its end."""
    running = server.start(site)
    threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    running.server_close()


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[Faces], Browser]]:
    """The system's Chromium with any set of fonts, each started when it is first asked for."""
    program = chromium.program()
    if program is None:
        pytest.fail(chromium.MISSING, pytrace=False)
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        begun: dict[Faces, Browser] = {}

        def browser(faces: Faces) -> Browser:
            if faces not in begun:
                begun[faces] = stack.enter_context(
                    chromium.started(playwright, program, chromium.QUICK, faces)
                )
            return begun[faces]

        yield browser


@pytest.fixture
def faces() -> str:
    """The fonts that a test's pages have: the site's own, or a set by name, where the site's own are kept back."""
    return OWN


@pytest.fixture
def density() -> int:
    """How many pixels a screen has for one of a page's, each way; a test that looks at pictures may ask for more."""
    return 1


@pytest.fixture
def browser(browsers: Callable[[Faces], Browser], faces: str) -> Browser:
    """The system's Chromium with a test's fonts."""
    return browsers(BOTH.get(faces, USUAL))


@pytest.fixture
def watch() -> Watch:
    """What goes wrong in this test's pages."""
    return Watch()


@pytest.fixture
def context(
    browser: Browser, address: str, watch: Watch, density: int, faces: str
) -> Iterator[BrowserContext]:
    """A fresh profile. At its end no error may be in the console and no request may have left the site."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            watch.found.append(f"{message.text} ({message.location.get('url', '')})")

    def on_request(request: Request) -> None:
        if not request.url.startswith((address + "/", "data:", "blob:", "about:")):
            watch.found.append(f"request to another host: {request.url}")

    fresh = browser.new_context(
        base_url=address,
        viewport={"width": 1280, "height": 900},
        device_scale_factor=density,
        service_workers="block",  # a test sees what it asks for; test_offline.py has them
    )
    fresh.set_default_timeout(20_000)
    fresh.on("console", on_console)
    fresh.on("weberror", lambda error: watch.found.append(str(error.error)))
    fresh.on("request", on_request)
    if faces != OWN:
        watch.expect("/_static/faces/")
        fresh.route("**/_static/faces/*", lambda route: route.abort())
    yield fresh
    fresh.close()
    assert watch.unexpected == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page of the fresh profile; page.goto("/hearts/black-lady/") opens one of the site's."""
    return context.new_page()
