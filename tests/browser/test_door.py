"""The first screen of the front page, and the list of games to choose from."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import whister
from tests.browser.axe import look
from tests.browser.conftest import WITH_BOTH_FACES

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
FIRST = ("h1", ".door-lead", *(f".ways-in .sd-col:nth-child({way}) .sd-card" for way in (1, 2, 3)),
         ".door-aim", ".door-aim > a")  # fmt: skip
BOX = "style => { const {x, y, right, bottom} = document.querySelector(style).getBoundingClientRect(); return [x, y, right, bottom]; }"
ALL = len(whister.catalogue())


def box(page: Page, style: str) -> list[float]:
    found: list[float] = page.evaluate(BOX, style)
    return found


@WITH_BOTH_FACES
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_first_screen_has_what_this_is_three_ways_in_the_aim_and_the_table(page: Page, size: Any) -> None:
    page.set_viewport_size(size)
    page.goto("/")
    for style in FIRST:
        left, top, right, bottom = box(page, style)
        assert 0 <= left < right <= size["width"], style
        assert 0 <= top < bottom <= size["height"], style
    _, top, _, _ = box(page, "whister-table")
    assert top >= box(page, ".door-aim")[3], "the aim stands over its table"
    seen = size["height"] - top
    assert seen > 260, f"only {seen} pixels of the table are in sight"
    if size is DESK:
        _, _, _, hand = box(page, ".wt-hand")
        assert hand <= size["height"], "on a desk the whole hand is in sight"
        beside = [box(page, style)[0] for style in FIRST[2:5]]
        assert min(beside) >= box(page, "whister-table")[2], "the ways in stand beside the table, not on it"


@pytest.mark.parametrize("width", [1280, 1408, 1439, 1440, 1600, 1920])
def test_the_ways_in_fit_on_screens_of_any_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert max(box(page, style)[2] for style in FIRST) <= width - 16


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_moves_when_the_table_wakes(page: Page, size: Any) -> None:
    page.set_viewport_size(size)
    page.goto("/")
    watched = (*FIRST, "whister-table", ".wt-hand", "#start-here", ".games-form")
    before = [box(page, style) for style in watched]
    page.locator("whister-table").evaluate("table => table.comeAlive()")
    assert [box(page, style) for style in watched] == before


def listed(page: Page) -> Locator:
    return page.locator("ul.games > li:visible")


def count(page: Page) -> Locator:
    return page.locator(".games-count")


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("form", name="Filter the games").get_by_role("combobox", name=name, exact=True)


def query(page: Page) -> dict[str, str]:
    return {name: value for name, (value,) in parse_qs(urlsplit(page.url).query).items()}


def test_games_are_chosen_by_what_a_table_has_and_the_address_keeps_the_choice(page: Page) -> None:
    page.goto("/")
    expect(count(page)).to_have_text(f"{ALL} games")
    two = sum(2 in whister.load(name).players for name in whister.catalogue())
    field(page, "Players").select_option("2")
    expect(count(page)).to_have_text(f"{two} of {ALL} games")
    expect(listed(page)).to_have_count(two)
    expect(page.get_by_role("heading", name="Boston", exact=True)).to_be_hidden()

    field(page, "Family").select_option("Rook")
    field(page, "Partners").select_option("Each alone")
    expect(listed(page).locator(".game-title")).to_have_text(["Rook for Two (1914)", "Tennessee for Two"])
    assert query(page) == {"players": "2", "family": "rook", "partners": "each alone"}

    page.reload()
    expect(count(page)).to_have_text(f"2 of {ALL} games")
    expect(field(page, "Family")).to_have_value("rook")

    field(page, "Years").select_option("Before 1850")
    expect(count(page)).to_have_text(f"None of the {ALL} games matches. Without a choice of Years, 2 do.")
    page.get_by_role("button", name="Clear").click()
    expect(listed(page)).to_have_count(ALL)
    assert query(page) == {}
    expect(page.get_by_role("button", name="Clear")).to_be_hidden()


def test_games_are_sorted_by_age_and_those_without_a_date_have_a_place_among_them(page: Page) -> None:
    page.goto("/boston/")
    titles = listed(page).locator(".game-title")
    expect(titles.first).to_have_text("Boston de Fontainebleau")
    field(page, "Order").select_option("Oldest first")
    expect(titles).to_have_text(
        ["Whischt Bostonien", "Mariland", "Boston de Nantes", "Boston de Fontainebleau", "Boston after Hoyle",
         "Russian Boston", "Solo Whist, 1909", "American Boston", "Boston, 1914", "Boston de Fontainebleau, 1914",
         "French Boston, 1914", "Russian Boston, 1914", "Solo Whist, 1914", "Rikken"]
    )  # fmt: skip
    field(page, "Order").select_option("Newest first")
    expect(titles.first).to_have_text("Rikken")
    field(page, "Years").select_option("Not dated")
    expect(titles).to_have_text(["Rikken", "American Boston", "Russian Boston", "Boston after Hoyle"])
    page.get_by_role("button", name="Clear").click()
    expect(titles.first).to_have_text("Boston de Fontainebleau")


def test_without_scripts_the_whole_list_is_there_and_no_form(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/?players=2")
    expect(listed(page)).to_have_count(ALL)
    expect(page.locator(".games-form")).to_be_hidden()
    context.close()


def test_on_paper_the_list_is_whole_and_the_form_is_left_out(page: Page) -> None:
    page.goto("/")
    page.emulate_media(media="print")
    expect(listed(page)).to_have_count(ALL)
    expect(page.locator(".games-form")).to_be_hidden()
    expect(page.locator(".ways-in")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/hearts/", "/rook/"])
def test_axe_finds_nothing_at_the_door(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator(".games-form")).to_be_visible()
    look(page, "the door", widths=(360, 820, 1440))
