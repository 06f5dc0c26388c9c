"""Settling deals in chips by the cards captured: the player who captured least collects, or every two players settle.

Each mechanism that settles makes chips the unit of the game. See ``sweepstake`` for a pool that is carried over until a
player captures no penalty cards.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import SETTLED, Settling
from whister.plan.settling import SettlingPart


def to_settle(settling: Settling) -> bool:
    """Return whether the deal was played out and has still to be settled by the cards captured."""
    outcome = settling.outcome
    return not (outcome.void or settling.void or outcome.stopped or SETTLED in settling.done)


def payable(settling: Settling, seat: int, chips: int) -> int:
    """Return how many chips of a debt a seat pays: all, unless payments are limited to what players have."""
    return chips if settling.plan.settling.debts else min(chips, max(int(settling.total(seat)), 0))


def seats_in_words(seats: tuple[int, ...]) -> str:
    """Return the seats in words for a sentence, such as ``seat 0, seat 1 and seat 2``."""
    names = [f"seat {seat}" for seat in seats]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


class InChips(Mechanism):
    """A settlement by the cards captured, which makes chips the unit of the game."""

    def setup(self, clause: Clause, settling: SettlingPart, pack: Pack) -> None:
        settling.unit = "chips"


class StartingChips(Mechanism):
    """The ``chips`` with which each player starts in a game for chips; without them the score is kept on paper."""

    name: ClassVar[str] = "starting_chips"
    order: ClassVar[int] = 7  # once the unit of the game is known
    chips: int = 50

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        if self.chips < 0:
            raise RecordError(f"{clause.id}: starting_chips.chips = {self.chips}; expected 0 or more")
        if settling.unit == "chips":
            settling.opening_totals = self.chips


class NoDebts(Mechanism):
    """No player pays more chips than they have."""

    name: ClassVar[str] = "no_debts"
    alone: ClassVar[str] = (
        "No other rule here limits payments to the chips that a player has; `within_means` limits bids."
    )

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.debts = False


class TakerOfAll(InChips):
    """A player who captured everything that counts pays for it.

    Each opponent gets an equal share, and the table the remainder. ``table``: chips already on the table are also
    divided (``share``), or they ``stay``.
    """

    name: ClassVar[str] = "taker_of_all"
    order: ClassVar[int] = 2
    table: Literal["share", "stay"] = "share"

    def settle(self, settling: Settling, clause: Clause) -> None:
        values = settling.values()
        takers = [seat for seat, value in enumerate(values) if value]
        if len(takers) != 1 or not to_settle(settling):
            return
        settling.done.add(SETTLED)
        (taker,) = takers
        carried = settling.pool if self.table == "share" else 0
        paid = payable(settling, taker, values[taker])
        share, rest = divmod(paid + carried, settling.n - 1)
        amounts = [-paid if seat == taker else share for seat in settling.plan.table.seats]
        settling.line(
            clause, f"Seat {taker} took everything: {share} to each opponent", amounts, pool=rest - carried
        )


class LowestTakes(InChips):
    """Every other player pays the player who captured least.

    Players who tie for least divide the sum, and the remainder stays on the table. Chips already on the table are added
    to the sum. ``by``: the least is the lowest ``value`` captured, or the lowest ``count`` of penalty cards. ``pays``:
    the others pay the value of ``all`` that they captured, or only the ``excess`` over the lowest by that measure.
    """

    name: ClassVar[str] = "lowest_takes"
    order: ClassVar[int] = 3
    by: Literal["value", "count"] = "value"
    pays: Literal["all", "excess"] = "all"

    def settle(self, settling: Settling, clause: Clause) -> None:
        if not to_settle(settling):
            return
        settling.done.add(SETTLED)
        seats, values = settling.plan.table.seats, settling.values()
        measure = values if self.by == "value" else self._counts(settling, clause)
        lowest = tuple(seat for seat in seats if measure[seat] == min(measure))
        owed = values if self.pays == "all" else [number - min(measure) for number in measure]
        pays = [0 if seat in lowest else payable(settling, seat, owed[seat]) for seat in seats]
        pot = sum(pays) + settling.pool
        share, rest = divmod(pot, len(lowest))
        amounts = [share if seat in lowest else -pays[seat] for seat in seats]
        took = f"takes {share}" if len(lowest) == 1 else f"take {share} each"
        settling.line(
            clause, f"The lowest, {seats_in_words(lowest)}, {took}", amounts, pool=rest - settling.pool
        )

    @staticmethod
    def _counts(settling: Settling, clause: Clause) -> list[int]:
        penalties = settling.plan.worth.penalties
        return [(cards & penalties).bit_count() for cards in settling.captured(clause)]


class AgainstAll(InChips):
    """Each player pays every other player the value of the cards that the payer captured.

    In effect each player pays this value into the pool once for every opponent, and draws the value of the cards that
    they did not capture; the pool is left unchanged.
    """

    name: ClassVar[str] = "against_all"
    alone: ClassVar[str] = (
        "No other rule here settles between every two players; `pay_difference` charges only the player who "
        "captured most, and `pay_in` leaves the chips in the pool."
    )
    order: ClassVar[int] = 3

    def settle(self, settling: Settling, clause: Clause) -> None:
        if not to_settle(settling):
            return
        settling.done.add(SETTLED)
        values, others = settling.values(), settling.n - 1
        total = sum(values)
        settling.line(
            clause,
            f"Each pays {others} for every one taken",
            [-value * others for value in values],
            pool=total * others,
        )
        settling.line(
            clause,
            "Each draws one for every one not taken",
            [total - value for value in values],
            pool=-total * others,
        )
