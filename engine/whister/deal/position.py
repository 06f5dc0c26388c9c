"""A position in the play of the hand, for study: only what is given is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whister.deal.machine import Machine
from whister.errors import DealError, NotationError
from whister.ledger import Ledger
from whister.objects import Fixed
from whister.plan.course import PLAY
from whister.plan.tricks import FIRST_TRICK, UNBROKEN

if TYPE_CHECKING:
    from whister.plan.compiled import Plan

Hand = str | Iterable[str]


def position(
    plan: Plan,
    hands: Sequence[Hand] | None = None,
    *,
    hand: Hand = "",
    led: Hand = "",
    trick: int = 1,
    leader: int = 0,
    seat: int | None = None,
    trump: str = "",
    contract: str = "",
    declarer: int | None = None,
    partner: int | None = None,
    bid: int = 0,
    played: Hand = "",
    widow: Hand = "",
    turned: str = "",
    ledger: Ledger | None = None,
) -> Machine:
    """See ``Rules.position``. Raises ``DealError`` or ``NotationError`` for an impossible position."""
    pack = plan.pack
    table = pack.read(led, "led")
    ledger = ledger or plan.ledger()
    step = plan.table.step(ledger.dealer)
    to_act = (leader + len(table) * step) % plan.table.n if seat is None else seat
    if trump and trump not in pack.suit_masks:
        raise NotationError(f"trump: {trump!r} is not a suit; expected one of {', '.join(pack.suits)}")
    if contract and contract not in plan.bidding.contracts:
        known = (
            f"expected one of {', '.join(plan.bidding.contracts)}"
            if plan.bidding.contracts
            else "none is played here"
        )
        raise DealError(f"contract: {contract!r} is not known; {known}")
    masks = [0] * plan.table.n
    order: list[int] = []  # the cards of the dummy
    gone = 0

    def told_apart(cards: Hand, where: str) -> list[int]:
        nonlocal gone
        found = plan.take(cards, where, gone)
        gone |= sum(found)
        return found

    if hands is not None:
        given = [told_apart(cards, f"the hand of seat {s}") for s, cards in enumerate(hands)]
        masks = [sum(cards) for cards in given]
        order = given[plan.table.dummy] if plan.table.dummy is not None else []
    if hand:
        masks[to_act] = sum(told_apart(hand, "hand"))
    on_table = told_apart(table, "led")
    before = sum(told_apart(played, "played"))
    undealt = told_apart(widow, "the widow")
    deal = Machine.bare(plan, masks, ledger)
    deal.widow = sum(undealt)
    deal.stock = tuple(bit.bit_length() - 1 for bit in (undealt if plan.dealing.stock else order))
    deal.dealt = deal.dealt._replace(stock=deal.stock)
    deal.trump, deal.contract, deal.bid = trump, contract, bid
    deal.declarer, deal.partner = declarer, partner
    if turned:
        deal.turn_up = pack.card(turned).index
        if plan.dealing.turns_next:  # it lies in the widow
            deal.turned = 1 << deal.turn_up
            if not deal.widow & deal.turned:
                deal.widow |= sum(told_apart(turned, "turned"))
    opening = plan.opening_card(plan.present & ~deal.widow, ledger.number)
    play = plan.tricks(trump, contract, opening, plan.play.top_card(trump, deal.turned_suit), step)
    broken = before & play.breaking
    deal.phase = PLAY
    deal.asides = plan.course.asides.get(PLAY, ())
    deal.flags = (FIRST_TRICK if trick == 1 else 0) | (0 if broken else UNBROKEN)
    deal.closed_tricks = [(0, (), -1)] * (trick - 1)
    deal.leader = deal.taker = leader
    for k, index in enumerate(bit.bit_length() - 1 for bit in on_table):
        deal.open_trick.append(index)
        passed = (
            plan.play.lead_passes
            and deal.suit_led == len(play.suits)
            and play.suit_of[index] < len(play.suits)
        )
        if k == 0 or passed:
            deal.suit_led = play.suit_of[index]
            deal.rank = play.strength[deal.suit_led]
            deal.best, deal.taker = deal.rank[index], (leader + k * step) % plan.table.n
        elif deal.rank[index] > deal.best:
            deal.best, deal.taker = deal.rank[index], (leader + k * step) % plan.table.n
    deal.seat = to_act
    deal.last = play.before[leader]
    if plan.course.next_leader is not None and table:
        order = [(leader + k) % plan.table.n for k in plan.table.seats]
        rest = [s for s in order[len(table) :] if masks[s] or hands is None]
        members = (*order[: len(table)], *rest)
        deal.facts["members"] = {trick: members}
        deal.last = members[-1]
    deal.skipped = len(table)
    deal._plays_at = 0 if play.plain else -1
    deal._enter_play(play)
    deal.parts = [pack.layout.split(mask) for mask in masks]
    deal.given = _given(deal, before, all_hands=hands is not None)
    deal.origin = deal.copy()
    return deal


def _given(deal: Machine, before: int, *, all_hands: bool) -> Mapping[str, Any]:
    """Return the arguments of the position in a standard form: complete, with cards in the order of the pack."""
    plan, spread = deal.plan, deal.plan.cards_of
    hands = [spread(mask) for mask in deal.dealt.hands]
    in_order = tuple(plan.pack.cards[index] for index in deal.stock)
    if plan.table.dummy is not None and not plan.dealing.stock:
        hands[plan.table.dummy] = in_order
    # if players drop out, a seat without cards is out of the play, unless its cards are unknown
    known = all_hands or plan.course.next_leader is None
    return Fixed(
        {
            **({"hands": tuple(hands)} if known else {"hand": hands[deal.seat]}),
            "led": tuple(plan.pack.cards[index] for index in deal.open_trick),
            "trick": len(deal.closed_tricks) + 1,
            "leader": deal.leader if deal.open_trick else deal.seat,
            "trump": deal.trump,
            "contract": deal.contract,
            "declarer": deal.declarer,
            "partner": deal.partner,
            "bid": deal.bid,
            "played": spread(before),
            "widow": in_order if plan.dealing.stock else spread(deal.widow),
            "turned": str(plan.pack.cards[deal.turn_up]) if deal.turn_up >= 0 else "",
            "ledger": deal.ledger,
        }
    )
