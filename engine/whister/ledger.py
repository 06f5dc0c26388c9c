"""What stands between two deals, and a line of what one of them pays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from whister.clause import Clause, Evidence

if TYPE_CHECKING:
    from fractions import Fraction

Amount: TypeAlias = "int | Fraction"  # exact fractions where a rule divides
MAIN_POOL = "pool"


class Ledger(NamedTuple):
    """All that stands between deals; immutable.

    ``totals`` holds one amount a seat, in the unit the rule set counts in; ``pools`` the chips in each pool.
    """

    number: int  #: the number of the deal to come, from 1
    dealer: int  #: its dealer's seat
    totals: tuple[Amount, ...]
    pools: Mapping[str, int] = MappingProxyType({})
    order: tuple[str, ...] = ()  #: the pack as gathered, top card first; empty: to be shuffled
    redeal: bool = False  #: the same dealer deals again, his stake already paid
    last_made: bool | None = None  #: whether the last contract was made
    last_declarer: tuple[int, ...] = ()  #: the seats of the last declaring side
    standing: str = ""  #: a mark that stands with the pool, such as a jack; "" for none
    still: tuple[str, ...] = ()  #: where two packs are in use, the other one, top card first; as ``order``
    first_turn: str = ""  #: the suit turned up in the first deal of the session, where that is remembered

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (*self[:3], dict(self.pools), *self[4:])

    @property
    def pool(self) -> int:
        """The chips in the pool, all pools together."""
        return sum(self.pools.values())


def _again(
    number: int, dealer: int, totals: tuple[Amount, ...], pools: dict[str, int], *others: Any
) -> Ledger:
    """A ledger that was pickled."""
    return Ledger(number, dealer, totals, MappingProxyType(pools), *others)


class Line(NamedTuple):
    """One line of a settlement: what, by which clause, on what evidence, to whom.

    ``amounts`` holds what each seat gains or loses by it, ``pool`` what the pool does. ``kind`` is ``verdict`` for a
    line that judges (made, lost) and ``amount`` for one that pays or scores; their evidence is graded apart.
    """

    text: str
    clause: Clause
    evidence: Evidence
    amounts: tuple[Amount, ...]
    pool: int = 0
    kind: str = "amount"
