"""Single cards that their holders may lay face up before the play, and when an exposed card may be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from whister import words
from whister.cards import Pack
from whister.clause import Clause
from whister.errors import DealError
from whister.mechanisms.worth.exposed import EXPOSED, exposed_in
from whister.notation import Action, word
from whister.plan import naming
from whister.plan.course import CoursePart
from whister.plan.mechanism import Mechanism, Phase
from whister.plan.refusing import Barred
from whister.plan.settlement import Settling
from whister.plan.state import DealState

PASS = word("pass")


class ExposedCards(Mechanism):
    """Before the play, players may expose any of the ``cards`` (cards, ranks or suits) that they hold.

    Each player in turn, eldest hand first, exposes cards one at a time and then passes. An exposed card lies face up
    until it is played. Provides the phase ``exposure``, which comes before the play.
    """

    name: ClassVar[str] = "exposed_cards"
    speech: ClassVar[tuple[str, ...]] = ("expose", "pass")
    declares: ClassVar[Mapping[str, str]] = {EXPOSED: "cards exposed"}
    alone: ClassVar[str] = (
        "No other game here lets players show single cards; `exposing` lays a whole hand face up for a contract."
    )
    cards: str

    def setup(self, clause: Clause, pack: Pack, present: int, course: CoursePart) -> None:
        course.phases["exposure"] = ExposurePhase(clause, self._allowed(pack) & present)
        course.reporting.append(_exposed)

    def _allowed(self, pack: Pack) -> int:
        return pack.select(self.cards)

    def settle(self, settling: Settling, clause: Clause) -> None:
        if other := exposed_in(settling) & ~self._allowed(settling.plan.pack):
            card = settling.plan.cards_of(other)[0]
            raise DealError(f"outcome, declared, {EXPOSED}: {card} may not be exposed [{clause.id}]")


def _exposed(deal: DealState) -> Mapping[str, Any]:
    """Return the fact ``exposed``: the cards that were exposed, in the order of the pack."""
    exposed = sum(deal.facts.get("face_up", {}).values())
    return {EXPOSED: tuple(map(str, deal.plan.cards_of(exposed)))} if exposed else {}


class ExposurePhase(Phase):
    """The exposure of single cards: each seat in turn exposes cards until it passes.

    A seat passes even if it has nothing to expose, so that nobody learns who holds the cards that were not exposed.
    """

    # facts: "face_up" (the cards that each seat has exposed, as a mask), "shown_by" (the number of seats that have finished)

    what = "The time for exposing cards"
    says = ("expose", "pass")

    def __init__(self, clause: Clause, cards: int) -> None:
        super().__init__("exposure", clause)
        self.cards = cards  #: the cards that may be exposed

    def pending(self, deal: DealState) -> tuple[int, ...]:
        players = [seat for seat in deal.order_from(deal.eldest) if seat != deal.plan.table.dummy]
        passed = deal.facts.get("shown_by", 0)
        return (players[passed],) if passed < len(players) else ()

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        held = deal.hand(seat) & self.cards & ~deal.facts.get("face_up", {}).get(seat, 0)
        return (*(word("expose", str(card)) for card in deal.plan.cards_of(held)), PASS)

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        if action.verb != "expose" or len(action.words) != 1:
            return self.clause, "Expected 'expose' with a card, such as 'expose QS', or 'pass'."
        card = deal.plan.pack.card(action.words[0])
        name = words.card_name(card)
        if not deal.plan.pack.select([str(card)]) & self.cards:
            cards = words.choice_of([words.card_name(one) for one in deal.plan.cards_of(self.cards)])
            return self.clause, f"Only {cards} may be exposed."
        if not deal.plan.pack.select([str(card)]) & deal.hand(seat):
            return self.clause, f"Seat {seat} does not hold {name}."
        return self.clause, f"{words.capital(name)} has been exposed already."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        if action == PASS:
            deal.facts["shown_by"] = deal.facts.get("shown_by", 0) + 1
            return
        open_now: Mapping[int, int] = deal.facts.get("face_up", {})
        held = deal.hand(seat) & self.cards & ~open_now.get(seat, 0)
        card = deal.plan.pack.select([action.words[0]]) & held
        deal.facts["face_up"] = {**open_now, seat: open_now.get(seat, 0) | (card & -card)}

    def prompt(self, deal: DealState, seat: int) -> str:
        if len(self.legal(deal, seat)) > 1:
            return "Expose a card, or pass."
        other = "other " if deal.facts.get("face_up", {}).get(seat) else ""
        return f"You have no {other}card to expose. Pass."


class ExposedWaits(Mechanism):
    """An exposed card may not be played to the first trick in which its suit is led.

    This does not apply if all the other cards of that suit have left its holder's hand. Leading the suit for the first
    time counts as well.
    """

    name: ClassVar[str] = "exposed_waits"
    alone: ClassVar[str] = (
        "No other game here delays a card because it is face up; `first_trick` bars cards from the first trick only."
    )
    order: ClassVar[int] = 2

    def barred(self, deal: DealState, seat: int) -> int:
        """Return the exposed cards that a seat may not play now, as a mask."""
        hand, found = deal.hand(seat), 0
        exposed = deal.facts.get("face_up", {}).get(seat, 0) & hand
        if not exposed:
            return 0
        before = [deal.plan.pack.cards[cards[0]].suit for _, cards, _ in deal.closed_tricks if cards]
        for suit, cards in deal.plan.pack.suit_masks.items():
            now = deal.led in ("", suit) and suit not in before
            if now and exposed & cards and hand & cards & ~exposed:
                found |= exposed & cards
        return found

    def narrow_now(self, deal: DealState, seat: int) -> tuple[int, int] | None:
        barred = self.barred(deal, seat)
        if not barred:
            return None
        others = deal.plan.present & ~barred
        return others, others

    def why_not_now(self, deal: DealState, card: Barred) -> str:
        cards = naming.cards_of(deal.plan, card.cards(card.card)[0].suit)
        return (
            f"{card.name} is exposed and may not be played the first time {cards} are led while seat {card.seat} has "
            "others."
        )
