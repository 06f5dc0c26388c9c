"""A source itself as a citation in six forms: an entry of the bibliography in other words, with nothing added to it.

What was seen of a source, and which of its pages say what, is told of the rules and not of the source: it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import rispy
from pybtex.database import BibliographyData, Entry, Person
from pybtex.database.output.bibtex import Writer
from pybtex.richtext import Text

from whister.reference.citable import curled
from whister.reference.styles import STYLES, csl_json, plain

if TYPE_CHECKING:
    from whister.reference.citable import Item

KINDS = {
    "article": ("article-journal", "JOUR"),
    "book": ("book", "BOOK"),
    "incollection": (
        "chapter",
        "CHAP",
    ),  # a style takes the editor of an encyclopedia for the author of what is unsigned
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
"""The languages of sources that are not in English. A style leaves the capitals of other languages alone."""

FIELDS = {
    "publisher": "publisher",
    "address": "publisher-place",
    "edition": "edition",
    "volume": "volume",
    "series": "collection-title",
    "isbn": "ISBN",
}
"""The fields that are another word in CSL."""

OWN = ("keywords", "note", "dated", "language")
"""Fields of ours, which are no part of a reference."""

RIS = {
    "title": "title",
    "container-title": "secondary_title",
    "publisher": "publisher",
    "publisher-place": "place_published",
    "edition": "edition",
    "volume": "volume",
    "issue": "number",
    "collection-title": "tertiary_title",
    "ISBN": "issn",
    "language": "language",
}
"""What CSL's variables are called by the library that writes RIS."""


def item(entry: Entry) -> Item:
    """A source as an item of CSL-JSON. What its entry does not know is left out."""
    fields = {name: _text(value) for name, value in entry.fields.items()}
    found: Item = {"id": entry.key, "type": KINDS[entry.type][0], "title": curled(fields["title"])}
    for role in ("author", "editor"):
        if people := entry.persons.get(role):
            found[role] = [_person(one) for one in people]
    if container := fields.get("booktitle") or fields.get("journal") or _site(entry, fields):
        found["container-title"] = curled(container)
    found |= {name: curled(fields[field]) for field, name in FIELDS.items() if field in fields}
    if "number" in fields:
        found["issue" if entry.type == "article" else "collection-number"] = fields["number"]
    if "pages" in fields and entry.type in {"article", "incollection"}:
        found["page"] = fields["pages"].replace("--", "–")
    if "year" in fields:
        found["issued"] = {"date-parts": [[int(fields["year"])]]}
    if "howpublished" in fields and "container-title" not in found:
        found["medium"] = curled(fields["howpublished"])
    if "url" in entry.fields:
        found["URL"] = entry.fields["url"]
    found["language"] = LANGUAGES.get(fields.get("language", ""), "en")
    return found


def _site(entry: Entry, fields: dict[str, str]) -> str:
    """The site that a page is on; of other things, who made them is no larger work."""
    return (fields.get("organization") or fields.get("howpublished") or "") if entry.type == "online" else ""


def _person(person: Person) -> dict[str, str]:
    """A person, or a body, which stands in braces."""
    if not person.first_names and len(person.last_names) == 1:
        return {"literal": _text(person.last_names[0])}
    parts = {
        "family": person.last_names,
        "given": [*person.first_names, *person.middle_names],
        "non-dropping-particle": person.prelast_names,
    }
    return {name: _text(" ".join(words)) for name, words in parts.items() if words}


def _text(latex: str) -> str:
    return str(Text.from_latex(latex)).replace("\N{NO-BREAK SPACE}", " ")


def forms(entry: Entry) -> dict[str, str]:
    """The source in every form."""
    cited = item(entry)
    return {style: line(cited, style) for style in STYLES} | forms_of_data(entry)


def forms_of_data(entry: Entry) -> dict[str, str]:
    """The source in the forms that programs read."""
    cited = item(entry)
    return {"bibtex": bibtex(entry), "ris": ris(cited, KINDS[entry.type][1]), "csl-json": csl_json(cited)}


