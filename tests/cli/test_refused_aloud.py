"""A refused card in the terminal is answered with the reason, then the rule, then the cards that may be played."""

from __future__ import annotations

import pytest

import whister
from whister.cli.table.words import refusal
from whister.table.reasons import reason_told


@pytest.mark.parametrize(
    ("clubs", "named"),
    [("3C", "3♣"), ("3C 4C", "3♣ or 4♣"), ("3C 4C 5C", "3♣, 4♣ or 5♣"), ("3C 4C 5C 6C 7C", "3♣, 4♣, 5♣, 6♣ or 7♣"),
     ("3C 4C 5C 6C 7C 8C", "3♣, 4♣, 5♣, 6♣ or 2 more")],
)  # fmt: skip
def test_who_does_not_follow_suit_hears_which_cards_would(clubs: str, named: str) -> None:
    deal = whister.load("hearts/black-lady").position(hand=f"{clubs} 5D", led="2C", trick=2)
    assert deal.to_act is not None
    told = reason_told(deal, deal.why("5D"), deal.to_act)
    assert told is not None
    reason, *rule, last = refusal(told["text"], told["clause"], told["instead"])
    assert reason.startswith("You have")
    assert rule[0] == "Refused by: Following suit [hearts/black-lady#follow]"
    assert last == f"You may play {named}."
