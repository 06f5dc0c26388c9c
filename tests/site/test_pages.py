"""What every page has: one first-level heading, headings in order, landmarks, and a size within the limit."""

from __future__ import annotations

import itertools

import whister
from tests.site.pages import Site

HEADINGS = ", ".join(f"article h{level}" for level in range(1, 7))
BUDGET = 120 * 1024
"""The most bytes, compressed, that a first visit to a page may load, including the table's files."""


def test_headings_descend_one_level_at_a_time(site: Site) -> None:
    for page in site.read:
        levels = [int(heading.tag[1]) for heading in page.select(HEADINGS)]
        assert levels.count(1) == 1, page
        assert levels[0] == 1, page
        steps = [
            f"{page}: h{level} after h{before}"
            for before, level in itertools.pairwise(levels)
            if level > before + 1
        ]
        assert not steps


def test_every_page_has_a_title_of_its_own(site: Site) -> None:
    titles = [title.text_content() for page in site.pages.values() for title in page.select("head > title")]
    assert len(titles) == len(site.pages) == len(set(titles))


def test_every_page_has_its_landmarks(site: Site) -> None:
    for page in site.read:
        assert len(page.select("main, [role=main]")) == 1, page
        names = [nav.get("aria-label", "") for nav in page.select("nav, aside")]
        assert all(names), page
        assert len(names) == len(set(names)), page
        (skip,) = page.select("a.skip-to-content")
        assert skip.get("href", "").removeprefix("#") in page.ids


def test_every_page_is_light(site: Site) -> None:
    heavy = {
        f"/{page.address}": weight
        for page in site.pages.values()
        if page.address != "search/" and (weight := sum(site.weight(page).values())) > BUDGET
    }
    assert not heavy


def test_a_game_that_is_told_of_and_not_dealt_has_no_table_and_says_so(site: Site) -> None:
    games = ("display-rook", "boston-rook", "two-handed", "first-period", "team-rook")
    listed = {
        site.find(site.page("rook/"), str(link["href"]))[0]
        for link in site.page("rook/").soup.select("article a[href]")
    }
    for game in games:
        page = site.page(f"rook/{game}/")
        assert f"rook/{game}/" in listed
        assert not page.soup.select(".wt-table, whister-table")
        assert "no table" in page.soup.select("article p")[0].get_text()


def test_boston_and_boston_rook_each_say_that_they_are_two_games(site: Site) -> None:
    for page, other in (
        (site.page("boston/"), "rook/boston-rook/"),
        (site.page("rook/boston-rook/"), "boston/"),
    ):
        assert other in {
            site.find(page, str(link["href"]))[0] for link in page.soup.select("article p a[href]")
        }


def test_the_owner_of_a_name_is_named_once(site: Site) -> None:
    told = [page.address for page in site.read if "trademark" in page.select("article")[0].text_content()]
    assert told == ["rook/"]


def test_no_name_of_a_rule_has_straight_quotation_marks(site: Site) -> None:
    for page in site.read:
        named = [
            link.text_content() for link in page.select("article .rule-link, article .reference.internal")
        ]
        assert not [name for name in named if "'" in name], page.address


def test_every_rule_set_is_in_the_navigation(site: Site) -> None:
    home = site.page("")
    listed = {site.find(home, str(link["href"]))[0] for link in home.soup.select(".sidebar-tree a[href]")}
    assert {f"{rule_set}/" for rule_set in whister.catalogue()} <= listed
