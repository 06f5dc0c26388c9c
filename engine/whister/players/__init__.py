"""Computer players that follow rules of thumb: one for each kind of decision, and none for a particular game. They are
given only views of a deal."""

from whister.players.cautious import choose

__all__ = ["choose"]
