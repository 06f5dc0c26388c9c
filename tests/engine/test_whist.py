"""Whist: the price of a revoke, and the tricks above the book."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whister
from whister import Deal, Record
from whister.bots import choose
from whister.table.requests import handle

WHIST = "rook/whist-56"


def ask(**request: Any) -> dict[str, Any]:
    answer: dict[str, dict[str, Any]] = json.loads(handle(json.dumps(request)))
    return answer["ok"]


def revoked() -> Deal:
    """Return a deal in which seat 1 has trumped a red trick with two red cards in hand, and then shown one of them.

    Seat 2 has claimed the revoke, and the deal is played to the end.
    """
    deal = whister.load(WHIST, revoke="adjudicate").deal(
        dealer=3,
        turned="B14",
        hands=[
            "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 Y1 B12",
            "R1 R14 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12 B2",
            "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 G14",
            "Y13 Y14 B1 B3 B4 B5 B6 B7 B8 B9 B10 B11 B13 B14",
        ],
    )
    for card in "R2 B2 G2 Y13 R14 G3 B4 R3".split():
        deal.act(card)
    deal.act("claim revoke 1", 2)
    while deal.phase == "play":
        deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
    return deal


def test_who_claimed_the_revoke_is_asked_at_the_table_what_it_costs() -> None:
    state = ask(op="open", record=str(Record.of(revoked())), seat=2)
    assert state["phase"] == "price"
    assert "take tricks from them" in state["prompt"]
    (group,) = state["choice"]["groups"]
    labels = [action["label"] for action in group["actions"]]
    assert labels == ["Take tricks from them", "Take points off their score", "Add points to your score"]
    done = ask(op="act", record=state["record"], seat=2, action="declare off")
    assert done["over"]


def test_another_seat_is_not_asked_and_the_bot_takes_tricks() -> None:
    state = ask(op="open", record=str(Record.of(revoked())), seat=0)
    assert state["over"]
    assert Record.parse(state["record"]).replay().outcome.declared["revoke_penalty"] == "tricks"


@pytest.mark.parametrize(
    ("price", "settles"),
    [("tricks", (0, 3, 0, 3)), ("off", (0, 3, 0, 3)), ("on", (3, 6, 3, 6))],
)
def test_the_price_is_settled_as_it_was_chosen(price: str, settles: tuple[int, ...]) -> None:
    """Thirteen of fourteen tricks are six above the book; three tricks fewer, or three points off, leave three."""
    deal = revoked()
    deal.act(f"declare {price}")
    assert deal.outcome.tricks == (1, 1, 0, 12)
    assert deal.settle().delta == settles
    deal.undo()
    assert deal.phase == "price"


def test_a_settlement_rests_on_the_book_too() -> None:
    fourteen = whister.load(WHIST)
    assert str(fourteen.settle(fourteen.outcome(tricks=[5, 3, 4, 2])).evidence) == "default"
    thirteen = whister.load("rook/whist-52")
    assert str(thirteen.settle(thirteen.outcome(tricks=[5, 2, 4, 2])).evidence) == "taken over"
