"""Every Python session on a page is marked so that it can be run; only pages with sessions load what that requires."""

from __future__ import annotations

import json

import brotli
from lxml.html import HtmlElement

from tests.site.pages import Site

#: the page whose sessions need packages that the browser's Python has not
ELSEWHERE = "learning/"


def sessions(site: Site) -> list[tuple[str, HtmlElement]]:
    """Return the marked sessions, each with the address of its page."""
    return [(page.address, box) for page in site.pages.values() for box in page.select("div.session")]


def test_every_session_is_marked_once(site: Site) -> None:
    shown = [
        (page.address, block)
        for page in site.pages.values()
        for block in page.select("article .highlight pre")
        if block.text_content().startswith(">>> ") and page.address != ELSEWHERE
    ]
    assert len(shown) > 200
    for address, block in shown:
        around = [each for each in block.iterancestors("div") if "session" in each.get("class", "").split()]
        assert len(around) == 1, (address, block.text_content()[:80])
    assert len(sessions(site)) == len(shown)


def test_sessions_that_the_browser_cannot_run_are_not_marked(site: Site) -> None:
    page = site.page(ELSEWHERE)
    assert any(block.text_content().startswith(">>> ") for block in page.select("article .highlight pre"))
    assert not page.select("div.session")


def test_a_session_ends_with_what_it_shows(site: Site) -> None:
    for address, box in sessions(site):
        assert not box.cssselect("pre")[0].text_content().endswith("\n\n"), address


def test_the_python_of_a_session_is_on_the_site(site: Site) -> None:
    for address, box in sessions(site):
        found, _ = site.find(site.page(address), box.get("data-runtime", ""))
        assert (site.folder / found).is_file(), address


def test_the_sessions_of_an_example_share_their_names_and_parts_do_not(site: Site) -> None:
    shared = {box.get("data-example") for address, box in sessions(site) if address == "boston/hoyle/"}
    assert shared == {"boston/hoyle"}
    parts = {box.get("data-example") for address, box in sessions(site) if address == "hearts/strategy/"}
    assert "hearts/strategy#low-hearts" in parts
    assert len(parts) == 9


def test_the_first_session_of_a_part_carries_the_opening_that_its_page_does_not_show(site: Site) -> None:
    boxes = [box for address, box in sessions(site) if address == "hearts/strategy/"]
    carried = {box.get("data-example"): box.cssselect("script") for box in reversed(boxes)}
    for part, blocks in carried.items():
        (block,) = blocks
        opening = json.loads(block.text or "")
        assert opening[0].startswith(">>> import whister"), part
    assert sum(len(box.cssselect("script")) for box in boxes) == len(carried)


def test_only_a_page_with_sessions_carries_their_button(site: Site) -> None:
    for page in site.pages.values():
        loaded = [link.url for link in page.links if link.loads and "/editor/" in link.url]
        assert len(loaded) == (2 if page.select("div.session") else 0), (page.address, loaded)


def test_the_licences_of_the_editor_lie_beside_it(site: Site) -> None:
    folder = site.folder / "_static" / "editor"
    assert "licences.txt" in (folder / "editor.mjs").read_text(encoding="utf-8")[:200]
    papers = (folder / "licences.txt").read_text(encoding="utf-8")
    for package in ("@codemirror/view", "@codemirror/state", "@lezer/python", "style-mod", "w3c-keyname"):
        assert f"\n{package} " in papers
        assert "Permission is hereby granted" in papers


def test_the_editor_weighs_less_than_150_kb_compressed(site: Site) -> None:
    body = (site.folder / "_static" / "editor" / "editor.mjs").read_bytes()
    assert len(brotli.compress(body)) < 150_000
