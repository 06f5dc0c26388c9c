"""Bytes that a reader loads before touching a table: a page, and what it names, and what that names in turn.

The runtime comes on touch alone, so it is counted apart. Sizes are those of the copies that the server sends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from tests.benchmarks.figures import Figure

LINKS = {"stylesheet", "modulepreload", "icon", "preload", "manifest"}
IN_CSS = re.compile(r"""@import\s+["']([^"']+)["']|url\(\s*["']?([^"')]+)["']?\s*\)""")
IN_SCRIPT = re.compile(r"""^\s*(?:import|export)\b[^;"'(]*["'](\.[^"']+)["']""", re.MULTILINE)


class Named(HTMLParser):
    """The addresses that a page makes the browser load."""

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
    """The page and every file that it loads by itself."""
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
    """The addresses in a page, a style sheet or a script."""
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
    """Bytes of the file as the server sends it to a browser that takes .br or .gz."""
    copy = file.with_name(file.name + suffix)
    return (copy if copy.is_file() else file).stat().st_size


def size(files: list[Path]) -> tuple[str, str]:
    """The two sizes of some files, in words."""
    br, gz = (sum(sent(file, suffix) for file in files) / 1000 for suffix in (".br", ".gz"))
    return f"{br:,.1f} kB brotli", f"{gz:,.1f} kB gzip, {len(files)} files"


def measure(site: Path) -> list[Figure]:
    """Every page with a table, the front page, and the runtime."""
    pages = [page for page in sorted(site.rglob("index.html")) if "<whister-table" in page.read_text("utf-8")]
    figures = []
    for page in dict.fromkeys([site / "index.html", *pages]):
        name = "/" + page.parent.relative_to(site).as_posix().strip(".")
        figures.append(Figure("before touch", name, *size(list(loaded(site, page)))))
    for runtime in site.glob("_runtime/*"):
        parts = [file for file in runtime.iterdir() if file.suffix not in {".br", ".gz"}]
        figures.append(Figure("on touch", "Python and the engine, once", *size(parts)))
    return figures
