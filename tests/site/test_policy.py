"""The pages obey the Content-Security-Policy that the server sends: nothing from other sites, nothing inline."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

from lxml.html import HtmlElement, tostring

from tests.site.pages import Page, Site

DATA = {"application/json", "application/ld+json"}


def shown(element: HtmlElement) -> str:
    return str(tostring(element, encoding="unicode"))[:120]


def found(site: Site, wrong: str) -> list[str]:
    return [f"{page}: {shown(element)}" for page in site.pages.values() for element in page.select(wrong)]


def test_no_element_has_a_style_attribute(site: Site) -> None:
    assert not found(site, "[style]")


def test_no_page_has_an_inline_style_sheet(site: Site) -> None:
    assert not found(site, "style")


def test_no_element_has_an_event_handler(site: Site) -> None:
    handlers = [
        f"{page}: {element.tag} {name}"
        for page in site.pages.values()
        for element in page.select("*")
        for name in element.attrib
        if name.startswith("on")
    ]
    assert not handlers


def test_inline_scripts_are_data(site: Site) -> None:
    def is_code(script: HtmlElement) -> bool:
        if script.get("src"):
            return False
        if script.get("type") in DATA:
            json.loads(script.text or "")
            return False
        return True

    code = [
        f"{page}: {shown(script)}"
        for page in site.pages.values()
        for script in page.select("script")
        if is_code(script)
    ]
    assert not code


def test_nothing_is_loaded_from_elsewhere(site: Site) -> None:
    def is_foreign(page: Page, url: str) -> bool:
        return bool(urlsplit(url).netloc) or urlsplit(url).scheme not in {"", "data"}

    foreign = [
        f"{page}: {link.url}"
        for page in site.pages.values()
        for link in page.links
        if link.loads and is_foreign(page, link.url)
    ]
    assert not foreign


def test_no_link_runs_a_script(site: Site) -> None:
    assert not found(site, "a[href^='javascript:']")


def test_style_sheets_load_nothing_from_elsewhere(site: Site) -> None:
    foreign = [
        f"{path.name}: {match}"
        for path in (site.folder / "_static").rglob("*.css")
        for match in re.findall(
            r"(?:@import|url\(\s*[\"']?(?:https?:)?//)[^;)]*", path.read_text(encoding="utf-8")
        )
    ]
    assert not foreign
