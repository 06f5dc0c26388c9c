"""The settlement of a deal, from facts to payments: a line for each amount, with its clause and evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Any

from whister.clause import Clause, Evidence
from whister.drawing import Row, account, account_html
from whister.errors import DealError
from whister.ledger import MAIN_POOL, Amount, Ledger, Line
from whister.objects import in_a_line, plain
from whister.plan.facts import PlanFacts
from whister.plan.outcome import Outcome, captured_masks


class Later:
    """The parts of a settlement that are computed only on request: its lines, and the ledger after the deal."""

    __slots__ = ()

    def lines(self) -> tuple[Line, ...]:
        """Return the lines of the settlement."""
        raise NotImplementedError

    def ledger(self, delta: Sequence[Amount]) -> Ledger:
        """Return the ledger after the deal."""
        raise NotImplementedError


class Settlement:
    """The settlement of a deal: the gain or loss of each seat (``delta``, in ``unit``), the lines that explain it, and
    the ledger after the deal.

    The amounts are computed at once, ``lines`` and ``ledger`` on request.
    """

    __slots__ = ("_delta", "_index", "_ledger", "_lines", "_made", "_pool", "_unit")

    def __init__(
        self, delta: tuple[Amount, ...], unit: str, pool: int, lines: Sequence[Line] | Later, ledger: Ledger | Later,
        *, made: bool | None = None, index: int | None = None,
    ) -> None:  # fmt: skip
        self._delta, self._unit, self._pool, self._made, self._index = delta, unit, pool, made, index
        self._lines, self._ledger = lines, ledger

    @property
    def delta(self) -> tuple[Amount, ...]:
        """Each seat's gain or loss, in ``unit``."""
        return self._delta

    @property
    def unit(self) -> str:
        """The unit: points or chips."""
        return self._unit

    @property
    def pool(self) -> int:
        """The pool after settlement, in chips."""
        return self._pool

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the settlement, each with its clause and evidence; their amounts add up to ``delta``."""
        if not isinstance(self._lines, tuple):
            self._lines = self._lines.lines() if isinstance(self._lines, Later) else tuple(self._lines)
        return self._lines

    @property
    def ledger(self) -> Ledger:
        """The ledger after the deal."""
        if isinstance(self._ledger, Later):
            self._ledger = self._ledger.ledger(self._delta)
        return self._ledger

    @property
    def made(self) -> bool | None:
        """Whether the contract was made; None if there was none."""
        return self._made

    @property
    def index(self) -> int | None:
        """The payment index, if the rule set uses one."""
        return self._index

    @property
    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in _FIELDS)

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(_FIELDS, self._key, strict=True))

    def _replace(self, **changes: Any) -> Settlement:
        """Return a copy with some fields changed."""
        return Settlement(**(self._asdict() | changes))

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Settlement) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.delta, self.unit, self.pool))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, self._key

    @property
    def verdict_evidence(self) -> Evidence | None:
        """The weakest evidence among the verdict lines; None if there are none."""
        return max((line.evidence for line in self.lines if line.kind == "verdict"), default=None)

    @property
    def evidence(self) -> Evidence | None:
        """The weakest evidence among the lines that pay or score."""
        return max((line.evidence for line in self.lines if line.kind == "amount"), default=None)

    @property
    def reconstructed(self) -> bool:
        """Whether any figure in it is reconstructed (not given by any source)."""
        return self.evidence is Evidence.RECONSTRUCTED

    def __repr__(self) -> str:
        return in_a_line("Settlement", ", ".join(map(str, self.delta)), self.unit)

    def __str__(self) -> str:
        return account(*self._account())

    def _repr_html_(self) -> str:
        return account_html(*self._account())

    def _account(self) -> tuple[str, list[str], list[Row], list[Row], list[str]]:
        """Return the score sheet of the deal: its title, columns, lines, totals and notes."""
        pool = any(line.pool for line in self.lines) or bool(self.ledger.pools)
        seats = [f"seat {seat}" for seat in range(len(self.delta))]

        def row(line: Line) -> Row:
            mark = "*" if line.kind == "amount" and line.evidence is Evidence.RECONSTRUCTED else ""
            amounts = [f"{amount}{mark}" if amount else "" for amount in line.amounts]
            paid = [f"{line.pool}{mark}" if line.pool else ""] if pool else []
            return Row(line.text, (*amounts, *paid), line.clause.id)

        below = [
            Row("This deal", (*map(str, self.delta), *([""] if pool else []))),
            Row("Totals", (*map(str, self.ledger.totals), *([str(self.pool)] if pool else []))),
        ]
        notes = ["* reconstructed: no source gives the figure"] if self.reconstructed else []
        rules = self.lines[0].clause.id.partition("#")[0] if self.lines else "A deal"
        return (
            f"{rules}, in {self.unit}",
            seats + (["pool"] if pool else []),
            [*map(row, self.lines)],
            below,
            notes,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON data, with the weakest evidence; a clause is given by its ID, a fraction as a
        string (``7/2``).
        """
        graded = {"evidence": plain(self.evidence), "verdict_evidence": plain(self.verdict_evidence)}
        return {name: plain(value) for name, value in self._asdict().items()} | graded


