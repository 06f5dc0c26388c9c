"""A card's face in HTML, its name in words, and the role `cards` for cards in running text.

The faces are built from the symbols of `_static/cards.svg` and `_static/rook.svg`; `_static/table/cards.mjs` draws the
same ones.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.util.docutils import SphinxRole

from rulebook.base.elements import Html, h
from rulebook.base.nodes import marked_text

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CARDS_STYLE = "table/cards.css"
"""The style sheet of every card, at the table and elsewhere."""

SUITS = {"C": "clubs", "D": "diamonds", "S": "spades", "H": "hearts"}
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "black"}
RANKS = {
    "0": "zero", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
PIPS = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}


class Face(NamedTuple):
    """The symbols on a card: `figure` and `pip` in its corner, and `art`, the face. `suit` selects the colours."""

    suit: str
    figure: str
    pip: str
    art: str
    name: str
    short: str


def read(card: str) -> Face:
    """Return the symbols for a card's notation (`QS`, `R14`, `ROOK`; anything else is a joker)."""
    if card == "ROOK":
        return Face("ROOK", "rROOK", "rook", "ROOK", "Rook", "Rook")
    if french := re.fullmatch(r"([02-9TJQKA])([CDSH])", card):
        rank, suit = french.groups()
        index = "10" if rank == "T" else rank
        return Face(suit, f"f{rank}", suit, card, f"{RANKS[rank]} of {SUITS[suit]}", index + PIPS[suit])
    if rook := re.fullmatch(r"([RYGB])(\d+)", card):
        colour, rank = rook.groups()
        name = f"{COLOURS[colour]} {rank}"
        return Face(colour, f"r{rank}", colour, card, name, name)
    return Face("JK", "fJK", "joker", "JK", "joker", "joker")


def suit_named(action: str) -> str | None:
    """Return the symbol of the suit at the end of an action (`bid 5H`, `bid chelem-table-h`, `trump G`, `name C`)."""
    found = re.fullmatch(r"(?:trump|name) ([A-Z])|bid .*(?:\d|-)([CDSHcdsh])", action)
    return found and (found[1] or found[2]).upper()


def printed(card: str, base: str) -> list[Html]:
    """Return the elements printed on a card: its index and its face. `base` is the path to the site's root."""
    seen = read(card)
    is_court = seen.art.startswith(
        ("K", "Q", "J", "ROOK")
    )  # a figure instead of pips; the bird and the fool count as figures
    return [
        h("span", {"class": "wt-index", "aria-hidden": "true"},
            symbol(seen.figure, base, "wt-figure"), symbol(seen.pip, base, "wt-pip")),
        symbol(seen.art, base, "wt-art wt-court" if is_court else "wt-art"),
    ]  # fmt: skip


def face(card: str, base: str) -> Html:
    """Return a card that is on the table and cannot be played."""
    seen = read(card)
    attrs = {"class": "wt-card", "data-suit": seen.suit, "role": "img", "aria-label": seen.name}
    return h("span", attrs, printed(card, base))


def symbol(name: str, base: str, style: str) -> Html:
    """Return an element that shows a symbol from the drawing of its pack."""
    use = h("use", {"href": f"{base}_static/{drawing_of(name)}.svg#{name}"})
    return h("svg", {"class": style, "aria-hidden": "true"}, use)


def drawing_of(name: str) -> str:
    """Return the drawing in `_static` that contains a symbol: that of the Rook pack, or that of the French suits."""
    return "rook" if name.startswith(tuple("RYGBr")) else "cards"


class CardsRole(SphinxRole):
    """Cards in running text: `{cards}`QS TD`` reads Q♠ 10♦."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        shown = " ".join(read(card).short for card in self.text.split())
        return [nodes.inline(self.rawtext, "", *marked_text(shown))], []


def setup_cards(app: Sphinx) -> None:
    """Register the role."""
    app.add_role("cards", CardsRole())
