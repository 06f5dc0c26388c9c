"""The declarer names the trump suit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from whister.clause import Clause
from whister.errors import RecordError
from whister.frozen import changed
from whister.mechanisms.bidding.preference import must_be_preferred
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.bidding import LATER, NAMED, NO_TRUMP, BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.settlement import Settling
from whister.plan.state import DealState

#: A function that returns why a suit may not be named for a contract, or "" if it may. Its last two arguments are the
#: suits turned up in this deal and in the first deal.
Limit = Callable[[str, str, str, str], str]


class TrumpPhase(Phase):
    """The declarer's call of the trump suit, such as ``trump G``, which all the players hear."""

    what = "Naming the trump"
    says = ("trump",)

    def __init__(self, clause: Clause, held: bool) -> None:
        super().__init__("trump", clause)
        self.held = held
        #: the contracts in which the declarer's partner names it, with the clause
        self.partner_names: dict[str, Clause] = {}
        #: clauses that keep a seat from naming a suit, with functions that return why; "" if it may be named
        self.barring: list[tuple[Clause, Callable[[DealState, str], str]]] = []
        self.limits: list[tuple[Clause, Limit]] = []

    def begin(self, deal: DealState) -> bool:
        return bool(self.pending(deal))

    def pending(self, deal: DealState) -> tuple[int, ...]:
        contract = deal.plan.bidding.contracts.get(deal.contract)
        without = contract is not None and contract.trump == NO_TRUMP and not contract.takes
        namer = deal.partner if deal.contract in self.partner_names else deal.declarer
        return () if deal.trump or namer is None or without else (namer,)

    def suits(self, plan: PlanFacts, contract: str, turned: str, first: str) -> tuple[str, ...]:
        """Return the suits that may be named for a contract, given the suits turned up now and in the first deal."""
        return tuple(
            suit
            for suit in plan.pack.suit_masks
            if not any(why(contract, suit, turned, first) for _, why in self.limits)
        )

    def _open(self, deal: DealState) -> tuple[str, ...]:
        """Return the suits that may be named in a deal."""
        suits = self.suits(deal.plan, deal.contract, deal.turned_suit, deal.ledger.first_turn)
        return tuple(suit for suit in suits if not any(why(deal, suit) for _, why in self.barring))

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        masks, suits = deal.plan.pack.suit_masks, self._open(deal)
        named = [word("trump", suit) for suit in suits if not self.held or masks[suit] & deal.hand(seat)]
        return (*named, *(word("trump", call) for call in deal.plan.play.trumpless))

    def closed(self, deal: DealState, seat: int) -> Sequence[Action]:
        suits = self._open(deal)
        return [word("trump", suit) for suit in deal.plan.pack.suit_masks if suit not in suits]

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if action.verb == "trump" and action.words and action.words[0] in deal.plan.pack.suit_masks:
            for clause, limit in self.limits:
                why = limit(deal.contract, action.words[0], deal.turned_suit, deal.ledger.first_turn)
                if why:
                    return clause, why
            for clause, barred in self.barring:
                if why := barred(deal, action.words[0]):
                    return clause, why
        suits = [suit.words[0] for suit in self.legal(deal, seat)]
        return self.clause, f"Expected 'trump' and one of {', '.join(suits)}."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if deal.trump:
            return self.clause, f"The trump is already {naming.suit(deal.plan, deal.trump)}."
        return (
            self.clause,
            "Nobody has made a bid." if deal.declarer is None else "It is played without trumps.",
        )

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        called = action.words[0]
        if called in deal.plan.play.trumpless:
            deal.contract = called
        else:
            deal.trump = called
        deal.tell_trump()

    def prompt(self, deal: DealState, seat: int) -> str:
        other = ", or play without one" if deal.plan.play.trumpless else ""
        return f"Name the trump{other}."


class NameTrump(Mechanism):
    """The declarer names any suit as trump; with ``held``, only one in which they hold a card.

    Contracts with a trump suit are then announced without it.
    """

    name: ClassVar[str] = "name_trump"
    speech: ClassVar[tuple[str, ...]] = ("trump",)
    order: ClassVar[int] = 2
    held: bool = False

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"held": not parameters.get("held", False)}

    def setup(self, clause: Clause, course: CoursePart, bidding: BiddingPart) -> None:
        course.phases["trump"] = TrumpPhase(clause, self.held)
        for contract in bidding.contracts.values():
            if contract.trump == NAMED:
                bidding.contracts[contract.id] = changed(contract, trump=LATER)


class PreferredTrump(Mechanism):
    """The trump in one ``contract`` must be a preferred suit, of any class, as decided by the card turned up."""

    name: ClassVar[str] = "preferred_trump"
    alone: ClassVar[str] = (
        "No other contract here restricts the suit named after the auction; `ladder` restricts suits "
        "announced with the contract."
    )
    order: ClassVar[int] = 3
    contract: str

    def setup(self, clause: Clause, course: CoursePart, bidding: BiddingPart) -> None:
        phase, found = course.phases.get("trump"), bidding.contracts.get(self.contract)
        if not isinstance(phase, TrumpPhase) or found is None or not bidding.suit_classes:
            raise RecordError(
                f"{clause.id}: preferred_trump.contract = {self.contract!r}; expected a contract, where earlier clauses "
                "have 'name_trump' and prefer suits"
            )

        def why(contract: str, suit: str, turned: str, first: str) -> str:
            if contract != self.contract or bidding.suit_class(suit, turned, first):
                return ""
            return f"{found.title} is played in a suit of preference."

        phase.limits.append((clause, why))

    def settle(self, settling: Settling, clause: Clause) -> None:
        if settling.outcome.contract == self.contract:
            must_be_preferred(settling, settling.plan.bidding.contracts[self.contract])
