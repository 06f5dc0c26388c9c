"""A card turned up after the deal, whose suit is trump or is remembered for the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.frozen import changed
from whister.plan.bidding import FIXED, NAMED, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.dealing import DealingPart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.settlement import Settling
from whister.plan.state import DealState

TURNED = "turned"  #: the name under which an outcome declares the suit turned up


class TurnPhase(Phase):
    """The turning up of the card; no player has to act."""

    silent = True

    def __init__(self, clause: Clause) -> None:
        super().__init__("turn", clause)

    def begin(self, deal: DealState) -> bool:
        deal.tell_turned()
        return False

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return ()


class TurnUp(Mechanism):
    """A card is turned up after the deal, for all to see. Provides the phase ``turn``, which comes first in the course.

    ``of``: the ``last-card`` dealt, which is the dealer's; ``last-card-anew``, the dealer's last card that is not of
    the suit turned up in the first deal of the session; the ``next-card`` after the hands are complete, the first one
    of the widow, which nobody holds; or a card of the ``still-pack``, a second pack cut for the purpose. The two packs
    are used in turn. ``to`` is who captures the next card, whoever captures the rest of the widow: ``nobody``, or the
    winner of the ``last-trick``.
    """

    name: ClassVar[str] = "turn_up"
    declares: ClassVar[Mapping[str, str]] = {TURNED: "suit"}
    of: Literal["last-card", "last-card-anew", "next-card", "still-pack"] = "last-card"
    to: Literal["nobody", "last-trick"] = "nobody"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"of": "still-pack" if parameters.get("of", "last-card") == "last-card" else "last-card"}

    def setup(self, clause: Clause, dealing: DealingPart, course: CoursePart) -> None:
        if self.to != "nobody" and self.of != "next-card":
            raise RecordError(
                f"{clause.id}: turn_up.to = {self.to!r}; only a next-card can be captured apart"
            )
        dealing.turn_up, dealing.turn_up_taken = self.of, self.to == "last-trick"
        course.phases["turn"] = TurnPhase(clause)
        course.reporting.append(lambda deal: {TURNED: deal.turned_suit})

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        if plan.dealing.turns_next and (plan.dealing.widow is None or not plan.dealing.widow_size):
            raise RecordError(
                f"{clause.id}: turn_up.of = 'next-card'; expected a clause with 'widow' and a card left over"
            )


class TurnedTrump(Mechanism):
    """The suit of the card turned up is trump: contracts are announced without a suit, and no other can be named.

    With ``of`` this holds only for the contracts listed; the trump of the others is decided in another way. There are
    no trumps if the card turned up has one of the ranks in ``none_for`` or, with ``again`` false, if its suit was trump
    in the last deal.
    """

    name: ClassVar[str] = "turned_trump"
    order: ClassVar[int] = 2
    of: tuple[str, ...] = ()
    again: bool = True
    none_for: tuple[str, ...] = ()

    def setup(
        self, clause: Clause, pack: Pack, dealing: DealingPart, course: CoursePart, bidding: BiddingPart
    ) -> None:
        pack.select(self.none_for, clause.id)
        dealing.remembers_turn |= not self.again
        for contract in bidding.contracts.values():
            if contract.id in self.of or (contract.trump == NAMED and not self.of):
                bidding.contracts[contract.id] = changed(contract, trump=FIXED)
        course.when_turned.append(self._make_trump)

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.of:
            plan.bidding.expect_contract(name, f"{clause.id}: turned_trump.of")

    def _make_trump(self, deal: DealState) -> None:
        suit, rank = deal.turned_suit, deal.plan.pack.cards[deal.turn_up].rank
        none = rank in self.none_for or (not self.again and suit == deal.ledger.first_turn)
        deal.trump = "" if none else suit

    def settle(self, settling: Settling, clause: Clause) -> None:
        if not self.again and settling.outcome.void != "misdeal":
            settling.first_turn = settling.outcome.trump


class FirstTurn(Mechanism):
    """The suit turned up in the first deal is remembered for the whole session, unless that deal is a misdeal."""

    name: ClassVar[str] = "first_turn"

    def setup(self, clause: Clause, dealing: DealingPart) -> None:
        dealing.remembers_turn = True

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.void != "misdeal":
            settling.first_turn = settling.ledger.first_turn or settling.outcome.declared.get(TURNED, "")


def turned_suit(settling: Settling) -> str:
    """Return the suit turned up in the deal to be settled. Raises ``DealError`` if the outcome does not give it."""
    suit = settling.outcome.declared.get(TURNED, "")
    if not suit:
        raise DealError(
            "outcome, declared: the price depends on the suit turned up; give it, such as {'turned': 'C'}"
        )
    return str(suit)
