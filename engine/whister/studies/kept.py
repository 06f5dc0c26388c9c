"""Results of studies kept as text: one study on a line, with its origin, its exact sums, and a check of some chunks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from whister.errors import StudyError, WhisterError
from whister.players.entrants import Entrant
from whister.rules import load_with
from whister.studies.asked import Asked
from whister.studies.chunks import Chunk
from whister.studies.provenance import Origin
from whister.studies.study import Study
from whister.studies.sums import Sums, from_json, to_json


class Kept(NamedTuple):
    """A study that has been played and kept."""

    kind: str  #: what it is for: ``set``, ``revokes``, ``field``, ``option``, ``descent`` or ``strong``
    name: str  #: the rule set, or the option and its value: ``hearts/black-lady``, ``hearts/black-lady#moon.new``
    origin: Origin
    counts: Mapping[str, int]  #: the number of chunks of each part
    sums: Sums
    checks: Mapping[str, str]  #: a short hash of the sums of some chunks, by part and number: ``deals 1``

    @classmethod
    def of(
        cls, kind: str, name: str, asked: Asked, sums: Sums, chunks: Mapping[tuple[str, int], Sums]
    ) -> Kept:
        """Return a study to be kept. ``chunks`` are the chunks that are to be checked."""
        checks = {f"{part} {number}": check(found) for (part, number), found in sorted(chunks.items())}
        return cls(kind, name, asked.origin, asked.counts, sums, checks)

    def asked(self) -> Asked:
        """Return the study as it is played today. Raises ``WhisterError`` if its rule sets or options are gone."""
        origin = self.origin
        sets = tuple(
            load_with(
                name, options["players"], {key: value for key, value in options.items() if key != "players"}
            )
            for name, options in zip(origin.rules, origin.options, strict=True)
        )
        entrants = tuple(_entrant(said, origin.seed) for said in origin.players)
        return Asked(sets, entrants, origin.seed, dict(self.counts))

    def chunk(self, key: str) -> Chunk:
        """Return a chunk by the name of its check: ``deals 1``."""
        part, number = key.split(" ")
        return self.asked().chunk(part, int(number))

    def study(self) -> Study:
        """Return the results."""
        return Study(self.asked(), self.sums)

    def stale(self) -> list[str]:
        """Return why the figures are older than the rules, the players or the engine, in words; empty if they are not."""
        try:
            return self.origin.older(self.asked().origin)
        except WhisterError as error:
            return [f"the rules cannot be loaded ({error})"]

    def line(self) -> str:
        """Return the study as one line of JSON."""
        told = self._asdict() | {"origin": self.origin._asdict(), "sums": to_json(self.sums)}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def parse(cls, line: str) -> Kept:
        """Return the study that a line contains. Raises ``StudyError``."""
        try:
            told: dict[str, Any] = json.loads(line)
            origin: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value
                for key, value in told["origin"].items()
            }
            return cls(**told | {"origin": Origin(**origin), "sums": from_json(told["sums"])})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StudyError(f"a study that was kept cannot be read: {error}") from None


def _entrant(said: str, seed: str) -> Entrant:
    name, _, rollouts = said.partition(" ")
    return Entrant(name, rollouts=int(rollouts) if rollouts else None, seed=seed)


def check(sums: Sums) -> str:
    """Return a short hash of the sums of a chunk."""
    text = json.dumps(to_json(sums), separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def read(file: Path) -> list[Kept]:
    """Return the studies of a file; none if there is no such file. Raises ``StudyError``, with the number of a line that
    cannot be read."""
    if not file.is_file():
        return []
    found = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        try:
            found.append(Kept.parse(line))
        except StudyError as error:
            raise StudyError(f"{file.name}, line {number}: {error}") from None
    return found


def write(file: Path, studies: Iterable[Kept]) -> None:
    """Write studies to a file, in order of name."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [kept.line() for kept in sorted(studies, key=lambda kept: (kept.name, kept.kind))]
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")


__all__ = ["Kept", "check", "read", "write"]
