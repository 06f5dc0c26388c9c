"""A source as a citation in six forms, with nothing added to its entry in the bibliography.

Which parts of a source were seen is given as a note in the forms for programs, and beside the lines on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import urlencode

import rispy
from pybtex.database import BibliographyData, Entry, Person
from pybtex.database.output.bibtex import Writer

from rulebook.domain.bibliography import titled, titled_tex, without_latex
from whister.reference.citable import curled
from whister.reference.styles import MONTH_NAMES, MONTHS, STYLES, csl_json, plain

if TYPE_CHECKING:
    from whister.reference.citable import Item

KINDS = {
    "article": ("article-journal", "JOUR"),
    "book": ("book", "BOOK"),
    "incollection": (
        "chapter",
        "CHAP",
    ),  # a style would take an encyclopedia's editor for the author of an unsigned article
    "manual": ("book", "BOOK"),
    "misc": ("document", "GEN"),
    "online": ("webpage", "ELEC"),
}
"""What each kind of entry is in CSL and in RIS."""

LANGUAGES = {
    "French": "fr",
    "German": "de",
    "Portuguese": "pt",
    "Russian": "ru",
    "Spanish": "es",
    "Swedish": "sv",
}
"""The codes of the languages of sources that are not in English. A style keeps the capitals of other languages."""

FIELDS = {
    "publisher": "publisher",
    "address": "publisher-place",
    "edition": "edition",
    "volume": "volume",
    "series": "collection-title",
    "isbn": "ISBN",
}
"""The fields that have another name in CSL."""

OWN = ("keywords", "note", "dated", "language", "titled", "through", "tier", "treats")
"""Our own fields, which are not part of a reference."""

NOT_ESTABLISHED = "year not established"
"""The text in place of the year of a work that must have a date, such as a book, but whose date is unknown here."""

RIS = {
    "title": "title",
    "container-title": "secondary_title",
    "publisher": "publisher",
    "publisher-place": "place_published",
    "edition": "edition",
    "volume": "volume",
    "issue": "number",
    "collection-title": "tertiary_title",
    "collection-number": "number",
    "ISBN": "issn",
    "language": "language",
}
"""The names of CSL's variables in the library that writes RIS."""


def item(entry: Entry) -> Item:
    """Return a source as an item of CSL-JSON, with only the fields in its entry."""
    fields = {name: _text(value) for name, value in entry.fields.items()}
    found: Item = {"id": entry.key, "type": KINDS[entry.type][0], "title": titled(entry)}
    for role in ("author", "editor"):
        if people := entry.persons.get(role):
            found[role] = [_person(one) for one in people]
    if entry.type == "manual" and "organization" in fields:
        found["author"] = [{"literal": fields["organization"]}]
    site = fields.get("organization") if entry.type == "online" else None
    if container := fields.get("booktitle") or fields.get("journal") or site:
        found["container-title"] = curled(container)
    found |= {name: curled(fields[field]) for field, name in FIELDS.items() if field in fields}
    if "number" in fields:
        found["issue" if entry.type == "article" else "collection-number"] = fields["number"]
    if "pages" in fields and entry.type in {"article", "incollection"}:
        found["page"] = _pages(fields)
    if "year" in fields:
        found["issued"] = {"date-parts": [_date(fields)]}
    elif not undated(entry):
        found["status"] = NOT_ESTABLISHED
    if "howpublished" in fields:
        found["medium"] = curled(fields["howpublished"])
    if "url" in entry.fields:
        found["URL"] = entry.fields["url"]
    found["language"] = LANGUAGES.get(fields.get("language", ""), "en")
    if note := seen(entry):
        found["note"] = curled(_text(note))
    return found


def _pages(fields: dict[str, str]) -> str:
    return fields["pages"].replace("--", "–")


def undated(entry: Entry) -> bool:
    """Return whether the work itself has no date, as is usual for a web page; the field `dated` can say otherwise."""
    usual = "none" if entry.type == "online" else "unknown"
    return bool(entry.fields.get("dated", usual) == "none")


