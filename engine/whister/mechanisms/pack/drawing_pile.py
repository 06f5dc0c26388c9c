"""A stock beside the widow, from which the hands are replenished after each trick."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.course import CoursePart
from whister.plan.dealing import DealingPart
from whister.plan.mechanism import Mechanism
from whister.plan.state import DealState


class DrawingPile(Mechanism):
    """The cards that are neither dealt nor in the widow form a stock, with its top card face up.

    After each trick the winner takes that card, and the others in turn take the next ones, while any are left; then a
    new card is turned up. ``face_up``: with false the top card lies face down too, and no card drawn is shown.
    ``label`` is the name of the stock.
    """

    name: ClassVar[str] = "drawing_pile"
    label: str = "Stock"
    face_up: bool = True

    def setup(self, clause: Clause, dealing: DealingPart, course: CoursePart) -> None:
        if dealing.each is None:
            raise RecordError(
                f"{clause.id}: drawing_pile needs an earlier clause that deals a fixed number of cards to each player"
            )
        dealing.pile, dealing.pile_hidden = self.label, not self.face_up
        course.after_trick.append(_fill)


def _fill(deal: DealState) -> None:
    """Give each hand a card, beginning with the winner of the trick."""
    if deal.stock:
        for seat in deal.order_from(deal.seat):
            card = deal.draw(seat)
            drawn = deal.facts.get("drawn", {})
            deal.facts["drawn"] = {**drawn, seat: drawn.get(seat, 0) | 1 << card}
