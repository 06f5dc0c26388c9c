"""Measures the bytes that a reader loads before touching a table: a page, its files, and the files that those name.

They are counted twice: here from the text of a page and of its files, and in `traffic.py` as Chromium asks for them.
Sizes are those of the compressed copies that the server sends, without the headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from tests.benchmarks import traffic
from tests.benchmarks.figures import Figure
from tests.benchmarks.traffic import BEFORE_TOUCH

LINKS = {"stylesheet", "modulepreload", "icon", "preload", "manifest"}
IN_CSS = re.compile(r"""@import\s+["']([^"']+)["']|url\(\s*["']?([^"')]+)["']?\s*\)""")
IN_SCRIPT = re.compile(r"""(?:^|;)\s*(?:import|export)\b[^;"'(]*["'](\.[^"']+)["']""", re.MULTILINE)


class Named(HTMLParser):
    """A parser that collects the addresses that a page makes the browser load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and LINKS & set((given.get("rel") or "").split()):
            self.found.append(given.get("href") or "")
        elif tag == "script" or (tag == "img" and given.get("loading") != "lazy"):
            self.found.append(given.get("src") or "")
        elif tag == "use":
            self.found.append(given.get("href") or "")


def loaded(site: Path, page: Path) -> Iterator[Path]:
    """Yield the page and every file that it loads by itself."""
    seen: set[Path] = set()
    waiting = [page]
    while waiting:
        file = waiting.pop()
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        yield file
        here = "/" + file.relative_to(site).as_posix()
        for address in named(file):
            parts = urlsplit(urljoin(here, address))
            if address and not parts.scheme and not parts.netloc and parts.path != here:
                waiting.append(site / unquote(parts.path).lstrip("/"))


def named(file: Path) -> list[str]:
    """Return the addresses that a page, a style sheet or a script loads."""
    if file.suffix == ".html":
        parser = Named()
        parser.feed(file.read_text(encoding="utf-8"))
        return parser.found
    if file.suffix == ".css":
        return [a or b for a, b in IN_CSS.findall(file.read_text(encoding="utf-8"))]
    if file.suffix in {".js", ".mjs"}:
        return IN_SCRIPT.findall(file.read_text(encoding="utf-8"))
    return []


def sent(file: Path, suffix: str) -> int:
    """Return the size in bytes of a file as the server sends it to a browser that accepts .br or .gz."""
    copy = file.with_name(file.name + suffix)
    return (copy if copy.is_file() else file).stat().st_size


def kibibytes(files: Iterable[Path], suffix: str) -> float:
    """Return the total size of some files in KiB, as the server sends them."""
    return sum(sent(file, suffix) for file in files) / 1024


def before_touch(site: Path, page: Path, what: str) -> Figure:
    """Return the figure of one page, with the files that its text names."""
    files = list(loaded(site, page))
    br, gz = kibibytes(files, ".br"), kibibytes(files, ".gz")
    address = f"/{page.parent.relative_to(site).as_posix().strip('.')}"
    more = f"{gz:,.1f} KiB gzip, {len(files)} files: {address}"
    return Figure("before touch", what, f"{br:,.1f} KiB brotli", more, BEFORE_TOUCH)


def measure(site: Path) -> list[Figure]:
    """Measure the front page, the middle one and the heaviest of the pages with a table, and what Chromium asks for."""
    tables = [page for page in site.rglob("index.html") if "<whister-table" in page.read_text("utf-8")]
    tables.sort(key=lambda page: kibibytes(loaded(site, page), ".br"))
    return [
        before_touch(site, site / "index.html", "the front page"),
        before_touch(site, tables[len(tables) // 2], f"of {len(tables)} pages with a table, the middle one"),
        before_touch(site, tables[-1], "of them, the heaviest"),
        *traffic.measure(site),
    ]
