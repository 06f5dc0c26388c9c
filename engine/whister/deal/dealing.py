"""From the pack to the hands: shuffling, cutting and dealing, or taking hands as given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from whister.cards import bits
from whister.deal.machine import Machine
from whister.errors import DealError
from whister.ledger import Ledger
from whister.plan.state import Dealt
from whister.shuffle import cut_of, shuffled

if TYPE_CHECKING:
    from whister.plan.compiled import Plan

Hand = str | Iterable[str]
Picker = Callable[[Sequence[int]], tuple[int, ...]]


class Dealing:
    """The way in which the cards are dealt under a plan: which seat gets which card of the pack."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._pack = tuple(1 << i for i in bits(plan.present))
        self.receivers = tuple(self._receivers(dealer) for dealer in plan.table.seats)
        self._pickers = tuple(self._pickers_of(receivers) for receivers in self.receivers)
        #: the place whose cards lie in an order that matters: the widow, the stock beside it, or the dummy
        self.ordered = (
            plan.table.n + 1
            if plan.dealing.pile
            else plan.table.n
            if plan.dealing.stock
            else plan.table.dummy
        )
        clause = plan.dealing.clause
        self._where = f" [{clause.id}]" if clause else ""

    def _receivers(self, dealer: int) -> tuple[int, ...]:
        """Return who gets each card of the pack, from the top down. The widow counts as the seat after the last, and a
        stock as the seat after that.
        """
        plan = self.plan
        first = dealer if plan.dealing.first_card == "dealer" else plan.table.eldest(dealer)
        order = [(first + k * plan.table.step(dealer)) % plan.table.n for k in plan.table.seats]
        receivers: list[int] = []
        widow, pile = plan.dealing.widow_size, plan.dealing.pile_size
        interleaved = plan.dealing.widow is not None and plan.dealing.widow.interleaved
        packets, own = list(plan.dealing.packets), list(plan.dealing.dealer_packets or plan.dealing.packets)
        while len(receivers) + (0 if interleaved else widow) + pile < plan.cards:
            packet = packets.pop(0) if len(packets) > 1 else packets[0]
            dealers = own.pop(0) if len(own) > 1 else own[0]
            for seat in order:
                left = plan.dealing.dealt_to(seat, dealer) - receivers.count(seat)
                receivers += [seat] * min(dealers if seat == dealer else packet, left)
            if interleaved and widow:
                receivers.append(plan.table.n)
                widow -= 1
        receivers += [plan.table.n] * (0 if interleaved else widow) + [plan.table.n + 1] * pile
        return tuple(receivers)

    def _pickers_of(self, receivers: Sequence[int]) -> tuple[Picker, ...]:
        """Return, for each seat, the widow and the stock, a function that picks its cards out of the pack."""
        return tuple(
            _picker([place for place, to in enumerate(receivers) if to == receiver])
            for receiver in range(self.plan.table.n + 2)
        )

    def shuffled(self, seed: str | int, ledger: Ledger) -> Machine:
        """Deal the pack in the order given by a seed."""
        return self._give_out(shuffled(self._pack, seed), ledger, seed)

    def in_order(
        self, pack: Hand, cuts: Sequence[int | None], ledger: Ledger, still_cut: int | None = None
    ) -> Machine:
        """Deal a pack in order, cut at the places given. Raises ``DealError`` or ``NotationError``."""
        return self._give_out(self._cut(self.plan.whole(pack, "pack"), cuts), ledger, still_cut=still_cut)

    def shuffled_and_cut(self, seed: str | int, cuts: Sequence[int | None], ledger: Ledger) -> Machine:
        """Deal a shuffled pack that has been cut."""
        return self._give_out(self._cut(shuffled(self._pack, seed), cuts), ledger, seed)

    def _turned(
        self, pack: Sequence[int], ledger: Ledger, seed: str | int | None, still_cut: int | None
    ) -> tuple[Ledger, int]:
        """Return the ledger with the second pack after its cut, and the place of the card turned up."""
        plan = self.plan
        if not plan.dealing.turns_still:
            return ledger, -1 if plan.dealing.turns_next else self._last_card(pack, ledger)
        if seed is not None:
            still, at = shuffled(self._pack, f"{seed}/still"), cut_of(seed, plan.cards)
        else:
            if not ledger.still:
                raise DealError(
                    f"still: the second pack is cut for the turn-up; give it in order, or give a seed{self._where}"
                )
            if still_cut is None or not 0 < still_cut < plan.cards:
                raise DealError(
                    f"still_cut: the still pack must be cut; expected 1 to {plan.cards - 1} cards taken off its top, "
                    f"got {still_cut}{self._where}"
                )
            still, at = plan.whole(ledger.still, "still"), still_cut
        still = still[at:] + still[:at]
        places = [bit.bit_length() - 1 for bit in still]
        return ledger._replace(still=tuple(str(plan.pack.cards[i]) for i in places)), places[0]

    def _last_card(self, pack: Sequence[int], ledger: Ledger) -> int:
        """Return the place of the last card dealt or, if it may not repeat the suit first turned up, of the dealer's
        last card of another suit."""
        if self.plan.dealing.turn_up == "last-card-anew":
            for bit, to in zip(reversed(pack), reversed(self.receivers[ledger.dealer]), strict=True):
                place = bit.bit_length() - 1
                if to == ledger.dealer and self.plan.pack.cards[place].suit != ledger.first_turn:
                    return place
        return pack[-1].bit_length() - 1

    def _cut(self, pack: list[int], cuts: Sequence[int | None]) -> list[int]:
        plan = self.plan
        if plan.dealing.cuts_allowed is not None and len(cuts) > plan.dealing.cuts_allowed:
            where = f" [{plan.dealing.cuts_clause.id}]" if plan.dealing.cuts_clause else ""
            turn = ", in turn from the dealer's left" if plan.dealing.cuts_allowed > 1 else ""
            raise DealError(f"cuts: at most {plan.dealing.cuts_allowed}{turn}; got {len(cuts)}{where}")
        for cut in cuts:
            if cut is None:
                continue
            if not 0 < cut < len(pack):
                raise DealError(f"cuts: expected 1 to {len(pack) - 1} cards in each cut, got {cut}")
            pack = pack[cut:] + pack[:cut]
        return pack

    def _as_read(self, pack: Sequence[int], dealer: int) -> list[int]:
        """Return the pack with equal cards numbered as in hands that are given: the first copy is in the first hand."""
        free, found = self.plan.present, list(pack)
        for place in sorted(range(len(pack)), key=self.receivers[dealer].__getitem__):
            copies = self.plan.pack.equal_to(pack[place]) & free
            found[place] = copies & -copies
            free ^= found[place]
        return found

    def _give_out(
        self, pack: Sequence[int], ledger: Ledger, seed: str | int | None = None, still_cut: int | None = None
    ) -> Machine:
        plan, turn_up = self.plan, -1
        if plan.pack.equals:
            pack = self._as_read(pack, ledger.dealer)
        if plan.dealing.turn_up:
            ledger, turn_up = self._turned(pack, ledger, seed, still_cut)
        pickers = self._pickers[ledger.dealer]
        hands = tuple([sum(picker(pack)) for picker in pickers[:-2]])
        widow = turned = 0
        if plan.dealing.widow_size:
            lying = pickers[-2](pack)
            widow = sum(lying)
            if plan.dealing.widow is not None and plan.dealing.widow.face_up:
                turned = sum(lying[-plan.dealing.widow.face_up :])
            if plan.dealing.turns_next:
                turned |= lying[0]
                turn_up = lying[0].bit_length() - 1
        stock: tuple[int, ...] = ()
        if (ordered := self.ordered) is not None:
            stock = tuple(bit.bit_length() - 1 for bit in pickers[ordered](pack))
        return Machine(plan, Dealt(hands, widow, turned, stock, turn_up), ledger)

    def given(self, hands: Sequence[Hand], widow: Hand, ledger: Ledger, turned: Hand = ()) -> Machine:
        """Deal hands as given; the remaining cards are the widow. Raises ``DealError``."""
        plan = self.plan
        if len(hands) != plan.table.n:
            raise DealError(
                f"hands: expected {plan.table.n}, one for each seat in order of play; got {len(hands)}"
            )
        masks: list[int] = []
        seen = 0
        order: list[int] = []  # the cards of the dummy
        for seat, hand in enumerate(hands):
            taken = plan.take(hand, f"the hand of seat {seat}", seen)
            order = taken if seat == plan.table.dummy else order
            masks.append(sum(taken))
            seen |= masks[-1]
        undealt = plan.take(widow, "the widow", seen)
        pile = undealt[plan.dealing.widow_size :] if plan.dealing.pile else []
        for seat, mask in enumerate(masks):
            size = plan.dealing.dealt_to(seat, ledger.dealer)
            if mask.bit_count() != size:
                raise DealError(
                    f"the hand of seat {seat}: expected {size} cards, got {mask.bit_count()}{self._where}"
                )
        size = plan.dealing.widow_size + plan.dealing.pile_size
        if (undealt or plan.dealing.pile) and len(undealt) != size:
            then = (
                f", and then the {plan.dealing.pile_size} of the stock in order" if plan.dealing.pile else ""
            )
            raise DealError(
                f"the widow: expected {plan.dealing.widow_size} cards{then}, got {len(undealt)}{self._where}"
            )
        left = (plan.present ^ seen) & ~sum(pile)
        turn_up, up = -1, 0
        if plan.dealing.turns_next:
            turn_up = self._next_card_given(turned, left)
            up = 1 << turn_up
        elif plan.dealing.turn_up:
            turn_up = self._turn_up_given(turned, masks[ledger.dealer], ledger.first_turn)
        else:
            up = sum(plan.take(turned, "the widow", seen))
        stock: tuple[int, ...] = ()
        if self.ordered is not None:
            lying = pile or (undealt if plan.dealing.stock else order)
            stock = tuple(bit.bit_length() - 1 for bit in lying) or tuple(bits(left))
        return Machine(plan, Dealt(tuple(masks), left, up, stock, turn_up), ledger)

    def _next_card_given(self, turned: Hand, undealt: int) -> int:
        """Return the place of the card of the widow that is turned up: the one given, or the only one there is.

        Raises ``DealError``.
        """
        found = self.plan.take(turned, "turned")
        if not found and undealt.bit_count() == 1:
            found = [undealt]
        if len(found) != 1:
            raise DealError(
                f"turned: a card is turned up here; expected one card, got {len(found)}{self._where}"
            )
        if not found[0] & undealt:
            raise DealError(f"turned: expected a card that was dealt to nobody, got {turned}{self._where}")
        return found[0].bit_length() - 1

    def _turn_up_given(self, turned: Hand, dealers: int, first: str) -> int:
        """Return the place of the card turned up when it is given with the hands. Raises ``DealError``."""
        plan = self.plan
        found = plan.take(turned, "turned")
        if len(found) != 1:
            raise DealError(
                f"turned: a card is turned up here; expected one card, got {len(found)}{self._where}"
            )
        if not plan.dealing.turns_still and not found[0] & dealers:
            raise DealError(f"turned: expected a card from the dealer's hand, got {turned}{self._where}")
        place = found[0].bit_length() - 1
        anew = plan.dealing.turn_up == "last-card-anew" and plan.pack.cards[place].suit == first
        if anew and dealers & ~plan.pack.suit_masks[first]:
            raise DealError(
                f"turned: {turned} is of the suit first turned up, which is passed over; expected a card of "
                f"another suit from the dealer's hand{self._where}"
            )
        return place


def _picker(places: Sequence[int]) -> Picker:
    if not places:
        return lambda cards: ()
    steps = {after - before for before, after in pairwise(places)}
    if len(steps) == 1:
        return itemgetter(slice(places[0], places[-1] + 1, steps.pop()))
    if len(places) > 1:
        return itemgetter(*places)
    return lambda cards: tuple(cards[place] for place in places)
