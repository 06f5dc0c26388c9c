"""Games for chips: what is paid, what stays with the pool, and that no chip is lost under any options."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

import whister
from tests.engine.accepting import accepted_back
from whister import Deal, Record
from whister.deal.public import state_of
from whister.table.requests import handle

WAYS = ("low", "sweep", "howell")
REVOKES = ("prevent", "foster", "pw", "1887")


def play_carelessly(deal: Deal, chance: random.Random) -> Deal:
    """Play a deal to the end, at times with any card of the hand, and make every claim that can be made."""
    while not deal.over:
        for seat in state_of(deal).plan.table.seats:
            claims = [action for action in deal.legal(seat) if action.verb == "claim"]
            if claims:
                deal.act(claims[0], seat)
                break
        else:
            seat = chance.choice(deal.pending)
            if deal.phase == "play" and state_of(deal).plan.play.revoke is not None and chance.random() < 0.3:
                held = [str(card) for card in deal.hands[seat]]
                try:
                    deal.act(chance.choice(held), seat)
                except whister.IllegalAction:
                    pass
                else:
                    continue
            legal = deal.legal(seat)
            deal.act(legal[chance.randrange(len(legal))], seat)
    return deal


@pytest.mark.parametrize(
    "name",
    ["hearts/modern", "hearts/black-lady", "hearts/hearts-1887", "hearts/eagle-1", "hearts/black-jack-1909"],
)
@pytest.mark.parametrize("settlement", WAYS)
@pytest.mark.parametrize("revoke", REVOKES)
def test_no_chip_is_lost_in_any_game_for_chips(name: str, settlement: str, revoke: str) -> None:
    if (settlement, revoke) == ("howell", "pw"):
        revoke = "prevent"  # the options exclude each other
    for players in (3, 6):
        options: dict[str, Any] = {"settlement": settlement, "revoke": revoke, "chips": 25}
        for more in ({}, {"debts": "pay-available", "end": "broke"}):
            if more and (settlement == "howell" or revoke in ("foster", "pw")):
                continue
            session = whister.load(name, players=players, **options, **more).session("chips")
            chance = random.Random(players)
            while not session.over and session.ledger.number < 14:
                play_carelessly(session.deal, chance)
                settlement_of_deal = session.deal.settle()
                for line in settlement_of_deal.lines:
                    assert sum(line.amounts) + line.pool == 0, line
                session.advance()
                assert sum(session.totals) + session.pool == 25 * players
                assert not more or min(session.totals) >= 0, "nobody pays more than he has"
            assert session.over or more


def test_a_jack_stands_in_the_record_of_the_next_deal_and_is_told_at_the_table() -> None:
    rules = whister.load("hearts/modern", settlement="sweep")
    settlement = rules.settle(rules.outcome(points=[1, 2, 4, 6]))
    assert (settlement.pool, settlement.ledger.standing) == (13, "jack")
    deal = rules.deal("jack", ledger=settlement.ledger)
    text = str(Record.of(deal))
    assert ".ppool=13.sjack~" in text
    assert Record.parse(text).replay().ledger == settlement.ledger
    state = json.loads(handle(json.dumps({"op": "open", "record": text, "seat": 0})))["ok"]
    said = {fact["label"]: fact["value"] for fact in (*state["facts"], *state["board"])}
    assert said["Pool"] == "13 chips"
    assert said["Jack"] == "only a single clear player can win the pool"
    assert deal.view(2).ledger.standing == "jack"


def test_a_mark_that_no_clause_knows_is_refused() -> None:
    rules = whister.load("hearts/modern", settlement="sweep")
    with pytest.raises(whister.DealError, match="standing: expected one of jack, got 'queen'"):
        rules.ledger(standing="queen")
    with pytest.raises(whister.DealError, match="standing: expected one of no marks, got 'jack'"):
        whister.load("hearts/modern").ledger(standing="jack")


HANDS = [
    "3H AC TC 9C 8C 7C 6C 5C 4C 2D 3D 4D 5D",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 2C 3C",
    "2H KC QC JC AS KS QS JS TS 9S 8S 7S 6S",
    "2S 3S 4S 5S AD KD QD JD TD 9D 8D 7D 6D",
]
TRICKS = """AH 2H 2S 3H  KH AS AD 2D  QH KS KD 3D  JH QS QD 4D  TH JS JD 5D  9H TS TD 4C  8H 9S 9D 5C
            7H 8S 8D 6C  6H 7S 7D 7C  5H 6S 6D 8C  2C KC 3S TC  QC 4S 9C 4H  JC 5S AC 3C"""


@pytest.mark.parametrize(
    ("options", "captured", "delta"),
    [
        ({}, [0, 13, 0, 0], (8, -24, 8, 8)),
        ({"revoke_trick": "cannot-win"}, [0, 12, 1, 0], (8, -24, 8, 8)),
        ({"revoke13": "add"}, [0, 13, 0, 0], (12, -37, 12, 12)),
    ],
)
def test_a_revoke_that_escapes_the_thirteen_is_recognised_from_the_play(
    options: dict[str, Any], captured: list[int], delta: tuple[int, ...]
) -> None:
    """Seat 1 has taken twelve hearts, and throws the 4♥ on the Q♣ while holding the 3♣."""
    rules = whister.load("hearts/hearts-1887", revoke="1887", **options)
    deal = rules.deal(hands=HANDS, dealer=0)
    for card in TRICKS.split():
        deal.act(card)
    assert deal.phase == "closing"
    deal.act("claim revoke 1", seat=2)
    assert deal.over
    assert [rules.plan.worth.of(cards) for cards in state_of(deal).captured] == captured
    assert deal.settle().delta == delta
    assert Record.parse(str(Record.of(deal))).replay().settle() == deal.settle()
    accepted_back(deal)


@pytest.mark.parametrize("name", ["hearts/modern", "hearts/hearts-1887", "hearts/spot"])
def test_a_revoke_told_where_none_can_happen_is_refused(name: str) -> None:
    rules = whister.load(name)
    points = [0, 0, 0, rules.plan.worth.total_value]
    with pytest.raises(
        whister.DealError, match=rf"under these options no revoke can happen \[{name}#revoke\]"
    ):
        rules.outcome(points=points, breaches=[1])
    assert whister.load(name, revoke="foster").outcome(points=points, breaches=[1]).breaches


def test_who_is_clear_beside_the_jack_is_not_guessed_from_points() -> None:
    kind = whister.load("hearts/black-jack-1909", bj_clear=True)
    with pytest.raises(whister.DealError, match="points do not show which were captured; give 'captured'"):
        kind.settle(kind.outcome(points=[10, 5, 4, 4]))


def test_points_that_nobody_has_taken_are_missed() -> None:
    rules = whister.load("hearts/hearts-1887", revoke="pw")
    with pytest.raises(whister.DealError, match=r"expected all 13 of the pack, got 12 in \[1, 2, 4, 5\]"):
        rules.outcome(points=[1, 2, 4, 5])
    assert rules.outcome(points=[1, 2, 4, 5], stopped=True, breaches=[2]).stopped


@pytest.mark.parametrize(
    ("totals", "stakes"),
    [
        ([104, 43, 31, 6], (-58, 3, 15, 40)),
        ([104, 40, 30, 8], (Fraction(-117, 2), Fraction(11, 2), Fraction(31, 2), Fraction(75, 2))),
    ],
)
def test_stakes_against_the_average_are_whole_numbers_or_exact_halves(
    totals: list[int], stakes: tuple[int | Fraction, ...]
) -> None:
    rules = whister.load("hearts/black-lady", settlement="average")
    found = rules.conclude(rules.ledger(totals=totals)).stakes
    assert found == stakes
    assert [type(stake) for stake in found] == [type(stake) for stake in stakes]
