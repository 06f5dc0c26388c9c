"""The declarer names the trump suit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from whister.clause import Clause
from whister.deal import Deal
from whister.mechanisms.base import Mechanism, Phase
from whister.notation import Action, word
from whister.plan import Plan


class TrumpPhase(Phase):
    """One call, open to all: ``trump G``."""

    def __init__(self, clause: Clause, held: bool) -> None:
        super().__init__("trump", clause)
        self.held = held

    def begin(self, deal: Deal) -> bool:
        return deal.declarer is not None and not deal.trump

    def pending(self, deal: Deal) -> tuple[int, ...]:
        return () if deal.trump or deal.declarer is None else (deal.declarer,)

    def legal(self, deal: Deal, seat: int) -> Sequence[Action]:
        masks = deal.plan.pack.suit_masks
        return [word("trump", suit) for suit in masks if not self.held or masks[suit] & deal.hand(seat)]

    def refusal(self, deal: Deal, seat: int, action: Action) -> tuple[Clause, str]:
        suits = [suit.words[0] for suit in self.legal(deal, seat)]
        return self.clause, f"Expected 'trump' and one of {', '.join(suits)}."

    def perform(self, deal: Deal, seat: int, action: Action) -> None:
        deal.trump = action.words[0]
        for told in deal.plan.when_trump:
            told(deal)

    def prompt(self, deal: Deal, seat: int) -> str:
        return "Name the trump suit."


class NameTrump(Mechanism):
    """The declarer names any suit as trump; with ``held`` only one of which he has a card."""

    name: ClassVar[str] = "name_trump"
    held: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"held": not parameters.get("held", False)}

    def setup(self, plan: Plan, clause: Clause) -> None:
        plan.phases["trump"] = TrumpPhase(clause, self.held)
