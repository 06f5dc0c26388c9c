"""The pictures of all rule sets in a browser: nothing overlaps, both themes are readable, headings sort by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import WITH_BOTH_FACES

PICTURES = ("timeline", "family-tree", "first-appearances")

OVERLAPS = """() => [...document.querySelectorAll(".chart > svg")].flatMap((svg) => {
  const boxes = [...svg.querySelectorAll("text")].map((text) => [text.getBBox(), text.textContent]);
  const frame = svg.viewBox.baseVal;
  const outside = boxes.filter(([box]) => box.x < 0 || box.x + box.width > frame.width).map(([, words]) => [words]);
  const meets = (one, other, slack) =>
    one.x < other.x + other.width && other.x < one.x + one.width &&
    one.y + slack < other.y + other.height && other.y + slack < one.y + one.height;
  const crossed = boxes.flatMap(([box, words], place) =>
    boxes.slice(place + 1).filter(([other]) => meets(box, other, 2)).map(([, others]) => [words, others]));
  const marks = [...svg.querySelectorAll(".chart-mark")].map((mark) => mark.getBBox());
  const covered = boxes.filter(([box]) => marks.some((mark) => meets(box, mark, 2))).map(([, words]) => [words, "a mark"]);
  return [...outside, ...crossed, ...covered];
})"""
"""Finds pairs of labels that overlap, labels under a mark, and labels that extend beyond their picture."""


@WITH_BOTH_FACES
@pytest.mark.parametrize("name", PICTURES)
def test_no_label_of_a_picture_overlaps_and_axe_finds_nothing(page: Page, name: str) -> None:
    for width, scheme in ((1280, "light"), (360, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.goto(f"/whole/{name}/")
        assert page.evaluate(OVERLAPS) == []
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_mark_is_reached_by_key_shows_it_and_leads_to_its_rules(page: Page) -> None:
    page.goto("/whole/family-tree/")
    mark = page.locator(".chart a", has_text="Black Lady, 1909")
    mark.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(mark).to_be_focused()
    assert mark.evaluate("each => getComputedStyle(each).outlineStyle") != "none"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/hearts/black-lady-1909/$"))


def column(table: Locator, number: int) -> list[str]:
    rows = table.locator("tbody tr")
    return [row.locator("td, th").nth(number).inner_text() for row in rows.all()]


def test_a_heading_of_the_matrix_sorts_by_key_both_ways_and_back(page: Page) -> None:
    page.goto("/whole/matrix/")
    table = page.locator("#boston table.matrix")
    by_age = column(table, 0)
    heading = table.locator("thead th").first
    heading.get_by_role("button", name="Rule set").focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert column(table, 0) == sorted(by_age)
    page.keyboard.press("Space")
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert column(table, 0) == sorted(by_age, reverse=True)
    page.keyboard.press("Enter")
    expect(heading).to_have_attribute("aria-sort", "none")
    assert column(table, 0) == by_age
    best = table.locator("thead th").filter(has_text="Best trump")
    best.get_by_role("button").press("Enter")
    assert column(table, 0)[0] == "Boston de Nantes"  # the only one that has the feature
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert violations(page) == []


@WITH_BOTH_FACES
def test_the_matrix_keeps_its_headings_and_its_names_in_sight_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/whole/matrix/")
    box = page.locator("#hearts .table-wrapper")
    box.evaluate("each => each.scrollTo(400, 400)")
    corner = box.locator("thead th").first
    edge = box.bounding_box()
    seen = corner.bounding_box()
    assert edge is not None
    assert seen is not None
    assert abs(seen["x"] - edge["x"]) < 3
    assert abs(seen["y"] - edge["y"]) < 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
