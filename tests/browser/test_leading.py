"""Only one replay or guide runs at a time, however fast they are requested, and the visitor's own game is kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Watch
from tests.browser.player import CORNER, Player
from tests.browser.test_first_hands import HANDS, Guided

TABLE = "/hearts/black-lady/"


def example(page: Page) -> Locator:
    return page.get_by_role("button", name="Step through on the table").first


def own_game(page: Page) -> tuple[Player, str]:
    """Return a visitor in the middle of a game of their own, and its record."""
    player = Player(page, TABLE)
    player.choose()
    player.choose()
    return player, str(player.state()["record"])


@pytest.mark.parametrize("key", ["u", "n"], ids=["undo", "a new game"])
def test_a_letter_in_a_replay_is_about_the_visitors_own_game(page: Page, key: str) -> None:
    player, before = own_game(page)
    example(page).click()
    replay = player.table.get_by_role("region", name="Replay")
    replay.get_by_role("button", name="Last").click()
    page.wait_for_function("() => document.querySelector('whister-table').state.study")
    player.table.locator('.wt-hand [tabindex="0"]').focus()
    player.keys(key)
    expect(replay).to_have_count(0)
    if key == "u":
        assert player.state()["record"] == before
        page.reload()
    else:
        page.wait_for_function(
            "before => document.querySelector('whister-table').state.record !== before", arg=before
        )
        assert player.state()["phase"] == "pass"
        player.press("Undo")
    assert player.state()["record"] == before


def test_a_double_click_opens_one_replay_which_can_be_closed(page: Page) -> None:
    player, before = own_game(page)
    example(page).dblclick()
    replay = player.table.get_by_role("region", name="Replay")
    expect(replay.locator(".wt-replay-place")).to_contain_text("1 of")
    expect(replay).to_have_count(1)
    replay.get_by_role("button", name="Close").click()
    expect(replay).to_have_count(0)
    assert player.state()["record"] == before


def test_of_two_that_are_called_for_at_once_the_last_leads(page: Page) -> None:
    guided = Guided(page, TABLE)
    before = guided.state()["record"]
    page.evaluate(
        "() => ['.first-hand-play', '.example-replay'].map(one => document.querySelector(one).click())"
    )
    expect(guided.table.locator(".wt-replay")).to_have_count(1)
    expect(guided.bar).to_have_count(0)
    guided.opener.dblclick()
    guided.stands(0)
    expect(guided.table.locator(".wt-replay")).to_have_count(1)
    guided.bar_button("Leave")
    expect(guided.bar).to_have_count(0)
    assert guided.state()["record"] == before


def test_of_two_that_are_called_for_at_once_the_last_leads_even_if_the_first_loads_late(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/guide.mjs*", hold)
    guided = Guided(page, TABLE)
    with page.expect_request("**/guide.mjs*"):
        page.evaluate(
            "() => ['.first-hand-play', '.example-replay'].map(one => document.querySelector(one).click())"
        )
    page.wait_for_timeout(1000)  # longer than the second needs, if it does not wait
    for route in held:
        route.continue_()
    page.wait_for_timeout(1000)  # longer than the first needs, if it does not come first
    expect(guided.table.locator(".wt-replay")).to_have_count(1)
    expect(guided.bar).to_have_count(0)


def test_going_back_from_a_link_ends_the_replay_that_was_opened_on_it(page: Page) -> None:
    player, before = own_game(page)
    page.locator("a.see:not(.worked-example a)").first.evaluate("link => link.click()")
    page.wait_for_function(
        "before => document.querySelector('whister-table').state.record !== before", arg=before
    )
    example(page).click()
    replay = player.table.get_by_role("region", name="Replay")
    expect(replay).to_be_visible()
    page.go_back()
    expect(replay).to_have_count(0)
    page.wait_for_function(
        "before => document.querySelector('whister-table').state.record === before", arg=before
    )


def test_another_seat_ends_the_guide_and_the_deal_goes_on(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    guided.press("Settings")
    dialogue = page.get_by_role("dialog", name="Settings")
    dialogue.get_by_label("Your seat").select_option(label="West")
    expect(guided.bar).to_have_count(0)
    expect(guided.table.locator("[data-advised]")).to_have_count(0)
    assert guided.state()["seat"] == 1


def test_the_deal_that_goes_on_without_the_guide_is_kept(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.begin()
    guided.do(guided.moves[0])
    guided.stands(1)
    guided.card("4C").click(position=CORNER)
    guided.bar_button("Continue without the guide")
    expect(guided.bar).to_have_count(0)
    record = guided.state()["record"]
    page.reload()
    assert guided.state()["record"] == record


def test_the_first_step_is_done_as_soon_as_the_deal_is_there(page: Page) -> None:
    guided = Guided(page, HANDS["hearts"])
    guided.opener.click()
    guided.bar_button("Do it for me")
    guided.bar_button("Do it for me")
    guided.stands(1)


def test_nothing_is_chosen_where_the_drawing_of_the_table_does_not_load(page: Page, watch: Watch) -> None:
    watch.expect("picture.mjs", "ERR_FAILED")
    page.route("**/picture.mjs*", lambda route: route.abort())
    page.goto(TABLE)
    table = page.locator("whister-table")
    table.locator(".wt-hand button").first.click()
    expect(table.locator(".wt-note")).to_contain_text("This did not load. Try again.")
    assert table.evaluate("table => table.glance.picked") == []
