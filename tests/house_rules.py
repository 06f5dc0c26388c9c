"""The options that a rule set offers, and the choices that each of their values needs beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import whister
from whister import Option, OptionError, OptionValue, Rules
from whister.mechanisms import unstated
from whister.rulesets.options import overlaid


def offered(option: Option) -> list[str | int | bool]:
    """Return the values of an option that a table may choose.

    Of a range, these are the lower end, the default, the number after it and, unless it makes games long, the upper
    end.
    """
    if option.range is None:
        return [value.value for value in option.values if value.excluded is None]
    assert isinstance(option.default, int)
    low, high = option.range
    long_games = option.name in ("deals", "rounds")
    return [low, option.default, option.default + 1, *(() if long_games else (high,))]


def company(rules: Rules, name: str, value: str | int | bool) -> dict[str, Any]:
    """Return a choice with the other choices that it needs.

    What it requires is chosen, and what it excludes is changed.
    """
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
    """Yield each condition of a choice: another option, its values, and whether they are required or excluded."""
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
    """Return whether a condition names a value; if it names none, whether the value differs from the default."""
    return str(value).lower() in words.lower().split("|") if words else value != option.default


def at_odds(rules: Rules, chosen: dict[str, Any]) -> set[frozenset[str]]:
    """Return the pairs of options that clash under some choices, by their own conditions and by what they set."""
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
    """Return what choices set: the parameters, and for each clause concerned whether it is in force."""
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
    """Yield the choices to make for each value of each option that a rule set offers, one value after another."""
    for option in rules.options.values():
        if not (option.excluded or option.fixed or option.kind == "table"):
            for value in offered(option):
                yield company(rules, option.name, value)


def together(
    rules: Rules, chance: Random, among: Collection[str] | None = None, most: int = 5
) -> Iterator[Rules]:
    """Yield the rule set with several options chosen at once, until each value that it offers has been chosen.

    ``among`` names the options to choose from. The number of players also varies. The same ``chance`` yields the same
    rules.
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
    """Return whether further options can be added to those chosen."""
    if any(chosen.get(name, value) != value for name, value in more.items()):
        return False
    try:
        overlaid(rules.clauses, rules.options, {**chosen, **more}, rules.id, unstated)
    except OptionError:
        return False
    return True


def _at_some_table(rules: Rules, chosen: dict[str, Any], chance: Random) -> Rules:
    """Return the rule set with those options, for a random number of players that they allow."""
    for players in chance.sample(rules.players, len(rules.players)):
        try:
            return whister.load(rules.id, players, **chosen)
        except OptionError as refusal:
            silent = refusal
    raise silent


def drawn(rules: Rules, chance: Random) -> Rules:
    """Return the rule set with some options chosen at random that go together."""
    return next(together(rules, chance))
