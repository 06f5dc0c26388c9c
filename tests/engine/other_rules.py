"""The changes that could be made to the record of a rule set: to one parameter, mechanism or option at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tests.engine.laid import Laid, built_on, cases_in, differs, laid
from tests.engine.neighbours import neighbours, same
from tests.engine.option_values import offered, stated_values
from whister import catalogue, load
from whister.clause import Case, Clause, Option, OptionValue
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import REQUIRED
from whister.rulesets.choosing import stack_of
from whister.rulesets.options import OptionChoice
from whister.rulesets.overlays import Stack


@dataclass(frozen=True)
class Other:
    """A change to one thing that a record states: its place, and the changed stacks of records.

    If ``any_word`` is true, each stack has another word, and one that bites is enough. Otherwise the first stack that
    can be played counts.
    """

    place: str
    clause: str
    stated: Callable[[Stack], bool]  #: whether a rule set built on this one states the same
    stacks: Callable[[Stack], Iterator[Stack]]
    chosen: tuple[str, OptionChoice] | None = None  #: the option whose value it belongs to
    any_word: bool = False

    def laid_in(self, name: str) -> Iterator[Laid]:
        """Yield the changed rules that can be played; none if the loader refuses them all."""
        chosen = dict([self.chosen]) if self.chosen is not None else {}
        for stack in self.stacks(stack_of(name)):
            made = Laid(stack)
            if made.can_be_played(chosen):
                yield made
                if not self.any_word:
                    return


def others(name: str) -> Iterator[Other]:
    """Yield every change to what the record of a rule set states and its parents do not."""
    stack, parent = stack_of(name), load(name).extends
    above = stack_of(parent) if parent is not None else None
    for slug, clause in stack.clauses.items():
        old = above.clauses.get(slug) if above is not None else None
        for mechanism, parameters in clause.rule.items():
            before = old.rule.get(mechanism) if old is not None else None
            if before is None and len(clause.rule) > 1 and REGISTRY[mechanism].neutral(parameters) is None:
                yield _mechanism(slug, mechanism, parameters)
            for parameter, value in parameters.items():
                path = f"{slug}:{mechanism}.{parameter}"
                if not _always_set(stack, path):
                    yield from _parameter(above, path, value, before or {})
    for option in offered(name):
        for value in stated_values(name, option):
            if not same(value.value, option.default):
                yield from _value(stack, option, value)


def _always_set(stack: Stack, path: str) -> bool:
    """Return whether a clause is in force only by options, each of which sets the parameter to its own value."""
    slug = path.partition(":")[0]
    values = [value for option in stack.options.values() for value in option.values if slug in value.enable]
    return not stack.clauses[slug].enabled and bool(values) and all(path in value.set for value in values)


def _mechanism(slug: str, mechanism: str, parameters: Mapping[str, Any]) -> Other:
    def stated(stack: Stack) -> bool:
        return slug in stack.clauses and stack.clauses[slug].rule.get(mechanism) == parameters

    def stacks(stack: Stack) -> Iterator[Stack]:
        rule = stack.clauses[slug].rule
        yield _with_rule(stack, slug, {name: given for name, given in rule.items() if name != mechanism})

    return Other(f"{slug}:{mechanism}", slug, stated, stacks)


def _parameter(above: Stack | None, path: str, value: Any, before: Mapping[str, Any]) -> Iterator[Other]:
    slug, mechanism, parameter = _parted(path)
    old = before.get(parameter)
    if (parameter in before and same(old, value)) or (above is not None and _sets(above, path, value)):
        return  # the parent states it, or an option of the parent sets it so; it is proved there

    def stated(stack: Stack) -> bool:
        return slug in stack.clauses and same(
            stack.clauses[slug].rule.get(mechanism, {}).get(parameter), value
        )

    def instead(place: str, values: tuple[Any, ...], any_word: bool) -> Other:
        return Other(place, slug, stated, lambda stack: (_amended(stack, path, other) for other in values),
                     any_word=any_word)  # fmt: skip

    parts = list(neighbours(parameter, value, old, words(mechanism, parameter)))
    for part, values, any_word in parts:
        yield instead(f"{path}{part}", values, any_word)
    if not parts and parameter in before:  # it has only left something out
        yield instead(f"{path} = {old!r}", (old,), any_word=False)


def _sets(stack: Stack, path: str, value: Any) -> bool:
    return any(
        path in offered.set and same(offered.set[path], value)
        for option in stack.options.values()
        for offered in option.values
    )


def _value(stack: Stack, option: Option, value: OptionValue) -> Iterator[Other]:
    """Yield the changes to the effects of an option's value."""
    chosen = option.name, value.value

    def stated(there: Stack) -> bool:
        theirs = there.options[option.name].values if option.name in there.options else ()
        return any(
            same(v.value, value.value)
            and not v.excluded
            and (v.set, v.enable, v.disable) == (value.set, value.enable, value.disable)
            for v in theirs
        )

    def instead(
        what: str, slug: str, changes: tuple[Mapping[str, Any], ...], *, any_word: bool = False
    ) -> Other:
        return Other(
            f"{option.name}={value.value}: {what}", slug, stated,
            lambda there: (_revalued(there, option, value, change) for change in changes), chosen, any_word,
        )  # fmt: skip

    for path, given in value.set.items():
        slug, mechanism, parameter = _parted(path)
        stated_there = stack.clauses[slug].rule[mechanism].get(parameter)
        before = None if _always_set(stack, path) else stated_there
        if before is not None and same(before, given):
            continue  # it only repeats what the clause states
        for part, values, any_word in neighbours(parameter, given, before, words(mechanism, parameter)):
            changes = tuple({"set": {**value.set, path: other}} for other in values)
            yield instead(f"{path}{part}", slug, changes, any_word=any_word)
    for slug in value.enable:
        if stack.clauses[slug].rule and not stack.clauses[slug].enabled:
            yield instead(f"enable {slug}", slug, ({"enable": _left(value.enable, slug)},))
    for slug in value.disable:
        if (
            stack.clauses[slug].rule and stack.clauses[slug].enabled
        ):  # otherwise it only keeps out what else could be chosen
            yield instead(f"disable {slug}", slug, ({"disable": _left(value.disable, slug)},))


