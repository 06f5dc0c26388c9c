"""The search page: what it finds, what it loads and when, by keyboard, in light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import look
from tests.browser.conftest import WITH_BOTH_FACES
from whister.reference.matching import plain


@pytest.fixture
def search(page: Page) -> Page:
    """The search page."""
    page.goto("/search/")
    return page


def ask(page: Page, words: str) -> list[str]:
    """Search for some words; return the addresses of the results, in order."""
    page.locator("article input[name=q]").fill(words)
    page.locator("article").get_by_role("button", name="Search", exact=True).click()
    straight = words.replace("“", '"').replace("”", '"')
    expect(page.locator("#search-status")).to_contain_text(straight if '"' in straight else f"“{words}”")
    expect(page.locator("#search-results")).not_to_have_attribute("aria-busy", "true")
    links: list[str] = page.locator("#search-results li .search-title a").evaluate_all(
        "all => all.map((link) => link.pathname + link.hash)"
    )
    return links


FIRST = {
    "Dama negra": "/hearts/black-lady/",
    "Slippery Anne": "/hearts/black-lady/",
    "Black Maria": "/hearts/black-maria/",
    "Chasse-cœur": "/hearts/chasse-coeur/",
    "CHASSE COEUR": "/hearts/chasse-coeur/",
    "hearts/black-lady#first-trick": "/hearts/black-lady/#first-trick",
    "hearts/black-lady#moon.new": "/hearts/black-lady/#moon.new",
    "https://example.org/latest/hearts/black-lady/clauses/#moon": "/hearts/black-lady/#moon",
    "hearts/black-lady#option-moon": "/hearts/black-lady/#option-moon",
    "hearts/black-lady#pack_table": "/hearts/black-lady/#option-pack_table",
    "jd_needed_for_moon": "/hearts/black-jack-1909/#option-jd_needed_for_moon",
    "whole/matrix/": "/whole/matrix/",
    "boston/fontainebleau": "/boston/fontainebleau/",
    "Hartsette": "/hearts/heartsette/",
    "Fontaineblau": "/boston/fontainebleau/",
    "petite misère ouverte": "/boston/hoyle/#petite-misere-ouverte",
}


def test_names_addresses_and_slips_find_what_is_meant_first(search: Page) -> None:
    assert {words: (ask(search, words) or [""])[0] for words in FIRST} == FIRST


def test_one_letter_is_too_little_to_search_for(search: Page) -> None:
    search.locator("article input[name=q]").fill("é")
    expect(search.locator("#search-status")).to_have_text("Write two letters or more.")
    expect(search.locator("#search-results li")).to_have_count(0)


def test_rules_come_before_pages_for_programmers(search: Page) -> None:
    first = ask(search, "passing")[:10]
    assert first
    assert not [place for place in first if place.startswith(("/api/", "/command-line/"))]


WRONG = {
    "hearts/black-lady#stakes.off": (
        "/hearts/black-lady/#settlement.points",
        "hearts/black-lady#stakes.off is retired; it is now hearts/black-lady#settlement.points.",
    ),
    "black-lady#moon": ("/hearts/black-lady/#moon", "There is no such address: the nearest is shown."),
    "hearts/black-lady#mooon": ("/hearts/black-lady/#moon", "There is no such address"),
    "hearts/blak-lady": ("/hearts/black-lady/", "There is no such address"),
    "qq/zz#xx": ("", "Nothing found for “qq/zz#xx”. There is no such address."),
}


@WITH_BOTH_FACES
def test_the_link_that_cites_stands_beside_the_title(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/search/", "/genindex/"):
        page.goto(path)
        link = page.get_by_role("link", name="Cite this page").bounding_box()
        title = page.get_by_role("heading", level=1).bounding_box()
        assert link
        assert title
        assert title["y"] <= link["y"] <= title["y"] + title["height"], path


def test_an_address_that_is_retired_or_wrong_is_no_words(search: Page) -> None:
    for words, (leads, said) in WRONG.items():
        found = ask(search, words)
        assert (found or [""])[0] == leads, words
        assert len(found) <= 5, words
        expect(search.locator("#search-status")).to_contain_text(said)


def test_words_in_quotation_marks_stand_together(search: Page) -> None:
    apart, together = (
        ask(search, "heart led first trick"),
        ask(search, '"No heart may be led to the first trick"'),
    )
    assert together[0] == "/hearts/greek-1950/#first-lead"
    assert len(together) < len(apart)
    assert ask(search, "“No heart may be led to the first trick”") == together


def test_a_misspelt_word_is_put_right_and_said(search: Page) -> None:
    ask(search, "hartsete")
    expect(search.locator("#search-status")).to_contain_text(
        "“hartsete” was not found. Showing results for “heartsette”."
    )


def test_nothing_found_suggests_the_nearest_name_or_the_index(search: Page) -> None:
    search.locator("article input[name=q]").fill("Qwxzvk")
    search.keyboard.press("Enter")
    expect(search.locator("#search-status")).to_have_text("Nothing found for “Qwxzvk”.")
    expect(search.locator("#search-results").get_by_role("link", name="index")).to_have_attribute(
        "href", search.url.partition("search/")[0] + "genindex/"
    )


def test_words_that_are_everywhere_ask_for_one_that_tells(search: Page) -> None:
    for words in ("how to", "what is it"):
        search.locator("article input[name=q]").fill(words)
        expect(search.locator("#search-status")).to_contain_text("Add a more specific one")
    assert ask(search, "how to play hearts")
    expect(search.locator("#search-status")).not_to_contain_text("Add a more")


def test_results_are_narrowed_by_family_and_kind_and_kept_in_the_address(search: Page) -> None:
    everything = ask(search, "trump")
    search.get_by_label("Family").select_option("boston")
    search.get_by_label("Kind").select_option("clause")
    expect(search.locator("#search-results li")).not_to_have_count(len(everything) + 1)
    search.wait_for_url("**/search/?q=trump&family=boston&kind=clause")
    expect(search.locator("#search-results:not([aria-busy]) li .search-where").first).to_contain_text(
        "Clause"
    )
    search.reload()
    expect(search.locator("#search-results li").first).to_be_visible()
    links = search.locator("#search-results .search-title a").evaluate_all(
        "all => all.map((link) => link.pathname)"
    )
    assert {link.split("/")[1] for link in links} == {"boston"}
    expect(search.get_by_label("Kind")).to_have_value("clause")


def test_nothing_of_the_index_is_loaded_until_somebody_searches(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/_search/" in request.url else None)
    page.goto("/search/")
    page.wait_for_load_state("networkidle")
    assert not asked
    ask(page, "moon")
    assert any(url.endswith("/index.json") for url in asked)


def test_the_field_of_any_page_leads_to_the_results(page: Page) -> None:
    page.goto("/hearts/black-lady/")
    page.keyboard.press("/")
    page.keyboard.type("dama negra")
    page.keyboard.press("Enter")
    expect(page.locator("#search-results li a").first).to_have_text("Black Lady")


def test_more_results_come_by_keyboard_with_the_focus_on_the_first_of_them(search: Page) -> None:
    before = len(ask(search, "trick"))
    more = search.get_by_role("button", name="Show 15 more")
    more.focus()
    search.keyboard.press("Enter")
    expect(search.locator("#search-results li")).not_to_have_count(before)
    focused = search.evaluate(
        "[...document.querySelectorAll('#search-results li')].indexOf(document.activeElement.closest('li'))"
    )
    assert focused == before


def test_results_come_as_somebody_types_and_their_number_is_said_when_the_typing_stops(search: Page) -> None:
    search.evaluate("""() => {
      globalThis.said = [];
      const status = document.getElementById("search-status");
      new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
    }""")
    search.keyboard.type("shooting the moon", delay=40)
    expect(search.locator("#search-results .search-where").first).to_have_text("Black Lady · Clause")
    expect(search.locator("#search-status")).to_contain_text("results for “shooting the moon”.")
    said: list[str] = search.evaluate("said")
    assert not [each for each in said if each.endswith(" results for “shooting”.")]
    search.wait_for_url("**/search/?q=shooting+the+moon")
    assert search.evaluate("history.length") == 2  # no step back for each letter


def test_arrows_walk_through_the_results_and_escape_returns_and_then_clears(search: Page) -> None:
    ask(search, "moon")
    field = search.locator("article input[name=q]")
    links = search.locator("#search-results .search-title a")
    field.focus()
    for key, there in (
        ("ArrowUp", field),
        ("ArrowDown", links.nth(0)),
        ("ArrowDown", links.nth(1)),
        ("ArrowUp", links.nth(0)),
        ("ArrowUp", field),
        ("ArrowDown", links.nth(0)),
        ("Escape", field),
    ):
        search.keyboard.press(key)
        expect(there).to_be_focused()
    expect(field).to_have_value("moon")
    search.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(links).to_have_count(0)
    search.wait_for_url("**/search/")


def test_the_field_of_any_page_suggests_results_and_loads_nothing_before(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/search/" in request.url else None)
    page.goto("/evidence/")
    page.keyboard.press("/")
    page.wait_for_load_state("networkidle")
    assert not asked
    page.keyboard.type("q♠ first")
    suggested = page.locator(".search-suggested a")
    expect(suggested.first).to_contain_text("The first trick")
    expect(page.get_by_text("6 suggestions. Press the down arrow to read them.")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(suggested).to_have_count(0)
    page.keyboard.type("black maria")
    expect(suggested.first).to_contain_text("Black Maria")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/hearts/black-maria/")


def test_axe_finds_nothing_among_suggestions(page: Page) -> None:
    page.goto("/evidence/")
    page.keyboard.press("/")
    page.keyboard.type("moon")
    expect(page.locator(".search-suggested a").first).to_be_visible()
    look(page, "suggestions", widths=(1280,))


def test_the_rule_of_a_game_that_is_named_is_that_game_s_own_address(search: Page) -> None:
    """Several games have this rule word for word; without a game's name, the best-known game's rule comes first."""
    assert ask(search, "direction of play in spot hearts")[0] == "/hearts/spot/#direction"
    assert ask(search, "direction")[0] == "/hearts/black-lady/#direction"


def test_a_rule_that_only_an_option_calls_for_says_so(search: Page) -> None:
    where = search.locator(".search-where").first
    ask(search, "moon")
    expect(where).to_have_text("Black Lady · Clause")
    ask(search, "modern hearts moon")
    expect(where).to_have_text("Modern Hearts · Clause, not in force")


def test_a_word_that_nothing_has_does_not_hide_what_the_others_find(search: Page) -> None:
    assert ask(search, "qwxzvk first trick")[0] == "/hearts/black-lady/#first-trick"
    expect(search.locator("#search-status")).to_contain_text("“qwxzvk” was not found.")


def test_axe_finds_nothing_among_results(page: Page) -> None:
    page.goto("/search/?q=moon")
    expect(page.locator("#search-results li").first).to_be_visible()
    look(page, "results", widths=(320, 1280))


@pytest.mark.parametrize(
    "words",
    [
        "pass passes passed passing",
        "trick tricks",
        "deal deals dealing",
        "bid bids bidding",
        "misery miseries",
    ],
)
def test_the_endings_of_a_word_do_not_matter(page: Page, words: str) -> None:
    page.goto("/search/")
    stems = page.evaluate(
        "async (words) => { const { stem } = await import('/_static/search/words.mjs'); return words.map(stem); }",
        words.split(),
    )
    assert len(set(stems)) == 1


def test_words_are_made_plain_as_the_command_line_does(page: Page) -> None:
    page.goto("/search/")
    texts = [
        "Chasse-Cœur",
        "“Hoyle’s” Q♠",
        "Misère—DÉCOUVERTE",
        "10♦ ♣",
        "♠Q K♥J♦ ♣10 AQ♠ ♥♦7",
        "Groß-Souveraine",
        "l'as, no_heart",
        "Réversi 1601",
    ]
    made = page.evaluate(
        "async (texts) => { const { plain } = await import('/_static/search/words.mjs'); return texts.map(plain); }",
        texts,
    )
    assert made == [plain(text) for text in texts]
