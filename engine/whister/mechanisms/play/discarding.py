"""Compulsory discards by a player who cannot follow suit."""

from __future__ import annotations

from typing import ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.plan.course import Asked
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism
from whister.plan.refusing import Barred
from whister.plan.tricks import Context


class ForcedDiscard(Mechanism):
    """A player who cannot follow suit must discard one of certain cards, if they hold any.

    ``groups`` lists sets of suits, ranks or cards: the player discards one of the first set, failing that one of the
    second, and so on; a player with none of them may discard any card. The rule applies only in one ``contract``: that
    of an undertaking, or "" for a deal in which nothing is announced.
    """

    name: ClassVar[str] = "forced_discard"
    alone: ClassVar[str] = (
        "No other game here restricts discards in every trick; `first_trick` does so in one trick, for a hand "
        "of nothing but penalty cards."
    )
    groups: tuple[str, ...]
    contract: str = ""

    def setup(self, clause: Clause, pack: Pack, asked: Asked) -> None:
        earlier = 0
        for group in self.groups:
            wanted = pack.select(group, clause.id)
            asked.narrow.append((clause, _Group(wanted=wanted, earlier=earlier, contract=self.contract)))
            earlier |= wanted

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        if self.contract:
            plan.bidding.expect_contract(self.contract, f"{clause.id}: forced_discard.contract")


class _Group(Mechanism):
    """One group of a forced discard: the ``wanted`` cards, if the hand has none of the ``earlier`` groups."""

    lapses: ClassVar[bool] = True
    wanted: int
    earlier: int
    contract: str

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if context.leading or context.contract != self.contract:
            return None
        wanted = self.wanted & context.plan.present
        return wanted & ~self.earlier, wanted | self.earlier | context.suit(context.led)

    def why_not(self, context: Context, card: Barred) -> str:
        return card.must_throw(context.led, self.wanted)
