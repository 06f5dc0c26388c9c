"""A card that forces another out of its holder's hand and then takes the trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from whister.cards import Card, Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.refusing import Barred
from whister.plan.state import DealState


class DrawsOut(Mechanism):
    """In one ``contract`` a declarer who leads the ``card`` of a suit draws out the ``drawn`` card of that suit.

    Both are ranks. The holder of the card drawn must play it; the card led then takes the trick, whatever else is
    played. If the card drawn is not played, the trick is decided as usual.
    """

    name: ClassVar[str] = "draws_out"
    alone: ClassVar[str] = (
        "No other game here has a card that forces another out of a hand; `follow` requires any card of the "
        "suit, and in `trick` the highest wins."
    )
    lapses: ClassVar[bool] = True
    contract: str
    card: str
    drawn: str

    def setup(self, clause: Clause, pack: Pack, course: CoursePart, play: PlayPart) -> None:
        for name, rank in (("card", self.card), ("drawn", self.drawn)):
            if rank not in pack.ranks:
                raise RecordError(
                    f"{clause.id}: draws_out.{name} = {rank!r}; expected one of the ranks {' '.join(pack.ranks)}"
                )
        course.after_card.append(self.after_card)
        play.unbeaten = self.unbeaten

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        plan.bidding.expect_contract(self.contract, f"{clause.id}: draws_out.contract")

    def target(self, deal: DealState) -> int:
        """Return the card drawn out in the current trick, as a mask; 0 if there is none."""
        if deal.contract != self.contract or not deal.open_trick or deal.leader != deal.declarer:
            return 0
        led = deal.plan.pack.cards[deal.open_trick[0]]
        return deal.plan.pack.mask([self.drawn + led.suit]) if led.rank == self.card else 0

    def unbeaten(self, contract: str, cards: Sequence[Card]) -> bool:
        """Return whether the card led has drawn the ``drawn`` card of its suit into the trick."""
        led = cards[0]
        return contract == self.contract and led.rank == self.card and self.drawn + led.suit in cards

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        target = self.target(deal)
        return (target, target) if target else None

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        led, drawn = deal.cards_out[0], card.cards(card.test)[0]
        return f"The {led.name} draws out the {drawn.name}, and seat {card.seat} has it."

    def after_card(self, deal: DealState) -> None:
        """Make the card led unbeatable once the card drawn has been played."""
        cards = [deal.plan.pack.cards[index] for index in deal.open_trick]
        if deal.leader == deal.declarer and self.unbeaten(deal.contract, cards):
            deal.best, deal.taker = UNBEATEN, deal.leader


UNBEATEN = 10_000  #: higher than the strength of any card
