"""The differences between two rule sets, clause by clause."""

from __future__ import annotations

from whister import checks
from whister.clause import Clause
from whister.frozen import Frozen, names
from whister.objects import in_a_line
from whister.rulesets.ruleset import RuleSet


class Diff(Frozen):
    """The differences between two rule sets, clause by clause; each field is a tuple of slugs."""

    added: tuple[str, ...]
    amended: tuple[str, ...]
    repealed: tuple[str, ...]
    kept: tuple[str, ...]

    def __repr__(self) -> str:
        return in_a_line("Diff:", ", ".join(f"{len(getattr(self, name))} {name}" for name in names(self)))


def diff(a: RuleSet, b: RuleSet) -> Diff:
    """Return the changes from ``a`` to ``b``: the clauses added, amended (title, text, rule, or whether in force),
    repealed and kept."""

    def said(clause: Clause) -> tuple[object, ...]:
        return clause.title, clause.text, clause.rule, clause.enabled

    for rules in (a, b):
        checks.instance(rules, RuleSet, "diff", called="Rules")
    both = [slug for slug in b.clauses if slug in a.clauses]
    return Diff(
        added=tuple(slug for slug in b.clauses if slug not in a.clauses),
        amended=tuple(slug for slug in both if said(a.clauses[slug]) != said(b.clauses[slug])),
        repealed=tuple(
            slug for slug, clause in a.clauses.items() if slug not in b.clauses and not clause.own
        ),
        kept=tuple(slug for slug in both if said(a.clauses[slug]) == said(b.clauses[slug])),
    )
