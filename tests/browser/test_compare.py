"""Comparing two rule sets in the page, and putting house rules together, by keyboard and by address."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qsl, unquote, urlsplit

from playwright.sync_api import Page, expect

import whister
from tests.browser.axe import violations
from whister.reference.citable import citable_page
from whister.reference.styles import csl_json


def nothing_is_wrong(page: Page) -> None:
    """Check that axe finds nothing in light and dark, and that nothing is wider than the screen."""
    for width, height in ((320, 640), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        fits = page.evaluate("document.documentElement.clientWidth")
        expect(page.locator("html")).to_have_js_property("scrollWidth", fits)  # once the drawers are gone
        for dark in (False, True):
            page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
            assert violations(page) == [], (width, dark)


def query(page: Page) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(page.url).query))


def test_one_side_that_is_a_family_is_told_at_once(page: Page) -> None:
    page.goto("/compare/?a=hearts")
    expect(page.get_by_role("status").first).to_contain_text("“hearts” is a family of games, not a rule set.")
    expect(page.get_by_role("link", name="The rule sets of Hearts")).to_be_visible()


def test_two_rule_sets_are_compared_by_keyboard_and_by_address(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/compare/")
    told = page.get_by_role("status").first
    expect(told).to_have_text("Choose two rule sets.")

    page.get_by_label("From", exact=True).focus()
    page.keyboard.type("Black Lady")
    page.keyboard.press("Tab")
    page.keyboard.type("Greek Hearts, 1990")
    expect(page.get_by_role("heading", level=2, name="Black Lady and Greek Hearts, 1990")).to_be_visible()
    expect(told).to_contain_text("9 change. Mechanisms, parameters or their order differ.")
    expect(page).to_have_title(re.compile("^Black Lady and Greek Hearts, 1990 compared · "))
    assert query(page) == {"a": "hearts/black-lady", "b": "hearts/greek-1990"}

    end = page.locator(".compare-clause", has=page.get_by_role("heading", name="Ending at a target score"))
    expect(end.locator("del")).to_have_text(["100."])
    expect(end.locator("ins")).to_have_text(["500."])
    expect(end.get_by_role("row", name="end.target 100 500")).to_be_visible()

    kept = page.get_by_role("checkbox", name="kept")
    kept.focus()
    page.keyboard.press("Space")
    expect(page.locator(".compare-kept")).to_have_count(0)
    assert query(page)["hide"] == "kept"
    page.reload()
    expect(page.locator(".compare-clause")).to_have_count(9)
    expect(page.locator(".compare-kept")).to_have_count(0)

    page.get_by_role("link", name="Cite this page").click()
    compared = "Black Lady compared with Greek Hearts, 1990"
    item = citable_page(compared, f"compare/?{urlsplit(page.url).query}", base=address)
    dialogue = page.get_by_role("dialog", name="Cite")
    expect(dialogue.get_by_label("CSL-JSON", exact=True)).to_have_value(csl_json(item))
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("heading", level=2, name="Greek Hearts, 1990 and Black Lady")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=2, name="Black Lady and Greek Hearts, 1990")).to_be_visible()
    expect(page.get_by_label("To", exact=True)).to_have_value("hearts/greek-1990")
    assert not [url for url in asked if "pyodide" in url or url.endswith(".whl")]
    nothing_is_wrong(page)


def test_an_address_that_is_wrong_leads_on(page: Page) -> None:
    told = page.get_by_role("status").first
    page.goto("/compare/?a=hearts/black-ladie&b=boston/american")
    expect(told).to_have_text("No rule set is called “hearts/black-ladie”.")
    page.get_by_role("link", name="Did you mean Black Lady, hearts/black-lady?").click()
    expect(told).to_contain_text("From Black Lady to American Boston")
    expect(told).to_be_focused()
    expect(page.locator(".compare-families")).to_contain_text("American Boston to the Boston family")
    page.get_by_text("Mechanisms in both").click()
    expect(page.get_by_role("row", name="deal Dealing Packets")).to_be_visible()

    page.goto("/compare/?a=hearts/black-lady&b=hearts/black-lady&b.chips=25")
    expect(told).to_contain_text("“25")
    expect(told).to_contain_text("needs a different choice for Points or chips")
    page.get_by_role("link", name="Black Lady without changes").click()
    expect(told).to_contain_text("The same mechanisms and parameters, in the same order.")

    page.goto("/compare/?a=hearts/black-lady&b=hearts/black-lady&b.moon=new&b-name=Friday")
    expect(page.get_by_role("heading", level=2, name="Black Lady and Friday")).to_be_visible()
    page.get_by_role("link", name="Cite this page").click()
    house = whister.load("hearts/black-lady", moon="new").behaviour_hash
    line = f"“Black Lady compared with Friday.” Behaviour hash {house}. In Whister"
    expect(page.get_by_label("Chicago", exact=True)).to_have_value(re.compile(re.escape(line)))


def test_house_rules_are_put_together_named_and_played(page: Page) -> None:
    page.goto("/hearts/black-lady/")
    page.get_by_role("link", name="Make house rules from these options").click()
    told = page.get_by_role("status").first
    panel = page.get_by_role("region", name="Your rules")
    expect(told).to_have_text("Black Lady: all rules in force are kept.")
    expect(panel).to_contain_text("Black Lady without changes")

    page.get_by_label("The moon", exact=True).focus()
    page.keyboard.press("ArrowDown")
    page.get_by_label("The target", exact=True).fill("50")
    page.keyboard.press("Tab")
    expect(told).to_have_text("Black Lady with new moon and target 50: 2 amended.")
    house = whister.load("hearts/black-lady", moon="new", target=50)
    expect(panel.locator("code").first).to_have_text(house.behaviour_hash)
    expect(panel.locator(".compare-clause")).to_have_count(2)
    assert query(page) == {"base": "hearts/black-lady", "base.moon": "new", "base.target": "50"}

    page.get_by_label("Name").fill("Sunday rules")
    page.keyboard.press("Tab")
    expect(page).to_have_title(re.compile("^Sunday rules: house rules · "))
    page.reload()
    expect(page.get_by_label("Name")).to_have_value("Sunday rules")
    expect(page.get_by_label("The target", exact=True)).to_have_value("50")

    page.get_by_label("Starting chips").select_option("25")
    expect(told).to_contain_text("needs a different choice for Points or chips")
    expect(page.get_by_label("Starting chips")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Starting chips").select_option("0")
    expect(told).to_have_text("Sunday rules: 2 amended.")
    nothing_is_wrong(page)

    panel.get_by_role("link", name="Cite").click()
    expect(page.get_by_role("dialog").get_by_label("Chicago", exact=True)).to_have_value(
        re.compile(house.behaviour_hash)
    )
    page.keyboard.press("Escape")
    play = panel.get_by_role("link", name="Play by these rules")
    fragment = unquote(urlsplit(str(play.get_attribute("href"))).fragment)
    assert json.loads(fragment.removeprefix("house=")) == {"moon": "new", "target": 50}
    play.click()
    expect(page.locator("whister-table").first).to_contain_text(house.behaviour_hash, timeout=60_000)
    rules = page.locator("whister-table").first.evaluate("table => table.state.rules.options")
    assert rules == {"moon": "new", "target": 50}
    assert "#house" not in page.url


def test_a_retired_value_of_an_option_is_followed_and_told(page: Page) -> None:
    gone = "“stakes=average” has been retired: it is now “settlement=average”."
    page.goto("/compare/?a=hearts/modern&b=hearts/modern&b.stakes=average")
    expect(page.get_by_role("status").first).to_contain_text("Mechanisms, parameters or their order differ.")
    expect(page.get_by_role("status").nth(1)).to_have_text(gone)
    assert query(page)["b.settlement"] == "average"

    page.goto("/house-rules/?base=hearts/modern&base.stakes=average")
    expect(page.get_by_label("Points or chips", exact=True)).to_have_value("average")
    expect(page.get_by_role("status").nth(1)).to_have_text(gone)


def test_an_unknown_base_suggests_the_nearest(page: Page) -> None:
    page.goto("/house-rules/?base=hearts/balck lady&base.moon=new")
    told = page.get_by_role("status").first
    expect(told).to_have_text("No rule set is called “hearts/balck lady”.")
    expect(page.get_by_label("Rule set", exact=True)).to_have_value("")

    page.get_by_role("link", name="Did you mean Black Lady, hearts/black-lady?").click()
    expect(told).to_have_text("Black Lady with new moon: 1 amended.")


def test_without_a_secure_connection_all_but_the_hash_is_there(page: Page) -> None:
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    page.goto("/house-rules/?base=hearts/black-lady&base.moon=new")
    panel = page.get_by_role("region", name="Your rules")

    expect(panel).to_contain_text("Shown only on a page opened over a secure connection")
    expect(panel.locator(".compare-clause")).to_have_count(1)
    page.goto("/compare/?a=hearts/black-lady&b=hearts/greek-1990")
    expect(page.get_by_role("status").first).to_have_text(re.compile(r"9 change\.$"))
