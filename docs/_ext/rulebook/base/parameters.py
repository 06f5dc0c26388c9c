"""The parameters of a mechanism in readable form: `follow()`, `points(QS=13)`, and tables where suitable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.nodes import Cell, table
from whister.reference.comparing import rule_in_words

if TYPE_CHECKING:
    from whister import Clause

LONG = 240
"""A mechanism's text is cut to this many characters; the record contains all of it."""


def rule_text(name: str, parameters: Mapping[str, Any]) -> str:
    """Return a mechanism with its parameters on one line: `deal(packets=[4, 4, 5])`."""
    text = rule_in_words(name, parameters)
    return text if len(text) <= LONG else text[:LONG] + "…)"


def parameter_tables(clause: Clause) -> list[nodes.Node]:
    """Return a table for each parameter of the clause that is a list of equally long lists."""
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
