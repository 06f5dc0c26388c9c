"""Choosing options: which options a rule set offers, what each choice sets, and which choices exclude each other."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from whister import checks, reading
from whister.clause import Choice, Clause, Option, OptionValue
from whister.errors import OptionClash, OptionError, OptionMisfit, RecordError
from whister.frozen import changed
from whister.objects import fixed
from whister.rulesets import reader
from whister.spelling import near

OptionChoice = str | int | bool
#: The value of an option of kind ``table``: a table, or the file that contains it.
Table = Mapping[str, Any] | os.PathLike[str]
_NESTED = 8  # levels of nested tables


def applies(option: Option, clauses: Mapping[str, Clause]) -> bool:
    return all(slug in clauses for slug in option.clauses)


Unstated = Callable[[str, str], Any]


def overlaid(
    clauses: Mapping[str, Clause],
    options: Mapping[str, Option],
    chosen: Mapping[str, OptionChoice],
    where: str,
    unstated: Unstated,
) -> dict[str, Clause]:
    """Return the clauses with the chosen options applied; the order of the options does not matter. ``unstated`` gives
    the value of a parameter that a record leaves out.
    """
    for name, value in chosen.items():
        if name not in options:
            raise no_option(name, options, where)
        option = options[name]
        if option.excluded:
            raise OptionError(f"{where} does not allow the option {name!r}: {option.excluded}")
        if option.fixed and value != option.default:
            raise OptionError(f"{where} fixes {name} = {option.default!r}: {option.fixed}")
        check_value(option, value, where, OptionError)
    effective = {
        name: chosen.get(name, option.default) for name, option in options.items() if not option.excluded
    }
    for name in chosen:
        option, value = options[name], effective[name]
        if value != option.default:
            _check_company(option, name, f"{where}: {name}", effective, options)
        for offered in option.values:
            if offered.value == value and type(offered.value) is type(value):
                _check_company(offered, name, f"{where}: {name}={word(value)}", effective, options)
    result = dict(clauses)
    set_by: dict[str, tuple[str, Any]] = {}
    ordered = sorted(effective, key=lambda name: effective[name] != options[name].default)
    for name in ordered:
        default = effective[name] == options[name].default
        for path, value in _effects(options[name], effective[name]).items():
            if not default and path in set_by and set_by[path][1] != value:
                slug, _, parameter = path.partition(":")
                clash = f"both set {path}" if parameter else f"disagree on whether {slug!r} is in force"
                first = set_by[path][0]
                raise OptionClash(
                    f"{where}: the options {first!r} and {name!r} {clash}; choose one",
                    (first, effective[first]), (name, effective[name]),
                )  # fmt: skip
            if not default:
                set_by[path] = (name, value)
            _lay(result, path, value, f"{where}, option {name!r}", unstated if default else None)
        if not default:
            _tell(result, options[name], effective[name], clauses)
    for slug, clause in result.items():
        if clause.choices and _replaced(clauses[slug], clause):
            result[slug] = changed(clause, replaced=True)
    return result


def no_option(name: str, options: Mapping[str, Option], where: str) -> OptionError:
    """Return the error for an unknown option."""
    taken = ", ".join(known for known, other in options.items() if not other.excluded)
    return OptionError(
        f"{where} has no option {checks.said(name)}{near(name, options, _others(where, 'options'))} "
        f"Its options: {taken or 'none'}"
    )


def _tell(
    clauses: dict[str, Clause], option: Option, value: OptionChoice, before: Mapping[str, Clause]
) -> None:
    """Add an option to the text and the evidence of each clause that it has changed, since refusals quote the clause,
    and settlements use its grade. A parameter that had the value ``before`` keeps its evidence.
    """
    if option.kind == "choice":
        found = next(v for v in option.values if v.value == value)
        said, sources, paths = found.text, found.sources, list(found.set)
    else:
        said, sources, paths = f"{value}.", option.sources, [option.parameter]
    parameters: dict[str, list[str]] = {}
    for path in paths:
        slug, _, parameter = path.partition(":")
        parameters.setdefault(slug, []).append(parameter)
    for slug, names in parameters.items():
        clause = clauses[slug]
        text = f"{clause.text} Here the option “{option.title}” applies: {said}"
        new = tuple(name for name in names if _parameter(clause, name) != _parameter(before[slug], name))
        choices = (*clause.choices, Choice(option.name, value, new, sources)) if new else clause.choices
        clauses[slug] = changed(clause, text=text, choices=choices)


def _parameter(clause: Clause, name: str) -> Any:
    """Return the value that a clause gives a parameter, ``mechanism.parameter``; None if it gives none."""
    mechanism, _, parameter = name.partition(".")
    return clause.rule.get(mechanism, {}).get(parameter)


def _replaced(old: Clause, new: Clause) -> bool:
    """Return whether options have set every parameter that a clause had; always false if one of its mechanisms had no
    parameters.
    """
    had = {
        f"{mechanism}.{name}" for mechanism, parameters in old.rule.items() for name in parameters or ("",)
    }
    return had <= {name for choice in new.choices for name in choice.parameters}


def _effects(option: Option, value: OptionChoice) -> dict[str, Any]:
    if option.kind == "table":
        return {option.parameter: _read_table(str(value))}
    if option.kind != "choice":
        return {option.parameter: value}
    chosen = next(v for v in option.values if v.value == value and type(v.value) is type(value))
    effects = dict(chosen.set)
    effects |= {f"{slug}:": True for slug in chosen.enable} | {f"{slug}:": False for slug in chosen.disable}
    return effects


def _lay(clauses: dict[str, Clause], path: str, value: Any, place: str, unstated: Unstated | None) -> None:
    """Apply one value to the clauses; for a default, only check that it agrees with the clause, or with ``unstated``
    if the clause leaves the parameter out."""
    slug, _, rest = path.partition(":")
    mechanism, _, parameter = rest.partition(".")
    clause = clauses[slug]
    if not rest:
        if unstated and clause.enabled != value:
            raise RecordError(
                f"{place}: its default says {slug} is {'in' if value else 'out of'} force; the clause differs"
            )
        clauses[slug] = changed(clause, enabled=value)
        return
    if mechanism not in clause.rule:
        raise RecordError(
            f"{place}: {path!r} names mechanism {mechanism!r}, which clause {slug!r} does not have"
        )
    if unstated:
        old = clause.rule[mechanism].get(parameter, fixed(unstated(mechanism, parameter)))
        if old != value:
            said, known = checks.said(value), checks.said(old)
            raise RecordError(f"{place}: its default sets {path} = {said}, but the clause says {known}")
        return
    clauses[slug] = changed(
        clause, rule={**clause.rule, mechanism: {**clause.rule[mechanism], parameter: value}}
    )


_TRUTH = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def spelt(option: Option | None, value: OptionChoice) -> OptionChoice:
    """Return a value in the spelling of the record. Numbers may be given as strings, and strings as numbers; *yes*,
    *on* and true are the same, as are *no*, *off* and false; case is ignored, and underscores may replace hyphens.
    """
    if option is None or option.kind == "table":
        return value
    if option.kind == "integer":
        return checks.number(value)  # type: ignore[no-any-return]
    exact = [
        v.value for v in option.values if (type(value), value) in [(type(a), a) for a in (v.value, *v.also)]
    ]
    meant = exact or [v.value for v in option.values if any(_same(value, a) for a in (v.value, *v.also))]
    return meant[0] if len(meant) == 1 else value


def _same(given: OptionChoice, known: OptionChoice) -> bool:
    """Return whether two values differ only in spelling."""
    one, other = _plain(given), _plain(known)
    if one in _TRUTH and other in _TRUTH:
        return _TRUTH[one] == _TRUTH[other]
    return one == other and bool(one)


def _plain(value: OptionChoice) -> str:
    long = type(value) is int and abs(value) >= 10**9
    return "" if long else str(value).lower().replace("_", "-")


def check_value(option: Option, value: OptionChoice, where: str, error: type[Exception]) -> None:
    if option.kind == "choice":
        found = next((v for v in option.values if v.value == value and type(v.value) is type(value)), None)
        if found is not None and found.excluded:
            raise error(f"{where} does not allow {option.name} = {checks.said(value)}: {found.excluded}")
        if found is None:
            offered = ", ".join(repr(v.value) for v in option.values if not v.excluded)
            hint = _meant(option, value, where).removesuffix(".")
            raise error(
                f"{where}: {option.name} = {checks.said(value)} is not offered; expected one of {offered}{hint}"
            )
    elif option.kind == "integer":
        low, high = option.range or (-(10**9), 10**9)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise error(
                f"{where}: {option.name} = {checks.said(value)} is not a whole number from {low} to {high}"
            )
    elif not isinstance(value, str) or write_table(_read_table(value)) != value:
        said = (
            f"{where}: {option.name} = {checks.said(value)} is no table; expected whole numbers by name, such as 'a:5.b:10', "
            "or the path of a TOML file that holds them, such as pathlib.Path('card.toml')"
        )
        if issubclass(error, OptionError):
            raise OptionMisfit(said, "expected each name once, with a whole number", option=option.name)
        raise error(said)


def _meant(option: Option, value: OptionChoice, where: str) -> str:
    """Return the end of an error message that suggests the value nearest to a wrong one, or the value of which it is
    another name."""
    if not isinstance(value, str):
        return "."
    offered = [v.value for v in option.values if isinstance(v.value, str) and not v.excluded]
    return near(value, offered, value_names(where, option.name))


def value_names(where: str, option: str) -> Mapping[str, Sequence[str]]:
    """Return the other names of an option's values in the family of a rule set."""
    names = _others(where, "values").items()
    return {other.partition("=")[2]: meant for other, meant in names if other.partition("=")[0] == option}


