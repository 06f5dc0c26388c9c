"""The computer players, under the name used in examples: ``from whister.bots import choose``."""

from whister.players import choose

__all__ = ["choose"]