def seen(entry: Entry) -> str:
    """Return the note on how much of a source was consulted, and the page through which it is known, if any, in TeX."""
    through = entry.fields.get("through")
    known = f"Known through {through}." if through else ""
    return " ".join(filter(None, [entry.fields.get("note", ""), known]))


def _date(fields: dict[str, str]) -> list[int]:
    """Return the year, then the month if it is known, then the day if it is known too."""
    date = [int(fields["year"])]
    if "month" in fields:
        date.append(MONTH_NAMES.index(fields["month"]) + 1)
        if "day" in fields:
            date.append(int(fields["day"]))
    return date


def _person(person: Person) -> dict[str, str]:
    """Return the parts of the name of a person, or the whole name of an organisation."""
    if not person.first_names and len(person.last_names) == 1:
        return {"literal": _text(person.last_names[0])}
    parts = {
        "family": person.last_names,
        "given": [*person.first_names, *person.middle_names],
        "non-dropping-particle": person.prelast_names,
    }
    return {name: _text(" ".join(words)) for name, words in parts.items() if words}


def _text(latex: str) -> str:
    return without_latex(latex).replace("\N{NO-BREAK SPACE}", " ")


def forms(entry: Entry) -> dict[str, str]:
    """Return the source in every form."""
    cited = item(entry)
    return {style: line(cited, style) for style in STYLES} | forms_of_data(entry)


def forms_of_data(entry: Entry) -> dict[str, str]:
    """Return the source in the forms that programs read."""
    cited = item(entry)
    if entry.type == "misc" and "pages" in entry.fields:  # a style would print a document's pages twice
        cited["page"] = _pages(dict(entry.fields))
    return {"bibtex": bibtex(entry), "ris": ris(cited, KINDS[entry.type][1]), "csl-json": csl_json(cited)}


EDITED = {"chicago": "{}, ed", "mla": "{}, editor", "apa": "{} (Ed.)"}
"""How each style names the editor of a work without an author; citeproc-py would repeat the name."""


def line(cited: Item, style: str) -> str:
    """Return the source as a line of a bibliography, with the capitals of its titles as entered.

    An unsigned article is listed under its title or the work that contains it, not under an editor.
    """
    if "author" in cited:
        return _two_bodies(plain(cited, style, verbatim=True), cited["author"])
    known = {name: value for name, value in cited.items() if name != "editor"}
    if "editor" in cited and cited["type"] == "book":
        (editor,) = cited["editor"]
        known["author"] = [{"literal": EDITED[style].format(_inverted(editor))}]
        return plain(known, style, verbatim=True)
    return _once(plain(known, style, verbatim=True), cited)


def _two_bodies(written: str, authors: list[dict[str, str]]) -> str:
    """Return a line without the comma that citeproc-py puts between two organisations."""
    names = [one.get("literal") for one in authors]
    if len(names) == 2 and all(names):
        return re.sub(rf"^{re.escape(str(names[0]))}, (?=and |& )", f"{names[0]} ", written)
    return written


def _once(written: str, cited: Item) -> str:
    """Return a line without the repeated title, since citeproc-py repeats the first part when there is no author."""
    leads = [cited[name] for name in ("title", "container-title") if name in cited]
    if before_the_year := re.match(r"(.*?)\.? \((?:n\.d\.|\d{4})\)", written):
        leads.insert(0, before_the_year[1])
    first = next((lead for lead in leads if written.lstrip("“").startswith(lead)), None)
    if first is None:
        return written
    again = re.compile(rf" “?{re.escape(first)}(?:[.,]?”[.,]?|[.,])?(?=\s|$)")
    found = again.search(written, len(first))
    return written[: found.start()] + written[found.end() :] if found else written


def bibtex(entry: Entry) -> str:
    """Return the bibliography entry without our own fields; notes go into ``annote``, which styles do not print."""
    kept = [(name, value) for name, value in entry.fields.items() if name not in OWN]
    kept = [(name, titled_tex(entry) if name == "title" else value) for name, value in kept]
    if note := seen(entry):
        kept.append(("annote", note))
    plainer = Entry(entry.type, kept, entry.persons)
    written: str = _AsItIs(encoding="utf-8").to_string(BibliographyData({entry.key: plainer}))
    return written


