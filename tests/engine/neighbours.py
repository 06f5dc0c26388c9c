"""What a value in a record might have been instead: a neighbouring value for each part of it.

Only the form of a value counts. A flag is flipped. A whole number goes up or down by one, but a ``rank`` goes to the
top or to the bottom. In a ranking, two neighbours change places. In a list, or a text of several words, an element is
left out; a number may instead change places with the next. In a table, each cell is treated in this way. A word is
replaced by each other word that some record gives, and a card, a suit or a rank also by the next one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

_FRENCH, _RANKS, _ROOK = "CDSH", "23456789TJQKA", "RYGB"
_LISTED = re.compile(r"[2-9TJQKA]?[CDSH]|[RYGB]?\d+|[2-9TJQKA]|[a-z]+")


class Neighbours(NamedTuple):
    """One part of a value, and whole values with another part in its place; the first that can be played counts."""

    part: str
    values: tuple[Any, ...]
    any_word: bool = False  #: the values are other words, and one that bites is enough


def neighbours(parameter: str, value: Any, before: Any, words: Sequence[Any]) -> Iterator[Neighbours]:
    """Yield what the parts of a parameter's value might have been.

    ``before`` is the value in the parent's record: parts that are the same there are proved there. ``words`` are all
    the values that records give to the parameter.
    """
    if isinstance(value, Mapping) and value:
        old = before if isinstance(before, Mapping) else {}
        for key, cell in value.items():
            if key not in old or not same(old[key], cell):
                for part, others, any_word in neighbours(parameter, cell, old.get(key), _cells(words)):
                    values = tuple({**value, key: other} for other in others)
                    yield Neighbours(f"[{key}]{part}", values, any_word)
    elif isinstance(value, str) and parameter.endswith(("_to_low", "_to_high")):
        ranks, proved = value.split(), _pairs(str(before or "").split())
        for at, pair in enumerate(_pairs(ranks)):
            if pair not in proved:
                yield Neighbours(f"[{' '.join(pair)}]", (" ".join(_swapped(ranks, at)),))
    elif isinstance(value, list | tuple) and value:
        lists = [list(word) for word in words if isinstance(word, list | tuple)]
        yield from _of_list(list(value), list(before or ()), lists, ordered=isinstance(value[0], int))
    elif isinstance(value, str) and len(value.split()) > 1 and all(map(_LISTED.fullmatch, value.split())):
        numbers = all(word.isdecimal() for word in value.split())
        for part, others, _ in _of_list(value.split(), str(before or "").split(), ordered=numbers):
            yield Neighbours(part, tuple(" ".join(other) for other in others))
    elif parameter == "rank":
        yield Neighbours("", (value + 1000, 0), any_word=True)
    elif others := tuple(_beside(value, words)):
        yield Neighbours("", others, not isinstance(value, int))


def same(one: object, other: object) -> bool:
    """Return whether two values are the same, also in type: a flag is not a number."""
    return type(one) is type(other) and one == other


def _pairs(ranks: Sequence[str]) -> list[tuple[str, str]]:
    return list(itertools.pairwise(ranks))


def _of_list(
    entries: list[Any], before: list[Any], words: Sequence[Any] = (), *, ordered: bool
) -> Iterator[Neighbours]:
    if len(entries) == 1:
        others = [word for word in words if word != entries]
        yield Neighbours("", ([], *others) if isinstance(entries[0], str) else tuple(others))
        return
    for at, entry in enumerate(entries):
        if entry in before and len(set(map(str, entries))) == len(entries):
            continue
        following = at if at + 1 < len(entries) else at - 1
        others = [entries[:at] + entries[at + 1 :], *([_swapped(entries, following)] if ordered else [])]
        yield Neighbours(f"[{at}: {entry}]", tuple(other for other in others if other != entries))


def _swapped(entries: list[Any], at: int) -> list[Any]:
    return [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]]


def _cells(words: Sequence[Any]) -> list[Any]:
    return [cell for table in words if isinstance(table, Mapping) for cell in table.values()]


def _beside(value: Any, words: Sequence[Any]) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    else:
        yield from (other for other in words if not same(other, value))
        yield from _next_card(value) if isinstance(value, str) else ()


def _next_card(text: str) -> Iterator[str]:
    """Yield a card of the next suit and one of the next rank, or the next suit or rank if the text is only that."""
    if found := re.fullmatch(r"([2-9TJQKA]?)([CDSH]?)", text):
        rank, suit = found.groups()
        if suit:
            yield rank + _FRENCH[(_FRENCH.index(suit) + 1) % 4]
        if rank:
            yield _RANKS[_RANKS.index(rank) - 1] + suit
    elif found := re.fullmatch(r"([RYGB]?)(\d+)", text):
        colour, number = found.groups()
        if colour:
            yield _ROOK[(_ROOK.index(colour) + 1) % 4] + number
        yield f"{colour}{int(number) % 14 + 1}"
