"""The fate of a clause in the rule sets that extend its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rulebook.base.catalogue import clause as clause_at
from rulebook.base.catalogue import parent_of, rule_set, rule_set_ids
from rulebook.base.questions import question

if TYPE_CHECKING:
    from whister import Clause


class Uses(NamedTuple):
    """The rule sets that take a clause over unchanged, amend it or repeal it, by ID."""

    kept: tuple[str, ...]
    amended: tuple[str, ...]
    repealed: tuple[str, ...]


@question
def uses(address: str) -> Uses:
    """Return the uses of a clause in the rule sets that extend its own, directly or through unchanged copies."""
    clause = clause_at(address)
    kept: list[str] = []
    amended: list[str] = []
    repealed: list[str] = []
    waiting = list(_children(clause.id.partition("#")[0]))
    while waiting:
        name = waiting.pop(0)
        rules = rule_set(name)
        there = rules.clauses.get(clause.slug)
        if there is None:
            if clause.slug in dict(rules.repealed):
                repealed.append(name)
        elif there.change == "amended":
            amended.append(name)
        elif there.origin == clause.origin:
            kept.append(name)
            waiting += _children(name)
    return Uses(tuple(sorted(kept)), tuple(sorted(amended)), tuple(sorted(repealed)))


def parent(clause: Clause) -> Clause | None:
    """Return the same clause in the rule set that this one extends, if there is one."""
    above = rule_set(clause.id.partition("#")[0]).extends
    return rule_set(above).clauses.get(clause.slug) if above else None


@question
def _children(rule_set_id: str) -> tuple[str, ...]:
    return tuple(name for name in rule_set_ids() if parent_of(name) == rule_set_id)
