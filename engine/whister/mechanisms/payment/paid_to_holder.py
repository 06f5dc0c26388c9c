"""A payment for a card between two players: its captor pays the player who got rid of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError
from whister.mechanisms.payment.chips import payable, to_settle
from whister.mechanisms.play.how_played import shown, tell_how
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.outcome import HOW_SHOWN
from whister.plan.settlement import Settling
from whister.plan.worth import WorthPart


class PaidToHolder(Mechanism):
    """The player who captures ``card`` pays its value to the player who played it.

    If they played it themselves, or got it from a widow, they pay into the pool. This applies only where all pay into a
    pool; under any other settlement the card is treated like the others.
    """

    name: ClassVar[str] = "paid_to_holder"
    alone: ClassVar[str] = (
        "No other game here makes the captor of a card pay the player who got rid of it; `pay_in` pays for "
        "all cards into the pool, and `consolation` depends on how the card was played."
    )
    declares: ClassVar[Mapping[str, str]] = {"plays": "plays"}
    card: str

    def setup(self, clause: Clause, pack: Pack, present: int, worth: WorthPart, course: CoursePart) -> None:
        tell_how(worth, course, pack.mask([self.card], clause.id) & present)

    def settle(self, settling: Settling, clause: Clause) -> None:
        plan, outcome = settling.plan, settling.outcome
        bit = plan.pack.mask([self.card]) & plan.present
        if not plan.settling.paid_in or not to_settle(settling):
            return
        taker = next((seat for seat, cards in enumerate(settling.captured(clause)) if cards & bit), None)
        if taker is None:
            return
        name = plan.pack.card(self.card).name
        holder = next((play.by for play in shown(settling, HOW_SHOWN) if play.card == self.card), taker)
        if "plays" not in outcome.declared:
            raise DealError(
                f"outcome: the payment depends on who played the {name}; give that in 'plays' of 'declared'"
            )
        chips = payable(settling, taker, plan.worth.of(bit))
        amounts = [0] * plan.table.n
        amounts[taker] -= chips
        if holder == taker:
            settling.line(
                clause, f"Seat {taker} took the {name} that was dealt to seat {taker}", amounts, pool=chips
            )
            return
        amounts[holder] += chips
        settling.line(clause, f"Seat {taker} took the {name} of seat {holder}", amounts)
