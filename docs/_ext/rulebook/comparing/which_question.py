"""A question that players settle, and the answer of a rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from whister import Clause, Rules


@dataclass(frozen=True)
class Answer:
    """The answer of one rule set to one question: a few words, and the clause that says so, if any."""

    text: str
    clause: Clause | None = None


@dataclass(frozen=True)
class Question:
    """A question that players settle before they play."""

    slug: str
    title: str
    text: str
    answers: Callable[[Rules], Iterator[Answer]]


def stated(rules: Rules, mechanism: str) -> tuple[Clause, Mapping[str, Any]] | None:
    """Return the clause in force that uses a mechanism, and the mechanism's parameters; None if there is none."""
    for clause in rules.clauses.values():
        if clause.enabled and mechanism in clause.rule:
            return clause, clause.rule[mechanism]
    return None


def high_points_win(rules: Rules) -> bool:
    """Return whether the game is for points and the highest total wins."""
    found = stated(rules, "winner")
    return rules.plan.settling.unit == "points" and found is not None and found[1].get("total") == "highest"


def in_section(rules: Rules, section: str) -> list[Clause]:
    """Return the clauses of a section that are in force and use a mechanism."""
    return [c for c in rules.clauses.values() if c.section == section and c.enabled and c.rule]
