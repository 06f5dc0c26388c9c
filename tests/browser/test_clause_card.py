"""A card beside a link to a clause shows the clause: for the pointer, the keyboard and the screen reader."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

import whister

CLAUSE = whister.load("hearts/modern").clauses["pack"]
PAGE = "/hearts/errata/"


def link(page: Page) -> Locator:
    return page.locator('article a.clause-link[href$="modern/#pack"]').first


def card(page: Page) -> Locator:
    return page.locator(".clause-card")


def test_the_pointer_brings_the_card_and_may_go_onto_it(page: Page) -> None:
    page.goto(PAGE)
    expect(card(page)).to_have_count(0)
    link(page).hover()
    expect(card(page)).to_be_visible()
    expect(card(page).locator(".clause-card-text")).to_have_text(CLAUSE.text)
    expect(card(page)).to_contain_text(CLAUSE.title)
    expect(card(page).locator(".badge")).to_have_text(str(CLAUSE.evidence))
    box = card(page).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280
    card(page).get_by_role("link", name="Details").hover()
    page.wait_for_timeout(500)  # longer than the pointer may take from the link to the card
    expect(card(page)).to_be_visible()
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)


STANDS = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"
"""Waits for two frames, after which the browser has handled every move of the pointer so far."""


def test_a_link_that_comes_under_a_pointer_at_rest_shows_no_card(page: Page) -> None:
    page.goto(PAGE)
    link(page).evaluate("link => link.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = link(page).bounding_box()
    assert box
    x, y = box["x"] + 5, box["y"] + box["height"] / 2
    page.evaluate("document.body.style.translate = '0 300px'")
    page.mouse.move(x, y - 50)
    page.mouse.move(x, y)
    page.evaluate(STANDS)  # the pointer has come to rest before the page moves
    expect(card(page)).to_have_count(0)
    page.evaluate("document.body.style.translate = ''")
    page.wait_for_timeout(600)  # longer than a pointer has to rest
    expect(card(page)).to_have_count(0)
    page.mouse.move(x + 1, y)
    expect(card(page)).to_be_visible()


def test_escape_puts_it_away_and_leaves_the_pointer_where_it_is(page: Page) -> None:
    page.goto(PAGE)
    link(page).hover()
    expect(card(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    expect(link(page)).not_to_have_attribute("aria-describedby", "clause-card-said")


def test_the_keyboard_brings_it_reads_it_and_goes_on(page: Page) -> None:
    page.goto(PAGE)
    page.keyboard.press("Tab")
    link(page).focus()
    expect(card(page)).to_be_visible()
    expect(link(page)).to_have_accessible_description(
        re.compile(
            re.escape(
                f"{CLAUSE.title} · {whister.load('hearts/modern').title} {CLAUSE.text} {CLAUSE.evidence} "
            )
            + r".+, (not read|read in (full|part))"
        )
    )
    page.keyboard.press("Tab")
    expect(card(page).get_by_role("link")).to_be_focused()
    page.keyboard.press("Tab")
    expect(card(page)).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('article') !== null")


def test_a_tap_follows_the_link_and_shows_no_card(browser: Browser, address: str) -> None:
    phone = browser.new_context(
        base_url=address,
        has_touch=True,
        is_mobile=True,
        viewport={"width": 360, "height": 740},
        service_workers="block",
    )
    page = phone.new_page()
    page.goto(PAGE)
    page.evaluate(
        "new MutationObserver(() => { if (document.querySelector('.clause-card')) globalThis.carded = true; })"
        ".observe(document.body, {childList: true})"
    )
    link(page).scroll_into_view_if_needed()
    link(page).tap()
    expect(page).to_have_url(f"{address}/hearts/modern/#pack")
    assert not page.evaluate("globalThis.carded ?? false")
    phone.close()
