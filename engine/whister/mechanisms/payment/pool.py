"""The pool: the stakes paid into it, who takes it, and how it is divided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.ledger import Ledger
from whister.mechanisms.payment.conceding import CONCEDED
from whister.mechanisms.worth.reckoning import reckoning_of
from whister.objects import Fixed
from whister.plan.conclusion import Concluding
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import NO_ENTRIES, Mechanism
from whister.plan.settlement import SETTLED, Settling, tricks_of
from whister.plan.settling import SettlingPart


def divided(chips: int, ways: int, smallest: int) -> tuple[int, int]:
    """Return an equal share in whole counters of the smallest kind, and the remainder."""
    share = chips // (ways * smallest) * smallest
    return share, chips - share * ways


class DealerStake(Mechanism):
    """The dealer pays stakes as the deal opens, but not when dealing again. ``each`` maps a pool to its stake."""

    name: ClassVar[str] = "dealer_stake"
    order: ClassVar[int] = 2  # after the pools have been filled
    each: Mapping[str, int]

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.have_pools(*self.each)

    def open(self, ledger: Ledger, plan: PlanFacts) -> Ledger:
        if ledger.redeal:
            return ledger
        times = plan.settling.times(ledger.number)
        due = times * sum(self.each.values())
        totals = [total - due * (seat == ledger.dealer) for seat, total in enumerate(ledger.totals)]
        staked = {pool: ledger.pools.get(pool, 0) + times * stake for pool, stake in self.each.items()}
        return ledger._replace(totals=tuple(totals), pools=Fixed({**ledger.pools, **staked}))


class Misdeal(Mechanism):
    """After a misdeal (a deal void for the reason ``misdeal``) the dealer pays ``counters`` to the pool.

    ``then``: the dealer ``deals-again``, or the deal ``passes`` on. The dealer deals again without payment if
    ``declared`` lists another player as ``touched`` (they have handled their cards) or gives the pack as ``defective``.
    """

    name: ClassVar[str] = "misdeal"
    declares: ClassVar[Mapping[str, str]] = {"touched": "seats", "defective": "yes or no"}
    order: ClassVar[int] = 2
    counters: int
    then: Literal["deals-again", "passes"] = "deals-again"

    @property
    def leaves_open(self) -> Mapping[str, str]:
        return self.declares if self.counters or self.then == "passes" else NO_ENTRIES

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void != "misdeal":
            return
        dealer, declared = settling.ledger.dealer, settling.outcome.declared
        free = declared.get("defective") or any(seat != dealer for seat in declared.get("touched", ()))
        settling.same_dealer = bool(free) or self.then == "deals-again"
        what = "deals again" if settling.same_dealer else "loses the deal"
        if free or not self.counters:
            told = ", free" if settling.same_dealer else ""
            settling.line(clause, f"Misdeal: the dealer {what}{told}", kind="verdict")
            return
        amounts = [-self.counters * (seat == dealer) for seat in settling.plan.table.seats]
        settling.line(clause, f"Misdeal: the dealer pays the pool and {what}", amounts, pool=self.counters)


class PoolToDeclarer(Mechanism):
    """A declarer who makes the contract takes the whole pool; with ``single``, only one who has no partner.

    With ``least``, opponents who pay without playing on (``conceded`` in ``declared``) save the pool from a contract for
    fewer tricks, but not from one for an exact number.
    """

    name: ClassVar[str] = "pool_to_declarer"
    declares: ClassVar[Mapping[str, str]] = CONCEDED
    order: ClassVar[int] = 13
    least: int = 0
    single: bool = False

    @property
    def leaves_open(self) -> Mapping[str, str]:
        return self.declares if self.least else NO_ENTRIES

    def settle(self, settling: Settling, clause: Clause) -> None:
        reckoning = reckoning_of(settling)
        if reckoning is None or not reckoning.made or not settling.pool:
            return
        if self.single and reckoning.partner is not None:
            return
        contract = reckoning.contract
        low = contract.tricks < self.least and not contract.exactly
        if low and settling.outcome.declared.get("conceded"):
            settling.line(clause, f"A bid below {self.least}: the pool stays", kind="verdict")
            return
        pool = settling.pool
        amounts = [pool * (seat == reckoning.declarer) for seat in settling.plan.table.seats]
        settling.line(clause, f"The declarer takes the pool of {pool}", amounts, pool=-pool)


def fewest(settling: Settling) -> tuple[int, ...]:
    """Return the seats with the fewest tricks, except those barred; empty if the deal is void, has a declarer or is
    settled."""
    if (
        settling.outcome.void
        or settling.void
        or settling.outcome.declarer is not None
        or SETTLED in settling.done
    ):
        return ()
    barred = settling.notes.get("barred", ())
    tricks = {seat: won for seat, won in enumerate(tricks_of(settling)) if seat not in barred}
    return tuple(seat for seat, won in tricks.items() if won == min(tricks.values()))


class FewestTricks(Mechanism):
    """If nobody has announced, the player with the fewest tricks takes the pool."""

    name: ClassVar[str] = "fewest_tricks"
    order: ClassVar[int] = 6

    def settle(self, settling: Settling, clause: Clause) -> None:
        takers = fewest(settling)
        if not takers:
            return
        settling.notes["takers"] = takers
        said = " and ".join(f"seat {seat}" for seat in takers)
        grade = settling.notes["barred_by"].enforced if settling.notes.get("barred") else None
        settling.line(clause, f"Fewest tricks: {said}", kind="verdict", evidence=grade)
        if len(takers) == 1 and settling.pool:
            pool = settling.pool
            amounts = [pool * (seat in takers) for seat in settling.plan.table.seats]
            text = f"{said.capitalize()} takes the pool of {pool}"
            settling.line(clause, text, amounts, pool=-pool, evidence=grade)


class FewestTie(Mechanism):
    """The rule when several players tie for the fewest tricks.

    They ``split`` the pool, it ``stands-over`` to the next deal, or the one nearest the dealer's left takes it
    (``nearest-dealer-left``). It is split in whole counters of the smallest kind; the remainder stays in the pool.
    """

    name: ClassVar[str] = "fewest_tie"
    order: ClassVar[int] = 7
    pool: Literal["split", "stands-over", "nearest-dealer-left"] = "split"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"pool": "stands-over" if parameters.get("pool", "split") == "split" else "split"}

    def settle(self, settling: Settling, clause: Clause) -> None:
        takers = settling.notes.get("takers", ())
        if len(takers) < 2 or not settling.pool:
            return
        if self.pool == "stands-over":
            settling.line(clause, "A tie: the pool stands over", kind="verdict")
            return
        plan = settling.plan
        if self.pool == "nearest-dealer-left":
            takers = (
                min(
                    takers,
                    key=lambda seat: (
                        (seat - settling.ledger.dealer) * plan.table.left % plan.table.n or plan.table.n
                    ),
                ),
            )
        share, rest = divided(settling.pool, len(takers), plan.settling.smallest)
        if self.pool == "nearest-dealer-left":
            share, rest = settling.pool, 0
        amounts = [share * (seat in takers) for seat in plan.table.seats]
        settling.line(clause, f"A tie: {share} from the pool", amounts, pool=rest - settling.pool)


class LastPool(Mechanism):
    """The remainder of the pool at the end of the game is divided among all the players.

    If the last contract was ``lost``, it is divided among ``all``, or among the ``adversaries`` of its declarer. What
    cannot be divided equally goes, one smallest counter each, to the last eldest hand and the players after it.
    """

    name: ClassVar[str] = "last_pool"
    lost: Literal["adversaries", "all"] = "adversaries"

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        ledger, plan = concluding.ledger, concluding.plan
        if not concluding.over or not concluding.pool:
            return
        lost = ledger.last_made is False and self.lost == "adversaries"
        heirs = [seat for seat in plan.table.seats if not (lost and seat in ledger.last_declarer)]
        dealer = ledger.dealer if ledger.redeal else (ledger.dealer - plan.table.rotation) % plan.table.n
        amounts = _dealt_out(concluding.pool, heirs, dealer, plan)
        concluding.line(clause, "The last pool is divided", amounts, pool=-concluding.pool)


class PoolPlayedFor(Mechanism):
    """The game does not end while there is something in the pool: deals are added until it has been won."""

    name: ClassVar[str] = "pool_played_for"
    alone: ClassVar[str] = "No other game here goes on for its pool; `last_pool` divides what is left in it."

    def conclude(self, concluding: Concluding, clause: Clause) -> None:
        if concluding.pool:
            concluding.over = False


def _dealt_out(chips: int, heirs: Sequence[int], dealer: int, plan: PlanFacts) -> list[int]:
    share, rest = divided(chips, len(heirs), plan.settling.smallest)
    amounts = [share * (seat in heirs) for seat in plan.table.seats]
    in_turn = [
        seat
        for k in range(1, plan.table.n + 1)
        if (seat := (dealer + k * plan.table.to_eldest) % plan.table.n) in heirs
    ]
    for seat in in_turn:
        extra = min(rest, plan.settling.smallest)
        amounts[seat] += extra
        rest -= extra
    return amounts
