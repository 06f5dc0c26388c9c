"""The pages of an EPUB bound into one HTML document, in the order of its spine.

Every page becomes a chapter. Anchors are made unique in the book, and a link to another chapter is marked, so that the
style sheet can add its page number. What can only be used on a screen is left out.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

from lxml import html

import whister
from _books.shortening import shorten
from whister.reference.names import names_of
from whister.reference.release import AUTHOR

OPF = "{http://www.idpf.org/2007/opf}"
#: Pages for a screen or for those who work on the site.
LEFT_OUT = re.compile(
    r"(search|genindex|nav|toc|cover|404|sources/.*|api|cards|proof|adding|embedding|command-line|take-away|cite|linking|compare\b.*|house-rules\b.*"
    r"|.*/which|_.*)\.xhtml$"
)
FIRST = ("index.xhtml", "evidence.xhtml")
"""The pages that a reader needs before the rules: the introduction, and the meaning of the marks beside the sources."""

PARTS = ("hearts", "boston", "rook", "whole")
"""The folders whose pages are the chapters of a part that their front page opens."""

INDEX = "index-of-names"
BIBLIOGRAPHY = "bibliography.xhtml"
SOURCE = "source-"
"""The beginning of a source's anchor on a rule set's page; in the bibliography the anchor is only the key."""


def bind(folder: Path, version: str, day: str) -> str:
    """Return the book in an EPUB's folder as one document, for a version and its date (``day``, ISO 8601).

    Raises ``ValueError`` if the spine names no page.
    """
    pages = sorted((page for page in spine(folder) if not LEFT_OUT.search(page)), key=_place)
    if not pages:
        raise ValueError(f"{folder}: the spine of content.opf names no page to print")
    chapters = [(page, _chapter(folder, page, pages)) for page in pages]
    _unlink_what_is_gone([chapter for _, chapter in chapters])
    contents = "\n".join(_line(page, chapter) for page, chapter in chapters)
    names = index_of_names(pages)
    if names:
        contents += f'\n<li class="part"><a href="#{INDEX}">Index of names</a></li>'
    body = "\n".join(html.tostring(chapter, encoding="unicode") for _, chapter in chapters)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Whister</title>'
        f'<meta name="author" content="{escape(AUTHOR)}">'
        '<meta name="description" content="The rules of Hearts, Boston and Rook, clause by clause, with their sources">'
        f'<meta name="dcterms.created" content="{escape(day)}"><meta name="dcterms.modified" content="{escape(day)}">'
        f"</head><body>\n{_title_page(version, day)}\n"
        f'<nav class="contents" id="contents"><h1>Contents</h1>\n<ol>\n{contents}\n</ol></nav>\n{body}\n{names}</body></html>\n'
    )


def spine(folder: Path) -> Iterator[str]:
    """Yield the pages of an EPUB's folder in reading order."""
    package = ET.parse(folder / "content.opf").getroot()
    places = {str(item.get("id")): str(item.get("href")) for item in package.iter(f"{OPF}item")}
    for item in package.iter(f"{OPF}itemref"):
        yield places[str(item.get("idref"))]


def _place(page: str) -> int:
    """Return the place of a page among the others: the named first pages, then the order of the spine."""
    return FIRST.index(page) if page in FIRST else len(FIRST)


def anchor(page: str, fragment: str = "") -> str:
    """Return the anchor in the book of a page, or of a place on it."""
    return page.removesuffix(".xhtml").replace("/", "-") + (f"--{fragment}" if fragment else "")


def index_of_names(pages: list[str]) -> str:
    """Return the last chapter: every name of a game in the book, in any language, with the page of each such game."""
    found: dict[str, dict[str, str]] = {}
    for id_ in whister.catalogue():
        if f"{id_}.xhtml" in pages:
            rules = whister.load(id_)
            for name in (rules.title, *rules.aliases, *(each.name for each in names_of(id_))):
                found.setdefault(name, {})[f"{id_}.xhtml"] = rules.title
    if not found:
        return ""
    lines = "\n".join(f"<li>{_indexed(name, found[name])}</li>" for name in sorted(found, key=_sorted))
    return (
        f'<section class="chapter opens-part" id="{INDEX}"><h1>Index of names</h1>\n'
        f'<ul class="index-of-names">\n{lines}\n</ul></section>\n'
    )


