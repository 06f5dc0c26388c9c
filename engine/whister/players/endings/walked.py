"""Endings card by card on copies of the deal: slower, for play in which more can happen than the tables show."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister.deal.outcome import of_deal
from whister.deal.public import DealFace
from whister.deal.settle import settle
from whister.errors import DealError
from whister.ledger import Amount
from whister.mechanisms.play.wild import LeadAs
from whister.notation import Action
from whister.plan.mechanism import Aside
from whister.players.endings.interests import Interests
from whister.players.endings.limits import Count

if TYPE_CHECKING:
    from whister.deal.machine import Machine

_LEAST, _MOST = float("-inf"), float("inf")
Delta = tuple[Amount, ...]


def settled(state: Machine) -> Delta:
    """Return the result of a deal that is over, for each seat."""
    return settle(state.plan.base, of_deal(state), state.ledger).delta


class Walk:
    """A search that copies the deal for every card, so that every clause applies as in the deal itself."""

    def __init__(self, root: Machine, interests: Interests, count: Count, relevant: int) -> None:
        self.interests = interests
        self._count = count
        self._relevant = relevant  # the cards that matter once captured
        self._looks_back = bool(root.plan.asked.narrow_now)
        self._bounds: dict[Hashable, tuple[Amount | float, Amount | float]] = {}
        self._results: dict[Hashable, Delta] = {}

    def line(self, deal: DealFace) -> tuple[Delta, tuple[tuple[int, Action], ...]]:
        """Return the result with best play for each seat, and the actions that lead to it."""
        found: list[tuple[int, Action]] = []
        deal = deal.copy()
        while not deal.over:
            action = self.best(deal)
            found.append((_seat(deal), action))
            deal.act(action, _seat(deal))
        return settled(deal._state), tuple(found)

    def best(self, deal: DealFace) -> Action:
        """Return the best action of the seat to act; of equal ones, the first in the order of a sorted hand."""
        legal = _legal(deal)
        if len(legal) == 1:
            return legal[0]
        side = self.interests.side_of[_seat(deal)]
        values = [self.value(_after(deal, action), side) for action in legal]
        return legal[values.index(max(values))]

    def value(self, deal: DealFace, side: int) -> Amount | float:
        """Return what a position is worth to a side, or how far it is ahead if there are two sides."""
        if self.interests.two:
            ahead = self._ahead(deal, _LEAST, _MOST)
            return -ahead if side else ahead
        return self.interests.worth(self._alone(deal))[side]

    def _ahead(self, deal: DealFace, alpha: Amount | float, beta: Amount | float) -> Amount | float:
        """Return how far the first side gets ahead, by alpha-beta search: exact between the bounds."""
        if deal.over:
            return self.interests.lead(settled(deal._state))
        self._count.one()
        key = self._key(deal._state)
        if key is not None:
            low, high = self._bounds.get(key, (_LEAST, _MOST))
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            alpha, beta = max(alpha, low), min(beta, high)
        first = not self.interests.side_of[_seat(deal)]
        best: Amount | float = _LEAST if first else _MOST
        a, b = alpha, beta
        for action in _legal(deal):
            found = self._ahead(_after(deal, action), a, b)
            if first:
                best = max(best, found)
                a = max(a, best)
            else:
                best = min(best, found)
                b = min(b, best)
            if a >= b:
                break
        if key is not None:
            self._bounds[key] = (low if best <= alpha else best, high if best >= beta else best)
        return best

    def _alone(self, deal: DealFace) -> Delta:
        """Return each seat's result if each side seeks its own best, by max-n search."""
        if deal.over:
            return settled(deal._state)
        self._count.one()
        key = self._key(deal._state)
        if key is not None and key in self._results:
            return self._results[key]
        side = self.interests.side_of[_seat(deal)]
        best: Delta | None = None
        for action in _legal(deal):
            found = self._alone(_after(deal, action))
            if best is None or self.interests.worth(found)[side] > self.interests.worth(best)[side]:
                best = found
        assert best is not None
        if key is not None:
            self._results[key] = best
        return best

    def _key(self, state: Machine) -> Hashable | None:
        """Return all that the rest of a deal depends on, at a lead; None within a trick or after the play."""
        if state.open_trick or state.tables is None:
            return None
        reports = [each(state) for each in state.plan.course.reporting]
        led = (
            frozenset(state.tables.suit_of[cards[0]] for _, cards, _ in state.closed_tricks if cards)
            if self._looks_back
            else ()
        )
        facts = {name: fact for name, fact in state.facts.items() if name != "members"}
        return (
            tuple(map(tuple, state.parts)), state.seat, state.flags, tuple(state.won), state.partner, led,
            tuple(cards & self._relevant for cards in state.captured), _held(facts), _held(reports),
            len(state.closed_tricks) == 0, state.stock,
        )  # fmt: skip


def _after(deal: DealFace, action: Action) -> DealFace:
    twin = deal.copy()
    twin.act(action, _seat(deal))
    return twin


def _seat(deal: DealFace) -> int:
    seat = deal.to_act
    assert seat is not None
    return seat


def _legal(deal: DealFace) -> Sequence[Action]:
    """Return the legal actions. Raises ``DealError`` if something besides cards may be done during the play."""
    if (found := besides_cards(deal._state)) is not None:
        seat, action, aside = found
        raise DealError(
            f"ending: seat {seat} may come to do something besides playing a card: {action!s} [{aside.clause.id}]"
        )
    return deal.legal()


def besides_cards(state: Machine) -> tuple[int, Action, Aside] | None:
    """Return a seat that may do something besides playing a card, what it may do, and by which rule; None if none may."""
    for aside in state.asides:
        if isinstance(aside, LeadAs):  # this plays a card too
            continue
        for seat in state.plan.table.seats:
            if offered := aside.offers(state, seat):
                return seat, offered[0], aside
    return None


def _held(value: Any) -> Hashable:
    """Return facts in a form that can be a key."""
    if isinstance(value, Mapping):
        return tuple(sorted((str(name), _held(each)) for name, each in value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(_held, value))
    made: Hashable = value
    return made
