"""The players under the name that examples know: ``from whister.bots import choose``."""

from whister.players import choose

__all__ = ["choose"]
