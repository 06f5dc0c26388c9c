"""The penalties for a revoke if contracts are made by tricks. ``revoke`` decides which revokes count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from whister.clause import Clause
from whister.errors import DealError
from whister.mechanisms.worth.reckoning import Reckoning, reckoning_of
from whister.plan.bidding import BiddingPart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.play import PlayPart
from whister.plan.settlement import Settling, declaring_side

IN_SPITE = (
    "in_spite"  #: the name under which an outcome declares that a contract was made in spite of a revoke
)


def _revokers(settling: Settling, declaring: bool) -> tuple[int, ...]:
    """Return the seats that have revoked, on the declaring or the other side, in the order of their revokes."""
    outcome = settling.outcome
    side = declaring_side(settling.plan, outcome)
    found = {breach.seat: None for breach in outcome.breaches if (breach.seat in side) == declaring}
    return tuple(found)


def _decided(settling: Settling, reckoning: Reckoning) -> bool:
    """Return whether a revoke decides the contract, whatever the tricks."""
    contract = reckoning.contract
    return contract.exactly or contract.id in settling.plan.bidding.decided_by_revoke


class BothRevoke(Mechanism):
    """If both sides revoke, the deal is void and the pool is carried over."""

    name: ClassVar[str] = "both_revoke"
    order: ClassVar[int] = 2

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.declarer is None or settling.outcome.void:
            return
        if _revokers(settling, True) and _revokers(settling, False):
            settling.void = True
            settling.line(clause, "Both sides have revoked: the deal is void", kind="verdict")


class RevokeTricks(Mechanism):
    """A side that has revoked loses ``tricks`` (or all it has, if fewer) to the other before the contract is tested.

    With ``every`` it loses them for each of its revokes. This does not apply to a contract that a revoke decides (see
    ``revoke_exact``).
    """

    name: ClassVar[str] = "revoke_tricks"
    order: ClassVar[int] = 4
    tricks: int = 3
    every: bool = False

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or _decided(settling, reckoning) or not settling.outcome.breaches:
            return
        assert settling.outcome.tricks is not None
        due = self.tricks * (len(settling.outcome.breaches) if self.every else 1)
        if _revokers(settling, True):
            moved = -min(due, reckoning.tricks)
        else:
            moved = min(due, sum(settling.outcome.tricks[seat] for seat in reckoning.opponents))
        reckoning.tricks += moved
        reckoning.moved = moved
        reckoning.judged_by(clause)
        settling.line(clause, _moved(abs(moved)), kind="verdict")


def _moved(tricks: int) -> str:
    if not tricks:
        return "The side that has revoked has no trick to lose"
    return f"{tricks} trick{'s move' if tricks > 1 else ' moves'} to the side that did not revoke"


class RevokerWins(Mechanism):
    """Whether a declaring side that has revoked ``can_win`` with the tricks it keeps; otherwise it has lost."""

    name: ClassVar[str] = "revoker_wins"
    order: ClassVar[int] = 5
    can_win: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"can_win": not parameters.get("can_win", False)}

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if (
            reckoning is None
            or _decided(settling, reckoning)
            or self.can_win
            or not _revokers(settling, True)
        ):
            return
        reckoning.forced = False
        reckoning.judged_by(clause)
        settling.line(clause, "The declaring side has revoked, and has lost", kind="verdict")


class RevokeExact(Mechanism):
    """A contract for an exact number of tricks is lost by the declarer's revoke and made by an opponent's.

    An opponent whose revoke makes the contract pays for all the opponents. ``also`` lists other contracts that a revoke
    decides in this way. With ``stops`` the play of these contracts ends when a revoke is claimed.
    """

    name: ClassVar[str] = "revoke_exact"
    order: ClassVar[int] = 5
    also: tuple[str, ...] = ()
    stops: bool = False

    def setup(self, clause: Clause, bidding: BiddingPart, play: PlayPart) -> None:
        bidding.decided_by_revoke = frozenset(self.also)
        if play.revoke is not None:
            play.revoke.stops_decided = self.stops

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.also:
            plan.bidding.expect_contract(name, f"{clause.id}: revoke_exact.also")

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not _decided(settling, reckoning) or not settling.outcome.breaches:
            return
        if reckoning.forced is not None:
            return  # another clause has decided it
        against = _revokers(settling, False)
        reckoning.forced = bool(against)
        if against:
            reckoning.payer = against[0]
        reckoning.judged_by(clause)
        who, what = (f"Seat {against[0]}", "made") if against else ("The declarer", "lost")
        settling.line(clause, f"{who} has revoked: {reckoning.contract.title} is {what}", kind="verdict")


class RevokerPays(Mechanism):
    """An opponent who has revoked pays for all the opponents when the contract is made.

    With ``shared`` the others pay their share if the outcome declares ``in_spite``: the contract would have been made
    without the tricks that the revoke has moved. The offender then pays alone for these.
    """

    name: ClassVar[str] = "revoker_pays"
    order: ClassVar[int] = 11
    declares: ClassVar[Mapping[str, str]] = {IN_SPITE: "yes or no"}
    shared: bool = False

    @property
    def leaves_open(self) -> Mapping[str, str]:
        return self.declares if self.shared else NO_ENTRIES

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning, against = reckoning_of(settling), _revokers(settling, False)
        if reckoning is None or reckoning.price is None or not (reckoning.made and against):
            return
        if _decided(settling, reckoning):
            return
        reckoning.rests_on(clause)
        offender = reckoning.payer = against[0]
        if not (self.shared and settling.outcome.declared.get(IN_SPITE)):
            return
        if reckoning.tricks - reckoning.moved < reckoning.target:
            raise DealError(
                f"outcome, declared, {IN_SPITE}: without the {reckoning.moved} tricks of the revoke the declaring side "
                f"has {reckoning.tricks - reckoning.moved}, and needs {reckoning.target}"
            )
        each = reckoning.moved * reckoning.over
        due = each * len(reckoning.opponents)
        reckoning.payer = None
        reckoning.price -= each
        amounts = [
            due * ((seat == reckoning.declarer) - (seat == offender)) for seat in settling.plan.table.seats
        ]
        settling.line(
            clause,
            f"Seat {offender} pays for the tricks of the revoke",
            amounts,
            evidence=reckoning.evidence,
        )


class RevokeBars(Mechanism):
    """If nobody has announced, a player who has revoked cannot win the pool."""

    name: ClassVar[str] = "revoke_bars"
    order: ClassVar[int] = 5

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.declarer is None and not settling.outcome.void:
            barred = settling.notes["barred"] = {breach.seat for breach in settling.outcome.breaches}
            settling.notes["barred_by"] = clause
            if barred:
                said = " and ".join(f"seat {seat}" for seat in sorted(barred))
                have = "have" if len(barred) > 1 else "has"
                settling.line(
                    clause, f"{said.capitalize()} {have} revoked and cannot win the pool", kind="verdict"
                )
