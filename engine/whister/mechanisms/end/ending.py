"""The end of the game: when it comes, who has won, and the final payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from whister.clause import Clause
from whister.errors import RecordError
from whister.ledger import Amount
from whister.plan.mechanism import Mechanism
from whister.plan.settling import SettlingPart

if TYPE_CHECKING:
    from whister.plan.compiled import Plan
    from whister.plan.conclusion import Concluding


class EndOfGame(Mechanism):
    """The game ends after the deal in which a total reaches ``target`` points, or after ``deals`` deals.

    With ``rounds`` it ends after that many rounds of one deal for each player. 0 turns off any of these limits.
    ``test``: ``reach`` (reaching the target is enough) or ``exceed``. If chips are paid for every deal, no points can
    reach the target, so the game ends after ``without_points`` deals instead. With ``broke`` it ends when a player has
    no chips left. It also ends when a total falls to ``floor`` (a number below zero) or a side leads every other by
    ``ahead`` points.
    """

    name: ClassVar[str] = "end"
    target: int = 0
    floor: int = 0
    ahead: int = 0
    deals: int = 0
    rounds: int = 0
    test: Literal["reach", "exceed"] = "reach"
    without_points: int = 8
    broke: bool = False

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        for name in ("target", "deals", "rounds", "ahead"):
            if getattr(self, name) < 0:
                raise RecordError(f"{clause.id}: end.{name} = {getattr(self, name)}; expected 0 or more")
        if self.floor > 0:
            raise RecordError(f"{clause.id}: end.floor = {self.floor}; expected a total below 0")
        if self.target:
            settling.target = self.target if self.test == "reach" else self.target + 1
        settling.floor = self.floor

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        ledger, plan = concluding.ledger, concluding.plan
        deals = self.deals or self.rounds * plan.table.n
        if self.target and plan.settling.unit == "chips":
            deals = deals or self.without_points
        broke = self.broke and min(ledger.totals) <= 0
        low = bool(self.floor) and min(ledger.totals[seat] for seat in plan.table.players) <= self.floor
        if (
            broke
            or low
            or self._far_ahead(concluding)
            or plan.settling.reaches_target(ledger.totals)
            or (deals and ledger.number > deals)
        ):
            concluding.over = True

    def _far_ahead(self, concluding: Concluding) -> bool:
        plan, totals = concluding.plan, concluding.ledger.totals
        standing = sorted({plan.table.side_of(seat): totals[seat] for seat in plan.table.players}.values())
        return bool(self.ahead) and standing[-1] - standing[-2] >= self.ahead


class Winner(Mechanism):
    """The winner of the game: the ``lowest`` or ``highest`` total.

    ``tie``: ``share`` (all who tie win), ``extra-deal`` (play goes on until one leads), or ``declarers`` (the side that
    declared last wins the tie). ``with_last_pool`` adds the shares of the pool divided at the end of the game. ``of``:
    the totals compared are those of ``seats``, or of ``sides`` (the sum of the partners' totals).
    """

    name: ClassVar[str] = "winner"
    total: Literal["lowest", "highest"] = "lowest"
    tie: Literal["share", "extra-deal", "declarers"] = "share"
    of: Literal["seats", "sides"] = "seats"
    with_last_pool: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"total": "highest" if parameters.get("total", "lowest") == "lowest" else "lowest"}

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        if not concluding.over:
            return
        totals = concluding.ledger.totals
        if self.with_last_pool:
            totals = tuple(total + share for total, share in zip(totals, concluding.stakes, strict=True))
        if self.of == "sides":
            totals = tuple(
                sum(totals[s] for s in concluding.plan.table.side_of(seat))
                for seat in concluding.plan.table.seats
            )
        seats = concluding.plan.table.players
        best = (min if self.total == "lowest" else max)(totals[seat] for seat in seats)
        first = [seat for seat in seats if totals[seat] == best]
        sides = {concluding.plan.table.side_of(seat) for seat in first}
        if len(sides) > 1 and self.tie == "extra-deal":
            concluding.over = False
            return
        if len(sides) > 1 and self.tie == "declarers":
            ahead = [seat for seat in first if seat in concluding.ledger.last_declarer]
            first = ahead or first
        concluding.winners = tuple(first)


def low_wins(plan: Plan) -> bool:
    """Return whether the lowest total wins the game."""
    winner = next((found for _, found in plan.asked.conclude if isinstance(found, Winner)), None)
    return winner is not None and winner.total == "lowest" and plan.settling.unit == "points"


class Loser(Mechanism):
    """The losers of a game for points: all whose totals have reached the target or, if there is one, fallen to the floor."""

    name: ClassVar[str] = "loser"

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        plan, totals = concluding.plan, concluding.ledger.totals
        target, floor = plan.settling.target, plan.settling.floor
        if concluding.over and floor:
            concluding.losers = tuple(seat for seat in plan.table.players if totals[seat] <= floor)
        elif concluding.over and target and plan.settling.unit == "points":
            concluding.losers = tuple(seat for seat in plan.table.seats if totals[seat] >= target)


class LosersPay(Mechanism):
    """At the end each player who has lost pays every other player a stake for each point that player is short of the
    target.
    """

    name: ClassVar[str] = "losers_pay"

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        target, totals = concluding.plan.settling.target, concluding.ledger.totals
        if not (concluding.over and concluding.losers):
            return
        left = [max(target - total, 0) for total in totals]
        payers = len(concluding.losers)
        paid = [-sum(left) if seat in concluding.losers else rest * payers for seat, rest in enumerate(left)]
        concluding.line(clause, "The points left to the others", paid)


class ExactWins(Mechanism):
    """A player whose total is exactly ``total`` ends the game and wins it."""

    name: ClassVar[str] = "exact_wins"
    alone: ClassVar[str] = (
        "No other rule here finds a winner by an exact total; `winner` looks for the lowest or highest, and "
        "`end` has a target that may be exceeded."
    )
    total: int = 100

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        hits = tuple(
            seat for seat in concluding.plan.table.seats if concluding.ledger.totals[seat] == self.total
        )
        if hits:
            concluding.over = True
            concluding.winners = hits


class Stakes(Mechanism):
    """At the end players with more than the average total pay the difference into a pot; those with less draw theirs.

    Each point is one stake. ``rounding``: ``exact`` fractions, ``scaled`` (the points multiplied by the number of
    players), or the ``nearest`` whole stake, with the pot keeping or making up the difference.
    """

    name: ClassVar[str] = "stakes"
    alone: ClassVar[str] = (
        "No other rule here turns the totals of a whole game into payments; `last_pool` divides the remaining "
        "pools, and all other payments belong to a single deal."
    )
    rounding: Literal["exact", "scaled", "nearest"] = "exact"

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        if not concluding.over:
            return
        totals, n = concluding.ledger.totals, concluding.plan.table.n
        from fractions import Fraction

        shares: list[Amount] = [Fraction(sum(totals)) / n - total for total in totals]
        if self.rounding == "scaled":
            shares = [share * n for share in shares]
        elif self.rounding == "nearest":
            shares = [round(share) for share in shares]
        left = -sum(shares) if self.rounding == "nearest" else 0
        concluding.line(clause, "Against the average", shares, pool=int(left))
