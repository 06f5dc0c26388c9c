"""Tables drawn by lot: any rule set, any number of players it takes, any options that go together."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import whister
from tests.house_rules import offered, varied
from whister import OptionError, Rules
from whister.table.house_rules import form

RULE_SETS = whister.catalogue()
SHARES = (0.0, 0.1, 0.3, 0.6, 1.0)
"""How many of its options a table chooses anew: none, a few, many, all."""


@cache
def counts() -> list[tuple[str, int]]:
    """Every rule set with every number of players it takes, without options."""
    return [(name, players) for name in RULE_SETS for players in whister.load(name).players]


@cache
def choices(name: str) -> dict[str, list[Any]]:
    """The options that a table may choose, each with its values; of a table of figures, the usual and one of the cases'."""
    plain = whister.load(name)
    found: dict[str, list[Any]] = {}
    for told in form(plain):
        option = plain.options[told["name"]]
        tables = [option.default, *filter(None, [told["example"]])]
        found[option.name] = tables if option.kind == "table" else offered(option)
    return found


def drawn(number: int, chance: Random) -> Rules:
    """A table. Its number says the rule set, how many play, and one option with what it needs; all go round.

    Its other options are drawn: those that do not go with the rest are given up, one after another. So is the number of
    players, where the options leave others.
    """
    every = counts()
    name, players = every[number % len(every)]
    kept = _rounds(name)[number // len(every) % len(_rounds(name))]
    share = chance.choice(SHARES)
    more = {
        option: chance.choice(values) for option, values in choices(name).items() if chance.random() < share
    }
    chosen = {**more, **kept}
    while True:
        try:
            rules = whister.load(name, **chosen)
            seats = players if players in rules.players else chance.choice(rules.players)
            return whister.load(name, seats, **chosen)
        except OptionError as refusal:
            loose = [option for option in chosen if option not in kept]
            at_odds = [option for option in _named(refusal) if option in loose]
            if loose:
                del chosen[chance.choice(at_odds or loose)]
            else:  # what is kept goes with other players alone
                players = chance.choice(rules.players)


@cache
def _rounds(name: str) -> list[dict[str, Any]]:
    """Every value of every option with what it needs, in an order that has nothing to do with theirs; and no option."""
    every = [{}, *varied(whister.load(name))]
    Random(name).shuffle(every)
    return every


def _named(refusal: OptionError) -> tuple[str, str]:
    """The options that an error names, where it knows them."""
    return str(getattr(refusal, "option", "")), str(getattr(refusal, "other", ""))
