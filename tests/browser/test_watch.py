"""The site while it is edited: each change is shown where the reader was, and a mistake is reported on the page."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from _watch import serving
from tests.browser.conftest import Watch

PAGE = """<!doctype html><html lang="en"><head><title>Page</title><link rel="stylesheet" href="/_static/site.css?v=1">
<script type="module" src="/_static/site.mjs?v=1"></script></head><body><h1>{}</h1><details><summary>More</summary><p>Folded</p></details>
<details><summary>And more</summary><p>Folded too</p></details><div class="long"></div></body></html>"""


class Writing:
    """A site of two pages, with its server and the news of its changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for place, text in {
            "page/index.html": PAGE.format("First"),
            "other/index.html": PAGE.format("Other"),
            "_static/site.css": ".long { height: 4000px } h1 { color: rgb(1, 2, 3) }",
            "_static/site.mjs": "globalThis.version = 1;",
        }.items():
            self.write(place, text)
        self.news = serving.News()
        self.server = serving.start(folder, self.news, 0)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def write(self, place: str, text: str) -> None:
        file = self.folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def change(self, place: str, text: str) -> None:
        """Write a file again, and announce the change."""
        self.write(place, text)
        self.news.changed([place])


@pytest.fixture
def writing(tmp_path: Path, watch: Watch) -> Iterator[Writing]:
    found = Writing(tmp_path)
    watch.expect(found.address)  # not the address of the built site
    yield found
    found.server.shutdown()
    found.server.server_close()


def open_page(page: Page, writing: Writing) -> None:
    with page.expect_request(lambda request: serving.EVENTS in request.url):
        page.goto(f"{writing.address}/page/")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => one.name.includes('reload.mjs'))"
    )


def test_a_changed_page_is_shown_where_the_reader_was(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    page.get_by_text("And more").click()
    page.evaluate("scrollTo(0, 1500)")
    writing.change("page/index.html", PAGE.format("Second"))
    expect(page.get_by_role("heading")).to_have_text("Second")
    page.wait_for_function("() => scrollY === 1500")
    assert page.evaluate("[...document.querySelectorAll('details')].map((each) => each.open)") == [
        False,
        True,
    ]


def test_a_change_of_another_page_leaves_this_one_alone(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    page.evaluate("globalThis.same = true")
    writing.change("other/index.html", PAGE.format("Changed"))
    writing.news.state(building="Building …")
    expect(page.get_by_role("status")).to_have_text("Building …")
    assert page.evaluate("globalThis.same") is True


def test_a_changed_style_is_put_on_without_loading_the_page_again(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    page.evaluate("globalThis.same = true")
    writing.change("_static/site.css", "h1 { color: rgb(4, 5, 6) }")
    expect(page.get_by_role("heading")).to_have_css("color", "rgb(4, 5, 6)")
    assert page.evaluate("globalThis.same") is True
    assert page.evaluate("document.querySelectorAll('link[href*=site]').length") == 1


def test_a_changed_script_runs(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    writing.change("_static/site.mjs", "globalThis.version = 2;")
    page.wait_for_function("() => globalThis.version === 2")


def test_what_changes_before_a_page_listens_is_told_to_it(page: Page, writing: Writing) -> None:
    def late(route: Route) -> None:
        if not late_once:
            late_once.append(True)
            writing.change("page/index.html", PAGE.format("Second"))
        route.continue_()

    late_once: list[bool] = []
    page.route(f"**{serving.EVENTS}*", late)
    page.goto(f"{writing.address}/page/")
    expect(page.get_by_role("heading")).to_have_text("Second")


def test_it_is_known_which_pages_are_open(page: Page, writing: Writing) -> None:
    assert writing.news.open_pages() == set()
    with page.expect_response(lambda response: serving.EVENTS in response.url):
        page.goto(f"{writing.address}/page/")
    assert writing.news.open_pages() == {"page"}
    page.close()
    deadline = time.monotonic() + 5
    while writing.news.open_pages():
        writing.news.state(
            building=f"{time.monotonic()}"
        )  # a closed page is noticed only when there is news to send
        time.sleep(0.05)
        assert time.monotonic() < deadline


def test_a_mistake_is_told_on_the_page_until_it_is_mended(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    writing.news.state(trouble="engine/whister/rules/hearts/modern.toml:12: 'foo' is not a key here")
    expect(page.get_by_role("alert")).to_contain_text("hearts/modern.toml:12: 'foo' is not a key here")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("modern.toml:12")
    writing.news.state(trouble="")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_mistake_stays_in_sight_while_what_was_mended_is_built(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    writing.news.state(trouble="modern.toml:12: 'foo' is not a key here")
    writing.news.state(building="Building …")
    expect(page.get_by_role("alert")).to_contain_text("'foo' is not a key here")
    expect(page.get_by_role("alert")).to_contain_text("Building …")
    writing.news.state(trouble="")
    expect(page.get_by_role("status")).to_have_text("Building …")


def test_what_was_kept_for_reading_without_a_network_is_given_up(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    page.evaluate("async () => { await (await caches.open('old')).put('/page/', new Response('old')); }")
    page.evaluate("navigator.serviceWorker.register('/sw.js')")
    page.wait_for_function("async () => (await caches.keys()).length === 0")
    page.wait_for_function("async () => (await navigator.serviceWorker.getRegistrations()).length === 0")


def test_the_policy_is_that_of_readers(page: Page, writing: Writing) -> None:
    open_page(page, writing)
    answer = page.request.get(f"{writing.address}/page/")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe-inline" not in answer.headers["content-security-policy"]


def test_nothing_of_it_is_in_the_site(site: Path) -> None:
    assert not (site / "_watch").exists()
    assert "_watch" not in (site / "index.html").read_text("utf-8")
