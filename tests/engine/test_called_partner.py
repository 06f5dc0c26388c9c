"""A partner called by a card, and games without trumps, among players who each have a score of their own."""

from __future__ import annotations

import json
import random

import pytest

import whister
from tests.engine.holding import act
from whister import DealError
from whister.bots import choose
from whister.deal.public import state_of
from whister.links.deal_record import DealRecord
from whister.mechanisms.revoke.breaches import MEND
from whister.table.requests import handle

FOUR, FIVE = "rook/call-partner", "rook/call-partner-5"
HANDS = [
    "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14",
    "R1 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12",
    "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13",
    "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 ROOK",
]
NEST = "Y13 Y14 G14 B13 B14"


@pytest.mark.parametrize("call", ["high", "low"])
@pytest.mark.parametrize("cautious", [True, False])
def test_a_game_without_trumps_is_played_to_its_end(call: str, cautious: bool) -> None:
    rules = whister.load(FIVE)
    for seed in range(20):
        deal, chance = rules.deal(seed), random.Random(seed)
        for action in ("bid 180", f"trump {call}"):
            deal.act(action)
        while not deal.over:
            seat = deal.pending[0]
            legal = deal.legal(seat)
            deal.act(choose(deal.view(seat)) if cautious else legal[chance.randrange(len(legal))], seat)
        for trick in deal.tricks:
            led = trick.cards[0][0]
            ranks = [(rules.plan.pack.card(card).index, seat) for card, seat in zip(trick.cards, trick.seats, strict=True)
                     if card[0] == led and card != "ROOK"]  # fmt: skip
            wanted = (max if call == "high" else min)(ranks)[1] if "ROOK" not in trick.cards else None
            assert trick.winner == (trick.seats[trick.cards.index("ROOK")] if wanted is None else wanted)
        settlement = deal.settle()
        side = {seat for seat in (deal.declarer, deal.outcome.partner) if seat is not None}
        assert len({settlement.delta[seat] for seat in side}) == 1
        assert len({settlement.delta[seat] for seat in range(5) if seat not in side}) == 1


@pytest.mark.parametrize("name", [FOUR, FIVE])
def test_nobody_but_the_partner_knows_him_before_his_card_has_fallen(name: str) -> None:
    rules = whister.load(name)
    for seed in range(20):
        deal = rules.deal(seed)
        while not deal.over:
            deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
            if "called" not in state_of(deal).facts or deal.over:
                continue
            holder, played = (
                state_of(deal).facts.get("silent"),
                state_of(deal).facts["called"] & state_of(deal).on_table,
            )
            fallen = any(
                rules.plan.pack.mask(trick.cards) & state_of(deal).facts["called"] for trick in deal.tricks
            )
            for seat in rules.plan.table.seats:
                known = deal.view(seat).partner
                assert known == (holder if played or fallen or seat == holder else None)


def test_a_result_may_name_the_partner_whom_a_card_has_found() -> None:
    rules = whister.load(FOUR)
    facts = {"declarer": 0, "bid": 110, "points": [70, 30, 35, 45], "declared": {"last_trick": [0]}}
    assert rules.settle(rules.outcome(partner=2, **facts)).delta == (125, 75, 125, 75)
    with pytest.raises(DealError, match="nobody is their own partner"):
        rules.outcome(partner=0, **facts)


@pytest.mark.parametrize("name", [FOUR, FIVE])
def test_a_deal_is_played_at_the_table_from_every_seat(name: str) -> None:
    for seat in whister.load(name).plan.table.seats:
        rules = whister.load(name)
        deal = rules.deal(f"seat {seat}")
        state = json.loads(
            handle(json.dumps({"op": "open", "record": str(DealRecord.of(deal)), "seat": seat}))
        )["ok"]
        while not state["over"]:
            now = DealRecord.parse(state["record"]).replay()
            action = str(choose(now.view(seat)))
            request = {"op": "act", "record": state["record"], "seat": seat, "action": action}
            state = json.loads(handle(json.dumps(request)))["ok"]
        assert state["settlement"]


@pytest.mark.parametrize("timing", ["after-pickup", "after-discard", "before-pickup"])
def test_trumps_laid_aside_are_announced_by_their_number(timing: str) -> None:
    rules = whister.load("rook/streetsboro", trump_timing=timing)
    deal = rules.deal(hands=HANDS, widow=NEST, dealer=3)
    aside = "discard B13 Y2 Y3 Y4 Y6" if timing == "after-discard" else "discard B13 Y2 Y3 G14 B14"
    for action in (
        "pass",
        "bid 180",
        *((aside, "trump Y") if timing == "after-discard" else ("trump Y", aside)),
    ):
        deal.act(action)
    state = json.loads(handle(json.dumps({"op": "open", "record": str(DealRecord.of(deal)), "seat": 0})))[
        "ok"
    ]
    many = "four" if timing == "after-discard" else "two"
    assert {"label": "Announced", "value": f"{many} trumps laid aside"} in state["facts"]
    assert deal.view(0).widow == ()


def test_the_declarer_is_told_that_a_card_he_laid_aside_finds_no_partner() -> None:
    deal = whister.load(FIVE).deal("aside")
    for action in ("bid 180", "trump R"):
        deal.act(action)
    aside = deal.legal()[0]
    deal.act(aside)
    seat, record = deal.pending[0], str(DealRecord.of(deal))
    asked = json.loads(handle(json.dumps({"op": "open", "record": record, "seat": seat})))["ok"]
    assert asked["prompt"].endswith("Call one that you have laid aside, and you play alone.")
    card = str(aside).split()[1]
    for action in (f"call {card}", "opening declarer"):
        deal.act(action)
    called = whister.load(FIVE).plan.pack.card(card).name
    for visitor, value in (
        (seat, f"nobody: you have laid the {called} aside"),
        (3, f"whoever holds the {called}"),
    ):
        request = {"op": "open", "record": str(DealRecord.of(deal)), "seat": visitor}
        facts = json.loads(handle(json.dumps(request)))["ok"]["facts"]
        assert {"label": "Partner", "value": value} in facts


def test_a_revoke_put_right_leaves_the_called_card_as_it_was() -> None:
    rules = whister.load(
        "rook/tournament", partners="called-card", revoke="adjudicate", renege_window="next-trick"
    )
    met = 0
    for seed in range(60):
        deal, chance = rules.deal(seed), random.Random(seed)
        while not deal.over:
            called = deal.view(0).called
            act(deal, chance)
            if deal.phase == MEND:
                met += 1
                assert deal.view(0).called == called
                act(deal, chance)
                assert deal.view(0).called == called
        deal.settle()
    assert met
