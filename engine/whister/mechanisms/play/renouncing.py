"""A contract in which the declarer need not follow suit at first."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause
from whister.mechanisms.play.free_hand import EveryOther
from whister.plan.course import Asked
from whister.plan.mechanism import Mechanism
from whister.plan.refusing import Barred
from whister.plan.state import DealState
from whister.plan.tricks import Context


class FreeRenounce(Mechanism):
    """In one ``contract`` the declarer may play any card to the first ``tricks`` tricks.

    ``lifts`` is the slug of the clause that does not bind the declarer in them.
    """

    name: ClassVar[str] = "free_renounce"
    alone: ClassVar[str] = (
        "No other contract here frees its declarer from following suit; `free_hand` frees a hand for the cards in it."
    )
    order: ClassVar[int] = 2
    contract: str
    tricks: int
    lifts: str = "follow"

    def setup(self, clause: Clause, asked: Asked) -> None:
        at = next((at for at, (own, _) in enumerate(asked.narrow) if own.slug == self.lifts), None)
        if at is None:
            return
        own, lifted = asked.narrow[at]
        asked.narrow[at] = own, _InOthers(contract=self.contract, usual=lifted)
        asked.narrow_now.append((own, EveryOther(free=self, contract=self.contract)))

    def is_free(self, deal: DealState, seat: int) -> bool:
        """Return whether the lifted clause binds a seat as usual, or not at all."""
        return deal.contract != self.contract or (
            seat == deal.declarer and len(deal.closed_tricks) < self.tricks
        )


class _InOthers(Mechanism):
    """The lifted clause in all the other contracts."""

    lapses: ClassVar[bool] = True
    contract: str
    usual: Mechanism

    def narrow(self, context: Context) -> tuple[int, int] | None:
        return None if context.contract == self.contract else self.usual.narrow(context)

    def why_not(self, context: Context, card: Barred) -> str:
        return self.usual.why_not(context, card)
