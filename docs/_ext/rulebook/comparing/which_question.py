"""A question that a table settles, and what a rule set answers to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from whister import Clause, Rules


@dataclass(frozen=True)
class Answer:
    """What one rule set answers to one question: a few words, and the clause that says so where one does."""

    text: str
    clause: Clause | None = None


@dataclass(frozen=True)
class Question:
    """One question a table settles."""

    slug: str
    title: str
    text: str
    answers: Callable[[Rules], Iterator[Answer]]


def stated(rules: Rules, mechanism: str) -> tuple[Clause, Mapping[str, Any]] | None:
    """Return the clause in force with a mechanism, and the mechanism's parameters."""
    for clause in rules.clauses.values():
        if clause.enabled and mechanism in clause.rule:
            return clause, clause.rule[mechanism]
    return None


def in_section(rules: Rules, section: str) -> list[Clause]:
    """Return the clauses of a section that are in force and do something."""
    return [c for c in rules.clauses.values() if c.section == section and c.enabled and c.rule]
