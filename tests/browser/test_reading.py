"""How a rule set's page is read: the rules alone or with their evidence, and *How to play* for the rules in force."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

import whister
from tests.browser.axe import violations
from tests.browser.player import Player
from tests.browser.test_table import BOSTON, HEARTS, ROOK
from whister.how_to_play import LINES

LOWEST = 9_000  # px: the longest page of the rules alone, on a screen of 1280


def switch(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check()


def rests_on(page: Page, clause: str) -> Locator:
    return page.locator(f"#{clause} .rule-sources")


def how(page: Page, moment: str) -> Locator:
    return page.locator("dl.how-to-play dt", has_text=moment).locator("+ dd")


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_the_rules_stand_alone_until_a_reader_asks_what_they_rest_on(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("radio", name="Just the rules", exact=True)).to_be_checked()
    expect(page.locator(".clause-text").first).to_be_visible()
    assert not [
        each
        for each in page.locator(".rule-sources, .clause-mechanisms, .source-list").all()
        if each.is_visible()
    ]
    assert not page.get_by_text("(behaviour)").is_visible()


def test_one_rule_says_what_it_rests_on_and_leads_to_its_citation(page: Page) -> None:
    page.goto(HEARTS)
    page.locator("#first-trick summary", has_text="3 sources").click()
    expect(rests_on(page, "first-trick")).to_be_visible()
    expect(rests_on(page, "moon")).to_be_hidden()
    page.get_by_role("link", name="Cite: The first trick").click()
    expect(page.get_by_role("dialog")).to_contain_text("hearts/black-lady#first-trick")


def test_the_evidence_is_shown_on_every_page_once_it_is_asked_for(page: Page) -> None:
    page.goto(HEARTS)
    switch(page, "With the evidence")
    for path in (HEARTS, BOSTON):
        page.goto(path)
        expect(page.get_by_role("radio", name="With the evidence", exact=True)).to_be_checked()
        for clause in page.locator("section.clause").all():
            if clause.locator(".clause-text").is_visible():
                expect(clause.locator(".rule-sources")).to_be_visible()
    switch(page, "Just the rules")
    page.goto(HEARTS)
    expect(rests_on(page, "first-trick")).to_be_hidden()


def test_the_switch_stays_where_it_is_when_the_page_above_it_grows(page: Page) -> None:
    page.goto(BOSTON)
    choice = page.get_by_role("radio", name="With the evidence", exact=True)
    choice.scroll_into_view_if_needed()
    before = choice.bounding_box()
    choice.check()
    after = choice.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 1


def test_paper_follows_the_switch(page: Page) -> None:
    page.goto(HEARTS)
    page.emulate_media(media="print")
    expect(rests_on(page, "first-trick")).to_be_hidden()
    expect(page.locator("#first-trick .clause-text")).to_be_visible()
    for what_is_for_the_screen in ("#at-the-table", "fieldset.layers", "#section-bonus", "#sources"):
        expect(page.locator(what_is_for_the_screen)).to_be_hidden()
    page.emulate_media(media="screen")
    switch(page, "With the evidence")
    page.emulate_media(media="print")
    expect(rests_on(page, "first-trick")).to_be_visible()


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_the_rules_alone_are_no_long_page(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollHeight") <= LOWEST


def test_a_chip_in_the_margin_never_lies_over_its_rule(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    for path in (HEARTS, BOSTON, ROOK, "/boston/nantes/"):
        page.goto(path)
        over = page.locator("section.clause").evaluate_all("""clauses => clauses.filter(clause => {
          const chip = clause.querySelector("summary").getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(clause.querySelector(".clause-text"));
          return [...range.getClientRects()].some(line => line.right > chip.left && line.bottom > chip.top && line.top < chip.bottom);
        }).map(clause => clause.id)""")
        assert over == [], path


@pytest.mark.parametrize("path", [HEARTS, BOSTON, ROOK])
def test_both_layers_are_accessible(page: Page, path: str) -> None:
    page.goto(path)
    assert violations(page) == []
    switch(page, "With the evidence")
    assert violations(page) == []


def test_an_address_within_what_is_folded_away_opens_it(page: Page) -> None:
    page.goto(f"{HEARTS}#option-moon")
    expect(page.locator("#option-moon")).to_be_in_viewport()
    page.goto(f"{BOSTON}#source-foster-complete-hoyle-1914")
    expect(page.locator("#source-foster-complete-hoyle-1914")).to_be_visible()


def test_a_clause_that_is_linked_to_is_marked_in_the_contents_and_stands_clear_of_the_header(
    page: Page,
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{HEARTS}#first-trick")
    expect(page.locator(".toc-tree .scroll-current > a").last).to_have_text("The first trick")
    below = "document.querySelector('#first-trick').getBoundingClientRect().top - document.querySelector('.site-header').getBoundingClientRect().bottom"
    assert page.evaluate(below) >= 24, "a line of what goes before"


def test_the_sessions_of_an_example_are_folded_away_together(page: Page) -> None:
    page.goto(HEARTS)
    sessions = page.locator("#worked-example .session")
    assert sessions.count() > 3
    expect(page.locator("#worked-example .small-card").first).to_be_visible()
    expect(sessions.first).to_be_hidden()
    page.get_by_text("The Python session").nth(1).click()
    for session in sessions.all():
        expect(session).to_be_visible()
    page.goto(ROOK)
    expect(page.locator("#worked-example .session-fold[open]").first).to_be_visible()
    page.get_by_text("The Python session").first.click()
    expect(page.locator("#worked-example .session").first).to_be_hidden()


def test_how_to_play_follows_the_house_rules_and_goes_back_with_them(page: Page) -> None:
    player = Player(page, HEARTS)
    usual = how(page, "Score").inner_text()
    assert "every opponent scores 26" in usual
    player.press("House rules")
    dialogue = page.get_by_role("dialog")
    dialogue.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    dialogue.get_by_label("The moon", exact=True).select_option("new")
    dialogue.get_by_role("button", name="Play by these rules").click()
    expect(how(page, "Score")).not_to_contain_text("every opponent scores 26")
    expect(page.locator(".how-told")).to_contain_text("The moon: ")
    expect(how(page, "Score").locator(".how-changed")).to_have_count(1)
    expect(page.locator("whister-table + .how-follows")).to_have_text(
        "How to play, above, follows these rules."
    )
    player.press("House rules")
    page.get_by_role("dialog").get_by_role("button", name="Back to the usual rules").click()
    page.get_by_role("dialog").get_by_role("button", name="Play by these rules").click()
    expect(how(page, "Score")).to_have_text(usual)
    expect(page.locator(".how-told")).to_be_hidden()
    expect(page.locator(".how-follows")).to_be_hidden()


def test_how_to_play_is_told_for_as_many_as_sit_at_the_table(page: Page) -> None:
    player = Player(page, HEARTS)
    player.press("Deal for 5 players")
    expect(page.locator(".how-told")).to_contain_text("5 players")
    expect(how(page, "Deal")).to_contain_text("Five play.")


def test_how_to_play_is_ten_lines_or_fewer_for_every_rule_set(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    for name in whister.catalogue():
        page.goto(f"/{name}/", wait_until="domcontentloaded")
        page.evaluate("document.fonts.ready.then(() => null)")
        lines = page.locator("dl.how-to-play dd p").evaluate_all(
            "all => all.map(one => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)))"
        )
        assert 0 < sum(lines) <= LINES, (name, lines)
