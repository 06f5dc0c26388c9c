"""Pages as works to cite: those that belong to no rule set, and those that consist only of a template.

A component gives a page a note for its citation with `give_note`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.base.questions import question_of_pages
from whister.reference.citable import Item, citable_page

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


PLAIN = {"genindex": "Index", "search": "Search"}
"""The titles of pages that consist only of a template, by name."""


def page_item(builder: Builder, name: str, title: str) -> Item:
    """Return the item for a page that belongs to no rule set; the first page represents the whole site."""
    base = builder.config.html_baseurl
    return citable_page(title, address(builder, name), base=base, note=note_of_page(builder.env, name))


def give_note(env: BuildEnvironment, docname: str, note: str) -> None:
    """Give the text that is being read a note for its citation, without a full stop."""
    env.metadata[docname][_NOTE] = note


@question_of_pages
def note_of_page(env: BuildEnvironment, docname: str) -> str:
    """Return the note for the citation of a page; empty if it has none."""
    return str(env.metadata[docname].get(_NOTE, "")) if docname in env.metadata else ""


_NOTE = "cited_note"


def address(builder: Builder, name: str) -> str:
    """Return a page's address below the site's root; the first page is the root itself."""
    return "" if name == builder.config.root_doc else builder.get_target_uri(name)
