"""Equal cards in one trick: either they cancel each other, or one of them ranks higher.

Two packs shuffled together contain every card twice. One mechanism makes equal cards cancel each other; others decide
when nobody wins the trick for that reason, and what happens to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

from whister.cards import Card
from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import CancelledCards, PlayPart
from whister.plan.state import DealState


def _taker(rule: CancelledCards, deal: DealState) -> int | None:
    """Return the seat that takes the complete trick on the table; None if nobody does."""
    cards, seats = deal.cards_out, deal.players_out
    strength = [deal.rank[index] for index in deal.open_trick]
    gone = rule.cancelled(cards)
    standing = [at for at in range(len(strength)) if strength[at] and at not in gone]
    if standing:
        return seats[max(standing, key=lambda at: strength[at])]
    if not rule.aside:
        return deal.leader
    if any(deal.hand(seat) for seat in deal.plan.table.seats):
        return None
    if rule.last == "second-of-highest":
        return seats[_highest(rule, deal, cards, strength)[1]]
    return deal.leader if rule.last else None


def _highest(
    rule: CancelledCards, deal: DealState, cards: Sequence[Card], strength: Sequence[int]
) -> tuple[int, int]:
    """Return the highest pair, by the suit led and then by rank; of equal pairs, the one completed first."""
    ranks = {rank: place for place, rank in enumerate(deal.plan.pack.ranks)}
    return max(
        rule.pairs(cards),
        key=lambda pair: (max(strength[at] for at in pair), ranks.get(cards[pair[0]].rank, -1)),
    )


class Cancelling(Mechanism):
    """Two equal cards in one trick cancel each other, and neither can win it.

    ``by``: equal cards are copies of the same ``card``, or any cards of the same ``rank``. The winner of the trick
    takes them too.
    """

    name: ClassVar[str] = "cancelling"
    alone: ClassVar[str] = (
        "No other game here keeps equal cards from winning; `equal_cards` always lets one of them win."
    )
    by: Literal["card", "rank"] = "card"

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart) -> None:
        play.cancelling = CancelledCards(self.by == "rank")
        course.trick_taker = partial(_taker, play.cancelling)


class CancelledWhole(Mechanism):
    """Two cancelled pairs cancel the whole trick: ``pairs`` of ``any-suit``, or only those with a card of the
    ``led-suit``.
    """

    name: ClassVar[str] = "cancelled_whole"
    alone: ClassVar[str] = (
        "No other game here lets two pairs cancel a whole trick; `cancelling` affects only the paired cards."
    )
    order: ClassVar[int] = 2
    pairs: Literal["any-suit", "led-suit"] = "any-suit"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        if play.cancelling is not None:
            play.cancelling.whole = self.pairs


class SetAside(Mechanism):
    """A trick that nobody wins is set aside for the winner of the next trick, and its leader leads again.

    Without this mechanism the leader takes the trick.
    """

    name: ClassVar[str] = "set_aside"
    alone: ClassVar[str] = (
        "No other game here keeps a cancelled trick for the next winner; `suitless_trick` concerns a trick "
        "without a suit, and `cancelling` only the cards that cannot win."
    )
    order: ClassVar[int] = 2

    def setup(self, clause: Clause, play: PlayPart) -> None:
        if play.cancelling is not None:
            play.cancelling.aside = True


class LastCancelled(Mechanism):
    """The player who takes the last trick, with all the tricks set aside, if no card wins it.

    ``to``: its ``leader``, or the player of the second card of the highest cancelled pair (``second-of-highest``).
    """

    name: ClassVar[str] = "last_cancelled"
    alone: ClassVar[str] = (
        "No other game here can have a last trick without a winner because cards cancelled; `set_aside` needs "
        "a further trick."
    )
    order: ClassVar[int] = 2
    to: Literal["leader", "second-of-highest"] = "leader"

    def setup(self, clause: Clause, play: PlayPart) -> None:
        if play.cancelling is not None:
            play.cancelling.last = self.to


class EqualCards(Mechanism):
    """Of equal cards in a trick, the one that ``wins`` is the ``first`` played or the ``last``."""

    name: ClassVar[str] = "equal_cards"
    wins: Literal["first", "last"] = "first"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"wins": "last" if parameters.get("wins", "first") == "first" else "first"}

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart) -> None:
        if self.wins == "last":
            play.later_is_better, course.trick_taker = True, _last_of_highest


def _last_of_highest(deal: DealState) -> int:
    trick = deal.trick
    return trick.seats[max(range(len(trick.cards)), key=lambda at: (deal.rank[deal.open_trick[at]], at))]
