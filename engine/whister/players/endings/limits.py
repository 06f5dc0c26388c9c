"""The cap on the positions that a search looks at."""

from __future__ import annotations


class Capped(Exception):
    """The search has looked at as many positions as it may."""


class Count:
    """The number of positions looked at, up to a cap."""

    __slots__ = ("cap", "nodes")

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.nodes = 0

    def one(self) -> None:
        """Count a position. Raises ``Capped`` past the cap."""
        self.nodes += 1
        if self.nodes > self.cap:
            raise Capped
