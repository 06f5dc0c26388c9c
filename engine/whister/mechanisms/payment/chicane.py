"""Chicane: a player declares a hand without trumps, and the others pay for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import DealError
from whister.notation import Action, word
from whister.plan.course import PLAY, CoursePart
from whister.plan.mechanism import Aside, Mechanism
from whister.plan.outcome import Outcome
from whister.plan.settlement import Settling
from whister.plan.state import DealState

DECLARE = word("declare", "chicane")
SAID = "chicane"


class ChicaneAside(Aside):
    """The call ``declare chicane``, made in or out of turn by a seat that was dealt no trumps."""

    # facts: "chicane" (the seats that have declared it)

    says = (DECLARE,)
    pays = True

    def __init__(self, clause: Clause, until: str) -> None:
        self.clause = clause
        self.until = until

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return () if not deal.trump or self._bar(deal, seat) else (DECLARE,)

    def _bar(self, deal: DealState, seat: int) -> str:
        """Return a sentence on why the seat may not declare chicane; "" if it may."""
        plan, dealt = deal.plan, deal.dealt.hands[seat]
        if not deal.trump:
            return "Nobody has named trumps yet." if not deal.contract else "There are no trumps."
        if dealt & plan.pack.suit_masks[deal.trump]:
            return f"Seat {seat} was dealt a trump."
        if dealt.bit_count() < plan.dealing.hand_size:
            return f"The hand of seat {seat} as dealt is not known."
        if seat in deal.facts.get(SAID, ()):
            return f"Seat {seat} has declared it already."
        if self._late(deal, seat):
            by = f"Seat {seat} has played" if self.until == "own-card" else "The first card has been led"
            return f"{by}: it is too late."
        return ""

    def _late(self, deal: DealState, seat: int) -> bool:
        if deal.phase != PLAY:
            return bool(deal.closed_tricks)
        out = deal.open_trick
        played = out if self.until == "opening-lead" else seat in deal.players_out[: len(out)]
        return bool(deal.closed_tricks or played)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        return self.clause, self._bar(deal, seat)

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        deal.facts[SAID] = (*deal.facts.get(SAID, ()), seat)


def _said(deal: DealState) -> Mapping[str, Any]:
    return {SAID: deal.facts[SAID]} if SAID in deal.facts else {}


class Chicane(Mechanism):
    """A player who was dealt no trumps may declare chicane once the trump suit is known.

    ``until``: the time limit, their ``own-card`` (the first that they play) or the ``opening-lead``.
    """

    name: ClassVar[str] = "chicane"
    speech: ClassVar[tuple[str, ...]] = (DECLARE,)
    order: ClassVar[int] = 2  # after the course of the deal is set
    declares: ClassVar[Mapping[str, str]] = {SAID: "seats"}
    until: Literal["own-card", "opening-lead"] = "own-card"

    def setup(self, clause: Clause, course: CoursePart) -> None:
        for phase in course.order:
            course.asides.setdefault(phase, []).append(ChicaneAside(clause, self.until))
        course.reporting.append(_said)


class ChicanePaid(Mechanism):
    """A player who has declared chicane collects ``each`` from every other player.

    ``by`` is who pays: ``everybody`` (all the other players), or the ``opponents`` alone (a declarer's opponents are
    not opponents of each other). The payment is made directly between players, whether or not the contract is made;
    partners do not share it, and the pool is not involved.
    """

    name: ClassVar[str] = "chicane_paid"
    order: ClassVar[int] = 16  # after the sharing between partners
    each: int
    by: Literal["everybody", "opponents"] = "everybody"

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome = settling.outcome
        declared: tuple[int, ...] = outcome.declared.get(SAID, ())
        if len(set(declared)) == settling.n:
            raise DealError(
                f"outcome, declared, {SAID}: they cannot all have declared it, because somebody was dealt trumps [{clause.id}]"
            )
        for seat in declared:
            _check(outcome, seat, declared, clause)
            side = (outcome.declarer, outcome.partner)
            payers = [
                other
                for other in settling.plan.table.seats
                if other != seat and (self.by == "everybody" or (other in side) != (seat in side))
            ]
            amounts = [-self.each * (other in payers) for other in settling.plan.table.seats]
            amounts[seat] = self.each * len(payers)
            whom = "of the others" if self.by == "everybody" else "opponent"
            settling.line(clause, f"Seat {seat} has chicane: {self.each} from each {whom}", amounts)


def _check(outcome: Outcome, seat: int, declared: Sequence[int], clause: Clause) -> None:
    """Check a declaration in an outcome. Raises ``DealError`` if it contradicts the other facts."""
    what = f"outcome, declared, {SAID}: seat {seat}"
    if not outcome.trump:
        raise DealError(f"{what} cannot have declared it, since there are no trumps [{clause.id}]")
    if declared.count(seat) > 1:
        raise DealError(f"{what} is named twice [{clause.id}]")
    told_apart = seat != outcome.declarer or outcome.partner is None
    if outcome.honours and outcome.honours[seat] and told_apart:
        raise DealError(f"{what} cannot have declared it, since it was dealt trump honours [{clause.id}]")
