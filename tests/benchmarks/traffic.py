"""Counts the bytes that the server sends to Chromium: before a touch, in the background, and for Python on touch.

The background is what a service worker saves for use without a network; no page waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from tests.benchmarks.figures import Figure
from tests.benchmarks.first_move import IN_CHROMIUM, PAGES
from tests.benchmarks.stage import profile, served, visit
from whister.cli import server

BEFORE_TOUCH, ON_TOUCH = "≤ 120 KiB", "≤ 4 MB"
IDLE = 2000  # milliseconds after which the page asks for nothing more


@dataclass
class Sent:
    """The sizes of a server's answers: for the page, for scripts in the background, and for the browser's Python."""

    page: list[int] = field(default_factory=list)
    background: list[int] = field(default_factory=list)
    runtime: list[int] = field(default_factory=list)

    def counting(self) -> type[server.Handler]:
        """Return a class of server handlers that counts its answers here."""
        sent = self

        class Counting(server.Handler):
            def send_header(self, keyword: str, value: str) -> None:
                super().send_header(keyword, value)
                if keyword == "Content-Length":
                    sent.count(self.path, self.headers, int(value))

        return Counting

    def count(self, path: str, asked: Message, size: int) -> None:
        """Add the size of an answer to the list that it belongs to."""
        by_script = urlsplit(asked.get("Referer", "")).path.endswith((".js", ".mjs"))
        from_background = by_script and asked.get("Sec-Fetch-Dest") == "empty"
        if "/_runtime/" in path:
            self.runtime.append(size)
        else:
            (self.background if from_background else self.page).append(size)


def in_chromium(site: Path, page: str) -> list[Figure]:
    """Open a page in Chromium with a fresh profile; return what the server sends before the first choice and for it."""
    sent = Sent()
    with (
        served(site, sent.counting()) as address,
        sync_playwright() as playwright,
        profile() as home,
        visit(playwright, home, address) as context,
    ):
        opened = context.new_page()
        opened.goto(page)
        opened.wait_for_timeout(IDLE)
        before, saved = sum(sent.page) / 1024, sum(sent.background) / 1024
        answers = f"{len(sent.page)} answers; {saved:,.0f} KiB more in the background"
        opened.evaluate(IN_CHROMIUM)
        python = sum(sent.runtime) / 1e6
        return [
            Figure("before touch", f"{page} in Chromium", f"{before:,.1f} KiB brotli", answers, BEFORE_TOUCH),
            Figure(
                "on touch",
                f"Python, {page}",
                f"{python:,.2f} MB brotli",
                f"{len(sent.runtime)} answers",
                ON_TOUCH,
            ),
        ]


def measure(site: Path) -> list[Figure]:
    """Measure one page of each family."""
    return [figure for page in PAGES for figure in in_chromium(site, page)]
