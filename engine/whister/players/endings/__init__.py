"""Exact endings: the result of each card when all the hands are known."""

from whister.players.endings.solving import NODES, CardResult, Ending, applies, solve

__all__ = ["NODES", "CardResult", "Ending", "applies", "solve"]
