"""A small book: the EPUB's pages are bound in order, its links lead to pages, and what only screens use is gone.

Making the whole books with ``python3 noxfile.py -s books`` takes minutes; these few pages take seconds.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import pytest
from bs4 import BeautifulSoup

import books
import whister
from _books.binding import bind, spine
from rulebook.pictures import family_tree
from rulebook.pictures.chart import BOOK_PAGE
from steps import Trouble
from tests.site.small import sphinx
from whister.reference.release import AUTHOR, RELEASED, WORK

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
CONF += "".join(  # the site's own words on how an EPUB is made
    f"{line}\n"
    for line in (ROOT / "docs/conf.py").read_text(encoding="utf-8").splitlines()
    if line.startswith("epub_")
)
INDEX = (
    "# Small\n\n```{toctree}\n:hidden:\n\nhearts/index\nwhole/family-tree\nbibliography\nciting\napi\n```\n"
)
CHAPTER = """# {title}

```{{rule:table}} {id}
```

```{{rule:facts}} {id}
```

## Rules

```{{rule:clauses}} {id}
```

## Options

```{{rule:options}} {id}
```

## Sources

```{{rule:sources}} {id}
```
"""
PAGES = {
    "index.md": INDEX,
    "hearts/index.md": "# Hearts\n\nSee {rule:clause}`hearts/black-lady#moon` and [the code](../api.md).\n\n"
    "```{toctree}\n:hidden:\n\nmodern\nblack-lady\n```\n",
    "hearts/modern.md": CHAPTER.format(title="Modern Hearts", id="hearts/modern"),
    "hearts/black-lady.md": CHAPTER.format(title="Black Lady", id="hearts/black-lady"),
    "whole/family-tree.md": "# The tree\n\n```{rule:tree}\n```\n",
    "bibliography.md": "# Bibliography\n\n```{bibliography}\n:all:\n```\n",
    "citing.md": "# Citing\n\n## All pages\n\n```{rule:citations}\n```\n",
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
    moment = {"SOURCE_DATE_EPOCH": str(books.moment(RELEASED))}
    done = sphinx("-q", "-b", builder, "-d", folder / "trees", folder, folder / "out", env=moment)
    assert done.status == 0, done.said
    return folder / "out"


@pytest.fixture(scope="module")
def epub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("small"), "epub", PAGES)


@pytest.fixture(scope="module")
def book(epub: Path) -> BeautifulSoup:
    return BeautifulSoup(bind(epub, "7", "2026-01-02"), "html.parser")


def test_the_chapters_stand_in_the_order_of_the_spine(epub: Path, book: BeautifulSoup) -> None:
    wanted = ["hearts-index", "hearts-modern", "hearts-black-lady"]
    assert [place for place in spine(epub) if place.startswith("hearts/")] == [
        f"{name.replace('-', '/', 1)}.xhtml" for name in wanted
    ]
    chapters = [str(chapter["id"]) for chapter in book.select(".chapter")]
    assert [name for name in chapters if name.startswith("hearts")] == wanted


def test_books_of_older_texts_are_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "ROOT", tmp_path)
    monkeypatch.setattr(books, "BOOKS", tmp_path)
    monkeypatch.setattr(books, "sources", lambda: "as they are")
    books.check_books("7")  # there are no books
    (tmp_path / "7").mkdir()
    with pytest.raises(Trouble, match="made from other texts"):
        books.check_books("7")  # the books were not finished
    (tmp_path / "7" / books.SOURCES).write_text("as they are")
    books.check_books("7")
    (tmp_path / "7" / books.SOURCES).write_text("as they were")
    with pytest.raises(Trouble, match="made from other texts"):
        books.check_books("7")
    books.check_books("8")


def test_the_contents_of_the_epub_lead_to_every_page(epub: Path) -> None:
    contents = BeautifulSoup((epub / "nav.xhtml").read_bytes(), "html.parser")
    links = [str(link["href"]) for link in contents.select("nav a")]
    assert sorted({link.partition("#")[0] for link in links}) == sorted(set(spine(epub)) - {"genindex.xhtml"})
    assert links.count("hearts/black-lady.xhtml") == 1


def test_the_epub_has_one_identifier(epub: Path) -> None:
    package = BeautifulSoup((epub / "content.opf").read_bytes(), "xml")
    contents = BeautifulSoup((epub / "toc.ncx").read_bytes(), "xml")
    (opened,) = package.select("package")
    (told,) = package.find_all(id=opened["unique-identifier"])
    assert [meta["content"] for meta in contents.select('meta[name="dtb:uid"]')] == [told.get_text()]


def test_the_epub_is_well_formed_and_loads_only_the_styles_of_a_book(epub: Path) -> None:
    names = [str(place.relative_to(epub)) for place in epub.rglob("*.xhtml")]
    assert "hearts/black-lady.xhtml" in names
    for name in names:
        page = ET.parse(epub / name).getroot()
        paragraphs = page.findall(".//{*}p")
        assert not [p for p in paragraphs if p.findall(".//{*}p") or p.findall(".//{*}ul")], name
        styles = [link.get("href", "") for link in page.iter("{http://www.w3.org/1999/xhtml}link")]
        assert {Path(style).name for style in styles} <= {"epub.css", "pygments.css", "book.css"}, name


def test_the_names_within_a_picture_are_names_in_xml_and_lead_somewhere(epub: Path) -> None:
    for file in (epub / "_images").glob("*.svg"):
        picture = ET.parse(file).getroot()
        ids = [element.get("id", "a") for element in picture.iter()]
        assert all(name[0].isalpha() for name in ids), file.name
        uses = [use.get("{http://www.w3.org/1999/xlink}href", "") for use in picture.iter("{*}use")]
        assert {use.removeprefix("#") for use in uses} <= set(ids), file.name
        assert not picture.findall(".//{*}a"), file.name  # a link in a picture of a book leads nowhere


def test_a_picture_higher_than_a_page_is_cut_where_no_label_is(epub: Path) -> None:
    drawing = family_tree.drawn()
    cuts = drawing.cuts()
    assert (cuts[0], cuts[-1]) == (0, drawing.height)
    assert drawing.height > BOOK_PAGE
    for cut in cuts[1:-1]:
        assert not [box.about for box in drawing.labels if box.top < cut < box.bottom]
    page = BeautifulSoup((epub / "whole/family-tree.xhtml").read_bytes(), "html.parser")
    parts = page.select(".chart-part")
    assert len(parts) == len(cuts) - 1
    for part, (top, foot) in zip(parts, pairwise(cuts), strict=True):
        boxes = [
            ET.parse(epub / "whole" / str(image["src"])).getroot().get("viewBox", "").split()
            for image in part.select("img")
        ]
        assert [float(boxes[-1][place]) for place in (1, 3)] == [top, foot - top]
        assert sum(float(box[3]) for box in boxes) <= BOOK_PAGE
        assert all(image.has_attr("alt") for image in part.select("img"))


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


def test_a_book_cites_the_texts_and_no_page_that_it_does_not_have(book: BeautifulSoup) -> None:
    cited = [heading.get_text() for heading in book.select("#citing .citation-forms h3")]
    assert cited == [WORK, "Code", "Bibliography", "Citing", "Hearts", "The tree"]


def test_a_link_to_another_chapter_is_marked_for_its_page_number(book: BeautifulSoup) -> None:
    link = book.select_one('#hearts-index a[href="#hearts-black-lady--moon"]')
    assert link is not None
    assert "elsewhere" in link.get_attribute_list("class")
    for chapter in book.select(".chapter"):
        assert not chapter.select(f'a.elsewhere[href^="#{chapter["id"]}--"]')


def test_a_page_that_is_not_printed_is_no_chapter_and_no_link(book: BeautifulSoup) -> None:
    assert "Not for a book." not in book.get_text()
    assert "the code" in book.get_text()
    assert not [link for link in book.select("a[href]") if re.search(r"\bapi\b", str(link["href"]))]


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


def test_options_and_optional_rules_taken_over_are_named_with_the_page_that_has_them(
    book: BeautifulSoup,
) -> None:
    chapter = book.select_one("#hearts-black-lady")
    assert chapter is not None
    (options,) = [
        line for line in chapter.select(".left-out") if " options taken over from " in line.get_text()
    ]
    link = options.a
    assert link is not None
    assert (link.get_text(), link["href"]) == ("Modern Hearts", "#hearts-modern--options")
    alike = {str(name["id"]).partition("--option-")[2] for name in options.select("span[id]")}
    rules = whister.load("hearts/black-lady")
    assert alike < set(rules.options)
    section = chapter.select_one("#hearts-black-lady--options")
    assert section is not None
    rows = {str(name["id"]).partition("--option-")[2] for name in section.select(".option-title span[id]")}
    assert rows | alike == set(rules.options)
    assert not rows & alike
    optional = [str(rule["id"]).partition("--")[2] for rule in chapter.select(".left-out a[id]")]
    assert optional
    for slug in optional:
        assert not rules.clauses[slug].enabled
        assert chapter.select_one(f'a[href="#hearts-modern--{slug}"]') is not None


def test_a_source_is_told_of_in_the_bibliography_alone(book: BeautifulSoup) -> None:
    assert not book.select(".source-list")
    links = [str(link.get("href")) for link in book.select("#hearts-black-lady .rule-sources a")]
    assert links
    assert all(
        link.startswith(("#bibliography--", "#hearts-")) for link in links
    )  # a source, or the game it is about
    assert not book.select('a.elsewhere[href^="#bibliography--"]')  # sorted, so no page number is needed


def test_every_name_of_a_game_is_in_the_index_with_its_page(book: BeautifulSoup) -> None:
    lines = {line.get_text().partition(":")[0].strip(): line for line in book.select(".index-of-names li")}
    for name in ("Black Lady", "Dama negra", "Modern Hearts"):
        (link,) = lines[name].select("a.page")
        assert link["href"] == ("#hearts-modern" if name == "Modern Hearts" else "#hearts-black-lady")
    assert not [name for name in lines if "Reversis" in name]  # it is not a chapter of this book
    assert lines["Dama negra"].get_text() == "Dama negra: Black Lady "
    assert ", :" not in "".join(line.get_text() for line in lines.values())


def test_the_book_says_its_version_and_day(book: BeautifulSoup) -> None:
    (edition,) = book.select(".book-edition")
    assert edition.get_text() == "Version 7, 2026-01-02"
    days = [str(one["content"]) for one in book.select('meta[name^="dcterms."]')]
    assert days == ["2026-01-02", "2026-01-02"]  # otherwise the file has the time at which it was laid out


def test_hands_are_figures_with_words_and_at_most_two_to_a_clause(epub: Path, book: BeautifulSoup) -> None:
    pictures = book.select("img.position")
    assert pictures
    assert all(one["alt"] and (epub / str(one["src"])).is_file() for one in pictures)
    assert max(len(clause.select(".rule-cases img")) for clause in book.select(".clause")) == 2
    for chapter in book.select(".chapter"):
        pictures = chapter.select(".rule-cases img")
        shown = [re.sub(".*?(?=On the table:|In hand:)", "", str(one["alt"]), count=1) for one in pictures]
        assert len(shown) == len(set(shown))


def test_nothing_of_a_screen_is_in_the_book(book: BeautifulSoup) -> None:
    assert not book.select("script, style, button, form, .headerlink, .hand-in-words")
    words = {
        "Cite",
        "¶",
        "Details",
        "Make house rules from these options",
        "on the table",
        "Compare them side by side.",
    }
    assert not words & {words.strip() for words in book.strings}
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
    headings = re.findall(r"^\.SH (.*)$", text, re.MULTILINE)
    assert headings[:4] == ["NAME", "SYNOPSIS", "DESCRIPTION", "PLAY"]
    for command in ("play", "cite", "find"):
        assert command in text
