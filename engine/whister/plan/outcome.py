"""The facts of a deal that settlement reads, whether it was played here or is read in a book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Breach:
    """A revoke: who, in which trick, and the card that should not have been played."""

    seat: int
    trick: int = 0
    card: str = ""
    found_by: int | None = None  #: the seat that claimed it
    due: int = 0  #: the cards held that called for another play, as a mask of the pack
    instead: int = 0  #: the cards that might have been played, as a mask
    cards: int = 0  #: its trick, as a mask, once it is claimed


class Shown(NamedTuple):
    """How a card came out: who played it, how (``placed``, ``forced`` or ``led``), who is concerned, in which trick.

    Placed: thrown on a suit that was not its own; it concerns the winner of the trick. Forced: played to its own suit
    when another led it; it concerns that other. Led: it concerns nobody else yet.
    """

    card: str
    by: int
    how: str
    to: int | None = None
    trick: int = 0


HOW_SHOWN = ("placed", "forced", "led")


class Outcome(NamedTuple):
    """What a deal came to. Settlement reads this and the ledger, and nothing else.

    ``captured`` holds each seat's cards won in tricks, as masks of the pack, the widow with whoever it goes to;
    ``tricks`` each seat's tricks (None where only cards are known). ``contract`` is the ID of the contract, ``bid``
    a bid in points, ``honours`` each seat's trump honours as dealt. ``void`` says why the deal counts for nothing.
    """

    captured: tuple[int, ...] = ()
    tricks: tuple[int, ...] | None = None
    declarer: int | None = None
    partner: int | None = None
    contract: str = ""
    trump: str = ""
    bid: int = 0
    honours: tuple[int, ...] = ()
    breaches: tuple[Breach, ...] = ()
    stopped: bool = (
        False  #: the play ended before its last trick: by a revoke, or because the contract was lost
    )
    declared: Mapping[str, Any] = MappingProxyType({})
    void: str = ""
    order: tuple[str, ...] = ()  #: the pack as gathered, for the deal to come

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (dict(self.declared), self._replace(declared={})[:])


def _again(declared: dict[str, Any], others: tuple[Any, ...]) -> Outcome:
    """An outcome that was pickled."""
    return Outcome(*others)._replace(declared=MappingProxyType(declared))
