"""The first appearance of each kind of rule: its earliest dated source in the clauses, options and claims.

A kind of rule is a mechanism with its characteristic parameters (`kinds.toml`). A clause takes over the sources of the
clause it amends; these do not support what the amendment added, so they are left out if the parent is not of the kind.
A source with a note supports only what the note says: it dates a kind only if `kinds.toml` lists it as stating the
kind.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pybtex.database import Entry

from rulebook.base.catalogue import claims, first_year, option_value, rule_set, rule_set_ids
from rulebook.base.questions import file_text, question
from rulebook.domain.bibliography import dated, of_edition
from whister import Clause, Evidence, Option, OptionValue, Rules, Source
from whister.rulesets.reader import sources

FILE = Path(__file__).with_name("kinds.toml")
STATED = (Evidence.DESCRIBED, Evidence.REPORTED, Evidence.INFERRED)
"""The grades at which a source states a rule; at the others it is silent, or the figures are ours."""

UNKNOWN = 9999
"""The year used for a rule set without a date."""


@dataclass(frozen=True)
class Kind:
    """One kind of rule: a mechanism, and the required values of its parameters."""

    id: str
    title: str
    mechanism: str
    given: Mapping[str, Any]
    claims: tuple[str, ...] = ()
    stated_by: tuple[Mapping[str, str], ...] = ()
    """The sources with a note that state it: each with its `key`, the `place` that cites it, and any `pages`."""

    def named(self, source: Source, place: str) -> bool:
        """Return whether a source, as cited at a place, is listed in `stated_by`."""
        cited = {"key": source.key, "place": place, **({"pages": source.pages} if source.pages else {})}
        return cited in self.stated_by

    def states(self, clause: Clause) -> bool:
        """Return whether a clause in force is of this kind."""
        return clause.enabled and self.tells(clause)

    def tells(self, clause: Clause) -> bool:
        """Return whether a clause would be of this kind if it were in force."""
        parameters = clause.rule.get(self.mechanism)
        return parameters is not None and all(
            _is(_at(parameters, path), wanted) for path, wanted in self.given.items()
        )

    def told_by(self, path: str) -> bool:
        """Return whether this kind depends on a path, `slug:mechanism.parameter`, that an option's value sets."""
        mechanism, _, parameter = path.partition(":")[2].partition(".")
        return mechanism == self.mechanism and any(
            given == parameter or given.startswith(f"{parameter}.") for given in self.given
        )


@dataclass(frozen=True)
class Witness:
    """One source that states a rule of a kind, its year if it has one, and the place on the site that cites it."""

    source: Source
    place: str  #: `clause:…`, `option:…` or `claim:…`
    rules: str  #: the rule set of the clause or option; empty for a claim
    year: float | None
    of_edition: bool = False  #: whether the year is that of a later edition

    @property
    def date(self) -> str:
        """The year as text; empty if there is none."""
        return "" if self.year is None else f"{self.year:g}{' (edition)' if self.of_edition else ''}"

    @property
    def seen(self) -> bool:
        """Whether the source itself was read, at least in part."""
        return self.source.seen != "none"


@dataclass(frozen=True)
class Appearance:
    """The first known appearance of a kind of rule. `first` is the earliest dated source, if any.

    `played` is the rule set with the earliest date among those that have the rule, if that is before the first source.
    That is the date of the game, not one given by a source for the rule.
    """

    kind: Kind
    family: str
    first: Witness | None
    undated: tuple[str, ...]  #: the keys of sources without a year that also state it
    sets: tuple[str, ...]  #: the rule sets that have it
    told: tuple[Mapping[str, Any], ...]  #: the claims that date it before the first source
    played: str = ""


@question
def kinds(family: str) -> tuple[Kind, ...]:
    """Return the kinds of rule to look for in a family."""
    listed = tomllib.loads(file_text(FILE)).get(family, ())
    return tuple(
        Kind(
            each["id"],
            each["title"],
            each["mechanism"],
            each.get("given", {}),
            tuple(each.get("claims", ())),
            tuple(each.get("stated_by", ())),
        )
        for each in listed
    )


def appearances(family: str, known: Mapping[str, Entry]) -> list[Appearance]:
    """Return every kind's first appearance, the oldest first and those without a dated source last."""
    found = [_appearance(kind, family, known) for kind in kinds(family)]
    return sorted(found, key=lambda each: (each.first is None, each.first.year if each.first else 0))


def _appearance(kind: Kind, family: str, entries: Mapping[str, Entry]) -> Appearance:
    known = list(witnesses(kind, family, entries))
    first = min(
        (each for each in known if each.year is not None and _dates(kind, each)),
        key=lambda each: (each.year, *_preference(each)),
        default=None,
    )
    told = tuple(
        claim
        for claim in claims(family)
        if claim["id"] in kind.claims
        and first_year(claim["date"])
        and (first is None or float(claim["sort"]) < (first.year or 0))
    )
    whole_first = sorted(known, key=lambda each: not _dates(kind, each))
    undated = dict.fromkeys(each.source.key for each in whole_first if each.year is None)
    sets = dict.fromkeys(rules.id for rules, clause in _clauses(kind, family) if clause.enabled)
    attested = {each.rules for each in known if each.place.startswith("clause:")} & set(sets)
    before = UNKNOWN if first is None else first.year or 0
    told_of = {name for claim in told for name in claim.get("about", ())}
    attested -= told_of
    played = min((name for name in sorted(attested) if _set_year(name) < before), key=_set_year, default="")
    return Appearance(kind, family, first, tuple(undated), tuple(sets), told, played)


