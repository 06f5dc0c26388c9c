"""Everything that rests on a source: the clauses, options, claims, errata and descents that cite it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook.base.catalogue import claims, errata, families, option_value, rule_set, rule_sets
from rulebook.base.questions import question
from whister.rulesets.reader import sources

if TYPE_CHECKING:
    from whister import Rules, Source


class Rest(NamedTuple):
    """Something that rests on a source: its kind, its address, and how the source supports it."""

    kind: str
    """Its name in the rule domain (`clause`, `option`, `claim`, `erratum`), or `descent` of a rule set."""
    address: str
    source: Source


@dataclass
class Resting:
    """Everything that rests on one source, and how many further rule sets take over each clause."""

    stated: list[Rest] = field(default_factory=list)
    taken_over: dict[str, int] = field(default_factory=dict)
    """The number of rule sets that take a clause over unchanged, by its address."""

    @property
    def supported(self) -> list[Rest]:
        """Everything that the source supports, without what it contradicts or does not mention."""
        return [rest for rest in self.stated if not rest.source.relation]


@question
def rests_on(key: str) -> Resting:
    """Return everything that rests on a source."""
    return resting().get(key, Resting())


@question
def supported_by(key: str) -> int:
    """Return how many things a source supports."""
    return len(rests_on(key).supported)


@question
def resting() -> dict[str, Resting]:
    """Map each source's key to everything that rests on it or on a work known through it."""
    found: dict[str, Resting] = {}
    for rules in rule_sets():
        for rest in _of_rules(rules):
            for key in _keys(rest.source):
                found.setdefault(key, Resting()).stated.append(rest)
    for family in families():
        for rest in _of_family(family):
            for key in _keys(rest.source):
                found.setdefault(key, Resting()).stated.append(rest)
    _count_taken_over(found)
    return found


def _keys(source: Source) -> Iterable[str]:
    return dict.fromkeys(filter(None, (source.key, source.via)))


def _of_rules(rules: Rules) -> Iterator[Rest]:
    """Yield what a rule set's own record states, without what it takes over from its parent."""
    above = rule_set(rules.extends) if rules.extends else None
    for clause in rules.clauses.values():
        before = above.clauses.get(clause.slug) if above else None
        known = before.sources if before else ()
        yield from (Rest("clause", clause.id, each) for each in clause.sources if each not in known)
    for option in rules.options.values():
        earlier = above.options.get(option.name) if above else None
        known = earlier.sources if earlier else ()
        yield from (
            Rest("option", f"{rules.id}#{option.name}", each) for each in option.sources if each not in known
        )
        values = {value.value: value.sources for value in earlier.values} if earlier else {}
        for value in option.values:
            address = f"{rules.id}#{option_value(option, value.value)}"
            stated = (each for each in value.sources if each not in values.get(value.value, ()))
            yield from (Rest("option", address, each) for each in stated)
    for origin in rules.derives_from:
        source: Any = {
            "key" if name == "source" else name: told for name, told in origin.items() if name != "id"
        }
        (read,) = sources([source], rules.id)
        yield Rest("descent", f"{rules.id} {origin['id']}", read)


def _of_family(family: str) -> Iterator[Rest]:
    for kind, told in (("claim", claims(family)), ("erratum", errata(family))):
        for each in told:
            address = f"{family}#{each['id']}"
            yield from (Rest(kind, address, source) for source in sources(each.get("sources"), address))


def _count_taken_over(found: dict[str, Resting]) -> None:
    """Count the further rule sets that take over each clause with its source."""
    stated = {(rest.address, rest.source) for each in found.values() for rest in each.stated}
    for rules in rule_sets():
        for clause in rules.clauses.values():
            for source in clause.sources:
                at = rules
                while (f"{at.id}#{clause.slug}", source) not in stated and at.extends:
                    at = rule_set(at.extends)
                if at is not rules:
                    address = f"{at.id}#{clause.slug}"
                    for key in _keys(source):
                        counts = found[key].taken_over
                        counts[address] = counts.get(address, 0) + 1
