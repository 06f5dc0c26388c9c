"""Every card as the table shows it, in every place and at every size: what is printed on it is whole and distinct."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.printing import Place, misprints
from tests.browser.test_cards import keep

PHONE = (
    Place("hand", 13),
    Place("hand", 15),
    Place("trick"),
    Place("open"),
    Place("widow", 6, 2),
    Place("dealt"),
)
TABLET = (Place("hand", 13), Place("trick"), Place("open"), Place("widow", 6, 2))
DESK = (
    Place("hand", 13, 2),
    Place("hand", 20, 4),
    Place("hand", 24, 4),
    Place("trick"),
    Place("open"),
    Place("widow", 6, 2),
)
ON_A_PAGE = (Place("24"), Place("52"), Place("96"))


@pytest.mark.parametrize("faces", ["wide"])
@pytest.mark.parametrize("density", [3])
@pytest.mark.parametrize("index", ["normal", "large"])
@pytest.mark.parametrize(
    ("width", "places"),
    [(360, PHONE), (700, TABLET), (1280, DESK), (1280, ON_A_PAGE)],
    ids=["phone", "tablet", "desk", "page"],
)
def test_every_face_is_whole_and_clear_of_its_index(
    page: Page, width: int, places: tuple[Place, ...], index: str
) -> None:
    """No index touches a pip or a frame or lies under the next card; numbers and figures stay within disc and frame."""
    keep(page, f'{{"deck": "four", "index": "{index}"}}')
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/rook/tournament/")
    found = {place: wrong for place in places if (wrong := misprints(page, place))}
    assert found == {}