def _again(*key: Any) -> Settlement:
    """Restore a pickled settlement."""
    return Settlement(**dict(zip(_FIELDS, key, strict=True)))


_FIELDS = "delta", "unit", "pool", "lines", "ledger", "made", "index"


#: A mark in ``Settling.done``: the deal has been settled, and no other clause may settle it.
SETTLED = "settled"


class Settling:
    """A settlement in the making, which the settling mechanisms read and write."""

    __slots__ = (
        "_bonuses", "_told", "delta", "done", "first_turn", "index", "ledger", "lines", "made", "n", "next_eldest", "notes", "outcome", "plan", "pools", "same_dealer", "standing",
        "uncounted", "void",
    )  # fmt: skip

    def __init__(
        self,
        plan: PlanFacts,
        outcome: Outcome,
        ledger: Ledger,
        bonuses: Sequence[Callable[[Settling], Sequence[int]]] = (),
        *,
        told: bool = True,
    ) -> None:
        self.plan = plan
        self._told = told  # whether lines are recorded
        self._bonuses = bonuses
        self.outcome = outcome
        self.ledger = ledger
        self.n = plan.table.n
        self.lines: list[Line] = []
        self.delta: list[Amount] = [0] * plan.table.n
        self.pools: dict[str, int] = dict(ledger.pools)
        self.done: set[str] = set()  #: the names of mutually exclusive effects that have occurred
        self.made: bool | None = None
        self.index: int | None = None
        self.same_dealer = False
        self.next_eldest: int | None = (
            None  #: the seat that is eldest hand in the next deal, if a clause decides it
        )
        self.first_turn = ledger.first_turn
        self.standing = ledger.standing  #: the mark on a pool that is carried over
        self.uncounted = False  #: whether the deal does not count towards the length of the game
        self.void = False  #: whether the settlement itself makes the deal void
        self.notes: dict[str, Any] = {}  #: results that one settling mechanism records for the next

    @property
    def pool(self) -> int:
        """The chips in the main pool."""
        return self.pools.get(MAIN_POOL, 0)

    def line(
        self, clause: Clause, text: str, amounts: Sequence[Amount] = (), *, pool: int = 0, of: str = MAIN_POOL,
        evidence: Evidence | None = None, kind: str = "amount",
    ) -> None:  # fmt: skip
        """Add a line; its evidence is the weaker of the clause's and the caller's.

        ``pool`` is the number of chips added to the pool named ``of``.
        """
        paid = tuple(amounts) if amounts else (0,) * self.n
        if self._told:
            grade = max(clause.enforced, evidence) if evidence is not None else clause.enforced
            self.lines.append(Line(text, clause, grade, paid, pool, kind))
        self.delta = list(map(add, self.delta, paid))
        if pool:
            self.pools[of] = self.pools.get(of, 0) + pool

    def captured(self, clause: Clause) -> tuple[int, ...]:
        """Return the cards that each seat captured, for a clause that depends on particular cards.

        Raises ``DealError`` if only points were given.
        """
        captured = captured_masks(self.outcome)
        if "points" in self.outcome.declared and not any(captured):
            raise DealError(
                f"outcome: particular cards count here, and points do not show which were captured; give 'captured' [{clause.id}]"
            )
        return captured

    @property
    def cut_short(self) -> bool:
        """Whether the deal was not played to the end."""
        return self.outcome.stopped or bool(self.outcome.void)

    def value(self, seat: int) -> int:
        """Return the value of a seat's captured cards and tricks, in points."""
        return self.values()[seat]

    def values(self) -> list[int]:
        """Return the value of each seat's captured cards and tricks, in points."""
        points = self.outcome.declared.get("points")
        found = list(points) if points is not None else self.plan.worth.of_each(captured_masks(self.outcome))
        each = self.plan.worth.trick_value
        if each and (self.outcome.tricks is not None or not self.cut_short):
            found = [value + each * won for value, won in zip(found, tricks_of(self), strict=True)]
        for share in self._bonuses:
            found = list(map(add, found, share(self)))
        return found

    def total(self, seat: int) -> Amount:
        """Return a seat's current total."""
        return self.ledger.totals[seat] + self.delta[seat]


