"""The books: an EPUB, the same to print as a PDF, and the man page of the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

from building import BOOKS, paths
from environments import environment
from steps import BUILD, DOCS, Command, Trouble, alone, call, step

WORK = BUILD / "books-work"
NAME = "whister"
LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def make_books() -> Path:
    """Make all three, anew; return their folder. Raises Trouble, which says what is missing to lay out pages."""
    with alone():
        python, printer = environment("docs"), environment("books")
        check_printer(printer)
        shutil.rmtree(WORK, ignore_errors=True)
        shutil.rmtree(BOOKS, ignore_errors=True)
        BOOKS.mkdir(parents=True)
        with step("EPUB"):
            sphinx(python, "epub")
            shutil.copy(next((WORK / "epub").glob("*.epub")), BOOKS / f"{NAME}.epub")
        with step("man page"):
            sphinx(python, "man")
            shutil.copy(WORK / "man" / f"{NAME}.1", BOOKS)
        with step("PDF"):
            version = call([python, "-c", "import whister; print(whister.__version__)"], env=paths()).strip()
            command: Command = [printer, "-m", "_books", WORK / "epub", BOOKS / f"{NAME}.pdf"]
            call([*command, "--version", version], env=paths())
    return BOOKS


def sphinx(python: Path, builder: str) -> None:
    """Build the pages as a kind of book; what one kind has read the next does not read again."""
    where: Command = ["-d", WORK / "doctrees", DOCS, WORK / builder]
    call([python, "-m", "sphinx", "-b", builder, "--nitpicky", "--quiet", *where], env=paths())


def check_printer(printer: Path) -> None:
    """Stop with a plain word where WeasyPrint finds no Pango."""
    try:
        call([printer, "-c", "import weasyprint"])
    except Trouble as trouble:
        raise Trouble(
            f"{trouble}\n\nThe PDF is laid out by WeasyPrint, which needs the system's Pango:\n"
            f"  apt install {LIBRARIES} fonts-liberation"
        ) from None
