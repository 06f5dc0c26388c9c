"""The settlement: its unit, prices and pools, and the state at the start of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whister.clause import Evidence
from whister.frozen import Frozen
from whister.ledger import MAIN_POOL, Amount
from whister.plan.bidding import Announcement


class Price(Frozen):
    """One entry of a price list, in counters: the basic price of a bid, and the amount added for each point by which
    the payment index exceeds the tricks bid.
    """

    amount: int
    step: int
    evidence: Evidence


class SettlingPart:
    """The facts of a rule set about scores, payments and pools."""

    def __init__(self) -> None:
        self.unit = "points"
        self.opening_totals: Amount = 0
        self.target = 0  #: the total at which the game ends; 0 if there is none
        self.floor = 0  #: the total below zero at which the game ends; 0 if there is none
        self.smallest = 1  #: the smallest counter
        self.debts = True  #: whether a player may owe chips that they do not have
        self.prices: dict[str, Price] = {}
        #: returns the multiplier of the index for a contract in a class of suits; None if it is not known
        self.multiplier: Callable[[Announcement, str], Price | None] | None = None
        self.paid_card = ""  #: the name of a card whose holder is paid, if there is one
        self.double_deals = range(0)  #: the numbers of the deals in which stakes and prices are doubled
        self.paid_in = False  #: whether captured cards are paid for into the pool
        self.doubled: tuple[str, ...] = ()  #: conditions that double payments between players
        self.pools: tuple[str, ...] = (MAIN_POOL,)  #: the names of the pools
        #: the possible marks on a pool that is carried over, each with an explanation
        self.marks: dict[str, str] = {}

    def times(self, number: int) -> int:
        """Return by how much stakes and prices are multiplied in the deal with this number."""
        return 2 if number in self.double_deals else 1

    def have_pools(self, *names: str) -> None:
        """Add pools with these names."""
        self.pools = tuple(dict.fromkeys((*self.pools, *names)))

    def reaches_target(self, totals: Sequence[Amount]) -> bool:
        """Return whether a total has reached the target that ends the game."""
        return bool(self.target) and self.unit != "chips" and max(totals) >= self.target
