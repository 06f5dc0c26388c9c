"""What a seat sees in a deal, as arrays of numbers.

The arrays are made from the view of the seat alone, so they contain nothing that it may not know. Seats are relative:
row 0 is the seat that looks, row 1 the next in the order of play, and so on. Cards are in the order of the indices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

from whister.adapters.choosing import Cards
from whister.adapters.indices import Indices
from whister.adapters.steps import Steps
from whister.cards import Card
from whister.deal.view import SEALED, View

OVER = "over"


class Array(NamedTuple):
    """An array of an observation: its name, its shape and what it holds.

    ``counts``: whether its entries are whole numbers from 0 to 127; otherwise they are any numbers, in the unit that
    ``holds`` names. ``private``: whether only the seat itself may know what is in it.
    """

    name: str
    shape: tuple[int, ...]
    holds: str
    counts: bool = True
    private: bool = False

    @property
    def size(self) -> int:
        """The number of entries."""
        return prod(self.shape)


class Observer:
    """The arrays of an observation under some rules, and how they are filled from a view.

    ``arrays`` lists them by name. One that would be empty, such as that of the contracts in a game without them, is
    left out.
    """

    def __init__(self, indices: Indices) -> None:
        self.indices = indices
        plan = indices.rules.plan
        self._n = plan.table.n
        self._suits = tuple(plan.pack.suits)
        self._contracts = tuple(plan.bidding.contracts)
        self._pools = plan.settling.pools
        self._phases = (*dict.fromkeys((*plan.course.order, *plan.course.phases)), OVER)
        n, cards, said = self._n, indices.cards, len(indices) - indices.cards
        arrays = (
            Array("hand", (cards,), "the cards that the seat holds", private=True),
            Array("chosen", (cards,), "the cards of a choice that the seat has begun", private=True),
            Array("given", (cards,), "the cards that the seat has passed", private=True),
            Array("received", (cards,), "the cards that were passed to the seat, or taken up by it", private=True),
            Array("laid_aside", (cards,), "the cards that the seat has laid aside", private=True),
            Array("trick", (n, cards), "the cards of the trick on the table, by the seat that played them"),
            Array("played", (n, cards), "the cards of the earlier tricks, by the seat that played them"),
            Array("captured", (n, cards), "the cards of the earlier tricks, by the seat that won them"),
            Array("exposed", (n, cards), "the cards that lie face up, by the seat that holds them"),
            Array("widow", (cards,), "the cards of the widow that the seat may see", private=True),
            Array("turned_up", (cards,), "the card turned up for trump or preference"),
            Array("stock_top", (cards,), "the top card of the stock, if it lies face up"),
            Array("called", (cards,), "the card whose holder is the declarer's partner"),
            Array("said", (n, said), "how often each seat has said each thing that is not a card: bids, passes, answers"),
            Array("cards_held", (n,), "the number of cards that each seat holds"),
            Array("tricks_won", (n,), "the number of tricks that each seat has won"),
            Array("cards_left", (2,), "the number of cards in the widow, and in the stock beside it"),
            Array("led", (len(self._suits),), "the suit that must be followed"),
            Array("trump", (len(self._suits),), "the trump suit"),
            Array("contract", (len(self._contracts),), "the contract"),
            Array("leader", (n,), "the seat that leads to the trick"),
            Array("turn", (n,), "the seats that may act now"),
            Array("dealer", (n,), "the dealer"),
            Array("declarer", (n,), "the declarer"),
            Array("partner", (n,), "the declarer's partner, if the seat knows who it is", private=True),
            Array("seat", (n,), "the number of the seat that looks", private=True),
            Array("phase", (len(self._phases),), "the phase of the deal"),
            Array("bid", (1,), "the bid of the declarer, in points", counts=False),
            Array("totals", (n,), "the totals before the deal, in the unit of the game", counts=False),
            Array("pools", (len(self._pools),), "the chips in each pool, stakes included", counts=False),
        )  # fmt: skip
        self.arrays: Mapping[str, Array] = {each.name: each for each in arrays if each.size}
        self.size = sum(each.size for each in self.arrays.values())

    def seen(self, steps: Steps, seat: int) -> dict[str, Sequence[float]]:
        """Return what a seat sees now: for each array its entries, row by row. Raises ``DealError`` for anything but a
        seat."""
        return self.of(steps.deal.view(seat), steps.chosen if steps.seat == seat else ())

    def of(self, view: View, chosen: Cards = ()) -> dict[str, Sequence[float]]:
        """Return the arrays of a view; ``chosen`` are the cards of a choice that its seat has begun, as indices."""
        here, n = view.seat, self._n

        def seats(*which: int | None) -> list[float]:
            row = [0.0] * n
            for each in which:
                if each is not None:
                    row[(each - here) % n] = 1.0
            return row

        def by_seat(each: Sequence[float]) -> list[float]:
            return [float(each[(here + k) % n]) for k in range(n)]

        played, captured, trick = ([self._none() for _ in range(n)] for _ in range(3))
        for one in view.tricks:
            for seat, card in zip(one.seats, one.cards, strict=True):
                self._add(played[(seat - here) % n], (card,))
            if one.winner is not None:
                self._add(captured[(one.winner - here) % n], one.cards)
        for seat, card in zip(view.trick.seats, view.trick.cards, strict=True):
            self._add(trick[(seat - here) % n], (card,))
        exposed = [self._of(view.exposed.get((here + k) % n, ())) for k in range(n)]
        now = self._none()
        for index in chosen:
            now[index] += 1.0
        found: dict[str, Sequence[float]] = {
            "hand": self._of(view.hand), "chosen": now, "given": self._of(view.given), "received": self._of(view.received),
            "laid_aside": self._of(view.laid_aside), "trick": _flat(trick), "played": _flat(played),
            "captured": _flat(captured), "exposed": _flat(exposed), "widow": self._of(view.widow),
            "turned_up": self._of(_some(view.turn_up)), "stock_top": self._of(_some(view.pile_top)),
            "called": self._of(_some(view.called)), "said": _flat(self._said(view)),
            "cards_held": by_seat(view.counts), "tricks_won": by_seat(view.taken),
            "cards_left": [float(view.widow_count), float(view.pile)], "led": _one_of(self._suits, view.led),
            "trump": _one_of(self._suits, view.trump), "contract": _one_of(self._contracts, view.contract),
            "leader": seats(view.trick.leader if view.phase == "play" else None), "turn": seats(*view.pending),
            "dealer": seats(view.ledger.dealer), "declarer": seats(view.declarer), "partner": seats(view.partner),
            "seat": _one_of(range(n), here), "phase": _one_of(self._phases, view.phase), "bid": [float(view.bid)],
            "totals": by_seat([float(total) for total in view.ledger.totals]),
            "pools": [float(view.ledger.pools.get(pool, 0)) for pool in self._pools],
        }  # fmt: skip
        return {name: found[name] for name in self.arrays}

    def _none(self) -> list[float]:
        return [0.0] * self.indices.cards

    def _add(self, row: list[float], cards: Iterable[Card]) -> None:
        for card in cards:
            row[self.indices.of(str(card))] += 1.0

    def _of(self, cards: Iterable[Card]) -> list[float]:
        row = self._none()
        self._add(row, cards)
        return row

    def _said(self, view: View) -> list[list[float]]:
        """Return how often each seat has said each thing that has an index and is not a card."""
        cards = self.indices.cards
        rows = [[0.0] * (len(self.indices) - cards) for _ in range(self._n)]
        for seat, text in view.events:
            if text.partition(" ")[0] not in SEALED and text in self.indices:
                at = self.indices.of(text) - cards
                if at >= 0:
                    rows[(seat - view.seat) % self._n][at] += 1.0
        return rows


def _some(card: Card | None) -> tuple[Card, ...]:
    return () if card is None else (card,)


def _one_of(known: Sequence[object], value: object) -> list[float]:
    return [float(each == value) for each in known]


def _flat(rows: Iterable[Iterable[float]]) -> list[float]:
    return [entry for row in rows for entry in row]


__all__ = ["Array", "Observer"]
