"""The price of a revoke, chosen by the other side. ``revoke`` decides which revokes count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.mechanisms.worth.bid_score import to_side
from whister.mechanisms.worth.odd_tricks import MOVED, tricks_of_sides
from whister.notation import Action, word
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism, Phase
from whister.plan.outcome import Breach
from whister.plan.play import PlayPart
from whister.plan.settlement import Settling
from whister.plan.state import DealState
from whister.plan.table import TablePart

PENALTY = "revoke_penalty"  #: the name under which the price chosen by the other side is declared
PRICES = ("tricks", "off", "on")


def _erring(plan: PlanFacts, breaches: Iterable[Breach]) -> tuple[int, ...]:
    """Return the seats of the side that has revoked; empty if neither side has, or both have."""
    found = {plan.table.side_of(breach.seat) for breach in breaches}
    return found.pop() if len(found) == 1 else ()


class PricePhase(Phase):
    """The choice of a penalty for a revoke, made for their side by the player who claimed it.

    The calls are ``declare tricks``, ``declare off`` and ``declare on``.
    """

    what = "The choice"
    says = tuple(f"declare {price}" for price in PRICES)

    def __init__(self, clause: Clause) -> None:
        super().__init__("price", clause)

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if self.idle:
            return self.clause, "The cost of a revoke is agreed beforehand."
        return self.clause, "The choice comes only when one side alone has revoked."

    def begin(self, deal: DealState) -> bool:
        return bool(self.pending(deal))

    def pending(self, deal: DealState) -> tuple[int, ...]:
        found = [breach for breach in deal.facts.get("breaches", ()) if breach.found_by is not None]
        if PENALTY in deal.facts.get("declared", {}) or not _erring(deal.plan, found):
            return ()
        return (found[0].found_by,)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return tuple(word("declare", price) for price in PRICES)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'declare tricks', 'declare off' or 'declare on'."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts["declared"] = {**deal.facts.get("declared", {}), PENALTY: action.words[0]}

    def prompt(self, deal: DealState, seat: int) -> str:
        return "They have revoked: take tricks from them, points off their score, or points on your own?"


class RevokeChoice(Mechanism):
    """A side that has revoked pays for it, once a deal, as the other side chooses.

    It gives up ``tricks`` (or all that it has, if fewer), or it loses ``points``, or the other side scores that many
    points. ``price``: with ``choice`` the other side decides, in the phase ``price`` or in the outcome; otherwise
    ``tricks``, ``off`` (points lost) or ``on`` (points scored) is agreed beforehand. Revokes on both sides cost
    nothing.
    """

    name: ClassVar[str] = "revoke_choice"
    speech: ClassVar[tuple[str, ...]] = PricePhase.says
    declares: ClassVar[Mapping[str, tuple[str, ...]]] = {PENALTY: PRICES}
    order: ClassVar[int] = 4
    tricks: int = 3
    points: int = 3
    price: Literal["choice", "tricks", "off", "on"] = "choice"

    @property
    def leaves_open(self) -> Mapping[str, str | tuple[str, ...]]:
        return self.declares if self.price == "choice" else NO_ENTRIES

    def setup(self, clause: Clause, table: TablePart, course: CoursePart, play: PlayPart) -> None:
        if table.sides is None:
            raise RecordError(
                f"{clause.id}: revoke_choice is paid between partnerships; nobody has a partner here"
            )
        phase = course.phases["price"] = PricePhase(clause)
        phase.idle = play.revoke is None or self.price != "choice"

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, won = settling.outcome, tricks_of_sides(settling)
        side = _erring(settling.plan, outcome.breaches)
        if not side or not won:
            return
        other = next(seats for seats in won if seats != side)
        price = outcome.declared.get(PENALTY, self.price)
        if price == "tricks":
            moved = min(self.tricks, won[side])
            settling.notes[MOVED] = {side: -moved, other: moved}
            text = f"{moved} trick{' moves' if moved == 1 else 's move'} to the side that did not revoke"
            settling.line(clause, text, kind="verdict")
        elif price == "off":
            settling.line(clause, "The side that revoked loses", to_side(settling, side, -self.points))
        elif price == "on":
            settling.line(
                clause, "The side that did not revoke scores", to_side(settling, other, self.points)
            )
        else:
            raise DealError(
                "outcome, declared: the other side chooses what a revoke costs; say which of "
                f"{', '.join(PRICES)} it chose, such as {{'{PENALTY}': 'tricks'}} [{clause.id}]"
            )
