"""The computer players, under the name that examples import: ``from whister.bots import choose``."""

from whister.players import choose

__all__ = ["choose"]
