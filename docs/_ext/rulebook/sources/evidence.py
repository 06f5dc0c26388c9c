"""How evidence is shown: a badge for the grade, and a line for each source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.nodes import bullet_list, joined, span
from rulebook.domain.bibliography import entries, is_paged, page_text
from rulebook.domain.rule_domain import source_link
from whister.reference.wording import SEEN

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from whister import Source

GRADES = ("described", "reported", "inferred", "default", "reconstructed")
"""Grades of evidence, best first."""


def badge(word: str) -> nodes.inline:
    """Return the mark of a grade, a relation or a status: a word in a box."""
    return span("badge", f"badge-{word.replace(' ', '-')}", text=word)


def source_line(env: BuildEnvironment, source: Source) -> list[nodes.Node]:
    """Return one source as inline nodes: grade, name, page, how much was read, through what, note."""
    parts: list[list[nodes.Node]] = [[source_link(env, source.key)], *statement(env, source)]
    return [badge(source.relation or str(source.evidence)), nodes.Text(" "), *joined(parts, " · ")]


def statement(env: BuildEnvironment, source: Source, *, read: bool = True) -> list[list[nodes.Node]]:
    """Return how a source is cited, beside its name: page, how much was read if that is noted, through what, note."""
    parts: list[list[nodes.Node]] = []
    entry = entries(env).get(source.key)
    if source.pages:
        parts.append([nodes.Text(page_text(source.pages))])
    elif entry is not None and is_paged(entry):
        parts.append([nodes.Text("page not verified")])
    if read:
        parts.append([nodes.Text(SEEN[source.seen])])
    if source.via:
        parts.append([nodes.Text("through "), source_link(env, source.via)])
    if source.note:
        parts.append([span("source-note", text=source.note)])
    return parts


def source_list(env: BuildEnvironment, sources: Iterable[Source]) -> nodes.bullet_list:
    """Return the sources of a clause as a list."""
    return bullet_list((source_line(env, source) for source in sources), classes=["rule-sources"])
