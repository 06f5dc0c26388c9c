"""References to a clause: the pages, claims and errata that link to it, and the worked examples that name it.

Pages are searched as they are read. On a rule set's own page only links in its source text count, because its lists of
changes and options name every clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from rulebook.base.catalogue import engine_folder, rule_set_ids
from rulebook.base.questions import file_text, question, question_of_pages
from rulebook.domain.rule_domain import Mention, rule_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

EXAMPLES = "examples"
NAMED = re.compile(r"\b([a-z]+/[a-z0-9-]+)#([a-z0-9-]+)")
"""A clause's address in the text of an example, as printed by a refusal."""
BLAMED = re.compile(r">>> .*\.clause\.slug\n'([a-z0-9-]+)'")
"""A clause's slug where an example uses it without the rule set."""


@question_of_pages
def mentions(env: BuildEnvironment, address: str) -> tuple[Mention, ...]:
    """Return every place that links to the clause at an address, sorted by page."""
    found = rule_domain(env).mentions
    return tuple(each for page in sorted(found) for each in found[page].get(address, ()))


@question
def naming(address: str) -> tuple[str, ...]:
    """Return the rule sets whose worked examples name a clause."""
    return _examples().get(address, ())


@question
def _examples() -> dict[str, tuple[str, ...]]:
    """Map each clause to the rule sets whose worked examples name it."""
    found: dict[str, dict[str, None]] = {}
    folder = engine_folder().parents[1] / EXAMPLES
    for rule_set_id in rule_set_ids():
        for address in _named(folder / f"{rule_set_id}.md", rule_set_id):
            found.setdefault(address, {})[rule_set_id] = None
    return {address: tuple(names) for address, names in found.items()}


def _named(path: Path, rule_set_id: str) -> Iterator[str]:
    try:
        text = file_text(path)
    except FileNotFoundError:
        return
    yield from (match[0] for match in NAMED.finditer(text))
    yield from (f"{rule_set_id}#{match[1]}" for match in BLAMED.finditer(text))


def _note_mentions(app: Sphinx, doctree: nodes.document) -> None:
    page = app.env.docname
    own = page in rule_set_ids()
    found: dict[str, list[Mention]] = {}
    for link in doctree.findall(addnodes.pending_xref):
        if link.get("refdomain") != "rule" or link["reftype"] != "clause" or (own and not link.rawsource):
            continue
        mention = _place(link, page)
        if mention not in found.setdefault(link["reftarget"], []):
            found[link["reftarget"]].append(mention)
    if found:
        rule_domain(app.env).mentions[page] = found


def _place(link: nodes.Node, page: str) -> Mention:
    """Return the place of a link: its page and the heading above it."""
    at: nodes.Node | None = link
    while at is not None:
        if isinstance(at, nodes.section) and isinstance(at.parent, nodes.section):
            return Mention(page, at["ids"][0] if at["ids"] else "", _title(at))
        if isinstance(at, nodes.section):
            return Mention(page, "", _title(at))
        at = at.parent
    return Mention(page, "", page)


def _title(section: nodes.section) -> str:
    title = section.next_node(nodes.title)
    return title.astext() if title is not None else ""


def setup_references(app: Sphinx) -> None:
    """Register the search of each page."""
    app.connect("doctree-read", _note_mentions)
