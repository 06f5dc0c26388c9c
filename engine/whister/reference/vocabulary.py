"""The vocabulary of searches: words to ignore and synonyms (``vocabulary.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from whister.frozen import Frozen

FILE = Path(__file__).with_name("vocabulary.toml")


class Vocabulary(Frozen):
    """The contents of ``vocabulary.toml``, with all words normalised."""

    small: frozenset[str]  #: words that do not help a search
    same: tuple[tuple[str, ...], ...]  #: groups of synonyms, including terms of several words
    kinds: Mapping[str, str]  #: the kind of entry that a word names


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary of searches."""
    facts = tomllib.loads(FILE.read_text("utf-8"))
    return Vocabulary(
        frozenset(facts["small"].split()),
        tuple(map(tuple, facts["same"])),
        facts["kinds"],
    )


@cache
def alike() -> Mapping[str, tuple[str, ...]]:
    """Return each single word of the vocabulary with its single-word synonyms.

    >>> alike()["kitty"]
    ('nest', 'widow', 'talon')
    """
    found: dict[str, tuple[str, ...]] = {}
    for words in vocabulary().same:
        single = [word for word in words if " " not in word]
        for word in single:
            others = (other for other in single if other != word)
            found[word] = tuple(dict.fromkeys((*found.get(word, ()), *others)))
    return found


__all__ = ["Vocabulary", "alike", "vocabulary"]