def _others(where: str, kind: str) -> Mapping[str, Sequence[str]]:
    """Return the other names for things of a kind in the family of a rule set."""
    return reader.known_as(where.partition("/")[0], kind)


def written(given: Table, place: str) -> str:
    """Return a table, given directly or as the path of a TOML file, as one string. Raises ``OptionError``.

    Tables and lists inside it become longer names: ``[short]`` with ``5 = [10, 20]`` is ``short-5-1:10.short-5-2:20``.
    """
    if isinstance(given, Mapping):
        return write_table(_flat(given, place))
    try:
        path = Path(given)
    except (TypeError, ValueError):  # such as a path in bytes
        raise OptionError(f"{place}: expected the path of a TOML file, got {checks.said(given)}") from None
    return write_table(_flat(_read_file(path), str(path)[: checks.LONGEST]))


def _read_file(path: Path) -> Mapping[str, Any]:
    try:
        return reading.toml(reading.file(path))
    except reading.Unreadable as error:
        raise OptionError(f"{str(path)[: checks.LONGEST]}: {error}; expected a table in TOML") from None


def _flat(table: Mapping[str, Any], place: str) -> dict[str, int]:
    """Return a table flattened to one level, with names joined by hyphens. Raises ``OptionError``, naming ``place`` and
    the entry."""
    found: dict[str, int] = {}
    for name, number in _leaves(table, (), place):
        if name in found:
            raise OptionError(f"{place}: {checks.said(name)} is given twice")
        if len(found) == checks.MANY:
            raise OptionError(f"{place}: the table is too long; expected at most {checks.MANY} numbers")
        found[name] = number
    if not found:
        raise OptionError(f"{place}: the table is empty; expected at least one name with a whole number")
    return found


