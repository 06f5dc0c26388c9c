"""Refusing a passed card, so that another must be passed in its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.mechanisms.exchange.passing import HOLD, PassPhase
from whister.notation import Action, CardChoices, mask_of, of_hand, word
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.state import DealState

KEEP = word("keep")
DECLINE = word("decline")


class RefusalPhase(Phase):
    """The answers to the pass, in any order, and then the cards passed in place of those refused.

    Every seat that was passed cards answers, whatever the cards, so that keeping them reveals nothing.
    """

    # facts: "answering" (the seats that have yet to answer), "owed" ((giver, receiver, cards refused), …), and
    # "parcels" and "received" of the pass, changed as cards go back and others come

    what = "The refusal"
    says = (KEEP, DECLINE, "give")

    def __init__(self, clause: Clause, passing: PassPhase, cards: int) -> None:
        super().__init__("refusal", clause)
        self.passing = passing
        self.cards = cards  #: the cards that may be refused, as a mask

    def begin(self, deal: DealState) -> bool:
        receivers = {receiver for _, receiver, _ in deal.facts.get("parcels", ())}
        deal.facts["answering"] = tuple(seat for seat in deal.plan.table.seats if seat in receivers)
        deal.facts["owed"] = ()
        return bool(receivers)

    def pending(self, deal: DealState) -> tuple[int, ...]:
        answering: tuple[int, ...] = deal.facts["answering"]
        return answering or tuple(dict.fromkeys(giver for giver, _, _ in deal.facts["owed"]))

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        if deal.facts["answering"]:
            return (KEEP, *self._refusals(deal, self._refusable(deal, seat)))
        _, receiver, refused = self._owed(deal, seat)
        several = len(self.passing.targets(deal, seat)) > 1
        return CardChoices(
            "give", deal.plan.pack, self._spare(deal, seat), refused.bit_count(),
            tail=(">", str(receiver)) if several else (),
        )  # fmt: skip

    def closed(self, deal: DealState, seat: int) -> Sequence[Action]:
        if not deal.facts["answering"]:
            return ()
        offered = self._refusable(deal, seat)
        return [
            refusal for refusal in self._refusals(deal, self.cards) if not self._named(deal, refusal) & offered
        ]

    def _refusals(self, deal: DealState, cards: int) -> list[Action]:
        """Return the refusals of some cards, each once; equal cards are refused together."""
        return [word("decline", card) for card in dict.fromkeys(map(str, deal.plan.pack.spread(cards)))]

    def _named(self, deal: DealState, refusal: Action) -> int:
        return deal.plan.pack.select([refusal.words[0]])

    def _refusable(self, deal: DealState, seat: int) -> int:
        """Return the cards passed to a seat that it may refuse, as a mask. A card stays if its giver has no other."""
        found = 0
        for giver, receiver, cards in deal.facts["parcels"]:
            owed = sum(back.bit_count() for by, _, back in deal.facts["owed"] if by == giver)
            if receiver == seat and (some := cards & self.cards):
                found |= some if self._spare(deal, giver).bit_count() >= owed + some.bit_count() else 0
        return found

    def _spare(self, deal: DealState, giver: int) -> int:
        """Return the cards that a seat may pass in place of others: none that may be refused, or that it was passed."""
        received: int = deal.facts["received"][giver]
        return deal.hand(giver) & ~self.cards & ~received

    def _owed(self, deal: DealState, giver: int) -> tuple[int, int, int]:
        """Return the first refusal for which a seat has yet to pass other cards."""
        return next(owed for owed in deal.facts["owed"] if owed[0] == giver)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        pack = deal.plan.pack
        if deal.facts["answering"]:
            if action.verb == "give":
                return self.clause, "The players have not all answered yet."
            if action.verb == "decline" and action.words:
                card = words.card_name(pack.card(action.words[0]))
                if not self._named(deal, action) & self.cards:
                    return self.clause, f"{_head(card)} may not be refused."
                return self.clause, f"{_head(card)} is not among the cards passed to seat {seat}."
            return self.clause, self._expected(deal)
        if action.verb != "give":
            return self.clause, "All the players have answered."
        barred, count = mask_of(action) & ~self._spare(deal, seat), self._owed(deal, seat)[2].bit_count()
        if not barred:
            return self.clause, f"Expected 'give' and {words.cards_in_words(count)} of the hand."
        card = pack.spread(barred)[0]
        if barred & ~deal.hand(seat):
            return self.clause, f"{pack.spread(barred & ~deal.hand(seat))[0]} is not in the hand."
        if barred & self.cards:
            return self.clause, "A card that was refused may not be passed again."
        return self.clause, f"{_head(words.card_name(card))} has just been passed to seat {seat}."

    def _expected(self, deal: DealState) -> str:
        refusals = " or ".join(repr(str(each)) for each in self._refusals(deal, self.cards))
        return f"Expected 'keep' or {refusals}."

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        if deal.facts["answering"]:
            return f"Seat {seat} has answered."
        return f"No card was returned to seat {seat}."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if action.verb == "give" or self.passing.direction(deal.ledger.number) == HOLD:
            return self.passing.missed(deal, seat, action)
        return super().missed(deal, seat, action)

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        facts = deal.facts
        if action.verb == "give":
            self._replace(deal, seat, action)
            return
        if action.verb == "decline":
            self._send_back(deal, seat, self._named(deal, action))
        if action == KEEP or not self._refusable(deal, seat):
            facts["answering"] = tuple(other for other in facts["answering"] if other != seat)

    def _send_back(self, deal: DealState, seat: int, named: int) -> None:
        """Return the named cards to those who passed them."""
        facts = deal.facts
        for giver, receiver, cards in facts["parcels"]:
            if receiver == seat and (back := cards & named):
                deal.move(seat, out=back)
                deal.move(giver, into=back)
                facts["owed"] = (*facts["owed"], (giver, seat, back))
                self._record(deal, giver, seat, out=back)

    def _replace(self, deal: DealState, giver: int, action: Action) -> None:
        """Pass other cards in place of those first refused."""
        owed = self._owed(deal, giver)
        passed = mask_of(action)
        if deal.plan.pack.equals:
            passed = mask_of(of_hand(action, deal.plan.pack, self._spare(deal, giver)))
        deal.move(giver, out=passed)
        deal.move(owed[1], into=passed)
        deal.facts["owed"] = tuple(other for other in deal.facts["owed"] if other is not owed)
        self._record(deal, giver, owed[1], into=passed)

    def _record(self, deal: DealState, giver: int, receiver: int, *, out: int = 0, into: int = 0) -> None:
        """Change what was passed from one seat to another."""
        facts = deal.facts
        facts["parcels"] = tuple(
            (by, to, cards & ~out | into if (by, to) == (giver, receiver) else cards)
            for by, to, cards in facts["parcels"]
        )
        received = facts["received"]
        facts["received"] = {**received, receiver: received[receiver] & ~out | into}

    def prompt(self, deal: DealState, seat: int) -> str:
        names = _names(deal, self._refusable(deal, seat))
        if deal.facts["answering"]:
            if not names:
                return "Look at the cards passed to you."
            return f"You were passed {words.listed(names)}: keep or refuse {'it' if len(names) == 1 else 'them'}."
        refused = self._owed(deal, seat)[2]
        count, cards = refused.bit_count(), words.listed(_names(deal, refused))
        other = "another card" if count == 1 else f"{words.number(count)} other cards"
        return f"{_head(cards)} {'was' if count == 1 else 'were'} refused: pass {other} instead."


def _names(deal: DealState, cards: int) -> list[str]:
    return [words.card_name(card) for card in deal.plan.pack.spread(cards)]


def _head(text: str) -> str:
    return text[:1].upper() + text[1:]


class PassRefusal(Mechanism):
    """A player who is passed one of the ``cards`` (cards, ranks or suits) may refuse it.

    It goes back to the player who passed it, who must pass another card in its place: one that may not be refused, and
    none of those just received. All who were passed cards answer before any card is replaced. Provides the phase
    ``refusal``, which comes after the pass.
    """

    name: ClassVar[str] = "pass_refusal"
    speech: ClassVar[tuple[str, ...]] = (KEEP, DECLINE)
    alone: ClassVar[str] = (
        "No other game here lets a player send back a card; with `pass` the cards chosen are final."
    )
    order: ClassVar[int] = 2
    cards: tuple[str, ...]

    def setup(self, clause: Clause, pack: Pack, course: CoursePart) -> None:
        cards = pack.select(self.cards, clause.id)
        passing = course.phases.get("pass")
        if isinstance(passing, PassPhase):
            course.phases["refusal"] = RefusalPhase(clause, passing, cards)
