"""A wild card that belongs to a suit, thrown on a trick of another suit.

It wins the trick unless the trick contains a higher card of its own suit; if it does, even a player who could follow
suit may throw the wild card.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from whister import words
from whister.cards import Card, Pack
from whister.clause import Clause
from whister.errors import RecordError
from whister.plan import naming
from whister.plan.course import CoursePart
from whister.plan.makeup import MakeupPart, Wild
from whister.plan.mechanism import Mechanism
from whister.plan.play import PlayPart
from whister.plan.refusing import Barred
from whister.plan.state import DealState


def _higher(pack: Pack, wild: Wild, card: Card) -> bool:
    """Return whether a card is of the suit that the wild card has joined and ranks above the wild card."""
    return card.suit == wild.suit and pack.ranks.index(card.rank) > wild.place


class WildTakes(Mechanism):
    """A wild card thrown on another suit takes the trick, unless a higher card of its suit is in the trick and wins."""

    name: ClassVar[str] = "wild_takes"
    alone: ClassVar[str] = (
        "No other game here without trumps has a card that wins a trick of another suit; `wild_rank` ranks it "
        "only in its own suit."
    )
    order: ClassVar[int] = 3  # once the wild card has its rank

    def setup(
        self, clause: Clause, pack: Pack, makeup: MakeupPart, course: CoursePart, play: PlayPart
    ) -> None:
        wilds = [wild for wild in makeup.wilds if wild.suit]

        def intruder(cards: Sequence[Card], led: str) -> int | None:
            for wild in wilds:
                here = [at for at, card in enumerate(cards) if wild.mask >> card.index & 1]
                if here and led != wild.suit:
                    above = [at for at, card in enumerate(cards) if _higher(pack, wild, card)]
                    return max(above or here, key=lambda at: cards[at].index)
            return None

        def taker(deal: DealState) -> int:
            at = intruder(deal.cards_out, deal.led)
            return deal.taker if at is None else deal.players_out[at]

        play.intruder, course.trick_taker = intruder, taker


class WildEscape(Mechanism):
    """A player able to follow suit may discard the wild card if the trick has a higher card of the wild card's suit.

    ``lifts`` lists the slugs of the clauses that then do not apply to it.
    """

    name: ClassVar[str] = "wild_escape"
    alone: ClassVar[str] = (
        "No other game here exempts a card from following because of the cards already in the trick; `exempt` "
        "does so in every trick."
    )
    lapses: ClassVar[bool] = True
    order: ClassVar[int] = 3
    lifts: tuple[str, ...]

    def setup(
        self, clause: Clause, present: int, makeup: MakeupPart, play: PlayPart, slugs: Collection[str]
    ) -> None:
        for slug in self.lifts:
            if slug not in slugs:
                raise RecordError(f"{clause.id}: wild_escape.lifts names {slug!r}, which is not a clause")
        for wild in makeup.wilds:
            if not wild.suit:
                raise RecordError(
                    f"{clause.id}: wild_escape needs a wild card that joins a suit; wild.suit is empty"
                )
            play.exempting.append((clause, wild.mask & present, self.lifts))

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        plan, led = deal.plan, deal.led
        for wild in plan.makeup.wilds:
            if led and led != wild.suit and not any(_higher(deal.plan.pack, wild, c) for c in deal.cards_out):
                return plan.pack.suit_masks[led] & plan.present, plan.present & ~wild.mask
        return None

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        plan = deal.plan
        suit = next(wild.suit for wild in plan.makeup.wilds if wild.mask & card.card)
        above = f"No {naming.card_of(plan, suit)} above {words.card_name(card.cards(card.card)[0])}"
        return f"{above} lies in the trick, and seat {card.seat} has {card.of_suit(deal.led, card.test)}."
