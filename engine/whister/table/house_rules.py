"""The options of a rule set as a form: the choices before the deal, their meaning, and the sources that support
them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from whister.clause import Option, OptionValue, Source, best
from whister.errors import OptionClash, OptionError, OptionMisfit
from whister.rules import Rules, load
from whister.rulesets.options import OptionChoice, written
from whister.table.option_groups import for_this_table, groups
from whister.table.reasons import clause_told

Json = dict[str, Any]
LONGEST = 90
"""The length above which a line of a list is shortened, in characters."""
TO_WRITE = "List each name once, followed by a colon and a whole number, with spaces between. Leave it empty for the usual values."
"""Instructions for writing a table in a form."""


def form(rules: Rules) -> list[Json]:
    """Return every option that may be chosen, in the order of the rule set, with the current choice."""
    return [_told(rules, option) for option in _open(rules)]


def form_at_table(rules: Rules) -> list[Json]:
    """Return the options of the form that have more than one choice for this number of players, with those choices."""
    told = []
    for option in _open(rules):
        entry = _told(rules, option)
        if option.kind == "choice":
            here = [value.value for value in for_this_table(rules, option, _offered(option))]
            entry["values"] = [
                value
                for value, offered in zip(entry["values"], _offered(option), strict=True)
                if offered.value in here
            ]
        if option.kind != "choice" or len(entry["values"]) > 1:
            told.append(entry)
    return told


def grouped(rules: Rules, told: Sequence[Json]) -> list[Json]:
    """Return the names of a form's options in groups, beginning with the groups that players want most."""
    return groups(rules, [entry["name"] for entry in told])


def _open(rules: Rules) -> list[Option]:
    return [option for option in rules.options.values() if not option.fixed and not option.excluded]


def _told(rules: Rules, option: Option) -> Json:
    offered, lines = _offered(option), lines_of(option)
    return {
        "name": option.name, "title": option.title, "text": f"{option.text} {TO_WRITE}" if option.kind == "table" else option.text, "kind": option.kind,
        "default": option.default, "chosen": rules.chosen.get(option.name, option.default),
        "range": list(option.range) if option.range else None,
        "values": [_value(rules, option, *pair) for pair in zip(offered, lines, strict=True)],
        "example": _example(rules, option) if option.kind == "table" else "", "clauses": list(option.clauses),
        "url": f"{rules.id}/#option-{option.name}", **_rests(option.sources),
    }  # fmt: skip


def _value(rules: Rules, option: Option, value: OptionValue, line: str) -> Json:
    return {
        "value": value.value, "line": line, "text": value.text, "url": f"{rules.id}/#{option.name}.{value_word(value.value)}",
        **_rests(value.sources),
    }  # fmt: skip


def _offered(option: Option) -> list[OptionValue]:
    return [value for value in option.values if not value.excluded]


def lines_of(option: Option) -> list[str]:
    """Return the choices of an option as lines of a list: the first words of each, with its name if another choice
    begins with the same words."""
    begun = [_beginning(value.text) for value in _offered(option)]
    names = [_spoken(value.value) for value in _offered(option)]
    return [
        f"{words} ({name})" if words and begun.count(words) > 1 else words or name
        for words, name in zip(begun, names, strict=True)
    ]


def _beginning(text: str) -> str:
    first = re.split(r"(?<=[.;])\s", text, maxsplit=1)[0]
    return _cut(first) if len(first) > LONGEST else re.sub(r"[.;]$", "", first)


def _cut(text: str) -> str:
    """Return text on one line, shortened if it is too long."""
    return re.sub(r",?\s+\S*$", "", text[:LONGEST]) + " …" if len(text) > LONGEST else text


def _spoken(value: OptionChoice) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("-", " ")


def _example(rules: Rules, option: Option) -> str:
    """Return an example table for this option alone, from a case of a clause that it sets; empty if no case has one."""
    for case in (case for slug in option.clauses for case in rules.clauses[slug].cases):
        chosen = case.given.get("options", {})
        if list(chosen) == [option.name] and isinstance(given := chosen[option.name], Mapping):
            try:
                text = written(given, case.id)
                load(rules.id, None, **{option.name: text})
                return text
            except OptionError:  # a case of a refusal, or of the rule set that this one extends
                continue
    return ""


def _rests(sources: tuple[Source, ...]) -> Json:
    """Return what supports a choice: the grade, and the keys of its sources in the bibliography."""
    supports = [source for source in sources if not source.relation]
    return {"evidence": str(best(sources)) if sources else "", "sources": [source.key for source in supports]}


def clash(error: OptionClash) -> Json:
    """Return two choices that cannot be combined, for a form that has its own wording for them."""
    wanted = None if error.wanted is None else list(error.wanted)
    return {
        "option": error.option,
        "value": error.value,
        "other": error.other,
        "now": error.now,
        "wanted": wanted,
    }


def misfit(error: OptionMisfit) -> Json:
    """Return a value that a rule does not accept, with the option or the clause, for a form that shows the option's
    title."""
    return {"option": error.option, "clause": error.clause, "why": error.why}


def in_force(rules: Rules) -> list[Json]:
    """Return the options that differ from the published rule set, as worded on the form, each with its address."""
    told = []
    for name, chosen in rules.chosen.items():
        option = rules.options[name]
        if chosen != option.default:
            anchor = f"{name}.{value_word(chosen)}" if option.kind == "choice" else f"option-{name}"
            told.append(
                {"title": option.title, "value": line_of(option, chosen), "url": f"{rules.id}/#{anchor}"}
            )
    return told


def unsourced(rules: Rules) -> list[Json]:
    """Return the results that these rules may leave unpaid, since no source gives the price, each with the clause that
    needs the price."""
    return [{"text": text, "clause": clause_told(clause)} for clause, text in rules.unsourced]


def line_of(option: Option, chosen: OptionChoice) -> str:
    """Return the choice as worded on the form; for a table, its first numbers."""
    if option.kind == "table":
        return _cut(str(chosen).replace(":", " ").replace(".", ", "))
    lines = {value.value: line for value, line in zip(_offered(option), lines_of(option), strict=True)}
    return lines.get(chosen, str(chosen))


def value_word(value: OptionChoice) -> str:
    """Return a value as it is written in addresses and typed on the command line."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


__all__ = [
    "clash", "form", "form_at_table", "grouped", "in_force", "line_of", "lines_of", "misfit", "unsourced", "value_word",
]  # fmt: skip
