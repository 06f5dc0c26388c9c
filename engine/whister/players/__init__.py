"""Computer players that follow rules of thumb: one for each kind of decision, none for a single game. They are given
views."""

from whister.players.cautious import choose

__all__ = ["choose"]
