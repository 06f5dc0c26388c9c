"""Cards as shown in a terminal, such as ``Q♠``, ``R14`` and ``Rook``, with the cards of red suits in red."""

from __future__ import annotations

import re

from whister.cards import Card
from whister.cli.paper import Paper
from whister.drawing import FRENCH, face
from whister.errors import NotationError

ROOK = {"R": "red", "Y": "yellow", "G": "green", "B": "black"}
_FRENCH_CARD = re.compile(r"(10|[02-9TJQKA])([CDSH])\Z")
_ROOK_CARD = re.compile(r"([RYGB])(1[0-4]|[1-9])\Z")
_COLOURS = {"H": "red", "D": "red", "R": "red"}


def suit_of(card: str) -> str:
    """Return the letter of a card's suit, such as ``S`` or ``R``; "" for a joker or the Rook."""
    if found := _FRENCH_CARD.match(card):
        return found[2]
    return found[1] if (found := _ROOK_CARD.match(card)) else ""


def is_card(text: str) -> bool:
    """Return whether a string is a card."""
    return bool(suit_of(text)) or text in ("JK", "ROOK")


def card(text: str) -> str:
    """Return a card in the engine's spelling, however it was typed: ``QS`` for ``Q♠``, ``♠Q`` or ``qs``; "" if the text
    is not a card."""
    try:
        return str(Card.parse(text))
    except NotationError:
        for letter, symbol in FRENCH.items():
            text = text.replace(symbol, letter)
        return text.upper() if is_card(text.upper()) else ""


def shown(out: Paper, cards: str | list[str]) -> str:
    """Return cards separated by spaces, red ones in red."""
    words = cards.split() if isinstance(cards, str) else cards
    return " ".join(
        out.style(face(word), _COLOURS[suit]) if (suit := suit_of(word)) in _COLOURS else face(word)
        for word in words
    )
