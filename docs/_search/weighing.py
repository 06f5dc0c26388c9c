"""The words that a record is found by, and how likely a reader is to mean it, whatever the words are."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache

from _search import Record
from rulebook.base.catalogue import rule_sets
from whister.reference.best_known import best_known, named, place
from whister.reference.entries import entries
from whister.reference.matching import plain
from whister.reference.vocabulary import vocabulary

KIND = {
    "clause": 1.0,
    "rule set": 0.75,
    "family": 0.6,
    "page": 0.9,
    "claim": 0.55,
    "option": 0.28,
    "source": 0.46,
}
"""How likely a reader is to mean a thing of each kind."""
SECTION = 0.7  #: a part of a page beside a page
FOR_PROGRAMMERS = frozenset(["adding", "api", "command-line", "embedding", "linking", "proof", "speed"])
"""Pages that most readers do not mean."""
FOR_FEW = 0.25
BEST_KNOWN = 1.2  #: so much likelier is the best known game than one that nobody knows
IN_PROSE = 0.3  #: but by so much of that in the prose beside its rules
OF_FAMILY = 0.5  #: and so much what is of a family and of none of its games
STEEP = 5.0  #: how fast the games of the list are less known
DORMANT = 0.92  #: so likely is a clause that only an option calls for, beside one in force
LATE = 0.15  #: so much less likely is the last clause of a game than the first, to which it refers


def searched(record: Record) -> dict[str, str]:
    """The fields of a record that are searched (``docs/_static/search/indexing.mjs``)."""
    of = (record.about, record.family, *(name for game in record.games for name in _names()[game]))
    about = " ".join(dict.fromkeys(plain(" ".join(of)).split()))
    return {
        "title": _telling(record.title, record),
        "address": _telling(_last(record), record),
        "names": " ".join(record.names),
        "about": f"{about} {vocabulary().kinds.get(record.kind, '')}",
        "text": f"{record.title} {record.text}",  # the words of its title that it is not called by
    }


def _telling(text: str, record: Record) -> str:
    """The words of a title that say what it is about: not the small ones, nor the name of its family; else all."""
    every = list(dict.fromkeys(plain(text).split()))
    silent = vocabulary().small | {record.family}
    return " ".join([word for word in every if word not in silent] or every)


def _last(record: Record) -> str:
    """The last part of an address, which names it in a word: the slug of a clause, the folder of a page."""
    if record.kind == "source":
        return record.address
    if record.kind == "page" and "#" in record.url:
        return ""
    return re.sub("^(announce|history|option)-", "", re.split("[/#]", record.url.rstrip("/"))[-1])


def likely(record: Record) -> float:
    """How likely a reader is to mean a record, whatever the words are; a page of its own that nobody knows best is 0.9."""
    page = record.kind == "page"
    prior = KIND[record.kind] * (SECTION if page and "#" in record.url else 1)
    rule_set = "/".join(record.url.split("/")[:2])
    if rule_set in best_known():
        known = math.exp(-STEEP * place(rule_set) / len(named()))
        prior *= 1 + BEST_KNOWN * known * (IN_PROSE if page else 1)
    elif record.family:
        prior *= 1 + OF_FAMILY
    if page and record.url.partition("/")[0] in FOR_PROGRAMMERS:
        prior *= FOR_FEW
    return prior * (1 if record.in_force else DORMANT) * (1 - LATE * _late().get(record.address, 0.0))


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    """All that each rule set is called."""
    every = (one.entry for one in entries())
    return {entry.id: (entry.title, *entry.names) for entry in every if entry.kind == "rule set"}


@cache
def _late() -> Mapping[str, float]:
    """How far down its rule set each clause is, from 0 to 1."""
    return {
        clause.id: number / len(rules.clauses)
        for rules in rule_sets()
        for number, clause in enumerate(rules.clauses.values())
    }
