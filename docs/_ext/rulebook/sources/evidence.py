"""The display of evidence: a badge for each grade, and a line for each source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from rulebook.base.catalogue import rule_set_ids, title_of
from rulebook.base.nodes import bullet_list, joined, rule_link, span
from rulebook.domain.bibliography import entries, is_paged, page_text
from rulebook.domain.rule_domain import source_link
from whister import Evidence
from whister.reference.bibliography import bibliography
from whister.reference.wording import SEEN

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from whister import Clause, Source

GRADES = tuple(map(str, Evidence))
"""Grades of evidence, best first."""


def badge(word: str) -> nodes.inline:
    """Return the badge of a grade, a relation or a status: a word in a box."""
    return span("badge", f"badge-{word.replace(' ', '-')}", text=word)


def graded(clause: Clause) -> list[nodes.Node]:
    """Return the grade of a clause and, if different, that of its weakest part."""
    if clause.weakest == clause.evidence:
        return [badge(str(clause.evidence))]
    weaker = span("weaker", text=" in part ")
    return [badge(str(clause.evidence)), weaker, badge(str(clause.weakest))]


def source_line(env: BuildEnvironment, source: Source) -> list[nodes.Node]:
    """Return one source as inline nodes: grade, name, tier, page, how much was read, intermediate source, note."""
    parts: list[list[nodes.Node]] = [[source_link(env, source.key)], *statement(env, source)]
    work = bibliography().get(source.key)
    if work is not None and not source.relation:
        parts.insert(1, [nodes.Text(work.tier)])
    return [badge(source.relation or str(source.evidence)), nodes.Text(" "), *joined(parts, " · ")]


def _about(env: BuildEnvironment, source: Source) -> Iterator[list[nodes.Node]]:
    """Yield the game that a statement is taken over from, and the parameters that it is about."""
    if source.stated is not None:
        game = (
            rule_link("set", source.about, nodes.Text(title_of(source.about)), docname=env.docname)
            if source.about in rule_set_ids()
            else nodes.Text(source.about)
        )
        grade = "" if source.relation else f"{source.stated} "
        yield [nodes.Text(f"{grade}for "), game]
    if source.of:
        yield [nodes.Text("for "), *joined([[nodes.literal(name, name)] for name in source.of], ", ")]


def statement(env: BuildEnvironment, source: Source, *, read: bool = True) -> list[list[nodes.Node]]:
    """Return the citation after a source's name: page, how much was read (if `read`), intermediate source, note."""
    parts: list[list[nodes.Node]] = [*_about(env, source)]
    entry = entries(env).get(source.key)
    if source.pages:
        parts.append([nodes.Text(page_text(source.pages))])
    elif entry is not None and is_paged(entry):
        parts.append([nodes.Text("page unknown")])
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
