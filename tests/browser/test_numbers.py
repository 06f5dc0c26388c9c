"""Pages of figures: more deals, played in the reader's browser."""

from __future__ import annotations

import shlex

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import whister
from tests.browser.axe import BOTH, violations
from tests.browser.conftest import WITH_BOTH_FACES, Watch
from tests.browser.test_faults import missing
from tests.browser.test_whole import OVERLAPS
from whister.rules import Rules
from whister.studies.told import value

ADDRESS = "/hearts/hearts-1887/numbers/"
RULES = whister.load("hearts/hearts-1887")


def played(page: Page, rules: Rules = RULES, deals: int = 200) -> None:
    """Wait until so many deals have been played."""
    expect(page.locator(".numbers-told")).to_have_text(
        f"{deals} deals of {rules.title} played.", timeout=120_000
    )


def has_figures_of_the_command(page: Page) -> None:
    """Check the results of two seats in 200 deals from the seed 1887, and the command."""
    study = whister.study(RULES, deals=200, seed="1887")
    for seat in (1, 4):
        row = page.locator(
            ".numbers-here tr", has=page.get_by_role("rowheader", name=f"seat {seat}", exact=True)
        ).first
        expect(row.get_by_role("cell").first).to_have_text(value(study.figure("result", seat)))
    expect(page.locator(".numbers-here code")).to_have_text(
        "whister study hearts/hearts-1887 --deals 200 --seed 1887"
    )


def test_200_deals_played_here_give_the_figures_of_the_command(page: Page) -> None:
    page.goto(ADDRESS)
    page.get_by_label("Seed").fill("1887")
    page.get_by_role("button", name="Play 200 deals").click()
    played(page)
    has_figures_of_the_command(page)
    page.get_by_role("button", name="Play 200 more deals").click()
    played(page, deals=400)
    expect(page.locator(".numbers-here code")).to_contain_text("--deals 400")
    for scheme in BOTH:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme


def test_another_seed_begins_anew(page: Page) -> None:
    page.goto(ADDRESS)
    for seed in ("a", "b c"):
        page.get_by_label("Seed").fill(seed)
        page.locator(".numbers-form button").click()
        played(page)
    expect(page.locator(".numbers-here code")).to_contain_text("--seed 'b c'")


def test_a_seed_is_quoted_as_a_shell_reads_it_and_kept_in_the_address(page: Page) -> None:
    seed = "-it's $HOME `id` \\ \"!"
    page.goto(ADDRESS)
    page.get_by_label("Seed").fill(seed)
    page.locator(".numbers-form button").click()
    played(page)
    words = shlex.split(page.locator(".numbers-here code").inner_text())
    assert words == ["whister", "study", "hearts/hearts-1887", "--deals", "200", f"--seed={seed}"]
    page.reload()
    expect(page.get_by_label("Seed")).to_have_value(seed)
    expect(page.locator(".numbers-form button")).to_have_text("Play these 200 deals")


@pytest.mark.parametrize("seed", ["", "  "])
def test_an_empty_seed_is_asked_for_in_its_field(page: Page, seed: str) -> None:
    page.goto(ADDRESS)
    field = page.get_by_label("Seed")
    field.fill(seed)
    page.locator(".numbers-form button").click()
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("Enter a seed: any word or number. It determines the cards.")
    assert violations(page) == []
    field.press_sequentially("x")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".numbers-told")).to_be_empty()


@pytest.mark.parametrize("by", ["Escape", "Enter"])
def test_play_stops_and_goes_on_with_the_focus_on_its_button(page: Page, by: str) -> None:
    page.goto(ADDRESS)
    page.get_by_label("Seed").fill("1887")
    button, head = page.locator(".numbers-form button"), page.locator(".numbers-here thead")
    button.press("Enter")
    expect(button).to_have_text("Stop")
    expect(head).to_contain_text("Here, ", timeout=120_000)
    button.press(by)
    status = page.locator(".numbers-told")
    expect(status).to_contain_text("Stopped after ")
    deals = int(status.inner_text().removeprefix("Stopped after ").partition(" ")[0])
    assert 0 < deals < 200
    expect(button).to_have_text(f"Play {200 - deals} more deals")
    expect(button).to_be_focused()
    page.wait_for_timeout(1000)  # the deals that were being played are not counted
    expect(head).to_contain_text(f"Here, {deals} deals")
    expect(page.locator(".numbers-here code")).to_have_count(0)
    button.press("Enter")
    played(page)
    has_figures_of_the_command(page)
    expect(button).to_be_focused()


