"""Bonuses that count as points captured: for the first or the last trick, for most tricks, for all the counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.errors import DealError
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.outcome import Outcome, captured_masks
from whister.plan.settlement import Settling, sides, tricks_of
from whister.plan.state import DealState
from whister.plan.worth import WorthPart

FIRST_TRICK = "first_trick"  #: the name under which an outcome declares the winner of the first trick
LAST_TRICK = "last_trick"  #: the name under which an outcome declares the winner of the last trick


class Bonus(Mechanism):
    """A bonus of ``points`` that count as captured, and so towards a bid."""

    asked_first: ClassVar[bool] = True  # listed before the total that includes it
    points: int = 20

    def setup(self, clause: Clause, worth: WorthPart, course: CoursePart) -> None:
        worth.bonuses += self.points
        course.bonuses.append(self.share)

    def takers(self, settling: Settling) -> tuple[tuple[int, ...], str]:
        """Return the seats of the side that wins the bonus, beginning with its winner, and the reason for it."""
        raise NotImplementedError

    def share(self, settling: Settling) -> Sequence[int]:
        """Return each seat's share of the bonus: all of it goes to the first of its takers."""
        first, _ = self.takers(settling)
        return [self.points if (seat,) == first[:1] else 0 for seat in settling.plan.table.seats]

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void:
            return
        seats, what = self.takers(settling)
        if seats:
            named = " and ".join(f"seat {seat}" for seat in seats)
            points = f"{self.points} point{'' if self.points == 1 else 's'}"
            text = f"{what}, {named}: {points} among those captured"
            settling.line(clause, text, kind="verdict")


class FirstTrickBonus(Bonus):
    """The winner of the first trick captures ``points`` with it, in addition to its cards."""

    name: ClassVar[str] = "first_trick_bonus"
    alone: ClassVar[str] = (
        "No other game here has points for the first trick; `last_trick_bonus` looks at the last."
    )
    declares: ClassVar[Mapping[str, str]] = {FIRST_TRICK: "seats"}

    def setup(self, clause: Clause, worth: WorthPart, course: CoursePart) -> None:
        super().setup(clause, worth, course)
        course.reporting.append(_first_winner)

    def takers(self, settling: Settling) -> tuple[tuple[int, ...], str]:
        return _told(settling, FIRST_TRICK, self.points), "The first trick"


class LastTrickBonus(Bonus):
    """The winner of the last trick captures ``points`` with it, in addition to its cards."""

    name: ClassVar[str] = "last_trick_bonus"
    declares: ClassVar[Mapping[str, str]] = {LAST_TRICK: "seats"}

    def setup(self, clause: Clause, worth: WorthPart, course: CoursePart) -> None:
        super().setup(clause, worth, course)
        course.reporting.append(_last_winner)

    def takers(self, settling: Settling) -> tuple[tuple[int, ...], str]:
        return _told(settling, LAST_TRICK, self.points), "The last trick"


def _told(settling: Settling, name: str, points: int) -> tuple[int, ...]:
    """Return the seat that won the first or the last trick. Raises ``DealError`` if it is not known."""
    won: tuple[int, ...] = settling.outcome.declared.get(name, ())
    if len(won) != 1 and not settling.cut_short:
        trick, worth = name.replace("_", " "), f"{points} point{'' if points == 1 else 's'}"
        raise DealError(
            f"outcome: the {trick} is worth {worth}; say which seat won it, such as declared={{'{name}': [0]}}"
        )
    return won[:1]


def _first_winner(deal: DealState) -> Mapping[str, tuple[int, ...]]:
    winner = deal.winner_of(0) if deal.closed_tricks else None
    return {} if winner is None else {FIRST_TRICK: (winner,)}


def _last_winner(deal: DealState) -> Mapping[str, tuple[int, ...]]:
    if "stopped" in deal.facts or not (deal.closed_tricks or "conceded_to" in deal.facts):
        return {}
    winner = deal.facts.get("conceded_to", deal.winner_of(-1) if deal.closed_tricks else None)
    return {} if winner is None else {LAST_TRICK: (winner,)}


class MostTricksBonus(Bonus):
    """The side with more tricks than any other captures ``points``.

    ``tie``: if two sides have the same number, ``nobody`` gets the points, or the ``defenders`` do.
    """

    name: ClassVar[str] = "most_tricks_bonus"
    tie: Literal["nobody", "defenders"] = "nobody"

    def takers(self, settling: Settling) -> tuple[tuple[int, ...], str]:
        outcome = settling.outcome
        if settling.cut_short:
            return (), ""
        tricks = tricks_of(settling)
        found = sides(settling.plan, outcome)
        won = [sum(tricks[seat] for seat in side) for side in found]
        best = [side for side, number in zip(found, won, strict=True) if number == max(won)]
        if len(best) > 1 and self.tie == "defenders":
            best = [side for side in best if outcome.declarer not in side]
        return (best[0] if len(best) == 1 else ()), "Most tricks"


class AllCountersBonus(Bonus):
    """The side that captures every card worth points captures ``points`` more.

    ``with_tricks``: it must also have won the first and the last trick.
    """

    name: ClassVar[str] = "all_counters_bonus"
    with_tricks: bool = False

    def takers(self, settling: Settling) -> tuple[tuple[int, ...], str]:
        plan, outcome = settling.plan, settling.outcome
        points = outcome.declared.get("points")
        worth = list(points) if points is not None else plan.worth.of_each(captured_masks(outcome))
        for side in sides(plan, outcome):
            if sum(worth[seat] for seat in side) == plan.worth.total_value and self._won(outcome, side):
                return side, "Everything that counts" if self.with_tricks else "Every counter"
        return (), ""

    def _won(self, outcome: Outcome, side: Sequence[int]) -> bool:
        if not self.with_tricks:
            return True
        won = (outcome.declared.get(name, ()) for name in (FIRST_TRICK, LAST_TRICK))
        return all(seats and seats[0] in side for seats in won)
