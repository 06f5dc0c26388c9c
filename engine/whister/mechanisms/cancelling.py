"""Equal cards in one trick: they cancel each other, or one of them is the better.

Two packs shuffled together hold every card twice. One clause says that equal cards cancel; others say when that leaves
the trick to nobody, and what becomes of it then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.cards import Card
from whister.clause import Clause
from whister.deal import Deal
from whister.mechanisms.base import Mechanism
from whister.plan.course import CoursePart
from whister.plan.play import PlayPart


class CancellingRule:
    """What the clauses say of equal cards in a trick; ``plan.play.cancelling`` where they cancel each other."""

    def __init__(self, by_rank: bool) -> None:
        self.by_rank = by_rank
        self.whole = ""  #: which pairs count towards the two that cancel the whole trick; "" for none
        self.aside = False  #: a trick that nobody wins is set aside
        self.last = ""  #: who takes it when there is no next trick

    def pairs(self, cards: Sequence[Card]) -> list[tuple[int, int]]:
        """The places of the cards that cancel each other, pair by pair in order of play; a third stands."""
        single: dict[str, int] = {}
        found: list[tuple[int, int]] = []
        for place, card in enumerate(cards):
            key = card.rank if self.by_rank else str(card)
            if key in single:
                found.append((single.pop(key), place))
            else:
                single[key] = place
        return found

    def cancelled(self, cards: Sequence[Card]) -> frozenset[int]:
        """The places of the cards that cannot win."""
        pairs = self.pairs(cards)
        if self.whole:
            counted = [pair for pair in pairs
                       if self.whole == "any-suit" or any(cards[at].suit == cards[0].suit for at in pair)]  # fmt: skip
            if len(counted) > 1:
                return frozenset(range(len(cards)))
        return frozenset(place for pair in pairs for place in pair)

    def taker(self, deal: Deal) -> int | None:
        """Who takes the complete trick on the table; None when nobody does."""
        trick = deal.trick
        strength = [deal._rank[index] for index in deal._trick]
        gone = self.cancelled(trick.cards)
        standing = [at for at in range(len(strength)) if strength[at] and at not in gone]
        if standing:
            return trick.seats[max(standing, key=lambda at: strength[at])]
        if not self.aside:
            return trick.leader
        if any(deal.hand(seat) for seat in deal.plan.table.seats):
            return None
        if self.last == "second-of-highest":
            return trick.seats[self._highest(deal, trick.cards, strength)[1]]
        return trick.leader if self.last else None

    def _highest(self, deal: Deal, cards: Sequence[Card], strength: Sequence[int]) -> tuple[int, int]:
        """The highest pair: of the suit led before any other, then by rank; of equals the one completed first."""
        ranks = {rank: place for place, rank in enumerate(deal.plan.pack.ranks)}
        return max(
            self.pairs(cards),
            key=lambda pair: (max(strength[at] for at in pair), ranks.get(cards[pair[0]].rank, -1)),
        )


class Cancelling(Mechanism):
    """Two equal cards in one trick cancel each other, and neither can win it.

    ``by``: equal is the same ``card``, or any of the same ``rank``. Whoever takes the trick takes them with it.
    """

    name: ClassVar[str] = "cancelling"
    alone: ClassVar[str] = (
        "No other game here keeps equal cards from winning; `equal_cards` always lets one of them win."
    )
    by: Literal["card", "rank"] = "card"

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart) -> None:
        play.cancelling = CancellingRule(self.by == "rank")
        course.trick_taker = play.cancelling.taker


class CancelledWhole(Mechanism):
    """Two cancelled pairs cancel the whole trick: ``pairs`` of ``any-suit``, or with a card of the ``led-suit``."""

    name: ClassVar[str] = "cancelled_whole"
    alone: ClassVar[str] = (
        "No other game here takes a trick from every card for two pairs in it; `cancelling` stops the "
        "paired cards alone."
    )
    order: ClassVar[int] = 2
    pairs: Literal["any-suit", "led-suit"] = "any-suit"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        if play.cancelling is not None:
            play.cancelling.whole = self.pairs


class SetAside(Mechanism):
    """A trick that nobody wins lies aside for the winner of the next, and its leader leads again.

    Without this the leader takes it.
    """

    name: ClassVar[str] = "set_aside"
    alone: ClassVar[str] = (
        "No other game here keeps a cancelled trick for the next winner; `suitless_trick` speaks of a "
        "trick without a suit, and `cancelling` only of what cannot win."
    )
    order: ClassVar[int] = 2

    def setup(self, clause: Clause, play: PlayPart) -> None:
        if play.cancelling is not None:
            play.cancelling.aside = True


class LastCancelled(Mechanism):
    """Who takes a last trick that nobody wins, and all that lies aside.

    ``to``: its ``leader``, or whoever played the ``second-of-highest`` of the cards that cancelled each other.
    """

    name: ClassVar[str] = "last_cancelled"
    alone: ClassVar[str] = (
        "No other game here can have a last trick that cancelled cards leave to nobody; `set_aside` needs "
        "another trick to come."
    )
    order: ClassVar[int] = 2
    to: Literal["leader", "second-of-highest"] = "leader"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        if play.cancelling is not None:
            play.cancelling.last = self.to


class EqualCards(Mechanism):
    """Of equal cards in a trick the ``first`` played ``wins``, or the ``last``."""

    name: ClassVar[str] = "equal_cards"
    wins: Literal["first", "last"] = "first"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"wins": "last" if parameters.get("wins", "first") == "first" else "first"}

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart) -> None:
        if self.wins == "last":
            play.later_is_better, course.trick_taker = True, _last_of_highest


def _last_of_highest(deal: Deal) -> int:
    trick = deal.trick
    return trick.seats[max(range(len(trick.cards)), key=lambda at: (deal._rank[deal._trick[at]], at))]
