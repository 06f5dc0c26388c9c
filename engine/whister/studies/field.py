"""The field's heuristics for a game: fairness, order, spread, drama and security, each from one deal as one game.

The formulas are those of M. Goadrich, "Heuristics Overview" (The Shape of Card Games, 2018), after C. Browne, *Automatic
Generation and Evaluation of Recombination Games* (2008). A rank is 1 for the best result of a deal and 0 for the worst.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isqrt

from whister.deal.machine import Machine
from whister.deal.public import state_of
from whister.deal.view import View
from whister.ledger import Amount
from whister.mechanisms.end.ending import low_wins
from whister.notation import Action
from whister.plan.compiled import Plan
from whister.plan.settlement import Settlement
from whister.players.entrants import Entrant
from whister.players.protocol import Clock
from whister.players.search.searching import consider
from whister.players.seated import play
from whister.rules import Deal
from whister.studies.recorded import best_of, places, settled, stakes_of
from whister.studies.sums import Data, Sums, add, mean, plain

RANDOM_DEALS = 100  #: the deals of random players for each deal of searching ones
_ROOT = 10**9  #: square roots are whole numbers of this part, so that their sums are exact


def threshold(n: int) -> Fraction:
    """Return the expected rank below which a side is behind: between the best and the second of ``n`` sides."""
    return (1 + Fraction(n - 2, n - 1)) / 2


def sides_of(plan: Plan) -> int:
    """Return the number of sides: fixed partners are one."""
    return len({plan.table.side_of(seat) for seat in plan.table.players})


def field(sums: Sums, dealt: Callable[[int], Deal], entrant: Entrant, rollouts: int, seed: str) -> None:
    """Add the values of one deal with searching players, of one with a searching player among random ones in each seat
    in turn, and of ``RANDOM_DEALS`` with random players. ``dealt`` deals each of them anew, by its number from 0.
    """
    for at in range(RANDOM_DEALS):
        deal = dealt(at)
        seats = [*places(deal)]
        play(deal, {seat: Entrant("random", seed=f"{seed}/{at}").make() for seat in seats})
        if (share := _share(deal, seats[0])) is not None:
            add(sums, "fairness", share)
    shares = []
    for seat in places(dealt(0)):
        deal = dealt(0)
        others = {other: Entrant("random", seed=f"{seed}/{seat}").make() for other in places(deal)}
        play(deal, others | {seat: entrant.make()})
        if (share := _share(deal, seat)) is not None:
            shares.append(share)
    if shares:
        add(sums, "order", mean(shares))
    for name, value in _course(dealt(0), rollouts, seed).items():
        add(sums, name, value)


def _share(deal: Deal, seat: int) -> Amount | None:
    """Return the share of a seat's side in the best result; None if the deal counts for nothing or its payment is
    unknown."""
    delta = settled(deal)
    if delta is None or deal.outcome.void:
        return None
    plan = state_of(deal).plan
    best = {plan.table.side_of(each) for each in best_of(plan, delta, [*places(deal)])}
    return plain(Fraction(1, len(best))) if plan.table.side_of(seat) in best else 0


def _course(deal: Deal, rollouts: int, seed: str) -> Data:
    """Play a deal with searching players and return how the later winner stood, and how far the actions differed."""
    plan = state_of(deal).plan
    players = {seat: _Weighing(rollouts, seed) for seat in places(deal)}
    play(deal, players)
    found: Data = {}
    if gaps := [gap for each in players.values() for gap in each.gaps]:
        found["spread"] = mean(gaps)
    delta = settled(deal)
    winners = best_of(plan, delta, [*players]) if delta is not None and not deal.outcome.void else ()
    stood = [ranks for winner in winners if (ranks := players[winner].stood)]
    if stood:
        line = threshold(sides_of(plan))
        behind = [[line - rank for rank in ranks if rank < line] for ranks in stood]
        found["security"] = mean(
            1 - Fraction(len(under), len(ranks)) for under, ranks in zip(behind, stood, strict=True)
        )
        found["drama"] = mean(mean(map(_root, under)) if under else 0 for under in behind)
    return found


class _Weighing:
    """A searching player that records, for each of its decisions, the rank that it expected, and by how much the worst
    action was worse."""

    name, seconds = "steady", None

    def __init__(self, rollouts: int, seed: str) -> None:
        self.rollouts, self.seed = rollouts, seed
        self.stood: list[Fraction] = []
        self.gaps: list[Fraction] = []

    def __call__(self, view: View, clock: Clock) -> Action:
        action, rank, gap = _weighed(view, self.rollouts, self.seed)
        if rank is not None:
            self.stood.append(rank)
            self.gaps.append(gap)
        return action

    def close(self) -> None:
        """Do nothing; the player has no process."""


def _root(value: Fraction) -> Fraction:
    return Fraction(isqrt(value.numerator * _ROOT * _ROOT // value.denominator), _ROOT)


def _weighed(view: View, rollouts: int, seed: str) -> tuple[Action, Fraction | None, Fraction]:
    """Return the action chosen, the rank expected of it, and by how much the worst action was worse.

    The best and the worst are found in one half of the deals played out and valued in the other, since the best of
    several chance results looks better than it is. The rank is None if nothing was compared.
    """
    usual: Sequence[Action] = ()
    if view.phase == "play":
        usual = [action for action in view.legal if action.verb == "play"]
    thought = consider(
        view, rollouts, seed=seed, recorder=_recorder(view), only=usual if len(usual) > 1 else ()
    )
    halves = [
        (mean(records[::2]), Fraction(mean(records[1::2])))
        for each in thought.considered
        if len(records := [rank for rank in each.records if rank is not None]) > 1
    ]
    if len(halves) < 2:
        return thought.action, None, Fraction(0)
    best, worst = max(halves, key=lambda half: half[0]), min(halves, key=lambda half: half[0])
    return thought.action, best[1], best[1] - worst[1]


def _recorder(view: View) -> Callable[[Machine, Settlement | None, float], Fraction | None]:
    seat = view.seat

    def rank(deal: Machine, settlement: Settlement | None, value: float) -> Fraction | None:
        if settlement is None:
            return None
        sign = -1 if low_wins(deal.plan) else 1
        result = [
            sign * (delta + stake) for delta, stake in zip(settlement.delta, stakes_of(deal), strict=True)
        ]
        own, side = result[seat], deal.plan.table.side_of(seat)
        others = [result[other] for other in deal.plan.table.players if other not in side]
        beaten = sum(2 * (own > other) + (own == other) for other in others)
        return Fraction(beaten, 2 * len(others))

    return rank


__all__ = ["RANDOM_DEALS", "field", "sides_of", "threshold"]
