"""Deals that a seat cannot tell from the one it is playing: the hidden cards are drawn at random among the places where
they may lie.

A world is made by playing the deal again, action by action, from cards dealt so that every action seen was possible.
Since a world repeats the deal in the engine, whatever a rule set does with its cards is done in it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from whister.cards import bits
from whister.deal.machine import Machine
from whister.deal.view import SEALED, View, plan_of
from whister.errors import WhisterError
from whister.mechanisms.exchange.nest import NestPhase, counters, trumps
from whister.notation import Action, CardChoices, mask_of, of_cards, of_hand, one_of_cards, parse
from whister.plan.state import Dealt
from whister.players.search.calls import Call, heard, unlikely
from whister.players.search.dealt_to import Slots, dealt_slots
from whister.players.search.places import Place, assigned, mixed, one_of
from whister.players.search.repeating import Unimagined, carry_out, excluded_by, play_card, swapped

if TYPE_CHECKING:
    from whister.plan.compiled import Plan

_REPAIRS = 120  #: the most times that a first world is dealt again before it is given up
_HEARD = 10  #: the most ways of placing the cards that are tried for one that fits the calls
_CARELESS = 0.2  #: how likely a call is that a cautious player would not have made
_DEALS = 12  #: the most first worlds that are dealt, each from other cards
_FROM_HAND = frozenset({"play", "give", "discard", "expose", "lead"})


class Misplaced(Exception):
    """A card is not where the deal needs it; ``card`` should change places with ``instead``."""

    def __init__(self, card: int, instead: int) -> None:
        super().__init__(card, instead)
        self.card, self.instead = card, instead


class Worlds:
    """The worlds that fit one view.

    Raises ``Unimagined`` if none can be found.
    """

    def __init__(self, view: View, chance: Random) -> None:
        self.view = view
        self.plan: Plan = plan_of(view).base
        self.seat = view.seat
        self._chance = chance
        self.pack = self.plan.pack
        self.calls: list[Call] = []
        self._read_events()
        for attempt in range(_DEALS):
            try:
                self._first()
                self._hear()
                return
            except Unimagined:
                if attempt == _DEALS - 1:
                    raise

    def _hear(self) -> None:
        """Note the calls of the others, which say something about their hands."""
        try:
            deal = Machine(self.plan, self.slots.dealt(), self.view.ledger)
            self.calls = heard(self.plan, self.seat, deal, self.steps)
        except WhisterError:  # a call that the first world does not allow
            self.calls = []

    # -- what was seen

    def _read_events(self) -> None:
        """Give each action seen the cards that it moves: those of a sealed action are None."""
        view, pack = self.view, self.pack
        plays = iter([card for trick in (*view.tricks, view.trick) for card in trick.cards])
        self.steps: list[tuple[int, Action | None, int]] = []  # seat, action (None: sealed), its cards
        self.verbs: dict[int, str] = {}  # of the sealed actions
        self.declined = 0  #: the cards that were passed and sent back
        #: for each seat, the cards that it must hold at some time
        self.needed = [0] * self.plan.table.n
        self.needed[self.seat] |= sum(1 << card.index for card in view.hand)
        for seat, text in view.events:
            verb = text.partition(" ")[0]
            if verb in SEALED and seat != self.seat:
                self.verbs[len(self.steps)] = verb
                self.steps.append((seat, None, 0))
                continue
            action = parse(text, pack)
            cards = mask_of(action)
            if action.verb in ("play", "lead"):
                card = next(plays, None)
                if card is not None and str(card) == str(action.cards[0]):
                    cards = 1 << card.index  # of equal cards, the copy that was played
            elif action.verb in SEALED and pack.equals:
                action, cards = self._own_copies(action)
            elif action.verb == "expose":
                cards = 1 << pack.index[action.words[0]] if action.words else 0
            if action.verb in _FROM_HAND:
                self.needed[seat] |= cards
            if action.verb == "decline" and action.words:
                cards = pack.select(action.words)
                self.declined |= cards
            self.steps.append((seat, action, cards))
        for seat, shown in view.exposed.items():
            self.needed[seat] |= sum(1 << card.index for card in shown)
        plan = self.plan
        if view.turn_up is not None and not plan.dealing.turns_still and not plan.dealing.turns_next:
            self.needed[view.ledger.dealer] |= 1 << view.turn_up.index

    def _own_copies(self, action: Action) -> tuple[Action, int]:
        """Return an action of the seat itself that moves, of equal cards, the copies that it did move."""
        own = sum({1 << card.index for card in (*self.view.given, *self.view.laid_aside)})
        action = of_hand(action, self.pack, own)
        return action, mask_of(action)

    # -- the first world

    def _first(self) -> None:
        """Find one world, and how its cards move; the others are made from it by exchanging cards that were not seen."""
        self.slots: Slots = dealt_slots(self.view, self.needed, self._chance)
        self.sealed: dict[int, int] = {}
        for _ in range(_REPAIRS):
            try:
                self._replay_first()
                return
            except Misplaced as wrong:
                self.slots.exchange(wrong.card, wrong.instead)
                self.sealed = {
                    at: swapped(mask, wrong.card, wrong.instead) for at, mask in self.sealed.items()
                }
        raise Unimagined(f"seat {self.seat}: no deal was found that fits what was seen")

    def _replay_first(self) -> None:
        deal = Machine(self.plan, self.slots.dealt(), self.view.ledger)
        barred = [
            0
        ] * self.plan.table.n  # cards that a seat cannot hold, since its plays would have been refused
        seen = 0
        for at, (seat, action, cards) in enumerate(self.steps):
            stock = len(deal.stock)
            if action is None:
                self._seal(deal, at, seat)
            else:
                if action.verb in _FROM_HAND and (missing := cards & ~deal.hand(seat)):
                    raise self._misplaced(deal, seat, missing, seen)
                if action.verb == "play" and deal.tables is not None:
                    if deal.seat != seat:
                        raise self._wrong_leader(deal, seat, seen)
                    if seat not in (self.seat, self.plan.table.dummy):
                        barred[seat] |= excluded_by(deal.tables, deal.flags, deal.suit_led, cards)
                    seen |= cards
                    play_card(deal, seat, cards)
                else:
                    if action.verb == "decline" and cards:
                        self._settle_declined(deal, seat, cards, seen)
                    carry_out(deal, seat, action)
            if len(deal.stock) != stock:
                barred = [0] * len(barred)
        self._settle_known(deal, seen)
        self._find_places(deal, barred, seen)

    def _seal(self, deal: Machine, at: int, seat: int) -> None:
        """Choose the cards of an action whose cards were not seen, and carry it out."""
        legal = deal.legal(seat)
        choices = legal if isinstance(legal, CardChoices) else one_of_cards(legal, self.pack)
        if choices is None:
            raise Unimagined("an action that was seen is not possible")
        mask = self.sealed.get(at, 0)
        if mask & ~deal.hand(seat) or not mask:
            hand = mask_of(choices)
            spare = list(bits(hand & ~self.needed[seat]))
            if len(spare) < choices.count:
                spare += list(bits(hand & self.needed[seat]))[: choices.count - len(spare)]
            mask = sum(1 << card for card in mixed(spare, self._chance)[: choices.count])
            self.sealed[at] = mask
        carry_out(deal, seat, of_cards(self.verbs[at], self.pack, mask, tail=choices.tail))

    def _settle_declined(self, deal: Machine, seat: int, cards: int, seen: int) -> None:
        """Check that a card sent back was passed to the seat: raise ``Misplaced`` if not."""
        passed = sum(parcel for _, to, parcel in deal.facts.get("parcels", ()) if to == seat)
        if not passed & cards:
            others = list(bits(passed & ~seen))
            if not others:
                raise Unimagined(f"nothing was passed to seat {seat}")
            raise Misplaced(cards.bit_length() - 1, one_of(others, self._chance))

    def _misplaced(self, deal: Machine, seat: int, missing: int, seen: int) -> Misplaced:
        """Return the exchange that puts a missing card into a seat's hand."""
        card = (missing & -missing).bit_length() - 1
        hand = deal.hand(seat) & ~seen
        best = hand & ~self.needed[seat] or hand
        places = list(bits(best))
        if not places:
            raise Unimagined(f"seat {seat} has no card left to exchange")
        return Misplaced(card, one_of(places, self._chance))

    def _wrong_leader(self, deal: Machine, seat: int, seen: int) -> Exception:
        """Return the exchange that gives the card that decides who leads to the seat that led."""
        opening = deal.facts.get("opening", 0) & deal.hand(deal.seat)
        if not opening or deal.closed_tricks or deal.open_trick:
            return Unimagined(f"seat {seat} is not the one to play")
        return self._misplaced(deal, seat, opening, seen)

    def _settle_known(self, deal: Machine, seen: int) -> None:
        """Check the cards that the seat knows beside those played: raise ``Misplaced`` for one in a wrong place."""
        view, me = self.view, self.seat
        own = sum(1 << card.index for card in view.hand)
        if view.hand and (lost := own & ~deal.hand(me)):
            raise self._misplaced(deal, me, lost, seen | own)
        known = (
            (view.received, deal.facts.get("received", {}).get(me, 0)),
            (view.widow, deal.widow),
            (view.given, sum(c for giver, _, c in deal.facts.get("parcels", ()) if giver == me)),
        )
        for cards, there in known:
            wanted = sum(1 << card.index for card in cards)
            if lost := wanted & ~there:
                extra = there & ~wanted & ~seen or there & ~wanted
                if not extra:
                    raise Unimagined("a known card has no place")
                raise Misplaced(lost.bit_length() - 1, extra.bit_length() - 1)
        if view.pile_top is not None and deal.stock and deal.stock[0] != view.pile_top.index:
            raise Misplaced(view.pile_top.index, deal.stock[0])
        self._settle_laid(deal)
        self._settle_shown(deal, seen)
        if deal.pending != view.pending or deal.phase != view.phase:
            raise Unimagined(f"the deal is in the phase {deal.phase}, not {view.phase}")

    def _settle_laid(self, deal: Machine) -> None:
        """Check that a card laid face down with a bid has the suit that is trump now."""
        if deal.trump == self.view.trump:
            return
        for seat, laid in deal.facts.get("laid", {}).items():
            card = laid.bit_length() - 1
            suits = self.pack.suit_masks[self.view.trump] if self.view.trump else 0
            there = sum(1 << held for held in self.slots.hands[seat]) & suits
            among = list(bits(there or suits & self.plan.present & ~self.needed[self.seat]))
            if laid and among and seat == deal.declarer:
                raise Misplaced(one_of(among, self._chance), card)
        raise Unimagined("the trump suit is another")

    def _settle_shown(self, deal: Machine, seen: int) -> None:
        """Check that no other cards laid aside would lie face up than those that do."""
        taker = next(iter(deal.facts.get("laid_aside", {})), None)
        shown = sum(1 << card.index for card in self.view.widow)
        if taker is None or taker == self.seat or not (more := deal.facts.get("shown", 0) & ~shown):
            return
        fit = self.plan.present & ~seen & ~self._open_kinds(deal) & ~deal.widow
        others = deal.hand(taker) & fit or fit & ~deal.hand(self.seat)
        if not others:
            raise Unimagined("the cards laid aside would lie face up")
        raise Misplaced(more.bit_length() - 1, one_of(list(bits(others)), self._chance))

    def _open_kinds(self, deal: Machine) -> int:
        """Return the cards that may not lie among those laid aside face down."""
        nest = self.plan.course.phases.get("nest")
        if not isinstance(nest, NestPhase) or nest.limit is None:
            return 0
        shown = {"counters": counters(self.plan), "trumps": trumps(deal)}.get(nest.limit.shows, 0)
        return shown | nest.barred(deal)

    def _find_places(self, deal: Machine, barred: Sequence[int], seen: int) -> None:
        """Note where the cards that were not seen lie, and which of them each place may hold."""
        view, plan, me = self.view, self.plan, self.seat
        known = seen
        for cards in (
            view.hand,
            view.given,
            view.received,
            view.laid_aside,
            view.widow,
            *view.exposed.values(),
        ):
            for card in cards:
                known |= 1 << card.index
        if view.turn_up is not None and not plan.dealing.turns_still:
            known |= 1 << view.turn_up.index
        for played in (deal.open_trick, *(cards for _, cards, _ in deal.closed_tricks)):
            for place in played:
                known |= 1 << place
        if view.pile_top is not None:
            known |= 1 << view.pile_top.index
        known |= self.declined  # the seat that passed it holds it
        known |= deal.facts.get("opening", 0)  # its holder is known, who led
        if view.trump:
            for laid in deal.facts.get("laid", {}).values():
                known |= laid
        free = plan.present & ~known
        self.free = free
        places = [
            Place(tuple(bits(mine)), plan.pack.all & ~barred[seat], seat)
            for seat in plan.table.seats
            if (mine := deal.hand(seat) & free) and (seat != me or not view.hand)
        ]
        left = free & ~sum(place.mask for place in places)
        aside = deal.facts.get("laid_aside", {})
        for hidden in aside.values():
            if hidden & left:
                may = plan.pack.all & ~self._open_kinds(deal)
                places.append(Place(tuple(bits(hidden & left)), may, -1))
                left &= ~hidden
        if left:
            places.append(Place(tuple(bits(left)), plan.pack.all, -1))
        self.places = places
        self.state = deal

    # -- more worlds

    def sample(self) -> Machine:
        """Return a world at random: a deal at the same point as the view, with every hand known.

        Raises ``Unimagined`` if the deal cannot be repeated.
        """
        where = self._likely()
        if where is None:  # a hand that must lay aside cards that it usually may not
            for place in self.places:
                if place.seat < 0:
                    place.may = self.plan.pack.all
            where = assigned(self.places, self._chance)
        if where is None:
            raise Unimagined("the cards have no places")
        return self._again(where)

    def _likely(self) -> dict[int, int] | None:
        """Return where the cards may lie, so that most calls heard are those that a cautious player would have made."""
        where = assigned(self.places, self._chance)
        if where is None or not self.calls:
            return where
        best, fewest = where, len(self.calls) + 1
        for _ in range(_HEARD):
            found = unlikely(self.calls, self.pack, self._dealt_in(where))
            if found < fewest:
                best, fewest = where, found
            if not found or self._chance.random() < _CARELESS**found:
                return where
            where = assigned(self.places, self._chance)
            if where is None:
                break
        return best

    def _dealt_in(self, where: dict[int, int]) -> Callable[[int], int]:
        """Return a function that gives the hand dealt to a seat once some cards have been exchanged for others."""
        hands = self.slots.hands
        return lambda seat: sum([1 << where.get(card, card) for card in hands[seat]])

    def _again(self, where: dict[int, int]) -> Machine:
        """Repeat the deal with some cards exchanged for others: ``where`` maps each card to the one in its place."""
        moved = sum(1 << card for card in where)

        def other(mask: int) -> int:
            found = mask & ~moved
            for card in bits(mask & moved):
                found |= 1 << where[card]
            return found

        first = self.slots.dealt()
        dealt = Dealt(
            tuple(map(other, first.hands)), other(first.widow), other(first.turned),
            tuple(where.get(card, card) for card in first.stock), first.turn_up,
        )  # fmt: skip
        deal = Machine(self.plan, dealt, self.view.ledger)
        for at, (seat, action, cards) in enumerate(self.steps):
            if action is None:
                legal = deal.legal(seat)
                choices = legal if isinstance(legal, CardChoices) else one_of_cards(legal, self.pack)
                if choices is None:
                    raise Unimagined("an action that was seen is not possible")
                mask = other(self.sealed[at])
                carry_out(deal, seat, of_cards(self.verbs[at], self.pack, mask, tail=choices.tail))
            elif action.verb == "play" and deal.tables is not None:
                play_card(deal, seat, cards)
            else:
                carry_out(deal, seat, action)
        if deal.pending != self.view.pending or deal.phase != self.view.phase:
            raise Unimagined("another seat would be to act")
        return deal
