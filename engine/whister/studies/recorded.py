"""What is recorded of a deal that has been played: the values of its figures, as whole numbers and exact fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import add, sub
from typing import TYPE_CHECKING

from whister.deal.public import DealFace, state_of
from whister.errors import NotSourcedError
from whister.ledger import Amount
from whister.mechanisms.end.ending import low_wins
from whister.mechanisms.worth.slam import Moon
from whister.notation import Action
from whister.plan.course import PLAY
from whister.studies.sums import Data, mean, plain

if TYPE_CHECKING:
    from whister.cards import Card
    from whister.deal.machine import Machine
    from whister.plan.compiled import Plan
    from whister.rules import Deal

_FEW = (
    3  #: the most cards of their own value whose captors are recorded; if there are more, only the dearest is
)
_TRIED = 2  #: a slam is tried by a player who has at least one in two of all the penalty cards, and nobody else any


class Watch:
    """Counts the cards to choose from while a deal is played: for each card played, the trick and the legal cards."""

    def __init__(self) -> None:
        self.choices: list[tuple[int, int]] = []

    def __call__(self, deal: DealFace, legal: Sequence[Action]) -> None:
        """Record the legal actions of the seat to act."""
        state = state_of(deal)
        if state.phase == PLAY and (cards := sum([action.verb == "play" for action in legal])):
            self.choices.append((len(state.closed_tricks) + 1, cards))


def places(deal: Deal) -> dict[int, int]:
    """Return the place of each seat that has a player in the order of play, from 1 for eldest hand."""
    table, first = state_of(deal).plan.table, deal.eldest
    step = table.step(deal.dealer)
    order = [seat for k in table.seats if (seat := (first + k * step) % table.n) != table.dummy]
    return {seat: place for place, seat in enumerate(order, start=1)}


def stakes_of(deal: Machine) -> tuple[Amount, ...]:
    """Return what each seat had paid when the deal opened, as a negative number, if it is the first of its game."""
    return tuple(map(sub, deal.ledger.totals, deal.plan.start.totals))


def settled(deal: Deal) -> tuple[Amount, ...] | None:
    """Return each seat's gain or loss, with its stake, in the first deal of a game; None if no source gives the
    payment."""
    try:
        return tuple(map(add, deal.settle().delta, stakes_of(state_of(deal))))
    except NotSourcedError:
        return None


def best_of(plan: Plan, delta: Sequence[Amount], seats: Sequence[int]) -> list[int]:
    """Return the seats with the best result."""
    sign = -1 if low_wins(plan) else 1
    best = max(sign * delta[seat] for seat in seats)
    return [seat for seat in seats if sign * delta[seat] == best]


def data_of(deal: Deal, choices: Sequence[tuple[int, int]], players: Mapping[int, str] | None = None) -> Data:
    """Return the values recorded of a deal that is over. ``choices`` are those of its ``Watch``; ``players`` are the
    names of the players by seat, if they differ.
    """
    plan, outcome = state_of(deal).plan, deal.outcome
    place = places(deal)
    found: Data = {}
    if outcome.void:
        found[f"void/{outcome.void}"] = 1
    _results(found, deal, plan, place, players)
    if (contract := contract_of(outcome.contract, outcome.bid)) and not outcome.void:
        found[f"contract/{contract}"] = 1
        if (made := _made(deal)) is not None:
            found[f"made/{contract}"] = int(made)
    tricks = deal.tricks
    if tricks:
        for seat, at in place.items():
            found[f"tricks/{at}"] = sum(1 for trick in tricks if trick.winner == seat)
        if any(plan.worth.values) or plan.worth.trick_value:
            for trick in tricks:
                found[f"points/{trick.number}"] = trick.value + plan.worth.trick_value
        _cards(found, deal, plan, place)
        _moon(found, deal, plan)
    _choices(found, choices)
    return found


def contract_of(contract: str, bid: int) -> str:
    """Return the name of a contract in a figure: its ID, the number bid, or both; "" if there is none."""
    return " ".join(filter(None, [contract, str(bid or "")]))


def _made(deal: Deal) -> bool | None:
    try:
        return deal.settle().made
    except NotSourcedError as error:
        return error.made


def _results(
    found: Data, deal: Deal, plan: Plan, place: Mapping[int, int], players: Mapping[int, str] | None
) -> None:  # fmt: skip
    delta = settled(deal)
    if delta is None:
        found["unpaid"] = 1
        return
    for seat, at in place.items():
        found[f"result/{at}"] = delta[seat]
    best = best_of(plan, delta, [*place])
    for seat, at in place.items():
        found[f"best/{at}"] = plain(Fraction(1, len(best))) if seat in best else 0
    found["average"] = mean([delta[seat] for seat in place])
    found["gap"] = max(delta[seat] for seat in place) - min(delta[seat] for seat in place)
    if players is None:
        return
    sign = -1 if low_wins(plan) else 1
    own: dict[str, list[Amount]] = defaultdict(list)
    ahead: dict[str, list[Amount]] = defaultdict(list)
    for seat, name in players.items():
        others = [delta[other] for other in place if other not in plan.table.side_of(seat)]
        own[name].append(delta[seat])
        ahead[name].append(sign * (delta[seat] - mean(others)))
    for name, results in own.items():
        found[f"player/{name}"], found[f"advantage/{name}"] = mean(results), mean(ahead[name])


def _cards(found: Data, deal: Deal, plan: Plan, place: Mapping[int, int]) -> None:
    """Record who takes each card that has a value of its own: the seat, and whether it is the seat that played it."""
    for card in single_cards(plan):
        for trick in deal.tricks:
            if card in trick.cards and trick.winner is not None:
                found[f"card/{card} {place[trick.winner]}"] = 1
                if trick.seats[trick.cards.index(card)] == trick.winner:
                    found[f"card/{card} own"] = 1


def single_cards(plan: Plan) -> list[Card]:
    """Return the cards that have a value which no other card has, such as the queen of spades; if there are more than
    three, only the dearest."""
    alone = [mask.bit_length() - 1 for mask, _ in plan.worth.value_groups if mask.bit_count() == 1]
    if len(alone) > _FEW:
        alone = [max(alone, key=lambda card: abs(plan.worth.values[card]))]
    return [plan.pack.cards[card] for card in sorted(alone)]


def moon_of(plan: Plan) -> Moon | None:
    """Return the mechanism by which one player who captures every penalty card scores; None if there is none."""
    return next((found for _, found in plan.asked.settle if isinstance(found, Moon)), None)


def _moon(found: Data, deal: Deal, plan: Plan) -> None:
    """Record whether all the penalty cards were tried for, and whether the player succeeded or was stopped."""
    moon, worth = moon_of(plan), plan.worth
    if moon is None:
        return
    penalties = worth.penalties
    least = -(-penalties.bit_count() // _TRIED)
    taken: dict[tuple[int, ...], int] = {}
    tried = False
    for trick in deal.tricks:
        if trick.winner is not None and (mask := sum(1 << card.index for card in trick.cards) & penalties):
            side = plan.table.side_of(trick.winner) if moon.by == "side" else (trick.winner,)
            taken[side] = taken.get(side, 0) | mask
            tried = tried or (len(taken) == 1 and taken[side].bit_count() >= least)
    if tried:
        shot = bool(moon.shooters(plan, state_of(deal).captured))
        found["moon/tried"] = 1
        found["moon/shot" if shot else "moon/stopped"] = 1


def _choices(found: Data, choices: Sequence[tuple[int, int]]) -> None:
    """Record the mean number of cards to choose from in each trick, and the slope of the line through all of them."""
    by_trick: dict[int, list[Amount]] = defaultdict(list)
    for trick, cards in choices:
        by_trick[trick].append(cards)
    for trick, counts in by_trick.items():
        found[f"choices/{trick}"] = mean(counts)
    n = len(choices)
    if n > 1:  # least squares: the number of cards against the number of the card played
        covered = sum((2 * at - n - 1) * cards for at, (_, cards) in enumerate(choices, start=1))
        found["convergence"] = plain(Fraction(6 * covered, n * (n * n - 1)))


__all__ = [
    "Watch", "best_of", "contract_of", "data_of", "moon_of", "places", "settled", "single_cards", "stakes_of",
]  # fmt: skip
