"""Refusing a passed card, so that another must be passed in its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.mechanisms.exchange.passing import PassPhase
from whister.notation import Action, CardChoices, mask_of, of_hand, word
from whister.plan.course import PLAY, CoursePart
from whister.plan.mechanism import Aside, Mechanism, Phase
from whister.plan.play import PlayPart
from whister.plan.state import DealState

DECLINE = word("decline")
REFUSAL = "refusal"


class RefusalAside(Aside):
    """The call ``decline`` with a card, by a seat that was passed the card, in or out of turn until a card is led.

    A seat that keeps the card says nothing, so that no other seat learns who was passed it.
    """

    # facts: "owed" (giver, receiver, cards refused) while other cards are to be passed in their place; "parcels" and
    # "received" of the pass are changed as cards go back and others come

    says = (DECLINE,)
    weighed = True

    def __init__(self, clause: Clause, passing: PassPhase, cards: int) -> None:
        self.clause = clause
        self.passing = passing
        self.cards = cards  #: the cards that may be refused, as a mask

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        if deal.closed_tricks or deal.open_trick:
            return ()
        cards = deal.plan.pack.spread(self._refusable(deal, seat))
        return [word("decline", card) for card in dict.fromkeys(map(str, cards))]

    def _refusable(self, deal: DealState, seat: int) -> int:
        """Return the cards passed to a seat that it may refuse, as a mask: those for which the giver has others."""
        found = 0
        for giver, receiver, cards in deal.facts.get("parcels", ()):
            if receiver == seat and (some := cards & self.cards):
                found |= some if self.spare(deal, giver).bit_count() >= some.bit_count() else 0
        return found

    def spare(self, deal: DealState, giver: int) -> int:
        """Return the cards that a seat may pass in place of others: none that may be refused, or that it was passed."""
        received: int = deal.facts["received"][giver]
        return deal.hand(giver) & ~self.cards & ~received

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str] | None:
        return self.clause, self._barred(deal, seat, action)

    def _barred(self, deal: DealState, seat: int, action: Action) -> str:
        """Return a sentence on why a card may not be refused."""
        pack = deal.plan.pack
        if len(action.words) != 1:
            cards = dict.fromkeys(map(str, pack.spread(self.cards)))
            return f"Expected {' or '.join(repr(f'decline {card}') for card in cards)}."
        card, named = (
            words.capital(words.card_name(pack.card(action.words[0]))),
            pack.select([action.words[0]]),
        )
        if not named & self.cards:
            return f"{card} may not be refused."
        if deal.closed_tricks or deal.open_trick:
            return "The first card has been led: it is too late."
        if not any(named & cards for _, to, cards in deal.facts.get("parcels", ()) if to == seat):
            return f"{card} is not among the cards passed to seat {seat}."
        return "No other card can be passed in its place."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        named = deal.plan.pack.select([action.words[0]])
        giver, back = next(
            (by, cards & named) for by, to, cards in deal.facts["parcels"] if to == seat and cards & named
        )
        deal.move(seat, out=back)
        deal.move(giver, into=back)
        passed_again(deal, giver, seat, out=back)
        deal.facts["owed"] = (giver, seat, back)
        deal.pause(REFUSAL)


class ReplacementPhase(Phase):
    """The pass of other cards in place of those refused; the play then begins with the seat that leads."""

    what = "The refusal"
    says = ("give",)

    def __init__(self, aside: RefusalAside, course: CoursePart) -> None:
        super().__init__(REFUSAL, aside.clause)
        self.aside = aside
        self.course = course

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return (deal.facts["owed"][0],)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        giver, receiver, refused = deal.facts["owed"]
        several = len(self.aside.passing.targets(deal, giver)) > 1
        return CardChoices(
            "give", deal.plan.pack, self.aside.spare(deal, giver), refused.bit_count(),
            tail=(">", str(receiver)) if several else (),
        )  # fmt: skip

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        pack, count = deal.plan.pack, deal.facts["owed"][2].bit_count()
        barred = mask_of(action) & ~self.aside.spare(deal, seat) if action.verb == "give" else 0
        if stray := barred & ~deal.hand(seat):
            return self.clause, f"{pack.spread(stray)[0]} is not in the hand."
        if barred & self.aside.cards:
            return (
                self.clause,
                f"{words.capital(_listed(deal, barred & self.aside.cards))} may not be passed again.",
            )
        if barred:
            return self.clause, f"Seat {seat} has just been passed {_listed(deal, barred)}."
        return self.clause, f"Expected 'give' and {words.cards_in_words(count)} of the hand."

    def out_of_turn(self, deal: DealState, seat: int) -> str:
        return f"Seat {deal.facts['owed'][0]} must pass another card first."

    def missed(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.aside.passing.missed(deal, seat, action)

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        _, receiver, _ = deal.facts.pop("owed")
        passed = mask_of(action)
        if deal.plan.pack.equals:
            passed = mask_of(of_hand(action, deal.plan.pack, self.aside.spare(deal, seat)))
        deal.move(seat, out=passed)
        deal.move(receiver, into=passed)
        passed_again(deal, seat, receiver, into=passed)
        deal.resume()
        deal.seat = deal.leader = self.course.leader(deal)

    def prompt(self, deal: DealState, seat: int) -> str:
        refused = deal.facts["owed"][2]
        count = refused.bit_count()
        other = "another card" if count == 1 else f"{words.number(count)} other cards"
        return f"{words.capital(_listed(deal, refused))} {'was' if count == 1 else 'were'} refused: pass {other} instead."


def passed_again(deal: DealState, giver: int, receiver: int, *, out: int = 0, into: int = 0) -> None:
    """Change what was passed from one seat to another: some cards have gone ``out``, others have come ``into`` it."""
    facts = deal.facts
    facts["parcels"] = tuple(
        (by, to, cards & ~out | into if (by, to) == (giver, receiver) else cards)
        for by, to, cards in facts["parcels"]
    )
    received: dict[int, int] = facts["received"]
    facts["received"] = {**received, receiver: received[receiver] & ~out | into}


def _listed(deal: DealState, cards: int) -> str:
    return words.listed([words.card_name(card) for card in deal.plan.pack.spread(cards)])


class PassRefusal(Mechanism):
    """A player who is passed one of the ``cards`` (cards, ranks or suits) may refuse it until the first card is led.

    It goes back to the player who passed it, who must pass another card in its place: one that may not be refused, and
    none of those just received. Provides the phase ``refusal``, which interrupts the play before the first lead.
    """

    name: ClassVar[str] = "pass_refusal"
    speech: ClassVar[tuple[str, ...]] = (DECLINE,)
    alone: ClassVar[str] = (
        "No other game here lets a player send back a card; with `pass` the cards chosen are final."
    )
    order: ClassVar[int] = 2  # after the pass is set up
    cards: tuple[str, ...]

    def setup(self, clause: Clause, pack: Pack, course: CoursePart, play: PlayPart) -> None:
        cards = pack.select(self.cards, clause.id)
        passing = course.phases.get("pass")
        if isinstance(passing, PassPhase):
            aside = RefusalAside(clause, passing, cards)
            course.asides.setdefault(PLAY, []).append(aside)
            course.phases[REFUSAL] = ReplacementPhase(aside, course)
            play.pauses = True
