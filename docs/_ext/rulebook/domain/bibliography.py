"""The names and references of sources: one style for citations, source lines and the bibliography page.

A source is named by its author and year (`Foster 1909`), or by author and title if the year is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import pybtex.plugin
from docutils import nodes
from pybtex.backends.plaintext import Backend as PlainText
from pybtex.database import Entry, parse_file
from pybtex.richtext import HRef, Tag, Text
from pybtex.style import FormattedEntry
from pybtex.style.formatting import BaseStyle
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.sorting import BaseSortingStyle
from pybtex_docutils import Backend
from sphinxcontrib.bibtex.domain import BibtexDomain

from rulebook.base.nodes import curled
from whister.reference.bibliography import Work

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator

PAGED = {"book", "booklet", "article", "incollection", "inbook", "inproceedings", "manual"}
"""Kinds of source in which a statement has a page."""

READ_AS_LATEX = re.compile(r"""[\\{}$~%&#^_`'"<>|]|--|\s\s|^\s|\s$""")
"""Characters that LaTeX does not print unchanged."""

APOSTROPHE = re.compile(r"(?<!')'(?!')")
"""A single quotation mark that is not half of a TeX quotation mark."""

SHORT_TITLE = 36
"""The longest title in a label, in characters; a longer one is cut at its colon, or else after a word."""


def entries(env: BuildEnvironment) -> dict[str, Entry]:
    """Return every source of the bibliography by key."""
    found: dict[str, Entry] = cast(BibtexDomain, env.domains["cite"]).bibdata.data.entries
    return found


def is_paged(entry: Entry) -> bool:
    """Return whether statements of this source are cited by page."""
    return entry.type in PAGED or entry.fields.get("type") in PAGED


def label(entry: Entry) -> str:
    """Return the name of a source in running text: `Foster 1909`, `Wikipedia, Black Lady`.

    An unsigned article is named after the work that contains it: `Encyclopaedia Britannica 1911`. The year of a later
    edition is marked as such: `Pushkin, edition of 1975`.
    """
    name = _names(entry) or without_latex(entry.fields.get("organization", ""))
    work = "" if name else entry.fields.get("booktitle", "")
    title = _short(curled(without_latex(work or entry.fields.get("title", ""))))
    year = dated(entry)
    if year:
        return f"{name or title}{', ' if of_edition(entry) else ' '}{year}"
    if name:
        return f"{name}, {title}"
    site = _site(entry.fields.get("url", ""))
    return f"{title} ({site})" if site and not is_paged(entry) else title


def dated(entry: Entry) -> str:
    """Return the year of a source, as `edition of 1975` if it is only the edition's; empty if it has none."""
    year: str = entry.fields.get("year", "")
    return f"edition of {year}" if of_edition(entry) else year


def of_edition(entry: Entry) -> bool:
    """Return whether the field `dated` marks the year of a source as that of an edition much later than the work."""
    return bool(entry.fields.get("dated") == "edition")


def titled(entry: Entry) -> str:
    """Return the title of a source; a title that was not seen is in brackets, with the text of the field `titled`."""
    title = curled(without_latex(entry.fields.get("title", "")))
    return f"[{title}, title {entry.fields['titled']}]" if "titled" in entry.fields else title


def titled_tex(entry: Entry) -> str:
    """Return the same title in TeX."""
    title: str = entry.fields["title"]
    if "titled" not in entry.fields:
        return title
    return f"{{[{title.removeprefix('{').removesuffix('}')}, title {entry.fields['titled']}]}}"


def labels(every: Iterable[Entry]) -> dict[str, str]:
    """Map keys to labels; equal labels are distinguished by (a), (b), (c) in the order of their keys."""
    found: dict[str, list[str]] = {}
    for entry in sorted(every, key=lambda entry: str(entry.key)):
        found.setdefault(label(entry), []).append(entry.key)
    return {
        key: shared if len(keys) == 1 else f"{shared} ({chr(ord('a') + number)})"
        for shared, keys in found.items()
        for number, key in enumerate(keys)
    }


def reference_nodes(entry: Entry, *, note: bool = True) -> list[nodes.Node]:
    """Return the full reference of a source as inline nodes, with or without the note on how much was consulted."""
    if not note:
        fields = [(name, value) for name, value in entry.fields.items() if name != "note"]
        entry = Entry(entry.type, fields, entry.persons)
    formatted = _style().format_entry("", entry)
    return cast(list[nodes.Node], formatted.text.render(Backend()))


def works(file: Path) -> dict[str, Work]:
    """Return every source of a BibTeX file in the form used by the package."""
    every = parse_file(str(file)).entries
    named = labels(every.values())
    return {
        key: Work(
            key,
            named[key],
            "".join(node.astext() for node in reference_nodes(entry)),
            entry.fields.get("tier", ""),
            tuple(filter(None, entry.fields.get("treats", "").split(", "))),
        )
        for key, entry in every.items()
    }


@cache
def _style() -> WhisterStyle:
    """Return the style of all references, cached because making it takes longer than using it."""
    return WhisterStyle()


def note_nodes(entry: Entry) -> list[nodes.Node]:
    """Return the note on how much of a source was consulted; empty if it has none."""
    return cast(list[nodes.Node], from_latex(entry.fields.get("note", "")).render(Backend()))


def _names(entry: Entry) -> str:
    """Return the authors in short form; for a work without any, its editors, but not those of a containing work."""
    edited = [] if "booktitle" in entry.fields else entry.persons.get("editor", [])
    people = entry.persons.get("author") or edited
    names = [without_latex(" ".join([*person.prelast_names, *person.last_names])) for person in people]
    names = [name.removesuffix(" contributors") for name in names]
    return names[0] + " et al." if len(names) > 2 else " and ".join(names)


def _site(url: str) -> str:
    """Return the name of a site as a browser shows it, in its own script instead of the encoded form."""
    return urlsplit(url).netloc.removeprefix("www.").encode("idna").decode("idna")


@cache
def from_latex(text: str) -> Text:
    """Return a text from the bibliography as rich text, parsed as LaTeX if it has any markup."""
    return Text.from_latex(text) if READ_AS_LATEX.search(text) else Text(text)


def without_latex(latex: str) -> str:
    """Return a text from the bibliography without markup."""
    return str(from_latex(latex))


def _short(title: str) -> str:
    if bracketed := re.fullmatch(r"\[([^][]*)\]", title):
        title = bracketed[1]
    if len(title) <= SHORT_TITLE:
        return title
    head, colon, _ = title.partition(": ")
    return head if colon and len(head) <= SHORT_TITLE else title[:SHORT_TITLE].rsplit(" ", 1)[0] + " …"


class AuthorYear(BaseLabelStyle):  # type: ignore[misc]
    """A label style that names every source by author and year."""

    def format_labels(self, sorted_entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the labels in the order of the entries."""
        every = list(sorted_entries)
        named = labels(every)
        for entry in every:
            yield named[entry.key]


class ByName(BaseSortingStyle):  # type: ignore[misc]
    """A sorting style that orders sources by their labels, and equal labels by their keys."""

    def sorting_key(self, entry: Entry) -> tuple[str, str]:
        """Return the label, ignoring case, and the key."""
        return label(entry).casefold(), str(entry.key)


class WhisterStyle(BaseStyle):  # type: ignore[misc]
    """One format for every kind of source: author, title, place, date, pages, address, note on the parts consulted."""

    default_label_style = AuthorYear
    default_sorting_style = ByName

    def format_entry(self, label: str, entry: Entry, bib_data: Any = None) -> Any:
        """Format one source; missing fields are left out."""
        return FormattedEntry(entry.key, Text(*self._sentences(entry)), label)

    def _sentences(self, entry: Entry) -> Iterator[Any]:
        def field(name: str) -> Text:
            return from_latex(APOSTROPHE.sub("’", entry.fields.get(name, "")))

        authors, editors = (self._people(entry, role) for role in ("author", "editor"))
        if authors or (editors and "booktitle" not in entry.fields):
            yield Text(authors or f"{editors} (ed.)", ". ")
        if title := field("title"):
            if "titled" in entry.fields:
                title = Text(titled(entry))
            is_title = not str(title).startswith("[")
            yield Text(Tag("em", title) if is_title else title, " " if str(title)[-1] in "?!." else ". ")
        if booktitle := field("booktitle"):
            yield Text("In ", Tag("em", booktitle), f", ed. {editors}. " if editors else ". ")
        where = [field("journal"), field("series"), *self._counted(entry), field("organization")]
        where += [field("howpublished"), field("publisher"), field("address"), Text(dated(entry))]
        stated = [part for part in where if part]
        if stated:
            yield Text(Text(", ").join(stated), ". ")
        if pages := entry.fields.get("pages"):
            yield Text(page_text(pages), ". ")
        if isbn := entry.fields.get("isbn"):
            yield Text(f"ISBN {isbn}. ")
        if language := entry.fields.get("language"):
            yield Text(f"In {language}. ")
        if url := entry.fields.get("url"):
            yield Text(HRef(url, url), ". ")
        if through := entry.fields.get("through"):
            yield Text("Known through ", HRef(through, through), ". ")
        if note := field("note"):
            yield note

    def _people(self, entry: Entry, role: str) -> str:
        people = entry.persons.get(role, [])
        names = (" ".join([*p.first_names, *p.middle_names, *p.prelast_names, *p.last_names]) for p in people)
        return ", ".join(without_latex(APOSTROPHE.sub("’", name)) for name in names)

    def _counted(self, entry: Entry) -> Iterator[Text]:
        for name, words in (("edition", "{} ed."), ("volume", "vol. {}"), ("number", "no. {}")):
            if value := entry.fields.get(name):
                yield from_latex(words.format(value))


def page_text(pages: str) -> str:
    """Return `p. 356` or `pp. 234–240`, whichever kind of dash the record uses."""
    pages = pages.replace("--", "–").replace("-", "–").replace("\\,", " ")
    several = any(mark in pages for mark in "–,")
    return f"{'pp.' if several else 'p.'} {pages}"


def _visit_citation(self: HTML5Translator, node: nodes.citation) -> None:
    """Open an item of the citation list, as `listitem`: `doc-biblioentry` is not allowed in a list."""
    if not isinstance(node.previous_sibling(), nodes.citation):
        self.body.append('<div role="list" class="citation-list">\n')
    self.body.append(self.starttag(node, "div", classes=["citation"], role="listitem"))


def _depart_citation(self: HTML5Translator, node: nodes.citation) -> None:
    self.body.append("</div>\n")
    if not isinstance(node.next_node(descend=False, siblings=True), nodes.citation):
        self.body.append("</div>\n")


def setup_bibliography(app: Sphinx) -> None:
    """Register the style, and the markup of the bibliography page.

    The back ends that each citation looks up are registered too; otherwise each lookup reads the metadata of every
    installed package.
    """
    pybtex.plugin.register_plugin("pybtex.backends", "docutils", Backend, force=True)
    pybtex.plugin.register_plugin("pybtex.backends", "plaintext", PlainText, force=True)
    pybtex.plugin.register_plugin("pybtex.style.formatting", "whister", WhisterStyle)
    pybtex.plugin.register_plugin("pybtex.style.labels", "author-year", AuthorYear)
    app.add_node(nodes.citation, override=True, html=(_visit_citation, _depart_citation))
