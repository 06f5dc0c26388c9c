"""Naming the suit whose cards count in the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from whister.clause import Clause
from whister.notation import Action, word
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.state import DealState


def count_suit(deal: DealState, suit: str) -> None:
    """Make the cards of the suit count in the deal."""
    deal.facts["declared"] = {**deal.facts.get("declared", {}), "suit": suit}
    deal.count_suit(suit)


class NamingPhase(Phase):
    """The declarer's call of the suit that counts, such as ``name C``, which all the players hear."""

    what = "Naming the suit"
    says = ("name",)

    def __init__(self, clause: Clause) -> None:
        super().__init__("name", clause)

    def begin(self, deal: DealState) -> bool:
        return bool(self.pending(deal))

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return () if deal.declarer is None or deal.plan.worth.named else (deal.declarer,)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return tuple(word("name", suit) for suit in deal.plan.pack.suits)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, f"Expected 'name' and one of {', '.join(deal.plan.pack.suits)}."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if not deal.plan.worth.named:
            return self.clause, "Nobody has made a bid."
        return self.clause, f"The {deal.plan.pack.suit_names[deal.plan.worth.named]} already count."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        count_suit(deal, action.words[0])

    def prompt(self, deal: DealState, seat: int) -> str:
        return "Name the penalty suit."


class NameSuit(Mechanism):
    """The declarer names the suit whose cards count (see ``named`` of ``values``). Provides the phase ``name``."""

    name: ClassVar[str] = "name_suit"
    speech: ClassVar[tuple[str, ...]] = ("name",)
    alone: ClassVar[str] = (
        "No other game here lets a player choose the suit that costs points; `values` fixes it for every "
        "deal, and with `name_trump` the declarer chooses the suit that wins."
    )
    declares: ClassVar[Mapping[str, str]] = {"suit": "suit"}

    def setup(self, clause: Clause, course: CoursePart) -> None:
        course.phases["name"] = NamingPhase(clause)
