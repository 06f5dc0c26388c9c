"""The tables for frames in other sites: one for each rule set, with its first hand, and not found by any search."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import whister
from tests.site.pages import Page, Site

NODE_MODULES = Path(__file__).parents[2] / "docs" / "node_modules"


def embeds(site: Site) -> dict[str, Page]:
    """Return the pages for frames by their rule sets' IDs."""
    pages = {address: page for address, page in site.pages.items() if address.startswith("embed/")}
    return {address.removeprefix("embed/").rstrip("/"): page for address, page in pages.items()}


def test_every_rule_set_has_one(site: Site) -> None:
    assert sorted(embeds(site)) == list(whister.catalogue())


def test_its_hand_is_the_one_of_the_rule_sets_page(site: Site) -> None:
    for rules, page in embeds(site).items():
        (table,) = page.soup.select("whister-table")
        (hand,) = table.select('script[type="application/json"]')
        (own,) = site.page(f"{rules}/").soup.select('whister-table script[type="application/json"]')[:1]
        assert json.loads(hand.string or "") == json.loads(own.string or ""), rules
        assert table.select(".wt-hand li"), rules


def test_it_leads_to_the_rule_sets_page_and_stands_back_behind_it(site: Site) -> None:
    for rules, page in embeds(site).items():
        (robots,) = page.soup.select('meta[name="robots"]')
        assert robots["content"] == "noindex"
        (canonical,) = page.soup.select('link[rel="canonical"]')
        (link,) = page.soup.select(".embed-foot a")
        for address in (canonical["href"], link["href"]):
            assert site.find(page, str(address))[0] == f"{rules}/"
        assert link.get_text() == f"{whister.load(rules).title}, at Whister"
        (base,) = page.soup.select("base")
        assert base.attrs == {"target": "_blank"}


def test_it_has_no_navigation_and_its_scripts_are_the_tables(site: Site) -> None:
    for page in embeds(site).values():
        assert not page.soup.select("nav, header, form")
        scripts = [site.find(page, str(script["src"]))[0] for script in page.soup.select("script[src]")]
        assert [name for name in scripts if not name.startswith("_static/table/")] == [
            "_static/theme.js",
            "_static/embed.js",
        ]


def test_neither_search_nor_the_inventory_knows_it(site: Site) -> None:
    import zlib

    parts = sorted((site.folder / "_search").glob("records-*.json"))
    assert parts
    for records in parts:
        assert '["embed/' not in records.read_text(encoding="utf-8")
    names = (site.folder / "objects.inv").read_bytes().split(b"zlib.\n", 1)[1]
    assert b" embed/" not in zlib.decompress(names)
    others = [page for address, page in site.pages.items() if not address.startswith("embed/")]
    assert not [
        f"{page}: {link.url}"
        for page in others
        for link in page.links
        if site.find(page, link.url)[0].startswith("embed/")
    ]


def test_it_is_valid_html(site: Site) -> None:
    program, node = NODE_MODULES / "html-validate" / "bin" / "html-validate.mjs", shutil.which("node")
    if not node or not program.is_file():
        pytest.fail("node and html-validate are missing: npm ci in docs/ brings the second", pytrace=False)
    pages = [embeds(site)[rules].path for rules in ("hearts/black-lady", "boston/hoyle", "rook/tournament")]
    done = subprocess.run(
        [node, program, "--preset", "standard", *pages], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
