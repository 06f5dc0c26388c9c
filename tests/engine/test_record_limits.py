"""A record has limits far beyond any deal: at a limit it is accepted, and beyond the limit it is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import whister
from whister import DealRecord, Ledger, NotationError, Record, WhisterError
from whister.deal.public import state_of

SMALL = DealRecord.parse("w1~hearts/black-lady~players=4~b1-00000~n1.d3~2C.2D.2S.2H~2C")
LEDGER = Ledger(1, 3, (0, 0, 0, 0))

LIMITS: dict[str, tuple[int, Callable[[int], dict[str, Any]], str]] = {
    "rule set": (200, lambda n: {"rules": "x" * n}, "record, rule set: expected text of at most 200 characters"),
    "hash": (200, lambda n: {"behaviour_hash": "x" * n}, "record, behaviour hash: expected text of at most 200 characters"),
    "widow": (2_000, lambda n: {"widow": "x" * n}, "record, widow: expected text of at most 2000 characters"),
    "turned": (2_000, lambda n: {"turned": "x" * n}, "record, turned cards: expected text of at most 2000 characters"),
    "hand": (2_000, lambda n: {"hands": ("x" * n,)}, "record, a hand: expected text of at most 2000 characters"),
    "hands": (64, lambda n: {"hands": ("",) * n}, "record, hands: expected a tuple of at most 64 strings"),
    "options": (64, lambda n: {"options": {f"o{k}": 1 for k in range(n)}}, "record, options: expected house rules by name"),
    "name": (200, lambda n: {"options": {"x" * n: 1}}, "record, the name of an option: expected text of at most 200 characters"),
    "value": (100_000, lambda n: {"options": {"a": "x" * n}}, "record, option a: expected text of at most 100000 characters"),
    "players": (64, lambda n: {"players": n}, "record, players: expected a whole number from 0 to 64, got 65"),
    "dealer": (64, lambda n: {"ledger": LEDGER._replace(dealer=n)}, "record, a seat: expected a whole number from 0 to 64, got 65"),
    "declarer": (64, lambda n: {"ledger": LEDGER._replace(last_declarer=(0, n))}, "record, a seat: expected a whole number from 0 to 64, got 65"),
    "other pack": (200, lambda n: {"ledger": LEDGER._replace(still=("x" * n,))}, "record, a card of the other pack: expected text of at most 200 characters"),
    "mark": (200, lambda n: {"ledger": LEDGER._replace(standing="x" * n)}, "record, the mark that stands: expected text of at most 200 characters"),
    "first turn": (200, lambda n: {"ledger": LEDGER._replace(first_turn="x" * n)}, "record, the first suit turned up: expected text of at most 200 characters"),
    "actions": (5_000, lambda n: {"actions": ((None, "pass"),) * n}, "record, actions: expected a tuple of at most 5000"),
    "action": (2_000, lambda n: {"actions": ((None, "x" * n),)}, "record, an action: expected text of at most 2000 characters"),
    "seat": (99, lambda n: {"actions": ((n, "pass"),)}, "record, the seat of an action: expected a whole number from 0 to 99, got 100"),
}  # fmt: skip


@pytest.mark.parametrize("what", LIMITS)
def test_a_record_holds_so_much_and_no_more(what: str) -> None:
    most, changes, says = LIMITS[what]
    replace(SMALL, **changes(most))
    with pytest.raises(WhisterError, match=f"^{says}"):
        replace(SMALL, **changes(most + 1))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": -1}, "record, players: expected a whole number from 0 to 64, got -1"),
        ({"players": True}, "record, players: expected a whole number from 0 to 64, got True"),
        ({"options": {"players": 3}}, "record, options: expected house rules by name"),
        ({"options": {"a": 1 << 64}}, "record, option a: expected text"),
        (
            {"actions": ((None, "pass", 1),)},
            "record, actions: expected a seat or None, and the action in text",
        ),
        (
            {"actions": ((-1, "pass"),)},
            "record, the seat of an action: expected a whole number from 0 to 99, got -1",
        ),
        ({"widow": "\ud800"}, "record, widow: expected text that can be written in UTF-8"),
    ],
)
def test_what_no_deal_has_is_no_record(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(WhisterError, match=f"^{says}"):
        replace(SMALL, **changes)


def test_a_house_rule_may_be_a_large_number() -> None:
    assert replace(SMALL, options={"a": (1 << 64) - 1}).options["a"] == (1 << 64) - 1


def test_the_text_of_a_deal_has_a_hundred_thousand_characters_at_most() -> None:
    text = str(SMALL)
    longest = text.replace("players=4", f"players=4,a={'b' * (100_000 - len(text) - 3)}")
    assert len(longest) == 100_000
    assert DealRecord.parse(longest).hands == SMALL.hands
    with pytest.raises(
        NotationError, match="this is not a record of a deal: it is longer than 100000 characters"
    ):
        DealRecord.parse(longest.replace("a=b", "a=bb"))


def test_the_record_of_a_game_has_eight_million_characters_at_most() -> None:
    text = f"{SMALL}\n"
    assert Record.parse(text.ljust(8_000_000)).deals == (SMALL,)
    with pytest.raises(NotationError, match="record: expected at most 8000000 characters, got 8000001"):
        Record.parse(text.ljust(8_000_001))


def test_a_deal_of_four_has_four_totals() -> None:
    text = "w1~hearts/black-lady~players=4~b1-00000~n1.d3.t{}~2C.2D.2S.2H~"
    assert DealRecord.parse(text.format("1,2,3,4")).ledger.totals == (1, 2, 3, 4)
    for totals in ("1,2,3", "1,2,3,4,5"):
        with pytest.raises(WhisterError, match=f"'n1.d3.t{totals}' does not fit 4 players"):
            DealRecord.parse(text.format(totals))


@pytest.mark.parametrize("part", ["gH", "hH", "mD", "zS"])
def test_what_stands_between_the_dealer_and_the_cards_begins_with_a_letter_that_is_known(part: str) -> None:
    with pytest.raises(WhisterError, match=f"got 'n1.d3.{part}'"):
        DealRecord.parse(f"w1~hearts/black-lady~players=4~b1-00000~n1.d3.{part}~2C.2D.2S.2H~")


def test_the_card_turned_up_is_the_top_card_of_the_other_pack() -> None:
    record = DealRecord.of(whister.load("boston/american").deal("top"))
    top = record.turned
    other = next(card for card in record.ledger.still if card != top)
    for turned, said in ((other, other), ("", "no card")):
        with pytest.raises(
            WhisterError, match=f"has {top} on top of the other pack, but {said} is turned up"
        ):
            replace(record, turned=turned).replay()


def test_a_record_of_six_fields_is_cut_short_and_one_of_eight_is_damaged() -> None:
    for text, says in (
        ("w1~a~b~c~d~e", "cut short: it ends before its moves"),
        ("w1~a~b~c~d~e~f~g", "damaged: it has something after its moves"),
    ):
        with pytest.raises(WhisterError, match=says):
            DealRecord.parse(text)


def test_the_first_card_of_the_pack_may_be_turned_up() -> None:
    cards = [f"{rank}{suit}" for suit in "SDHC" for rank in "A3456789TJQK2"]
    hands = [" ".join(cards[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    deal = whister.load("boston/nantes").deal(hands=hands, turned="2C", dealer=3)
    assert state_of(deal).turn_up == 0
    assert DealRecord.of(deal).turned == "2C"


def test_a_rule_set_is_known_by_the_last_word_of_its_id() -> None:
    assert whister.rulesets.reader.named("black-ladi") == "hearts/black-lady"
    assert whister.rulesets.reader.named("black-lady", least=1) == "hearts/black-lady"
