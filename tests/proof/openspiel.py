"""OpenSpiel's Hearts and ours in lockstep: the same legal cards at every step, the same points at the end.

Every chunk has a deal with each combination of OpenSpiel's parameters. In every other chunk the cards are played at
random; in the rest, one player plays his highest cards and the others their lowest, so that the moon is shot often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import product
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import whister
from tests.proof.running import Found
from whister import Deal, Rules
from whister.deal.public import state_of

if TYPE_CHECKING:
    import pyspiel

RULES = "hearts/black-lady"
OPTIONS: Mapping[str, tuple[str, tuple[Any, Any]]] = MappingProxyType(
    {
        "pass_cards": ("passing", ("none", "standard")),
        "no_pts_on_first_trick": ("first_trick_safe", (False, True)),
        "can_lead_any_club": ("opening_any_club", (False, True)),
        "must_break_hearts": ("break_hearts", (False, True)),
        "qs_breaks_hearts": ("queen_breaks", (False, True)),
        "can_lead_hearts_instead_of_qs": ("lead_heart_with_queen", (False, True)),
        "jd_bonus": ("jd_bonus", ("off", "JD")),
        "avoid_all_tricks_bonus": ("no_tricks_bonus", (0, -5)),
    }
)
"""Each of its parameters, the option that is ours, and what off and on are there."""
BREAKING = ("qs_breaks_hearts", "can_lead_hearts_instead_of_qs")
"""What says nothing at a table where hearts may be led from the start; our table refuses to be told it."""
TABLES = tuple(product((False, True), repeat=len(OPTIONS)))
DEALS = len(TABLES)
"""Deals in a chunk."""
ALL_DEALS = 100_000
DIRECTIONS = (4, 1, 3, 2)
"""The deal of ours that passes as OpenSpiel's number says: not at all, left, across, right."""
ALL_POINTS = 26
RANKS = "23456789TJQKA"
PENALTIES = ["QS", *(f"{rank}H" for rank in RANKS)]


def chunk(number: int) -> Found:
    """Play a deal at every table."""
    counts, failures = Counter[str](deals=DEALS), list[str]()
    for place, table in enumerate(TABLES):
        seed = number * DEALS + place
        try:
            counts.update(compared(table, seed))
        except Exception as error:
            told = ", ".join(name for name, on in zip(OPTIONS, table, strict=True) if on)
            words = " ".join(str(error).split())[:300]
            failures.append(f"{told or 'nothing on'}, deal {seed}: {type(error).__name__}: {words}")
    return Found(dict(counts), failures)


@cache
def engines(table: tuple[bool, ...]) -> tuple[pyspiel.Game, Rules]:
    """Return both engines with the same parameters."""
    import pyspiel

    parameters = dict(zip(OPTIONS, table, strict=True))
    game = pyspiel.load_game("hearts", parameters)
    assert game.get_parameters().keys() == OPTIONS.keys(), f"parameters are {sorted(game.get_parameters())}"
    free = () if parameters["must_break_hearts"] else BREAKING
    ours = {
        name: values[parameters[theirs]] for theirs, (name, values) in OPTIONS.items() if theirs not in free
    }
    return game, whister.load(RULES, 4, **ours)


def compared(table: tuple[bool, ...], seed: int) -> dict[str, int]:
    """Play a deal in both engines and count the steps compared. Raise ``AssertionError`` if the engines differ."""
    game, rules = engines(table)
    chance = Random(seed)
    shooter = chance.randrange(4) if seed // DEALS % 2 else None
    state = game.new_initial_state()
    direction = chance.randrange(4) if rules.chosen["passing"] != "none" else 0
    state.apply_action(direction)
    dealt = chance.sample(range(52), 52)
    for card in dealt:
        state.apply_action(card)
    named = [state.action_to_string(0, card) for card in range(52)]
    deal = rules.deal(
        hands=[[named[card] for card in dealt[seat::4]] for seat in range(4)], number=DIRECTIONS[direction]
    )
    steps = passed(state, deal, named, chance) if direction else 0
    assert deal.phase == "play", f"{deal.phase}, and they play"
    while not state.is_terminal():
        theirs, ours = state.legal_actions(), deal.legal()
        seat = state.current_player()
        assert deal.to_act == seat, f"it is {deal.to_act}'s turn, and {seat}'s there"
        assert {named[card] for card in theirs} == set(ours), (
            f"legal are {sorted(ours)}, and {[named[c] for c in theirs]}"
        )
        card = picked(theirs, named, chance, None if shooter is None else seat == shooter)
        state.apply_action(card)
        deal.act(named[card])
        steps += 1
    assert deal.over, "it is over there"
    points = [ALL_POINTS - int(value) for value in state.returns()]
    assert list(deal.settle().delta) == points, f"points are {deal.settle().delta}, and {points} there"
    penalties = state_of(deal).plan.pack.mask(PENALTIES)
    moon = any(cards & penalties == penalties for cards in state_of(deal).captured)
    return {"steps": steps, "moons": int(moon)}


def passed(state: pyspiel.State, deal: Deal, named: list[str], chance: Random) -> int:
    """Let each player pass three cards in both engines, in OpenSpiel one by one; return the number of steps."""
    for seat in range(4):
        theirs = {named[card] for card in state.legal_actions()}
        assert theirs == {str(card) for card in deal.hands[seat]}, f"seat {seat} holds other cards"
        given = chance.sample(state.legal_actions(), 3)
        for card in given:
            state.apply_action(card)
        deal.act(f"give {' '.join(named[card] for card in given)}", seat)
    return 4


def picked(legal: list[int], named: list[str], chance: Random, high: bool | None) -> int:
    """Return one of the legal cards: a random one, the highest or the lowest."""
    if high is None:
        return legal[chance.randrange(len(legal))]
    ordered = sorted(legal, key=lambda card: (RANKS.index(named[card][0]), chance.random()))
    return ordered[-1 if high else 0]
