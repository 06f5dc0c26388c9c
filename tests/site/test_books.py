"""A small book: the EPUB's pages are bound in order, its links lead to pages, and what only screens use is gone.

The whole books take minutes; ``python3 noxfile.py -s books`` makes them. Three pages take seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import pytest
from bs4 import BeautifulSoup

import books
import whister
from _books.binding import bind, spine
from whister.reference.release import AUTHOR, RELEASED

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(whister.__file__).parents[1]
CONF = f"""import sys
sys.path[:0] = [{str(ENGINE)!r}, {str(ROOT / "docs/_ext")!r}]
extensions = ["myst_parser", "sphinxcontrib.bibtex", "rulebook"]
myst_enable_extensions = ["colon_fence"]
project, version, author = "Small", "7", "Nobody"
bibtex_bibfiles, bibtex_default_style, bibtex_cite_id = ["references.bib"], "whister", "{{key}}"
man_pages = [("command-line", "whister", "rules of card games", ["Nobody"], 1)]
"""
INDEX = "# Small\n\n```{toctree}\nhearts/index\nhearts/modern\nhearts/black-lady\napi\n```\n"
PAGES = {
    "index.md": INDEX,
    "hearts/index.md": "# Hearts\n\nSee {rule:clause}`hearts/black-lady#moon` and [the code](../api.md).\n",
    "hearts/modern.md": "# Modern Hearts\n\n## Rules\n\n```{rule:clauses} hearts/modern\n```\n",
    "hearts/black-lady.md": "# Black Lady\n\n## Rules\n\n```{rule:clauses} hearts/black-lady\n```\n",
    "api.md": "# Code\n\nNot for a book.\n",
}


def build(folder: Path, builder: str, pages: dict[str, str]) -> Path:
    """Build some pages with the extension; return the output."""
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    for name in ("references.bib", "anchors.lock"):
        (folder / name).write_text((ROOT / "docs" / name).read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in pages.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        builder,
        "-d",
        folder / "trees",
        folder,
        folder / "out",
    ]
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(books.moment(RELEASED))}
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return folder / "out"


@pytest.fixture(scope="module")
def epub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("small"), "epub", PAGES)


@pytest.fixture(scope="module")
def book(epub: Path) -> BeautifulSoup:
    return BeautifulSoup(bind(epub, "7"), "html.parser")


def test_the_chapters_stand_in_the_order_of_the_spine(epub: Path, book: BeautifulSoup) -> None:
    wanted = ["hearts-index", "hearts-modern", "hearts-black-lady"]
    assert [place for place in spine(epub) if place.startswith("hearts/")] == [
        f"{name.replace('-', '/', 1)}.xhtml" for name in wanted
    ]
    chapters = [str(chapter["id"]) for chapter in book.select(".chapter")]
    assert [name for name in chapters if name.startswith("hearts")] == wanted


def test_the_epub_is_of_the_day_that_citations_name_and_always_the_same_bytes(
    epub: Path, tmp_path: Path
) -> None:
    day = books.moment(RELEASED)
    assert f">{RELEASED}T00:00:00Z</dc:date>" in (epub / "content.opf").read_text(encoding="utf-8")
    (made,) = epub.glob("*.epub")
    first, second, later = (tmp_path / name for name in ("first", "second", "later"))
    books.pack(made, first, day)
    with ZipFile(made) as old, ZipFile(later, "w") as new:  # the same files, written at another time
        for entry in old.infolist():
            new.writestr(ZipInfo(entry.filename, (2031, 2, 3, 4, 5, 6)), old.read(entry))
    books.pack(later, second, day)
    assert made.read_bytes() != later.read_bytes()
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes()[30:58] == b"mimetypeapplication/epub+zip"  # as OCF asks
    with ZipFile(made) as old, ZipFile(first) as new:
        assert sorted(old.namelist()) == sorted(new.namelist())
        assert all(old.read(name) == new.read(name) for name in old.namelist())
        assert new.getinfo("mimetype").compress_type == ZIP_STORED


def test_the_book_has_the_author_that_citations_name(book: BeautifulSoup) -> None:
    assert [str(one["content"]) for one in book.select('meta[name="author"]')] == [AUTHOR]
    assert [one.get_text().startswith(f"{AUTHOR}. ") for one in book.select(".book-note")] == [True]


def test_the_contents_lead_to_every_chapter(book: BeautifulSoup) -> None:
    lines = {str(link["href"]): link.get_text() for link in book.select(".contents a")}
    assert lines["#hearts-black-lady"] == "Black Lady"
    assert list(lines) == [f"#{chapter['id']}" for chapter in book.select(".chapter")]


def test_every_link_within_the_book_leads_to_an_element_and_no_id_stands_twice(book: BeautifulSoup) -> None:
    ids = [str(element["id"]) for element in book.select("[id]")]
    assert len(ids) == len(set(ids))
    links = [str(link["href"]) for link in book.select("a[href]")]
    assert {link for link in links if link.startswith("#")} <= {f"#{name}" for name in ids}
    assert not [link for link in links if ".xhtml" in link]


def test_a_link_to_another_chapter_is_marked_for_its_page_number(book: BeautifulSoup) -> None:
    link = book.select_one('#hearts-index a[href="#hearts-black-lady--moon"]')
    assert link is not None
    assert "elsewhere" in link.get_attribute_list("class")
    for chapter in book.select(".chapter"):
        assert not chapter.select(f'a.elsewhere[href^="#{chapter["id"]}--"]')


def test_a_page_that_is_not_printed_is_no_chapter_and_no_link(book: BeautifulSoup) -> None:
    assert "Not for a book." not in book.get_text()
    assert "the code" in book.get_text()
    assert not book.select('a[href*="api"]')


def test_a_clause_taken_over_keeps_its_text_and_where_it_is_told_in_full(book: BeautifulSoup) -> None:
    rules = whister.load("hearts/black-lady")
    taken_over = book.select_one("#hearts-black-lady--follow")
    assert taken_over is not None
    assert rules.clauses["follow"].text in taken_over.get_text()
    assert taken_over.select_one('a[href="#hearts-modern--follow"]') is not None
    assert not taken_over.select(".rule-sources, details")
    own = book.select_one("#hearts-black-lady--moon")
    assert own is not None
    assert own.select(".rule-sources")


def test_hands_are_figures_with_words_and_at_most_two_to_a_clause(epub: Path, book: BeautifulSoup) -> None:
    pictures = book.select("img.position")
    assert pictures
    assert all(one["alt"] and (epub / str(one["src"])).is_file() for one in pictures)
    assert max(len(clause.select(".rule-cases img")) for clause in book.select(".clause")) == 2


def test_nothing_of_a_screen_is_in_the_book(book: BeautifulSoup) -> None:
    assert not book.select("script, style, button, form, .headerlink")
    assert all(details.has_attr("open") for details in book.select("details"))


def test_the_man_page_is_the_page_on_the_command_line(tmp_path: Path) -> None:
    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    out = build(
        tmp_path, "man", {"index.md": "# Small\n\n```{toctree}\ncommand-line\n```\n", "command-line.md": page}
    )
    (made,) = out.rglob("whister.1")
    text = made.read_text(encoding="utf-8")
    assert text.partition('.TH "')[2].startswith('WHISTER" "1"')
    assert "whister \\- rules of card games" in text
    for command in ("play", "cite", "find"):
        assert command in text
