"""Every link of the site leads somewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from tests.site.pages import Page, Site
from whister.errors import WhisterError
from whister.links.texts import deal_of_text


def is_internal(url: str) -> bool:
    return not urlsplit(url).scheme and not url.startswith("//")


def test_there_is_a_site(site: Site) -> None:
    assert {"", "hearts/", "boston/", "rook/", "evidence/", "bibliography/", "search/", "404.html"} <= set(
        site.pages
    )


def test_every_internal_link_leads_to_a_file(site: Site) -> None:
    there = cache(Path.is_file)
    dead = [
        f"{page}: {url}"
        for page in site.pages.values()
        for url in sorted({link.url for link in page.links})
        if is_internal(url) and not there(site.file(site.find(page, url)[0]))
    ]
    assert not dead


def test_every_internal_fragment_leads_to_an_element(site: Site) -> None:
    def is_dead(page: Page, url: str) -> bool:
        place, fragment = site.find(page, url)
        target = site.pages.get(place)
        opens = fragment.startswith("deal=")  # on that page's table: see below
        return bool(fragment) and target is not None and fragment not in target.ids and not opens

    dead = [
        f"{page}: {url}"
        for page in site.pages.values()
        for url in sorted({link.url for link in page.links if link.element == "a" and is_internal(link.url)})
        if is_dead(page, url)
    ]
    assert not dead


def test_every_link_to_the_table_opens_a_deal_on_a_page_that_has_one(site: Site) -> None:
    deals: dict[str, Page] = {}
    for page in site.pages.values():
        for link in page.links:
            if "#deal=" in link.url:
                opened = site.page(site.find(page, link.url)[0])
                assert opened.select("whister-table"), f"{page}: {opened} has no table"
                deals[link.url.partition("#deal=")[2]] = opened
    assert deals
    dead = []
    for deal, page in deals.items():
        try:
            deal_of_text(deal)
        except WhisterError as error:
            dead.append(f"{page}: {deal}: {error}")
    assert not dead


def test_no_id_stands_twice_on_a_page(site: Site) -> None:
    repeated = {
        f"{page}: {name}" for page in site.pages.values() for name in page.ids if page.ids.count(name) > 1
    }
    assert not repeated


def test_the_not_found_page_works_from_any_address(site: Site) -> None:
    page = site.page("404.html")
    relative = [link.url for link in page.links if is_internal(link.url) and link.url[0] not in "/#"]
    assert not relative
    assert {"/search/", "/genindex/", "/bibliography/", "/sources/"} <= {
        str(each.get("href") or each["action"]) for each in page.soup.select("article :is(a, form)")
    }
