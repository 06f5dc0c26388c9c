"""The format of links, locked: each link opens to its record, and each record gives its link, for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from whister import DealRecord, manner, moves, permalink
from whister.moves import DRAW, GIVE, PHRASES, PLAY, WORDS
from whister.numerals import Odds

TEXT = (Path(__file__).parent / "locked-links.txt").read_text("utf-8")
LOCKED = [line.split() for line in TEXT.splitlines() if line and not line.startswith("#")]

#: What no record can say: a card out of turn is no card drawn; no hand has a card to play or to give when all are played.
NEVER = {
    ("points", 2),
    ("french", 5), ("french", 6), ("rook", 5), ("rook", 6),
    ("play", DRAW), ("out of turn", DRAW), ("out of turn, giving", DRAW),
    ("played out", PLAY), ("played out", GIVE),
}  # fmt: skip


def test_every_link_opens_to_its_record_and_every_record_gives_its_link() -> None:
    for link, shown in LOCKED:
        record = DealRecord.parse(link)
        assert str(record) == shown
        assert record.link() == link


def test_every_likelihood_that_a_record_can_meet_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    met = set[tuple[int, int]]()
    place = Odds.place

    def meeting(odds: Odds, value: int) -> tuple[int, int, int]:
        met.add((id(odds), value))
        return place(odds, value)

    monkeypatch.setattr(Odds, "place", meeting)
    for link, _ in LOCKED:
        DealRecord.parse(link).link()

    left = {(name, value) for name, odds in tables() for value, weight in enumerate(odds.weights)
            if weight and (id(odds), value) not in met}  # fmt: skip
    assert left == NEVER


def tables() -> Iterator[tuple[str, Odds]]:
    """Every table of likelihoods, by what it is called."""
    for module in (manner, moves, permalink):
        for name, value in vars(module).items():
            if isinstance(value, Odds):
                yield name.strip("_").lower(), value
            for key, odds in value.items() if isinstance(value, dict) else ():
                if isinstance(odds, Odds):
                    yield key, odds


def test_every_phrase_and_every_word_is_said() -> None:
    said = {action for link, _ in LOCKED for _, action in DealRecord.parse(link).actions}
    assert {*PHRASES, *WORDS} - {""} <= said
