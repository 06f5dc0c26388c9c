"""The site without a network: saved after one visit, updated when the reader says so, and never a mix of versions."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from _offline.listing import write_worker
from tests.browser.player import Player
from whister.cli import server

SAVED = "Saved on this device for use offline"
READY = "A new version of these pages is ready."
STYLE = "_static/whister.css"
SLOW = 60_000  # milliseconds: some 300 files are fetched while the page has nothing else to do

# Makes the waiting worker fill its cache as far as it can; returns the answer to the last step.
FILL = """
async () => {
  const { waiting } = await navigator.serviceWorker.getRegistration();
  const step = () => new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    waiting.postMessage({ do: "fill" }, [port2]);
  });
  for (;;) {
    const answer = await step();
    if (answer.whole || answer.stalled || answer.error) return answer;
  }
}
"""


def line(page: Page) -> Locator:
    """Return the line at the foot of the page that says what is saved."""
    return page.locator(".offline-line")


def saved(context: BrowserContext, path: str) -> Page:
    """Open a page, wait until the whole site is saved, and return the page."""
    page = context.new_page()
    page.goto(path)
    expect(line(page)).to_contain_text(SAVED, timeout=SLOW)
    return page


def kept(page: Page) -> list[str]:
    """Return the names of the caches."""
    names: list[str] = page.evaluate("caches.keys()")
    return names


def comes_true(page: Page, condition: str) -> None:
    """Wait until a condition with `await` is true in a page; `wait_for_function` would not wait for its result."""
    page.evaluate(
        f"""async () => {{
          for (let left = 1000; left; left--) {{
            if ({condition}) return;
            await new Promise(done => setTimeout(done, 20));
          }}
          throw new Error({json.dumps(f"never true: {condition}")});
        }}"""
    )


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A fresh profile of a browser with service workers."""
    fresh = browser.new_context(base_url=address)
    fresh.set_default_timeout(20_000)
    yield fresh
    fresh.close()


class Served:
    """A copy of the site, at its own address, that a test may change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running = server.start(folder)
        threading.Thread(target=self.running.serve_forever, args=(0.02,), daemon=True).start()
        self.address = f"http://127.0.0.1:{self.running.server_address[1]}"

    def write(self, place: str, change: Callable[[str], str]) -> None:
        """Change one file, as a new build would."""
        file = self.folder / place
        text = change(file.read_text(encoding="utf-8"))
        file.unlink()  # it may be a link to the built site's own
        file.write_text(text, encoding="utf-8")
        for suffix in (".br", ".gz"):
            file.with_name(file.name + suffix).unlink(missing_ok=True)

    def publish(self, words: str) -> None:
        """Publish a new version: the titles of two pages end with these words; a script and a style contain them."""
        for place in ("hearts/black-lady/index.html", "rook/tournament/index.html"):
            self.write(
                place, lambda text: re.sub(r"( · Whister).*?(?=</title>)", rf"\1 {words}", text, count=1)
            )
        self.write("_static/table/settlement.mjs", lambda text: f"globalThis.version = '{words}';\n{text}")
        self.write(STYLE, lambda text: f"{text}\nbody {{ --version: '{words}'; }}\n")
        (self.folder / "sw.js").unlink()
        write_worker(self.folder)


def other_games(folder: str, names: list[str]) -> set[str]:
    """Return the pages in a folder that no test of a new version reads: the other rule sets and the sources."""
    read = {"hearts": "black-lady", "rook": "tournament", "boston": "", "sources": ""}
    place = Path(folder)
    return {name for name in names if (place / name).is_dir() and name != read.get(place.name, name)}


@pytest.fixture
def copy(site: Path, tmp_path: Path) -> Iterator[Served]:
    """A copy of the site with two games; its files are links to the built ones until they are changed."""
    shutil.copytree(site, tmp_path / "site", copy_function=os.link, ignore=other_games)
    served = Served(tmp_path / "site")
    yield served
    served.running.shutdown()
    served.running.server_close()


@pytest.fixture
def reader(browser: Browser, copy: Served) -> Iterator[BrowserContext]:
    """A fresh profile that reads the copy."""
    fresh = browser.new_context(base_url=copy.address)
    fresh.set_default_timeout(20_000)
    yield fresh
    fresh.close()


@pytest.fixture
def small(copy: Served, reader: BrowserContext) -> BrowserContext:
    """A reader of the copy as first published, which is like the whole site but saved in half the time."""
    copy.publish("first")
    return reader


def after_the_last_page(reader: BrowserContext) -> Page:
    """Return an empty page once no worker is waiting: the newest takes over when no page of the site is open."""
    page = reader.new_page()
    told: dict[str, str] = {}
    watching = reader.new_cdp_session(page)
    watching.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: told.update({one["versionId"]: one["status"] for one in event["versions"]}),
    )
    watching.send("ServiceWorker.enable")
    until = time.monotonic() + 20
    while {*told.values()} - {"redundant"} != {"activated"}:
        assert time.monotonic() < until, f"the workers of the site are {told}"
        page.wait_for_timeout(20)
    return page


def version(page: Page) -> tuple[str, str]:
    """Return the versions of the page and of its style, as the words that `publish` wrote."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(
        """[document.title.split("Whister").at(-1).trim(),
            getComputedStyle(document.body).getPropertyValue("--version").replaceAll("'", "").trim()]"""
    )
    title, style = found
    return title, style


