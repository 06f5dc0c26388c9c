"""The directive `rule:first-hand`: a guided deal, as steps to read and to play at the page's table.

```{rule:first-hand} hearts/black-lady
```

The page lists the steps that `table/guide.mjs` shows beside the table; `guided_deal` reads and plays the deal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from rulebook.base.elements import Html, h
from rulebook.base.nodes import bullet_list, details, joined, marked_text, paragraph
from rulebook.base.wrapped import add_wrapped_node
from rulebook.domain.directive import RuleDirective
from rulebook.table.directive import in_words
from rulebook.table.guided_deal import BadGuide, Guide, Move, guide_file, played, read_guide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx

INVITATION = "Your first hand: learn by playing it"


class first_hand(nodes.General, nodes.Element):  # noqa: N801  (nodes are named like tags)
    """A guided deal that can be played at a table. Attribute: `deal`, the data for the table's script, as JSON."""


class FirstHand(RuleDirective):
    """Show the guided deal of a rule set."""

    def run(self) -> list[nodes.Node]:
        """Return the steps, folded away under a summary, with the button that starts the guided deal."""
        rules = self.rules()
        try:
            guide = read_guide(guide_file(Path(self.env.srcdir), rules.id))
            moves = played(guide)
        except BadGuide as error:
            raise self.error(str(error)) from error
        steps = nodes.enumerated_list(classes=["first-hand-steps"], enumtype="arabic", prefix="", suffix=".")
        for step in guide.steps:
            said = [paragraph(step.say, classes=["first-hand-say"])]
            hints = [marked_text(hint) for hint in step.hints]
            shown = [bullet_list(hints, classes=["first-hand-hints"])] if hints else []
            steps += nodes.list_item("", *said, *shown, self._clauses(guide, step.clauses))
        content = [
            paragraph(guide.aim, classes=["first-hand-aim"]),
            paragraph("Your cards:"), in_words(moves[0].before)[1],
            steps,
            paragraph(guide.end, classes=["first-hand-end"]), self._clauses(guide, guide.end_clauses),
        ]  # fmt: skip
        summary = f"The {len(guide.steps)} steps of this hand, to read"
        found = first_hand("", details(summary, *content), deal=json.dumps(for_the_table(guide, moves)))
        self.set_source_info(found)
        return [found]

    def _clauses(self, guide: Guide, slugs: Sequence[str]) -> nodes.paragraph:
        links = [[self.link("clause", f"{guide.rules}#{slug}")] for slug in slugs]
        word = "Rule: " if len(links) == 1 else "Rules: "
        return paragraph(word, *joined(links, ", "), classes=["first-hand-rules"])


def for_the_table(guide: Guide, moves: Sequence[Move]) -> dict[str, Any]:
    """Return the data for the table: the whole record and, for each move, the number of actions before it."""
    return {
        "record": moves[-1].after["record"],
        "seat": guide.seat,
        "otherwise": [step.otherwise for step in guide.steps],
        "moves": [
            {"step": move.step, "do": move.do, "hint": move.hint, "at": _length(move.before["record"])}
            for move in moves
        ],
    }


def _length(record: str) -> int:
    """Return the number of actions in a record."""
    done = record.rsplit("~", maxsplit=1)[-1]
    return len(done.split("_")) if done else 0


def _opening(node: nodes.Element) -> Html:
    button = h("button", {"type": "button", "class": "first-hand-play"}, INVITATION)
    attrs = {"class": "first-hand", "data-deal": node["deal"]}
    return h("div", attrs, h("p", {"class": "first-hand-invitation"}, button))


def setup_first_hand(app: Sphinx) -> None:
    """Register the directive and its node."""
    add_wrapped_node(app, first_hand, _opening)
    app.add_directive_to_domain("rule", "first-hand", FirstHand)
