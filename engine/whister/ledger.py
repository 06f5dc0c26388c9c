"""The ledger, with the totals and pools between two deals, and a line of a settlement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from whister.clause import Clause, Evidence
from whister.objects import Fixed, Kept, in_a_line, plain

if TYPE_CHECKING:
    from fractions import Fraction

Amount: TypeAlias = "int | Fraction"  # a fraction where a rule divides
MAIN_POOL = "pool"
NO_POOLS: Mapping[str, int] = Fixed()


class _Stands(NamedTuple):
    """The fields of a ledger."""

    number: int  #: the number of the next deal, from 1
    dealer: int  #: the seat of its dealer
    totals: tuple[Amount, ...]
    pools: Mapping[str, int] = NO_POOLS
    order: tuple[str, ...] = ()  #: the pack as gathered, top card first; empty if it is to be shuffled
    redeal: bool = False  #: the same dealer deals again, with their stake already paid
    last_made: bool | None = None  #: whether the last contract was made
    last_declarer: tuple[int, ...] = ()  #: the seats of the last declaring side
    standing: str = ""  #: a mark that stays with the pool, such as a jack; "" for none
    still: tuple[str, ...] = ()  #: if two packs are in use, the other one, in the form of ``order``
    #: a suit of an earlier deal that a rule uses: that turned up in the first deal of the session, or the last trump
    first_turn: str = ""


class Ledger(Kept, _Stands):
    """The state between two deals; immutable. ``totals`` has one amount for each seat, in the unit of the rule set;
    ``pools`` has the chips in each pool. ``rules.ledger(base=ledger, …)`` makes a copy with the given fields changed.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        totals_given: Any = self.totals
        if not isinstance(totals_given, tuple):  # a ledger is checked only when it is used
            return "<Ledger that fits no rules>"
        totals = f"totals {', '.join(map(str, self.totals))}"
        pools = "".join(f", {chips} in the {name}" for name, chips in self.pools.items())
        return in_a_line(f"Ledger deal {self.number}, dealer {self.dealer}, {totals}{pools}")

    @property
    def pool(self) -> int:
        """The chips in all pools together."""
        return sum(self.pools.values())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON data; a fraction is a string such as ``7/2``."""
        return {name: plain(value) for name, value in self._asdict().items()}


class Line(NamedTuple):
    """One line of a settlement: its text, its clause, its evidence and its amounts. ``amounts`` gives the gain or loss
    of each seat, ``pool`` that of the pool. ``kind`` is ``verdict`` for a line that says whether a contract was made,
    and ``amount`` for one that pays or scores; the two kinds are graded separately.
    """

    text: str
    clause: Clause
    evidence: Evidence
    amounts: tuple[Amount, ...]
    pool: int = 0
    kind: str = "amount"

    def __repr__(self) -> str:
        return in_a_line("Line", self.text, ", ".join(map(str, self.amounts)), f"[{self.clause.id}]")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON data, with the clause given by its ID."""
        return {name: plain(value) for name, value in self._asdict().items()} | {"clause": self.clause.id}
