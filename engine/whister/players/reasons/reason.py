"""A reason for an action, as a player could say it."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """One reason for an action: its kind, a sentence, and ``clause``, the ID of the rule that it rests on, or "".

    The sentence addresses the seat as "you" and gives other seats by number, as the refusals of the engine do.
    """

    kind: str
    text: str
    clause: str = ""


class Found(NamedTuple):
    """A reason that the figures bear out, with its weight: how much worse the action compared is, and its place
    among reasons of equal weight (a lower place comes first).

    ``rank`` is the place of that action among the others: 0 for the next best, which players ask about first.
    """

    gap: float
    place: int
    reason: Reason
    rank: int = 0


__all__ = ["Found", "Reason"]
