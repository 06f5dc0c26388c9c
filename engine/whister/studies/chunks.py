"""Chunks: the pieces of a study that are played apart. A chunk depends on nothing but what it contains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from whister.ledger import Amount
from whister.players.entrants import MAKERS, Entrant
from whister.players.protocol import Player
from whister.players.seated import play
from whister.players.strengths import STRENGTHS
from whister.rules import Deal, Rules
from whister.simulating import dealt
from whister.studies.field import RANDOM_DEALS, field
from whister.studies.games import game_of
from whister.studies.groups import EACH, GROUPS, RATE, group_of
from whister.studies.recorded import Watch, data_of
from whister.studies.revokes import revoke_of
from whister.studies.sums import Data, Sums, add, mean

#: the deals, the games and the searched deals of a chunk; one of each if a player takes long
SIZES = {"deals": 200, "games": 20, "revokes": 100, "field": 1}
FIELD_ROLLOUTS = (
    150  #: the deals played out for each decision of the searching players of the field's heuristics
)
BOTH = "ab"
DIFFERENCE = "difference"  #: the second rule set minus the first


class Chunk(NamedTuple):
    """Some deals, games or searched deals of a study."""

    part: str  #: ``deals``, ``games`` or ``field``
    sets: tuple[Rules, ...]  #: one rule set, or two that are compared on the same deals
    entrants: tuple[Entrant, ...]  #: one for each player, in order of seat
    seed: str | int
    number: int  #: from 1

    @property
    def size(self) -> int:
        """How many deals, games or searched deals it has."""
        return size_of(self.part, self.entrants)


def size_of(part: str, entrants: Sequence[Entrant]) -> int:
    """Return how many deals, games or searched deals a chunk has: as many as take about a second, but one at least."""
    return SIZES[part] if all(map(_quick, entrants)) else 1


def searches(parts: Iterable[str], entrants: Iterable[Entrant]) -> bool:
    """Return whether any player of a study plays deals out before it acts."""
    return "field" in parts or not all(map(_quick, entrants))


def _quick(entrant: Entrant) -> bool:
    strength = STRENGTHS.get(entrant.who) if isinstance(entrant.who, str) else None
    return (
        isinstance(entrant.who, str) and entrant.who in MAKERS and (strength is None or not strength.rollouts)
    )


def sums_of(chunk: Chunk) -> Sums:
    """Play a chunk and return its sums. For two rule sets, the names of the figures begin with ``a/`` and ``b/``, and
    those of their differences in each deal with ``difference/``.
    """
    return sample(chunk, chunk.size)


def sample(chunk: Chunk, count: int) -> Sums:
    """Play the first deals, games or searched deals of a chunk, and return their sums."""
    if chunk.part == "field":
        return _field(chunk)
    sums: Sums = {}
    first = (chunk.number - 1) * chunk.size + 1
    players = _players(chunk)
    try:
        for at in range(first, first + count):
            each = [_value(chunk, rules, at, players) for rules in chunk.sets]
            _add(sums, chunk.part, each)
    finally:
        for player in players.values():
            player.close()
    return sums


def _players(chunk: Chunk) -> dict[Entrant, Player]:
    """Return a player for each entrant that needs one; the cautious player needs none."""
    return {entrant: entrant.make() for entrant in dict.fromkeys(chunk.entrants) if entrant.who != "cautious"}


def _turns(chunk: Chunk, rules: Rules) -> Iterator[dict[int, Entrant]]:
    """Yield who sits where: every player in every seat in turn, unless all are the same."""
    seats, entrants = rules.plan.table.players, chunk.entrants
    for turn in range(len(seats) if len(set(entrants)) > 1 else 1):
        yield {seat: entrants[(place + turn) % len(entrants)] for place, seat in enumerate(seats)}


def _value(chunk: Chunk, rules: Rules, at: int, players: dict[Entrant, Player]) -> list[Data]:
    """Return the values of one deal or game, with each seating."""
    found = []
    for seated in _turns(chunk, rules):
        own = {seat: players[entrant] for seat, entrant in seated.items() if entrant in players}
        if chunk.part == "games":
            found.append(game_of(rules, f"{chunk.seed}/game/{at}", own))
            continue
        if chunk.part == "revokes":
            twice = dealt(rules, chunk.seed, at), dealt(rules, chunk.seed, at)
            return [revoke_of(*twice, f"{chunk.seed}/{at}")]
        deal, watch = dealt(rules, chunk.seed, at), Watch()
        forfeits = play(deal, own, watch)
        names = {seat: entrant.name for seat, entrant in seated.items()}
        data = data_of(deal, watch.choices, names if len(set(names.values())) > 1 else None)
        for forfeit in forfeits:
            name = f"forfeits/{forfeit.player}"
            data[name] = data.get(name, 0) + 1
        found.append(data)
    return found


def _add(sums: Sums, part: str, each: list[list[Data]]) -> None:
    """Add the values of one deal or game: of each rule set, and the differences."""
    add(sums, part, 1)
    if len(each) == 1:
        for name, value in _over_turns(each[0]):
            add(sums, name, value)
        return
    both = []
    for side, turns in zip(BOTH, each, strict=True):
        values = list(_over_turns(turns))
        for name, value in values:
            add(sums, f"{side}/{name}", value)
        both.append(dict(values))
    for name in dict.fromkeys((*both[0], *both[1])):
        kind = group_of(name).kind
        if kind == RATE or (kind != EACH and not (name in both[0] and name in both[1])):
            continue
        add(sums, f"{DIFFERENCE}/{name}", both[1].get(name, 0) - both[0].get(name, 0))


def _over_turns(turns: list[Data]) -> Iterator[tuple[str, Amount]]:
    """Yield the values of a deal, each the mean over the seatings. The events of a rate are not averaged."""
    if len(turns) == 1:
        yield from turns[0].items()
        return
    for name in dict.fromkeys(name for data in turns for name in data):
        values = [data[name] for data in turns if name in data]
        kind = group_of(name).kind
        if kind == RATE:
            for value in values:
                yield name, value
        else:
            whole = values + [0] * (len(turns) - len(values)) if kind == EACH else values
            yield name, mean(whole)


def _field(chunk: Chunk) -> Sums:
    """Play one chunk of the field's heuristics. Its players search, whoever plays the deals."""
    usual = Entrant("steady", rollouts=FIELD_ROLLOUTS)
    searching = next((entrant for entrant in chunk.entrants if not _quick(entrant)), usual)
    seed = f"{chunk.seed}/field/{chunk.number}"
    sums: Sums = {}
    add(sums, "field", 1)
    for side, rules in zip(BOTH, chunk.sets, strict=False):
        first = (chunk.number - 1) * RANDOM_DEALS + 1

        def deal(at: int, rules: Rules = rules, first: int = first) -> Deal:
            return dealt(rules, chunk.seed, first + at)

        found: Sums = {}
        field(found, deal, searching, searching.rollouts or FIELD_ROLLOUTS, seed)
        for name, value in found.items():
            sums[f"{side}/{name}" if len(chunk.sets) > 1 else name] = value
    return sums


__all__ = [
    "BOTH",
    "DIFFERENCE",
    "FIELD_ROLLOUTS",
    "GROUPS",
    "SIZES",
    "Chunk",
    "searches",
    "size_of",
    "sums_of",
]
