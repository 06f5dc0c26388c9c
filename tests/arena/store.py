"""The results of the arena, kept deal by deal in one file, so that a run may be interrupted and continued."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

import whister.players
from whister import Rules

#: what plays in the arena, of the folder of players: files and folders
_RULES_OF_THUMB = ("cautious.py", "card_play.py", "estimate.py")
_SEARCH = (*_RULES_OF_THUMB, "search")


@cache
def policy(rollouts: int) -> str:
    """Return a short hash of the code of the players, by which older results are told apart: of the cautious player,
    and of the one that searches if a match has rollouts. A run keeps the hash of the code that it began with.
    """
    folder = Path(whister.players.__file__).parent
    places = [folder / name for name in (_SEARCH if rollouts else _RULES_OF_THUMB)]
    digest = hashlib.sha256()
    for file in sorted(
        file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))
    ):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:8]


class Store:
    """A file of results: one for each match, rule set, number of rollouts and deal."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(file, timeout=60)
        self._file.execute(
            "create table if not exists results (match, rules, behaviour, policy, rollouts, deal, result, "
            "primary key (match, rules, behaviour, policy, rollouts, deal))"
        )

    def known(self, match: str, rules: Rules, rollouts: int) -> dict[int, Any]:
        """Return the results of a match so far, by the number of the deal."""
        rows = self._file.execute(
            "select deal, result from results where (match, rules, behaviour, policy, rollouts) = (?, ?, ?, ?, ?)",
            (match, rules.id, rules.behaviour_hash, policy(rollouts), rollouts),
        )
        return {deal: json.loads(result) for deal, result in rows}

    def keep(self, match: str, rules: Rules, rollouts: int, deal: int, result: Any) -> None:
        """Keep the result of one deal."""
        self._file.execute(
            "insert or replace into results values (?, ?, ?, ?, ?, ?, ?)",
            (match, rules.id, rules.behaviour_hash, policy(rollouts), rollouts, deal, json.dumps(result)),
        )
        self._file.commit()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
