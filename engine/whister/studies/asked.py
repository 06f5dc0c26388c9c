"""What a study is asked to play: its rule sets, its players, its seed, and how much of each part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from heapq import merge
from typing import Any, NamedTuple

from whister import checks
from whister.errors import StudyError
from whister.players.entrants import Entrant
from whister.rules import Rules
from whister.simulating import entrants_for
from whister.studies.chunks import Chunk, searcher, searches, size_of
from whister.studies.provenance import Origin, origin_of, policy, told
from whister.studies.revokes import check as check_revokes


class Asked(NamedTuple):
    """A study to be played: its rule sets, its players, its seed, and how many deals, games and searched deals."""

    sets: tuple[Rules, ...]
    entrants: tuple[Entrant, ...]
    seed: str
    counts: dict[str, int]  #: the number of chunks of each part

    @property
    def total(self) -> int:
        """The number of chunks."""
        return sum(self.counts.values())

    def chunks(self) -> Iterator[Chunk]:
        """Yield every chunk, the first of each part first, so that all parts have results early."""
        parts = (map(partial(self.chunk, part), range(1, most + 1)) for part, most in self.counts.items())
        return merge(*parts, key=lambda chunk: chunk.number / self.counts[chunk.part])

    def chunk(self, part: str, number: int) -> Chunk:
        """Return one chunk by its number, from 1."""
        return Chunk(part, self.sets, self.entrants, self.seed, number)

    @property
    def origin(self) -> Origin:
        """What the figures depend on."""
        return origin_of(self.sets, self.entrants, self.seed, searches=searches(self.counts, self.entrants))

    def about(self) -> dict[str, Any]:
        """Return the description of the study that its file contains, as plain JSON data. What may differ from part to
        part is given for each of them.
        """
        origin = self.origin._asdict()
        del origin["version"], origin["policy"]
        return origin | {
            "sizes": {part: size_of(part, self.entrants) for part in self.counts},
            "policy": {part: self._policy(part) for part in self.counts},
        }

    def _policy(self, part: str) -> str:
        found = policy(searches([part], self.entrants))
        return f"{found} {told(searcher(self.entrants))}" if part == "field" else found


def asked_of(
    rules: Rules | Sequence[Rules], players: Any, seed: str | int, *, deals: int = 0, games: int = 0, field: int = 0, revokes: int = 0,
    trusted: bool = False, rollouts: int | None = None,
) -> Asked:  # fmt: skip
    """Return the study that these arguments ask for. Raises ``DealError``, ``PlayerError`` or ``StudyError``."""
    sets = (
        (rules,)
        if isinstance(rules, Rules)
        else tuple(checks.items(rules, "study, rules", "Rules, or two of them"))
    )
    if not 1 <= len(sets) <= 2:
        raise StudyError(f"study, rules: expected one rule set, or two to compare; got {len(sets)}")
    for each in sets:
        checks.instance(each, Rules, "study, rules", called="Rules, as whister.load(…) returns them")
    given = {"deals": deals, "games": games, "revokes": revokes, "field": field}
    for part, number in given.items():
        checks.whole(number, f"study, {part}", 0)
    checks.seed(seed)
    seed = str(seed)
    if not any(given.values()):
        raise StudyError(
            "nothing is to be played; give a number of deals, games, revokes or searched deals from 1"
        )
    for each in sets if revokes else ():
        check_revokes(each)
    seats = {len(each.plan.table.players) for each in sets}
    if len(seats) > 1 and not isinstance(players, str) and not callable(players):
        raise StudyError(
            f"study, players: the rule sets have {' and '.join(map(str, sorted(seats)))} seats; expected one player for all"
        )
    found = entrants_for(sets[0], players, "study", trusted=trusted, rollouts=rollouts)
    entrants = tuple(
        each._replace(seed=seed) for each in found
    )  # so that the seed of the study gives all of it again
    timed = next((entrant for entrant in entrants if entrant.seconds is not None or entrant.apart), None)
    if timed is not None:
        raise StudyError(
            f"study, players: {timed.name} depends on the clock, and its figures could not be repeated; expected a player "
            "of this package, or one of your own with trusted=True and without seconds"
        )
    if rollouts is not None and not field and not searches((), entrants):
        names = ", ".join(dict.fromkeys(entrant.name for entrant in entrants))
        raise StudyError(
            f"study, rollouts: {names} plays no deals out; expected a player that searches, such as steady, or searched deals"
        )
    counts = {part: -(-number // size_of(part, entrants)) for part, number in given.items() if number}
    return Asked(sets, entrants, seed, counts)


__all__ = ["Asked", "asked_of"]