EDITED = {"chicago": "{}, ed", "mla": "{}, editor", "apa": "{} (Ed.)"}
"""How a style names the editor of a work that has no author; citeproc-py would name him twice."""


def line(cited: Item, style: str) -> str:
    """The source as a line of a bibliography, its titles with the capitals that they have here.

    An unsigned article goes by its title or its work, whoever edited that.
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
    """A line in which two names that are not turned round have no comma between them: citeproc-py puts one there."""
    names = [one.get("literal") for one in authors]
    if len(names) == 2 and all(names):
        return re.sub(rf"^{re.escape(str(names[0]))}, (?=and |& )", f"{names[0]} ", written)
    return written


def _once(written: str, cited: Item) -> str:
    """A line without the second telling of what stands first for want of an author, which citeproc-py does not leave out."""
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
    """The entry as the bibliography has it, without what is ours."""
    kept = [(name, value) for name, value in entry.fields.items() if name not in OWN]
    plainer = Entry(entry.type, kept, entry.persons)
    written: str = _AsItIs(encoding="utf-8").to_string(BibliographyData({entry.key: plainer}))
    return written


class _AsItIs(Writer):  # type: ignore[misc]
    """The fields are TeX already: nothing in them is to be written otherwise."""

    def _encode(self, text: str) -> str:
        return text


def ris(cited: Item, kind: str) -> str:
    """The item as a record of RIS."""
    record: dict[str, Any] = {"type_of_reference": kind, "id": cited["id"]}
    record |= {name: cited[variable] for variable, name in RIS.items() if variable in cited}
    for role, name in (("author", "authors"), ("editor", "secondary_authors")):
        if role in cited:
            record[name] = [_inverted(one) for one in cited[role]]
    if "issued" in cited:
        record["year"] = str(cited["issued"]["date-parts"][0][0])
    if "page" in cited:
        record["start_page"], _, record["end_page"] = cited["page"].partition("–")
    if "URL" in cited:
        record["urls"] = [cited["URL"]]
    if "medium" in cited:
        record["notes"] = [cited["medium"]]
    written: str = rispy.dumps([{name: value for name, value in record.items() if value}])
    return re.sub(r"^1\.\n", "", written)


def _inverted(person: dict[str, str]) -> str:
    last = " ".join(person[part] for part in ("non-dropping-particle", "family") if part in person)
    return person.get("literal") or ", ".join(filter(None, [last, person.get("given")]))


def coins(cited: Item) -> str:
    """The item as an OpenURL context object, for reference managers in the browser."""
    inside = "container-title" in cited
    journal = cited["type"] == "article-journal"
    outer, inner = ("rft.jtitle", "rft.atitle") if journal else ("rft.btitle", "rft.atitle")
    titles = (
        [(inner, cited["title"]), (outer, cited["container-title"])] if inside else [(outer, cited["title"])]
    )
    genre = "article" if journal else "bookitem" if inside else "book"
    pairs = [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", f"info:ofi/fmt:kev:mtx:{'journal' if journal else 'book'}"),
        ("rft.genre", genre),
        *titles,
        *_people(cited),
        ("rft.date", str(cited["issued"]["date-parts"][0][0]) if "issued" in cited else ""),
        ("rft.pub", cited.get("publisher", "")),
        ("rft.place", cited.get("publisher-place", "")),
        ("rft.edition", cited.get("edition", "")),
        ("rft.volume", cited.get("volume", "")),
        ("rft.pages", cited.get("page", "").replace("–", "-")),
        ("rft.isbn", cited.get("ISBN", "")),
        ("rft_id", cited.get("URL", "")),
    ]
    return urlencode([(name, value) for name, value in pairs if value])


def _people(cited: Item) -> Iterator[tuple[str, str]]:
    for one in cited.get("author", ()):
        yield ("rft.aucorp", one["literal"]) if "literal" in one else ("rft.au", _inverted(one))
