"""Bids made without naming the suit, which a card laid face down decides, and bids that need certain cards."""

from __future__ import annotations

from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.frozen import changed
from whister.mechanisms.bidding.auction import auction_of
from whister.mechanisms.bidding.laying import Laying, preferred_suits
from whister.mechanisms.bidding.preference import must_be_preferred
from whister.plan.bidding import HIDDEN, Bid, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState


class LaidCard(Mechanism):
    """A player who bids ``contract`` does not name its trump suit, but lays a card of that suit face down.

    The suit must be a preferred one, and is made known when the auction is over. ``over`` is a contract that names the
    best preferred suit: it can only be bid over ``contract``, and only in a deal with more than one preferred suit. A
    player who has laid a card may bid the contracts in ``bound`` only in its suit.
    """

    name: ClassVar[str] = "laid_card"
    speech: ClassVar[tuple[str, ...]] = ("discard",)
    alone: ClassVar[str] = (
        "No other game here hides the suit of a bid; with `name_trump` it is not chosen until after the auction."
    )
    order: ClassVar[int] = 2
    contract: str
    over: str = ""
    bound: tuple[str, ...] = ()

    def setup(self, clause: Clause, course: CoursePart, bidding: BiddingPart) -> None:
        auction, found = auction_of(course, clause), bidding.contracts.get(self.contract)
        if found is None:
            return
        bidding.contracts[self.contract] = changed(found, trump=HIDDEN)
        laying = auction.laying = Laying(clause, self.contract)

        def barred(deal: DealState, seat: int, bid: Bid) -> str:
            if bid.contract == self.contract and not laying.cards(deal, seat):
                return "There is no card to lay: the hand has none of a preferred suit."
            if bid.contract == self.over:
                return self._not_over(deal)
            laid = laying.suit_of(deal, seat)
            if laid and bid.contract in self.bound and bid.suit != laid:
                return "The card laid face down is of another suit."
            return ""

        auction.barring.append((clause, barred))

    def _not_over(self, deal: DealState) -> str:
        high, suits = deal.facts["high"], preferred_suits(deal.plan, deal.turned_suit, deal.ledger.first_turn)
        title = deal.plan.bidding.contracts[self.contract].title
        if high < 0 or deal.bids[high].contract != self.contract:
            return f"It is bid only over {title}."
        return "" if len(suits) > 1 else f"{title} is in the only preferred suit already."

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.contract == self.contract:
            must_be_preferred(settling, settling.plan.bidding.contracts[self.contract])


class BidNeeds(Mechanism):
    """Only a player who holds all of the ``cards`` (cards, ranks or suits) may bid the ``contract``."""

    name: ClassVar[str] = "bid_needs"
    alone: ClassVar[str] = (
        "No other game here has a bid that certain cards must be held for; `within_means` limits bids by chips."
    )
    order: ClassVar[int] = 2
    contract: str
    cards: tuple[str, ...]

    def setup(self, clause: Clause, pack: Pack, present: int, course: CoursePart) -> None:
        needed = pack.select(self.cards, clause.id) & present

        def barred(deal: DealState, seat: int, bid: Bid) -> str:
            missing = needed & ~deal.hand(seat) if bid.contract == self.contract else 0
            names = [words.card_name(card) for card in pack.spread(missing)]
            return f"It also needs {words.listed(names)}." if names else ""

        auction_of(course, clause).barring.append((clause, barred))

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        plan.bidding.expect_contract(self.contract, f"{clause.id}: bid_needs.contract")
