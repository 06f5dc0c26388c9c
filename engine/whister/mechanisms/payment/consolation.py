"""Consolations: payments between players that depend on how a card was played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, NamedTuple

from whister.cards import Pack
from whister.clause import Clause
from whister.mechanisms.play.how_played import shown, tell_how
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.outcome import Shown
from whister.plan.settlement import Settling, doubled
from whister.plan.settling import SettlingPart
from whister.plan.worth import WorthPart


class Paid(NamedTuple):
    """A consolation that was paid."""

    payer: int
    receiver: int
    amount: int


class Consolation(Mechanism):
    """Payments for a card that depend on how it was played.

    ``cards`` maps cards or ranks to amounts; if two entries match, the later one counts. ``how``: ``placed`` (the
    winner of the trick pays the player of the card), ``forced`` (all the others pay the player who led), or ``led``
    (its player pays the winner of the party, if there is one).
    """

    name: ClassVar[str] = "consolation"
    alone: ClassVar[str] = (
        "No other game here has players pay each other for how a card was played; `paid_to_holder` asks only "
        "who played it, and `card_pool` settles with a pool."
    )
    order: ClassVar[int] = 20
    declares: ClassVar[Mapping[str, str]] = {"plays": "plays"}
    cards: Mapping[str, int]
    how: Literal["placed", "forced", "led"]

    def setup(self, clause: Clause, pack: Pack, present: int, worth: WorthPart, course: CoursePart) -> None:
        tell_how(worth, course, pack.select(list(self.cards), clause.id) & present)

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void:
            return
        for play in shown(settling, (self.how,)):
            payers, receiver = self._between(settling, play)
            amount = self._amount(settling.plan, play.card)
            if receiver is None or not amount:
                continue
            due = [
                Paid(payer, receiver, doubled(settling.plan, amount, payer, receiver, play.trick))
                for payer in payers
                if payer != receiver
            ]
            if due:
                said = {"placed": f"placed by seat {play.by}", "forced": f"of seat {play.by} forced by seat {receiver}",
                        "led": f"led by seat {play.by}: seat {receiver} is paid"}  # fmt: skip
                pay(settling, clause, f"The {settling.plan.pack.card(play.card).name} {said[self.how]}", due)
                settling.notes.setdefault("consolations", []).extend(due)

    def _amount(self, plan: PlanFacts, card: str) -> int:
        bit = plan.pack.mask([card])
        return next(
            (n for token, n in reversed(list(self.cards.items())) if plan.pack.select([token]) & bit), 0
        )

    def _between(self, settling: Settling, play: Shown) -> tuple[tuple[int, ...], int | None]:
        if self.how == "placed":
            return (() if play.to is None else (play.to,)), play.by
        if self.how == "forced":
            return settling.plan.table.seats, play.to
        return (play.by,), settling.notes.get("party_winner")


def pay(settling: Settling, clause: Clause, text: str, due: Iterable[Paid]) -> None:
    """Add one line to the settlement for the payments due."""
    amounts = [0] * settling.n
    for payer, receiver, amount in due:
        amounts[payer] -= amount
        amounts[receiver] += amount
    settling.line(clause, text, amounts)


class DoublePayments(Mechanism):
    """The condition for doubling a payment between two players.

    ``when``: ``opposite`` (they sit opposite each other) or ``last-trick``.
    """

    name: ClassVar[str] = "double_payments"
    alone: ClassVar[str] = (
        "No other game here doubles payments because of the players' seats or the trick; the rule applies to "
        "both `consolation` and `party`, so it is a parameter of neither."
    )
    when: Literal["opposite", "last-trick"]

    def setup(self, clause: Clause, settling: SettlingPart) -> None:
        settling.doubled = (*settling.doubled, self.when)


class ConsolationsReturned(Mechanism):
    """The return of consolations.

    ``who``: ``slam-maker`` (a player who has made a slam gets back those they paid) or ``free-hand`` (a player who used
    a free hand and won a trick gives back those they received).
    """

    name: ClassVar[str] = "consolations_returned"
    alone: ClassVar[str] = (
        "No other game here reverses payments because of how the deal ends; `consolation` looks at one card "
        "and its trick."
    )
    order: ClassVar[int] = 21
    who: Literal["slam-maker", "free-hand"]

    def settle(self, settling: Settling, clause: Clause) -> None:
        paid: list[Paid] = settling.notes.get("consolations", [])
        if self.who == "slam-maker":
            maker = settling.notes.get("slam_made")
            back = [Paid(p.receiver, p.payer, p.amount) for p in paid if p.payer == maker]
        else:
            loser = settling.notes.get("free_hand_lost")
            back = [Paid(p.receiver, p.payer, p.amount) for p in paid if p.receiver == loser]
        if back:
            pay(settling, clause, "Consolations returned", back)
