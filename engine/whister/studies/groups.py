"""The figures of a study in groups: what each is the mean or the share of, and whether it can be paired."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

EACH = "each"  #: a value in every deal, 0 unless recorded; paired
MEAN = "mean"  #: a value in the deals that have one; paired where both rule sets have one
RATE = "rate"  #: a share of some events, not of all deals; not paired

BOTH = "ab"  #: the two rule sets of a pair
DIFFERENCE = "difference"  #: the second minus the first

SHARE = "share"
RESULT = "result"  #: in the unit of the rule set's settlement


class Group(NamedTuple):
    """Some figures of one kind. The name of a figure is that of its group, then what it is about: ``tricks/3``."""

    part: str
    name: str
    kind: str
    unit: str  #: ``share``, ``result`` (the unit of the settlement), or a plural such as ``tricks``
    title: str
    about: str = (
        ""  #: what the second part of the name is: ``seat``, ``trick``, ``deal``, ``contract``, ``card``…
    )


_ALL = (
    Group("deals", "result", MEAN, RESULT, "Result of a seat", "seat"),
    Group("deals", "player", MEAN, RESULT, "Result of a player, in every seat in turn", "player"),
    Group("deals", "advantage", MEAN, RESULT, "Result of a player minus the mean of the others', without a partner's, good if positive", "player"),
    Group("deals", "best", MEAN, SHARE, "Best result of the deal, shared if equal", "seat"),
    Group("deals", "average", MEAN, RESULT, "Mean result of the players"),
    Group("deals", "gap", MEAN, RESULT, "Difference between the best and the worst result"),
    Group("deals", "unpaid", EACH, SHARE, "No source gives the payment"),
    Group("deals", "void", EACH, SHARE, "The deal counts for nothing", "reason"),
    Group("deals", "contract", EACH, SHARE, "Contract played", "contract"),
    Group("deals", "made", RATE, SHARE, "Contract made, of those played", "contract"),
    Group("deals", "moon", EACH, SHARE, "All the penalty cards for one player", "course"),
    Group("deals", "card", EACH, SHARE, "Who takes the card", "card"),
    Group("deals", "tricks", MEAN, "tricks", "Tricks of a seat", "seat"),
    Group("deals", "points", MEAN, "points", "Points in a trick", "trick"),
    Group("deals", "choices", MEAN, "cards", "Cards that a player may choose from in a trick", "trick"),
    Group("deals", "convergence", MEAN, "cards", "Slope of the number of cards to choose from, per card played"),
    Group("deals", "forfeits", EACH, "choices", "Choices forfeited", "player"),
    Group("games", "length", MEAN, "deals", "Length of a game"),
    Group("games", "tied", MEAN, SHARE, "Game with several winners who are not partners"),
    Group("games", "unfinished", EACH, SHARE, "Game not over after the most deals that are played"),
    Group("games", "wins", MEAN, SHARE, "Game won, shared if equal, by the seat at the first deal", "seat"),
    Group("games", "champion", MEAN, SHARE, "Game won by a player, shared if equal, in every seat in turn", "player"),
    Group("games", "lost", EACH, "choices", "Choices forfeited in a game", "player"),
    Group("games", "pool", MEAN, RESULT, "Pool when a deal opens, in the games that reach it", "deal"),
    Group("games", "first", MEAN, RESULT, "Final total of a winner"),
    Group("games", "last", MEAN, RESULT, "Final total of the player who did worst"),
    Group("games", "won", MEAN, RESULT, "Total of all gains in a game"),
    Group("revokes", "claimed", MEAN, SHARE, "Revoke claimed, of those made"),
    Group("revokes", "revoke", MEAN, RESULT, "What a revoke changes in the result", "side"),
    Group("field", "fairness", MEAN, SHARE, "Best result for eldest hand’s side, all players choosing at random"),
    Group("field", "order", MEAN, SHARE, "Best result for the side of one searching player among random ones"),
    Group("field", "spread", MEAN, SHARE, "Spread: difference between the best action and the worst, by the rank expected"),
    Group("field", "drama", MEAN, SHARE, "Drama: how far behind the later winner was when behind"),
    Group("field", "security", MEAN, SHARE, "Security: decisions at which the later winner was not behind"),
)  # fmt: skip

#: The groups by name.
GROUPS: Mapping[str, Group] = MappingProxyType({group.name: group for group in _ALL})
PARTS = ("deals", "games", "revokes", "field")


def side_of(name: str) -> tuple[str, str]:
    """Return the first part of a figure's name in a pair (``a``, ``b`` or ``difference``), and the rest; for one rule set, an
    empty part and the whole name."""
    first, _, rest = name.partition("/")
    return (first, rest) if first in (*BOTH, DIFFERENCE) else ("", name)


def group_of(name: str) -> Group:
    """Return the group of a figure."""
    return GROUPS[name.partition("/")[0]]


__all__ = [
    "BOTH", "DIFFERENCE", "EACH", "GROUPS", "MEAN", "PARTS", "RATE", "RESULT", "SHARE", "Group", "group_of", "side_of",
]  # fmt: skip
