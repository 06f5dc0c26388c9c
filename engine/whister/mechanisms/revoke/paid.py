"""Revokes that decide the deal by themselves, at fixed prices. ``revoke`` decides which revokes count."""

from __future__ import annotations

from typing import ClassVar

from whister.clause import Clause, Evidence
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import SETTLED, Settling


def _offenders(settling: Settling) -> tuple[int, ...]:
    """Return the seats that have revoked, in the order of their revokes; empty if the deal is void."""
    if settling.outcome.void or settling.void:
        return ()
    return tuple({breach.seat: None for breach in settling.outcome.breaches})


def _counter(settling: Settling, clause: Clause) -> tuple[int, Evidence]:
    """Return the value of the counters that are paid, with its evidence."""
    white, grade = settling.notes.get("red_counter", (1, clause.enforced))
    return white, grade


class RevokePaid(Mechanism):
    """A revoke decides the contract, whatever tricks have been won.

    A declaring side that has revoked is one trick short, or more if it has won still fewer. If an opponent has revoked,
    the contract is made with ``over`` tricks over, or with none if the side needed more than ``most`` tricks, and all
    the opponents pay.
    """

    name: ClassVar[str] = "revoke_paid"
    order: ClassVar[int] = 4
    over: int = 3
    most: int = 9

    def settle(self, settling: Settling, clause: Clause) -> None:
        offenders, reckoning = _offenders(settling), reckoning_of(settling)
        if not offenders or reckoning is None:
            return
        lost = any(seat in reckoning.side for seat in offenders)
        reckoning.forced = not lost
        reckoning.judged_by(clause)
        if lost and not reckoning.contract.exactly:
            one_short = reckoning.target - 1
            reckoning.tricks = one_short if settling.outcome.stopped else min(reckoning.tricks, one_short)
        elif not reckoning.contract.exactly:
            over = self.over if reckoning.target <= self.most else 0
            reckoning.tricks = min(reckoning.target + over, settling.plan.dealing.hand_size)
        text = "The declaring side has revoked: lost" if lost else "An opponent has revoked: made"
        settling.line(clause, text, kind="verdict")


class RevokePaysAll(Mechanism):
    """If nobody has announced, a player who has revoked pays each other player, and nothing else is settled.

    They pay ``each`` counters, of the larger kind if there is one (see ``red_counter``).
    """

    name: ClassVar[str] = "revoke_pays_all"
    order: ClassVar[int] = 5
    each: int = 5

    def settle(self, settling: Settling, clause: Clause) -> None:
        offenders = _offenders(settling)
        if not offenders or settling.outcome.declarer is not None:
            return
        settling.done.add(SETTLED)
        settling.line(clause, "A revoke: the tricks do not count", kind="verdict")
        white, grade = _counter(settling, clause)
        due = self.each * white
        for offender in offenders:
            amounts = [
                -due * (settling.n - 1) if seat == offender else due for seat in settling.plan.table.seats
            ]
            text = f"Seat {offender} revoked and pays each of the others {due}"
            settling.line(clause, text, amounts, evidence=grade)


class RevokeToPool(Mechanism):
    """A player who has revoked pays ``counters`` to the pool, after it has been taken or doubled.

    They are of the larger kind of counter, if there is one (see ``red_counter``). Without ``declarer``, a declaring side
    that has revoked pays nothing to the pool.
    """

    name: ClassVar[str] = "revoke_to_pool"
    order: ClassVar[int] = 13
    counters: int = 4
    declarer: bool = True

    def settle(self, settling: Settling, clause: Clause) -> None:
        offenders, reckoning = _offenders(settling), reckoning_of(settling)
        if reckoning is not None and not self.declarer:
            offenders = tuple(seat for seat in offenders if seat not in reckoning.side)
        if not offenders or not self.counters:
            return
        white, grade = _counter(settling, clause)
        due = self.counters * white
        amounts = [-due * (seat in offenders) for seat in settling.plan.table.seats]
        who = " and ".join(f"seat {seat}" for seat in offenders)
        pays = "pay" if len(offenders) > 1 else "pays"
        text = f"{who.capitalize()} revoked and {pays} the pool {due}"
        settling.line(clause, text, amounts, pool=-sum(amounts), evidence=grade)
