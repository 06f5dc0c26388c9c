"""Suits that rank above the others in the auction because of a card turned up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.frozen import changed
from whister.mechanisms.pack.turning import turned_suit
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.bidding import Announcement, Bid, BiddingPart, SuitClass
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState

COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


class _Preferred(Mechanism):
    """A class of preferred suits; ``title`` is the name for a suit in it."""

    rank: ClassVar[int]
    title: str = ""

    @staticmethod
    def suit(turned: str, first: str) -> str:
        """Return the suit of this class, given the suits turned up in this deal and in the first."""
        raise NotImplementedError

    def setup(self, clause: Clause, bidding: BiddingPart) -> None:
        title = self.title or self.name.replace("_", "-").capitalize()
        bidding.suit_classes[self.name] = SuitClass(title, clause, self.rank, self.suit)


class Preference(_Preferred):
    """The suit turned up in the deal is preferred: it ranks above the plain suits."""

    name: ClassVar[str] = "preference"
    rank: ClassVar[int] = 2

    @staticmethod
    def suit(turned: str, first: str) -> str:
        return turned


class SuperPreference(_Preferred):
    """The suit turned up in the first deal of the session ranks above all others for the whole session."""

    name: ClassVar[str] = "super_preference"
    rank: ClassVar[int] = 3

    @staticmethod
    def suit(turned: str, first: str) -> str:
        return first or turned


class ColourPreference(_Preferred):
    """The other suit of the colour turned up ranks between the plain suits and the suit turned up."""

    name: ClassVar[str] = "colour_preference"
    rank: ClassVar[int] = 1

    @staticmethod
    def suit(turned: str, first: str) -> str:
        return COLOUR.get(turned, "")


class PlainSuits(Mechanism):
    """The rank of suits without preference: ``equal`` (none outranks another), or in the order of ``low_to_high``."""

    name: ClassVar[str] = "plain_suits"
    equal: bool = True
    low_to_high: str = "S C D H"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"equal": not parameters.get("equal", True)}

    def setup(self, clause: Clause, pack: Pack, bidding: BiddingPart) -> None:
        suits = tuple(self.low_to_high.split())
        if sorted(suits) != sorted(pack.suits):
            raise RecordError(
                f"{clause.id}: plain_suits.low_to_high = {self.low_to_high!r}; expected the suits "
                f"{' '.join(pack.suits)}, each once"
            )
        bidding.suit_order = suits
        bidding.plain_equal = self.equal


def ranked_bids(
    pack: Pack, bidding: BiddingPart, by: str, among: str, *, preferring: Collection[str] = (),
    only: Mapping[str, str] = NO_ENTRIES,
) -> Callable[[DealState], tuple[Bid, ...]]:  # fmt: skip
    """Return a function that gives the bids of a deal in ascending order, as the card turned up ranks the suits.

    ``by`` is what is compared first, the ``contract`` or the ``suit``. ``among`` limits bids to the ``preferred``
    suits, or allows ``all``. Bids without a suit rank with the plain suits. ``preferring``: the contracts in which
    preferred suits rank above the others, if not in all. ``only``: the class of suits to which a contract is limited.
    """
    found: dict[tuple[str, str], tuple[Bid, ...]] = {}
    suits = bidding.suit_order or pack.suits
    places = {contract.id: place for place, contract in enumerate(bidding.contracts.values())}

    def ordered(turned: str, first: str) -> tuple[Bid, ...]:
        def height(suit: str, contract: str) -> tuple[int, int]:
            name = bidding.suit_class(suit, turned, first)
            if name and (not preferring or contract in preferring):
                return bidding.suit_classes[name].rank, 0
            return 0, 0 if bidding.plain_equal else suits.index(suit)

        keyed: list[tuple[tuple[tuple[int, int], ...], Bid]] = []
        for bid in bidding.bids:
            rank = height(bid.suit, bid.contract) if bid.suit else (0, 0)
            if bid.suit and among == "preferred" and not rank[0]:
                continue
            if bid.contract in only and bidding.suit_class(bid.suit, turned, first) != only[bid.contract]:
                continue
            place = (places[bid.contract], 0)
            keyed.append(((rank, place) if by == "suit" else (place, rank), bid))
        rungs = {key: rung for rung, key in enumerate(sorted({key for key, _ in keyed}))}
        return tuple(changed(bid, rung=rungs[key]) for key, bid in sorted(keyed, key=lambda entry: entry[0]))

    def of_deal(deal: DealState) -> tuple[Bid, ...]:
        key = deal.turned_suit, deal.ledger.first_turn
        if key not in found:
            found[key] = ordered(*key)
        return found[key]

    return of_deal


def must_be_preferred(settling: Settling, contract: Announcement, suit_class: str = "") -> None:
    """Check that an outcome entered by hand has a preferred suit, of one class if given, as trump.

    Raises ``DealError`` if it has not.
    """
    plan, reckoning = settling.plan, reckoning_of(settling)
    if reckoning is None or not plan.bidding.suit_classes:
        return
    turned, first = turned_suit(settling), settling.ledger.first_turn
    classes = {suit: plan.bidding.suit_class(suit, turned, first) for suit in plan.pack.suits}
    suits = [suit for suit, name in classes.items() if name and suit_class in ("", name)]
    if reckoning.suit not in suits:
        raise DealError(
            f"outcome, trump: {contract.title} is played in a preferred suit, here {' or '.join(suits)}; "
            f"got {reckoning.suit!r}"
        )
