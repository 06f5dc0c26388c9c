"""Visitors to an address that does not exist are shown the nearest ones, without Python."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch


def test_a_mistyped_rule_set_is_found_again(page: Page, watch: Watch) -> None:
    watch.expect("404")
    page.goto("/hearts/black-ladie/")
    near = page.locator(".lost")
    expect(near.get_by_role("link").first).to_have_text("Black Lady")
    near.get_by_role("link").first.click()
    expect(page).to_have_url("/hearts/black-lady/")


def test_a_clause_written_as_a_page_is_found_at_its_anchor(page: Page, watch: Watch) -> None:
    watch.expect("404")
    page.goto("/hearts/black-lady/first-trik/")
    page.locator(".lost").get_by_role("link", name="The first trick, in Black Lady").click()
    expect(page).to_have_url("/hearts/black-lady/#first-trick")


def test_a_clause_that_never_was_has_its_neighbours_named(page: Page) -> None:
    page.goto("/hearts/black-lady/#first-trik")
    expect(page.locator(".lost")).to_contain_text("“first-trik” is not on this page.")
    page.locator(".lost").get_by_role("link", name="The first trick").click()
    expect(page).to_have_url("/hearts/black-lady/#first-trick")
    expect(page.locator(".lost")).to_have_count(0)


PLACES = {
    ("/hearts/black-lady/moon/", "/"): ["hearts", "black-lady", "moon"],
    ("/whister/latest/rook/tournament/", "/whister/latest/"): ["rook", "tournament"],
    ("/whister/rook/tournament/", "/whister/latest/"): ["rook", "tournament"],
    ("/whister/0.1.0/rook/tournament/", "/whister/latest/"): ["rook", "tournament"],
    ("/rook/tournament/", "/latest/"): ["rook", "tournament"],
    ("/rook/tourn%ament/", "/latest/"): ["rook", "tourn%ament"],
    ("/hearts/chasse-c%C5%93ur/", "/"): ["hearts", "chasse-cœur"],
}


def test_a_lost_address_is_read_below_the_root_of_any_version(page: Page) -> None:
    page.goto("/cite/")
    found = page.evaluate(
        "async (asked) => { const { below } = await import('/_static/lost.mjs'); return asked.map((each) => below(...each)); }",
        [list(place) for place in PLACES],
    )
    assert found == list(PLACES.values())


LOST = {
    ("/whole/timelin/", ""): "whole/timeline/",
    ("/timeline/", ""): "whole/timeline/",
    ("/whole/matrix.html", ""): "whole/matrix/",
    ("/hearts/dama-negra/", ""): "hearts/black-lady/",
    ("/hearts/slippery-anne/", ""): "hearts/black-lady/",
    ("/hearts/chasse-c%C5%93ur/", ""): "hearts/chasse-coeur/",
    ("/0.0.9/rook/tournament.html", "auction-end"): "rook/tournament/#auction-end",
    ("/embed/hearts/black-lad/", ""): "hearts/black-lady/",
    ("/rooks/", ""): "rook/",
    ("/sources/foster-1897/", ""): "sources/foster-complete-hoyle-1897/",
    ("/sources/almanach-des-jeux-1873/", ""): "sources/almanach-des-jeux-1783/",
}
"""Addresses that do not exist, and the first address offered for each."""


def test_an_address_is_put_right_by_any_name_of_a_game_and_by_the_pages_of_the_site(page: Page) -> None:
    page.goto("/cite/")
    found = page.evaluate(
        """async (asked) => {
          const { below, near } = await import("/_static/lost.mjs");
          const { unfolded } = await import("/_static/search/naming.mjs");
          const naming = unfolded(await (await fetch("/_search/names.json")).json());
          return asked.map(([path, anchor]) => near(below(path, "/"), anchor, naming)[0]?.href);
        }""",
        [list(place) for place in LOST],
    )
    assert found == list(LOST.values())


def test_a_retired_address_is_followed_to_where_it_went(page: Page) -> None:
    page.goto("/cite/")
    found = page.evaluate(
        """async () => {
          const { near } = await import("/_static/lost.mjs");
          const { unfolded } = await import("/_static/search/naming.mjs");
          const naming = unfolded(await (await fetch("/_search/names.json")).json());
          naming.retired["hearts/black-lady#old-moon"] = "hearts/black-lady#moon";
          return near(["hearts", "black-lady", "old-moon"], "", naming);
        }"""
    )
    assert [each["href"] for each in found] == ["hearts/black-lady/#moon"]
    assert found[0]["note"] == "hearts/black-lady#old-moon is retired; it is now hearts/black-lady#moon."


def test_an_address_with_a_stray_percent_sign_is_found_again(page: Page, watch: Watch) -> None:
    watch.expect("404")
    page.goto("/rook/tourn%zzament/")
    expect(page.locator("h1")).to_contain_text("Page not found")
    expect(page.locator(".lost").get_by_role("link").first).to_have_text("Tournament Rook")


def test_an_address_like_no_other_leaves_the_page_as_it_is(page: Page, watch: Watch) -> None:
    watch.expect("404")
    page.goto("/zzzzzz/qqqqqqqq/deep/")
    expect(page.locator("h1")).to_contain_text("Page not found")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".lost")).to_have_count(0)
    field = page.get_by_role("main").get_by_role("searchbox")
    expect(field).to_have_value("deep")
    field.press("Enter")
    expect(page).to_have_url("/search/?q=deep")
