"""Sheets shown over the table: the settlement, the score, the deal in words, the rules, and the keys."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from whister.cli.table import words

Json = dict[str, Any]
KEYS = (
    ("← →", "along your hand, or what is offered"), ("Enter", "play the card, take it up, choose"),
    ("Tab", "to what is offered, and back"), ("i", "a hint: what to do, and why"), ("u", "take back"), ("n", "the next deal"),
    ("N", "a new game"), ("s", "the score"), ("p", "turning points: your costliest decisions"), ("l", "the deal in words"), ("r", "the rules in force"), ("k", "the record, to keep or send"),
    ("4", "suits in two colours or in four"), ("t", "light or dark"), ("? h", "these keys"), ("q", "leave the table"),
)  # fmt: skip
BARRED = "× on a card: not now. Go to it to read why, and by which rule. The mouse does all of this too."


class Paper(ModalScreen[str]):
    """A sheet to read and close; some keys close it with a result."""

    def __init__(
        self, title: str, *parts: Any, foot: str = "Esc closes", keys: dict[str, str] | None = None
    ) -> None:
        super().__init__()
        self.head, self.parts, self.foot = title, parts, foot
        self.ends = dict.fromkeys(("escape", "q", "enter", "space", "question_mark", "h"), "") | (keys or {})

    def compose(self) -> ComposeResult:
        with Vertical(id="paper"):
            yield Static(Text(self.head, "bold"), id="paper-head")
            with VerticalScroll(id="paper-body"):
                for part in self.parts:
                    yield Static(part)
            yield Static(Text(self.foot, "dim"), id="paper-foot")

    def on_key(self, event: events.Key) -> None:
        """Close the sheet on one of its keys; the table's keys have no effect until then."""
        word = self.ends.get(event.key, self.ends.get(event.character or ""))
        if word is not None:
            event.stop()
            self.dismiss(word)

    def on_click(self) -> None:
        """Close on a click."""
        self.dismiss("")


def keys() -> Paper:
    """Return the sheet that lists the keys."""
    table = Table.grid(padding=(0, 2))
    for key, does in KEYS:
        table.add_row(Text(key, "bold"), does)
    return Paper("Keys", Text(BARRED), Text(""), table)


def settlement(state: Json) -> Paper:
    """Return the sheet of the settlement: the amounts for each seat, then each line with its clause and its
    evidence."""
    settled = state["settlement"]
    end = settled["end"] is not None
    rules = state["rules"]
    lines = [
        Text(line)
        for line in (
            *words.settlement_rest(state),
            f"# is a rule of {rules['id']}, and after it its evidence.",
        )
    ]
    return Paper(
        words.verdict(settled), Text(f"{state['prompt']}\n"), grid(words.settlement_table(state), settled["unit"]), *lines,
        foot=f"{'N new game' if end else 'Enter or n deals again'} · u undo · s score · p turning points · Esc closes",
        keys={"u": "undo", "s": "score", "p": "turning", "N": "new", "n": "new" if end else "next", "enter": "new" if end else "next"},
    )  # fmt: skip


def score(state: Json, sheet: list[Json]) -> Paper:
    """Return the sheet with the scores of the game so far."""
    rows = words.score_rows(state, sheet)
    parts: list[Any] = [grid(rows, "")] if rows else [Text("No deal has been settled yet.")]
    ends = state["settlement"] and state["settlement"].get("ends")
    if ends:
        parts.append(Text(f"\n{ends['text']} [{ends['clause']['id']}]"))
    return Paper(f"The game so far, in {state['unit']}", *parts)


def turning(found: Json) -> Paper:
    """Return the sheet with the visitor's decisions that cost most, and why something else was better."""
    parts = [
        Text("\n   ".join([f"{number}. {text}", *(["The better choice:"] if reasons else []), *reasons, ""]))
        for number, (text, reasons) in enumerate(words.turning_points(found), 1)
    ]
    return Paper("Turning points", Text(f"{words.turning_title(found)}\n"), *parts)


def grid(rows: list[list[str]], corner: str) -> Table:
    """Return rows as a table whose first row is the header."""
    table = Table(box=None, padding=(0, 1), expand=False)
    if rows:
        head, *others = rows
        table.add_column(head[0] or corner, max_width=34)
        for name in head[1:]:
            table.add_column(name, justify="right" if name != "What" else "left")
        for row in others:
            last = row[0] in ("This deal", "Total")
            text, _, rests = row[0].partition("\n")
            first = Text.assemble(text, (f"\n{rests}" if rests else "", "dim"))
            table.add_row(first, *row[1:], style="bold" if last else "")
    return table
