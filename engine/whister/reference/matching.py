"""The comparison of words as they are typed: it ignores accents, case and punctuation, compares the beginnings of
words, and allows for misspellings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from whister.reference.vocabulary import vocabulary

_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "ı": "i"})
_INSIDE = re.compile(r"['’ʼ`]")  # removed within a word: Hoyle's becomes hoyles
_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_RANKS = {"a": "ace", "k": "king", "q": "queen", "j": "jack", "t": "10"}
_CARD = re.compile(r"\b(10|[2-9akqjt])([♠♥♦♣])|([♠♥♦♣])(?:(10|[2-9akqjt])\b)?")  # rank before or after suit
_PHRASE = re.compile(r'["“”„«»]([^"“”„«»]*)["“”„«»]?')
_SLIP = 0.76  #: how similar two words must be, by difflib's ratio, to count as the same
_SHORTEST_SLIP = 3  #: letters; a shorter word is never taken for a misspelling


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Return text without accents, case and punctuation, with its words separated by spaces; a card is replaced by its
    name.

    >>> plain("Chasse-Cœur, “Hoyle’s” Q♠")
    'chasse coeur hoyles queen of spades'
    >>> plain("♠Q K♥J♦ ♣")
    'queen of spades king of hearts jack of diamonds clubs'
    """
    folded = _CARD.sub(_card, _INSIDE.sub("", text.casefold()).translate(_LETTERS))
    if folded.isascii():
        return " ".join(re.findall(r"\w+", folded.replace("_", " ")))
    bare = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", bare.replace("_", " ")))


def _card(found: re.Match[str]) -> str:
    before, of, suit, after = found.groups()
    rank, name = before or after, _SUITS[of or suit]
    return f" {_RANKS.get(rank, rank)} of {name} " if rank else f" {name} "


def asked(text: str) -> tuple[list[str], list[str]]:
    """Return the words, and the phrases in quotation marks, of a query, normalised and without repetitions."""
    phrases = [phrase for found in _PHRASE.findall(text) if (phrase := plain(found))]
    small = vocabulary().small  # these count only in a phrase, or if the query has nothing else
    every = plain(_PHRASE.sub(" ", text)).split()
    words = [word for word in every if word not in small] or ([] if phrases else every)
    return list(dict.fromkeys(words)), list(dict.fromkeys(phrases))


def spelt_like(word: str, vocabulary: Iterable[str], most: int = 3) -> list[str]:
    """Return the words of a vocabulary that ``word`` may misspell, the nearest first; none for a short word."""
    if len(word) < _SHORTEST_SLIP:
        return []
    likely = [other for other in vocabulary if abs(len(other) - len(word)) <= 3]
    return get_close_matches(word, likely, most, _SLIP)


def begins(word: str, text: str) -> bool:
    """Return whether any word of a normalised text begins with ``word``."""
    return f" {word}" in f" {text}"


def has(words: str, text: str) -> bool:
    """Return whether a normalised text contains these words, complete and in succession."""
    return f" {words} " in f" {text} "


__all__ = ["asked", "begins", "has", "plain", "spelt_like"]