def test_after_one_visit_the_whole_site_is_read_and_played_without_a_network(visitor: BrowserContext) -> None:
    page = saved(visitor, "/hearts/black-lady/")
    visitor.set_offline(True)

    page.goto("/boston/history/")
    expect(page.locator("h1")).to_contain_text("Boston")
    page.goto("/search/?q=moon")
    expect(page.locator("#search-results a").first).to_be_visible()

    player = Player(page, "/rook/tournament/")
    assert "play" in player.rush()
    expect(player.settlement).to_be_visible()
    score = player.settlement.inner_text()
    page.reload()
    expect(player.settlement).to_have_text(score, use_inner_text=True)


def test_the_page_of_the_first_visit_goes_on_when_the_network_is_cut(small: BrowserContext) -> None:
    player = Player(small.new_page(), "/hearts/black-lady/")
    expect(line(player.page)).to_contain_text(SAVED, timeout=SLOW)
    small.set_offline(True)
    player.rush()
    expect(player.settlement).to_be_visible()


def test_an_address_that_leads_nowhere_has_the_sites_own_page_without_a_network(
    small: BrowserContext,
) -> None:
    page = saved(small, "/")
    small.set_offline(True)
    answer = page.goto("/hearts/no-such-game/")
    assert answer
    assert answer.status == 404
    expect(page.locator("h1")).to_contain_text("Page not found")
    page.goto("/hearts/black-lady")  # without its slash
    expect(page).to_have_url("/hearts/black-lady/")


def test_what_is_saved_can_be_removed_and_is_not_saved_again_unasked(small: BrowserContext) -> None:
    page = saved(small, "/")
    assert any("build" in name for name in kept(page))
    line(page).get_by_role("button", name="Remove").click()
    expect(line(page)).to_contain_text("These pages are not saved")
    comes_true(page, "!(await caches.keys()).length")
    page.reload()
    expect(line(page)).to_contain_text("These pages are not saved")
    assert kept(page) == []
    line(page).get_by_role("button", name="Save").click()
    expect(line(page)).to_contain_text(SAVED, timeout=SLOW)


def test_a_new_version_is_shown_when_the_reader_says_so_and_only_what_changed_is_fetched(
    copy: Served, reader: BrowserContext
) -> None:
    copy.publish("first")
    page = saved(reader, "/hearts/black-lady/")

    copy.publish("second")
    asked: list[str] = []
    reader.on("request", lambda request: asked.append(request.url) if request.service_worker else None)
    page.goto("/rook/tournament/")
    assert version(page) == ("first", "first")
    focus = page.evaluate("document.activeElement.tagName")
    notice = page.locator(".update-notice")
    expect(notice.get_by_role("status")).to_have_text(READY, timeout=SLOW)
    assert page.evaluate("document.activeElement.tagName") == focus
    fetched = {url.removeprefix(copy.address + "/") for url in asked} - {"sw.js"}
    assert fetched == {"hearts/black-lady/", "rook/tournament/", "_static/table/settlement.mjs", STYLE}

    page.goto("/hearts/black-lady/")
    assert version(page) == ("first", "first")
    notice.get_by_role("button", name="Show it").click()
    expect(page).to_have_title(re.compile("second$"))
    assert version(page) == ("second", "second")
    expect(line(page)).to_contain_text(SAVED, timeout=SLOW)
    assert len([name for name in kept(page) if "build" in name]) == 1
    reader.set_offline(True)
    page.goto("/rook/tournament/")
    assert version(page) == ("second", "second")


