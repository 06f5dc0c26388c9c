"""A payment to the player who was dealt a certain card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.settling import SettlingPart

HELD_BY = "held_by"  #: the name under which an outcome declares who was dealt the card


class DealtCardBonus(Mechanism):
    """The player who was dealt the ``card`` receives ``each`` counters from every other player.

    This applies when a contract has been played, but not one for an exact number of tricks. In an outcome entered by
    hand it is paid only if ``held_by`` says who held the card.
    """

    name: ClassVar[str] = "dealt_card_bonus"
    alone: ClassVar[str] = (
        "No other game here pays for a card that was only dealt; `paid_to_holder` depends on who captures the card."
    )
    declares: ClassVar[Mapping[str, str]] = {HELD_BY: "seats"}
    order: ClassVar[int] = 16  # after the partners have shared
    card: str
    each: int

    def setup(
        self, clause: Clause, pack: Pack, present: int, course: CoursePart, settling: SettlingPart
    ) -> None:
        settling.paid_card = f"the {pack.card(self.card).name}"
        bit = pack.mask([self.card], clause.id) & present
        course.reporting.append(
            lambda deal: {HELD_BY: tuple(seat for seat, hand in enumerate(deal.dealt.hands) if hand & bit)}
        )

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning, held = reckoning_of(settling), settling.outcome.declared.get(HELD_BY, ())
        if reckoning is None or reckoning.contract.exactly or not held:
            return
        each = self.each * settling.plan.settling.times(settling.ledger.number)
        amounts = [-each] * settling.n
        amounts[held[0]] = each * (settling.n - 1)
        name = settling.plan.pack.card(self.card).name
        settling.line(clause, f"Seat {held[0]} held the {name}: {each} from each player", amounts)
