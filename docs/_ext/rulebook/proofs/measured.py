"""Measurements of the engine on a page: the stored tables of the benchmarks, with day, machine and command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.nodes import Cell, details, moment, paragraph, table
from rulebook.base.questions import note_file
from rulebook.domain.directive import RuleDirective
from rulebook.proofs.proof import told_day
from whister.words import listed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[4]
RESULTS = ROOT / "tests/benchmarks/results"
HEAD = ("What", "Median", "Goal", "Smallest to largest")
VERDICTS = ("met", "open", "not met")
FOLDED = 20
"""The most rows of a table that is not folded."""


class Measured(RuleDirective):
    """Show the figures of the benchmarks named by the argument; with ``:part:``, only that part of the table."""

    option_spec = {"part": str}  # noqa: RUF012  (docutils does the same)
    folder: Path = RESULTS

    def run(self) -> list[nodes.Node]:
        """Return the table and, below it, when, where and how it was measured."""
        name = self.arguments[0]
        file = self.folder / f"{name}.json"
        note_file(file)
        if not file.is_file():
            return [paragraph("Not measured yet.")]
        kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
        part = self.options.get("part")
        figures = [each for each in kept["figures"] if part in (None, each["part"])]
        if not figures:
            return [paragraph("Not measured yet.")]
        rows = [
            [each["what"], each["value"], each["target"] or "–", each["spread"] or "–"] for each in figures
        ]
        found = _table(kept.get("head", HEAD), rows)
        if len(rows) > FOLDED:
            found = details(f"All {len(rows)} figures", found)
        return [*_judged(figures), found, _how(kept)]


def _table(head: Sequence[str], rows: list[list[str]]) -> nodes.Element:
    return table(tuple(head), [[Cell(nodes.Text(said)) for said in row] for row in rows], widths=(5, 2, 1, 3))


def _judged(figures: list[dict[str, Any]]) -> list[nodes.Node]:
    """Return, if each figure is judged by a goal, how many meet it and which do not."""
    verdicts = {
        verdict: [each["what"] for each in figures if each["target"] == verdict] for verdict in VERDICTS
    }
    met, *rest = verdicts.values()
    if len(figures) < 2 or sum(map(len, verdicts.values())) != len(figures):
        return []
    said = [f"{len(met)} of {len(figures)} meet the goal"]
    said += [
        f"{verdict}: {listed(names)}" for verdict, names in zip(VERDICTS[1:], rest, strict=True) if names
    ]
    return [paragraph("; ".join(said) + ".")]


def _how(kept: dict[str, Any]) -> nodes.paragraph:
    day = date.fromisoformat(kept["date"]).isoformat()
    where = f" on {kept['machine']}, with Python {kept['python']} and Whister {kept['whister']}: "
    when = moment(told_day(day), told_day(day), datetime=day)
    return paragraph(
        "Measured ", when, where, nodes.literal("", kept["command"]), ".", classes=["claim-note"]
    )


def setup_measured(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive_to_domain("rule", "measured", Measured)
