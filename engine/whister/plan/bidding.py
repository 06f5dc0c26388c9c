"""The bidding: what may be bid, which contracts there are, and which suits rank above others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from whister.clause import Clause
from whister.errors import RecordError


@dataclass(frozen=True, slots=True)
class SuitClass:
    """A suit that a card turned up puts above the others."""

    title: str
    clause: Clause
    rank: int  #: above plain suits, which have 0
    suit: Callable[[str, str], str]  #: which suit it is, by the suit turned up now and in the first deal


class BiddingPart:
    """What a rule set says of bids and contracts."""

    def __init__(self) -> None:
        self.bids: tuple[Any, ...] = ()
        self.contracts: dict[str, Any] = {}
        self.suit_order: tuple[str, ...] = ()
        #: suits that a card turned up prefers, by the name of the class
        self.suit_classes: dict[str, SuitClass] = {}
        self.plain_equal = False  #: of suits that nothing prefers none beats another

    def expect_contract(self, contract: str, place: str) -> None:
        """Raise ``RecordError``, naming ``place``, for a contract that there is not."""
        if contract not in self.contracts:
            known = ", ".join(map(repr, self.contracts)) or "a contract, but there are none"
            raise RecordError(f"{place} = {contract!r}; expected {known}")

    def suit_class(self, suit: str, turned: str, first: str) -> str:
        """The best class a suit is in, by the suit turned up now and in the first deal; "" for a plain suit."""
        found = ""
        for name, known in self.suit_classes.items():
            if known.suit(turned, first) == suit and (
                not found or known.rank > self.suit_classes[found].rank
            ):
                found = name
        return found
