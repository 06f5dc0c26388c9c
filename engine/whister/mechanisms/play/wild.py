"""A card outside the suits: the suit it joins, its rank there, and when it may or must be played."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Literal

from whister import words
from whister.cards import Pack, bits
from whister.clause import Clause
from whister.errors import RecordError
from whister.frozen import changed
from whister.notation import Action, mask_of
from whister.plan import naming
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.makeup import MakeupPart, Wild
from whister.plan.mechanism import Aside, Mechanism
from whister.plan.play import PlayPart
from whister.plan.refusing import Barred
from whister.plan.state import DealState
from whister.plan.tricks import Context

_ENDS = ("highest", "lowest")


class WildCard(Mechanism):
    """A ``card`` without a suit joins the trumps, or the ``suit`` given."""

    name: ClassVar[str] = "wild"
    card: str
    suit: str = ""

    def setup(self, clause: Clause, pack: Pack, makeup: MakeupPart) -> None:
        mask = pack.mask([self.card], clause.id)
        if mask & sum(pack.suit_masks.values()):
            raise RecordError(f"{clause.id}: wild.card = {self.card!r}; expected a card without a suit")
        if self.suit and self.suit not in pack.suit_masks:
            raise RecordError(
                f"{clause.id}: wild.suit = {self.suit!r}; expected one of {', '.join(pack.suits)}"
            )
        makeup.wilds.append(Wild(mask, clause, len(pack.ranks), self.suit))


class WildRank(Mechanism):
    """The rank of the wild card among the trumps.

    ``place``: ``highest``, ``lowest``, or a place between two ranks such as ``10.5``, just above the 10.
    """

    name: ClassVar[str] = "wild_rank"
    order: ClassVar[int] = 2
    place: str = "highest"

    @classmethod
    def neutral(cls, parameters: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return {"place": "lowest" if parameters.get("place", "highest") == "highest" else "highest"}

    def setup(self, clause: Clause, pack: Pack, makeup: MakeupPart) -> None:
        ranks = pack.ranks
        below, half, rest = self.place.partition(".5")
        if self.place in _ENDS:
            place = float(len(ranks)) if self.place == "highest" else -1.0
        elif half and not rest and below in ranks:
            place = ranks.index(below) + 0.5
        else:
            raise RecordError(
                f"{clause.id}: wild_rank.place = {self.place!r}; expected highest, lowest, or the place above a rank, such as "
                "10.5"
            )
        makeup.wilds = [changed(wild, place=place) for wild in makeup.wilds]


class Exempt(Mechanism):
    """Some cards may be played although other clauses would bar them.

    ``cards`` lists cards, ranks or suits; ``lifts`` lists the slugs of the clauses that do not apply to them.
    """

    name: ClassVar[str] = "exempt"
    cards: tuple[str, ...]
    lifts: tuple[str, ...]

    def setup(self, clause: Clause, pack: Pack, present: int, play: PlayPart, slugs: Collection[str]) -> None:
        for slug in self.lifts:
            if slug not in slugs:
                raise RecordError(f"{clause.id}: exempt.lifts names {slug!r}, which is not a clause")
        play.exempting.append((clause, pack.select(self.cards, clause.id) & present, self.lifts))


class WildForced(Mechanism):
    """A player must play a wild card if the suit it has joined is led and they hold no other card of that suit."""

    name: ClassVar[str] = "wild_forced"
    lapses: ClassVar[bool] = True

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if context.leading:
            return None
        joined = 0
        for wild in context.plan.makeup.wilds:
            if (wild.suit or context.trump) == context.led:
                joined |= wild.mask & context.plan.present
        return (joined, context.suit(context.led)) if joined else None

    def why_not(self, context: Context, card: Barred) -> str:
        suit, wild = naming.card_of(context.plan, context.led), card.cards(card.hand & card.test)[0]
        return f"Seat {card.seat} has no {suit} but {words.card_name(wild)} and must play it."


class WildLed(Mechanism):
    """The suit to be followed when a wild card is led.

    ``asks``: ``trump`` (all who can must play a trump), or ``named`` (the leader names the suit to be followed).
    """

    name: ClassVar[str] = "wild_led"
    speech: ClassVar[tuple[str, ...]] = ("lead",)
    asks: Literal["trump", "named"] = "trump"

    def setup(self, clause: Clause, course: CoursePart, play: PlayPart) -> None:
        if self.asks == "trump":
            play.wild_led = clause
            course.unoffered["lead"] = clause, "A card without a suit, when led, calls for trumps."
        else:
            course.asides.setdefault("play", []).append(LeadAs(clause))

    def narrow(self, context: Context) -> tuple[int, int] | None:
        if self.asks == "trump" or not context.leading:
            return None
        return context.plan.present, context.plan.present & ~_wild_cards(context.plan)

    def why_not(self, context: Context, card: Barred) -> str:
        return f"Whoever leads {words.card_name(card.cards(card.card)[0])} must name a suit for it."


class LeadAs(Aside):
    """The lead of a wild card as a card of a suit, such as ``lead ROOK as Y``."""

    says = ("lead",)

    def __init__(self, clause: Clause) -> None:
        self.clause = clause

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        if seat != deal.to_act or deal.open_trick:
            return ()
        pack = deal.plan.pack
        return [
            Action.make("lead", (str(pack.cards[card]), "as", suit), 1 << card)
            for card in bits(deal.hand(seat) & _wild_cards(deal.plan)) for suit in pack.suits
        ]  # fmt: skip

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "Expected 'lead', a card without a suit that the leader holds, 'as' and a suit."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        log = deal.log
        deal.log = []
        deal.lead_as(mask_of(action).bit_length() - 1, action.words[2])
        deal.log = log


def _wild_cards(plan: PlanFacts) -> int:
    mask = 0
    for wild in plan.makeup.wilds:
        mask |= wild.mask & plan.present
    return mask
