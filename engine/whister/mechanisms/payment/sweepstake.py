"""A sweepstake: all pay the pool for the penalty cards they captured, and a player without any takes it.

Four clauses state the rule: all pay in, a single clear player takes the pool, two divide it, and otherwise it stays as
a jack. Each mechanism makes chips the unit of the game.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.mechanisms.payment.chips import InChips, payable, seats_in_words, to_settle
from whister.plan.settlement import SETTLED, Settling
from whister.plan.settling import SettlingPart

#: The mark on a pool that has not been won.
JACK = "jack"
_CLEAR = "clear"
_WON = "won"
_LEAST = "least"


def clear(settling: Settling) -> tuple[int, ...]:
    """Return the seats that ``pay_in`` has found clear: normally those that captured no penalty cards."""
    found: tuple[int, ...] = settling.notes.get(_CLEAR, ())
    return found


def taken_by_one(settling: Settling) -> bool:
    """Return whether one player captured everything, so that all the others are clear."""
    return len(clear(settling)) == settling.n - 1 and settling.notes[_LEAST] == 0


def won(settling: Settling) -> tuple[int, ...]:
    """Return the chips that each seat has won from the pool in this deal."""
    found: tuple[int, ...] = settling.notes.get(_WON, (0,) * settling.n)
    return found


class PayIn(InChips):
    """Each player pays into the pool for what they captured. A player who captured nothing that counts is clear.

    A player whose only penalty cards are in ``beside`` is also clear, but still pays for them. Cards in ``apart`` are
    paid for under another clause. ``winner``: the pool is for the ``clear``, or for those who captured the ``fewest``,
    who are treated as clear.
    """

    name: ClassVar[str] = "pay_in"
    order: ClassVar[int] = 2
    beside: str = ""
    apart: str = ""
    winner: Literal["clear", "fewest"] = "clear"

    def setup(self, clause: Clause, settling: SettlingPart, pack: Pack) -> None:
        super().setup(clause, settling, pack)
        settling.paid_in = True
        pack.select(self.beside, clause.id)
        pack.select(self.apart, clause.id)

    def settle(self, settling: Settling, clause: Clause) -> None:
        if not to_settle(settling):
            return
        plan, values = settling.plan, settling.values()
        captured = settling.captured(clause) if self.beside or self.apart else (0,) * settling.n
        beside = plan.pack.select(self.beside)
        spared = [plan.worth.of(cards & beside) for cards in captured]
        counted = [value - free for value, free in zip(values, spared, strict=True)]
        least = min(counted) if self.winner == "fewest" else 0
        settling.notes[_LEAST] = least
        settling.notes[_CLEAR] = tuple(seat for seat in plan.table.seats if counted[seat] == least)
        apart = plan.pack.select(self.apart)
        due = [value - plan.worth.of(cards & apart) for value, cards in zip(values, captured, strict=True)]
        pays = [payable(settling, seat, due[seat]) for seat in plan.table.seats]
        if any(pays):
            settling.line(clause, "Paid into the pool", [-paid for paid in pays], pool=sum(pays))


class OneClear(InChips):
    """A single clear player takes the whole pool, including any jack."""

    name: ClassVar[str] = "one_clear"
    order: ClassVar[int] = 3

    def settle(self, settling: Settling, clause: Clause) -> None:
        if len(clear(settling)) == 1 and to_settle(settling):
            _won(settling, clause)


class TwoClear(InChips):
    """Two clear players divide the pool, unless one player captured everything. ``with_jack``: they also divide a jack.

    ``odd``: a chip that cannot be divided ``stays`` for the next pool, or is left as a ``jack``.
    """

    name: ClassVar[str] = "two_clear"
    order: ClassVar[int] = 3
    with_jack: bool = False
    odd: Literal["stays", "jack"] = "stays"

    def settle(self, settling: Settling, clause: Clause) -> None:
        stands = taken_by_one(settling) or (settling.standing == JACK and not self.with_jack)
        if len(clear(settling)) == 2 and to_settle(settling) and not stands:
            _won(settling, clause)
            if self.odd == "jack" and settling.pool:
                settling.standing = JACK


class Jack(InChips):
    """A pool that nobody has won is carried over as a jack."""

    name: ClassVar[str] = "jack"
    order: ClassVar[int] = 4

    def setup(self, clause: Clause, settling: SettlingPart, pack: Pack) -> None:
        settling.marks[JACK] = "only a single clear player can win the pool"
        super().setup(clause, settling, pack)

    def settle(self, settling: Settling, clause: Clause) -> None:
        if not to_settle(settling):
            return
        settling.done.add(SETTLED)
        settling.standing = JACK
        settling.line(clause, "Nobody wins the pool: it stands with a jack", kind="verdict")


def _won(settling: Settling, clause: Clause) -> None:
    """Divide the pool equally among the clear players."""
    settling.done.add(SETTLED)
    settling.standing = ""
    takers = clear(settling)
    share, rest = divmod(settling.pool, len(takers))
    took = f"takes the pool of {share}" if len(takers) == 1 else f"take {share} each"
    amounts = [share if seat in takers else 0 for seat in settling.plan.table.seats]
    settling.notes[_WON] = tuple(amounts)
    settling.line(clause, f"{seats_in_words(takers).capitalize()} {took}", amounts, pool=rest - settling.pool)
