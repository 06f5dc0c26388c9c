"""Pages as works to cite: those that are no rule set's, and those that are templates alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whister.reference.citable import Item, citable_page

if TYPE_CHECKING:
    from sphinx.builders import Builder


PLAIN = {"genindex": "Index", "search": "Search"}
"""Pages that are templates alone, and their titles."""


def page_item(builder: Builder, name: str, title: str) -> Item:
    """A page that is no rule set's, by its name; the first page stands for the whole."""
    return citable_page(title, address(builder, name), base=builder.config.html_baseurl)


def address(builder: Builder, name: str) -> str:
    """A page's address from the site's root, which is the first page's."""
    return "" if name == builder.config.root_doc else builder.get_target_uri(name)
