"""Capturing everything: shooting the moon, and winning all the tricks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError
from whister.ledger import Amount, Ledger
from whister.mechanisms.worth.slam_choice import ShooterChooses, TableChooses
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.outcome import captured_masks
from whister.plan.settlement import Settling
from whister.plan.worth import WorthPart


class Moon(Mechanism):
    """A slam: every penalty card captured ``by`` one ``player``, or by a whole ``side``.

    ``effect``: ``old`` (the shooter scores nothing, and each opponent scores the amount), ``new`` (the amount is
    subtracted from the shooter's score, and the others score nothing), ``choice`` (one of these two, declared aloud),
    ``void`` (nobody scores), ``plus`` (as ``new``, counted as plus points), ``receive`` (the amount is added to each
    opponent's score, and the sum is subtracted from the shooter's). ``amount`` is in points; 0 means the value of all
    the penalty cards or, with ``of_hand``, of the shooter's captured cards, bonus cards included. ``to`` is who scores:
    the shooter's ``opponents``, or all ``others``, including a partner.

    ``decider``, for a choice: the ``shooter`` after the play, or the ``table`` before it, with the dealer speaking for
    the table. ``usual`` is the effect if none is declared, and the computer's choice; without it, one must be declared.
    With ``late_new`` a slam that, counted as ``old``, would end the game without the shooter winning is scored as
    ``new``. With ``bonuses_stand`` a bonus card keeps its points in a void slam. With ``floor`` no total falls below
    zero through ``new``.

    Provides the phases ``moon``, which comes after the play, and ``moon-beforehand``, which comes before it.
    """

    name: ClassVar[str] = "moon"
    speech: ClassVar[tuple[str, ...]] = ("declare old", "declare new")
    declares: ClassVar[Mapping[str, tuple[str, ...]]] = {"moon": ("old", "new")}
    effect: Literal["old", "new", "choice", "void", "plus", "receive"] = "old"
    amount: int = 0
    of_hand: bool = False
    by: Literal["player", "side"] = "player"
    to: Literal["opponents", "others"] = "opponents"
    decider: Literal["shooter", "table"] = "shooter"
    usual: Literal["", "old", "new"] = ""
    late_new: bool = False
    bonuses_stand: bool = False
    floor: bool = False

    @property
    def leaves_open(self) -> Mapping[str, str | tuple[str, ...]]:
        return self.declares if self.effect == "choice" else NO_ENTRIES

    def setup(self, clause: Clause, course: CoursePart) -> None:
        if self.effect == "choice" and self.decider == "shooter":
            course.phases["moon"] = ShooterChooses(clause, self)
        elif self.effect == "choice":
            course.phases["moon-beforehand"] = TableChooses(clause)
        else:
            course.unoffered |= dict.fromkeys(
                self.speech, (clause, "A slam counts in one way here; nobody chooses.")
            )

    def shooters(self, plan: PlanFacts, captured: Sequence[int]) -> tuple[int, ...]:
        """Return the seats that made a slam: one, or a whole side that did so together or shares a score."""
        if self.by == "side":
            captured = [sum(captured[s] for s in plan.table.side_of(seat)) for seat in plan.table.seats]
        shooter = shot_by(plan, captured)
        if shooter is None:
            return ()
        return plan.table.side_of(shooter) if self.by == "side" or plan.table.one_score else (shooter,)

    def worth(self, plan: PlanFacts, captured: int) -> int:
        """Return the amount of a slam with these cards, in points."""
        return self.amount or (plan.worth.together(captured) if self.of_hand else plan.worth.total_value)

    def paying(self, plan: PlanFacts, shooters: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats that score instead of the shooters."""
        spared = plan.table.side_of(shooters[0]) if self.to == "opponents" else shooters
        return tuple(seat for seat in plan.table.seats if seat not in spared)

    def settle(self, settling: Settling, clause: Clause) -> None:
        outcome, plan = settling.outcome, settling.plan
        if outcome.void or outcome.breaches or "slam" in settling.done:
            return
        captured = self._captured(settling)
        shooters = self.shooters(plan, captured)
        if not shooters:
            return
        settling.done.add("slam")
        settling.notes["shooters"] = shooters
        if self.of_hand and not self.amount:
            settling.notes["hand counted"] = shooters
        amount = self.worth(plan, sum(captured[seat] for seat in shooters))
        paying = self.paying(plan, shooters)
        effect = self.effect
        if effect == "choice":
            effect = outcome.declared.get("moon", self.usual)
            if not effect:
                raise DealError(
                    "outcome, declared: all the penalty cards were taken; give what the table or the player chose, "
                    f"{{'moon': 'old'}} (added to the others) or {{'moon': 'new'}} (taken off) [{clause.id}]"
                )
        if effect == "old" and self.late_new and ends_badly(plan, settling.ledger, shooters, paying, amount):
            effect = "new"
        off, each, said = 0, 0, "nobody scores"
        if effect in ("old", "receive"):
            each, said = amount, f"{amount} {'to' if effect == 'old' else 'received from'} each opponent"
            off = amount * len(paying) if effect == "receive" else 0
        elif effect != "void":
            off, said = amount, f"{amount} off the shooter's score"
        elif not self.bonuses_stand:
            settling.done.add("nothing")
        amounts: list[Amount] = [each if seat in paying else 0 for seat in plan.table.seats]
        for seat in plan.table.seats:
            if seat in shooters:
                before = settling.ledger.totals[seat]
                amounts[seat] = -settling.delta[seat] - (min(off, max(before, 0)) if self.floor else off)
            elif effect == "void":
                amounts[seat] = -settling.delta[seat]
        settling.line(clause, f"All penalty cards: {said}", amounts)

    def _captured(self, settling: Settling) -> tuple[int, ...]:
        """Return the cards that each seat captured.

        If only points are known, a seat with all the points is credited with every penalty card.
        """
        plan, captured = settling.plan, captured_masks(settling.outcome)
        points = settling.outcome.declared.get("points")
        if points is None or any(captured) or plan.worth.of(plan.worth.penalties) != plan.worth.total_value:
            return captured
        for seat in plan.table.seats:
            side = plan.table.side_of(seat) if self.by == "side" else (seat,)
            if sum(points[s] for s in side) == plan.worth.total_value > 0:
                if self.of_hand or plan.worth.slam_also & ~plan.worth.penalties:
                    raise DealError(
                        "outcome: one player has all the points, and points do not show the other cards that count; give 'captured'"
                    )
                return tuple(plan.worth.penalties if s == seat else 0 for s in plan.table.seats)
        return captured


def ends_badly(
    plan: PlanFacts, before: Ledger, shooters: Collection[int], paying: Collection[int], amount: int
) -> bool:
    """Return whether adding the amount to each paying seat would end the game without a shooter among its winners."""
    totals = tuple(before.totals[seat] + (amount if seat in paying else 0) for seat in plan.table.seats)
    over, winners = plan.ends(before._replace(number=before.number + 1, totals=totals))
    return over and not set(shooters) & set(winners)


def shot_by(plan: PlanFacts, captured: Sequence[int]) -> int | None:
    """Return the seat that captured every penalty card and every other card that a slam needs; None if no seat did."""
    wanted = plan.worth.penalties | plan.worth.slam_also
    for seat, cards in enumerate(captured):
        if part := cards & wanted:
            return seat if part == wanted else None
    return None


class SlamNeeds(Mechanism):
    """The ``cards`` that a slam needs besides the penalty cards; an empty string means none."""

    name: ClassVar[str] = "slam_needs"
    alone: ClassVar[str] = (
        "No other game here lets a table require further cards for a slam; `moon` needs only the penalty "
        "cards, and `bonus_card` can require only its own."
    )
    cards: str = ""

    def setup(self, clause: Clause, pack: Pack, present: int, worth: WorthPart) -> None:
        worth.slam_also |= pack.select(self.cards, clause.id) & present


class Sun(Mechanism):
    """One player wins every trick.

    Each opponent scores ``amount`` points and the winner nothing (``effect`` is ``old``), or the points are subtracted
    from the winner's own score (``new``); an ``amount`` of 0 means all the points of the deal. With ``slate`` the
    winner's whole total becomes 0 instead. The same applies to partners who share a score.
    """

    name: ClassVar[str] = "sun"
    amount: int = 52
    slate: bool = False
    effect: Literal["old", "new"] = "old"

    def settle(self, settling: Settling, clause: Clause) -> None:
        tricks, plan = settling.outcome.tricks, settling.plan
        if tricks is None or settling.outcome.void or settling.outcome.breaches or "slam" in settling.done:
            return
        if sum(1 for won in tricks if won) != 1:
            return
        taker = next(seat for seat, won in enumerate(tricks) if won)
        takers = plan.table.side_of(taker) if plan.table.one_score else (taker,)
        settling.done.add("slam")
        settling.notes["shooters"] = takers
        if self.slate:
            wiped = [-settling.total(seat) if seat in takers else 0 for seat in plan.table.seats]
            settling.line(clause, "Every trick: the slate is wiped", wiped)
            return
        side, amount = plan.table.side_of(taker), self.amount or plan.all_points
        if self.effect == "new":
            off = [-settling.delta[seat] - amount if seat in side else 0 for seat in plan.table.seats]
            settling.line(clause, f"Every trick: {amount} off the winner's score", off)
            return
        amounts = [-settling.delta[seat] if seat in side else amount for seat in plan.table.seats]
        settling.line(clause, f"Every trick: {amount} to each opponent", amounts)
