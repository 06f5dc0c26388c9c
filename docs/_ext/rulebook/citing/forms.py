"""Citations in large numbers: each style formats one item with placeholders for the title and the address.

The placeholders are filled in afterwards, here for the pages and in the browser for house rules. A citation style takes
a tenth of a second for a few items, and the site has thousands.
"""

from __future__ import annotations

from functools import cache

from whister.reference.citable import Item
from whister.reference.release import VERSION
from whister.reference.styles import FORMS, QUOTING, STYLES, nested, processed, stopped

KEY, TITLE, URL, NOTE = "markkey", "Marktitle", "https://mark.invalid/url", "Marknote."
"""Placeholders for an item's key, title, address and note in a pattern."""
GENRE = "Markgenre"
"""The placeholder for the genre of house rules: their behaviour hash."""

TO_FILL = ("chicago", "mla", "apa", "bibtex", "ris")
"""The forms made from patterns; CSL-JSON is the item itself."""


def written(item: Item, form: str) -> str:
    """Return the item in one form, identical to what the form would write without a pattern."""
    if form not in STYLES:
        return FORMS[form](item)
    pattern = _pattern(form, "container-title" in item, "URL" in item, "note" in item, "genre" in item)
    title = nested(item["title"]) if form in QUOTING else item["title"]
    marks = {URL: item.get("URL", ""), GENRE: item.get("genre", ""), TITLE: title}
    for mark, value in marks.items():
        pattern = pattern.replace(mark, value)
    return stopped(pattern)


def patterns() -> dict[str, dict[str, str]]:
    """Return every form with placeholders for each kind of item: house rules, rule (with a note), page, whole site."""
    kinds = {
        "house": (True, True, True),
        "rule": (True, True, False),
        "page": (True, False, False),
        "whole": (False, False, False),
    }
    return {
        kind: {form: _pattern(form, inside, True, noted, house) for form in TO_FILL}
        for kind, (inside, noted, house) in kinds.items()
    }


@cache
def _pattern(form: str, inside: bool, placed: bool, noted: bool, house: bool) -> str:
    from whister.reference.citable import citable_page

    item = citable_page(TITLE, "mark/" if inside else "", base="", version=VERSION)
    item["id"] = KEY
    if placed:
        item["URL"] = URL
    if noted:
        item["note"] = NOTE
    if house:
        item["genre"] = GENRE
    return processed(item, form) if form in STYLES else FORMS[form](item)
