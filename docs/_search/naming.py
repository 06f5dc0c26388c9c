"""The names and addresses that search needs from the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from _search import Record
from rulebook.base.catalogue import rule_set_ids, rule_sets
from whister.reference.entries import entries
from whister.reference.retired import moves


class Naming(TypedDict):
    """The file that the page loads at the first search."""

    names: list[tuple[str, str, str, str]]  # a name, the title, the address from the site's root, the kind
    titles: list[str]  # of clauses and options
    clauses: Mapping[str, Mapping[str, int]]  # by rule set, each clause's slug and the index of its title
    options: Mapping[str, Mapping[str, int]]  # by rule set, each option's name and the index of its title
    pages: Mapping[str, str]  # titles of other pages, sources included, by address from the root
    retired: Mapping[str, str]  # new addresses by the retired addresses of rule sets and anchors


def naming(records: Sequence[Record]) -> Naming:
    """Return the names and addresses for an index of these records."""
    named = [one.entry for one in entries() if one.entry.kind in ("rule set", "family")]
    of_clauses = {clause.title for rules in rule_sets() for clause in rules.clauses.values()}
    of_options = {option.title for rules in rule_sets() for option in rules.options.values()}
    titles = sorted(of_clauses | of_options)
    return {
        "names": [
            (name, entry.title, entry.url, entry.kind)
            for entry in named
            for name in dict.fromkeys((entry.title, *entry.names))
        ],
        "titles": titles,
        "clauses": {
            rules.id: {clause.slug: titles.index(clause.title) for clause in rules.clauses.values()}
            for rules in rule_sets()
        },
        "options": {
            rules.id: {option.name: titles.index(option.title) for option in rules.options.values()}
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
