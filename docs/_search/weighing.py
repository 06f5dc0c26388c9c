"""How much a record has of a word, and how likely a reader is to mean it, whatever the words are."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
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
    "option": 0.35,
    "source": 0.55,
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
DORMANT = 0.83  #: so likely is a clause that only an option calls for, beside one in force
LATE = 0.15  #: so much less likely is the last clause of a game than the first, to which it refers

TITLE, NAME, ADDRESS, ABOUT, KIND_OF = 4.0, 4.0, 3.0, 1.0, 0.6
"""How many times in the text a word counts for that is in another place."""
OFTEN = 2.0  #: a word counts for no more than this in a text, however often it is there; once for half of it
LIMIT = 5.0  #: and for no more than this altogether
LONG = 0.5  #: how far a word counts for less in a longer text: 0 not at all, 1 in proportion


@dataclass(frozen=True, slots=True)
class Weighed:
    """A record's words, with how much of each it has, from 0 to ``LIMIT``."""

    words: Mapping[str, float]
    title: frozenset[str]  #: those of its title that say what it is about
    address: frozenset[str]  #: those of the last part of its address that do
    borrowed: frozenset[str]  #: those that it has only from the game or the page that it is a part of
    prior: float  #: how likely a reader is to mean it


def weighed(record: Record, usual: float) -> Weighed:
    """Weigh a record; ``usual`` is the number of words that a text has."""
    text = Counter(plain(record.text).split())
    length = 1 - LONG + LONG * sum(text.values()) / usual
    about = {record.about, record.family, *(name for game in record.games for name in _names()[game])}
    counts = {word: OFTEN * count / (count + length) for word, count in text.items()}
    title, address = _telling(record.title, record), _telling(_last(record), record)
    for weight, words in (
        (TITLE, title),
        (NAME, set(plain(" ".join(record.names)).split())),
        (ADDRESS, address),
        (ABOUT, set(plain(" ".join(about)).split())),
        (KIND_OF, set(vocabulary().kinds.get(record.kind, "").split())),
    ):
        for word in words:
            counts[word] = counts.get(word, 0.0) + weight
    impacts = {word: LIMIT * count / (count + LIMIT - 1) for word, count in counts.items()}
    own = {*text, *title, *address, *plain(" ".join(record.names)).split()}
    return Weighed(impacts, title, address, frozenset(impacts) - own, _prior(record))


def _telling(text: str, record: Record) -> frozenset[str]:
    """The words of a title that say what it is about: not the small ones, nor the name of its family; else all."""
    every = frozenset(plain(text).split())
    return every - vocabulary().small - {record.family} or every


def _last(record: Record) -> str:
    """The last part of an address, which names it in a word: the slug of a clause, the folder of a page."""
    if record.kind == "source":
        return record.address
    if record.kind == "page" and "#" in record.url:
        return ""
    return re.split("[/#]", record.url.rstrip("/"))[-1].removeprefix("option-").removeprefix("history-")


def _prior(record: Record) -> float:
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


def usual_length(records: list[Record]) -> float:
    """The number of words that a text has, on the average."""
    return sum(len(record.text.split()) for record in records) / max(len(records), 1)
