"""The ledger, which holds the totals and pools between two deals, and a line of a settlement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from whister.clause import Clause, Evidence
from whister.objects import Fixed, Kept, in_a_line, plain

if TYPE_CHECKING:
    from fractions import Fraction

Amount: TypeAlias = "int | Fraction"  # exact fractions where a rule divides
MAIN_POOL = "pool"
NO_POOLS: Mapping[str, int] = Fixed()


class _Stands(NamedTuple):
    """The fields of a ledger."""

    number: int  #: the number of the deal to come, from 1
    dealer: int  #: its dealer's seat
    totals: tuple[Amount, ...]
    pools: Mapping[str, int] = NO_POOLS
    order: tuple[str, ...] = ()  #: the pack as gathered, top card first; empty: to be shuffled
    redeal: bool = False  #: the same dealer deals again, his stake already paid
    last_made: bool | None = None  #: whether the last contract was made
    last_declarer: tuple[int, ...] = ()  #: the seats of the last declaring side
    standing: str = ""  #: a mark that stands with the pool, such as a jack; "" for none
    still: tuple[str, ...] = ()  #: where two packs are in use, the other one, top card first; as ``order``
    first_turn: str = ""  #: the suit turned up in the first deal of the session, where that is remembered


class Ledger(Kept, _Stands):
    """The state between two deals; immutable. ``totals`` has one amount for each seat, in the unit of the rule set;
    ``pools`` the chips in each pool.
    ``rules.ledger(base=ledger, …)`` makes a copy with the named fields changed.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        totals_given: Any = self.totals
        if not isinstance(totals_given, tuple):  # nothing is checked before a ledger is used
            return "<Ledger that fits no rules>"
        totals = f"totals {', '.join(map(str, self.totals))}"
        pools = "".join(f", {chips} in the {name}" for name, chips in self.pools.items())
        return in_a_line(f"Ledger deal {self.number}, dealer {self.dealer}, {totals}{pools}")

    @property
    def pool(self) -> int:
        """The chips in the pool, all pools together."""
        return sum(self.pools.values())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON data; a fraction is a text such as ``7/2``."""
        return {name: plain(value) for name, value in self._asdict().items()}


class Line(NamedTuple):
    """One line of a settlement: its text, its clause, its evidence, and who gets what. ``amounts`` has what each seat
    gains or loses, ``pool`` what the pool gains or loses. ``kind`` is ``verdict`` for a line that says whether a
    contract was made, and ``amount`` for one that pays or scores; the two are graded separately.
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
        """Return everything as plain JSON data, with the clause as its ID."""
        return {name: plain(value) for name, value in self._asdict().items()} | {"clause": self.clause.id}
