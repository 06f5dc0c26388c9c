"""Which rule sets people know best: ``best_known.txt``, the one order for lists and searches."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from whister.rulesets.reader import catalogue

FILE = Path(__file__).with_name("best_known.txt")


@cache
def named() -> tuple[str, ...]:
    """The rule sets of the file, the best known first."""
    lines = FILE.read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


@cache
def best_known() -> tuple[str, ...]:
    """Every rule set, the best known first; those that the file does not name come last, by ID.

    >>> best_known()[0]
    'hearts/black-lady'
    """
    return tuple(dict.fromkeys((*named(), *catalogue())))


@cache
def place(rule_set: str) -> int:
    """How many rule sets are better known than one; as many as there are, for what is none."""
    known = best_known()
    return known.index(rule_set) if rule_set in known else len(known)


__all__ = ["best_known", "named", "place"]
