"""A built site as browsers receive it: pages by address, their elements, links and files."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup, Tag
from lxml import html

IMPORT = re.compile(rb"""(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["']([^"']+)["']""")
"""A static import of a JavaScript module."""


@dataclass(frozen=True)
class Link:
    """An address that a page mentions, and the element that mentions it."""

    element: str
    url: str
    loads: bool
    """Whether the browser fetches it to show the page."""


class Page:
    """One page of the site. `address` is relative to the site's root: `hearts/black-lady/`."""

    def __init__(self, address: str, path: Path) -> None:
        self.address = address
        self.path = path

    def __repr__(self) -> str:
        return f"<page /{self.address}>"

    @cached_property
    def soup(self) -> BeautifulSoup:
        """The elements of the page, for tests that examine only a few pages."""
        return BeautifulSoup(self.path.read_bytes(), "html.parser")

    @cached_property
    def _tree(self) -> html.HtmlElement:
        return html.document_fromstring(self.path.read_bytes(), parser=html.HTMLParser(encoding="utf-8"))

    def select(self, selector: str) -> list[html.HtmlElement]:
        """Return the elements of a selector, in a twentieth of the time that `soup` takes; for tests of all pages."""
        return list(self._tree.cssselect(selector))

    @cached_property
    def ids(self) -> list[str]:
        """Every id on the page, repeats included."""
        return [str(element.get("id")) for element in self.select("[id]")]

    @cached_property
    def _by_id(self) -> dict[str, Tag]:
        return {str(element["id"]): element for element in reversed(self.soup.find_all(id=True))}

    @cached_property
    def links(self) -> list[Link]:
        """Every address that the page mentions, as written there."""
        return list(self._links())

    def _links(self) -> Iterator[Link]:
        for element in self.select("[href]"):
            loads = element.tag not in {"a", "area"} and "canonical" not in element.get("rel", "").split()
            yield Link(element.tag, element.get("href", ""), loads)
        for element in self.select("[src]"):
            yield Link(element.tag, element.get("src", ""), True)
        for element in self.select("form[action]"):
            yield Link("form", element.get("action", ""), False)

    def element(self, name: str) -> Tag:
        """Return the element with an id; fail with a message if there is none."""
        assert name in self._by_id, f"{self} has no element with the id {name!r}"
        return self._by_id[name]


class Site:
    """A folder of pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def pages(self) -> dict[str, Page]:
        """Every page by its address."""
        found: dict[str, Page] = {}
        for path in sorted(self.folder.rglob("*.html")):
            place = path.relative_to(self.folder).as_posix()
            if not place.startswith(("_runtime/", "_static/")):
                found[place.removesuffix("index.html")] = Page(place.removesuffix("index.html"), path)
        return found

    @cached_property
    def read(self) -> list[Page]:
        """The pages for readers: all except the tables for frames in other sites."""
        return [page for address, page in self.pages.items() if not address.startswith("embed/")]

    def page(self, address: str) -> Page:
        """Return the page at an address; fail with a message if there is none."""
        assert address in self.pages, f"the site has no page /{address}; it has {', '.join(self.pages)}"
        return self.pages[address]

    def find(self, page: Page, url: str) -> tuple[str, str]:
        """Return where an address on a page leads, as a path from the site's root and a fragment."""
        parts = urlsplit(urljoin("/" + page.address, url))
        return unquote(parts.path).lstrip("/"), unquote(parts.fragment)

    def file(self, place: str) -> Path:
        """Return the file that a server sends for a path."""
        path = self.folder / place
        return path / "index.html" if place == "" or place.endswith("/") else path

    def weight(self, page: Page) -> dict[str, int]:
        """Return the files that a first visit to a page loads, each with its size in bytes after gzip."""
        loaded = {self.file(page.address): None}
        for link in page.links:
            if link.loads and link.element in {"link", "script", "img"} and self._is_shown(page, link):
                self._load(self.file(self.find(page, link.url)[0]), loaded)
        return {
            path.relative_to(self.folder).as_posix(): len(gzip.compress(path.read_bytes(), 9, mtime=0))
            for path in loaded
        }

    def _is_shown(self, page: Page, link: Link) -> bool:
        if link.element != "link":
            return True
        shown = {"stylesheet", "icon", "modulepreload"}
        (rel, *_) = (each.get("rel", "") for each in page.select("link") if each.get("href") == link.url)
        return not shown.isdisjoint(rel.split())

    def _load(self, path: Path, loaded: dict[Path, None]) -> None:
        """Add a file and the modules it imports."""
        if path in loaded:
            return
        loaded[path] = None
        if path.suffix == ".mjs":
            for name in IMPORT.findall(path.read_bytes()):
                if name.startswith(b"."):
                    self._load((path.parent / name.decode()).resolve(), loaded)
