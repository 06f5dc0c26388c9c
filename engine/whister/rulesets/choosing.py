"""Options given by the user, which are looked up in a rule set and its parents, converted to text, and applied to the
clauses."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from whister import checks
from whister.clause import Clause, Option
from whister.errors import OptionError
from whister.rulesets import reader
from whister.rulesets.options import (
    OptionChoice,
    Table,
    Unstated,
    applies,
    check_value,
    no_option,
    overlaid,
    spelt,
    written,
)
from whister.rulesets.overlays import Stack, stacked

_LONGEST_TABLE = 20_000  # the most characters in a price list


def texts_of(stack: Stack, options: Mapping[str, OptionChoice | Table]) -> dict[str, OptionChoice]:
    """Return the chosen values, with a table as one string. Raises ``OptionError`` for a value that no option
    accepts."""
    rule_set = stack.facts["id"]
    texts: dict[str, Any] = {
        name: written(value, f"{rule_set}: {name}")
        if isinstance(value, Mapping | os.PathLike) and _is_table(stack, name)
        else value
        for name, value in options.items()
    }
    for name, value in texts.items():
        if not isinstance(value, str | int) or (isinstance(value, str) and len(value) > _LONGEST_TABLE):
            raise _no_value(stack, name, value)
    return texts


def _is_table(stack: Stack, name: str) -> bool:
    return name in stack.options and stack.options[name].kind == "table"


def _no_value(stack: Stack, name: str, value: Any) -> OptionError:
    """Return the error for a value of a kind or length that no option accepts. If the named option exists, the error
    says what that option accepts."""
    options, rule_set = stack.options, stack.facts["id"]
    if name not in options:
        return no_option(name, options, rule_set)
    try:
        check_value(options[name], value, rule_set, OptionError)
    except OptionError as error:
        return error
    return OptionError(
        f"{rule_set}: {name} = {checks.said(value)}; a table in one text has at most {_LONGEST_TABLE} characters"
    )


def in_file(error: OptionError, stack: Stack, options: Mapping[str, object]) -> OptionError:
    """Return the error, with the file's name in front if a table read from a file caused it."""
    known, rule_set = stack.options, stack.facts["id"]
    for name, value in options.items():
        slugs = known[name].clauses if name in known else ()
        about = tuple(f"{rule_set}#{slug}: " for slug in slugs)
        if isinstance(value, os.PathLike) and str(error).startswith(about):
            return OptionError(f"{os.fspath(value)}: {error}")
    return error


@lru_cache(maxsize=64)
def stack_of(rule_set: str) -> Stack:
    """Return a published rule set before any option is chosen."""
    return stacked(reader.chain(rule_set))


def laid_over(
    stack: Stack, chosen: Mapping[str, OptionChoice], unstated: Unstated
) -> tuple[dict[str, Clause], dict[str, Option], dict[str, OptionChoice]]:
    """Return the clauses with the options applied, the options whose clauses all exist, and the chosen values in
    standard spelling."""
    clauses, where = stack.clauses, stack.facts["id"]
    options = {name: option for name, option in stack.options.items() if applies(option, clauses)}
    for name in chosen:
        if name in stack.options and name not in options:
            lost = [slug for slug in stack.options[name].clauses if slug not in clauses]
            why = next((stack.gone[slug] for slug in lost if stack.gone.get(slug)), "")
            if why:
                raise OptionError(f"{where} does not allow the option {name!r}: {why}")
    chosen = {name: spelt(options.get(name), value) for name, value in chosen.items()}
    return overlaid(clauses, options, chosen, where, unstated), options, chosen
