"""A slam that a player undertakes by winning the first tricks, and makes or loses in the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from whister.clause import Clause
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling
from whister.plan.state import DealState


class UndertakenSlam(Mechanism):
    """A player who wins the first ``after`` tricks has undertaken to win them all.

    If they do, the player opposite pays ``opposite`` and each player at the side pays ``side``; if not, they pay the
    whole sum to the first other player to win a trick. A deal with such a slam has no party.
    """

    name: ClassVar[str] = "undertaken_slam"
    alone: ClassVar[str] = (
        "No other slam here is undertaken by winning tricks, and paid to whoever breaks it; `undertaking` "
        "needs an announcement, and `sun` pays nothing for a slam that fails."
    )
    order: ClassVar[int] = 10
    declares: ClassVar[Mapping[str, str]] = {"won": "winners"}
    after: int
    side: int
    opposite: int

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.reporting.append(winners_of_tricks)

    def settle(self, settling: Settling, clause: Clause) -> None:
        plan, outcome = settling.plan, settling.outcome
        if outcome.void:
            return
        won = outcome.declared.get("won", ())
        if not won and outcome.tricks is not None and max(outcome.tricks) == plan.dealing.hand_size:
            won = (outcome.tricks.index(plan.dealing.hand_size),) * plan.dealing.hand_size
        if len(won) < plan.dealing.hand_size or len(set(won[: self.after])) > 1:
            return
        settling.done.add("slam")
        maker = settling.notes["slam_by"] = won[0]
        across = (maker + plan.table.n // 2) % plan.table.n
        prices = [0 if s == maker else self.opposite if s == across else self.side for s in plan.table.seats]
        breaker = next((seat for seat in won if seat != maker), None)
        if breaker is None:
            settling.notes["slam_made"] = maker
            settling.line(clause, f"Every trick to seat {maker}", kind="verdict")
            amounts = [sum(prices) if seat == maker else -prices[seat] for seat in plan.table.seats]
            settling.line(clause, "All pay the winner of every trick", amounts)
            return
        settling.line(
            clause, f"Every trick undertaken by seat {maker}, broken by seat {breaker}", kind="verdict"
        )
        due = sum(prices)
        amounts = [due * ((seat == breaker) - (seat == maker)) for seat in plan.table.seats]
        settling.line(clause, f"Seat {maker} pays the breaker", amounts)


def winners_of_tricks(deal: DealState) -> Mapping[str, Any]:
    """Return the fact ``won``: the winner of each trick, in order."""
    return {"won": tuple(map(deal.winner_of, range(len(deal.closed_tricks))))}
