"""The cards that a page lays on its table are pictures in an EPUB, and words where no picture can be."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.site.test_rulebook import ROOT, build

XHTML = "{http://www.w3.org/1999/xhtml}"
PAGE = "\n\n".join(f"```{{rule:{name}}} hearts/black-lady\n```" for name in ("table", "clauses", "example"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for pages, with the worked examples where pages look for them."""
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
