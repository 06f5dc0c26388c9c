"""What a hand may play in one situation, clause by clause: the hand, the cards led, and what stays legal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_said import legal

HEARTS = {"values": {"cards": {"H": 1, "QS": 13}, "penalties": True}}


def may_play(hand: str, led: str = "", trick: int = 2, **clauses: dict[str, Any]) -> str:
    position = small(**clauses).position(hand=hand, led=led.split(), trick=trick)
    return " ".join(card for card in legal(position) if len(card) == 2)


@pytest.mark.parametrize(
    ("groups", "hand", "legal_cards"),
    [(["C"], "2C 3S 4S", "2C"), (["QS"], "2C QS 4H", "QS"), (["QS", "H"], "2C 3S 4H", "4H"), (["QS", "H"], "2C QS 4H", "QS"),
     (["QS", "H"], "2C 3S", "2C 3S"), (["QS", "H"], "2C 3D QS", "3D")],
)  # fmt: skip
def test_who_cannot_follow_throws_one_of_the_first_group_he_has(
    groups: list[str], hand: str, legal_cards: str
) -> None:
    assert may_play(hand, "AD", follow={}, forced_discard={"groups": groups}) == legal_cards
    assert may_play(hand, follow={}, forced_discard={"groups": groups}) == hand


@pytest.mark.parametrize(
    ("rule", "hand", "led", "legal_cards"),
    [({}, "2C 3H QS", "AD", "2C"), ({}, "3H QS", "AD", "QS 3H"), ({"forced": "queen-first"}, "3H QS", "AD", "QS"),
     ({"forced": "hearts-first"}, "3H QS", "AD", "3H"), ({"bars": "AS"}, "2C AS 3H", "AD", "2C 3H"),
     ({}, "2C 3H", "", "2C 3H"), ({"when": "lead"}, "2C 3H", "", "2C"), ({"when": "lead"}, "2C 3H", "AD", "2C 3H"),
     ({"when": "either"}, "2C 3H", "", "2C"), ({"when": "either"}, "2C 3H", "AD", "2C"), ({}, "3H 4C", "AH", "3H")],
)  # fmt: skip
def test_penalty_cards_are_kept_from_the_first_trick_unless_there_is_nothing_else(
    rule: dict[str, str], hand: str, led: str, legal_cards: str
) -> None:
    assert may_play(hand, led, 1, **HEARTS, follow={}, first_trick=rule) == legal_cards
    later = may_play(hand, led, 2, **HEARTS, follow={}, first_trick=rule)
    assert set(later.split()) >= set(legal_cards.split())


@pytest.mark.parametrize(
    ("rule", "hand", "played", "legal_cards"),
    [({}, "2C 3H", "", "2C"), ({}, "3H 4H", "", "3H 4H"), ({}, "2C 3H", "AC 2H KC QC", "2C 3H"),
     ({"also": "QS"}, "2C 3H", "AC QS KC QC", "2C 3H"), ({}, "2C 3H", "AC QS KC QC", "2C"),
     ({"beside": "QS"}, "QS 3H", "", "QS 3H"), ({}, "QS 3H", "", "QS")],
)  # fmt: skip
def test_hearts_are_not_led_before_they_are_broken(
    rule: dict[str, str], hand: str, played: str, legal_cards: str
) -> None:
    rules = small(**HEARTS, follow={}, breaking={"suit": "H", **rule})
    position = rules.position(hand=hand, trick=2, played=played.split())
    assert " ".join(legal(position)) == legal_cards
