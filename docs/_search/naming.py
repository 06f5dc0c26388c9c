"""The names and addresses that search needs from the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from _search import Record
from rulebook.base.catalogue import rule_set_ids, rule_sets
from whister import Rules
from whister.reference.entries import entries
from whister.reference.retired import moves


class Naming(TypedDict):
    """The file that the page loads at the first search."""

    names: list[tuple[str, str, str, str]]  # a name, the title, the address from the site's root, the kind
    titles: list[str]  # of clauses and options
    anchors: list[tuple[str, int]]  # each slug of a clause and name of an option, with the index of its title
    clauses: Mapping[str, list[int]]  # by rule set, the indices of its clauses' anchors
    options: Mapping[str, list[int]]  # by rule set, the indices of its options' anchors
    pages: Mapping[str, str]  # titles of other pages, sources included, by address from the root
    retired: Mapping[str, str]  # new addresses by the retired addresses of rule sets and anchors


def naming(records: Sequence[Record]) -> Naming:
    """Return the names and addresses for an index of these records."""
    named = [one.entry for one in entries() if one.entry.kind in ("rule set", "family")]
    of_clauses = {clause.title for rules in rule_sets() for clause in rules.clauses.values()}
    of_options = {option.title for rules in rule_sets() for option in rules.options.values()}
    titles = sorted(of_clauses | of_options)
    known = Counter((slug, title) for rules in rule_sets() for slug, title in _anchors(rules))
    anchors = {anchor: number for number, (anchor, _) in enumerate(known.most_common())}
    return {
        "names": [
            (name, entry.title, entry.url, entry.kind)
            for entry in named
            for name in dict.fromkeys((entry.title, *entry.names))
        ],
        "titles": titles,
        "anchors": [(slug, titles.index(title)) for slug, title in anchors],
        "clauses": {
            rules.id: [anchors[clause.slug, clause.title] for clause in rules.clauses.values()]
            for rules in rule_sets()
        },
        "options": {
            rules.id: [anchors[option.name, option.title] for option in rules.options.values()]
            for rules in rule_sets()
            if rules.options
        },
        "pages": {
            one.url: one.title
            for one in records
            if one.kind in {"page", "source"}
            and "#" not in one.url
            and one.url.rstrip("/") not in rule_set_ids()
        },
        "retired": moves(),
    }


def _anchors(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the slugs of clauses and the names of options, each with its title."""
    yield from ((clause.slug, clause.title) for clause in rules.clauses.values())
    yield from ((option.name, option.title) for option in rules.options.values())
