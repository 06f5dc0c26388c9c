"""Every action can be taken back, one after another, to exactly the earlier state: in every game, at every point."""

from __future__ import annotations

from random import Random

import pytest

import whister
from tests.engine.holding import dealt
from tests.house_rules import drawn
from whister import Deal, Rules
from whister.deal.public import state_of

ALL = whister.catalogue()
SEEN = (
    "hands",
    "captured",
    "trick",
    "tricks",
    "phase",
    "pending",
    "contract",
    "trump",
    "declarer",
    "partner",
    "widow",
    "led",
    "over",
)


def shown(deal: Deal) -> list[object]:
    """Return all that a deal shows, what may be done, and what it stores internally about the trick."""
    state = state_of(deal)
    kept = state.flags, state.won[:], dict(state.facts), state.suit_led, state.best if state.open_trick else 0
    return [*(getattr(deal, name) for name in SEEN), list(deal.legal()), kept, deal.actions]


def there_and_back(rules: Rules, lot: str) -> None:
    chance = Random(lot)
    deal = dealt(rules, chance)
    before: list[list[object]] = []
    while not deal.over:
        before.append(shown(deal))
        legal = deal.legal()
        deal.act(legal[int(chance.random() * len(legal))])
        if chance.random() < 0.1:  # there and back again on the way
            last = deal.actions[-1][1]
            after = shown(deal)
            assert deal.undo() == last
            assert shown(deal) == before[-1], lot
            deal.act(last)
            assert shown(deal) == after, lot
    other = deal.copy()
    while before:
        last = deal.actions[-1][1]
        assert deal.undo() == last
        assert shown(deal) == before.pop(), (lot, last)
    assert deal.undo() is None
    assert other.over
    other.undo()
    assert not other.over


@pytest.mark.parametrize("name", ALL)
def test_every_action_is_taken_back_in_turn(name: str) -> None:
    plain = whister.load(name)
    for players in plain.players:
        there_and_back(whister.load(name, players), f"{name}, {players}")
    there_and_back(drawn(plain, Random(name)), f"{name}, with house rules")


def test_a_deal_played_out_at_once_is_taken_back_card_by_card() -> None:
    deal = whister.load("hearts/black-lady").deal("1909")
    deal.play_out(Random(1909))
    for _ in range(56):
        deal.undo()
    assert deal == whister.load("hearts/black-lady").deal("1909")


def test_a_position_is_taken_back_to_where_it_was_set_up_and_no_further() -> None:
    deal = whister.load("hearts/modern").position(hands=["3D KH", "4D 5D", "6D 7D", "8D 9D"], leader=0)
    start = shown(deal)
    for card in ("3D", "4D", "6D", "8D", "9D"):
        deal.act(card)
    for card in ("9D", "8D", "6D", "4D", "3D"):
        assert deal.undo() == card
    assert deal.undo() is None
    assert shown(deal) == start


def test_no_card_is_played_again_where_the_last_one_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = whister.load("hearts/black-lady").deal("1909")
    deal.play_out(Random(1909))
    monkeypatch.setattr(type(state_of(deal)), "act", None)
    for _ in range(52):
        deal.undo()
    assert deal.phase == "play"
