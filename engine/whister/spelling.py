"""Suggestions for a misspelt word: the known name nearest to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

NO_NAMES: Mapping[str, Sequence[str]] = MappingProxyType({})
_LONGEST = 200  #: the most characters of a word that are compared
_LIKE = 0.6  #: the least similarity of two words, by difflib's ratio


def near(word: Any, known: Iterable[str], known_as: Mapping[str, Sequence[str]] = NO_NAMES) -> str:
    """Return the end of an error message, which suggests the known word nearest to a wrong one, if any is near.

    ``known_as`` maps names used elsewhere to those used here, of which the first known one is suggested.
    """
    names = {name: name for name in known}
    for other, meant in known_as.items():
        if found := next((name for name in meant if name in names), None):
            names.setdefault(other, found)
    return did_you_mean(nearest(word, names))


def nearest(word: Any, names: Mapping[str, str], least: float = _LIKE) -> str | None:
    """Return the meaning of the name nearest to a word; None if no name is near."""
    from difflib import get_close_matches

    if not isinstance(word, str):
        return None
    spelt: dict[str, str] = {}
    for name, meant in names.items():
        spelt.setdefault(alike(name), meant)
    close = get_close_matches(alike(word[:_LONGEST]), spelt, 1, least)
    return spelt[close[0]] if close else None


def did_you_mean(found: str | None) -> str:
    """Return the end of an error message, with the word as a suggestion if there is one."""
    return "." if found is None else f"; did you mean {found!r}?"


def alike(name: str) -> str:
    """Return a name in a form that ignores differences of case, hyphens and brackets."""
    return re.sub(r"[-_()\s]+", "-", name.lower()).strip("-")


__all__ = ["NO_NAMES", "alike", "did_you_mean", "near", "nearest"]
