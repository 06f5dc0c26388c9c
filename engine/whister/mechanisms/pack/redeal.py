"""The right to a new deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan.course import CoursePart
from whister.plan.mechanism import Aside, Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState

CLAIM = word("claim", "redeal")
#: The reason why such a deal is void, and the name under which the seat that claimed it is declared.
VOID = "redeal"


class RedealAside(Aside):
    """The call ``claim redeal``, during the auction."""

    says = (CLAIM,)

    def __init__(self, clause: Clause, when: str, none_turned: bool) -> None:
        self.clause = clause
        self.when = when
        self.none_turned = none_turned

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return () if deal.plan.worth.of(deal.hand(seat)) or self._barred(deal, seat) else (CLAIM,)

    def _barred(self, deal: DealState, seat: int) -> str:
        if deal.unseen:
            return "Nobody has looked at his hand."
        if self.none_turned and deal.plan.worth.of(deal.turned):
            worth = deal.plan.worth.of
            counter = next(card for card in deal.plan.pack.spread(deal.turned) if worth(1 << card.index))
            return f"A counter lies turned up: the {counter.name}."
        if self.when == "on-own-turn" and seat not in deal.pending:
            return f"It is not the turn of seat {seat}."
        if self.when == "before-own-first-call" and any(caller == seat for caller, _ in deal.facts["calls"]):
            return f"Seat {seat} has spoken already."
        return ""

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        barred = self._barred(deal, seat)
        points = deal.plan.worth.of(deal.hand(seat))
        return self.clause, barred or f"The hand of seat {seat} holds {points} points."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts["exposed"] = (*deal.facts.get("exposed", ()), seat)
        deal.facts["calls"] = (*deal.facts.get("calls", ()), (seat, str(action)))
        deal.facts["declared"] = {**deal.facts.get("declared", {}), VOID: (seat,)}
        deal.end(void=VOID)


class RedealClaim(Mechanism):
    """During the auction a player whose hand has no cards worth points may show it and have the cards dealt again.

    ``when``: ``any-time``, in or out of turn, ``on-own-turn``, or ``before-own-first-call``. With ``none_turned`` a
    card worth points that is face up in the widow also bars the claim.
    """

    name: ClassVar[str] = "redeal_claim"
    speech: ClassVar[tuple[str, ...]] = (CLAIM,)
    voids: ClassVar[tuple[str, ...]] = (VOID,)
    declares: ClassVar[Mapping[str, str]] = {VOID: "seats"}
    when: Literal["any-time", "on-own-turn", "before-own-first-call"] = "any-time"
    none_turned: bool = False

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.asides.setdefault("auction", []).append(RedealAside(clause, self.when, self.none_turned))

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void == VOID:
            claimed = settling.outcome.declared.get(VOID, ())
            held = f"Seat {claimed[0]} has no points" if claimed else "A hand without points"
            settling.line(clause, f"{held}: the cards are dealt again", kind="verdict")


class RedealDealer(Mechanism):
    """After a claimed redeal the same dealer deals again."""

    name: ClassVar[str] = "redeal_dealer"

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void == VOID:
            settling.same_dealer = True
