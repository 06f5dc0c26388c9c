"""A card that drags another out of the hand that holds it, and takes the trick for it."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.deal import Deal
from whister.mechanisms.base import Mechanism
from whister.plan import Plan


class DrawsOut(Mechanism):
    """In a ``contract`` the declarer who leads the ``card`` of a suit draws out the ``drawn`` card of that suit.

    Both are ranks. Whoever holds the card drawn must play it; the card led then takes the trick, whatever else is
    played. When the card drawn does not fall, the trick is like any other.
    """

    name: ClassVar[str] = "draws_out"
    lapses: ClassVar[bool] = True
    contract: str
    card: str
    drawn: str

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.narrowing_now.append((clause, self))
        plan.after_card.append(self.after_card)

    def target(self, deal: Deal) -> int:
        """The card that is drawn out in the open trick, as a mask; 0 where none is."""
        if deal.contract != self.contract or not deal._trick or deal._leader != deal.declarer:
            return 0
        led = deal.plan.pack.cards[deal._trick[0]]
        return deal.plan.pack.mask([self.drawn + led.suit]) if led.rank == self.card else 0

    def narrow_now(self, deal: Deal, seat: int) -> tuple[int, int] | None:
        target = self.target(deal)
        return (target, target) if target else None

    def after_card(self, deal: Deal) -> None:
        """Watch for the card drawn: from then on nothing beats the card led."""
        if self.target(deal) & deal.on_table:
            deal._best, deal._taker = UNBEATEN, deal._leader


UNBEATEN = 10_000  #: above the strength of every card
