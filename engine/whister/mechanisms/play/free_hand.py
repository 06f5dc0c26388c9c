"""A hand whose holder need not follow suit, and its gains and costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError, RecordError
from whister.mechanisms.worth.party import name_winner
from whister.plan.course import Asked, CoursePart
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.refusing import Barred
from whister.plan.settlement import Settling
from whister.plan.state import DealState


class FreeHand(Mechanism):
    """A player who holds certain cards at the first lead may play any card to any trick.

    ``first`` and ``second`` are two groups of cards or ranks; ``pairs`` maps a number of cards of the first group to a
    number of the second, and a hand with at least that many of each is free. ``lifts`` is the slug of the clause that
    does not bind it.
    """

    name: ClassVar[str] = "free_hand"
    alone: ClassVar[str] = (
        "No other game here frees a whole hand from a rule because of the cards dealt; `exempt` frees single "
        "cards, whoever holds them."
    )
    order: ClassVar[int] = 2
    declares: ClassVar[Mapping[str, str]] = {"free_hand": "seats"}
    first: tuple[str, ...]
    second: tuple[str, ...]
    pairs: Mapping[int, int]
    lifts: str = "follow"

    def setup(
        self, clause: Clause, pack: Pack, present: int, course: CoursePart, play: PlayPart, asked: Asked
    ) -> None:
        lifted = [(own, mechanism) for own, mechanism in asked.narrow if own.slug == self.lifts]
        if not lifted:
            raise RecordError(
                f"{clause.id}: free_hand.lifts = {self.lifts!r}; expected the slug of a rule of play"
            )
        pack.select((*self.first, *self.second), clause.id)
        play.exempting.append((clause, present, (self.lifts,)))
        asked.narrow_now.append((lifted[0][0], EveryOther(free=self)))
        course.reporting.append(self.report)

    def is_free(self, deal: DealState, seat: int) -> bool:
        """Return whether a seat had a free hand at the first lead."""
        held = deal.hand(seat) | _played(deal, seat)
        pack = deal.plan.pack
        first, second = ((held & pack.select(group)).bit_count() for group in (self.first, self.second))
        return any(first >= some and second >= others for some, others in self.pairs.items())

    def report(self, deal: DealState) -> Mapping[str, Any]:
        """Return the fact ``free_hand``: the seats that have made use of a free hand."""
        return {
            "free_hand": tuple(s for s in deal.plan.table.seats if self.is_free(deal, s) and _used(deal, s))
        }


class Freeing(Protocol):
    """A rule that frees some hands from a clause."""

    def is_free(self, deal: DealState, seat: int) -> bool:
        """Return whether a seat is free from it now."""


class EveryOther(Mechanism):
    """The lifted clause, as it still applies to every other hand."""

    lapses: ClassVar[bool] = True
    free: Freeing
    contract: str = ""

    @property
    def in_contract(self) -> str:
        return self.contract

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        if not deal.led or self.free.is_free(deal, seat):
            return None
        suit = deal.plan.pack.suit_masks[deal.led] & deal.plan.present
        return suit, suit

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        return card.must_follow(deal.led, card.test)


def _played(deal: DealState, seat: int) -> int:
    cards = 0
    for trick in (*deal.tricks, deal.trick):
        for player, card in zip(trick.seats, trick.cards, strict=True):
            if player == seat:
                cards |= 1 << card.index
    return cards


def _used(deal: DealState, seat: int) -> bool:
    """Return whether a seat has failed to follow a suit that it held."""
    held = deal.hand(seat)
    for trick in reversed(deal.tricks):
        own = next((c for player, c in zip(trick.seats, trick.cards, strict=True) if player == seat), None)
        if own is None:
            continue
        if own.suit != trick.cards[0].suit and held & deal.plan.pack.suit_masks[trick.cards[0].suit]:
            return True
        held |= 1 << own.index
    return False


class FreeHandParty(Mechanism):
    """A player who used a free hand wins the party if they won no tricks, and pays it if they won any."""

    name: ClassVar[str] = "free_hand_party"
    alone: ClassVar[str] = (
        "No other game here puts a player first because of how they played; `party_winner` looks at points, "
        "tricks and the deal."
    )
    order: ClassVar[int] = 13

    def settle(self, settling: Settling, clause: Clause) -> None:
        holders = settling.outcome.declared.get("free_hand", ())
        order, tricks = settling.notes.get("party_order"), settling.outcome.tricks
        if not holders or order is None:
            return
        if tricks is None:
            raise DealError(
                "outcome: the settlement depends on whether the free hand won a trick; give 'tricks'"
            )
        holder = holders[0]
        others = [seat for seat in order if seat != holder]
        if tricks[holder]:
            settling.notes["free_hand_lost"] = holder
            name_winner(settling, clause, [*others, holder])
        else:
            name_winner(settling, clause, [holder, *others])


class FreeHandPool(Mechanism):
    """A player who used a free hand and won a trick pays into card pools what they would have taken from them."""

    name: ClassVar[str] = "free_hand_pool"
    alone: ClassVar[str] = (
        "No other game here turns a gain from a pool into a payment because its player won a trick; "
        "`card_pool` depends on how the card was played."
    )
    order: ClassVar[int] = 14

    def settle(self, settling: Settling, clause: Clause) -> None:
        if "free_hand_lost" in settling.notes:
            settling.notes["pools_lost"] = {settling.notes["free_hand_lost"]: clause}
