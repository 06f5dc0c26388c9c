"""Checks a page with axe, the accessibility checker: in light and dark, on a desktop screen and on a phone."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests.browser.player import ALONE

AXE = Path(__file__).parents[2] / "docs" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "within => axe.run(within, {resultTypes: ['violations'], preload: false, iframes: false})"
GRAVE = frozenset({"serious", "critical"})
ANY = GRAVE | {"minor", "moderate"}

Scheme = Literal["light", "dark"]
BOTH: tuple[Scheme, ...] = ("light", "dark")


def violations(page: Page, within: str = "article", impacts: Collection[str] = ANY) -> list[tuple[str, str]]:
    """Return what axe finds wrong in a part of a page: each broken rule, and the first element that breaks it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN, within)["violations"]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in impacts]


def look(
    page: Page,
    moment: str,
    within: str = "article",
    *,
    impacts: Collection[str] = ANY,
    widths: Collection[int] = (360, 1280),
    schemes: tuple[Scheme, ...] = BOTH,
) -> None:
    """Check that axe finds nothing wrong and that nothing is wider than the screen."""
    for scheme in schemes:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert violations(page, within, impacts) == [], (moment, scheme, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (moment, scheme, width)


def look_at_table(
    page: Page, moment: str, *, widths: Collection[int] = (360, 1280), schemes: tuple[Scheme, ...] = BOTH
) -> None:
    """Check that axe finds nothing grave at the table.

    What follows the table in the page is removed first, because axe would work out the position of all its elements.
    """
    page.locator("whister-table").first.evaluate(ALONE)
    look(page, moment, "whister-table", impacts=GRAVE, widths=widths, schemes=schemes)