def test_a_double_click_plays_and_does_not_stop(page: Page) -> None:
    page.goto(ADDRESS)
    page.locator(".numbers-form button").dblclick()
    played(page)


def test_play_can_be_stopped_while_python_starts(page: Page) -> None:
    page.goto(ADDRESS)
    button, status = page.locator(".numbers-form button"), page.locator(".numbers-told")
    button.press("Enter")
    button.press("Enter")
    expect(status).to_have_text("Stopped.")
    expect(button).to_have_text("Play 200 deals")
    button.press("Enter")
    played(page)


def test_the_status_is_never_empty_while_deals_are_played_and_seldom_changes(page: Page) -> None:
    page.goto(ADDRESS)
    page.evaluate("""() => {
      const status = document.querySelector(".numbers-told");
      globalThis.told = [];
      new MutationObserver(() => told.push(status.textContent)).observe(status, { characterData: true, childList: true, subtree: true });
    }""")
    page.locator(".numbers-form button").click()
    played(page)
    assert page.evaluate("told") == [
        "Python is starting.",
        "Playing 200 deals.",
        "Playing 200 deals. More than half are done.",
        f"200 deals of {RULES.title} played.",
    ]


def test_python_that_cannot_be_loaded_is_not_said_to_have_stopped(
    page: Page, context: BrowserContext, watch: Watch
) -> None:
    watch.expect("/_runtime/")
    context.route("**/worker.mjs", missing)
    page.goto(ADDRESS)
    button, status = page.locator(".numbers-form button"), page.locator(".numbers-told")
    button.click()
    expect(status).to_have_text(
        "Python could not be loaded. Check the connection, then press the button again."
    )
    context.unroute("**/worker.mjs")
    button.click()
    expect(page.locator(".numbers-here thead")).to_contain_text("Here, ", timeout=120_000)
    page.evaluate("""async () => {
      const { client } = await import("/_static/table/worker-client.mjs");
      client(new URL(document.querySelector(".numbers-here").dataset.runtime, location.href).href).lose("out of memory");
    }""")
    expect(status).to_have_text("Python has stopped. Press the button to go on.")
    button.click()
    played(page)


def test_a_contract_that_is_not_played_here_is_listed_with_0(page: Page) -> None:
    rules = whister.load("rook/kentucky")
    assert "130" not in {
        figure.about
        for figure in whister.study(rules, deals=200, seed="3").figures
        if figure.group == "contract"
    }
    page.goto("/rook/kentucky/numbers/?seed=3")
    page.get_by_role("button", name="Play these 200 deals").click()
    played(page, rules)
    group = page.locator(".numbers-group", has_text="Contract played")
    heads = group.locator("xpath=following-sibling::tr").get_by_role("rowheader").all_inner_texts()
    assert heads[heads.index("130") - 1 : heads.index("130") + 2] == ["125", "130", "135"]
    row = page.locator(".numbers-here tr", has=page.get_by_role("rowheader", name="130", exact=True)).first
    expect(row.get_by_role("cell").first).to_have_text("0.0\u00a0% (0.0\u2060–\u20601.9)")


def test_without_scripts_there_is_a_command_instead(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(ADDRESS)
    expect(page.locator(".numbers-here noscript code")).to_have_text(
        "whister study hearts/hearts-1887 --deals 200 --seed 1950"
    )
    expect(page.locator(".numbers-here noscript code")).to_be_visible()
    context.close()


def test_the_form_is_not_printed(page: Page) -> None:
    page.goto(ADDRESS)
    page.emulate_media(media="print")
    for hidden in (".numbers-form", ".numbers-about", "#more h2"):
        expect(page.locator(hidden)).to_have_count(1)
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_is_accessible_and_no_wider_than_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(ADDRESS)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@WITH_BOTH_FACES
@pytest.mark.parametrize("place", ["/boston/measured/", "/boston/russian/numbers/"])
def test_the_plots_fit_a_phone_and_no_label_overlaps(page: Page, place: str) -> None:
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(place)
        plots = page.locator(".chart").filter(visible=True)
        names = plots.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        assert names, width
        assert len(names) == len({*names}), "each plot is shown once"
        wider = plots.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
        assert not wider, width
        assert page.evaluate(OVERLAPS) == [], width
