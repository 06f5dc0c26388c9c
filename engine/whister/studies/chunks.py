"""Chunks: the pieces of a study that are played apart. A chunk depends on nothing but what it contains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from whister import simulating
from whister.ledger import Amount
from whister.players.entrants import MAKERS, Entrant
from whister.players.seated import play
from whister.players.strengths import STRENGTHS
from whister.rules import Deal, Rules
from whister.studies.field import RANDOM_DEALS, field
from whister.studies.games import game_of
from whister.studies.groups import BOTH, DIFFERENCE, EACH, GROUPS, RATE, group_of
from whister.studies.recorded import Watch, data_of
from whister.studies.revokes import revoke_of
from whister.studies.sums import Data, Sums, add, mean

#: the deals, the games and the searched deals of a chunk; one of each if a player takes long
SIZES = {"deals": 200, "games": 20, "revokes": 100, "field": 1}
FIELD_ROLLOUTS = (
    150  #: the deals played out for each decision of the searching players of the field's heuristics
)
NUMBERS = 12  #: the numbers that deals have in their game: a multiple of the usual cycles of passing


class Chunk(NamedTuple):
    """Some deals, games, deals looked through for a revoke, or searched deals of a study."""

    part: str  #: ``deals``, ``games``, ``revokes`` or ``field``
    sets: tuple[Rules, ...]  #: one rule set, or two that are compared on the same deals
    entrants: tuple[Entrant, ...]  #: one for each player, in order of seat
    seed: str
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


def called(entrant: Entrant) -> str:
    """Return the name of a player in the figures: with its rollouts, if it searches and they are not the usual ones."""
    return f"{entrant.name} {entrant.rollouts}" if entrant.rollouts and not _quick(entrant) else entrant.name


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


def sample(chunk: Chunk, count: int, after: int = 0) -> Sums:
    """Play some deals, games or searched deals of a chunk, ``after`` so many, and return their sums. They are numbered
    from chunk to chunk, so that those of the next one follow."""
    if chunk.part == "field":
        return _field(chunk)
    sums: Sums = {}
    first = (chunk.number - 1) * chunk.size + 1 + after
    for at in range(first, first + count):
        each = [_value(chunk, rules, at) for rules in chunk.sets]
        _add(sums, chunk.part, each)
    return sums


def dealt(rules: Rules, seed: str, at: int) -> Deal:
    """Return deal ``at`` of a study, from 1, with the cards of the same deal of a simulation. Its number in the game goes
    up after each round, from 1 to ``NUMBERS``, and begins again.
    """
    rounds = (at - 1) // len(rules.plan.table.players)
    return simulating.dealt(rules, seed, at, number=rounds % NUMBERS + 1)


def _turns(chunk: Chunk, rules: Rules) -> Iterator[dict[int, Entrant]]:
    """Yield who sits where: every player in every seat in turn, unless all are the same."""
    seats, entrants = rules.plan.table.players, chunk.entrants
    for turn in range(len(seats) if len(set(entrants)) > 1 else 1):
        yield {seat: entrants[(place + turn) % len(entrants)] for place, seat in enumerate(seats)}


def _value(chunk: Chunk, rules: Rules, at: int) -> list[Data]:
    """Return the values of one deal or game, with each seating. Each seat has a player of its own."""
    if chunk.part == "revokes":
        twice = dealt(rules, chunk.seed, at), dealt(rules, chunk.seed, at)
        return [revoke_of(*twice, f"{chunk.seed}/{at}")]
    return [_seating(chunk, rules, at, seated) for seated in _turns(chunk, rules)]


def _seating(chunk: Chunk, rules: Rules, at: int, seated: dict[int, Entrant]) -> Data:
    names = {seat: called(entrant) for seat, entrant in seated.items()}
    told = names if len(set(names.values())) > 1 else None
    players = {seat: entrant.make() for seat, entrant in seated.items() if entrant.who != "cautious"}
    try:
        if chunk.part == "games":
            data, forfeits = game_of(rules, f"{chunk.seed}/game/{at}", players, told)
        else:
            deal, watch = dealt(rules, chunk.seed, at), Watch()
            forfeits = play(deal, players, watch)
            data = data_of(deal, watch.choices, told)
    finally:
        for player in players.values():
            player.close()
    group = "lost" if chunk.part == "games" else "forfeits"
    for forfeit in forfeits:
        name = f"{group}/{names[forfeit.seat]}"
        data[name] = data.get(name, 0) + 1
    return data


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
    """Yield the values of a deal, each the mean over the seatings in which it has one, so that a deal counts once."""
    if len(turns) == 1:
        yield from turns[0].items()
        return
    for name in dict.fromkeys(name for data in turns for name in data):
        values = [data[name] for data in turns if name in data]
        if group_of(name).kind == EACH:
            values += [0] * (len(turns) - len(values))
        yield name, mean(values)


def searcher(entrants: Sequence[Entrant]) -> Entrant:
    """Return the player of the field's heuristics: the first that searches, or else a steady one with few rollouts."""
    found = next((entrant for entrant in entrants if not _quick(entrant)), None)
    if found is None:
        return Entrant("steady", rollouts=next((e.rollouts for e in entrants if e.rollouts), FIELD_ROLLOUTS))
    usual = STRENGTHS[found.who].rollouts if found.who in STRENGTHS else FIELD_ROLLOUTS
    return found._replace(rollouts=found.rollouts or usual)


def _field(chunk: Chunk) -> Sums:
    """Play one chunk of the field's heuristics. Its players search, whoever plays the deals."""
    searching, seed = searcher(chunk.entrants), f"{chunk.seed}/field/{chunk.number}"
    sums: Sums = {}
    add(sums, "field", 1)
    both: list[Data] = []
    for side, rules in zip(BOTH, chunk.sets, strict=False):
        first = (chunk.number - 1) * RANDOM_DEALS + 1

        def deal(at: int, rules: Rules = rules, first: int = first) -> Deal:
            return dealt(rules, chunk.seed, first + at)

        found: Sums = {}
        field(found, deal, searching, searching.rollouts or FIELD_ROLLOUTS, seed)
        for name, value in found.items():
            sums[f"{side}/{name}" if len(chunk.sets) > 1 else name] = value
        both.append({name: mean([value.total / Fraction(value.n)]) for name, value in found.items()})
    if len(both) > 1:
        for name in both[0].keys() & both[1].keys():
            add(sums, f"{DIFFERENCE}/{name}", both[1][name] - both[0][name])
    return sums


__all__ = [
    "FIELD_ROLLOUTS",
    "GROUPS",
    "SIZES",
    "Chunk",
    "called",
    "dealt",
    "searcher",
    "searches",
    "size_of",
    "sums_of",
]
