"""Bids made without naming the suit, which a card laid face down decides, and bids that need certain cards."""

from __future__ import annotations

from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.frozen import changed
from whister.mechanisms.bidding.auction import auction_of
from whister.mechanisms.bidding.preference import must_be_preferred
from whister.notation import Action, CardChoices, mask_of
from whister.plan import naming
from whister.plan.bidding import HIDDEN, Bid, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState


class Laying:
    """The rules of a card laid face down with a bid: which card may be laid, and what it decides."""

    # facts: "laying" (the bidder has still to lay the card), "laid" {seat: card}

    def __init__(self, clause: Clause, contract: str) -> None:
        self.clause = clause
        self.contract = contract

    def called_for(self, bid: Bid) -> bool:
        """Return whether a card is laid with this bid."""
        return bid.contract == self.contract

    def cards(self, deal: DealState, seat: int) -> int:
        """Return the cards that the seat may lay: those of the preferred suits."""
        suits = preferred_suits(deal.plan, deal.turned_suit, deal.ledger.first_turn)
        return deal.hand(seat) & sum(deal.plan.pack.suit_masks[suit] for suit in suits)

    def choices(self, deal: DealState, seat: int) -> CardChoices:
        """Return the choices of the card to lay."""
        return CardChoices("discard", deal.plan.pack, self.cards(deal, seat), 1)

    def lay(self, deal: DealState, seat: int, action: Action) -> None:
        """Lay the card. It remains part of the hand."""
        deal.facts["laying"] = False
        deal.facts["laid"] = {**deal.facts.get("laid", {}), seat: mask_of(action)}

    def suit_of(self, deal: DealState, seat: int) -> str:
        """Return the suit of the card that a seat has laid; "" if it has laid none."""
        card = deal.facts.get("laid", {}).get(seat, 0)
        return next((suit for suit, mask in deal.plan.pack.suit_masks.items() if mask & card), "")

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        """Return the clause that refuses another action while the card has to be laid, or a card at any other time."""
        if not deal.facts.get("laying"):
            return self.clause, "A card is laid face down only with a bid that does not name its suit."
        suits = preferred_suits(deal.plan, deal.turned_suit, deal.ledger.first_turn)
        names = " or ".join(naming.suit(deal.plan, suit) for suit in suits)
        if action.verb == "discard" and mask_of(action) & ~deal.hand(seat):
            return self.clause, "That card is not in the hand."
        return self.clause, f"Expected 'discard' and one card of {names}, which is laid face down."


def preferred_suits(plan: PlanFacts, turned: str, first: str) -> tuple[str, ...]:
    """Return the suits that the cards turned up prefer, the lowest class first."""
    classes = sorted(plan.bidding.suit_classes.values(), key=lambda known: known.rank)
    return tuple(dict.fromkeys(suit for known in classes if (suit := known.suit(turned, first))))


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

