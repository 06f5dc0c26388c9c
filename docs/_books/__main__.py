"""Lay out the book: ``python -m _books EPUB-FOLDER BOOK.pdf --version 0.1.0 --date 2026-11-20``."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from _books.binding import bind

STYLE = Path(__file__).with_name("print.css")
FACES = "_static/faces.css"

if __name__ == "__main__":
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    parser = argparse.ArgumentParser(prog="_books", description=__doc__)
    parser.add_argument("pages", type=Path)
    parser.add_argument("book", type=Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True)
    given = parser.parse_args()
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    text = bind(given.pages, given.version, given.date)
    faces = FontConfiguration()
    sheets = [CSS(filename=str(file), font_config=faces) for file in (given.pages / FACES, STYLE)]
    HTML(string=text, base_url=str(given.pages) + "/").write_pdf(
        given.book, stylesheets=sheets, font_config=faces, pdf_tags=True
    )
    print(f"{given.book.stat().st_size / 1e6:.1f} MB")