def test_a_game_in_another_tab_goes_on_in_its_own_version(copy: Served, reader: BrowserContext) -> None:
    copy.publish("first")
    player = Player(reader.new_page(), "/hearts/black-lady/")
    expect(line(player.page)).to_contain_text(SAVED, timeout=SLOW)
    player.choose()  # passes cards, so that the deal is in progress

    copy.publish("second")
    other = reader.new_page()
    other.goto("/rook/tournament/")
    other.locator(".update-notice").get_by_role("button", name="Show it").click()
    expect(other).to_have_title(re.compile("second$"))
    expect(line(other)).to_contain_text(SAVED, timeout=SLOW)

    player.rush()  # fetches the script that shows a settlement, which this page did not need before
    expect(player.settlement).to_be_visible()
    assert player.page.evaluate("globalThis.version") == "first"
    assert version(player.page) == ("first", "first")
    score = player.settlement.inner_text()
    player.page.reload()
    assert version(player.page) == ("second", "second")
    expect(player.settlement).to_have_text(score, use_inner_text=True)


def test_a_new_version_is_there_after_all_tabs_were_closed(copy: Served, reader: BrowserContext) -> None:
    copy.publish("first")
    page = saved(reader, "/hearts/black-lady/")
    copy.publish("second")
    page.reload()
    expect(page.locator(".update-notice")).to_be_visible(timeout=SLOW)
    page.close()
    again = after_the_last_page(reader)
    again.goto("/hearts/black-lady/")
    assert version(again) == ("second", "second")


def test_a_half_filled_cache_leaves_pages_to_the_network_and_to_the_older_whole_one(
    copy: Served, reader: BrowserContext
) -> None:
    copy.publish("first")
    page = saved(reader, "/hearts/black-lady/")

    copy.publish("second")
    # One file of the new version is not available, so its cache stays half-filled.
    (copy.folder / STYLE).write_text("/* of some other version */", encoding="utf-8")
    page.reload()
    comes_true(page, "(await navigator.serviceWorker.getRegistration()).waiting")
    filled = page.evaluate(FILL)
    assert filled["stalled"]
    assert not filled["whole"]
    expect(page.locator(".update-notice")).to_have_count(0)
    page.close()

    page = after_the_last_page(reader)
    reader.set_offline(True)
    page.goto("/hearts/black-lady/")
    assert version(page) == ("first", "first")


def test_who_saves_data_has_only_the_visited_pages_kept_and_may_ask_for_all(small: BrowserContext) -> None:
    small.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}});")
    page = small.new_page()
    page.goto("/hearts/black-lady/")
    expect(line(page)).to_contain_text("only the pages you visit are stored")
    page.goto("/rook/tournament/")
    expect(line(page)).to_contain_text("only the pages you visit are stored")
    small.set_offline(True)
    page.goto("/hearts/black-lady/")
    expect(page.locator("h1")).to_contain_text("Black Lady")
    with pytest.raises(Error):
        page.goto("/boston/")
    small.set_offline(False)
    page.goto("/rook/tournament/")
    line(page).get_by_role("button", name="Save all").click()
    expect(line(page)).to_contain_text(SAVED, timeout=SLOW)


def test_a_browser_that_refuses_is_told_nothing(visitor: BrowserContext) -> None:
    visitor.add_init_script(
        """if (navigator.serviceWorker) navigator.serviceWorker.register = () => {
          globalThis.asked = true;
          return Promise.reject(new DOMException("no", "SecurityError"));
        };"""
    )
    problems: list[Any] = []
    visitor.on("weberror", lambda error: problems.append(error.error))
    page = visitor.new_page()
    page.goto("/")
    comes_true(page, "globalThis.asked")
    expect(line(page)).to_have_count(0)
    assert not problems


def test_the_site_under_a_path_of_its_host_is_saved_as_well(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("another site")
    (tmp_path / "404.html").write_text("not found, says the other site")
    shutil.copytree(site, tmp_path / "whister", copy_function=os.link)
    host = Served(tmp_path)
    fresh = browser.new_context(base_url=host.address)
    try:
        page = fresh.new_page()
        page.goto("/whister/hearts/")
        expect(line(page)).to_contain_text(SAVED, timeout=SLOW)
        fresh.set_offline(True)
        page.goto("/whister/boston/history/")
        expect(page.locator("h1")).to_contain_text("Boston")
    finally:
        fresh.close()
        host.running.shutdown()
        host.running.server_close()
