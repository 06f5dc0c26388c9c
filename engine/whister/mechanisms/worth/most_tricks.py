"""A deal in which all try to win few tricks: the player with most tricks pays the others the difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister.clause import Clause
from whister.plan.mechanism import Mechanism
from whister.plan.settlement import Settling, tricks_of


def _losers(settling: Settling) -> tuple[int, ...]:
    """Return the seats with most tricks; empty if there is a declarer or the deal is void."""
    if settling.outcome.void or settling.void or settling.outcome.declarer is not None:
        return ()
    tricks = tricks_of(settling)
    return tuple(seat for seat in settling.plan.table.seats if tricks[seat] == max(tricks))


def _pay(settling: Settling, clause: Clause, losers: Sequence[int]) -> None:
    """Make each loser pay each of the others the difference in tricks, except those who are barred."""
    tricks, barred = tricks_of(settling), settling.notes.get("barred", ())
    each, grade = settling.notes.get("red_counter", (1, clause.enforced))
    if barred:
        grade = max(grade, settling.notes["barred_by"].enforced)
    amounts = [0] * settling.n
    for loser in losers:
        for seat in settling.plan.table.seats:
            if seat not in barred:
                due = each * (tricks[loser] - tricks[seat])
                amounts[seat] += due
                amounts[loser] -= due
    who = " and ".join(f"seat {seat}" for seat in losers)
    pays = "pay" if len(losers) > 1 else "pays"
    settling.line(
        clause,
        f"{who.capitalize()} {pays} the others {each} for each trick of difference",
        amounts,
        evidence=grade,
    )


class MostPays(Mechanism):
    """If nobody has announced, the player with most tricks pays each other player the difference in tricks.

    The unit is the larger kind of counter, if there is one (see ``red_counter``).
    """

    name: ClassVar[str] = "most_pays"
    alone: ClassVar[str] = (
        "No other deal here is paid by the difference in tricks; `fewest_tricks` gives a pool to the winner, "
        "and `pay_difference` uses the points captured."
    )
    order: ClassVar[int] = 6

    def settle(self, settling: Settling, clause: Clause) -> None:
        losers = _losers(settling)
        if not losers:
            return
        settling.notes["most"] = losers
        said = " and ".join(f"seat {seat}" for seat in losers)
        settling.line(clause, f"Most tricks: {said}", kind="verdict")
        if len(losers) == 1:
            _pay(settling, clause, losers)


class MostTie(Mechanism):
    """The rule when several players tie for most tricks.

    All of them pay the others (``all-pay``), or only the one nearest the dealer's left does (``eldest-pays``). Players
    who tie pay each other nothing.
    """

    name: ClassVar[str] = "most_tie"
    alone: ClassVar[str] = (
        "Several players can lose equally only under `most_pays`; `fewest_tie` divides what several have won."
    )
    order: ClassVar[int] = 7
    who: Literal["all-pay", "eldest-pays"] = "all-pay"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"who": "eldest-pays" if parameters.get("who", "all-pay") == "all-pay" else "all-pay"}

    def settle(self, settling: Settling, clause: Clause) -> None:
        losers = settling.notes.get("most", ())
        if len(losers) < 2:
            return
        plan = settling.plan
        if self.who == "eldest-pays":
            eldest = plan.table.eldest(settling.ledger.dealer)
            losers = (min(losers, key=lambda seat: (seat - eldest) % plan.table.n),)
        _pay(settling, clause, losers)


class RedCounter(Mechanism):
    """A red counter is worth ``white`` white ones, the unit of account."""

    name: ClassVar[str] = "red_counter"
    alone: ClassVar[str] = (
        "No other game here pays some sums in larger counters of unstated value; `counters` gives a player's "
        "initial stock."
    )
    order: ClassVar[int] = 5
    white: int = 5

    def settle(self, settling: Settling, clause: Clause) -> None:
        settling.notes["red_counter"] = (self.white, clause.enforced)
