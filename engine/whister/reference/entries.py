"""The entries of the search: one for each rule set, clause, option, dated claim, family and source."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from whister.frozen import Frozen
from whister.reference.bibliography import Work, bibliography
from whister.reference.cache import kept
from whister.reference.matching import plain
from whister.reference.names import names_of
from whister.rulesets.options import applies
from whister.rulesets.overlays import Stack, stacked
from whister.rulesets.reader import catalogue, chain

KINDS = ("rule set", "family", "clause", "option", "claim", "source")


class Entry(Frozen):
    """One entry of the search. ``about`` is the title of the game to which the entry belongs; ``names`` are the entry's
    other names."""

    kind: str  #: one of ``KINDS``
    id: str
    title: str
    text: str
    url: str  #: from the site's root
    about: str = ""
    names: tuple[str, ...] = ()
    first: bool = True  #: False for a clause or option inherited from a parent
    in_force: bool = True  #: False for a clause that only an option enables

    @property
    def family(self) -> str:
        """The family to which the entry belongs; empty for a source."""
        return "" if self.kind == "source" else self.id.partition("/")[0].partition("#")[0]


class Plain(Frozen):
    """An entry with its words normalised for comparison."""

    entry: Entry
    id: str
    title: str
    names: tuple[str, ...]
    about: str
    text: str


@cache
def entries() -> tuple[Plain, ...]:
    """Return every entry, in the order of ``KINDS`` and then of IDs."""
    return tuple(_read(*both) for both in kept("entries", _made))


def _read(facts: list[Any], words: list[Any]) -> Plain:
    """Restore an entry from the data of ``_made``."""
    kind, id, title, text, url, about, names, *ways = facts  # noqa: A001
    entry = Entry(kind, id, title, text, url, about, tuple(names), *ways)
    plain_id, plain_title, plain_names, plain_about, plain_text = words
    return Plain(entry, plain_id, plain_title, tuple(plain_names), plain_about, plain_text)


def option_id(rule_set: str, name: str) -> str:
    """Return the address of an option. It is never the name alone, which a clause may have too.

    >>> option_id("hearts/black-lady", "moon")
    'hearts/black-lady#option-moon'
    """
    return f"{rule_set}#option-{name}"


@cache
def resting() -> dict[str, list[str]]:
    """Return the addresses of the clauses, options and dated claims that cite each source, by the source's key. Clauses
    inherited unchanged from a parent are not repeated.
    """
    found: dict[str, list[str]] = kept("resting", _resting)
    return found


def _resting() -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for rule_set in catalogue():
        stack = stacked(chain(rule_set))
        stated = [(clause.id, clause.sources) for clause in stack.clauses.values() if clause.change != "kept"]
        known = {option["name"] for option in chain(rule_set)[-1][1].get("option", ())}
        stated += [
            (option_id(rule_set, option.name), (*option.sources, *(one for value in option.values for one in value.sources)))
            for option in stack.options.values() if option.name in known
        ]  # fmt: skip
        for address, sources in stated:
            for source in sources:
                for key in filter(None, (source.key, source.via)):
                    found.setdefault(key, {})[address] = None
    for family in dict.fromkeys(rule_set.partition("/")[0] for rule_set in catalogue()):
        for claim in claims_of(family):
            for source in claim.get("sources", ()):
                for key in filter(None, (source["key"], source.get("via"))):
                    found.setdefault(key, {})[f"{family}#{claim['id']}"] = None
    return {key: list(addresses) for key, addresses in found.items()}


def _made() -> list[tuple[Any, ...]]:
    """Return the fields of each entry and its normalised words. This reads the whole catalogue."""
    stacks = {rule_set: stacked(chain(rule_set)) for rule_set in catalogue()}
    found: list[Entry] = []
    for rule_set, stack in stacks.items():
        found.append(_rule_set(rule_set, stack.facts))
        found += _clauses(stack)
        found += _options(rule_set, stack)
    families = dict.fromkeys(rule_set.partition("/")[0] for rule_set in stacks)
    found += [_family(family, stacks) for family in families]
    found += [_claim(family, claim) for family in families for claim in claims_of(family)]
    found += map(_source, bibliography().values())
    found.sort(key=lambda entry: (KINDS.index(entry.kind), entry.id))
    return [
        (
            (one.kind, one.id, one.title, one.text, one.url, one.about, one.names, one.first, one.in_force),
            (plain(one.id), plain(one.title), tuple(map(plain, one.names)), plain(one.about), plain(one.text)),
        )
        for one in found
    ]  # fmt: skip


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
        new = clause.change != "kept"
        yield Entry("clause", clause.id, clause.title, text, clause.url, title, (), new, clause.enabled)


def _options(rule_set: str, stack: Stack) -> Iterator[Entry]:
    title = stack.facts["title"]
    for option in stack.options.values():
        if not applies(option, stack.clauses):
            continue
        texts = [option.text, *(value.text for value in option.values)]
        address = option_id(rule_set, option.name)
        url = address.replace("#", "/#")
        yield Entry("option", address, option.title, " ".join(filter(None, texts)), url, title)


def claims_of(family: str) -> list[Mapping[str, Any]]:
    """Return the dated claims of a family's history, in the order of their file."""
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


def _source(work: Work) -> Entry:
    return Entry("source", work.key, work.label, work.reference, f"sources/{work.key}/")


__all__ = ["KINDS", "Entry", "Plain", "claims_of", "entries", "option_id", "resting"]
