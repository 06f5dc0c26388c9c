"""The meanings of words that are foreign or used only in these games, for a ladder of bids."""

from __future__ import annotations

import re

#: The terms in the order in which they are explained; capitals in a title make no difference.
TERMS = {
    "levée": "a trick",
    "levées": "tricks",
    "petite": "little",
    "grande": "great",
    "misère": "a bid to win no trick",
    "piccolissimo": "a bid to win exactly one trick",
    "ouverte": "open, the hand lying face up on the table",
    "on the table": "the hand lying face up",
    "chelem": "a slam, all the tricks",
    "slam": "all the tricks",
    "demande": "asking, a bid that another player may support",
    "proposal": "a bid that another player may accept",
    "proposition": "a bid that another player may accept",
    "indépendance": "playing alone against the others",
    "solo": "playing alone against the others",
    "preference": "a suit that the card turned up puts above others",
}


def glossed(title: str) -> list[str]:
    """Return the terms in a title, each with its meaning: ``Levées: tricks.``"""
    return [
        f"{term.capitalize()}: {means}."
        for term, means in TERMS.items()
        if re.search(rf"\b{term}\b", title, re.IGNORECASE)
    ]


__all__ = ["TERMS", "glossed"]
