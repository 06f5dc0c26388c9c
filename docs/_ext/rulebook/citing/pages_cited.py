"""Pages as works to cite: those that belong to no rule set, and those that consist only of a template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whister.reference.citable import Item, citable_page

if TYPE_CHECKING:
    from sphinx.builders import Builder


PLAIN = {"genindex": "Index", "search": "Search"}
"""The titles of pages that consist only of a template, by name."""


def page_item(builder: Builder, name: str, title: str) -> Item:
    """Return the item for a page that belongs to no rule set; the first page represents the whole site."""
    return citable_page(title, address(builder, name), base=builder.config.html_baseurl)


def address(builder: Builder, name: str) -> str:
    """Return a page's address below the site's root; the first page is the root itself."""
    return "" if name == builder.config.root_doc else builder.get_target_uri(name)
