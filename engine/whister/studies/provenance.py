"""What a figure depends on: the rules, the code of the players, and the revision of the engine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import whister
from whister.players.entrants import MAKERS, Entrant
from whister.players.finding import code_hash
from whister.players.strengths import STRENGTHS
from whister.rules import Rules

#: The revision of the engine: raised whenever a golden playthrough or a settlement changes, so that figures computed
#: before are known to be older.
REVISION = 1
COMPILED = "compiled"
#: the code of the players, of the folder of players: files and folders
_RULES_OF_THUMB = ("cautious.py", "card_play.py", "estimate.py", "seated.py")
_SEARCH = (*_RULES_OF_THUMB, "claiming.py", "search")


class Origin(NamedTuple):
    """The origin of some figures. Two figures are comparable if all of it is the same."""

    rules: tuple[str, ...]  #: the ID of each rule set
    options: tuple[dict[str, Any], ...]  #: the options chosen, by name, the number of players among them
    behaviour: tuple[str, ...]  #: the behaviour hash of each rule set
    players: tuple[
        str, ...
    ]  #: the names of the players in order of seat, with the number of rollouts if they search
    policy: str  #: the hash of the code of the players
    revision: int  #: the revision of the engine
    seed: str
    version: str  #: the version of Whister, for information

    def older(self, other: Origin) -> list[str]:
        """Return what has changed from this origin to another, in words: what makes these figures stale."""
        found = []
        if self.behaviour != other.behaviour:
            found.append("the rules play differently now")
        if self.policy != other.policy:
            found.append("the players have changed")
        if self.revision != other.revision:
            found.append("the engine has been revised")
        return found


@cache
def policy(searches: bool) -> str:
    """Return a short hash of the code of the players: of the cautious player, and of those that search if asked for.

    It is ``compiled`` where their code is there only as byte-code, as in a browser.
    """
    import hashlib

    folder = files(whister.players)
    digest, read = hashlib.sha256(), False
    for name in _SEARCH if searches else _RULES_OF_THUMB:
        for content in _code(folder / name):
            digest.update(content)
            read = True
    return digest.hexdigest()[:8] if read else COMPILED


def _code(place: Traversable) -> Iterable[bytes]:
    if place.is_file():
        yield place.read_bytes()
        return
    if not place.is_dir():
        return
    for each in sorted(place.iterdir(), key=lambda each: each.name):
        if each.name.endswith(".py") or (each.is_dir() and not each.name.startswith("__")):
            yield from _code(each)


def origin_of(sets: Iterable[Rules], entrants: Iterable[Entrant], seed: str, *, searches: bool) -> Origin:
    """Return the origin of the figures of a study. ``searches``: whether any player of it plays deals out."""
    every = list(sets)
    return Origin(
        tuple(rules.id for rules in every),
        tuple({**rules.chosen, "players": len(rules.plan.table.players)} for rules in every),
        tuple(rules.behaviour_hash for rules in every),
        tuple(told(entrant) for entrant in entrants),
        policy(searches), REVISION, seed, whister.__version__,
    )  # fmt: skip


def told(entrant: Entrant) -> str:
    """Return the name of a player, with its rollouts, if it searches, and a hash of its code, if it is not ours."""
    if not (isinstance(entrant.who, str) and entrant.who in MAKERS):
        return " ".join(filter(None, [entrant.name, code_hash(entrant.who)]))
    usual = STRENGTHS[entrant.who].rollouts if entrant.who in STRENGTHS else 0
    return f"{entrant.name} {entrant.rollouts or usual}" if usual else entrant.name


__all__ = ["REVISION", "Origin", "origin_of", "policy", "told"]
