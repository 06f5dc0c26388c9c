"""A table in another site's frame: it is played there, its links leave the frame, and no other page can be framed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

expect.set_options(timeout=20_000)  # Python may have to wake first
PAGE = """<!doctype html><html lang="en"><title>Another site</title>
<h1>Another site</h1><iframe src="{}" title="A table" width="360" height="640"></iframe></html>"""


class OtherSite(BaseHTTPRequestHandler):
    """A handler that answers with a page whose frame shows the address after the question mark."""

    def do_GET(self) -> None:
        body = PAGE.format(unquote(urlsplit(self.path).query)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its name in the library)
        """Log nothing."""


@pytest.fixture(scope="module")
def other_site() -> Iterator[str]:
    """The address of another site: another port makes another origin, and another host name makes another site."""
    running = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://localhost:{running.server_address[1]}"
    running.shutdown()
    running.server_close()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile that may go to another site."""
    fresh = browser.new_context(reduced_motion="reduce", color_scheme="light")
    fresh.set_default_timeout(20_000)
    yield fresh
    fresh.close()


def framed(page: Page, other_site: str, address: str) -> FrameLocator:
    """Open the other site with this address in its frame."""
    page.goto(f"{other_site}/?{address}")
    return page.frame_locator("iframe")


def test_a_card_is_played_in_another_sites_frame(
    visitor: BrowserContext, other_site: str, address: str
) -> None:
    page = visitor.new_page()
    frame = framed(page, other_site, f"{address}/embed/rook/whist-52/")
    hand = frame.locator(".wt-hand li")
    expect(hand.first).to_be_visible()
    before = hand.count()
    table = frame.locator("whister-table")
    card = table.evaluate("table => table.state.hand.find(held => held.playable).card")
    frame.locator(f'.wt-hand li[data-card="{card}"] button').first.click()
    expect(hand).to_have_count(before - 1)


def test_the_line_under_it_opens_the_rule_sets_page_beside_the_other_site(
    visitor: BrowserContext, other_site: str, address: str
) -> None:
    page = visitor.new_page()
    frame = framed(page, other_site, f"{address}/embed/hearts/black-lady/")
    with visitor.expect_page() as opened:
        frame.get_by_role("link", name="Black Lady, at Whister").click()
    expect(opened.value).to_have_url(f"{address}/hearts/black-lady/")
    assert opened.value.evaluate("window.opener") is None
    assert page.url.startswith(other_site)


def test_a_rule_of_the_frame_opens_beside_the_other_site(
    visitor: BrowserContext, other_site: str, address: str
) -> None:
    page = visitor.new_page()
    frame = framed(page, other_site, f"{address}/embed/hearts/black-lady/")
    with visitor.expect_page() as opened:
        frame.get_by_role("link", name="Rules", exact=True).first.click()
    expect(opened.value).to_have_url(f"{address}/hearts/black-lady/#rules")


def test_a_link_that_is_shared_from_a_frame_opens_the_rule_sets_own_page(
    visitor: BrowserContext, other_site: str, address: str
) -> None:
    page = visitor.new_page()
    frame = framed(page, other_site, f"{address}/embed/hearts/black-lady/")
    frame.get_by_role("button", name="Share").click()
    link = frame.get_by_role("textbox", name="Link to this position").input_value()
    assert link.startswith(f"{address}/hearts/black-lady/#deal=")
    record = frame.locator("whister-table").evaluate("table => table.state.record")
    page.goto(link)
    expect(page.locator("whister-table .wt-hand li").first).to_be_visible()
    page.wait_for_function(
        "record => document.querySelector('whister-table').state.record === record", arg=record
    )


def test_an_ordinary_page_is_refused_in_another_sites_frame(
    visitor: BrowserContext, other_site: str, address: str
) -> None:
    with visitor.expect_console_message(lambda message: "frame-ancestors 'self'" in message.text):
        frame = framed(visitor.new_page(), other_site, f"{address}/hearts/black-lady/")
    expect(frame.locator("whister-table")).to_have_count(0)


@pytest.mark.parametrize(("theme", "paper"), [("light", "253, 252, 248"), ("dark", "23, 24, 26")])
def test_the_frame_has_the_colours_that_the_other_site_asks_for(
    visitor: BrowserContext, other_site: str, address: str, theme: str, paper: str
) -> None:
    frame = framed(visitor.new_page(), other_site, f"{address}/embed/hearts/black-lady/%3Ftheme={theme}")
    expect(frame.locator("body")).to_have_css("background-color", f"rgb({paper})")


def test_without_a_wish_the_frame_has_the_readers_own_colours(
    visitor: BrowserContext, other_site: str, address: str
) -> None:
    page = visitor.new_page()
    page.emulate_media(color_scheme="dark")
    frame = framed(page, other_site, f"{address}/embed/hearts/black-lady/")
    expect(frame.locator("body")).to_have_css("background-color", "rgb(23, 24, 26)")
