"""The site's own fonts in a browser: they are fetched once, and nothing moves if they come late or not at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Watch
from tests.browser.surroundings import BOTH, Faces

FACES = "**/_static/faces/*"
PAGES = ("/", "/hearts/black-lady/", "/boston/fontainebleau/", "/evidence/", "/embed/rook/tournament/")
WATCHED = """
globalThis.moved = 0;
new PerformanceObserver(list => { for (const { value } of list.getEntries()) moved += value; })
  .observe({ type: "layout-shift", buffered: true });
"""
LOADED = (
    "() => [...document.fonts].filter(one => one.status === 'loaded' && !one.family.includes(' as ')).length"
)
PLACES = """
() => [...document.querySelectorAll("header, h1, .wt-felt, .wt-hand, .sidebar-search, .sidebar-tree > ul > li")].map(one => {
  const { left, top, height } = one.getBoundingClientRect();
  return [one.nodeName, Math.round(left), Math.round(top), Math.round(height)];
})
"""
NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))"


def keep_back(page: Page) -> list[Route]:
    """Withhold the fonts that a page asks for; return the list of its requests for them."""
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route(FACES, hold)
    return asked


@pytest.mark.parametrize("installed", BOTH)
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_the_faces_come_late(
    browsers: Callable[[Faces], Browser], address: str, installed: str, width: int
) -> None:
    browser = browsers(BOTH[installed])
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": 844}, service_workers="block"
    )
    for path in PAGES:
        page = context.new_page()
        asked = keep_back(page)
        page.add_init_script(WATCHED)
        page.goto(path, wait_until="domcontentloaded")
        expect(page.locator("h1")).to_be_attached()
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        page.evaluate(NEXT_FRAME)
        before = page.evaluate(PLACES)
        assert page.evaluate(LOADED) == 0
        for route in asked:
            route.continue_()
        page.evaluate("document.fonts.ready")
        page.evaluate(NEXT_FRAME)
        assert page.evaluate(LOADED) >= 2, path
        after = page.evaluate(PLACES)
        assert before == after, path
        assert page.evaluate("moved") < 0.02, path
        page.close()
    context.close()


def test_a_page_is_read_before_its_faces_come(page: Page) -> None:
    """The first paint shows text even if no font has arrived."""
    kept_back = keep_back(page)
    page.goto("/hearts/history/", wait_until="domcontentloaded")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    assert kept_back
    assert page.evaluate(LOADED) == 0
    page.unroute_all(behavior="ignoreErrors")


def test_the_faces_are_fetched_once_for_the_whole_site(page: Page) -> None:
    fetched = "() => performance.getEntriesByType('resource').filter(one => one.name.includes('/faces/')).map(one => one.transferSize)"
    page.goto("/hearts/black-lady/")
    page.evaluate("document.fonts.ready")
    first = page.evaluate(fetched)
    assert 3 <= len(first) <= 5
    assert 0 < sum(first) <= 61_440 + 300 * len(first)
    for path in ("/evidence/", "/embed/rook/tournament/"):
        page.goto(path)
        page.evaluate("document.fonts.ready")
        assert page.evaluate(LOADED) >= 2
        known = page.evaluate(fetched)
        assert sum(known) <= 14_500 + 300, path  # the italic at most, which the first page did not need


def test_letters_are_set_in_the_sites_faces(page: Page) -> None:
    """The browser draws a page's own text and a label with the site's fonts."""
    page.goto("/hearts/black-lady/")
    page.evaluate("document.fonts.ready")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    for where, face in ((".rule-summary", "Whister Text"), (".wt-prompt", "Whister Label")):
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": f"article {where}"})["nodeId"]
        used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        assert {one["familyName"] for one in used if one["isCustomFont"]} == {face}, (where, used)


def test_frames_and_paper_have_the_same_faces(page: Page, watch: Watch) -> None:
    for path in ("/embed/hearts/black-lady/", "/hearts/history/"):
        page.goto(path)
        page.emulate_media(media="print")
        page.evaluate("document.fonts.ready")
        assert page.evaluate(LOADED) >= 2
        page.emulate_media(media="screen")
    assert watch.found == []
