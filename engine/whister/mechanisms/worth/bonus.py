"""Bonuses that count as points captured: for the last trick, for most tricks, for all the counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from whister.clause import Clause
from whister.errors import DealError
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.outcome import captured_masks
from whister.plan.settlement import Settling, sides, tricks_of
from whister.plan.state import DealState
from whister.plan.worth import WorthPart

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
            text = f"{what}, {named}: {self.points} points among those captured"
            settling.line(clause, text, kind="verdict")


class LastTrickBonus(Bonus):
    """The winner of the last trick captures ``points`` with it, in addition to its cards."""

    name: ClassVar[str] = "last_trick_bonus"
    declares: ClassVar[Mapping[str, str]] = {LAST_TRICK: "seats"}

    def setup(self, clause: Clause, worth: WorthPart, course: CoursePart) -> None:
        super().setup(clause, worth, course)
        course.reporting.append(last_winner)

    def takers(self, settling: Settling) -> tuple[tuple[int, ...], str]:
        won: tuple[int, ...] = settling.outcome.declared.get(LAST_TRICK, ())
        if len(won) != 1 and not settling.cut_short:
            raise DealError(
                f"outcome: the last trick is worth {self.points} points; say which seat won it, such as "
                f"declared={{'{LAST_TRICK}': [0]}}"
            )
        return won[:1], "The last trick"


def last_winner(deal: DealState) -> Mapping[str, tuple[int, ...]]:
    """Return the fact ``last_trick``: the winner of the last trick, if it was played or conceded."""
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
    """The side that captures every card worth points captures ``points`` more."""

    name: ClassVar[str] = "all_counters_bonus"
    alone: ClassVar[str] = (
        "No other game here has a bonus for capturing all the points; `last_trick_bonus` looks at one trick."
    )

    def takers(self, settling: Settling) -> tuple[tuple[int, ...], str]:
        plan, outcome = settling.plan, settling.outcome
        points = outcome.declared.get("points")
        worth = list(points) if points is not None else plan.worth.of_each(captured_masks(outcome))
        for side in sides(plan, outcome):
            if sum(worth[seat] for seat in side) == plan.worth.total_value:
                return side, "Every counter"
        return (), ""
