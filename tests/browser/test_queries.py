"""What people search for, in their own words, and what they find first."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.test_search import ask

QUERIES: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("queries.toml").read_text(encoding="utf-8")
)["query"]
PAGE = 15
"""The number of results shown at once."""


def wanted(found: str, query: dict[str, Any], where: str = "first") -> bool:
    """Return whether a result's address is one that was wanted, or begins like one that ends with a star."""
    place = found.removeprefix("/")
    return any(place.startswith(one[:-1]) if one.endswith("*") else place == one for one in query[where])


def test_what_people_ask_finds_first_what_they_want_to_read(page: Page) -> None:
    page.goto("/search/")
    found = {query["asks"]: ask(page, query["asks"])[:PAGE] for query in QUERIES}
    missed = {asks for query in QUERIES if not wanted((found[asks := query["asks"]] or [""])[0], query)}
    assert missed <= {query["asks"] for query in QUERIES if query.get("not_yet")}
    assert not [
        query["asks"] for query in QUERIES if not any(wanted(one, query) for one in found[query["asks"]])
    ]


def test_what_they_may_also_want_is_among_the_results_shown_at_once(page: Page) -> None:
    page.goto("/search/")
    missed = [
        query["asks"]
        for query in QUERIES
        if "also" in query and not any(wanted(one, query, "also") for one in ask(page, query["asks"])[:PAGE])
    ]
    assert not missed


def test_a_rule_of_several_games_comes_first_from_those_that_people_know_best(page: Page) -> None:
    page.goto("/search/")
    assert ask(page, "moon")[:2] == ["/hearts/black-lady/#moon", "/hearts/modern/#moon"]


def test_the_questions_are_many_and_mostly_of_people_who_do_not_know_this_site() -> None:
    assert len({query["asks"] for query in QUERIES}) == len(QUERIES) >= 60
    assert sum(query["by"] == "new" for query in QUERIES) * 2 >= len(QUERIES)
    assert sum(query.get("not_yet", False) for query in QUERIES) * 10 <= len(QUERIES)
