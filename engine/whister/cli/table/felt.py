"""The felt as a grid of characters: the seats around it, and in the middle the cards that were played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rich.text import Text

from whister.cli.cards import face, suit_of
from whister.cli.table.words import several

Json = dict[str, Any]
CHALK, SOFT, BRASS = "#f6f1e3", "#c3d6cb", "#ecc25a"
CARD, CARD_BARRED = "#f6f1e3", "#a9b3ac"
_BLACK, _RED, _BLUE, _GREEN, _GOLD = "#1b1b1b", "#b01822", "#1b48a0", "#136133", "#7a5a00"
TWO: Mapping[str, str] = {"S": _BLACK, "C": _BLACK, "H": _RED, "D": _RED}
FOUR: Mapping[str, str] = {"S": _BLACK, "C": _GREEN, "H": _RED, "D": _BLUE}
ROOK: Mapping[str, str] = {"R": _RED, "Y": _GOLD, "G": _GREEN, "B": _BLACK}

_AROUND = {
    "south": (0.5, 1.0), "north": (0.5, 0.0), "west": (0.0, 0.5), "east": (1.0, 0.5), "northwest": (0.0, 0.0),
    "northeast": (1.0, 0.0), "southwest": (0.0, 1.0), "southeast": (1.0, 1.0),
}  # fmt: skip
"""Where a seat lies: from the left and from the top, as parts of the whole."""


class Play(NamedTuple):
    """A card on the table: whose it is, and whether it has won."""

    seat: int
    card: str
    won: bool = False


def colour(card: str, *, four: bool) -> str:
    """The colour of a card's print."""
    suit = suit_of(card)
    if not suit:
        return _BLACK
    if card[:1] in ROOK and card[1:].isdigit():
        return ROOK[suit]
    return (FOUR if four else TWO)[suit]


def short(card: str) -> str:
    """A card in at most four characters."""
    return {"JK": "Jokr"}.get(card, face(card))


class Canvas:
    """Characters in rows and columns, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; what does not fit is left out."""
        for k, character in enumerate(text):
            if 0 <= y < self.height and 0 <= x + k < self.width:
                self.cells[y][x + k] = (character, style)

    def text(self) -> Text:
        """All of it, for Textual."""
        text = Text(no_wrap=True)
        for k, row in enumerate(self.cells):
            for character, style in row:
                text.append(character, style)
            if k < self.height - 1:
                text.append("\n")
        return text


def felt(state: Json, plays: list[Play], width: int, height: int, *, four: bool) -> Text:
    """The table from above, ``plays`` in its middle."""
    canvas = Canvas(width, height)
    places = _places(state["seats"])
    room = max(width // (3 if len(places) > 4 else 2) - 1, 8)
    for seat in state["seats"]:
        _plate(canvas, seat, places[seat["seat"]], state, room)
    for play in plays:
        label = f" {short(play.card)} "
        x, y = _middle(places[play.seat], width - len(label), height, crowded=len(places) > len(_AROUND))
        style = f"bold {colour(play.card, four=four)} on {CARD}"
        canvas.put(x, y, label, style)
        if play.won:
            canvas.put(x - 1, y, "*", f"bold {BRASS}")
    return canvas.text()


def _middle(place: tuple[float, float], width: int, height: int, *, crowded: bool) -> tuple[int, int]:
    """Where a seat's card lies: towards the middle; where many sit, just below the seat's own plate."""
    fx, fy = place
    if crowded:
        return round(width * fx), round((height - 2) * fy) + (2 if fy < 1 else -2)
    return round(width * (0.5 + (fx - 0.5) * 0.32)), round((height - 1) * (0.5 + (fy - 0.5) * 0.36))


def _places(seats: list[Json]) -> dict[int, tuple[float, float]]:
    """Where each seat lies. Of more than there are sides, the visitor sits below and the others along the other edges."""
    if all(seat["position"] in _AROUND for seat in seats):
        return {seat["seat"]: _AROUND[seat["position"]] for seat in seats}
    others = [seat["seat"] for seat in seats if seat["name"] != "You"]
    around = {seat["seat"]: _AROUND["south"] for seat in seats if seat["name"] == "You"}
    for k, seat in enumerate(others):
        row, column = divmod(k, 3)
        around[seat] = (column / 2, row / ((len(others) - 1) // 3 + 1))
    return around


def _plate(canvas: Canvas, seat: Json, place: tuple[float, float], state: Json, room: int) -> None:
    """A seat: its name and marks, what it holds and has taken, what it has said."""
    turn = state["to_act"] == seat["seat"]
    tags = [seat["role"], "dealer" if seat["dealer"] else ""]
    held = "cards not given" if seat["count"] is None else several(seat["count"], "card")
    taken = ", ".join([held, several(seat["tricks"], "trick")] if seat["tricks"] else [held])
    if len(taken) > room:
        taken = f"{seat['count']} held, {seat['tricks']} won"
    rows = [
        (("▸ " if turn else "") + " · ".join([seat["name"], *filter(None, tags)]), f"bold {BRASS if turn else CHALK}"),
        (taken, SOFT),
    ]  # fmt: skip
    if counted := " · ".join(part for part in (seat["score"], seat["total"]) if part):
        rows.append((counted, SOFT))
    if seat["call"]:
        rows.append((f"“{seat['call']}”", f"italic {CHALK}"))
    if place == _AROUND["south"]:
        room = canvas.width if len(state["seats"]) < 6 else room + 4
        said = [text for text, _ in rows]
        while len(said) > 1 and len(" · ".join(said)) > room:
            said.pop(1)  # the cards are in sight below
        rows = [(" · ".join(said), rows[0][1])]
    elif place[0] == _AROUND["north"][0] and len(state["seats"]) < 6:
        room = canvas.width
    fx, fy = place
    top = round((canvas.height - len(rows)) * fy)
    for k, (text, style) in enumerate(rows):
        cut = text if len(text) <= room else text[: room - 1] + "…"
        canvas.put(round((canvas.width - len(cut)) * fx), top + k, cut, style)
