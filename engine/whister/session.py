"""Deals, one after another, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Never

from whister import checks
from whister.clause import Clause, Evidence
from whister.errors import DealError, NotationError
from whister.ledger import Amount, Ledger
from whister.settlement import Line, Settlement, whole
from whister.shuffle import cut_of

if TYPE_CHECKING:
    from whister.deal import Deal
    from whister.plan import Plan
    from whister.record import DealRecord, Record
    from whister.ruleset import Rules


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Whether the game is over, who has won, and what is settled at the end (stakes, a last pool)."""

    over: bool
    winners: tuple[int, ...]
    stakes: tuple[
        Amount, ...
    ]  #: what each seat receives (+) or pays (−) at the end, all zero where nothing is due
    pool: int  #: the pool after it
    lines: tuple[Line, ...]
    losers: tuple[int, ...] = ()  #: the seats that have lost, where a rule set names a loser


class Concluding:
    """A conclusion while it is being drawn: what the ending mechanisms read and write."""

    def __init__(self, plan: Plan, ledger: Ledger) -> None:
        self.plan = plan
        self.ledger = ledger
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.stakes: list[Amount] = [0] * plan.table.n
        self.pool = ledger.pool
        self.lines: list[Line] = []

    def line(
        self,
        clause: Clause,
        text: str,
        amounts: Sequence[Amount],
        *,
        pool: int = 0,
        evidence: Evidence | None = None,
    ) -> None:
        """Add a line of the final settlement."""
        grade = clause.evidence if evidence is None else max(clause.evidence, evidence)
        self.lines.append(Line(text, clause, grade, tuple(amounts), pool))
        for seat, amount in enumerate(amounts):
            self.stakes[seat] += amount
        self.pool += pool


def conclude(plan: Plan, ledger: Ledger) -> Conclusion:
    """See ``Rules.conclude``."""
    concluding = Concluding(plan, ledger)
    for clause, mechanism in plan.asked.conclude:
        mechanism.conclude(concluding, clause)
    return Conclusion(
        concluding.over, concluding.winners, whole(concluding.stakes), concluding.pool,
        tuple(concluding.lines), concluding.losers,
    )  # fmt: skip


