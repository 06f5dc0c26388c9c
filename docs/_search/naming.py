"""What search must know by heart: names, addresses, and every word, to see which one was meant by a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from _search import Record
from rulebook.catalogue import rule_sets
from whister.reference.entries import entries
from whister.reference.matching import plain


class Naming(TypedDict):
    """The file that the page asks for at the first search."""

    names: list[tuple[str, str, str, str]]  # a name, the title, the address from the site's root, the kind
    titles: list[str]  # of clauses
    clauses: Mapping[str, Mapping[str, int]]  # by rule set, the slug of each clause and which title it has
    options: Mapping[str, str]  # by rule set, the names of its options, a space between each two
    words: str  # every word of the index, plain, sorted, a space between each two


def naming(records: Iterable[Record]) -> Naming:
    """Names, addresses and words of an index with these records."""
    named = [one.entry for one in entries() if one.entry.kind in ("rule set", "family")]
    titles = sorted({clause.title for rules in rule_sets() for clause in rules.clauses.values()})
    words = {
        word
        for record in records
        for text in (record.text, record.title, record.about, record.address, *record.names)
        for word in plain(text).split()
        if not word.isdigit()
    }
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
        "options": {rules.id: " ".join(rules.options) for rules in rule_sets() if rules.options},
        "words": " ".join(sorted(words)),
    }
