"""Prices by multiplication: an index times a number that depends on the contract and the suit. The product is then
divided."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from whister import words
from whister.clause import Clause, Evidence
from whister.errors import NotSourcedError, RecordError
from whister.mechanisms.bidding.auction import AuctionPhase
from whister.mechanisms.pack.turning import turned_suit
from whister.mechanisms.play.trump import TrumpPhase
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.bidding import Announcement, Bid, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import Price, SettlingPart

_CLASSES = ("", "colour_preference", "preference")


class Multipliers(Mechanism):
    """The price is the index times a multiplier, given by the tricks of the contract and the class of the trump suit.

    ``plain``, ``colour_preference`` and ``preference`` map the number of tricks to the multiplier. No source gives the
    multipliers that are missing from them, and ``missing`` says where they might be found. If ``doubling`` is given,
    the missing multipliers are reconstructed: ``doubling`` for the fewest tricks in a plain suit, twice as much for
    each further trick and each better class.
    """

    name: ClassVar[str] = "multipliers"
    alone: ClassVar[str] = (
        "No other price here is a product of tricks and suit; `price_list` adds a price for the contract and "
        "one for the suit."
    )
    order: ClassVar[int] = 10
    plain: Mapping[int, int]
    colour_preference: Mapping[int, int] = NO_ENTRIES
    preference: Mapping[int, int] = NO_ENTRIES
    missing: str = ""
    doubling: int = 0

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.multiplier = self.multiplier

    def multiplier(self, contract: Announcement, suit_class: str) -> Price | None:
        """Return the multiplier for a contract in a class of suits, with its evidence; None if it is unknown."""
        if contract.exactly:
            return None
        known = {"": self.plain, "colour_preference": self.colour_preference, "preference": self.preference}
        number = known[suit_class].get(contract.tricks)
        if number is not None:
            return Price(number, 0, Evidence.DESCRIBED)
        if not self.doubling:
            return None
        steps = contract.tricks - min(self.plain) + _CLASSES.index(suit_class)
        return Price(self.doubling * 2**steps, 0, Evidence.RECONSTRUCTED)

    def unsourced(self, plan: PlanFacts) -> str:
        if plan.bidding.only_priced:
            return ""  # bids without a price are not offered
        silent: list[str] = []
        for contract in plan.bidding.contracts.values():
            open_ = [
                name
                for name in ("", *plan.bidding.suit_classes)
                if not _priced(plan.settling, contract, name)
            ]
            if len(open_) == 1 + len(plan.bidding.suit_classes):
                silent.append(contract.title)
            else:
                silent += [f"{contract.title}{_in_class(plan.bidding, name)}" for name in open_]
        if not silent:
            return ""
        which = "it" if len(silent) == 1 else "one of them"
        return f"No source read so far gives the payment for {words.listed(silent)}: a deal played for {which} ends unpaid."

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or reckoning.made is None:
            return
        plan, contract, found, where = settling.plan, reckoning.contract, None, ""
        if reckoning.suit:
            name = plan.bidding.suit_class(reckoning.suit, turned_suit(settling), settling.ledger.first_turn)
            found, where = self.multiplier(contract, name), _in_class(plan.bidding, name)
        if found is None or reckoning.index is None:
            raise NotSourcedError(clause, f"{contract.title}{where}", self.missing)
        reckoning.price = reckoning.index * found.amount
        reckoning.evidence = max(reckoning.evidence, found.evidence, clause.at_best(Evidence.TAKEN_OVER))


def _in_class(bidding: BiddingPart, name: str) -> str:
    return f" in {bidding.suit_classes[name].title.lower()}" if name else " in a common suit"


class DividedPrice(Mechanism):
    """The payment is the price divided ``by`` a number, rounded to the nearest whole counter, halves upwards."""

    name: ClassVar[str] = "divided_price"
    alone: ClassVar[str] = (
        "No other price here is divided; `multipliers` gives prices that are too large by a constant factor."
    )
    order: ClassVar[int] = 11
    by: int

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is not None and reckoning.price is not None:
            reckoning.price = (2 * reckoning.price + self.by) // (2 * self.by)
            reckoning.rests_on(clause)


class OnlyPriced(Mechanism):
    """Only contracts that have a multiplier in some suit may be bid, and only the suits with one may be trumps."""

    name: ClassVar[str] = "only_priced"
    alone: ClassVar[str] = (
        "No other price here has gaps that the auction excludes; `price_list` reports a gap when a deal is "
        "settled."
    )
    order: ClassVar[int] = 4

    def setup(self, clause: Clause, course: CoursePart, bidding: BiddingPart, settling: SettlingPart) -> None:
        auction, trump = course.phases.get("auction"), course.phases.get("trump")
        if not isinstance(auction, AuctionPhase) or not isinstance(trump, TrumpPhase):
            raise RecordError(f"{clause.id}: only_priced needs an auction and a trump suit named after it")

        @cache
        def reason(contract: str) -> str:
            found = bidding.contracts[contract]
            if any(_priced(settling, found, name) for name in ("", *bidding.suit_classes)):
                return ""
            # one wording for all bids, so that a ladder can give it once
            return "No source that was read says what this pays, so it may not be bid."

        def unpriced(bid: Bid) -> str:
            return reason(bid.contract)

        def silent(contract: str, suit: str, turned: str, first: str) -> str:
            found, name = bidding.contracts[contract], bidding.suit_class(suit, turned, first)
            if _priced(settling, found, name):
                return ""
            return f"The payment of {found.title}{_in_class(bidding, name)} is not sourced."

        auction.withheld = clause, unpriced
        bidding.only_priced = True
        trump.limits.append((clause, silent))


def _priced(settling: SettlingPart, contract: Announcement, name: str) -> bool:
    return settling.multiplier is None or settling.multiplier(contract, name) is not None
