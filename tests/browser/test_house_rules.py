"""Choices that cannot be combined stay in the form of house rules, and its panel is always that of the chosen game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import WITH_BOTH_FACES

REFUSED = "/house-rules/?base=hearts/black-lady&base.chips=25"


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Your rules")


def test_choices_that_were_refused_are_kept_when_the_reader_jumps_to_the_rules(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/house-rules/?base=hearts/black-lady")
    expect(panel(page)).to_contain_text("Black Lady without changes")
    page.get_by_label("Starting chips").select_option("25")
    told = page.get_by_role("status").first
    expect(told).to_contain_text("needs a different choice for Points or chips")
    expect(told).to_contain_text(
        "“A sweepstake: all players pay into a pool, which goes to a player with no penalty cards”"
    )
    for name in ("Play by these rules", "Cite", "Copy the link"):
        button = panel(page).get_by_role("button", name=name)
        expect(button).to_have_attribute("aria-disabled", "true")
        expect(button).to_have_accessible_description(
            re.compile("needs a different choice .* These choices cannot be combined")
        )
    page.get_by_role("link", name="Go to “Points or chips”").click()
    expect(page.get_by_label("Points or chips", exact=True)).to_be_focused()

    page.get_by_role("link", name="Go to your rules").click()
    page.wait_for_url("**#your-rules")
    page.wait_for_load_state("networkidle")
    heading = panel(page).get_by_role("heading", name="Your rules").bounding_box()
    line = page.locator(".house-line").bounding_box()
    assert heading
    assert line
    assert heading["y"] >= line["y"] + line["height"]
    expect(page.get_by_label("Starting chips")).to_have_value("25")
    expect(told).to_contain_text("needs a different choice for Points or chips")


def test_the_panel_keeps_nothing_of_another_game_where_choices_are_refused(page: Page) -> None:
    page.goto(REFUSED)
    expect(panel(page)).to_contain_text("These choices cannot be combined")
    page.get_by_label("Rule set", exact=True).select_option("hearts/greek-1990")
    expect(panel(page)).to_contain_text("Greek Hearts, 1990 without changes")

    page.go_back()
    expect(page.get_by_label("Starting chips")).to_have_value("25")
    expect(panel(page)).to_contain_text("These choices cannot be combined")
    expect(panel(page)).not_to_contain_text("Greek Hearts")
    expect(panel(page).get_by_role("link")).to_have_count(0)


@pytest.mark.parametrize(
    ("base", "label", "given", "said"),
    [
        (
            "hearts/black-lady",
            "The target",
            "9999",
            "“The target” must be a whole number from 1 to 1000, not “9999”.",
        ),
        (
            "hearts/black-lady",
            "The target",
            "12.5",
            "“The target” must be a whole number from 1 to 1000, not “12.5”.",
        ),
        ("hearts/black-lady", "The target", "", "“The target” must be a whole number from 1 to 1000."),
        (
            "hearts/black-lady",
            "What the moon is worth",
            "-1",
            "“What the moon is worth” must be a whole number from 0 to 520, not “-1”.",
        ),
    ],
)
def test_a_number_that_cannot_be_is_said_and_marked_at_its_own_field(
    page: Page, base: str, label: str, given: str, said: str
) -> None:
    page.goto(f"/house-rules/?base={base}")
    field = page.get_by_label(label, exact=True)
    field.fill(given)
    field.blur()
    expect(page.locator("#house-told")).to_contain_text(said)
    expect(page.locator('[aria-invalid="true"]')).to_have_count(1)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("link", name=f"Go to “{label}”")).to_be_visible()


@WITH_BOTH_FACES
def test_a_long_name_of_a_link_is_cut_as_its_field_does_and_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"/house-rules/?base=hearts/black-lady&base.moon=new&name={'M' * 300}")
    expect(page.locator("#house-name")).to_have_value("M" * 120)
    expect(page.locator("#house-told")).to_contain_text("M" * 120 + ":")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_a_choice_that_the_rules_do_not_have_keeps_the_others_and_leads_on(page: Page) -> None:
    page.goto("/house-rules/?base=hearts/black-lady&base.mooon=new&base.target=50&name=Sunday rules")
    told = page.get_by_role("status").first
    expect(told).to_have_text("Black Lady has no option “mooon”. The nearest is “The moon”, moon.")
    expect(page.get_by_label("The target", exact=True)).to_have_value("50")
    expect(panel(page).get_by_role("button", name="Play by these rules")).to_have_accessible_description(
        re.compile("no option “mooon”")
    )
    page.get_by_label("The sun", exact=True).select_option(index=1)
    expect(told).to_have_text("Black Lady has no option “mooon”. The nearest is “The moon”, moon.")

    page.get_by_role("link", name="Did you mean moon=new, “The moon”?").click()
    expect(told).to_have_text("Sunday rules: 3 amended.")
    expect(told).to_be_focused()
    assert "base.moon=new&base.sun=52&base.target=50&name=Sunday+rules" in page.url

    page.get_by_role("link", name="Compare with another rule set").click()
    expect(told).to_contain_text("From Black Lady to Sunday rules: 20 rules stay as they are and 3 change.")
    expect(page.get_by_text("The target: 50")).to_be_visible()
    expect(page.get_by_role("link", name="Change these rules")).to_have_attribute(
        "href", re.compile("&name=Sunday")
    )


def test_a_choice_says_its_sources_as_the_rules_do(page: Page) -> None:
    page.goto("/house-rules/?base=hearts/black-lady")
    said = page.locator("#wt-option-pack_table-means .option-source").first

    expect(said).to_have_text(
        re.compile(r"^reported .+ · page unknown · not read · through Wikipedia, Black Lady$")
    )
    expect(said.get_by_role("link").first).to_have_attribute("href", re.compile(r"/sources/[a-z0-9-]+/$"))


def test_what_no_source_prices_is_said_beside_the_rules_that_ask_for_it(page: Page) -> None:
    page.goto("/house-rules/?base=boston/fontainebleau")
    unpaid = panel(page).locator("[data-part=unsourced]")
    expect(panel(page)).to_contain_text("Boston de Fontainebleau without changes")
    expect(unpaid).to_have_count(0)

    page.get_by_label("The table of payments", exact=True).select_option("sourced-only")
    expect(unpaid).to_have_text(
        "The sources give prices only for Five levées in hearts and Seven levées in hearts: "
        "a deal played for any other bid ends unpaid. (The prices)"
    )
    expect(unpaid.get_by_role("link")).to_have_attribute(
        "href", re.compile("/boston/fontainebleau/#payment-table$")
    )

    page.goto("/house-rules/?base=boston/hoyle&base.announcements=all&base.multipliers=doubling")
    expect(unpaid).to_contain_text("No source read so far gives the payment for Petite misère")
    page.get_by_role("button", name="Back to the usual rules").click()
    expect(unpaid).to_have_count(0)


def test_an_address_of_the_panel_leads_to_it(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/house-rules/?base=hearts/black-lady#your-rules")
    expect(panel(page)).to_contain_text("Black Lady without changes")
    expect(panel(page)).to_be_focused()
    expect(panel(page).get_by_role("heading", name="Your rules")).to_be_in_viewport()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".lost")).to_have_count(0)


def test_a_blank_name_in_an_address_is_none(page: Page) -> None:
    page.goto("/house-rules/?base=hearts/black-lady&base.target=50&name=%20")
    expect(panel(page).get_by_label("Name")).to_have_value("Black Lady with target 50")
    expect(page.get_by_role("status").first).to_contain_text("Black Lady with target 50: ")


def test_on_paper_stand_the_rules_without_the_form(page: Page) -> None:
    page.goto("/house-rules/?base=hearts/black-lady&base.moon=new")
    expect(panel(page)).to_contain_text("Shooting the moon")
    page.emulate_media(media="print")
    expect(panel(page)).to_contain_text("Behaviour hash")
    expect(page.locator(".house-options")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("link", name="Cite", exact=True)).to_have_count(0)
    own = panel(page).get_by_role("link", name="Black Lady").first
    assert own.evaluate("link => getComputedStyle(link, '::after').content") == "none"
