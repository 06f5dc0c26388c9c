"""No browser takes its fonts, language or time zone from the machine: tests of a page give the same result anywhere."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import firefox, webkit
from tests.browser.surroundings import BOTH

LOOK = """
const pen = document.createElement("canvas").getContext("2d");
const wide = kind => { pen.font = `100px ${kind}`; return Math.round(pen.measureText("Whister").width); };
return [
  ...["sans-serif", "system-ui", "serif", "Georgia, serif", "monospace"].map(wide),
  navigator.language,
  Intl.DateTimeFormat().resolvedOptions().timeZone,
];
"""
WIDTHS = {"wide": [384, 384, 398, 398, 421], "usual": [339, 339, 317, 317, 420]}
"""The width of "Whister" in pixels at a size of 100 pixels, by the metrics in the fonts' own files."""


def is_as_chosen(seen: list[Any], faces: str) -> None:
    """Check that fonts, language and time zone are the test's; widths may be a pixel off, since browsers round them."""
    *widths, language, zone = seen
    assert widths == pytest.approx(WIDTHS[faces], abs=1)
    assert (language, zone) == ("en-US", "UTC")


@pytest.mark.parametrize("faces", BOTH)
def test_chromium_has_the_fonts_of_the_test(page: Page, faces: str) -> None:
    page.goto("/404.html")
    is_as_chosen(page.evaluate(f"() => {{{LOOK}}}"), faces)


@pytest.mark.parametrize("faces", BOTH)
@pytest.mark.parametrize("browser", [firefox, webkit], ids=["Firefox", "WebKit"])
def test_so_have_the_others(address: str, browser: ModuleType, faces: str) -> None:
    with browser.opened(address, BOTH[faces]) as visitor:
        visitor.goto("/404.html")
        is_as_chosen(visitor.run(LOOK), faces)
