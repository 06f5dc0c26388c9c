"""The right to a new deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from whister.clause import Clause
from whister.deal import Deal
from whister.errors import RecordError
from whister.mechanisms.base import Aside, Mechanism
from whister.notation import Action, word
from whister.plan import Plan
from whister.settlement import Settling

CLAIM = word("claim", "redeal")
#: Why such a deal counts for nothing.
VOID = "redeal"


class RedealAside(Aside):
    """``claim redeal``, during the auction."""

    verbs = ("claim",)

    def __init__(self, clause: Clause, when: str) -> None:
        self.clause = clause
        self.when = when

    def offers(self, deal: Deal, seat: int) -> Sequence[Action]:
        return () if deal.plan.worth(deal.hand(seat)) or self._untimely(deal, seat) else (CLAIM,)

    def _untimely(self, deal: Deal, seat: int) -> str:
        if self.when == "on-own-turn" and seat not in deal.pending:
            return f"It is not the turn of seat {seat}."
        if self.when == "before-own-first-call" and any(caller == seat for caller, _ in deal.facts["calls"]):
            return f"Seat {seat} has spoken already."
        return ""

    def refusal(self, deal: Deal, seat: int, action: Action) -> tuple[Clause, str] | None:
        if action != CLAIM:
            return None
        late = self._untimely(deal, seat)
        points = deal.plan.worth(deal.hand(seat))
        return self.clause, late or f"The hand of seat {seat} holds {points} points."

    def perform(self, deal: Deal, seat: int, action: Action) -> None:
        deal.facts["exposed"] = (*deal.facts.get("exposed", ()), seat)
        deal.end(void=VOID)


class RedealClaim(Mechanism):
    """In the auction a player whose hand is worth nothing may have the cards dealt again, and shows the hand.

    ``when``: ``any-time``, in or out of turn, ``on-own-turn``, or ``before-own-first-call``.
    """

    name: ClassVar[str] = "redeal_claim"
    when: str = "any-time"

    def setup(self, plan: Plan, clause: Clause) -> None:
        if self.when not in ("any-time", "on-own-turn", "before-own-first-call"):
            raise RecordError(
                f"{clause.id}: redeal_claim.when is any-time, on-own-turn or before-own-first-call"
            )
        plan.asides.setdefault("auction", []).append(RedealAside(clause, self.when))
        plan.settling.append((clause, self))

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void == VOID:
            settling.line(clause, "A hand without points: the cards are dealt again", kind="verdict")


class RedealDealer(Mechanism):
    """After a redeal that was claimed the same dealer deals again."""

    name: ClassVar[str] = "redeal_dealer"

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void == VOID:
            settling.same_dealer = True
