"""A rule set put together from its records, before any option is chosen, and the results of its cases under it.

Rules with a change in their records are made as quickly as the rule set itself: the records are read and laid over each
other only once, and the clauses and options are changed in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tests.engine.neighbours import same
from whister import Rules, catalogue, load
from whister.cases import rows_of, run
from whister.clause import Case
from whister.errors import OptionClash, WhisterError
from whister.rules import _chosen
from whister.rulesets.choosing import stack_of
from whister.rulesets.options import OptionChoice, spelt, written
from whister.rulesets.overlays import Stack


class Put(NamedTuple):
    """A change of an option from one value to another, made wherever a case has the first value."""

    option: str
    here: OptionChoice
    there: OptionChoice


class Laid:
    """A rule set before any option is chosen, and the results of its cases under it."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self._made: dict[object, Rules] = {}
        self._passed: dict[tuple[str, str], bool] = {}

    def rules(self, players: int | None, chosen: Mapping[str, OptionChoice]) -> Rules:
        """Return the rules with these options. Raise ``OptionError`` or ``RecordError`` if they cannot be made."""
        key = players, frozenset((name, type(value), value) for name, value in chosen.items())
        if key not in self._made:
            self._made[key] = _chosen(self.stack, players, chosen)
        return self._made[key]

    def can_be_played(self, chosen: Mapping[str, OptionChoice]) -> bool:
        """Return whether the rules can be made at all."""
        try:
            self.rules(None, chosen)
        except OptionClash:
            return True  # the cases state what else must be chosen
        except WhisterError:
            return False
        return True

    def otherwise(
        self, case: Case, put: Put | None = None, under: tuple[str, OptionChoice] | None = None
    ) -> Exception | None:
        """Return the error if a case, or its rows ``under`` an option, do not come out as stated; None if they do."""
        for row in rows_of(case):
            chosen = self.chosen(row)
            if under is not None and not same(self._value(chosen, under[0]), under[1]):
                continue
            if put is not None and same(self._value(chosen, put.option), put.here):
                chosen[put.option] = put.there
                if same(put.there, self.stack.options[put.option].default):
                    del chosen[put.option]  # as if the option had not been chosen
            found = self._row(row, chosen)
            if found is not None:
                return found
        return None

    def passes(self, case: Case) -> bool:
        """Return whether a case comes out as stated under these rules; a parent's case may not."""
        key = case.rules, case.id
        if key not in self._passed:
            self._passed[key] = self.otherwise(case) is None
        return self._passed[key]

    def chosen(self, row: Case) -> dict[str, OptionChoice]:
        """Return the options that a row of a case chooses, with each value spelt as in the record."""
        given = row.given.get("options", {})
        texts = {name: written(v, row.id) if isinstance(v, Mapping) else v for name, v in given.items()}
        return {name: spelt(self.stack.options.get(name), value) for name, value in texts.items()}

    def chooses(self, case: Case, option: str) -> list[OptionChoice]:
        """Return the values that the rows of a case choose for an option."""
        rows = [self.chosen(row) for row in rows_of(case)]
        return [row[option] for row in rows if option in row]

    def has_in_force(self, case: Case, clause: str) -> bool:
        """Return whether a clause is in force in a row of a case, or the options of a row are refused."""
        for row in rows_of(case):
            try:
                rules = self.rules(row.given.get("players"), self.chosen(row))
            except WhisterError:
                return True
            if clause in rules.clauses and rules.clauses[clause].enabled:
                return True
        return False

    def _value(self, chosen: Mapping[str, OptionChoice], option: str) -> OptionChoice:
        return chosen[option] if option in chosen else self.stack.options[option].default

    def _row(self, row: Case, chosen: Mapping[str, OptionChoice]) -> Exception | None:
        given = {key: value for key, value in row.given.items() if key not in ("options", "players")}
        try:
            rules = self.rules(row.given.get("players"), chosen)
        except WhisterError as refused:
            return None if "error" in row.expected and str(row.expected["error"]) in str(refused) else refused
        try:
            run(rules, replace(row, given=given))
        except Exception as failure:  # by rules that nobody wrote anything may fail
            return failure
        return None


@cache
def laid(name: str) -> Laid:
    """Return a rule set as its records state it."""
    return Laid(stack_of(name))


@cache
def cases_of(name: str) -> tuple[Case, ...]:
    """Return the cases of a rule set: those of its own record first, then those that it takes over."""
    cases = [case for clause in laid(name).stack.clauses.values() for case in clause.cases]
    return tuple(sorted(cases, key=lambda case: case.rules != name))


def cases_in(there: str, name: str) -> tuple[Case, ...]:
    """Return the cases of ``there``; if it extends ``name``, only its own, since ``name`` has the others."""
    return tuple(case for case in cases_of(there) if there in (name, case.rules))


@cache
def built_on(name: str) -> tuple[str, ...]:
    """Return the rule sets that extend one, directly or through others."""
    return tuple(child for child in catalogue() if name in _ancestors(child))


def _ancestors(name: str) -> list[str]:
    parent = load(name).extends
    return [] if parent is None else [parent, *_ancestors(parent)]


def differs(instead: Exception | None) -> bool:
    """Return whether a case has another result, and not only options that do not go together."""
    return instead is not None and not isinstance(instead, OptionClash)
