"""The pages of an EPUB bound into one HTML document, in the order of its spine.

Every page becomes a chapter. Anchors are made the book's own, and a link to another chapter is marked, so that the style
sheet can say on which page it leads to. What only a screen can use is left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

from lxml import html

from whister.reference.release import AUTHOR

OPF = "{http://www.idpf.org/2007/opf}"
#: Pages for a screen or for those who work on the site.
LEFT_OUT = re.compile(
    r"(search|genindex|nav|toc|cover|404|sources/.*|api|adding|embedding|command-line|take-away|cite|compare\b.*|house-rules\b.*"
    r"|.*/which|_.*)\.xhtml$"
)
CASES = 2
PARTS = {"hearts": "Hearts", "boston": "Boston", "rook": "Rook"}
NOT_PRINTED = (
    ".//script|.//style|.//button|.//form|.//nav|.//a[contains(concat(' ', @class, ' '), ' headerlink ')]"
)


def bind(folder: Path, version: str) -> str:
    """The book of an EPUB's folder as one document. Raises ``ValueError`` where the spine names no page."""
    pages = [page for page in spine(folder) if not LEFT_OUT.search(page)]
    if not pages:
        raise ValueError(f"{folder}: the spine of content.opf names no page to print")
    chapters = [(page, _chapter(folder, page, pages)) for page in pages]
    contents = "\n".join(_line(page, chapter) for page, chapter in chapters)
    body = "\n".join(html.tostring(chapter, encoding="unicode") for _, chapter in chapters)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Whister</title>'
        f'<meta name="author" content="{escape(AUTHOR)}">'
        '<meta name="description" content="The rules of Hearts, Boston and Rook, clause by clause, with their sources">'
        f"</head><body>\n{_title_page(version)}\n"
        f'<nav class="contents" id="contents"><h1>Contents</h1>\n<ol>\n{contents}\n</ol></nav>\n{body}\n</body></html>\n'
    )


def spine(folder: Path) -> Iterator[str]:
    """The pages of an EPUB's folder in reading order."""
    package = ET.parse(folder / "content.opf").getroot()
    places = {str(item.get("id")): str(item.get("href")) for item in package.iter(f"{OPF}item")}
    for item in package.iter(f"{OPF}itemref"):
        yield places[str(item.get("idref"))]


def anchor(page: str, fragment: str = "") -> str:
    """The anchor in the book of a page, or of a place on it."""
    return page.removesuffix(".xhtml").replace("/", "-") + (f"--{fragment}" if fragment else "")


def _chapter(folder: Path, page: str, pages: list[str]) -> Any:
    """The article of a page as a chapter."""
    tree = html.document_fromstring((folder / page).read_bytes(), parser=html.HTMLParser(encoding="utf-8"))
    found = tree.xpath("//*[contains(concat(' ', @class, ' '), ' body ')]") or [tree.find("body")]
    chapter = found[0]
    chapter.tag = "section"
    for part in chapter.xpath(NOT_PRINTED):
        if part.getparent() is not None:
            part.drop_tree()
    for element in chapter.xpath(".//*[@id]"):
        element.set("id", anchor(page, element.get("id")))
    for details in chapter.xpath(".//details"):
        details.set("open", "")
    for clause in chapter.xpath(".//section[contains(concat(' ', @class, ' '), ' clause ')]"):
        _shorten(clause)
    for image in chapter.xpath(".//img[@src]"):
        image.set("src", posixpath.normpath(posixpath.join(posixpath.dirname(page), image.get("src"))))
    for link in chapter.xpath(".//a[@href]"):
        _relink(link, page, pages)
    family = PARTS.get(page.partition("/")[0], "")
    opens = page.endswith("/index.xhtml") or not family
    chapter.attrib.clear()
    chapter.set("class", f"chapter {'opens-part' if opens else 'of-part'}")
    chapter.set("id", anchor(page))
    return chapter


def _shorten(clause: Any) -> None:
    """Of a clause that is taken over as it stands leave its title, its text and where it is printed in full.

    Of the cases of any other leave the first two with cards: a book is no file of tests.
    """
    inherited = clause.xpath(".//span[contains(concat(' ', @class, ' '), ' badge-inherited ')]")
    if inherited and inherited[0].getparent().find(".//a[@href]") is not None:
        clause.set("class", f"{clause.get('class')} taken-over")
        for part in clause.xpath("./*[not(self::h3 or self::h4 or self::h5)]"):
            kept = {"clause-text", "clause-remark"} & set((part.get("class") or "").split())
            if not kept or ("clause-remark" in kept and inherited[0] not in list(part.iter())):
                clause.remove(part)
        return
    shown = gone = 0
    for case in clause.xpath(".//ul[contains(@class, 'rule-cases')]/li"):
        shown += bool(case.xpath(".//img"))
        if shown > CASES:
            case.getparent().remove(case)
            gone += 1
    if gone and (summary := clause.find(".//summary")) is not None:
        summary.text = f"{summary.text}; {gone} left out of the book"


def _relink(link: Any, page: str, pages: list[str]) -> None:
    """Let a link of a page lead to its place in the book; a link to what is not printed is no link any more."""
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
    link.set("href", "#" + anchor(target, unquote(parts.fragment)))
    if target != page and "internal" in (link.get("class") or ""):
        link.set("class", f"{link.get('class', '')} elsewhere".strip())


def _line(page: str, chapter: Any) -> str:
    """A chapter's line in the contents."""
    heading = chapter.find(".//h1")
    title = escape(" ".join(heading.text_content().split())) if heading is not None else page
    level = "part" if "opens-part" in chapter.get("class") else "inside"
    return f'<li class="{level}"><a href="#{anchor(page)}">{title}</a></li>'


def _title_page(version: str) -> str:
    return (
        '<section class="title-page"><p class="book-title">Whister</p>'
        '<p class="book-subtitle">The rules of Hearts, Boston and Rook,<br>clause by clause, with their sources</p>'
        f'<p class="book-edition">Version {escape(version)}</p>'
        f'<p class="book-note">{escape(AUTHOR)}. Texts under the Creative Commons licence CC BY 4.0, code under the '
        "MIT licence. A clause is cited by its address, such as hearts/black-lady#first-trick, which does not change.</p>"
        "</section>"
    )
