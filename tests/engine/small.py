"""A game of few clauses, to say what one mechanism takes and refuses: nothing but players, a pack and its deal."""

from __future__ import annotations

from typing import Any

import pytest

from whister import RecordError, Rules
from whister.rules import resolve

WHERE = "hearts/trial"
USUAL: dict[str, dict[str, Any]] = {
    "players": {"allowed": [4]}, "pack": {"kind": "french"}, "course": {"phases": ["play"]}, "turn": {}, "trick": {},
}  # fmt: skip
#: what four seats may hold: all the high cards with seat 0
HANDS = [
    "AC KC QC AD KD QD AS KS QS AH KH QH 2C",
    "3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H JC",
    "6C 7C 8C 5D 6D 7D 5S 6S 7S 5H 6H 7H TC",
    "9C 8D 9D TD JD 8S 9S TS JS 8H 9H TH JH",
]
#: a suit each
SUITS = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "HCDS"]


def small(players: int | None = None, /, **rules: dict[str, Any]) -> Rules:
    """The usual clauses with some others, each a mechanism with its parameters; in the order in which they are given."""
    clauses = [
        {
            "slug": name.replace("_", "-"), "section": "all", "title": name, "text": "Trial.",
            "sources": [{"key": "trial"}], "rule": {name: parameters},
        }
        for name, parameters in {**USUAL, **rules}.items()
    ]  # fmt: skip
    record = {"title": "Trial", "sections": [["all", "All"]], "clause": clauses}
    return resolve([(WHERE, record)], players, {})


def refused(players: int | None = None, /, **rules: dict[str, Any]) -> str:
    """The words with which such a game is refused, after the game and the clause."""
    with pytest.raises(RecordError) as found:
        small(players, **rules).check()
    return str(found.value).removeprefix(f"{WHERE}#").partition(": ")[2]