def _indexed(name: str, titles: dict[str, str]) -> str:
    """Return an index entry: a name, and the title and page of each game so called; a title equal to it is omitted."""
    pages = {title: f'<a class="page" href="#{anchor(page)}"></a>' for page, title in titles.items()}
    own = pages.pop(name, "")
    others = ", ".join(f"{escape(title)} {page}" for title, page in pages.items())
    return f"{escape(name)}{own and f' {own}'}{others and f': {others}'}"


def _sorted(name: str) -> str:
    """Return a name as it is sorted in an index, without accents and capitals."""
    plain = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _chapter(folder: Path, page: str, pages: list[str]) -> Any:
    """Return the article of a page as a chapter."""
    tree = html.document_fromstring((folder / page).read_bytes(), parser=html.HTMLParser(encoding="utf-8"))
    found = tree.xpath("//*[contains(concat(' ', @class, ' '), ' body ')]") or [tree.find("body")]
    chapter = found[0]
    chapter.tag = "section"
    shorten(chapter)
    for element in chapter.xpath(".//*[@id]"):
        element.set("id", anchor(page, element.get("id")))
    for image in chapter.xpath(".//img[@src]"):
        image.set("src", posixpath.normpath(posixpath.join(posixpath.dirname(page), image.get("src"))))
    for link in chapter.xpath(".//a[@href]"):
        _relink(link, page, pages)
    opens = page.endswith("/index.xhtml") or page.partition("/")[0] not in PARTS
    chapter.attrib.clear()
    chapter.set("class", f"chapter {'opens-part' if opens else 'of-part'}")
    chapter.set("id", anchor(page))
    return chapter


def _relink(link: Any, page: str, pages: list[str]) -> None:
    """Point each link of a page to its place in the book; a link to something not printed becomes plain text."""
    parts = urlsplit(link.get("href"))
    if parts.scheme or parts.netloc:
        return
    target = (
        posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
        if parts.path
        else page
    )
    if target not in pages:
        del link.attrib["href"]
        return
    fragment = unquote(parts.fragment)
    if fragment.startswith(SOURCE) and BIBLIOGRAPHY in pages:
        target, fragment = BIBLIOGRAPHY, fragment.removeprefix(SOURCE)
    link.set("href", "#" + anchor(target, fragment))
    if target not in (page, BIBLIOGRAPHY) and "internal" in (link.get("class") or ""):
        link.set("class", f"{link.get('class', '')} elsewhere".strip())


def _unlink_what_is_gone(chapters: list[Any]) -> None:
    """Take the address from each link to what the book leaves out."""
    ids = {f"#{name}" for chapter in chapters for name in chapter.xpath("descendant-or-self::*/@id")}
    for chapter in chapters:
        for link in chapter.xpath(".//a[starts-with(@href, '#')]"):
            if link.get("href") not in ids:
                del link.attrib["href"]
                link.set("class", (link.get("class") or "").replace("elsewhere", "").strip())


def _line(page: str, chapter: Any) -> str:
    """Return a chapter's line in the contents."""
    heading = chapter.find(".//h1")
    title = escape(" ".join(heading.text_content().split())) if heading is not None else page
    level = "part" if "opens-part" in chapter.get("class") else "inside"
    return f'<li class="{level}"><a href="#{anchor(page)}">{title}</a></li>'


def _title_page(version: str, day: str) -> str:
    return (
        '<section class="title-page"><p class="book-title">Whister</p>'
        '<p class="book-subtitle">The rules of Hearts, Boston and Rook,<br>clause by clause, with their sources</p>'
        f'<p class="book-edition">Version {escape(version)}, {escape(day)}</p>'
        f'<p class="book-note">{escape(AUTHOR)}. Texts under the Creative Commons licence CC BY 4.0, code under the '
        "MIT licence. A clause is cited by its address, such as hearts/black-lady#first-trick, which does not change.</p>"
        '<p class="book-leaves-out">A rule that one rule set takes over unchanged from another is named, with the page where it is '
        "printed. At most two cases of each clause are shown with their cards. The parameters of the rules and the tables "
        "to play at are on the website only.</p>"
        "</section>"
    )