class Session:
    """A game: ``deal`` is the deal in hand; ``advance`` settles it and deals the next, until ``over``.

    Each deal is shuffled from the session's seed and the deal's number, unless the rule set gathers the pack. The first
    dealer is found as the rule set has it, by the seed, unless a ledger is given.
    """

    def __init__(
        self, rules: Rules, seed: str | int, ledger: Ledger | None = None, deal: Deal | None = None
    ) -> None:
        checks.seed(seed)
        if ledger is not None:
            checks.ledger(ledger, rules.plan)
        self.rules = rules
        self.seed = seed
        if ledger is None:
            first = (
                rules.first_dealer(seed=seed).dealer if rules.plan.table.first_dealer is not None else None
            )
            ledger = rules.ledger(dealer=first)
        self.ledger = ledger
        self.settlements: list[Settlement] = []
        self.played: list[Deal] = []  #: the deals before the one in hand, settled
        self._dealt = 0 if deal is None else 1
        self._settled = False
        self.deal: Deal = self._deal(()) if deal is None else deal

    @classmethod
    def resumed(cls, record: Record, seed: str | int) -> Session:
        """A session as its record leaves it: every deal is played again, and those to come are shuffled from the seed.

        Raises ``ReplayError`` for a step that today's rules refuse, and ``NotationError`` for a deal that does not open
        with what the one before it leaves.
        """
        from whister.record import Record, ReplayError

        first, *others = checks.instance(record, Record, "record").deals
        rules = first.load()
        number = 1
        try:
            session = cls(rules, seed, first.ledger, first.replay(rules, _as_dealt(first, rules, seed)))
            for number, later in enumerate(others, 2):
                if later.load() is not rules:
                    raise NotationError(
                        f"deal {number} of this record is played by other rules ({later.rules}) than the deal before it"
                    )
                session._resume(later, number)
        except ReplayError as error:
            error.number = number if others else None
            raise
        return session

    def _resume(self, record: DealRecord, number: int) -> None:
        """Settle the deal in hand and take the next one as the record has it."""
        from whister.record import ledger_text

        if not self.deal.over:
            raise NotationError(
                f"deal {number} of this record follows a deal that is not over: moves of deal {number - 1} are missing"
            )
        left = _cut_as(record, self.rules.plan.opened(self.settle().ledger))
        if ledger_text(left._replace(still=record.ledger.still)) != ledger_text(record.ledger):
            raise NotationError(
                f"deal {number} of this record does not follow from deal {number - 1}: it opens as "
                f"{_stand(record.ledger)}, but deal {number - 1} leaves {_stand(left)}. One deal is missing, or damaged"
            )
        if record.ledger.still and left.still != record.ledger.still:
            raise NotationError(
                f"deal {number} of this record does not follow from deal {number - 1}: the pack that was played there is "
                "not the other pack here. One deal is missing, or damaged"
            )
        self.played.append(self.deal)
        self._dealt += 1
        self.deal = record.replay(self.rules, record.opening(self.rules, left))
        self._settled = False

    def copy(self) -> Session:
        """A session in the same state that goes its own way."""
        twin = Session.__new__(Session)
        twin.__dict__.update(self.__dict__)
        twin.settlements, twin.played = self.settlements[:], [deal.copy() for deal in self.played]
        twin.deal = self.deal.copy()
        return twin

    def __copy__(self) -> Session:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Session:
        return self.copy()

    def __reduce__(self) -> Never:
        raise DealError(
            "a session cannot be pickled; keep its record, str(whister.Record.of(session)), and its seed"
        )

    @property
    def records(self) -> list[DealRecord]:
        """The records of the deals before the one in hand."""
        from whister.record import DealRecord

        return [DealRecord.of(deal) for deal in self.played]

    @property
    def totals(self) -> tuple[Amount, ...]:
        """Each seat's total after the deals settled so far."""
        return self.ledger.totals

    @property
    def pool(self) -> int:
        """The chips in the pool now, stakes for the deal in hand included."""
        return self.ledger.pool if self._settled else self.deal.ledger.pool

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.conclusion.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game goes on."""
        return self.conclusion.winners

    @property
    def conclusion(self) -> Conclusion:
        """The end of the game as it stands after the deals settled so far."""
        return self.rules.conclude(self.ledger)

    def settle(self) -> Settlement:
        """Settle the deal in hand, once it is over. Raises ``DealError`` before."""
        if self._settled:
            return self.settlements[-1]
        settlement = self.deal.settle()
        self.settlements.append(settlement)
        self.ledger = settlement.ledger
        self._settled = True
        return settlement

    def advance(self, cuts: Sequence[int | None] = ()) -> Settlement:
        """Settle the deal in hand and, unless the game is over, deal the next, with the players' cuts.

        Raises ``DealError`` while the deal is being played, or when the game is over.
        """
        if self._settled:
            raise DealError("the game is over; there is no further deal")
        settlement = self.settle()
        if not self.over:
            self.played.append(self.deal)
            self.deal = self._deal(cuts)
            self._settled = False
        return settlement

    def deal_again(self) -> None:
        """Deal anew in the place of the deal in hand, which does not count: no source says what it pays."""
        if not self.played:
            self.ledger = self.deal.ledger._replace(redeal=True)  # what its dealer has staked stays
        self.deal = self._deal(())

    def _deal(self, cuts: Sequence[int | None]) -> Deal:
        self._dealt += 1
        if self.ledger.order:
            still_cut = cut_of(f"{self.seed}/{self._dealt}", self.rules.plan.cards)
            return self.rules.deal(ledger=self.ledger, cuts=cuts, still_cut=still_cut)
        return self.rules.deal(f"{self.seed}/{self._dealt}", ledger=self.ledger, cuts=cuts)


def _stand(ledger: Ledger) -> str:
    """How the game stands before a deal, in words."""
    totals = f", with totals of {', '.join(map(str, ledger.totals))}" if any(ledger.totals) else ""
    pools = "".join(f", {chips} in the {name.replace('-', ' ')}" for name, chips in ledger.pools.items())
    others = "".join(f", {mark} standing" for mark in [ledger.standing] if mark)
    again = ", dealt again" if ledger.redeal else ""
    return f"deal {ledger.number} dealt by seat {ledger.dealer}{totals}{pools}{others}{again}"


def _cut_as(record: DealRecord, ledger: Ledger) -> Ledger:
    """The ledger with the other pack cut where the record has it: the card turned up there lies on top."""
    still = ledger.still
    if record.turned not in still:
        return ledger
    at = still.index(record.turned)
    return ledger._replace(still=(*still[at:], *still[:at]))


def _as_dealt(record: DealRecord, rules: Rules, seed: str | int) -> Deal:
    """The deal of a record before anything was done.

    Where it does not tell how the other pack lies, as the first that were published, that is found if the seed dealt it.
    """
    opening = record.opening(rules)
    if not rules.plan.dealing.turns_still or record.ledger.still:
        return opening
    for dealt_by in (f"{seed}/1", seed):
        again = rules.deal(dealt_by, number=record.ledger.number, dealer=record.ledger.dealer)
        if again.dealt == opening.dealt:
            return record.opening(rules, record.ledger._replace(still=again.ledger.still))
    return opening
