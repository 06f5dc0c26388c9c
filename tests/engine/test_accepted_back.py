"""Whatever the result of a deal, it is accepted as facts given by hand, and settles as the deal did."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

import whister
from tests.engine.accepting import accepted_back, play
from tests.house_rules import varied
from whister import OptionError, Rules
from whister.deal.public import state_of

TABLES = [(name, players) for name in whister.catalogue() for players in whister.load(name).players]


def _varied() -> dict[str, list[dict[str, Any]]]:
    """Return options by the rule set to play them in: every value once, and the options on revokes in each rule set."""
    known: set[tuple[str, str]] = set()
    found: dict[str, list[dict[str, Any]]] = {}
    for name in whister.catalogue():
        for options in varied(whister.load(name)):
            option, value = next(iter(options.items()))
            if option == "revoke" or (option, str(value)) not in known:
                known.add((option, str(value)))
                found.setdefault(name, []).append(options)
    return found


VARIED = _varied()


def _told_again(rules: Rules, seed: str) -> None:
    chance = Random(seed)
    dealer, number = chance.choice(rules.plan.table.players), chance.randint(1, 5)
    accepted_back(play(rules.deal(seed, number=number, dealer=dealer), chance))


@pytest.mark.parametrize(("name", "players"), TABLES, ids=str)
def test_a_deal_told_by_hand_settles_as_it_was_played(name: str, players: int) -> None:
    for seed in range(6):
        _told_again(whister.load(name, players=players), f"told {seed}")


@pytest.mark.parametrize("name", VARIED)
def test_a_deal_under_each_option_told_by_hand_settles_as_it_was_played(name: str) -> None:
    for at, options in enumerate(VARIED[name]):
        tables = _tables(name, options)
        for seed in range(2):
            _told_again(tables[(at + seed) % len(tables)], f"told {options} {seed}")


def _tables(name: str, options: dict[str, Any]) -> list[Rules]:
    """Return the rule set with these options for each number of players that they allow."""
    found = []
    for players in whister.load(name).players:
        with suppress(OptionError):
            found.append(whister.load(name, players=players, **options))
    return found


def test_a_deal_that_has_lost_a_card_is_not_accepted() -> None:
    deal = play(whister.load("hearts/hearts-1887").deal("1887"), Random(1))
    accepted_back(deal)
    taker = next(seat for seat in range(4) if state_of(deal).plan.worth.of(state_of(deal).captured[seat]))
    state_of(deal).captured[taker] = 0
    with pytest.raises(AssertionError, match="every scoring card must be captured"):
        accepted_back(deal)
