"""The correction of a revoke by the offender, who replaces the card; cards played since are taken back if necessary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whister.cards import bits
from whister.clause import Clause
from whister.mechanisms.revoke.breaches import MEND, Offence, breaches, mendable
from whister.notation import Action, mask_of, word
from whister.plan.mechanism import Aside, Phase
from whister.plan.state import DealState


def corrections(deal: DealState, seat: int) -> Iterator[tuple[Action, Offence]]:
    """Yield the actions with which a seat may correct its revokes, each with the earliest revoke that it corrects."""
    rule = deal.plan.play.revoke
    assert rule is not None
    offered = 0
    for breach in breaches(deal):
        if breach.seat == seat and mendable(rule, deal, breach):
            held = breach.instead & (deal.hand(seat) | _on_table(deal, seat, breach)) & ~offered
            faces = {str(deal.plan.pack.cards[card]): card for card in bits(held)}
            for text, card in faces.items():
                yield Action.make("correct", (text,), 1 << card), breach
            offered |= breach.instead


def _on_table(deal: DealState, seat: int, breach: Offence) -> int:
    """Return a seat's card in the open trick, as a mask; 0 unless that trick came after the breach."""
    if len(deal.closed_tricks) < breach.trick or seat not in (players := deal.trick.seats):
        return 0
    return 1 << deal.open_trick[players.index(seat)]


def mend(deal: DealState, breach: Offence, card: int) -> None:
    """Replay the faulty trick with a legal card, given by its index.

    The next trick, if one has begun, is kept where possible. If the faulty trick changes hands, all the cards of the
    next trick are taken back; if the offender's own card in the next trick is no longer legal, that card and those
    after it are taken back.
    """
    log, named = list(deal.log), dict(deal.facts.get("led_as", {}))
    deal.facts["breaches"] = tuple(b for b in breaches(deal) if b is not breach)
    plays = deal.take_up(breach.trick)
    for number, (leader, cards) in enumerate(plays, breach.trick):
        if deal.to_act != leader:
            break
        for card_played in cards:
            seat = deal.to_act
            chosen = card_played
            if seat == breach.seat:
                if number == breach.trick:
                    chosen = card
                elif not _stands(deal, breach.seat, card_played, number):
                    deal.log = log
                    _forget(deal, number)
                    return
            if number in named and not deal.open_trick:
                deal.lead_as(chosen, named[number])
            else:
                deal.force(chosen)
    deal.log = log
    _forget(deal, len(deal.closed_tricks) + 1)


def _stands(deal: DealState, seat: int, card: int, number: int) -> bool:
    """Return whether a card of the current trick is still legal, or is another revoke."""
    if not deal.hand(seat) >> card & 1:
        return False
    again = any(b.seat == seat and b.trick == number for b in breaches(deal))
    return again or deal.why(deal.plan.pack.cards[card], seat).legal


def _forget(deal: DealState, number: int) -> None:
    """Remove the breaches whose cards have been taken back into a hand."""
    down = deal.on_table
    places = deal.plan.pack.places
    deal.facts["breaches"] = tuple(
        b for b in breaches(deal) if b.trick < number or any(down >> at & 1 for at in places[b.card])
    )


class Correct(Aside):
    """The voluntary correction of a revoke by the offender."""

    says = ("correct",)

    def __init__(self, clause: Clause) -> None:
        self.clause = clause

    def offers(self, deal: DealState, seat: int) -> Sequence[Action]:
        return [action for action, _ in corrections(deal, seat)] if breaches(deal) else ()

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, f"Seat {seat} has nothing to put right with {' '.join(action.words)}."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        offer, breach = next(found for found in corrections(deal, seat) if found[0] == action)
        mend(deal, breach, mask_of(offer).bit_length() - 1)


class MendPhase(Phase):
    """The compulsory correction of a revoke claimed in time; the play goes on after it."""

    what = "The time for corrections"
    replies = (word("pass"),)
    says = ("correct",)

    def __init__(self, clause: Clause) -> None:
        super().__init__(MEND, clause)

    def pending(self, deal: DealState) -> tuple[int, ...]:
        return (deal.facts["accused"],)

    def legal(self, deal: DealState, seat: int) -> Sequence[Action]:
        return tuple(action for action, _ in corrections(deal, seat))

    def refusal(self, deal: DealState, seat: int, action: Action) -> tuple[Clause, str]:
        return self.clause, "The revoke must be put right first: expected 'correct' and a card."

    def perform(self, deal: DealState, seat: int, action: Action) -> None:
        offer, breach = next(found for found in corrections(deal, seat) if found[0] == action)
        del deal.facts["accused"]
        deal.resume()
        mend(deal, breach, mask_of(offer).bit_length() - 1)

    def prompt(self, deal: DealState, seat: int) -> str:
        return "You revoked. Put it right: choose a card for that trick."
