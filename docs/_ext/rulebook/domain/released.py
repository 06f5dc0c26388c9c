"""The wording and the rule of each clause in the last released version: `docs/released.lock`, a line for each clause.

Each line gives the clause's address, the hash of its wording and the hash of its rule. The first line names the version. A
clause that differs must be listed in `docs/corrections.toml`; a clause that is gone has a tombstone in
`docs/anchors.lock`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook.base.catalogue import rule_sets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from whister import Clause

LOCK = "released.lock"
DIGITS = 12  # of a SHA-256
HEAD = "# version "


class State(NamedTuple):
    """The state of a clause: the hashes of its wording and of its rule."""

    text: str
    rule: str


class Released(NamedTuple):
    """A released version, and its clauses by address."""

    version: str
    clauses: Mapping[str, State]


def state(clause: Clause) -> State:
    """Return the hashes of a clause's wording (title, text, note) and of its rule (with whether it is in force)."""
    return State(_hash([clause.title, clause.text, clause.note]), _hash([clause.rule, clause.enabled]))


def current() -> dict[str, State]:
    """Return the current state of every clause of the records, by address."""
    return {clause.id: state(clause) for rules in rule_sets() for clause in rules.clauses.values()}


def read(path: Path) -> Released:
    """Return the last released version and its clauses; both are empty before the first release."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    clauses = (line.split() for line in lines if line and not line.startswith("#"))
    version = next((line.removeprefix(HEAD).strip() for line in lines if line.startswith(HEAD)), "")
    return Released(version, {address: State(text, rule) for address, text, rule in clauses})


def newer(version: str, than: str) -> bool:
    """Return whether a version, such as 0.1.0, is newer than another; any version is newer than an empty one."""
    return not than or _numbers(version) > _numbers(than)


def write(path: Path, version: str, clauses: Mapping[str, State]) -> None:
    """Record the clauses of a version that is being released."""
    lines = [f"{address} {text} {rule}" for address, (text, rule) in sorted(clauses.items())]
    path.write_text("\n".join([f"{HEAD}{version}", *lines, ""]), encoding="utf-8")


def changed(released: Mapping[str, State], now: Mapping[str, State]) -> dict[str, str]:
    """Map each clause changed since the release to what has changed: its words, its rule, or both."""
    found = {}
    for address, before in released.items():
        after = now.get(address, before)
        parts = [name for name, old, new in zip(("words", "rule"), before, after, strict=True) if old != new]
        if parts:
            found[address] = " and ".join(parts)
    return found


def untold(differing: Mapping[str, str], told: Iterable[str]) -> list[str]:
    """Return the changes that no correction lists, in words."""
    known = set(told)
    return [
        f"{address}: its {what} changed since the last release"
        for address, what in differing.items()
        if address not in known
    ]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def _hash(what: Any) -> str:
    text = json.dumps(what, sort_keys=True, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _plain(value: Any) -> Any:
    """Convert read-only mappings and exact fractions to a form that JSON can represent."""
    return dict(value) if hasattr(value, "items") else str(value)
