"""The cards in a real browser: the parts of a face shown at each width, the look that is chosen, and accessibility."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import look

CARDS = "/cards/"
RED, BLUE, BLACK, GREEN = "rgb(184, 31, 45)", "rgb(28, 85, 165)", "rgb(29, 30, 34)", "rgb(23, 105, 58)"
SHOWN = (
    "(svg, name) => getComputedStyle(svg).display !== 'none' && getComputedStyle(svg).getPropertyValue(name)"
)


def keep(page: Page, look: str) -> None:
    """Store a choice of card design before any page opens."""
    page.add_init_script(f"localStorage.setItem('whister-look', {json.dumps(look)})")


def card(page: Page, name: str, width: int) -> Locator:
    return page.locator(f".card-row[data-width='{width}']").get_by_role("img", name=name, exact=True)


def shown(card: Locator) -> set[str]:
    """Return the parts of a card's face that are shown: one large sign, many pips or figures, and the foot."""
    art = card.locator(".wt-art")
    return {name for name in ("one", "many", "foot") if art.evaluate(SHOWN, f"--{name}") == "inline"}


def test_the_wider_a_card_the_more_of_its_face_it_shows(page: Page) -> None:
    page.goto(CARDS)
    assert shown(card(page, "jack of diamonds", 24)) == set()
    assert shown(card(page, "jack of diamonds", 52)) == {"one"}
    assert shown(card(page, "jack of diamonds", 96)) == {"many", "foot"}
    assert shown(card(page, "jack of diamonds", 240)) == {"many", "foot"}
    for width in (24, 52):
        expect(card(page, "Rook", width)).to_be_visible()


def test_four_suits_have_four_colours(page: Page) -> None:
    page.goto(CARDS)
    for suit, colour in (("spades", BLACK), ("hearts", RED), ("diamonds", BLUE), ("clubs", GREEN)):
        expect(card(page, f"ten of {suit}", 96)).to_have_css("color", colour)


def test_two_colours_are_a_look_that_is_kept(page: Page) -> None:
    keep(page, '{"deck": "two", "index": "normal"}')
    page.goto(CARDS)
    for suit, colour in (("spades", BLACK), ("hearts", RED), ("diamonds", RED), ("clubs", BLACK)):
        expect(card(page, f"ten of {suit}", 96)).to_have_css("color", colour)
    expect(card(page, "green 10", 96)).to_have_css("color", GREEN)


def test_a_large_index_leaves_the_pips_out_and_the_figures_in(page: Page) -> None:
    page.goto(CARDS)
    high = "figure => figure.getBoundingClientRect().height"
    small = card(page, "ten of hearts", 52).locator(".wt-figure").evaluate(high)
    keep(page, '{"deck": "four", "index": "large"}')
    page.reload()
    ten = card(page, "ten of hearts", 52)
    assert ten.locator(".wt-figure").evaluate(high) > 1.3 * small
    assert shown(ten) == set()
    assert shown(card(page, "king of hearts", 96)) == {"one"}


@pytest.mark.parametrize("look", ["", "null", "[]", "{", '{"deck": 5, "index": "huge"}'])
def test_what_is_no_look_changes_nothing(page: Page, look: str) -> None:
    keep(page, look)
    page.goto(CARDS)
    assert page.evaluate("({...document.documentElement.dataset})")["deck"] == "four"
    assert page.evaluate("document.documentElement.dataset.index") == "normal"


def test_where_the_system_imposes_its_colours_every_card_has_an_edge(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(CARDS)
    ink = page.evaluate("getComputedStyle(document.body).color")
    for name in ("queen of spades", "jack of diamonds", "red 14", "Rook"):
        shown = card(page, name, 52)
        expect(shown).to_have_css("color", ink)
        expect(shown).to_have_css("border-top-color", ink)
        expect(shown).to_have_css("border-top-style", "solid")


def test_axe_finds_nothing_among_the_cards(page: Page) -> None:
    page.goto(CARDS)
    look(page, "the cards")
