"""Downloads for the reader: the rules as data and as text, and the books if they were made.

`{rule:take-away}` lists the files, which are in the same folder as the page, with their sizes. Each has two names: a
permanent one (`rules.json`), and one with the version (`whister-0.1.0-rules.json`, `whister-0.1.0.pdf`). The books are
made separately; the folder named by `WHISTER_BOOKS` has a folder for each version, and books of other versions are not
listed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.docutils import SphinxDirective

import whister
from rulebook.base.nodes import Cell, paragraph, table
from rulebook.base.questions import question
from rulebook.building.writing import File, setup_files
from rulebook.domain.directive import RuleDirective
from whister.reference.data import catalogue_data
from whister.reference.tables import COLUMNS, clauses_csv, clauses_text

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

PAGE = "take-away"
BOOKS = "WHISTER_BOOKS"
TEXT_LICENCE = "CC BY 4.0"


class Taken(NamedTuple):
    """One file: its contents, its format and its licence."""

    name: str
    what: str
    form: str
    licence: str
    content: Callable[[], bytes]

    @property
    def versioned(self) -> str:
        """The name with the version in it."""
        own = self.name.removeprefix("whister")
        return f"whister-{whister.__version__}{own if own != self.name else f'-{own}'}"


def _rules() -> bytes:
    return json.dumps(catalogue_data(), ensure_ascii=False, separators=(",", ":")).encode()


def _schema() -> bytes:
    return files("whister.reference").joinpath("rules.schema.json").read_bytes()


DATA = (
    Taken("rules.json", "Every rule set resolved: clauses, sources, options, cases, hashes", "JSON", TEXT_LICENCE, _rules),
    Taken("rules.schema.json", "What each field of rules.json means", "JSON Schema", "MIT", _schema),
    Taken("clauses.csv", "Every clause, with a row for each source", "CSV", TEXT_LICENCE, lambda: clauses_csv().encode()),
    Taken("clauses.txt", "Every clause as plain text, 76 characters a line", "plain text", TEXT_LICENCE, lambda: clauses_text().encode()),
)  # fmt: skip
BOOK_FORMS: Mapping[str, tuple[str, str, str]] = {
    "whister.pdf": ("The rules with their histories and sources, to print", "PDF", TEXT_LICENCE),
    "whister.epub": ("The whole reference, as an e-book", "EPUB", TEXT_LICENCE),
    "whister.1": ("The command line", "man page", "MIT"),
}


@question
def size(name: str) -> int:
    """Return the size of a data file in bytes."""
    return len(next(taken.content() for taken in DATA if taken.name == name))


def books() -> Iterator[tuple[Taken, Path]]:
    """Yield the books that were made, in the order of the list."""
    folder = os.environ.get(BOOKS)
    for name, (what, form, licence) in BOOK_FORMS.items() if folder else ():
        file = Path(str(folder), whister.__version__, name)
        if file.is_file():
            yield Taken(name, what, form, licence, file.read_bytes), file


class TakeAway(RuleDirective):
    """List the files."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        self.every()  # so that the page can be checked without the files
        data = [(taken, size(taken.name)) for taken in DATA]
        return [taken_table([*data, *((taken, file.stat().st_size) for taken, file in books())])]


def taken_table(every: Iterable[tuple[Taken, int]]) -> nodes.table:
    """Return a table of files, each with its size in bytes, for the page of downloads."""
    heads = ["Contents", "Form", "Size", "File", "Of this version", "Licence"]
    return table(heads, [_row(taken, size) for taken, size in every], classes=["take-away"])


def _row(taken: Taken, size: int) -> list[Cell]:
    links = [
        paragraph(nodes.reference(name, "", nodes.literal(name, name), refuri=name, classes=["download"]))
        for name in (taken.name, taken.versioned)
    ]
    return [Cell(taken.what), Cell(taken.form), Cell(said(size)), *map(Cell, links), Cell(taken.licence)]


def said(size: int) -> str:
    """Return a size as text: `7.5 MB`, `34 kB`."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(round(size / 1e3), 1)} kB"


class Columns(SphinxDirective):
    """List the columns of the table of clauses and their contents."""

    def run(self) -> list[nodes.Node]:
        """Return a table."""
        rows = [[Cell(nodes.literal(name, name)), Cell(meaning)] for name, meaning in COLUMNS.items()]
        return [table(["Column", "Contents"], rows)]


def has_files(builder: Builder) -> bool:
    """Return whether this build writes files beside the page of downloads."""
    is_pages = isinstance(builder, StandaloneHTMLBuilder) and builder.name != "epub"
    return is_pages and PAGE in builder.env.found_docs


def taken_files(builder: Builder, every: Iterable[Taken]) -> Iterator[File]:
    """Yield files to be written beside the page of downloads, each under both of its names."""
    for taken in every if has_files(builder) else ():
        yield File(f"{PAGE}/{taken.name}", taken.content, also=f"{PAGE}/{taken.versioned}")


def _files(app: Sphinx) -> Iterator[File]:
    """Yield the files beside the page."""
    yield from taken_files(app.builder, (*DATA, *(book for book, _ in books())))


def _unlink(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """In a book, which has no files beside the page, replace each link with the name of its file."""
    if docname == PAGE and app.builder.name not in ("html", "dirhtml"):
        for link in list(doctree.findall(nodes.reference)):
            if "download" in link["classes"]:
                link.replace_self(link.children)


def setup_take_away(app: Sphinx) -> None:
    """Register the directives and the writing of the files."""
    app.add_directive_to_domain("rule", "take-away", TakeAway)
    app.add_directive_to_domain("rule", "columns", Columns)
    app.connect("doctree-resolved", _unlink)
    setup_files(app, _files)
