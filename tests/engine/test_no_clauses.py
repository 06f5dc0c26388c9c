"""What holds at a table where no clause says otherwise: every mechanism starts from it and changes its own part."""

from __future__ import annotations

from typing import Any

import pytest

from whister import RecordError
from whister.plan.compiled import Plan
from whister.rules import Rules, resolve
from whister.rulesets import reader

FOUR_PLAY = """
title = "A table"
sections = [["table", "The table"]]
[[clause]]
slug = "players"
section = "table"
title = "Players"
text = "Four."
rule = { players = { allowed = [4] } }
sources = [{ key = "uspc-hearts" }]
"""
#: Every other value is no, none, nought, or an empty list.
HOLDS: dict[str, dict[str, Any]] = {
    "table": {
        "n": 4, "seats": (0, 1, 2, 3), "left": 1, "to_eldest": 1, "clockwise": True, "partner_called": "partner",
    },
    "makeup": {"kind": "french", "copies": 1},
    "dealing": {"first_card": "eldest", "packets": (1,), "packs": 1, "hand_size": 13},
    "course": {"order": ("play",)},
    "bidding": {},
    "play": {"trick_winner": "leader", "most_tricks": 13},
    "worth": {"values": [0] * 52, "sign": 1},
    "settling": {"unit": "points", "smallest": 1, "debts": True, "pools": ("pool",)},
    "asked": {},
}  # fmt: skip
OBJECTS = {"joint_more", "leader", "left_out"}


def bare() -> Plan:
    return resolve([("table/bare", reader.read(FOUR_PLAY, "table/bare"))], None, {}).plan


def test_a_whole_pack_is_dealt_out_and_nothing_counts() -> None:
    plan = bare()
    assert (plan.cards, plan.no_honours) == (52, (0, 0, 0, 0))
    for part, holds in HOLDS.items():
        found = {name: value for name, value in vars(getattr(plan, part)).items() if value and name[0] != "_"}
        assert {name: value for name, value in found.items() if name not in OBJECTS} == holds, part


def test_each_leads_to_the_next_trick_and_whoever_leads_takes_it() -> None:
    rules = bare().rules
    assert isinstance(rules, Rules)
    deal = rules.deal("bare", dealer=3)
    assert deal.to_act == 0
    while not deal.over:
        assert len(deal.legal()) == len(deal.hands[deal.to_act or 0])
        deal.act(deal.legal()[0])
    assert {trick.winner for trick in deal.tricks} == {0}
    assert deal.settle().delta == (0, 0, 0, 0)
    assert rules.plan.table.next_dealer(2) == 2


@pytest.mark.parametrize(
    ("each", "widow", "says"),
    [
        (12, 2, r"52 cards do not make 4 hands of 12 and a widow of 2"),
        (12, 3, r"52 cards do not make 4 hands of 12 and a widow of 3"),
        (0, 3, r"52 cards do not make 4 equal hands and a widow of 3"),
        (12, 0, r"52 cards do not make 4 hands of 12 and a widow of 0"),
        (12, None, r"52 cards do not make 4 hands of 12"),
        (14, None, r"52 cards do not make 4 hands of 14"),
    ],
)
def test_a_deal_that_does_not_come_out_even_is_refused(each: int, widow: int | None, says: str) -> None:
    with pytest.raises(RecordError, match=f"{says}; expected an even deal"):
        dealing(each, widow)


@pytest.mark.parametrize(("each", "widow", "hand"), [(12, 4, 12), (12, -1, 12), (0, 4, 12), (13, None, 13)])
def test_a_deal_that_comes_out_even_is_dealt(each: int, widow: int | None, hand: int) -> None:
    assert dealing(each, widow).dealing.hand_size == hand


def dealing(each: int, widow: int | None) -> Plan:
    """Return a table at which each player is dealt so many cards, and the widow, if there is one, has so many."""
    rule = {"deal": f"{{ each = {each} }}" if each else "{}"}
    if widow is not None:
        rule["widow"] = f"{{ size = {widow}, goes_to = 'nobody' }}"
    stated = ", ".join(f"{name} = {parameters}" for name, parameters in rule.items())
    clause = FOUR_PLAY.partition("[[clause]]")[2].replace('slug = "players"', 'slug = "deal"')
    clause = clause.replace("players = { allowed = [4] }", stated)
    record = reader.read(f"{FOUR_PLAY}[[clause]]{clause}", "table/bare")
    return resolve([("table/bare", record)], None, {}).plan
