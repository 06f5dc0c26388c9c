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
    """Return every rule set with every number of players that it allows, without options."""
    return [(name, players) for name in RULE_SETS for players in whister.load(name).players]


@cache
def choices(name: str) -> dict[str, list[Any]]:
    """Return the options that a table may choose, each with its values.

    For an option whose value is a table of figures, these are the default and an example, if there is one.
    """
    plain = whister.load(name)
    found: dict[str, list[Any]] = {}
    for told in form(plain):
        option = plain.options[told["name"]]
        tables = [option.default, *filter(None, [told["example"]])]
        found[option.name] = tables if option.kind == "table" else offered(option)
    return found


def drawn(number: int, chance: Random) -> Rules:
    """Return a table whose number decides the rule set, the number of players, and one option with those that it needs.

    Successive numbers go through all of these in turn. Further options are random; those that clash with the rest are
    dropped, one after another. If the options do not allow that number of players, another is drawn.
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
            else:  # the options kept need another number of players
                players = chance.choice(rules.players)


@cache
def _rounds(name: str) -> list[dict[str, Any]]:
    """Return every value of every option with the options that it needs, and no option at all, in a shuffled order."""
    every = [{}, *varied(whister.load(name))]
    Random(name).shuffle(every)
    return every


def _named(refusal: OptionError) -> tuple[str, str]:
    """Return the two options that an error names; "" for any that it does not name."""
    return str(getattr(refusal, "option", "")), str(getattr(refusal, "other", ""))
