"""The studies of the site: each rule set, each value of an option, each step of descent, and the heuristics of the field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import whister
from rulebook.base.catalogue import first_year, option_value
from whister import Rules, WhisterError
from whister.studies.asked import Asked, asked_of
from whister.studies.figures import spread_of
from whister.studies.sums import Sum, Sums

SEED = "whister"
DEALS, GAMES, FIELD, STRONG = 100_000, 2_000, 40, 200
REVOKES = 1_000
ROLLOUTS = 100  #: the deals that a strong player plays out for each decision
ENOUGH = (
    20  #: the fewest searched deals whose figures are kept: of fewer, the errors are not known well enough
)
_REVOKE = "revoke"  #: the option that says what happens if a revoke is possible
PAIRED = 10_000  #: the most deals of a pair
STEPS = 5  #: after so many chunks a pair is looked at again
PRECISE = 0.01  #: the standard error, in standard deviations of a deal, at which a pair is finished
KINDS = ("set", "revokes", "field", "option", "descent", "strong")
#: the rule sets that searching players play too
SUBSET = (
    "hearts/hearts-1887", "hearts/black-lady", "hearts/omnibus", "hearts/reversis-hoyle", "boston/hoyle",
    "boston/fontainebleau", "boston/rikken", "rook/kentucky", "rook/tournament",
)  # fmt: skip


class Plan(NamedTuple):
    """One study of the campaign."""

    kind: str
    name: str
    asked: Asked

    @property
    def family(self) -> str:
        return self.name.partition("/")[0]

    @property
    def pair(self) -> bool:
        return len(self.asked.sets) == 2


def _year(rules: Rules) -> tuple[int, str]:
    return first_year(rules.year or "") or 9999, rules.id


def plans(kinds: tuple[str, ...] = KINDS) -> Iterator[Plan]:
    """Yield every study, those of whole rule sets first."""
    sets = [whister.load(name) for name in whister.catalogue()]
    if "set" in kinds:
        for rules in sets:
            yield Plan("set", rules.id, asked_of(rules, "cautious", SEED, deals=DEALS, games=GAMES))
    if "revokes" in kinds:
        for rules in sets:
            for varied in _revoking(rules):
                played = asked_of(varied, "cautious", SEED, revokes=REVOKES)
                yield Plan("revokes", _address(varied, _REVOKE), played)
    if "field" in kinds:
        for rules in sets:
            yield Plan("field", rules.id, asked_of(rules, "cautious", SEED, field=FIELD))
    if "option" in kinds:
        for rules, name, varied in _options(sets):
            yield Plan("option", _address(varied, name), _paired(rules, varied))
    if "descent" in kinds:
        for rules in sets:
            parent = next((entry["id"] for entry in rules.derives_from if "id" in entry), None)
            if parent is not None and parent in whister.catalogue():
                yield Plan("descent", rules.id, _paired(whister.load(parent), rules))
    if "strong" in kinds:
        for name in SUBSET:
            strong = asked_of(whister.load(name), "steady", SEED, deals=STRONG, rollouts=ROLLOUTS)
            yield Plan("strong", name, strong)


def _address(varied: Rules, name: str) -> str:
    """Return the address of the value that an option has: ``hearts/black-lady#moon.new``."""
    return f"{varied.id}#{option_value(varied.options[name], varied.chosen[name])}"


def _revoking(rules: Rules) -> Iterator[Rules]:
    """Yield a rule set with each value of its option by which a revoke is possible."""
    option = rules.options.get(_REVOKE)
    for each in option.values if option is not None else ():
        varied = _varied(rules.id, _REVOKE, each.value)
        if varied is not None and varied.plan.course.suffered is not None:
            yield varied


def _paired(one: Rules, other: Rules) -> Asked:
    return asked_of((one, other), "cautious", SEED, deals=PAIRED)


def _options(sets: list[Rules]) -> Iterator[tuple[Rules, str, Rules]]:
    """Yield each value of an option other than the usual one, of the first rule set of its family that has it."""
    seen = set()
    for rules in sorted(sets, key=_year):
        for name, option in rules.options.items():
            for each in option.values:
                key = rules.family, name, str(each.value)
                if each.value == option.default or key in seen:
                    continue
                varied = _varied(rules.id, name, each.value)
                if varied is not None and varied.behaviour_hash != rules.behaviour_hash:
                    seen.add(key)
                    yield rules, name, varied


@cache
def _varied(rule_set: str, name: str, value: str | int) -> Rules | None:
    """Return a rule set with one option changed; None if the value needs or excludes another option."""
    try:
        return whister.load(rule_set).vary(**{name: value})
    except WhisterError:
        return None


def precise(sums: Sums) -> bool:
    """Return whether the differences of a pair are as precise as wanted: the mean result of every seat."""
    results = [each for name, each in sums.items() if name.startswith("a/result/")]
    differences = [each for name, each in sums.items() if name.startswith("difference/result/")]
    if not results or not differences:
        return False
    deviation = spread_of(Sum(*map(sum, zip(*results, strict=True))))
    errors = [(spread_of(each) or 0.0) / each.n**0.5 for each in differences]
    return deviation is not None and max(errors) <= PRECISE * deviation
