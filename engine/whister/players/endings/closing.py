"""Settling a deal that is still in play, for any way in which its last tricks may be won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from whister.deal.outcome import of_deal
from whister.deal.public import DealFace
from whister.deal.settle import settle
from whister.plan.outcome import Captured, Outcome, captured_masks
from whister.players.endings.interests import Interests

if TYPE_CHECKING:
    from whister.deal.machine import Machine
    from whister.ledger import Amount

Delta = tuple["Amount", ...]
_CAPTURED, _TRICKS, _DECLARED = (Outcome._fields.index(name) for name in ("captured", "tricks", "declared"))


class FactRead(Exception):
    """A settlement has used a fact that is not kept."""


class _Cardless(Outcome):
    """An outcome of which the captured cards are not known. Raises ``FactRead`` if they are used."""

    __slots__ = ()

    @property
    def captured(self) -> Any:
        raise FactRead("captured")


class _Trickless(Outcome):
    """An outcome of which the tricks are not known. Raises ``FactRead`` if they are used."""

    __slots__ = ()

    @property
    def tricks(self) -> Any:
        raise FactRead("tricks")


class Closing:
    """The deal with its last tricks played, but by nobody in particular."""

    def __init__(self, state: Machine) -> None:
        self.plan, self.ledger = state.plan, state.ledger
        self.n = state.plan.table.n
        self.seats = state.plan.table.seats
        self.won, self.captured = tuple(state.won), tuple(state.captured)
        held = sum(sum(map(int.bit_count, hand)) for hand in state.parts) + len(state.open_trick)
        self.tricks_left = held // self.n
        self._ended = state.copy()
        self._ended.parts = [[0] * len(hand) for hand in state.parts]
        self._ended.open_trick = []
        self._ended.closed_tricks = [*state.closed_tricks, *[(0, (), 0)] * self.tricks_left]
        self._known: dict[tuple[int, bool], Outcome] = {}

    def divisions(self, tricks: int) -> Iterator[tuple[int, ...]]:
        """Yield all the numbers of tricks that the seats may have after so many more."""
        for share in shares(tricks, self.n):
            yield tuple(map(sum, zip(self.won, share, strict=True)))

    def outcome(self, last: int, *, stopped: bool = False) -> Outcome:
        """Return the outcome if the seat ``last`` wins the last trick, without what the last tricks bring."""
        if (last, stopped) not in self._known:
            ended = self._ended.copy()
            ended.closed_tricks[-1] = 0, (), last
            if stopped:
                ended.facts["stopped"] = True
            self._known[last, stopped] = of_deal(ended)
        return self._known[last, stopped]

    @property
    def tells_last(self) -> bool:
        """Whether the winner of the last trick is among the facts that are settled, or takes further cards."""
        first, *others = (self.outcome(seat) for seat in self.seats)
        return any(
            other.declared != first.declared or captured_masks(other) != captured_masks(first)
            for other in others
        )

    @property
    def facts(self) -> tuple[Any, ...]:
        """The facts that are settled, without the cards captured, the tricks and the order of the pack."""
        known = self.outcome(0)
        return (*known[_TRICKS + 1 : _DECLARED], tuple(sorted(known.declared.items())), known.void)

    def by_tricks(self, won: Sequence[int], *, stopped: bool = False) -> Delta:
        """Return the settlement for numbers of tricks. Raises ``FactRead`` if it depends on cards captured."""
        facts = list(self.outcome(0, stopped=stopped))
        facts[_TRICKS] = tuple(won)
        return settle(self.plan.base, _Cardless.sure(*facts), self.ledger).delta

    def by_points(self, points: Sequence[int], won: Sequence[int] | None, last: int) -> Delta:
        """Return the settlement for the points that each seat captures in the last tricks, and all its tricks (None if
        not kept). Raises ``DealError`` if it depends on particular cards, ``FactRead`` if on tricks not kept."""
        facts = list(self.outcome(last))
        before = self.plan.worth.of_each(captured_masks(self.outcome(last)))
        facts[_DECLARED] = {
            **self.outcome(last).declared, "points": tuple(map(sum, zip(before, points, strict=True))),
        }  # fmt: skip
        facts[_CAPTURED] = Captured(self.plan.pack, (0,) * self.n)
        return self._settled(facts, won)

    def by_cards(self, captured: Sequence[int], won: Sequence[int] | None, last: int) -> Delta:
        """Return the settlement for the cards that each seat captures in the last tricks. Raises ``FactRead`` if it
        depends on tricks that are not kept."""
        facts = list(self.outcome(last))
        before = captured_masks(self.outcome(last))
        facts[_CAPTURED] = Captured(
            self.plan.pack, tuple(a | b for a, b in zip(before, captured, strict=True))
        )
        return self._settled(facts, won)

    def _settled(self, facts: list[Any], won: Sequence[int] | None) -> Delta:
        if won is None:
            return settle(self.plan.base, _Trickless.sure(*facts), self.ledger).delta
        facts[_TRICKS] = tuple(won)
        return settle(self.plan.base, Outcome.sure(*facts), self.ledger).delta

    def chosen(self, captured: Sequence[int], won: Sequence[int], last: int, interests: Interests) -> Delta:
        """Return the same for a rule set in which something may be chosen after the play, with the best choice."""
        ended = self._ended.copy()
        ended.closed_tricks[-1] = 0, (), last
        ended.won = list(won)
        ended.captured = [a | b for a, b in zip(self._ended.captured, captured, strict=True)]
        ended.played_out()
        return after_play(DealFace(ended), interests)


def after_play(deal: DealFace, interests: Interests) -> Delta:
    """Return the settlement after the play, with the best of the choices still to be made, the first of equal ones."""
    if deal.over:
        return deal.settle().delta
    seat = deal.to_act
    assert seat is not None
    best: Delta | None = None
    for action in deal.legal():
        twin = deal.copy()
        twin.act(action, seat)
        found = after_play(twin, interests)
        if best is None or interests.better(found, best, seat):
            best = found
    assert best is not None
    return best


def shares(tricks: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield all the ways in which a number of tricks may be divided among seats."""
    if seats == 1:
        yield (tricks,)
        return
    for first in range(tricks + 1):
        for others in shares(tricks - first, seats - 1):
            yield (first, *others)


__all__ = ["Closing", "Delta", "FactRead", "after_play", "shares"]
