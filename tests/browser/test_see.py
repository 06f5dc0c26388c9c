"""“See it on the table”: a case of a clause opens as its position, and a worked example is stepped through."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import violations
from tests.browser.player import Player

BLD_3 = "c1~hearts/black-lady~first-trick~BLD-3~"


def follow_case(page: Page, case: str) -> None:
    """Open the clause's cases as a reader does, and follow the link of one."""
    link = page.get_by_role("link", name=f"see it on the table ({case})", exact=True)
    page.locator("section.clause details").filter(has=page.locator(f'a.see[href*="~{case}~"]')).evaluate_all(
        "all => all.forEach(details => { details.open = true; })"
    )
    link.click()


def test_a_case_stands_on_the_table_and_its_clause_refuses_the_cards(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    follow_case(page, "BLD-3")
    expect(player.table.locator(".wt-play")).to_have_count(1)
    assert player.state()["record"] == BLD_3
    expect(player.table.locator(":focus")).to_have_count(1)
    expect(player.hand).to_have_count(3)
    expect(player.table.locator(".wt-backs i")).to_have_count(0)
    for card in ("KH", "QS"):
        player.table.locator(f'.wt-hand li[data-card="{card}"] button').click(force=True)
        expect(player.note.get_by_role("link")).to_have_attribute(
            "href", "../../hearts/black-lady/#first-trick"
        )
    player.table.locator('.wt-hand li[data-card="3D"] button').click()
    assert player.state()["record"] == BLD_3 + "3D"
    expect(player.table.locator(".wt-prompt")).to_contain_text("take yours back")
    player.table.locator('[data-do="undo"]').click()
    expect(player.hand).to_have_count(3)


@pytest.mark.parametrize("case", ["BLD-3", "Hx-seven-players"])
def test_a_case_that_is_played_leads_back_to_the_deal_it_was_opened_in(page: Page, case: str) -> None:
    player = Player(page, "/hearts/black-lady/")
    player.choose()
    player.choose()
    own = player.state()["record"]
    follow_case(page, case)
    expect(player.table.locator(".wt-case")).to_contain_text(case)
    player.choose()
    for _ in range(2):
        player.state()
        player.press("Undo")
    assert player.state()["record"] == own, "a step back in the case, and one to the deal"
    expect(player.table.locator(".wt-case")).to_have_count(0)
    follow_case(page, case)
    heading = player.table.get_by_role("group", name=f"Case {case}")
    heading.get_by_role("button", name="Back to the previous game").click()
    expect(heading).to_have_count(0)
    assert player.state()["record"] == own
    page.reload()
    assert player.state()["record"] == own


def test_a_case_names_its_rule_and_leads_back_to_it_or_to_a_fresh_hand(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    follow_case(page, "BLD-3")
    heading = player.table.get_by_role("group", name="Case BLD-3")
    expect(heading).to_contain_text("Case BLD-3 of the rule The first trick, Black Lady.")
    expect(player.table.locator(".wt-prompt")).to_contain_text(
        "Refused here: the queen of spades and the king of hearts. Try one."
    )
    heading.get_by_role("link", name="Back to the rule").click()
    expect(page).to_have_url(re.compile("/hearts/black-lady/#first-trick$"))
    expect(page.locator("#first-trick")).to_be_in_viewport()
    heading.get_by_role("button", name="Deal a new hand").click()
    expect(heading).to_have_count(0)
    expect(player.hand).to_have_count(13)


def test_the_same_case_followed_again_brings_the_reader_back_to_the_table(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    follow_case(page, "BLD-3")
    expect(player.table.locator(".wt-play")).to_have_count(1)
    page.get_by_role("heading", name="Sources").first.scroll_into_view_if_needed()
    follow_case(page, "BLD-3")
    expect(player.table.locator(".wt-prompt")).to_be_focused()
    expect(player.table).to_be_in_viewport()


def test_who_goes_back_from_a_case_finds_his_own_game_again(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    player.press("New game")
    own = player.state()["record"]
    for case in ("BLD-4", "BLD-3"):
        follow_case(page, case)
        expect(player.table.locator(".wt-case")).to_contain_text(case)
    page.go_back()
    expect(player.table.locator(".wt-case")).to_contain_text("BLD-4")
    page.go_back()
    expect(player.table.locator(".wt-case")).to_have_count(0)
    assert player.state()["record"] == own


def test_a_worked_example_is_stepped_through_to_its_end_by_keyboard(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    before = player.state()["record"]
    page.get_by_role("button", name="Step through on the table").press("Enter")
    bar = page.get_by_role("region", name="Replay")
    expect(bar.get_by_role("button", name="Next")).to_be_focused()
    expect(bar).to_contain_text("Four hands are given, seat 0 first.")
    voices = player.table.locator(
        '[aria-live]:not([aria-live="off"]), [role="status"], [role="log"], [role="alert"]'
    )
    expect(voices).to_have_count(1)
    expect(voices).to_contain_text("Four hands are given, seat 0 first.")
    told, places, cards = [], [], 0
    for _ in range(20):
        told.append(bar.locator(".wt-replay-words").inner_text())
        state = player.state()
        assert state["study"]
        cards = max(cards, len(state["trick"]["plays"]))
        places.append(bar.locator(".wt-replay-place").inner_text())
        number, _, length = places[-1].partition(" of ")
        expect(page.locator(".session-fold[aria-current=step]")).to_have_count(1)
        if number == length:
            break
        page.keyboard.press("ArrowRight")
        expect(bar.locator(".wt-replay-place")).not_to_have_text(places[-1])
    assert len(dict.fromkeys(told)) == 5
    assert "Now seat 1 shoots the moon" in told[-1]
    assert cards == 3
    state = player.state()
    assert [play["card"] for play in state["last_trick"]["plays"]] == ["2C", "KC", "KS", "AC"]
    page.keyboard.press("Home")
    expect(bar).to_contain_text("Four hands are given, seat 0 first.")
    page.keyboard.press("PageDown")
    expect(bar).to_contain_text("three cards are passed to the left")
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    expect(page.locator("[aria-current=step]")).to_have_count(0)
    assert player.state()["record"] == before
    expect(page.get_by_role("button", name="Step through on the table")).to_be_focused()


def test_a_session_opens_where_it_leaves_the_deal_and_is_played_on_from_there(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    page.get_by_role("link", name="on the table (after session 3)").click()
    bar = page.get_by_role("region", name="Replay")
    expect(player.table.locator(".wt-play")).to_have_count(2)
    bar.get_by_role("button", name="Continue from here").click()
    expect(bar).to_have_count(0)
    state = player.state()
    assert state["seat"] == state["to_act"] == 2
    assert not state["study"]
    assert [seat["hand"] is None for seat in state["seats"]] == [True, True, False, True]
    player.table.locator('.wt-hand li[data-card="KS"] button').click()
    assert "You play the king of spades." in player.state()["log"]


def test_one_session_after_another_leads_back_to_the_game_that_was_on_the_table(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    before = player.state()["record"]
    bar = page.get_by_role("region", name="Replay")
    for number in (1, 3, 2):
        page.get_by_role("link", name=f"on the table (after session {number})").click()
    shown = page.locator(":has(+ [aria-current=step])").get_by_role(
        "link", name="on the table (after session 2)"
    )
    expect(shown).to_have_count(1)
    expect(bar).to_have_count(1)
    bar.get_by_role("button", name="Close").click()
    expect(bar).to_have_count(0)
    state = player.state()
    assert state["record"] == before
    assert not state["study"]


def test_the_last_session_chosen_is_shown_even_if_the_first_waited_for_its_style_sheet(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/replay.css*", hold)
    player = Player(page, "/hearts/black-lady/")
    with page.expect_request("**/replay.css*"):
        page.get_by_role("link", name="on the table (after session 1)").click()
    page.get_by_role("link", name="on the table (after session 2)").click()
    page.wait_for_timeout(1000)  # longer than the second needs, if it does not wait
    for route in held:
        route.continue_()
    shown = page.locator(":has(+ [aria-current=step])").get_by_role(
        "link", name="on the table (after session 2)"
    )
    expect(shown).to_have_count(1)
    player.state()
    expect(shown).to_have_count(1)
    bar = page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="Close").click()
    expect(bar).to_have_count(0)


def test_who_plays_on_while_a_step_is_on_its_way_plays_on_from_that_step(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    page.get_by_role("button", name="Step through on the table").click()
    bar = page.get_by_role("region", name="Replay")
    expect(bar.get_by_role("button", name="Last")).to_be_visible()
    player.state()
    bar.evaluate(
        """bar => {
          bar.querySelector('[data-go="next"]').click();
          bar.querySelector('[data-go="play"]').click();
        }"""
    )
    expect(bar).to_have_count(0)
    state = player.state()
    assert not state["study"]
    assert player.page.evaluate("document.querySelector('whister-table').left !== null")


def test_on_a_phone_a_worked_example_begins_with_its_words_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    player = Player(page, "/hearts/black-lady/")
    page.locator(".example-replay").first.click()
    player.state()
    bar = page.locator(".wt-replay")
    words = bar.locator(".wt-replay-words").bounding_box()
    header = page.locator(".site-header").bounding_box()
    assert words
    assert header
    assert words["y"] >= header["y"] + header["height"]
    rows = bar.get_by_role("button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert len({round(top) for top in rows}) == 2, "the buttons have two rows"


def test_a_replay_whose_words_number_the_seats_says_who_sits_there(page: Page) -> None:
    player = Player(page, "/hearts/black-lady/")
    page.locator(".example-replay").first.click()
    bar = page.locator(".wt-replay")
    expect(bar).to_contain_text("The dealer is seat 3")
    player.state()
    expect(bar.get_by_text("Seats: 0 You, 1 West, 2 North, 3 East")).to_be_visible()
    for _ in range(4):
        bar.get_by_role("button", name="Next").click()
        player.state()
        numbered = re.search(r"\bseats? \d", bar.locator(".wt-replay-words").inner_text(), re.IGNORECASE)
        expect(bar.locator(".wt-replay-who")).to_have_text(re.compile("^Seats: 0 You" if numbered else "^$"))


def test_axe_finds_nothing_grave_in_a_replay(page: Page) -> None:
    Player(page, "/hearts/black-lady/")
    page.get_by_role("button", name="Step through on the table").click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    assert violations(page, "whister-table") == []
