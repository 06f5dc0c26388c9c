"""The books: an EPUB, a PDF of it for printing, and the man page of the command line."""

from __future__ import annotations

import datetime
import shutil
import time
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from building import BOOKS, STAMPS, paths
from environments import environment
from faces import SHEET, cut_faces
from steps import BUILD, DOCS, ROOT, Command, Trouble, alone, call, digest, step

WORK = BUILD / "books-work"
NAME = "whister"
SOURCES = "made-from"  # a file beside the books: the hash of what they were made from
LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def make_books() -> Path:
    """Make the EPUB, the PDF and the man page, replacing earlier ones; return the folder, named after the version.

    Raises Trouble if anything needed to lay out the pages is missing; the message names it.
    """
    with alone():
        python, printer = environment("docs"), environment("books")
        check_printer(printer)
        shutil.rmtree(WORK, ignore_errors=True)
        shutil.rmtree(BOOKS, ignore_errors=True)
        made_from = sources()
        print_facts = "from whister.reference import release; print(release.VERSION, release.RELEASED)"
        version, day = call([python, "-c", print_facts], env=paths()).split()
        epoch, folder = moment(day), BOOKS / version
        folder.mkdir(parents=True)
        dress(cut_faces(STAMPS))
        with step("EPUB"):
            sphinx(python, "epub", epoch)
            pack(next((WORK / "epub").glob("*.epub")), folder / f"{NAME}.epub", epoch)
        with step("man page"):
            sphinx(python, "man", epoch)
            shutil.copy(WORK / "man" / f"{NAME}.1", folder)
        with step("PDF"):
            command: Command = [printer, "-m", "_books", WORK / "epub", folder / f"{NAME}.pdf"]
            call([*command, "--version", version, "--date", day], env=paths())
        (folder / SOURCES).write_text(made_from, encoding="utf-8")
    return folder


def dress(faces: Path) -> None:
    """Put the style sheets of an EPUB and its typefaces into one folder."""
    shutil.copytree(DOCS / "_books" / "static", WORK / "static")
    for file in (faces / SHEET, *faces.glob("*.woff2")):
        shutil.copy(file, WORK / "static")


def sources() -> str:
    """Return the hash of what the books are made from."""
    return digest(DOCS, ROOT / "engine", ROOT / "examples", ROOT / "CHANGELOG.md", ROOT / ".locks/docs.txt")


def check_books(version: str) -> None:
    """Raise Trouble if the books of a version were made from older sources. A version without books is accepted."""
    told = BOOKS / version / SOURCES
    if (BOOKS / version).exists() and not (told.is_file() and told.read_text(encoding="utf-8") == sources()):
        raise Trouble(
            f"The books in {told.parent.relative_to(ROOT)} were made from other texts. Make them again "
            "(`python3 noxfile.py -s books`), or remove them: the site is then published without books."
        )


def moment(day: str) -> int:
    """Return the first second of a day, given in ISO 8601, in seconds since 1970."""
    return int(datetime.datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp())


def pack(epub: Path, book: Path, epoch: int) -> None:
    """Rewrite an EPUB reproducibly: one date for all its files, and `mimetype` first and uncompressed."""
    with ZipFile(epub) as made, ZipFile(book, "w") as packed:
        for name in sorted(made.namelist(), key=lambda name: name != "mimetype"):
            entry = ZipInfo(name, time.gmtime(epoch)[:6])
            entry.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # as on Unix, on every system
            packed.writestr(entry, made.read(name))


def sphinx(python: Path, builder: str, epoch: int) -> None:
    """Build the pages as one kind of book with a given date; the second kind reuses what the first has read."""
    env = {**paths(), "SOURCE_DATE_EPOCH": str(epoch), "WHISTER_STATIC": str(WORK / "static")}
    where: Command = ["-d", WORK / "doctrees", DOCS, WORK / builder]
    call([python, "-m", "sphinx", "-b", builder, "--nitpicky", "--quiet", *where], env=env)


def check_printer(printer: Path) -> None:
    """Raise Trouble with a plain message if WeasyPrint cannot find Pango."""
    try:
        call([printer, "-c", "import weasyprint"])
    except Trouble as trouble:
        raise Trouble(
            f"{trouble}\n\nThe PDF is laid out by WeasyPrint, which needs the system's Pango:\n"
            f"  apt install {LIBRARIES} fonts-liberation"
        ) from None
