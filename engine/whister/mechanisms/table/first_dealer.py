"""The choice of the first dealer of a session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal

from whister.cards import ZERO, Card, Pack
from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.plan.mechanism import Mechanism
from whister.plan.table import FirstDeal, TablePart


class FirstDealer(Mechanism):
    """The method of choosing the first dealer of a session.

    ``by``: with ``lowest-cut`` each player cuts a card, the lowest deals, and players who tie cut again;
    ``low_to_high`` is the order of the ranks in this cut. With ``card`` a pack is dealt out face up, and the player who
    gets ``card`` deals.
    """

    name: ClassVar[str] = "first_dealer"
    by: Literal["lowest-cut", "card"] = "lowest-cut"
    card: str = ""
    low_to_high: str = "A 2 3 4 5 6 7 8 9 T J Q K"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"low_to_high": "K Q J T 9 8 7 6 5 4 3 2 A"}

    def setup(self, clause: Clause, pack: Pack, table: TablePart) -> None:
        if (self.by == "card") != bool(self.card):
            raise RecordError(
                f"{clause.id}: first_dealer.by = {self.by!r} with card = {self.card!r}; a card "
                "can be given only with by = 'card'"
            )
        ranks = sorted(rank for rank in pack.ranks if rank != ZERO)
        if self.by == "lowest-cut" and sorted(self.low_to_high.split()) != ranks:
            raise RecordError(
                f"{clause.id}: first_dealer.low_to_high = {self.low_to_high!r}; expected every rank of the pack, each once"
            )
        if self.card:
            pack.mask([self.card], clause.id)
        table.find_dealer = partial(self._find, table, clause)

    def _find(self, table: TablePart, clause: Clause, cards: Sequence[Card], whole: bool) -> FirstDeal:
        """Return the first dealer, found by cutting or by dealing out a pack.

        Raises ``DealError`` if the cards run out or, with ``whole``, if any are left over after a cut has decided.
        """
        shown = iter(cards)
        if self.by == "card":
            dealt: list[tuple[int, Card]] = []
            for place, card in enumerate(shown):
                dealt.append((place % table.n, card))
                if str(card) == self.card:
                    return FirstDeal(dealt[-1][0], (tuple(dealt),), clause)
            raise DealError(
                f"cards: {self.card} is not among those dealt out; the player who receives it becomes the dealer [{clause.id}]"
            )
        ranks = self.low_to_high.split()
        rounds: list[tuple[tuple[int, Card], ...]] = []
        seats = table.seats
        while len(seats) > 1:
            cut = tuple(_cut(seats, shown, clause))
            rounds.append(cut)
            least = min(ranks.index(card.rank) for _, card in cut)
            seats = tuple(seat for seat, card in cut if ranks.index(card.rank) == least)
        if whole and (spare := next(shown, None)) is not None:
            raise DealError(f"cards: seat {seats[0]} deals, so nobody cuts {spare} [{clause.id}]")
        return FirstDeal(seats[0], tuple(rounds), clause)


def _cut(seats: Sequence[int], shown: Iterator[Card], clause: Clause) -> Iterator[tuple[int, Card]]:
    for seat in seats:
        card = next(shown, None)
        if card is None:
            raise DealError(
                f"cards: there is no card for seat {seat}; expected {len(seats)} cards in this round [{clause.id}]"
            )
        yield seat, card
