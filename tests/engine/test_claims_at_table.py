"""Claims at the table: those that the rules allow are offered to the visitor, and the other players answer them."""

from __future__ import annotations

import json
from typing import Any

import whister
from whister.links.record import Record
from whister.table.requests import handle


def ask(**request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(handle(json.dumps(request)))
    assert "ok" in answer, answer
    state: dict[str, Any] = answer["ok"]
    return state


def in_play() -> whister.Deal:
    """Return a deal of Tournament Rook with claims, before the first card."""
    deal = whister.load("rook/tournament", allow_claim=True).deal("1909")
    while deal.phase != "play":
        deal.act(deal.legal()[0])
    return deal


def conceded(deal: whister.Deal) -> None:
    """Let the player whose turn it is claim the rest, and all the others accept."""
    claimant = deal.to_act
    assert claimant is not None
    deal.act("claim rest")
    for step in (1, 2, 3):
        deal.act("accept", (claimant + step) % 4)


def revoked(rules: whister.Rules) -> whister.Deal:
    """Return a deal in which a player other than the visitor has revoked, and then shown a card of the suit led."""
    deal = rules.deal("revoke", number=4)
    while True:
        seat = deal.to_act
        assert seat is not None
        held = deal.hands[seat]
        wrong = [card for card in held if not deal.why(card).legal and deal.led]
        if seat and wrong and len(deal.trick.cards) == 3:
            suit = deal.led
            deal.act(wrong[0])
            while not [a for a in deal.legal(0) if a.verb == "claim"]:
                shown = [card for card in deal.hands[deal.to_act or 0] if card.suit == suit]
                lawful = [card for card in shown if deal.why(card).legal]
                deal.act(lawful[0] if lawful else deal.legal()[0])
                assert not deal.over
            return deal
        deal.act(deal.legal()[0])


def test_a_revoke_that_has_come_to_light_may_be_claimed_by_the_visitor() -> None:
    deal = revoked(whister.load("hearts/modern", revoke="foster"))

    state = ask(op="open", record=str(Record.of(deal)), seat=0)

    claims = [one for one in state["also"] if one["action"].startswith("claim revoke")]
    assert len(claims) == 1
    offender = int(claims[0]["action"].split()[-1])
    name = next(seat["name"] for seat in state["seats"] if seat["seat"] == offender)
    assert claims[0]["label"] == f"Claim a revoke by {name}"
    after = ask(op="act", record=state["record"], seat=0, action=claims[0]["action"])
    assert f"You claim a revoke by {name}." in after["log"]


def test_the_tricks_that_are_left_may_be_claimed_and_the_others_answer() -> None:
    state = ask(
        op="new", rules="rook/tournament", options={"allow_claim": True}, whole=True, seed="1909", seat=0
    )
    while state["phase"] != "play":
        choice = state["choice"]
        if choice["kind"] == "cards":
            action = " ".join([choice["verb"], *choice["allowed"][: choice["count"]]])
        elif choice["kind"] == "ladder":
            action = "pass"
        else:
            action = choice["groups"][0]["actions"][0]["action"]
        state = ask(op="act", record=state["record"], seat=0, action=action)

    assert [one["label"] for one in state["also"]] == ["Claim the remaining tricks"]

    after = ask(op="act", record=state["record"], seat=0, action="claim rest")
    answers = [step["text"] for step in after["steps"][1:]]
    assert after["steps"][0]["text"] == "You claim the tricks that are left."
    assert answers[0] in ("West accepts.", "West declines.")
    assert after["over"] or after["phase"] == "play"


def test_when_the_rest_is_conceded_every_hand_is_laid_on_the_table() -> None:
    deal = in_play()
    held = [[str(card) for card in hand] for hand in deal.hands]
    conceded(deal)

    seats = ask(op="open", record=str(Record.of(deal)), seat=0)["seats"]

    assert [(seat["hand"], seat["exposed"], seat["count"]) for seat in seats] == [
        (hand, True, len(hand)) for hand in held
    ]
