"""The felt as a grid of characters: the seats around it, and in the middle the cards that were played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rich.text import Text

from whister.cli.cards import suit_of
from whister.cli.table.words import several
from whister.drawing import face

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
"""The place of a seat: its distance from the left and from the top, as fractions of the size."""


class Play(NamedTuple):
    """A card on the table: its player, and whether it has won."""

    seat: int
    card: str
    won: bool = False


def colour(card: str, *, four: bool) -> str:
    """Return the colour in which a card is printed."""
    suit = suit_of(card)
    if not suit:
        return _BLACK
    if card[:1] in ROOK and card[1:].isdigit():
        return ROOK[suit]
    return (FOUR if four else TWO)[suit]


def short(card: str) -> str:
    """Return a card in at most four characters."""
    return {"JK": "Jokr"}.get(card, face(card))


class Canvas:
    """Characters in rows and columns, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text, cut off where it does not fit."""
        for k, character in enumerate(text):
            if 0 <= y < self.height and 0 <= x + k < self.width:
                self.cells[y][x + k] = (character, style)

    def room(self, y: int, fx: float) -> int:
        """Return how many characters still fit in a row: at the left if ``fx`` is 0, at the right if it is 1, otherwise
        centred at the fraction ``fx`` of the width."""
        taken = [x for x in range(self.width) if self.cells[y][x] != (" ", "")]
        if not taken:
            return self.width
        if fx in (0, 1):
            return (min(taken) if fx == 0 else self.width - 1 - max(taken)) - 1
        return int(2 * min(abs(x + 0.5 - self.width * fx) for x in taken)) - 3

    def text(self) -> Text:
        """Return the whole canvas as text for Textual."""
        text = Text(no_wrap=True)
        for k, row in enumerate(self.cells):
            for character, style in row:
                text.append(character, style)
            if k < self.height - 1:
                text.append("\n")
        return text


def felt(state: Json, plays: list[Play], width: int, height: int, *, four: bool) -> Text:
    """Draw the table from above, with ``plays`` in the middle; the text of a seat is shortened to make room for the
    cards."""
    canvas = Canvas(width, height)
    places = _places(state["seats"])
    for play in plays:
        label = f" {short(play.card)} "
        x, y = _middle(places[play.seat], width - len(label), height, crowded=len(places) > len(_AROUND))
        style = f"bold {colour(play.card, four=four)} on {CARD}"
        canvas.put(x, y, label, style)
        if play.won:
            canvas.put(x - 1, y, "*", f"bold {BRASS}")
    for seat in state["seats"]:
        _plate(canvas, seat, places, state, called=not plays)
    return canvas.text()


def _middle(place: tuple[float, float], width: int, height: int, *, crowded: bool) -> tuple[int, int]:
    """Return the place of a seat's card: near the middle or, with many seats, just below the seat's plate."""
    fx, fy = place
    if crowded:
        return round(width * fx), round((height - 2) * fy) + (2 if fy < 1 else -2)
    return round(width * (0.5 + (fx - 0.5) * 0.32)), round((height - 1) * (0.5 + (fy - 0.5) * 0.36))


def _places(seats: list[Json]) -> dict[int, tuple[float, float]]:
    """Return the place of each seat. If there are too many for the places in ``_AROUND``, the visitor sits at the
    bottom and the others in rows of three."""
    if all(seat["position"] in _AROUND for seat in seats):
        return {seat["seat"]: _AROUND[seat["position"]] for seat in seats}
    others = [seat["seat"] for seat in seats if seat["name"] != "You"]
    around = {seat["seat"]: _AROUND["south"] for seat in seats if seat["name"] == "You"}
    for k, seat in enumerate(others):
        row, column = divmod(k, 3)
        around[seat] = (column / 2, row / ((len(others) - 1) // 3 + 1))
    return around


def _plate(
    canvas: Canvas, seat: Json, places: Mapping[int, tuple[float, float]], state: Json, *, called: bool
) -> None:
    """Draw the plate of a seat: its name and marks, its cards and tricks, and with ``called`` its last call."""
    fx, fy = place = places[seat["seat"]]
    room = max(canvas.width // (3 if len(places) > 4 else 2) - 1, 8)
    turn = state["to_act"] == seat["seat"]
    tags = [seat["role"], "dealer" if seat["dealer"] else ""]
    held = "cards not given" if seat["count"] is None else several(seat["count"], "card")
    taken = ", ".join([held, several(seat["tricks"], "trick")] if seat["tricks"] else [held])
    name = ("▸ " if turn else "") + " · ".join([seat["name"], *filter(None, tags)])
    counted = " · ".join(part for part in (seat["score"], seat["total"]) if part)
    said = [name, taken, *filter(None, [counted, f"“{seat['call']}”" if called and seat["call"] else ""])]
    if place == _AROUND["south"]:
        room = canvas.width if len(places) < 6 else room + 4
        while len(said) > 1 and len(" · ".join(said)) > room:
            said.pop(1)  # the cards can be seen below
        said = [" · ".join(said)]
    elif place == _AROUND["north"] and len(places) < 6:
        room = canvas.width
    alone = sum(other[0] == fx for other in places.values()) == 1
    if place == _AROUND["north"]:  # above its own card
        rows = next((y for y in range(canvas.height) if canvas.room(y, fx) < len(name)), canvas.height // 2)
    else:
        rows = canvas.height if alone or len(places) > len(_AROUND) else canvas.height // 3
    said = _folded(said, max(rows, 1), room)
    top = round((canvas.height - len(said)) * fy)
    for k, text in enumerate(said):
        free = min(room, canvas.room(top + k, fx)) if 0 <= top + k < canvas.height else 0
        forms = (
            [text, f"{seat['count']} held, {seat['tricks']} won", f"{seat['tricks']} won"]
            if text == taken
            else [text]
        )
        shown = next(
            (form for form in forms if len(form) <= free), f"{text[: free - 1]}…" if free > 3 else ""
        )
        style = (
            f"bold {BRASS if turn else CHALK}"
            if k == 0
            else f"italic {CHALK}"
            if text.startswith("“")
            else SOFT
        )
        canvas.put(round((canvas.width - len(shown)) * fx), top + k, shown, style)


def _folded(lines: list[str], most: int, room: int) -> list[str]:
    """Return at most ``most`` lines: the last two are joined if they fit in ``room``, otherwise the last is dropped."""
    while len(lines) > most and len(lines) > 1:
        *before, one, last = lines
        both = f"{one} · {last}"
        lines = [*before, both if len(both) <= room else one]
    return lines
