"""The table: the seats, the direction of play, the partners, and the next dealer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from whister.cards import Card
from whister.clause import Clause
from whister.ledger import Amount
from whister.objects import in_a_line


class FirstDeal(NamedTuple):
    """How the first dealer was chosen: the seat, and the cards shown, round by round, as ``(seat, card)``."""

    dealer: int
    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    clause: Clause

    def __repr__(self) -> str:
        rounds = f"{len(self.rounds)} rounds" if len(self.rounds) > 1 else "one round"
        return in_a_line(f"FirstDeal: dealer {self.dealer}, found in {rounds} [{self.clause.id}]")


class TablePart:
    """The facts of a rule set about the seats. Seats are numbered from 0 in the order of play."""

    def __init__(self, seats: int) -> None:
        self.n = seats  #: the number of seats, including a dummy's
        self.seats = tuple(range(seats))
        self.left = 1
        self.to_eldest = 1  #: the number of seats from the dealer to eldest hand, in the order of play
        self.clockwise = True
        self.sides: tuple[int, ...] | None = None
        self.one_score = False  #: whether partners share one score
        #: whether the opponents of a declarer with a partner found for the deal score together
        self.defenders_joined = False
        self.partner_called = "partner"
        self.dummy: int | None = None  #: a seat without a player
        self.dummy_clause: Clause | None = None
        #: whether its cards must be legal plays, and are not simply taken from the top
        self.dummy_follows = False
        self.rotation = 0  #: the number of seats from a dealer to the next, in the order of play
        #: finds the first dealer of a session from the cards shown; if the flag is true, no card may be left over
        self.find_dealer: Callable[[Sequence[Card], bool], FirstDeal] | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that have a player."""
        return tuple(seat for seat in self.seats if seat != self.dummy)

    def eldest(self, dealer: int) -> int:
        """Return the seat that calls and leads first: the dealer's left, unless a clause decides otherwise."""
        return (dealer + self.to_eldest * self.step(dealer)) % self.n

    def step(self, dealer: int) -> int:
        """Return the step from seat to seat: 1, or -1 if the dummy would otherwise be at the dealer's left.

        The dummy is at the dealer's right, and so plays before the dealer.
        """
        return -1 if self.dummy is not None and (dealer + 1) % self.n == self.dummy else 1

    def next_dealer(self, dealer: int, eldest: int | None = None) -> int:
        """Return the dealer after a complete deal; ``eldest`` is the next eldest hand, if a clause decides it."""
        if eldest is not None:
            return next(seat for seat in self.players if self.eldest(seat) == eldest)
        if self.dummy is not None:
            return self.players[(self.players.index(dealer) + self.rotation) % len(self.players)]
        return (dealer + self.rotation) % self.n

    @property
    def opening_dealer(self) -> int:
        """The first dealer if no clause decides it: the seat that makes seat 0 eldest hand, if possible."""
        return (self.n - self.to_eldest if self.dummy is None else self.players[-1]) % self.n

    def partner_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of a fixed partnership; none if each plays alone."""
        if self.sides is None:
            return ()
        return tuple(s for s in self.seats if s != seat and self.sides[s] == self.sides[seat])

    def side_of(self, seat: int) -> tuple[int, ...]:
        """Return the seats of a fixed partnership, the seat itself included."""
        if self.sides is None:
            return (seat,)
        return tuple(s for s in self.seats if self.sides[s] == self.sides[seat])

    def per_side(self, amounts: Sequence[Amount]) -> Sequence[Amount]:
        """Return the score of each seat, including its partners' if they share a score."""
        if not self.one_score:
            return amounts
        return [sum(amounts[s] for s in self.side_of(seat)) for seat in self.seats]
