"""The dialogue of **Cite**: opened by keyboard, copied from, saved to a file, and true to the house rules in force."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import BrowserContext, Page, Route, expect

import whister
from rulebook.numbers.cited import note_of_rule_set
from tests.browser.conftest import WITH_BOTH_FACES
from tests.browser.player import Player
from tests.browser.test_game import axe
from whister.reference.citable import citable, citable_page
from whister.reference.styles import FORMS, plain

LABELS = {
    "chicago": "Chicago",
    "mla": "MLA",
    "apa": "APA",
    "bibtex": "BibTeX",
    "ris": "RIS",
    "csl-json": "CSL-JSON",
}


def test_a_clause_is_cited_by_keyboard_copied_and_kept(
    page: Page, context: BrowserContext, address: str
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/hearts/black-lady/")
    page.locator("#first-trick summary").first.press("Enter")
    link = page.get_by_role("link", name="Cite: The first trick", exact=True)
    link.press("Enter")
    dialogue = page.get_by_role("dialog", name="Cite")
    item = citable(whister.load("hearts/black-lady"), "first-trick", base=address)
    for form, label in LABELS.items():
        expect(dialogue.get_by_label(label, exact=True)).to_have_value(FORMS[form](item))
    dialogue.get_by_role("button", name="Copy: MLA").press("Enter")
    expect(dialogue.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == plain(item, "mla")
    with page.expect_download() as download:
        dialogue.get_by_role("link", name="Download: BibTeX").press("Enter")
    assert download.value.suggested_filename == "whister-hearts-black-lady-first-trick.bib"
    assert Path(download.value.path()).read_text(encoding="utf-8") == FORMS["bibtex"](item)
    axe(page, "a citation", "dialog")
    page.keyboard.press("Escape")
    expect(dialogue).to_have_count(0)
    expect(link).to_be_focused()


def test_house_rules_in_force_are_cited_by_their_hash(page: Page, address: str) -> None:
    player = Player(page, "/hearts/black-lady/")
    player.press("House rules")
    page.get_by_role("dialog").get_by_label("The moon", exact=True).select_option("new")
    page.get_by_role("button", name="Play by these rules").click()
    house = whister.load("hearts/black-lady", moon="new")
    expect(player.table.locator(".wt-rules")).to_contain_text(house.behaviour_hash)
    page.get_by_role("link", name="Cite this page").click()
    dialogue = page.get_by_role("dialog", name="Cite")
    item = citable(house, base=address)
    for form, label in LABELS.items():
        expect(dialogue.get_by_label(label, exact=True)).to_have_value(FORMS[form](item))
    expect(dialogue.get_by_role("heading")).to_have_text("Cite these house rules")
    dialogue.get_by_label("Name of the house rules").fill("Friday Black Lady")
    named = citable(house, base=address, name="Friday Black Lady")
    expect(dialogue.get_by_label("MLA", exact=True)).to_have_value(plain(named, "mla"))
    dialogue.get_by_label("With the house rules in force on this page").uncheck()
    expect(dialogue.get_by_role("heading")).to_have_text("Cite")
    usual = citable(whister.load("hearts/black-lady"), base=address)
    expect(dialogue.get_by_label("APA", exact=True)).to_have_value(plain(usual, "apa"))
    assert json.loads(dialogue.get_by_label("CSL-JSON", exact=True).input_value()) == [usual]


def test_house_rules_of_a_link_are_said_and_cited_before_python_wakes(page: Page, address: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/_runtime/**", hold)
    page.goto("/hearts/black-lady/#house=" + quote('{"moon":"new"}'))
    line = page.locator("whister-table .wt-rules").first
    expect(line).to_have_text("Applying the house rules from the link.")
    page.get_by_role("link", name="Cite this page").click()
    item = citable(whister.load("hearts/black-lady", moon="new"), base=address)
    expect(page.get_by_role("dialog").get_by_label("MLA", exact=True)).to_have_value(plain(item, "mla"))
    page.route("**/_runtime/**", lambda route: route.continue_())
    for route in held:
        route.continue_()
    expect(line).to_contain_text("The moon: ")


def test_a_citation_of_house_rules_leads_to_them_and_to_the_clause_cited(page: Page, address: str) -> None:
    house = whister.load("hearts/black-lady", moon="new")
    item = citable(house, "first-trick", base=address, name="Friday Black Lady")
    page.goto(item["URL"])
    clause = page.locator("#first-trick")
    expect(clause).to_contain_text("The first trick")
    expect(clause.locator(".compare-fate")).to_have_text("kept")
    expect(clause).to_be_in_viewport()
    page.get_by_role("link", name="Cite", exact=True).click()
    dialogue = page.get_by_role("dialog", name="Cite these house rules")
    item = citable(house, base=address, name="Friday Black Lady")
    for form, label in LABELS.items():
        expect(dialogue.get_by_label(label, exact=True)).to_have_value(FORMS[form](item))


def test_a_page_of_figures_is_cited_with_its_deals_seed_and_hashes(page: Page, address: str) -> None:
    page.goto("/hearts/black-lady/numbers/")
    page.get_by_role("link", name="Cite this page").click()
    dialogue = page.get_by_role("dialog", name="Cite")
    note = note_of_rule_set("hearts/black-lady")
    assert whister.load("hearts/black-lady").behaviour_hash in note
    item = citable_page("Black Lady in numbers", "hearts/black-lady/numbers/", base=address, note=note)
    for form, label in LABELS.items():
        expect(dialogue.get_by_label(label, exact=True)).to_have_value(FORMS[form](item))


@WITH_BOTH_FACES
def test_on_a_phone_a_text_and_a_source_are_cited_without_scrolling_sideways(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 740})
    page.goto("/hearts/history/")
    page.get_by_role("link", name="Cite this page").click()
    dialogue = page.get_by_role("dialog", name="Cite")
    item = citable_page("The history of Hearts", "hearts/history/", base=address)
    expect(dialogue.get_by_label("Chicago", exact=True)).to_have_value(plain(item, "chicago"))
    assert dialogue.evaluate("box => box.scrollWidth <= box.clientWidth")
    axe(page, "a citation on a phone", "dialog")
    page.goto("/sources/foster-hearts-1895/")
    page.get_by_role("link", name="Cite the source itself").click()
    dialogue = page.get_by_role("dialog", name="Cite the source itself")
    expect(dialogue.get_by_label("MLA", exact=True)).to_have_value(
        re.compile("^Foster, R. F. Foster on Hearts: ")
    )
    assert dialogue.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_without_scripts_the_link_leads_to_the_citation(
    page: Page, context: BrowserContext, address: str
) -> None:
    assert context.browser is not None
    plain_reader = context.browser.new_context(base_url=address, java_script_enabled=False)
    try:
        reader = plain_reader.new_page()
        reader.goto("/rook/tournament/")
        reader.locator("#nest summary").first.click()
        reader.locator("#nest .cite-line a").click()
        expect(reader).to_have_url(f"{address}/rook/tournament/cite/#nest")
        expect(reader.locator("#nest")).to_contain_text("Tournament Rook: The nest")
    finally:
        plain_reader.close()
