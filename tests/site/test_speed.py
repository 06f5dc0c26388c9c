"""The page of figures shows every stored row of the benchmarks, and how it was measured."""

from __future__ import annotations

import json
from pathlib import Path

from tests.site.pages import Site

KEPT = Path(__file__).parents[1] / "benchmarks/results/deals.json"


def test_every_figure_that_is_kept_is_on_the_page(site: Site) -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    page = site.page("speed/").soup
    rows = [[cell.get_text(strip=True) for cell in row.select("th, td")] for row in page.select("tbody tr")]
    assert rows == [
        [each["what"].replace("'", "’"), each["value"], each["target"] or "–", each["spread"] or "–"]
        for each in kept["figures"]
    ]
    assert kept["command"] in page.get_text()
    assert kept["machine"] in page.get_text()
