"""Positions in a real browser: a card played, the way back, and a link that opens the right one of several tables."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.player import STILL, Player

POSITIONS = "/hearts/strategy/"


def moon_table(page: Page) -> Player:
    """The table of one position, not the first of its page or of its rule set."""
    player = Player(page, POSITIONS)
    player.table = page.locator("section#stop-the-moon whister-table")
    return player


def test_the_moon_is_stopped_and_the_position_comes_back(page: Page) -> None:
    player = moon_table(page)
    opened = player.state()
    player.card("JH").click()
    expect(player.table.locator(".wt-settlement, .wt-hand li").first).to_be_visible()
    after = player.state()
    assert [held["card"] for held in after["hand"]] != [held["card"] for held in opened["hand"]]
    assert after["record"].startswith(opened["record"])
    player.table.get_by_role("button", name="Back to the position").click()
    assert player.state()["record"] == opened["record"]
    expect(player.table.locator(".wt-hand li")).to_have_count(len(opened["hand"]))


def test_the_way_back_is_kept_over_a_reload(page: Page) -> None:
    player = moon_table(page)
    opened = player.state()["record"]
    player.card("2H").click()
    assert player.state()["record"] != opened
    player.table.get_by_role("button", name="Back to the position").click()
    page.reload()
    assert player.state()["record"] == opened


def test_a_link_opens_at_the_table_with_its_cards(page: Page) -> None:
    player = moon_table(page)
    player.card("JH").click()
    record = player.state()["record"]
    page.goto("/evidence/")
    page.goto(f"{POSITIONS}#deal={record}")
    tables = page.locator("whister-table")
    shown = [tables.nth(place).evaluate(STILL)["record"] for place in range(tables.count())]
    assert shown.count(record) == 1
    assert shown[7] == record