class _AsItIs(Writer):  # type: ignore[misc]
    """A writer that leaves fields unchanged, since they are already TeX, but writes a month as a macro."""

    def _write_field(self, stream: TextIO, type: str, value: str) -> None:  # noqa: A002 (pybtex's name)
        if type == "month":
            stream.write(f",\n    month = {MONTHS[MONTH_NAMES.index(value)]}")
        else:
            super()._write_field(stream, type, value)

    def _encode(self, text: str) -> str:
        return text


def ris(cited: Item, kind: str) -> str:
    """Return the item as an RIS record."""
    record: dict[str, Any] = {"type_of_reference": kind, "id": cited["id"]}
    record |= {name: cited[variable] for variable, name in RIS.items() if variable in cited}
    for role, name in (("author", "authors"), ("editor", "secondary_authors")):
        if role in cited:
            record[name] = [_inverted(one) for one in cited[role]]
    if "issued" in cited:
        (date,) = cited["issued"]["date-parts"]
        record["year"] = str(date[0])
        if len(date) == 3:
            record["date"] = "/".join(f"{part:02}" for part in date)
    if "page" in cited:
        record["start_page"], _, record["end_page"] = cited["page"].partition("–")
    if "URL" in cited:
        record["urls"] = [cited["URL"]]
    record["notes"] = [cited[name] for name in ("medium", "note") if name in cited]
    written: str = rispy.dumps([{name: value for name, value in record.items() if value}])
    return re.sub(r"^1\.\n", "", written)


def _inverted(person: dict[str, str]) -> str:
    last = " ".join(person[part] for part in ("non-dropping-particle", "family") if part in person)
    return person.get("literal") or ", ".join(filter(None, [last, person.get("given")]))


def coins(cited: Item) -> str:
    """Return the item as an OpenURL context object, for reference managers in the browser."""
    told = _of_the_web(cited) if cited["type"] == "webpage" else _of_print(cited)
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        *told,
        *_people(cited),
        ("rft.date", _iso(cited)),
        ("rft.language", cited["language"]),
        ("rft_id", cited.get("URL", "")),
    ]
    return urlencode([(name, value) for name, value in pairs if value])


def _of_the_web(cited: Item) -> Iterator[tuple[str, str]]:
    """Yield the description of a web page in Dublin Core, since OpenURL has no format for it; Zotero reads `type`."""
    yield "rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"
    yield "rft.type", "webpage"
    yield "rft.title", cited["title"]
    yield "rft.source", cited.get("container-title", "")
    yield "rft.identifier", cited.get("URL", "")


def _of_print(cited: Item) -> Iterator[tuple[str, str]]:
    inside, journal = "container-title" in cited, cited["type"] == "article-journal"
    outer = "rft.jtitle" if journal else "rft.btitle"
    yield "rft_val_fmt", f"info:ofi/fmt:kev:mtx:{'journal' if journal else 'book'}"
    document = "document" if cited["type"] == "document" else "book"
    yield "rft.genre", "article" if journal else "bookitem" if inside else document
    yield "rft.atitle" if inside else outer, cited["title"]
    yield outer, cited.get("container-title", "")
    yield "rft.pub", cited.get("publisher", "")
    yield "rft.place", cited.get("publisher-place", "")
    yield "rft.edition", cited.get("edition", "")
    yield "rft.volume", cited.get("volume", "")
    yield "rft.issue", cited.get("issue", "")
    yield "rft.series", cited.get("collection-title", "")
    yield "rft.pages", cited.get("page", "").replace("–", "-")
    yield "rft.isbn", cited.get("ISBN", "")


def _iso(cited: Item) -> str:
    return "-".join(f"{part:02}" for part in cited["issued"]["date-parts"][0]) if "issued" in cited else ""


def _people(cited: Item) -> Iterator[tuple[str, str]]:
    for one in cited.get("author", ()):
        yield ("rft.aucorp", one["literal"]) if "literal" in one else ("rft.au", _inverted(one))