def tricks_of(settling: Settling) -> tuple[int, ...]:
    """Return each seat's number of tricks. Raises ``DealError`` if they are unknown."""
    if settling.outcome.tricks is None:
        raise DealError("outcome, tricks: this rule set settles by tricks; give each seat's")
    return settling.outcome.tricks


def whole(amounts: Sequence[Amount]) -> tuple[Amount, ...]:
    """Return the amounts, with whole ones as integers."""
    return tuple([x if type(x) is int or x.denominator != 1 else int(x) for x in amounts])


def declaring_side(plan: PlanFacts, outcome: Outcome) -> tuple[int, ...]:
    """Return the declarer with the partner found in this deal or the fixed partners; empty if there is no declarer."""
    if outcome.declarer is None:
        return ()
    if plan.table.sides is not None:
        return plan.table.side_of(outcome.declarer)
    return (outcome.declarer,) if outcome.partner is None else (outcome.declarer, outcome.partner)


def sides(plan: PlanFacts, outcome: Outcome) -> tuple[tuple[int, ...], ...]:
    """Return the sides of a deal: fixed partnerships, or the declarer's side and the others, singly or as one side."""
    if plan.table.sides is not None:
        return tuple(dict.fromkeys(plan.table.side_of(seat) for seat in plan.table.seats))
    own = declaring_side(plan, outcome)
    others = tuple(seat for seat in plan.table.players if seat not in own)
    if own and plan.table.defenders_joined:
        return own, others
    return tuple(side for side in (own, *((seat,) for seat in others)) if side)


def side_in(plan: PlanFacts, outcome: Outcome, seat: int) -> tuple[int, ...]:
    """Return the side of a seat in a deal; empty for a seat without a player."""
    return next((side for side in sides(plan, outcome) if seat in side), ())


def doubled(plan: PlanFacts, amount: int, payer: int, receiver: int, trick: int = 0) -> int:
    """Return an amount due between two players, doubled if a clause requires it; ``trick`` is the number of the trick
    for which it is due, or 0."""
    if (
        "opposite" in plan.settling.doubled
        and plan.table.n % 2 == 0
        and (payer - receiver) % plan.table.n == plan.table.n // 2
    ):
        amount *= 2
    if "last-trick" in plan.settling.doubled and trick == plan.dealing.hand_size:
        amount *= 2
    return amount
