"""The words by which a record is found, and how likely a reader is to mean it whatever the query."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache

from _search import FIGURES, Record
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
    FIGURES: 0.55,
}
"""How likely a reader is to mean a record of each kind."""
SECTION = 0.7  #: the factor for a part of a page, compared with a page
FOR_PROGRAMMERS = frozenset(["adding", "api", "command-line", "embedding", "linking", "proof", "speed"])
"""Pages that few readers look for."""
FOR_FEW = 0.25
BEST_KNOWN = 1.2  #: the bonus for the best known game, compared with an unknown one
IN_PROSE = 0.3  #: the share of that bonus for prose beside its rules
OF_FAMILY = 0.5  #: the bonus for a record of a family but of no single game
STEEP = 5.0  #: how fast the bonus falls along the list of games
DORMANT = 0.92  #: the factor for a clause that only an option puts in force
LATE = 0.15  #: how much less likely the last clause of a game is than the first


def searched(record: Record) -> dict[str, str]:
    """Return the searchable fields of a record (see ``docs/_static/search/indexing.mjs``)."""
    of = (record.about, record.family, *(name for game in record.games for name in _names()[game]))
    about = " ".join(dict.fromkeys(plain(" ".join(of)).split()))
    return {
        "title": _telling(record.title, record),
        "address": _telling(_last(record), record),
        "names": " ".join(record.names),
        "about": f"{about} {_called(record)}",
        "text": f"{record.title} {record.text}",  # including title words that `title` leaves out
    }


def _called(record: Record) -> str:
    """Return what people call such a record: a page of figures, or a record of its kind."""
    if record.kind == FIGURES and not _in_numbers(record):
        return ""
    return vocabulary().kinds.get(FIGURES if _in_numbers(record) else record.kind, "")


def _in_numbers(record: Record) -> bool:
    """Return whether a record is a page of figures: of a rule set, of a family, or about them all."""
    return record.url.endswith(("measured/", "numbers/"))


def _telling(text: str, record: Record) -> str:
    """Return the distinctive words of a title, without small words and its family's name; all words if none is left.

    A page of figures keeps the family's name, which is all that distinguishes the pages of the families.
    """
    every = list(dict.fromkeys(plain(text).split()))
    silent = vocabulary().small | (frozenset() if _in_numbers(record) else {record.family})
    return " ".join([word for word in every if word not in silent] or every)


def _last(record: Record) -> str:
    """Return the last part of an address, which names the record: the slug of a clause or the folder of a page."""
    if record.kind == "source":
        return record.address
    if record.kind == FIGURES or (record.kind == "page" and "#" in record.url):
        return ""
    return re.sub("^(announce|history|option)-", "", re.split("[/#]", record.url.rstrip("/"))[-1])


def likely(record: Record) -> float:
    """Return how likely a reader is to mean a record, whatever the query; 0.9 for a page without a known game."""
    page = record.kind in ("page", FIGURES)
    prior = KIND[record.kind] * (SECTION if record.kind == "page" and "#" in record.url else 1)
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
