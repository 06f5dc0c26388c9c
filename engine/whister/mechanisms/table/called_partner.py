"""A partner determined by a card: its holder, whose identity is secret until the card is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.bidding import BiddingPart
from whister.plan.course import CoursePart
from whister.plan.facts import PlanFacts
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.refusing import Barred
from whister.plan.state import DealState


class CalledPartner(Mechanism):
    """The declarer's partner for the deal is the holder of a card, which stays secret until the card is played.

    ``card`` is that card; without it the declarer calls one. If the declarer holds it, ``own`` decides whether they
    play ``alone``, in secret, or must ``call`` another. For a call, ``among`` lists the suits, ranks or cards to choose
    from (by default all). With ``own_too`` the declarer may call a card from their own hand, and so play alone in
    secret; with ``aside_too``, a card that they have laid aside. Provides the phase ``call``, just before the play
    unless the course places it elsewhere.

    ``of`` lists the contracts in which a card is called, and which the two always play together; without it, a card is
    called in every deal with a declarer. With ``plain`` no trump may be called; with ``suit_held`` the card must be of
    a suit in which the declarer holds a card, if such a card can be called. ``then`` lists what to choose from if no
    card of ``among`` can be called: the first entry of which a card can.
    """

    name: ClassVar[str] = "called_partner"
    speech: ClassVar[tuple[str, ...]] = ("call",)
    card: str = ""
    own: Literal["alone", "call"] = "alone"
    among: str = ""
    own_too: bool = False
    aside_too: bool = False
    of: tuple[str, ...] = ()
    plain: bool = False
    suit_held: bool = False
    then: str = ""

    def setup(
        self, clause: Clause, pack: Pack, present: int, course: CoursePart, bidding: BiddingPart
    ) -> None:
        bidding.paired |= frozenset(self.of)
        course.phases["call"] = CallPhase(
            clause,
            pack.mask([self.card], clause.id) if self.card else 0,
            (pack.select(self.among, clause.id) if self.among else pack.all) & present,
            self,
            tuple(pack.select(entry, clause.id) & present for entry in self.then.split()),
        )
        course.before_play.append("call")
        course.after_trick.append(_reveal)
        course.partner_seen = partner_seen

    def check(self, plan: PlanFacts, clause: Clause) -> None:
        for name in self.of:
            plan.bidding.expect_contract(name, f"{clause.id}: called_partner.of")


class CalledCardFalls(Mechanism):
    """The holder of the card called must play it when another player leads its suit."""

    name: ClassVar[str] = "called_card_falls"
    alone: ClassVar[str] = (
        "In the other games with a called card its holder may keep it; `draws_out` forces out a card that the card led "
        "names, not one called before the play."
    )
    lapses: ClassVar[bool] = True

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        called = deal.facts.get("called", 0)
        if not called or not deal.open_trick or deal.led != deal.plan.cards_of(called)[0].suit:
            return None
        return called, called

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        called = card.cards(card.test)[0]
        suit = naming.cards_of(deal.plan, called.suit)
        return (
            f"The {called.name} was called, and must be played when {suit} are led: seat {card.seat} has it."
        )


class CallPhase(Phase):
    """The choice of the card, and with it the partner, by the rules or by a call that all the players hear."""

    # facts: "called" (the card, as a mask), "silent" (the seat that holds it; absent if the declarer does)

    what = "The call"
    says = ("call",)

    def __init__(
        self, clause: Clause, card: int, among: int, stated: CalledPartner, then: Sequence[int] = ()
    ) -> None:
        super().__init__("call", clause)
        self.card, self._among, self._own = card, among, stated.own
        self._own_too, self._aside_too = stated.own_too, stated.aside_too
        self.of, self._then = stated.of, then
        self._plain, self._suit_held = stated.plain, stated.suit_held
        self.silent = bool(card) and stated.own == "alone"

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if self.card:
            card = deal.plan.cards_of(self.card)[0]
            return self.clause, f"Nobody calls a card: the holder of {card} is the partner."
        if deal.declarer is None:
            return self.clause, "Nobody has made a bid."
        if self.of and deal.contract not in self.of:
            return self.clause, f"No card is called in {naming.undertaking(deal.plan, deal.contract)}."
        return self.clause, "A card has been called."

    def begin(self, deal: DealState) -> bool:
        if deal.declarer is None or (self.of and deal.contract not in self.of):
            return False
        if self.card and (self._own == "alone" or not self.card & deal.hand(deal.declarer)):
            self._settle(deal, self.card)
            return False
        return True

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return () if deal.declarer is None or "called" in deal.facts else (deal.declarer,)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return tuple(word("call", str(card)) for card in deal.plan.cards_of(self._callable(deal, seat)))

    def _callable(self, deal: DealState, seat: int) -> int:
        """Return the cards that the declarer may call, as a mask."""
        masks, barred = deal.plan.pack.suit_masks, 0 if self._own_too else deal.hand(seat)
        if not self._aside_too:
            barred |= deal.facts.get("laid_aside", {}).get(seat, 0)
        if self._plain:
            barred |= masks.get(deal.trump, 0)
        cards = next((found for each in (self._among, *self._then) if (found := each & ~barred)), 0)
        if not self._suit_held:
            return cards
        return sum(cards & suit for suit in masks.values() if suit & deal.hand(seat)) or cards

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        card = deal.plan.pack.mask(action.words) if action.verb == "call" else 0
        if card & deal.facts.get("laid_aside", {}).get(seat, 0):
            return self.clause, f"{action.words[0]} was laid aside: nobody holds it."
        if self._plain and card & deal.plan.pack.suit_masks.get(deal.trump, 0):
            return self.clause, "The card called may not be a trump."
        if self.of and card and not card & deal.hand(seat):
            named = [words.card_name(one) for one in deal.plan.cards_of(self._callable(deal, seat))]
            return self.clause, f"Seat {seat} may call {words.choice_of(named)}."
        return self.clause, "Expected 'call' and a card" + ("." if self._own_too else " of another hand.")

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        self._settle(deal, deal.plan.pack.mask(action.words))

    def _settle(self, deal: DealState, card: int) -> None:
        deal.facts["called"] = card
        for seat in deal.plan.table.seats:
            if seat != deal.declarer and card & deal.hand(seat):
                deal.facts["silent"] = seat

    def prompt(self, deal: DealState, seat: int) -> str:
        aside = deal.facts.get("laid_aside", {}).get(seat, 0)
        own = ["hold"] if self._own_too and deal.hand(seat) & self._among else []
        if self._aside_too and aside & self._among:
            own.append("have laid aside")
        alone = f" Call one that you {' or '.join(own)}, and you play alone." if own else ""
        ranks = {one.name.partition(" of ")[0] for one in deal.plan.cards_of(self._callable(deal, seat))}
        what = words.with_article(ranks.pop()) if self.of and len(ranks) == 1 else "a card"
        return f"Call {what}: whoever holds it is your partner.{alone}"


def _reveal(deal: DealState) -> None:
    """Reveal the holder once the card has been played."""
    if (
        deal.partner is None
        and "silent" in deal.facts
        and not deal.facts["called"] & deal.hand(deal.facts["silent"])
    ):
        deal.partner = deal.facts["silent"]


def partner_seen(deal: DealState, seat: int) -> int | None:
    """Return the declarer's partner if a seat knows who it is, otherwise None.

    The holder of the card always knows; the others know once the card has been played.
    """
    holder: int | None = deal.facts.get("silent")
    if deal.partner is not None or holder is None:
        return deal.partner
    known = deal.over or seat == holder or deal.facts["called"] & deal.on_table
    return holder if known else None
