"""The facts needed to settle a deal, whether it was played here or taken from a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, overload

from whister.cards import Card, Pack
from whister.frozen import Frozen
from whister.objects import Fixed, Kept, few, in_a_line, plain


class Breach(Frozen):
    """A revoke: the seat, the trick, and the card wrongly played."""

    seat: int
    trick: int = 0
    card: str = ""
    found_by: int | None = None  #: the seat that claimed it
    cards: tuple[Card, ...] = ()  #: the cards of the trick, once it is claimed


class Captured(Sequence[tuple[Card, ...]]):
    """The cards that each seat has captured, in the order of a sorted hand. It equals a tuple of tuples of cards."""

    __slots__ = ("_masks", "_pack")

    def __init__(self, pack: Pack, masks: tuple[int, ...]) -> None:
        self._pack, self._masks = pack, masks

    def __len__(self) -> int:
        return len(self._masks)

    @overload
    def __getitem__(self, at: int) -> tuple[Card, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[tuple[Card, ...], ...]: ...
    def __getitem__(self, at: int | slice) -> tuple[Card, ...] | tuple[tuple[Card, ...], ...]:
        if isinstance(at, slice):
            return tuple(map(self._pack.spread, self._masks[at]))
        return self._pack.spread(self._masks[at])

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Captured | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return Captured, (self._pack, self._masks)

    def __repr__(self) -> str:
        return repr(tuple(self))


def captured_masks(outcome: Outcome) -> tuple[int, ...]:
    """Return the cards that each seat has captured, as masks of the pack; empty if they are unknown."""
    captured = outcome.captured
    return captured._masks if isinstance(captured, Captured) else ()


class Shown(NamedTuple):
    """The play of a card: the seat, the manner (``placed``, ``forced`` or ``led``), the other seat involved, the trick.

    Placed: discarded on another suit, which involves the winner of the trick. Forced: played to its own suit, which
    involves the player who led it. Led: no other player is involved yet.
    """

    card: str
    by: int
    how: str
    to: int | None = None
    trick: int = 0


HOW_SHOWN = ("placed", "forced", "led")


class _Facts(NamedTuple):
    """The fields of an outcome."""

    captured: Sequence[tuple[Card, ...]] = ()
    tricks: tuple[int, ...] | None = None
    declarer: int | None = None
    partner: int | None = None
    contract: str = ""
    trump: str = ""
    bid: int = 0
    honours: tuple[int, ...] = ()
    breaches: tuple[Breach, ...] = ()
    stopped: bool = False  #: whether play ended before the last trick, because of a revoke or a lost contract
    declared: Mapping[str, Any] = Fixed()
    void: str = ""
    order: tuple[str, ...] = ()  #: the pack as gathered for the next deal


class Outcome(Kept, _Facts):
    """The result of a deal. Settlement depends only on this and the ledger.

    ``captured`` lists the cards that each seat won in tricks, with the widow added for the seat that takes it;
    ``tricks`` lists the number of tricks that each seat won (None if only cards are known). ``contract`` is the ID of
    the contract, ``bid`` the bid in points, and ``honours`` the number of trump honours dealt to each seat. ``void`` is
    the reason why the deal counts for nothing.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        told: object = self.tricks  # a caller may have passed any object, even an endless one
        tricks = "" if told is None else f"tricks {few(told)}"
        who = f"declarer {self.declarer}" if self.declarer is not None else ""
        bid = f"bid {self.bid}" if self.bid else ""
        return in_a_line("Outcome", ", ".join(filter(None, [tricks, who, self.contract, bid, self.void])))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON data: cards are strings, and seats are numbers."""
        return {name: plain(value) for name, value in self._asdict().items()}
