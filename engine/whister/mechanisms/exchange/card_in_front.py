"""The exchange, by each player but the dealer, of a card from the hand for the card dealt in front of that player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.notation import Action, CardChoices, mask_of, word
from whister.plan.course import CoursePart
from whister.plan.dealing import DealingPart
from whister.plan.mechanism import NO_ENTRIES, Mechanism, Phase
from whister.plan.settling import SettlingPart
from whister.plan.state import DealState
from whister.plan.table import TablePart

DECLINE = word("decline")


class LayingOutPhase(Phase):
    """The exchange: each lays out one card, in any order, and all but the dealer take up the card in front of them."""

    # facts: "laid_aside" {seat: card}, "received" {seat: card}

    what = "The exchange"
    says = ("discard", DECLINE)

    def __init__(self, clause: Clause) -> None:
        super().__init__("discard", clause)
        self.optional: LayingOutOptional | None = None
        self.optional_clause = clause
        self.limits: list[tuple[Clause, LayingOutLimit]] = []

    def front(self, deal: DealState, seat: int) -> int:
        """Return the card in front of a seat, as a mask; 0 for the dealer."""
        others = [
            s for k in deal.plan.table.seats if (s := (deal.eldest + k) % deal.plan.table.n) != deal.dealer
        ]
        return 0 if seat == deal.dealer else 1 << deal.dealt.stock[others.index(seat)]

    def pending(self, deal: DealState) -> tuple[int, ...]:
        chosen = deal.facts.get("laid_aside", {})
        return tuple(seat for seat in deal.plan.table.seats if seat not in chosen)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        choices = CardChoices("discard", deal.plan.pack, deal.hand(seat) & ~self._barred(deal), 1)
        return (*choices, DECLINE) if self._may_decline(deal, seat) else choices

    def _barred(self, deal: DealState) -> int:
        barred = 0
        for _, limit in self.limits:
            barred |= limit.barred(deal)
        return barred

    def _may_decline(self, deal: DealState, seat: int) -> bool:
        return seat != deal.dealer and self.optional is not None and self.optional.applies(deal)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if action == DECLINE:
            said = (
                "The dealer has no card to leave." if seat == deal.dealer else "The pools do not hold enough."
            )
            return self.optional_clause, said
        if action.verb != "discard" or mask_of(action).bit_count() != 1:
            return self.clause, "Expected 'discard' and one card of the hand."
        if mask_of(action) & ~deal.hand(seat):
            return self.clause, f"{action.words[0]} is not in the hand."
        for clause, limit in self.limits:
            if mask_of(action) & limit.barred(deal):
                name = deal.plan.pack.card(action.words[0]).name
                return clause, f"The {name} may not be laid out: its pool does not hold enough."
        return self.clause, ""

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        return f"Seat {seat} has already chosen."

    def owner(self, action: Action) -> Clause:
        return self.optional_clause if action == DECLINE else self.clause

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        front = self.front(deal, seat)
        deal.widow &= ~front
        if action == DECLINE:
            out = front
        else:
            out = mask_of(action)
            deal.move(seat, out=out, into=front)
            deal.facts["received"] = {**deal.facts.get("received", {}), seat: front}
        deal.facts["laid_aside"] = {**deal.facts.get("laid_aside", {}), seat: out}

    def prompt(self, deal: DealState, seat: int) -> str:
        if seat == deal.dealer:
            return "Lay one card out, under the pools."
        if self._may_decline(deal, seat):
            return "Lay one card out and take up the card before you, or decline and only look at it."
        return "Lay one card out, under the pools, and take up the card before you."


class LayingOut(Mechanism):
    """Each player but the dealer lays out one card in exchange for the card in front of them.

    The dealer, who is dealt one card more, also lays out one. The cards in front of the players form the widow, eldest
    hand's first. Provides the phase ``discard``.
    """

    name: ClassVar[str] = "laying_out"
    speech: ClassVar[tuple[str, ...]] = ("discard",)
    alone: ClassVar[str] = (
        "No other game here offers each player a separate card in exchange; `nest` gives the whole widow to "
        "one player, and `laying_aside` gives nothing back."
    )

    def setup(self, clause: Clause, table: TablePart, dealing: DealingPart, course: CoursePart) -> None:
        if dealing.widow is None or dealing.widow.size != table.n - 1 or dealing.widow.face_up:
            raise RecordError(
                f"{clause.id}: laying_out needs an earlier clause that deals a face-down widow of {table.n - 1} cards, "
                f"one for each player but the dealer"
            )
        dealing.stock = True
        course.phases["discard"] = LayingOutPhase(clause)
        # the cards of the widow are all taken up or laid out
        course.completing.append(lambda: setattr(dealing, "nobodys", 0))


class LayingOutOptional(Mechanism):
    """The exchange is optional while a pool contains enough chips; ``pools`` maps each pool to that number.

    A player who declines may look at the card in front of them, which is laid out instead.
    """

    name: ClassVar[str] = "laying_out_optional"
    speech: ClassVar[tuple[str, ...]] = (DECLINE,)
    alone: ClassVar[str] = (
        "No other game here makes an exchange depend on the size of a pool; `laying_out` is compulsory in "
        "every deal."
    )
    order: ClassVar[int] = 2
    pools: Mapping[str, int] = NO_ENTRIES

    def setup(self, clause: Clause, course: CoursePart, settling: SettlingPart) -> None:
        settling.have_pools(*self.pools)
        phase = course.phases.get("discard")
        if isinstance(phase, LayingOutPhase):
            phase.optional, phase.optional_clause = self, clause

    def applies(self, deal: DealState) -> bool:
        """Return whether any of the pools contains enough chips."""
        return any(deal.ledger.pools.get(pool, 0) >= chips for pool, chips in self.pools.items())


class LayingOutLimit(Mechanism):
    """Cards that may be laid out only while their pools contain enough chips.

    ``cards`` maps a card to its pool, and ``least`` a pool to the number of chips it must contain.
    """

    name: ClassVar[str] = "laying_out_limit"
    alone: ClassVar[str] = (
        "No other game here bars a card from an exchange until a pool is large enough; `nest_limit` bars the "
        "same cards in every deal."
    )
    order: ClassVar[int] = 2
    cards: Mapping[str, str]
    least: Mapping[str, int]

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {**parameters, "least": dict.fromkeys(parameters["least"], 0)}

    def setup(self, clause: Clause, pack: Pack, course: CoursePart, settling: SettlingPart) -> None:
        settling.have_pools(*self.cards.values(), *self.least)
        pack.mask(list(self.cards), clause.id)
        for card, pool in self.cards.items():
            if pool not in self.least:
                raise RecordError(
                    f"{clause.id}: laying_out_limit.least has no value for {pool!r}, the pool of the {card}"
                )
        phase = course.phases.get("discard")
        if isinstance(phase, LayingOutPhase):
            phase.limits.append((clause, self))

    def barred(self, deal: DealState) -> int:
        """Return the cards whose pools contain too few chips, as a mask."""
        pools = deal.ledger.pools
        return deal.plan.pack.mask(
            [card for card, pool in self.cards.items() if pools.get(pool, 0) < self.least[pool]]
        )
