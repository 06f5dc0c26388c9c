"""The cards on a page's table are pictures in an EPUB, and words in formats without pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import whister
from rulebook.pictures.drawing import picture
from rulebook.pictures.figure import cards_of
from rulebook.table.examples import sessions_of
from rulebook.table.replay import positions
from tests.site.test_rulebook import ROOT, build
from whister.links.texts import deal_of_text, shown

XHTML = "{http://www.w3.org/1999/xhtml}"
PAGE = "\n\n".join(f"```{{rule:{name}}} hearts/black-lady\n```" for name in ("table", "clauses", "example"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder for pages, beside the folder of worked examples that the pages use."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "docs").mkdir()
    return tmp_path / "docs"


def test_an_epub_shows_the_cards_and_says_them(folder: Path) -> None:
    _, out = build(folder, PAGE, "epub")
    page = ET.parse(out / "index.xhtml")  # an EPUB is read as XML: this fails where it is not well formed
    pictures = [one for one in page.iter(f"{XHTML}img") if one.get("class") == "position"]
    said = {str(one.get("alt")) for one in pictures}
    assert (
        "BLD-3: On the table: East, two of clubs. In hand: three of diamonds, queen of spades, king of hearts."
        in said
    )
    assert any(one.startswith("A hand of Black Lady: In hand: ") for one in said)
    assert any(one.startswith("After session 3: On the table: ") for one in said)
    package = (out / "content.opf").read_text(encoding="utf-8")
    for one in pictures:
        name = str(one.get("src"))
        assert ET.parse(out / name).getroot().tag.endswith("}svg")
        assert f'href="{name}"' in package
    words = " ".join(page.getroot().itertext())
    assert "see it on the table" not in words
    assert "Step through" not in words


def test_a_page_lists_the_cards_of_a_case_for_paper(folder: Path) -> None:
    _, out = build(folder, PAGE, "dirhtml")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert '<span class="on-paper">On the table: East 2♣. In hand: 3♦ Q♠ K♥.</span>' in page


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_where_there_are_no_pictures_the_cards_are_named(folder: Path, builder: str) -> None:
    _, out = build(folder, PAGE, builder)
    (page,) = [*out.glob("*.txt"), *out.glob("page.tex"), *out.glob("*.tex")][:1]
    text = " ".join(page.read_text(encoding="utf-8").split())
    assert (
        "On the table: East, two of clubs. In hand: three of diamonds, queen of spades, king of hearts."
        in text
    )
    assert "see it on the table" not in text


def test_every_case_with_cards_can_be_drawn() -> None:
    cases = [
        case
        for name in whister.catalogue()
        for clause in whister.load(name).clauses.values()
        for case in clause.cases
        if case.rules == name
    ]
    drawn = [cards_of(deal) for deal in map(shown, cases) if deal is not None]
    assert len(drawn) > 800
    assert all(picture(hand, plays) for hand, plays in drawn if hand or plays)


def test_a_hand_that_nobody_holds_is_not_looked_at() -> None:
    path = ROOT / "examples" / "rook" / "two-1914.md"
    records = positions(sessions_of(path.read_text(encoding="utf-8")), str(path))
    assert all(cards_of(record)[0] or deal_of_text(record).over for record in records if record)
