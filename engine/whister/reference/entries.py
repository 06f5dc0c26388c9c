"""What can be found in the catalogue: one entry for each rule set, clause, option, dated claim, family and source."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from whister.clause import Clause, Option, Source
from whister.options import applies
from whister.overlays import Stack, stacked
from whister.records import catalogue, chain
from whister.reference.matching import plain
from whister.reference.names import names_of

KINDS = ("rule set", "family", "clause", "option", "claim", "source")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to be found. ``about`` is the title of the game it belongs to; ``names`` what else it is called."""

    kind: str  #: one of ``KINDS``
    id: str
    title: str
    text: str
    url: str  #: from the site's root
    about: str = ""
    names: tuple[str, ...] = ()
    first: bool = True  #: not a clause or option that is taken over from a parent

    @property
    def family(self) -> str:
        """The family that it belongs to; empty for a source."""
        return "" if self.kind == "source" else self.id.partition("/")[0].partition("#")[0]


@dataclass(frozen=True, slots=True)
class Plain:
    """An entry with its words made plain for comparing."""

    entry: Entry
    id: str
    title: str
    names: tuple[str, ...]
    about: str
    text: str


@cache
def entries() -> tuple[Plain, ...]:
    """Everything that can be found, in the order of ``KINDS`` and then of IDs. Reads the whole catalogue, once."""
    stacks = {rule_set: stacked(chain(rule_set)) for rule_set in catalogue()}
    found: list[Entry] = []
    for rule_set, stack in stacks.items():
        found.append(_rule_set(rule_set, stack.facts))
        found += _clauses(stack)
        found += _options(rule_set, stack)
    families = dict.fromkeys(rule_set.partition("/")[0] for rule_set in stacks)
    claims = [(family, claim) for family in families for claim in _history(family)]
    found += [_family(family, stacks) for family in families]
    found += [_claim(family, claim) for family, claim in claims]
    found += _sources(stacks, claims)
    found.sort(key=lambda entry: (KINDS.index(entry.kind), entry.id))
    return tuple(
        Plain(
            entry,
            plain(entry.id),
            plain(entry.title),
            tuple(map(plain, entry.names)),
            plain(entry.about),
            "" if entry.kind == "source" else plain(entry.text),  # where it is used is no word of its own
        )
        for entry in found
    )


def _rule_set(rule_set: str, facts: Mapping[str, Any]) -> Entry:
    names = (*facts.get("aliases", ()), *(name.name for name in names_of(rule_set)))
    text = " ".join(filter(None, (facts.get("summary", ""), facts.get("year", ""))))
    return Entry(
        "rule set", rule_set, facts["title"], text, f"{rule_set}/", names=tuple(dict.fromkeys(names))
    )


def _family(family: str, rule_sets: Mapping[str, object]) -> Entry:
    count = sum(rule_set.startswith(f"{family}/") for rule_set in rule_sets)
    names = tuple(name.name for name in names_of(family))
    return Entry(
        "family", family, family.title(), f"A family of {count} rule sets.", f"{family}/", names=names
    )


def _clauses(stack: Stack) -> Iterator[Entry]:
    title = stack.facts["title"]
    for clause in stack.clauses.values():
        text = f"{clause.text} {clause.note}".strip()
        yield Entry("clause", clause.id, clause.title, text, clause.url, title, (), clause.change != "kept")


def _options(rule_set: str, stack: Stack) -> Iterator[Entry]:
    title = stack.facts["title"]
    for option in stack.options.values():
        if not applies(option, stack.clauses):
            continue
        texts = [option.text, *(f"{value.value}: {value.text}" for value in option.values if value.text)]
        address = f"{rule_set}#{option.name}"
        url = f"{rule_set}/#option-{option.name}"
        yield Entry("option", address, option.title, " ".join(filter(None, texts)), url, title)


def _history(family: str) -> list[Mapping[str, Any]]:
    file = files("whister").joinpath("history", f"{family}.toml")
    if not file.is_file():
        return []
    claims: list[Mapping[str, Any]] = tomllib.loads(file.read_text("utf-8")).get("claim", [])
    return claims


def _claim(family: str, claim: Mapping[str, Any]) -> Entry:
    text = " ".join(filter(None, (claim["text"], claim.get("note", ""))))
    address = f"{family}#{claim['id']}"
    return Entry(
        "claim", address, claim["date"], text, f"{family}/history/#history-{claim['id']}", family.title()
    )


def _sources(stacks: Mapping[str, Stack], claims: list[tuple[str, Mapping[str, Any]]]) -> Iterator[Entry]:
    """Each source by its key in the bibliography, with the rule sets that rest on it."""
    used: dict[str, dict[str, None]] = {}
    for rule_set, stack in stacks.items():
        for source in _stated(stack):
            for key in filter(None, (source.key, source.via)):
                used.setdefault(key, {})[rule_set] = None
    for family, claim in claims:
        for record in claim.get("sources", ()):
            for key in filter(None, (record["key"], record.get("via"))):
                used.setdefault(key, {}).setdefault(family, None)
    for key, places in used.items():
        text = f"Used in {', '.join(places)}."
        yield Entry("source", key, key.replace("-", " "), text, f"bibliography/#{key}")


def _stated(stack: Stack) -> Iterator[Source]:
    cited: list[Clause | Option] = [*stack.clauses.values(), *stack.options.values()]
    for one in cited:
        yield from one.sources
        if isinstance(one, Option):
            for value in one.values:
                yield from value.sources


__all__ = ["KINDS", "Entry", "Plain", "entries"]
