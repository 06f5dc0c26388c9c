"""The visitor's hand: a row of cards with a cursor. Arrow keys move the cursor, Enter plays, and a click does both."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from whister.cli.table.felt import BRASS, CARD, CARD_BARRED, colour, short

Json = dict[str, Any]
ROWS = 4  # a picked card is a row higher; the cursor is below


class Hand(Widget, can_focus=True):
    """The visitor's cards. The table's state alone determines which cards are barred, and why."""

    DEFAULT_CSS = "Hand { height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Card", show=False), Binding("right", "move(1)", "Card", show=False),
        Binding("home", "edge(0)", show=False), Binding("end", "edge(-1)", show=False),
        Binding("up", "row(-1)", show=False), Binding("down", "row(1)", show=False),
        Binding("enter", "choose", "Play"), Binding("space", "choose", show=False),
    ]  # fmt: skip

    class Reached(Message):
        """The message that the cursor is on a card."""

        def __init__(self, card: Json) -> None:
            super().__init__()
            self.card = card

    class Chosen(Message):
        """The message that a card has been chosen."""

        def __init__(self, place: int, card: Json) -> None:
            super().__init__()
            self.place, self.card = place, card

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.cards: list[Json] = []
        self.barred: set[int] = set()
        self.picked: set[int] = set()
        self.cursor = 0
        self.four = False

    def show(self, cards: list[Json], barred: set[int]) -> None:
        """Show these cards; those at the places in ``barred`` may not be chosen now."""
        self.cards, self.barred, self.picked = cards, barred, set()
        self.cursor = min(self.cursor, max(len(cards) - 1, 0))
        if self.cursor in barred and len(barred) < len(cards):
            self.cursor = min(
                (k for k in range(len(cards)) if k not in barred), key=lambda k: abs(k - self.cursor)
            )
        self.refresh(layout=True)

    # -- drawing -----------------------------------------------------------------------------------------------------

    def _step(self, width: int) -> int:
        """Return the number of columns from one card to the next: the widest step at which all cards fit in one row, or
        5 if there is none."""
        count = max(len(self.cards), 1)
        return next((step for step in (6, 5, 4) if count * step <= width), 5)

    def _per_row(self, width: int) -> int:
        return max(width // self._step(width), 1)

    def get_content_height(self, container: Any, viewport: Any, width: int) -> int:
        rows = -(-len(self.cards) // self._per_row(width)) or 1
        return rows * ROWS

    def render(self) -> Text:
        width = self.content_size.width
        step, per_row = self._step(width), self._per_row(width)
        lines: list[Text] = []
        for first in range(0, len(self.cards), per_row):
            places = range(first, min(first + per_row, len(self.cards)))
            start = max((width - len(places) * step) // 2, 0)
            for row in range(ROWS):
                line = Text(" " * start, no_wrap=True)
                for place in places:
                    line.append_text(self._cell(place, row, step))
                lines.append(line)
        return Text("\n").join(lines)

    def _cell(self, place: int, row: int, step: int) -> Text:
        """Return a card's part of one row."""
        card, up = self.cards[place], place in self.picked
        here, barred = place == self.cursor and self.has_focus, place in self.barred
        width = step - (1 if step > 4 else 0)
        gap = " " * (step - width)
        if row == ROWS - 1:
            return Text(("▲" if here else "").center(width) + gap, f"bold {BRASS}")
        if row not in ((0, 1) if up else (1, 2)):
            return Text(" " * step)
        ground = CARD_BARRED if barred else CARD
        print_ = colour(card["card"], four=self.four)
        if row == (0 if up else 1):
            return Text.assemble((short(card["card"]).center(width), f"bold {print_} on {ground}"), gap)
        mark = "✓" if up else "×" if barred else "•" if card["mark"] else " "
        return Text.assemble((mark.center(width), f"{print_} on {ground}"), gap)

    # -- choosing ----------------------------------------------------------------------------------------------------

    def move_to(self, place: int) -> None:
        """Put the cursor on a card."""
        if self.cards:
            self.cursor = max(0, min(place, len(self.cards) - 1))
            self.refresh()
            self.post_message(self.Reached(self.cards[self.cursor]))

    def action_move(self, by: int) -> None:
        """Move to the next card, or the one before."""
        self.move_to(self.cursor + by)

    def action_edge(self, place: int) -> None:
        """Move to the first card, or the last."""
        self.move_to(place if place >= 0 else len(self.cards) - 1)

    def action_row(self, by: int) -> None:
        """Move to the card above or below, if the hand has several rows."""
        self.move_to(self.cursor + by * self._per_row(self.content_size.width))

    def action_choose(self) -> None:
        """Choose the card under the cursor."""
        if self.cards:
            self.post_message(self.Chosen(self.cursor, self.cards[self.cursor]))

    def on_click(self, event: events.Click) -> None:
        """Move to the card that was clicked, and choose it."""
        width = self.content_size.width
        step, per_row = self._step(width), self._per_row(width)
        first = event.y // ROWS * per_row
        count = min(per_row, len(self.cards) - first)
        place = (event.x - max((width - count * step) // 2, 0)) // step
        if 0 <= place < count:
            self.move_to(first + place)
            self.action_choose()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()
