"""A card laid face down with a bid that does not name its suit: which card may be laid, and what it decides."""

from __future__ import annotations

from whister.clause import Clause
from whister.notation import Action, CardChoices, mask_of
from whister.plan import naming
from whister.plan.bidding import Bid
from whister.plan.facts import PlanFacts
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
