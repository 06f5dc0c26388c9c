"""Worked examples on the table: the position after each session, and the links that a replay follows.

An example is run once when its page is built. For each session that leaves a deal in a new position, the page has a
link to that position; a table replays the example along these links, one action at a time (`table/replay.mjs`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress
from doctest import DocTestParser
from io import StringIO
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.elements import Html, h
from rulebook.base.nodes import details
from rulebook.base.wrapped import add_wrapped_node
from rulebook.pictures.figure import cards_figure
from rulebook.python.console import session
from rulebook.table.see import see_it
from whister import Deal, NotationError, Session
from whister.links.deal_record import DealRecord

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class worked_example(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """An example that a table can replay."""


def positions(sources: Sequence[str], path: str) -> list[str]:
    """Return the record of the current deal after each session; empty if it is unchanged or there is no deal.

    The current deal is the one last dealt or acted on.
    """
    found: list[str] = []
    known: dict[int, tuple[Deal, int]] = {}
    before = text = ""
    names: dict[str, Any] = {}
    for source in sources:
        for example in DocTestParser().get_examples(source):
            if _compares(example.source):
                continue
            with redirect_stdout(StringIO()), suppress(Exception):  # an example may show a refusal
                exec(compile(example.source, path, "single"), names)
            for value in list(names.values()):
                deal = value.deal if isinstance(value, Session) else value
                if isinstance(deal, Deal) and known.get(id(deal)) != (deal, len(deal.actions)):
                    known[id(deal)] = (deal, len(deal.actions))
                    text = _record(deal)
        found.append(text if text != before else "")
        before = text
    return found


def _compares(source: str) -> bool:
    """Return whether a statement is only a comparison, which changes nothing and may take a long time."""
    (statement,) = ast.parse(source).body
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Compare)


def _record(deal: Deal) -> str:
    """Return the record of a deal; empty for a position whose cards are not all known."""
    try:
        return str(DealRecord.of(deal))
    except NotationError:
        return ""


def on_the_table(shown: list[nodes.Node], records: Sequence[str]) -> list[nodes.Node]:
    """Show, above each session that changes the position, the cards as it leaves them; add a button that replays the example.

    Parts that show no cards are folded away.
    """
    sessions = [found for node in shown for found in node.findall(session)]
    kept = records[len(records) - len(sessions) :]
    if not any(kept):
        return shown
    example = worked_example("", *shown)
    for number, (found, record) in enumerate(zip(sessions, kept, strict=True), 1):
        folded = found.parent
        if record:
            where = f"after session {number}"
            position = nodes.paragraph(
                "", "", cards_figure(deal=record, caption=where.capitalize(), shown=True), nodes.Text(" "),
                see_it(record, "on the table", where), classes=["session-see"],
            )  # fmt: skip
            folded.parent.insert(folded.parent.index(folded), position)
    example[:] = list(_without_cards_folded(example.children))
    return [example]


def _without_cards_folded(parts: Sequence[nodes.Node]) -> Iterator[nodes.Node]:
    """Fold away each part under a heading that shows no cards, since it is for readers who use Python."""
    under: list[list[nodes.Node]] = [[]]
    for part in parts:
        if isinstance(part, nodes.rubric):
            under.append([])
        under[-1].append(part)
    for heading, *rest in filter(None, under):
        cards = any(
            "session-see" in part.get("classes", ()) for part in rest if isinstance(part, nodes.Element)
        )
        if isinstance(heading, nodes.rubric) and not cards:
            folded = details([nodes.Text(heading.astext())], *rest, classes=["example-more"])
            folded["ids"] += heading["ids"]
            yield folded
        else:
            yield from (heading, *rest)


def _opening(node: nodes.Element) -> Html:
    button = h("button", {"type": "button", "class": "example-replay"}, "Step through on the table")
    return h("div", {"class": "worked-example"}, h("p", {"class": "example-through"}, button))


def setup_replay(app: Sphinx) -> None:
    """Register the example."""
    add_wrapped_node(app, worked_example, _opening)
