"""The options that a rule set offers, each value with what must be chosen beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import whister
from whister import Option, OptionError, OptionValue, Rules
from whister.mechanisms import unstated
from whister.rulesets.options import overlaid


def offered(option: Option) -> list[str | int | bool]:
    """The values of an option that a table may choose; of a range, its ends and two numbers between."""
    if option.range is None:
        return [value.value for value in option.values if value.excluded is None]
    assert isinstance(option.default, int)
    low, high = option.range
    long_games = option.name in ("deals", "rounds")
    return [low, option.default, option.default + 1, *(() if long_games else (high,))]


def company(rules: Rules, name: str, value: str | int | bool) -> dict[str, Any]:
    """An option with what must be chosen beside it, and what stands against it put aside."""
    chosen: dict[str, Any] = {name: value}
    while True:
        conditions = [condition for choice in chosen.items() for condition in asked(rules, *choice)]
        unmet = [other for other, words, wanted in conditions
                 if says(other, chosen.get(other.name, other.default), words) != wanted]  # fmt: skip
        if not unmet:
            return chosen
        assert unmet[0].name not in chosen, f"{name} = {value!r} and {unmet[0].name} are at odds"
        own = [(words, wanted) for other, words, wanted in conditions if other is unmet[0]]
        chosen[unmet[0].name] = next(
            value
            for value in offered(unmet[0])
            if all(says(unmet[0], value, words) == wanted for words, wanted in own)
        )


def asked(rules: Rules, name: str, value: str | int | bool) -> Iterator[tuple[Option, str, bool]]:
    """What the choice of a value asks of other options: which, what values, and whether it wants them or not."""
    option = rules.options[name]
    entries: list[Option | OptionValue] = [option] if value != option.default else []
    entries += [v for v in option.values if v.value == value and type(v.value) is type(value)]
    for entry in entries:
        for wanted, conditions in ((True, entry.requires), (False, entry.excludes)):
            for condition in conditions:
                other, _, words = condition.partition("=")
                if other in rules.options and not rules.options[other].excluded:
                    yield rules.options[other], words, wanted


def says(option: Option, value: str | int | bool, words: str) -> bool:
    """Whether a value is among those a condition names; where it names none, whether it was chosen at all."""
    return str(value).lower() in words.lower().split("|") if words else value != option.default


def at_odds(rules: Rules, chosen: dict[str, Any]) -> set[frozenset[str]]:
    """The pairs of options that do not go together, where some are chosen, by what the options themselves say."""
    found = {
        frozenset((name, other.name))
        for name, value in chosen.items()
        for other, words, wanted in asked(rules, name, value)
        if says(other, chosen.get(other.name, other.default), words) != wanted
    }
    by: dict[str, tuple[str, Any]] = {}
    for name, value in chosen.items():
        for path, setting in settings(rules, {name: value}).items():
            first, before = by.setdefault(path, (name, setting))
            if before != setting:
                found.add(frozenset((first, name)))
    return found


def settings(rules: Rules, chosen: dict[str, Any]) -> dict[str, Any]:
    """What choices set: parameters, and whether clauses are in force."""
    found: dict[str, Any] = {}
    for name, value in chosen.items():
        option = rules.options[name]
        if value != option.default and option.kind == "choice":
            entry = next(v for v in option.values if v.value == value and type(v.value) is type(value))
            found |= {**entry.set, **dict.fromkeys(entry.enable, True), **dict.fromkeys(entry.disable, False)}
        elif value != option.default:
            found[option.parameter] = value
    return found


def varied(rules: Rules) -> Iterator[dict[str, Any]]:
    """The options to choose for each value of each option that a rule set offers, one after another."""
    for option in rules.options.values():
        if not (option.excluded or option.fixed or option.kind == "table"):
            for value in offered(option):
                yield company(rules, option.name, value)


def together(
    rules: Rules, chance: Random, among: Collection[str] | None = None, most: int = 5
) -> Iterator[Rules]:
    """The rule set with several options at once, until each value that it offers has been chosen.

    ``among`` names the options that are chosen. The number of players changes too. The same chance does the same.
    """
    left = [(option.name, value) for option in rules.options.values() for value in offered(option)
            if not (option.excluded or option.fixed or option.kind == "table")
            if value != option.default and (among is None or option.name in among)]  # fmt: skip
    chance.shuffle(left)
    while left:
        chosen: dict[str, Any] = {}
        for name, value in left:
            more = company(rules, name, value)
            if len({**chosen, **more}) <= max(most, len(more)) and _go_together(rules, chosen, more):
                chosen |= more
        left = [(name, value) for name, value in left if chosen.get(name) != value]
        yield _at_some_table(rules, chosen, chance)


def _go_together(rules: Rules, chosen: dict[str, Any], more: dict[str, Any]) -> bool:
    """Whether further options can be chosen beside some."""
    if any(chosen.get(name, value) != value for name, value in more.items()):
        return False
    try:
        overlaid(rules.clauses, rules.options, {**chosen, **more}, rules.id, unstated)
    except OptionError:
        return False
    return True


def _at_some_table(rules: Rules, chosen: dict[str, Any], chance: Random) -> Rules:
    """The rule set with those options, for a number of players that they have cards for."""
    for players in chance.sample(rules.players, len(rules.players)):
        try:
            return whister.load(rules.id, players, **chosen)
        except OptionError as refusal:
            silent = refusal
    raise silent


def drawn(rules: Rules, chance: Random) -> Rules:
    """The rule set with some of its options chosen at random, as far as they go together."""
    return next(together(rules, chance))
