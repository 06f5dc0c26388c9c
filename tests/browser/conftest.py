"""Fixtures for the built site in a real Chromium, in which every error and every request to another host is noted."""

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
"""Runs a test of a narrow layout with the site's own fonts, and again with each of two sets of system fonts instead."""


@dataclass
class Watch:
    """The errors in a test's pages; a test that provokes an error on purpose names a part of the error's text."""

    found: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def expect(self, *parts: str) -> None:
        """Allow errors whose text contains one of these parts."""
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
    """A function that returns the system's Chromium with a set of fonts; each is started when first asked for."""
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
    """The fonts of a test's pages: the site's own, or the name of a set of system fonts to use instead."""
    return OWN


@pytest.fixture
def density() -> int:
    """The number of screen pixels for one page pixel in each direction; a test that looks at pictures may use more."""
    return 1


@pytest.fixture
def browser(browsers: Callable[[Faces], Browser], faces: str) -> Browser:
    """The system's Chromium with a test's fonts."""
    return browsers(BOTH.get(faces, USUAL))


@pytest.fixture
def watch() -> Watch:
    """The errors in this test's pages."""
    return Watch()


@pytest.fixture
def context(
    browser: Browser, address: str, watch: Watch, density: int, faces: str
) -> Iterator[BrowserContext]:
    """A fresh profile. At the end, the console may contain no error, and no request may have left the site."""

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
        service_workers="block",  # so that a test sees every request; test_offline.py allows them
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
    """An empty page of the fresh profile; page.goto("/hearts/black-lady/") opens a page of the site."""
    return context.new_page()
