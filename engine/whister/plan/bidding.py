"""The bidding: the bids, the contracts, and the suits that rank above others."""

from __future__ import annotations

from collections.abc import Callable

from whister.clause import Clause
from whister.errors import RecordError
from whister.frozen import Frozen, field
from whister.notation import Action, word
from whister.objects import in_a_line

# how the trump suit of a contract is determined
NAMED = "named"  #: announced with its suit
LATER = "later"  #: named after the auction
HIDDEN = "hidden"  #: the suit of a card laid face down with the bid
FIXED = "turned"  #: the suit turned up
ONE_SUIT = "suit"  #: always the same suit
NO_TRUMP = "none"


class Bid(Frozen):
    """A bid of points, or of a contract with its trump suit, and the rank of the bid among the others."""

    text: str
    points: int = 0
    contract: str = ""
    suit: str = ""
    rung: int = 0  #: its place in the ladder; bids on the same rung do not outbid each other
    action: Action = field(init=False, repr=False, compare=False)  #: the action that makes the bid

    def __post_init__(self) -> None:
        object.__setattr__(self, "action", word("bid", self.text))

    def __str__(self) -> str:
        return self.text


class Announcement(Frozen):
    """A contract: the declarer's undertaking, and how the deal is then played."""

    id: str
    title: str
    clause: Clause
    rank: int  #: its place among the contracts, 1 being the lowest; 0 if it cannot be announced
    tricks: int
    exactly: bool  #: whether the number of tricks must be met exactly
    #: "named" (announced with its suit), "later" (named after the auction), "hidden" (the suit of a card laid face down
    #: with the bid), "turned", "suit" (always the same one) or "none"
    trump: str
    discard: int  #: the number of cards that each player lays aside before the play
    exposed: bool
    partner: bool  #: whether the declarer may ask for a partner
    spelling: str  #: the notation for a bid of it, without the suit
    suit: str = ""  #: the trump suit, if it is always the same one
    takes: str = ""  #: an undertaking to take everything: all the "tricks" or all the "penalties"

    def __repr__(self) -> str:
        return in_a_line(
            "Announcement", self.id, f"{self.tricks} tricks" if self.tricks else "", f"[{self.clause.id}]"
        )

    @property
    def trump_later(self) -> bool:
        """Whether it is bid without a suit, with the trump made known after the auction."""
        return self.trump in (LATER, HIDDEN)

    @property
    def trump_turned(self) -> bool:
        """Whether it is bid without a suit, with the suit turned up as trump."""
        return self.trump == FIXED

    def bid(self, suit: str) -> Bid:
        """Return the bid of this contract in a suit, or without one."""
        if not suit or self.trump_later:
            return Bid(self.spelling, contract=self.id, suit=self.suit)
        text = self.spelling + suit if self.spelling[-1].isdigit() else f"{self.spelling}-{suit.lower()}"
        return Bid(text, contract=self.id, suit=suit)


class SuitClass(Frozen):
    """A class of suits that rank above the others because of a card turned up."""

    title: str
    clause: Clause
    rank: int  #: its rank above plain suits, which have 0
    suit: Callable[[str, str], str]  #: returns its suit, given the suits turned up now and in the first deal


class BiddingPart:
    """The facts of a rule set about bids and contracts."""

    def __init__(self) -> None:
        self.bids: tuple[Bid, ...] = ()
        self.contracts: dict[str, Announcement] = {}
        self.suit_order: tuple[str, ...] = ()
        #: the classes of suits that rank above others because of a card turned up, by name
        self.suit_classes: dict[str, SuitClass] = {}
        self.only_priced = False  #: whether bids without a known price are not offered
        #: contracts that a revoke decides, whatever the tricks, besides those for an exact number
        self.decided_by_revoke: frozenset[str] = frozenset()
        #: the contracts that two players always undertake together, so that their number of tricks is that of both
        self.paired: frozenset[str] = frozenset()
        self.plain_equal = False  #: whether no plain suit ranks above another
        #: the number of tricks that a contract requires of two partners beyond those required of a declarer alone
        self.joint_more: Callable[[Announcement], int] = lambda contract: 0

    def expect_contract(self, contract: str, place: str) -> None:
        """Raise ``RecordError``, naming ``place``, if a contract does not exist."""
        if contract not in self.contracts:
            known = ", ".join(map(repr, self.contracts)) or "a contract, but there are none"
            one_of = "one of " if len(self.contracts) > 1 else ""
            raise RecordError(f"{place} = {contract!r}; expected {one_of}{known}")

    def joint(self, contract: Announcement) -> int:
        """Return the number of tricks that the declarer and a partner must win together; 0 if no partner is allowed."""
        return contract.tricks + self.joint_more(contract) if contract.partner else 0

    def suit_class(self, suit: str, turned: str, first: str) -> str:
        """Return the highest class of a suit, given the suits turned up now and in the first deal; "" if plain."""
        found = ""
        for name, known in self.suit_classes.items():
            if known.suit(turned, first) == suit and (
                not found or known.rank > self.suit_classes[found].rank
            ):
                found = name
        return found
