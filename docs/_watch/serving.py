"""The server of a site that changes: like the public one, with a script in each page that receives the changes.

None of this is part of the site: the script has an address that exists only on this server, and it obeys the same
Content-Security-Policy.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from whister.cli.server import Handler, Server

HERE = Path(__file__).parent
EVENTS = "/_watch/events"
OWN = {"/_watch/reload.mjs": "reload.mjs", "/_watch/watch.css": "watch.css", "/sw.js": "sw.js"}
INTO_PAGES = '<link rel="stylesheet" href="/_watch/watch.css"><script type="module" src="/_watch/reload.mjs?after={}"></script>'
"""The tags added to each page, with the number of the last news that the page already includes."""
_DIGITS = 20
BEAT = 10.0  # seconds between two signs of life, by which the server notices that a page was closed


class News:
    """The news for the pages: what has changed, what is wrong, what is still being built."""

    def __init__(self) -> None:
        self._told = threading.Condition()
        self._number = time.time_ns() // 1_000_000  # higher than the numbers of an earlier server
        self._changes: list[tuple[int, list[str]]] = []
        self._state = {"trouble": "", "building": ""}
        self._open: Counter[str] = Counter()

    def changed(self, places: list[str]) -> None:
        """Announce changed files of the site, by their paths from its root."""
        with self._told:
            self._number += 1
            self._changes = [*self._changes[-100:], (self._number, places)]
            self._told.notify_all()

    def state(self, **now: str) -> None:
        """Report trouble, or what is being built; empty if there is none."""
        with self._told:
            self._number += 1
            self._state |= now
            self._told.notify_all()

    def since(self, number: int, patience: float) -> tuple[int, list[str], dict[str, str]]:
        """Wait for news after a number; return the last number, the places that changed, and the state."""
        with self._told:
            self._told.wait_for(lambda: self._number > number, patience)
            places = [place for at, some in self._changes if at > number for place in some]
            return self._number, places, dict(self._state)

    @contextmanager
    def shown(self, page: str) -> Iterator[None]:
        """Count a page as open meanwhile, by its address from the root of the site."""
        with self._told:
            self._open[page] += 1
        try:
            yield
        finally:
            with self._told:
                self._open[page] -= 1

    def open_pages(self) -> set[str]:
        """Return the addresses of the open pages, without slashes around them."""
        with self._told:
            return {page.strip("/") for page, readers in self._open.items() if readers > 0}

    @property
    def number(self) -> int:
        """The number of the last news."""
        with self._told:
            return self._number


class Watched(Handler):
    """A handler that answers as the public server does, and sends the news."""

    news: News

    def _answer(self, *, body: bool) -> None:
        path = urlsplit(self.path).path
        if path not in {EVENTS, *OWN} or not self._meant(None):
            super()._answer(body=body)
        elif path in OWN:
            self._whole((HERE / OWN[path]).read_bytes(), path.rpartition(".")[2], body=body)
        elif body:
            self._tell()

    def _tell(self) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self._common()
        self.end_headers()
        number, last = self._known(), None
        with self.news.shown(self._asked("page")):
            while True:
                number, places, state = self.news.since(number, BEAT if last is not None else 0.0)
                if places:
                    self._event("changed", places, number)
                if state != last:
                    self._event("state", state)
                last = state
                self.wfile.write(b":\n\n")

    def _asked(self, name: str) -> str:
        return parse_qs(urlsplit(self.path).query).get(name, [""])[0]

    def _known(self) -> int:
        """Return the number of the last news that a page has, from its broken connection or from when it was read."""
        said = self.headers.get("Last-Event-ID") or self._asked("after")
        return int(said) if said.isdecimal() and len(said) < _DIGITS else self.news.number

    def _event(self, name: str, told: object, number: int | None = None) -> None:
        counted = f"id: {number}\n" if number is not None else ""
        self.wfile.write(f"{counted}event: {name}\ndata: {json.dumps(told)}\n\n".encode())

    def _send(self, status: HTTPStatus, file: Path, *, body: bool) -> bool:
        if file.suffix != ".html":
            return super()._send(status, file, body=body)
        known = self.news.number  # noted before reading: a change in between is sent again
        try:
            page = file.read_bytes()
        except OSError:
            return False
        at = page.rfind(b"</body>")
        page = page[:at] + INTO_PAGES.format(known).encode() + page[at:] if at >= 0 else page
        self._whole(page, "html", status, body=body)
        return True

    def _whole(self, text: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK, *, body: bool) -> None:
        kinds = {"html": "text/html", "css": "text/css", "js": "text/javascript", "mjs": "text/javascript"}
        self.send_response(status)
        self.send_header("Content-Type", f"{kinds[kind]}; charset=utf-8")
        self._common()
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if body:
            self.wfile.write(text)

    def _chosen(self, file: Path) -> tuple[Path, str]:
        return file, ""  # without the compressed copies


def start(site: Path, news: News, port: int) -> Server:
    """Return a server of the changing site, bound to a port of 127.0.0.1; the caller runs serve_forever()."""
    handler: Any = type("WatchedSite", (Watched,), {"site": site.resolve(), "news": news})
    return Server(("127.0.0.1", port), handler)
