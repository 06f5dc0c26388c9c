"""A game of few clauses, to test what one mechanism accepts and refuses: only players, a pack and plain tricks."""

from __future__ import annotations

from typing import Any

import pytest

from whister import RecordError, Rules
from whister.rules import resolve

WHERE = "hearts/trial"
USUAL: dict[str, dict[str, Any]] = {
    "players": {"allowed": [4]}, "pack": {"kind": "french"}, "course": {"phases": ["play"]}, "turn": {}, "trick": {},
}  # fmt: skip
#: hands for four seats, with all the high cards in seat 0's
HANDS = [
    "AC KC QC AD KD QD AS KS QS AH KH QH 2C",
    "3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H JC",
    "6C 7C 8C 5D 6D 7D 5S 6S 7S 5H 6H 7H TC",
    "9C 8D 9D TD JD 8S 9S TS JS 8H 9H TH JH",
]
#: hands of one suit each
SUITS = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "HCDS"]


def small(players: int | None = None, /, **rules: dict[str, Any]) -> Rules:
    """Return rules of the usual clauses and others, in the order given; each is a mechanism with its parameters."""
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
    """Return the message with which such a game is refused, without the game and the clause that begin it."""
    with pytest.raises(RecordError) as found:
        small(players, **rules).check()
    return str(found.value).removeprefix(f"{WHERE}#").partition(": ")[2]
