"""Where each kind of rule first appears: the earliest dated source among the clauses and dated claims that state it.

A kind of rule is a mechanism with its telling parameters (`kinds.toml`). A clause takes over the sources of the clause it
amends; those do not speak for what the amendment brought in, and are left out where the parent is not of the kind.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pybtex.database import Entry

from whister import Clause, Evidence, Rules, Source
from whister.records import sources

from .bibliography import dated, of_edition
from .catalogue import claims, rule_set, rule_sets
from .timeline import first_year

FILE = Path(__file__).with_name("kinds.toml")
STATED = (Evidence.DESCRIBED, Evidence.REPORTED, Evidence.INFERRED)
"""Grades at which a source says something: at the others it is silent, or the figures are ours."""


@dataclass(frozen=True)
class Kind:
    """One kind of rule: a mechanism, and what its parameters must be."""

    id: str
    title: str
    mechanism: str
    given: Mapping[str, Any]
    claims: tuple[str, ...] = ()

    def states(self, clause: Clause) -> bool:
        """Whether a clause in force is of this kind."""
        parameters = clause.rule.get(self.mechanism)
        return (
            clause.enabled
            and parameters is not None
            and all(_is(_at(parameters, path), wanted) for path, wanted in self.given.items())
        )


@dataclass(frozen=True)
class Witness:
    """One source that states a rule of a kind, its year where it has one, and where the site says so."""

    source: Source
    place: str  #: `clause:…` or `claim:…`
    rules: str  #: the rule set of the clause; nothing for a claim
    year: float | None
    of_edition: bool = False  #: the year is that of a later edition

    @property
    def date(self) -> str:
        """The year in words; nothing where there is none."""
        return "" if self.year is None else f"{self.year:g}{' (edition)' if self.of_edition else ''}"

    @property
    def seen(self) -> bool:
        """Whether the source itself was read, at least in part."""
        return self.source.seen != "none"


@dataclass(frozen=True)
class Appearance:
    """What is known of a kind's first appearance. `first` is the earliest dated source, if any is dated."""

    kind: Kind
    family: str
    first: Witness | None
    undated: tuple[str, ...]  #: the keys of sources without a year that state it too
    sets: tuple[str, ...]  #: the rule sets that have it
    told: tuple[Mapping[str, Any], ...]  #: claims that date it before the first source


@cache
def kinds(family: str) -> tuple[Kind, ...]:
    """The kinds of rule that are looked for in a family."""
    listed = tomllib.loads(FILE.read_text(encoding="utf-8")).get(family, ())
    return tuple(
        Kind(
            each["id"], each["title"], each["mechanism"], each.get("given", {}), tuple(each.get("claims", ()))
        )
        for each in listed
    )


def appearances(family: str, known: Mapping[str, Entry]) -> list[Appearance]:
    """Return every kind's first appearance, the oldest first and those without a dated source last."""
    found = [_appearance(kind, family, known) for kind in kinds(family)]
    return sorted(found, key=lambda each: (each.first is None, each.first.year if each.first else 0))


def _appearance(kind: Kind, family: str, entries: Mapping[str, Entry]) -> Appearance:
    stating = [
        (rules, clause)
        for rules in rule_sets()
        if rules.family == family
        for clause in rules.clauses.values()
        if kind.states(clause)
    ]
    known = [each for rules, clause in stating for each in _witnesses(kind, rules, clause, entries)]
    told_of = [claim for claim in claims(family) if claim["id"] in kind.claims]
    known += [each for claim in told_of for each in _tellers(claim, family, entries)]
    dated = sorted(
        (each for each in known if each.year is not None),
        key=lambda each: (each.year, not each.rules, each.source.evidence, _set_year(each.rules), each.rules),
    )
    first = dated[0] if dated else None
    told = tuple(
        claim
        for claim in told_of
        if first_year(claim["date"]) and (first is None or float(claim["sort"]) < (first.year or 0))
    )
    undated = dict.fromkeys(each.source.key for each in known if each.year is None)
    sets = dict.fromkeys(rules.id for rules, _ in stating)
    return Appearance(kind, family, first, tuple(undated), tuple(sets), told)


def _witnesses(kind: Kind, rules: Rules, clause: Clause, known: Mapping[str, Entry]) -> Iterator[Witness]:
    for source in _own_sources(kind, rules, clause):
        if not source.relation and source.evidence in STATED:
            yield Witness(source, f"clause:{clause.id}", rules.id, *_year(source, known))


def _tellers(claim: Mapping[str, Any], family: str, known: Mapping[str, Entry]) -> Iterator[Witness]:
    """The sources of a claim: whatever it disputes, a dated source that tells of the rule knew it."""
    for source in sources(claim["sources"], claim["id"]):
        if not source.relation and source.evidence in STATED:
            yield Witness(source, f"claim:{family}#{claim['id']}", "", *_year(source, known))


def _year(source: Source, known: Mapping[str, Entry]) -> tuple[float | None, bool]:
    """The year of a source, and whether it is only that of an edition."""
    entry = known.get(source.key)
    return (None, False) if entry is None else (first_year(dated(entry)), of_edition(entry))


def _own_sources(kind: Kind, rules: Rules, clause: Clause) -> tuple[Source, ...]:
    """The sources of a clause without those taken over from a parent's clause of another kind."""
    parent = rule_set(rules.extends).clauses.get(clause.slug) if rules.extends else None
    if parent is None:
        return clause.sources
    if kind.states(parent):
        return clause.sources
    return tuple(source for source in clause.sources if source not in parent.sources)


def _set_year(rule_set_id: str) -> float:
    return (first_year(rule_set(rule_set_id).year or "") if rule_set_id else None) or 9999


def _at(parameters: Any, path: str) -> Any:
    for part in path.split("."):
        parameters = parameters.get(part) if isinstance(parameters, Mapping) else None
    return parameters


def _is(value: Any, wanted: Any) -> bool:
    if wanted is True:
        return bool(value)
    if isinstance(wanted, list):
        return any(value == each or (each is False and value is None) for each in wanted)
    return bool(value == wanted)