def _left(slugs: tuple[str, ...], without: str) -> tuple[str, ...]:
    return tuple(slug for slug in slugs if slug != without)


def _parted(path: str) -> tuple[str, str, str]:
    slug, _, rest = path.partition(":")
    mechanism, _, parameter = rest.partition(".")
    return slug, mechanism, parameter


def _amended(stack: Stack, path: str, value: Any) -> Stack:
    """Return the stack with a parameter changed, also in the default value of an option that sets it."""
    slug, mechanism, parameter = _parted(path)
    rule = stack.clauses[slug].rule
    changed = _with_rule(stack, slug, {**rule, mechanism: {**rule[mechanism], parameter: value}})
    options = {name: _defaulting(option, path, value) for name, option in stack.options.items()}
    return replace(changed, options=options)


def _with_rule(stack: Stack, slug: str, rule: Mapping[str, Mapping[str, Any]]) -> Stack:
    clause: Clause = replace(stack.clauses[slug], rule=rule)
    return replace(stack, clauses={**stack.clauses, slug: clause})


def _defaulting(option: Option, path: str, value: Any) -> Option:
    if option.parameter == path and isinstance(value, int):
        return replace(option, default=value)
    if not any(path in offered.set for offered in option.values):
        return option
    values = tuple(
        replace(offered, set={**offered.set, path: value})
        if same(offered.value, option.default) and path in offered.set
        else offered
        for offered in option.values
    )
    return replace(option, values=values)


def _revalued(stack: Stack, option: Option, value: OptionValue, changes: Mapping[str, Any]) -> Stack:
    """Return the stack with the effect of an option's value changed; if it is the default, so is the clause."""
    there = stack.options[option.name]
    values = tuple(replace(v, **changes) if same(v.value, value.value) else v for v in there.values)
    changed = replace(stack, options={**stack.options, option.name: replace(there, values=values)})
    if same(there.default, value.value):
        for path, other in changes.get("set", {}).items():
            slug, mechanism, parameter = _parted(path)
            rule = changed.clauses[slug].rule
            changed = _with_rule(changed, slug, {**rule, mechanism: {**rule[mechanism], parameter: other}})
    return changed


def words(mechanism: str, parameter: str) -> list[Any]:
    """Return the values that records give to a parameter, its default first."""
    return _words()[mechanism, parameter]


@cache
def _words() -> Mapping[tuple[str, str], list[Any]]:
    found: dict[tuple[str, str], list[Any]] = defaultdict(list)

    def learn(mechanism: str, parameter: str, value: Any) -> None:
        values = found[mechanism, parameter]
        if not any(same(value, other) for other in values):
            values.append(value)

    for mechanism, kind in REGISTRY.items():
        for known in kind.parameters.values():
            if known.default is not REQUIRED and isinstance(known.default, str):
                learn(mechanism, known.name, known.default)
    for name in catalogue():
        stack = stack_of(name)
        for clause in stack.clauses.values():
            for mechanism, parameters in clause.rule.items():
                for parameter, value in parameters.items():
                    learn(mechanism, parameter, value)
        for option in stack.options.values():
            for offered_value in option.values:
                for path, value in offered_value.set.items():
                    learn(*_parted(path)[1:], value)
    return found


def bites(name: str, other: Other) -> bool:
    """Return whether a change alters the result of a case, here or in a rule set built on this one.

    A change under which no game can be played counts as well.
    """
    playable = False
    for there in (name, *built_on(name)):
        if not other.stated(stack_of(there)):
            continue
        for otherwise in other.laid_in(there):
            playable = True
            if _bites(there, cases_in(there, name), other, otherwise):
                return True
        if not playable:
            return True
    return False


def _bites(name: str, cases: Sequence[Case], other: Other, otherwise: Laid) -> bool:
    here = laid(name)
    for case in sorted(cases, key=lambda case: (case.clause != other.clause, case.rules != name)):
        if other.chosen is not None:
            option, value = other.chosen
            if not any(same(found, value) for found in here.chooses(case, option)):
                continue
        elif not here.has_in_force(case, other.clause):
            continue  # a clause that is not in force has no effect
        if here.passes(case) and differs(otherwise.otherwise(case, under=other.chosen)):
            return True
    return False