def _preference(witness: Witness) -> tuple[object, ...]:
    """Return a sort key for places of the same year: clauses, options (first where they began), then claims."""
    chosen = witness.place.startswith("option:")
    extends = bool(witness.rules) and rule_set(witness.rules).extends is not None
    return (
        not witness.rules,
        chosen,
        witness.source.evidence,
        chosen and extends,
        _set_year(witness.rules),
        witness.rules,
    )


def _dates(kind: Kind, witness: Witness) -> bool:
    """Return whether a source can date this kind: one with a note can do so only if it is listed as stating it."""
    return not witness.source.note or kind.named(witness.source, witness.place)


def witnesses(kind: Kind, family: str, known: Mapping[str, Entry]) -> Iterator[Witness]:
    """Yield every source that a family's records cite for a rule of a kind, with or without a note."""

    def cited(these: Iterable[Source], place: str, rules: str = "") -> Iterator[Witness]:
        for source in these:
            if not source.relation and source.evidence in STATED:
                yield Witness(source, place, rules, *_year(source, known))

    for rules, clause in _clauses(kind, family):
        yield from cited(_own_sources(kind, rules, clause), f"clause:{clause.id}", rules.id)
    for rules in _of_family(family):
        for place, value in _values(kind, rules):
            yield from cited(value, place, rules.id)
        for place in {each["place"] for each in kind.stated_by}:
            named = (each for each in _cited_at(rules, place) if kind.named(each, place))
            yield from cited(named, place, rules.id)
    for claim in claims(family):
        if claim["id"] in kind.claims:  # a source that disputes it also mentions the rule
            yield from cited(sources(claim["sources"], claim["id"]), f"claim:{family}#{claim['id']}")


def _of_family(family: str) -> Iterator[Rules]:
    return (rule_set(name) for name in rule_set_ids() if name.startswith(f"{family}/"))


def _clauses(kind: Kind, family: str) -> Iterator[tuple[Rules, Clause]]:
    """Yield the clauses of a kind: those in force, and those that an option can put in force."""
    for rules in _of_family(family):
        offered = (value for option in rules.options.values() for value in _offered(option))
        brought_in = {slug for value in offered for slug in value.enable}
        for clause in rules.clauses.values():
            if (clause.enabled or clause.slug in brought_in) and kind.tells(clause):
                yield rules, clause


def _offered(option: Option) -> Iterator[OptionValue]:
    """Yield the values of an option that can be chosen in its rule set."""
    for value in option.values:
        left_out = option.excluded or value.excluded
        if not left_out and (not option.fixed or value.value == option.default):
            yield value


def _values(kind: Kind, rules: Rules) -> Iterator[tuple[str, tuple[Source, ...]]]:
    """Yield the place of each option value that brings a clause into a kind, with the sources the parent lacks."""
    above = rule_set(rules.extends).options if rules.extends else {}
    for option in rules.options.values():
        earlier = above.get(option.name)
        inherited = {value.value: _as_stated(value.sources) for value in earlier.values} if earlier else {}
        for value in _offered(option):
            if any(kind.states(each) for each in _told_by(kind, rules, value)):
                known = inherited.get(value.value, ())
                place = f"option:{rules.id}#{option_value(option, value.value)}"
                yield place, tuple(each for each in _as_stated(value.sources) if each not in known)


def _as_stated(cited: Iterable[Source]) -> tuple[Source, ...]:
    """Return the sources of an option as graded for the game that each is about: what a source states of any game shows
    that the rule was known.
    """
    return tuple(
        each if each.stated is None else replace(each, evidence=each.stated, stated=None) for each in cited
    )


def _told_by(kind: Kind, rules: Rules, value: OptionValue) -> Iterator[Clause]:
    """Yield clauses as an option's value leaves them, if it affects their kind by setting a parameter or adding them.

    If a value adds several clauses, these are left out, because its source supports them only together.
    """
    slugs = {path.partition(":")[0] for path in value.set if kind.told_by(path)}
    slugs |= {*value.enable} if len(value.enable) == 1 else set()
    for slug in slugs:
        clause = rules.clauses[slug]
        parameters = dict(clause.rule.get(kind.mechanism, {}))
        for path, given in value.set.items():
            at, _, rest = path.partition(":")
            if at == slug and rest.startswith(f"{kind.mechanism}."):
                parameters[rest.partition(".")[2]] = given
        enabled = clause.enabled or slug in value.enable
        rule = {**clause.rule, kind.mechanism: parameters} if kind.mechanism in clause.rule else clause.rule
        yield replace(clause, rule=rule, enabled=enabled)


def _cited_at(rules: Rules, place: str) -> tuple[Source, ...]:
    """Return the sources of a clause or option value of this rule set; empty for a place in another rule set."""
    kind, _, address = place.partition(":")
    name, _, fragment = address.partition("#")
    if name != rules.id:
        return ()
    if kind == "clause":
        return rules.clauses[fragment].sources
    values = {
        option_value(option, value.value): _as_stated(value.sources)
        for option in rules.options.values()
        for value in option.values
    }
    return values[fragment]


def _year(source: Source, known: Mapping[str, Entry]) -> tuple[float | None, bool]:
    """Return the year of a source, and whether it is only that of an edition."""
    entry = known.get(source.key)
    return (None, False) if entry is None else (first_year(dated(entry)), of_edition(entry))


def _own_sources(kind: Kind, rules: Rules, clause: Clause) -> tuple[Source, ...]:
    """Return the sources of a clause, without those taken over from a parent clause that is not of this kind."""
    parent = rule_set(rules.extends).clauses.get(clause.slug) if rules.extends else None
    if parent is None:
        return clause.sources
    if kind.states(parent):
        return clause.sources
    return tuple(source for source in clause.sources if source not in parent.sources)


def _set_year(rule_set_id: str) -> float:
    return (first_year(rule_set(rule_set_id).year or "") if rule_set_id else None) or UNKNOWN


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
