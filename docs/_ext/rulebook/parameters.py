"""The parameters of a mechanism, for reading: `follow()`, `points(QS=13)`, and tables where they are tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes

from .nodes import Cell, table

if TYPE_CHECKING:
    from whister import Clause

LONG = 240
"""A mechanism's text is cut at this many characters; the record's file has the rest."""


def rule_text(name: str, parameters: Mapping[str, Any]) -> str:
    """Return a mechanism with its parameters as one line: `deal(packets=[4, 4, 5])`."""
    stated = ", ".join(f"{key}={plain(value)}" for key, value in parameters.items())
    text = f"{name}({stated})"
    return text if len(text) <= LONG else text[:LONG] + "…)"


def plain(value: object) -> str:
    """Return a parameter's value as short text."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(plain, value)) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value == "" else str(value)


def changed_parameters(before: Clause, after: Clause) -> list[tuple[str, str, str]]:
    """Return what differs between two states of a clause: `(mechanism.parameter, before, after)`."""
    return [
        each for name in dict.fromkeys([*before.rule, *after.rule]) for each in _changes(name, before, after)
    ]


def _changes(name: str, before: Clause, after: Clause) -> list[tuple[str, str, str]]:
    old, new = before.rule.get(name), after.rule.get(name)
    if old is None or new is None:
        return [
            (name, "" if old is None else rule_text(name, old), "" if new is None else rule_text(name, new))
        ]
    return [
        (f"{name}.{key}", plain(old.get(key, "unset")), plain(new.get(key, "unset")))
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]


def parameter_tables(clause: Clause) -> list[nodes.Node]:
    """Return a table for each parameter of the clause that is one: rows of equal lists."""
    return [
        _grid(rows)
        for parameters in clause.rule.values()
        for rows in parameters.values()
        if isinstance(rows, Mapping)
        and len(rows) > 1
        and all(isinstance(row, (list, tuple)) for row in rows.values())
    ]


def _grid(rows: Mapping[str, Any]) -> nodes.table:
    width = max(len(row) for row in rows.values())
    headings = ["", *(str(number + 1) for number in range(width))]
    return table(
        headings, [[Cell(str(key)), *(Cell(str(cell)) for cell in row)] for key, row in rows.items()]
    )
