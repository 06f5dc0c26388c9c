"""Choices that do not go together stay in the form of house rules, and its panel is always of the game chosen."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

REFUSED = "/house-rules/?base=hearts/black-lady&base.chips=25"


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Your rules")


def test_choices_that_were_refused_are_kept_when_the_reader_jumps_to_the_rules(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/house-rules/?base=hearts/black-lady")
    expect(panel(page)).to_contain_text("Black Lady as it stands")
    page.get_by_label("Starting chips").select_option("25")
    told = page.get_by_role("status").first
    expect(told).to_contain_text("goes only with another choice of Points or chips")

    page.get_by_role("link", name="See your rules").click()
    page.wait_for_url("**#your-rules")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_label("Starting chips")).to_have_value("25")
    expect(told).to_contain_text("goes only with another choice of Points or chips")


def test_the_panel_keeps_nothing_of_another_game_where_choices_are_refused(page: Page) -> None:
    page.goto(REFUSED)
    expect(panel(page)).to_contain_text("These choices do not go together")
    page.get_by_label("Rule set", exact=True).select_option("hearts/greek-1990")
    expect(panel(page)).to_contain_text("Greek Hearts, 1990 as it stands")

    page.go_back()
    expect(page.get_by_label("Starting chips")).to_have_value("25")
    expect(panel(page)).to_contain_text("These choices do not go together")
    expect(panel(page)).not_to_contain_text("Greek Hearts")
    expect(panel(page).get_by_role("link")).to_have_count(0)


def test_an_address_of_the_panel_is_not_said_to_lead_nowhere(page: Page) -> None:
    page.goto("/house-rules/?base=hearts/black-lady#your-rules")
    expect(panel(page)).to_contain_text("Black Lady as it stands")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".lost")).to_have_count(0)
