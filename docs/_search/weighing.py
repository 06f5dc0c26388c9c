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
SECTION = 0.7  #: the factor for a part of a page, compared with a page
FOR_PROGRAMMERS = frozenset(["adding", "api", "command-line", "embedding", "linking", "proof", "speed"])
"""Pages that most readers do not mean."""
FOR_FEW = 0.25
BEST_KNOWN = 1.2  #: the addition for the best known game, compared with one that nobody knows
IN_PROSE = 0.3  #: the part of that addition for the prose beside its rules
OF_FAMILY = 0.5  #: the addition for what belongs to a family and to none of its games
STEEP = 5.0  #: how fast the games further down the list become less known
DORMANT = 0.92  #: the factor for a clause that only an option brings into force
LATE = 0.15  #: how much less likely the last clause of a game is than the first, to which it refers


def searched(record: Record) -> dict[str, str]:
    """Return the fields of a record that are searched (``docs/_static/search/indexing.mjs``)."""
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
    """Return the words of a title that say what it is about: no small words, no name of its family; else all."""
    every = list(dict.fromkeys(plain(text).split()))
    silent = vocabulary().small | {record.family}
    return " ".join([word for word in every if word not in silent] or every)


def _last(record: Record) -> str:
    """Return the last part of an address, a word that names it: the slug of a clause, the folder of a page."""
    if record.kind == "source":
        return record.address
    if record.kind == "page" and "#" in record.url:
        return ""
    return re.sub("^(announce|history|option)-", "", re.split("[/#]", record.url.rstrip("/"))[-1])


def likely(record: Record) -> float:
    """Return how likely a reader is to mean a record, whatever the words are; 0.9 for a page without a known game."""
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
    """Return all the names of each rule set."""
    every = (one.entry for one in entries())
    return {entry.id: (entry.title, *entry.names) for entry in every if entry.kind == "rule set"}


@cache
def _late() -> Mapping[str, float]:
    """Return how far down its rule set each clause is, from 0 to 1."""
    return {
        clause.id: number / len(rules.clauses)
        for rules in rule_sets()
        for number, clause in enumerate(rules.clauses.values())
    }
