"""The values that a record states for its options, and whether a case distinguishes each of them from the default."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.engine.laid import Put, built_on, cases_in, differs, laid
from tests.engine.neighbours import same
from whister import load
from whister.clause import Case, Option, OptionValue
from whister.rulesets.choosing import stack_of
from whister.rulesets.options import OptionChoice


def offered(name: str) -> Iterator[Option]:
    """Return the options that a rule set offers."""
    options = load(name).options.values()
    return (option for option in options if not option.excluded and not option.fixed)


def pairs_of_values(name: str) -> Iterator[tuple[Option, OptionChoice | None, OptionChoice]]:
    """Yield each value of an option that a record states, and the default from which a case must distinguish it.

    None represents any value of an option whose values are not listed. If another rule set takes the option over with
    another default, the values must be distinguished from that default too, in the rule set that states them.
    """
    for option in offered(name):
        defaults = [option.default, *_restated(name, option)]
        if option.kind != "choice":
            if _new(name, option) is not None:
                yield option, None, option.default
            continue
        for at, default in enumerate(defaults):
            for value in stated_values(name, option):
                if not any(same(value.value, known) for known in defaults[: at + 1]):
                    yield option, value.value, default


def _restated(name: str, option: Option) -> list[OptionChoice]:
    """Return the other defaults that the rule sets built on this one give to an option."""
    found: list[OptionChoice] = []
    for child in built_on(name):
        if (theirs := stack_of(child).options.get(option.name)) is not None:
            known = [value.value for value in option.values if not value.excluded]
            if any(same(theirs.default, value) for value in known) and theirs.default not in (
                option.default,
                *found,
            ):
                found.append(theirs.default)
    return found


def _new(name: str, option: Option) -> Option | None:
    """Return the option, or None if a parent offers it."""
    parent = load(name).extends
    theirs = load(parent).options.get(option.name) if parent is not None else None
    return option if theirs is None or theirs.excluded or theirs.fixed else None


def stated_values(name: str, option: Option) -> Iterator[OptionValue]:
    """Yield the values of an option that this record states itself, rather than takes over unchanged."""
    parent = load(name).extends
    theirs = load(parent).options.get(option.name) if parent is not None else None
    for value in option.values:
        old = next((v for v in theirs.values if same(v.value, value.value)), None) if theirs else None
        if value.excluded:
            continue
        if (
            old is None
            or old.excluded
            or (old.set, old.enable, old.disable) != (value.set, value.enable, value.disable)
        ):
            yield value


def tells_apart(name: str, option: Option, value: OptionChoice | None, default: OptionChoice) -> bool:
    """Return whether two values give a case different results, here or in a rule set built on this one."""
    return any(
        _tells(there, cases_in(there, name), option.name, value, default)
        for there in (name, *built_on(name))
        if there == name or _same_option(option, stack_of(there).options.get(option.name))
    )


def _same_option(option: Option, theirs: Option | None) -> bool:
    if theirs is None or theirs.excluded or theirs.fixed:
        return False
    known = {(type(v.value), v.value): (v.set, v.enable, v.disable) for v in theirs.values if not v.excluded}
    return theirs.parameter == option.parameter and all(
        known.get((type(v.value), v.value)) == (v.set, v.enable, v.disable)
        for v in option.values
        if not v.excluded
    )


def _tells(
    name: str, cases: Sequence[Case], option: str, value: OptionChoice | None, default: OptionChoice
) -> bool:
    here = laid(name)
    for case in cases:
        for found in here.chooses(case, option):
            if value is None:
                put = Put(option, found, default)
            elif same(found, value):
                put = Put(option, value, default)
            elif same(found, default):
                put = Put(option, default, value)
            else:
                continue
            if not same(put.here, put.there) and here.passes(case) and differs(here.otherwise(case, put)):
                return True
    return False
