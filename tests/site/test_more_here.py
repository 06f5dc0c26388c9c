"""The place on a page of figures where more deals are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.test_rulebook import build


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_the_place_to_play_more_deals_is_on_the_page_and_not_in_a_book(tmp_path: Path, builder: str) -> None:
    conf = "epub_show_urls = 'no'\n"
    _, out = build(tmp_path, "```{rule:numbers} hearts/black-lady\n```", builder=builder, conf=conf)
    text = "".join(file.read_text("utf-8") for file in out.rglob("*.*html"))
    assert "How this was measured" in text
    for part in ("Play more deals here", "Play 200 more deals"):
        assert (part in text) == (builder == "html"), part
