"""Partners by a card: they are known only to the holder of the card until it is played."""

from __future__ import annotations

import json
from typing import Any

import pytest

import whister
from whister import Deal, DealError, IllegalAction, Record
from whister.bots import choose
from whister.deal.public import state_of
from whister.table.requests import handle

SLAM = "hearts/partnership-slam"
HANDS = [
    "AC KC QC JC TC 9C 8C 7C AS KS QS JS TS",
    "2C 3C 4C 5C 6C 2D 3D 4D 5D 6D 7D 8D 9D",
    "TD JD QD KD AD 2H 3H 4H 5H 6H 7H 8H 9H",
    "TH JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S",
]
OWN = [HANDS[0].replace("TS", "TD"), HANDS[1], HANDS[2].replace("TD", "TS"), HANDS[3]]


def bid(hands: list[str], **options: Any) -> Deal:
    deal = whister.load(SLAM, passing="none", **options).deal(hands=hands)
    deal.act("bid slam")
    return deal


def at_the_table(deal: Deal, seat: int) -> dict[str, Any]:
    answer = json.loads(handle(json.dumps({"op": "open", "record": str(Record.of(deal)), "seat": seat})))
    found: dict[str, Any] = answer["ok"]
    return found


def test_only_the_holder_of_the_card_knows_who_is_the_partner() -> None:
    deal = bid(HANDS)
    assert [deal.view(seat).partner for seat in range(4)] == [None, None, 2, None]
    assert deal.partner is None
    assert [deal.view(seat).called for seat in range(4)] == ["TD"] * 4


def test_all_know_as_soon_as_the_card_lies_on_the_table() -> None:
    deal = bid(HANDS)
    for card in ("AC", "2C", "TD"):
        deal.act(card)
    assert [deal.view(seat).partner for seat in range(4)] == [2] * 4
    deal.act("2S")
    known = [deal.partner, deal.view(1).partner]
    deal.undo()
    deal.undo()
    assert [*known, deal.partner, deal.view(1).partner] == [2, 2, None, None]


def test_the_partner_and_the_bidder_are_friends_only_where_that_is_known() -> None:
    deal = bid(HANDS)
    assert deal.view(2).friends(2) == (0,)
    assert deal.view(0).friends(0) == ()


def test_the_table_shows_the_partner_to_nobody_else() -> None:
    deal = bid(HANDS)
    for visitor in range(4):
        roles = [seat["role"] for seat in at_the_table(deal, visitor)["seats"]]
        assert ("partner" in roles) == (visitor == 2)
    told = {fact["label"]: fact["value"] for fact in at_the_table(deal, 0)["facts"]}
    assert told["Partner"] == "whoever holds the ten of diamonds"
    assert {fact["label"]: fact["value"] for fact in at_the_table(deal, 2)["facts"]}["Partner"] == "You"


def test_the_table_tells_nothing_of_a_bidder_who_holds_the_card() -> None:
    alone, helped = at_the_table(bid(OWN), 1), at_the_table(bid(HANDS), 1)
    assert alone["facts"] == helped["facts"]
    assert [seat["role"] for seat in alone["seats"]] == [seat["role"] for seat in helped["seats"]]


def test_a_bidder_who_holds_the_card_has_no_partner() -> None:
    deal = bid(OWN)
    while not deal.over:
        deal.act(choose(deal.view(deal.pending[0])))
    assert deal.outcome.partner is None


def test_a_card_is_called_aloud_and_stands_in_the_record() -> None:
    deal = bid(OWN, bidder_has_10d="call")
    assert deal.phase == "call"
    assert len(deal.legal()) == 39
    with pytest.raises(IllegalAction, match="Expected 'call' and a card of another hand"):
        deal.act("call TD")
    deal.act("call ad")
    assert [deal.view(seat).partner for seat in range(4)] == [None, None, 2, None]
    record = str(Record.of(deal))
    assert record.endswith("~bid+slam_call+AD")
    assert Record.parse(record).replay().view(2).partner == 2
    assert "calls the ace of diamonds" in " ".join(at_the_table(deal, 3)["log"])


def test_a_partner_who_never_played_the_card_is_known_when_the_deal_is_over() -> None:
    deal = bid(HANDS)
    state_of(deal).end()
    assert deal.outcome.partner == 2


def test_an_undertaking_is_somebodys() -> None:
    rules = whister.load(SLAM)
    everything = ["QS TD 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""]
    facts: dict[str, Any] = {"captured": everything, "tricks": [13, 0, 0, 0], "contract": "slam"}
    with pytest.raises(DealError, match="given without a declarer; give the declarer of 'slam' too"):
        rules.settle(rules.outcome(**facts))
    assert rules.settle(rules.outcome(**facts, declarer=0)).made


@pytest.mark.parametrize(("third_spade", "says"), [("QS", "bid slam"), ("JS", "pass")])
def test_a_machine_bids_the_slam_with_eight_sure_tricks_and_not_with_seven(
    third_spade: str, says: str
) -> None:
    rules = whister.load(SLAM, passing="none")
    mine = f"AC KC QC JC TC AS KS {third_spade} 2D 3D 4D 2H 3H".split()
    rest = [str(card) for card in rules.plan.pack.cards if card not in mine]
    deal = rules.deal(hands=[mine, rest[:13], rest[13:26], rest[26:]])
    assert choose(deal.view(0)) == says


def test_nobody_is_their_own_partner() -> None:
    everything = ["QS TD 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""]
    with pytest.raises(DealError, match="nobody is their own partner; seat 0 is the declarer"):
        whister.load(SLAM).outcome(captured=everything, contract="slam", declarer=0, partner=0)


@pytest.mark.parametrize("name", [SLAM, "hearts/royal", "rook/tournament"])
def test_nobody_captures_a_card_without_a_trick(name: str) -> None:
    rules = whister.load(name)
    scoring = [str(card) for card in rules.plan.pack.cards if rules.plan.worth.of(1 << card.index)]
    facts: dict[str, Any] = {
        "captured": [scoring, [], [], []],
        "tricks": [0, rules.plan.dealing.hand_size, 0, 0],
    }
    if name.startswith("rook"):
        facts |= {"bid": 100, "declarer": 0}
    with pytest.raises(DealError, match="outcome, tricks: seat 0 captured cards but won no trick"):
        rules.outcome(**facts)
