"""The cards as they may have been dealt, for the first world that fits a view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from whister.cards import bits
from whister.deal.view import View, plan_of
from whister.plan.state import Dealt
from whister.players.search.places import mixed

if TYPE_CHECKING:
    from whister.plan.compiled import Plan


class Slots:
    """The places of a deal and the card in each: the hands seat by seat, the widow, and the stock in order."""

    def __init__(self, plan: Plan, hands: list[list[int]], widow: list[int], pile: list[int]) -> None:
        self.plan, self.hands, self.widow, self.pile = plan, hands, widow, pile
        self.up = 0  #: how many cards of the widow, the first ones here, lie face up
        self.turn_up = -1  #: the card turned up; -1 for none

    def dealt(self) -> Dealt:
        """Return the cards as dealt."""
        plan = self.plan
        hands = tuple(sum(1 << card for card in hand) for hand in self.hands)
        ordered = self.pile if plan.dealing.pile else self.widow if plan.dealing.stock else ()
        if not ordered and plan.table.dummy is not None:
            ordered = self.hands[plan.table.dummy]
        widow = sum(1 << card for card in self.widow)
        turned = sum(1 << card for card in self.widow[: self.up])
        return Dealt(hands, widow, turned, tuple(ordered), self.turn_up)

    def exchange(self, one: int, other: int) -> None:
        """Exchange two cards."""
        for row in (*self.hands, self.widow, self.pile):
            row[:] = [other if card == one else one if card == other else card for card in row]


def dealt_slots(view: View, needed: Sequence[int], chance: Random) -> Slots:
    """Return a deal in which each seat holds the cards it needs, as far as they fit, and the rest lies at random."""
    plan = plan_of(view).base
    dealing, me = plan.dealing, view.seat
    free = set(bits(plan.present))
    hands: list[list[int]] = [[] for _ in plan.table.seats]
    widow: list[int] = []
    turn_up = view.turn_up.index if view.turn_up is not None else -1
    up = dealing.widow.face_up if dealing.widow is not None else 0
    if dealing.turns_next:
        widow.append(turn_up)
        up += 1
    shown = [card.index for card in view.widow if card.index not in widow]
    if not view.laid_aside:
        widow += shown[: max(dealing.widow_size - len(widow), 0)]
    free -= set(widow)
    received = {card.index for card in view.received}
    own = [card.index for card in (*view.hand, *view.given, *view.laid_aside)]
    for seat in (me, *(s for s in plan.table.seats if s != me)):
        wanted = list(bits(needed[seat]))
        if seat == me:
            wanted = [card for card in dict.fromkeys((*own, *wanted)) if card not in received]
        size = dealing.dealt_to(seat, view.ledger.dealer)
        hands[seat] = [card for card in wanted if card in free][:size]
        free -= set(hands[seat])
    rest = mixed(sorted(free), chance)
    mine = [card for card in rest if card in received]  # received from the widow, or from another seat
    rest = [card for card in rest if card not in received]
    for seat in plan.table.seats:
        short = dealing.dealt_to(seat, view.ledger.dealer) - len(hands[seat])
        hands[seat] += rest[:short]
        del rest[:short]
        if short > 0 and len(hands[seat]) < dealing.dealt_to(seat, view.ledger.dealer):
            short = dealing.dealt_to(seat, view.ledger.dealer) - len(hands[seat])
            hands[seat] += mine[:short]
            del mine[:short]
    rest += mine
    room = dealing.widow_size - len(widow)
    widow += rest[len(rest) - room :] if room else []
    pile = rest[: len(rest) - room]
    slots = Slots(plan, hands, widow, pile)
    slots.up, slots.turn_up = up, turn_up
    return slots
