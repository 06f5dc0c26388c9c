"""The rule sets in order of how well known they are, from ``best_known.txt``, for lists and searches."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from whister.rulesets.reader import catalogue

FILE = Path(__file__).with_name("best_known.txt")


@cache
def named() -> tuple[str, ...]:
    """Return the rule sets in the file, the best known first."""
    lines = FILE.read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


@cache
def best_known() -> tuple[str, ...]:
    """Return every rule set, the best known first; those not in the file come last, by ID.

    >>> best_known()[0]
    'hearts/black-lady'
    """
    return tuple(dict.fromkeys((*named(), *catalogue())))


@cache
def place(rule_set: str) -> int:
    """Return how many rule sets are better known than this one; for an unknown ID, the number of all rule sets."""
    known = best_known()
    return known.index(rule_set) if rule_set in known else len(known)


__all__ = ["best_known", "named", "place"]
