"""Computer players that follow rules of thumb, one for each kind of decision and none for a particular game. They are
given views."""

from whister.players.cautious import choose

__all__ = ["choose"]