def _leaves(value: Any, names: tuple[str, ...], place: str) -> Iterator[tuple[str, int]]:
    name = "-".join(names)
    if len(names) > _NESTED:
        raise OptionError(
            f"{place}: {checks.said(name)} is nested too deeply; expected at most {_NESTED} levels"
        )
    if isinstance(value, Mapping):
        for key, inner in value.items():
            part = str(key) if type(key) is int and 0 <= key < 10**9 else key  # such as a number of tricks
            if not isinstance(part, str) or not re.fullmatch(r"[\w-]{1,60}", part):
                raise OptionError(
                    f"{place}: {checks.said(key)} is not a name; expected letters, digits and hyphens"
                )
            yield from _leaves(inner, (*names, part), place)
    elif isinstance(value, list | tuple):
        for at, inner in enumerate(value, 1):
            yield from _leaves(inner, (*names, str(at)), place)
    elif type(number := checks.number(value)) is int and 0 <= number < 10**9:
        yield name, number
    else:
        raise OptionError(
            f"{place}: {name[: checks.LONGEST]} is {checks.said(value)}; expected a whole number of counters, 0 or more"
        )


def write_table(table: Mapping[str, int]) -> str:
    """Return a table of whole numbers as one string, ``a:5.b:10``, the form in which an option of kind ``table`` is
    stored."""
    return ".".join(f"{name}:{number}" for name, number in table.items())


def _read_table(text: str) -> dict[str, int]:
    """Return a table from its stored form; anything but whole numbers is left out."""
    pairs = [entry.partition(":") for entry in text.split(".") if entry]
    return {name: int(number) for name, _, number in pairs if re.fullmatch(r"-?\d{1,9}", number)}


def word(value: OptionChoice) -> str:
    """Return a value as written in conditions."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def option_text(value: OptionChoice) -> str:
    """Return a value as written in a record and on the command line."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def option_value(text: str) -> OptionChoice:
    """Return the value that a text in the form of ``option_text`` represents."""
    if text in ("yes", "no"):
        return text == "yes"
    found: OptionChoice = checks.number(text)
    return found


def _check_company(
    chosen: Option | OptionValue,
    of: str,
    said: str,
    effective: Mapping[str, OptionChoice],
    options: Mapping[str, Option],
) -> None:
    for kind, conditions in (("requires", chosen.requires), ("excludes", chosen.excludes)):
        for condition in conditions:
            name, _, wanted = condition.partition("=")
            if name not in effective:
                continue
            now = effective[name]
            met = word(now) in wanted.split("|") if wanted else now != options[name].default
            if met == (kind == "excludes"):
                what = condition if wanted else f"a choice of {name}"
                needed = None if kind == "excludes" else wanted.split("|") if wanted else []
                told = f"{said} {kind} {what}; {name} is {now!r}"
                raise OptionClash(told, (of, effective[of]), (name, now), needed)
