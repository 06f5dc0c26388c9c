"""The check that no view shows what is hidden finds every leak that is planted in a view.

Each leak adds to a field of a view something that the seat may not know. Nothing but the check looks for it, in the
same deals and from the same seats in which every rule set is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import whister
from tests.engine.hiding import view_hides
from tests.engine.holding import ends
from tests.engine.test_properties import met
from whister import Deal, View
from whister.deal.at_end import captured_by, honours_dealt
from whister.deal.machine import Machine
from whister.deal.public import state_of
from whister.deal.view import view_of
from whister.links.record import Record

ALL = whister.catalogue()


class Leak(NamedTuple):
    """A leak: what it shows, in which field of a view, and the rules of a table where there is such a thing."""

    told: Callable[[Deal, int], Any]
    field: str
    rule_set: str
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed


def next_seat(deal: Deal, seat: int) -> int:
    return (seat + 1) % state_of(deal).plan.table.n


def cards(deal: Deal, mask: int) -> tuple[str, ...]:
    return tuple(map(str, state_of(deal).plan.cards_of(mask)))


def aside(deal: Deal) -> int:
    """Return all cards that have been laid aside, by any seat."""
    found = 0
    for mask in state_of(deal).facts.get("laid_aside", {}).values():
        found |= mask
    return found


def parcels(deal: Deal, seat: int) -> int:
    """Return the cards that have been passed between other seats."""
    return sum(
        mask for giver, taker, mask in state_of(deal).facts.get("parcels", ()) if seat not in (giver, taker)
    )


def void(deal: Deal, seat: int) -> tuple[int, ...]:
    """Return for each seat the number of suits of which it has no card."""
    suits = state_of(deal).plan.pack.suit_masks.values()
    return tuple(
        sum(not state_of(deal).hand(seat) & suit for suit in suits)
        for seat in state_of(deal).plan.table.seats
    )


LEAKS: dict[str, Leak] = {
    # the hands
    "the cards of another hand": Leak(lambda d, s: cards(d, state_of(d).hand(next_seat(d, s))), "hand", "hearts/modern"),
    "all hands as dealt": Leak(lambda d, s: state_of(d).dealt.hands, "counts", "hearts/spot"),
    "cards in place of their numbers": Leak(lambda d, s: tuple(state_of(d).hand(x) for x in state_of(d).plan.table.seats), "counts", "rook/regular"),
    "the declarer's hand before it is laid open": Leak(lambda d, s: {x: cards(d, state_of(d).hand(x)) for x in (d.declarer,) if x is not None}, "exposed", "rook/tournament"),
    "the partner's hand": Leak(lambda d, s: {x: cards(d, state_of(d).hand(x)) for x in state_of(d).plan.table.partner_of(s)}, "exposed", "hearts/partnership"),
    "a hand that nobody has looked at": Leak(lambda d, s: cards(d, state_of(d).hand(s)), "hand", "rook/tournament", {"blind_bid_if_rook_turned": True, "nest_face_up": 1}),
    "the suits that others are void in": Leak(void, "taken", "hearts/black-lady"),
    "who holds the card that opens": Leak(lambda d, s: next((x for x in state_of(d).plan.table.seats if state_of(d).hand(x) & state_of(d).plan.opening_card(state_of(d).plan.present)), None), "declarer", "hearts/microsoft"),
    "the honours that others were dealt": Leak(lambda d, s: honours_dealt(state_of(d)), "taken", "boston/fontainebleau"),
    "what another seat may play": Leak(lambda d, s: d.legal(d.pending[0]) if d.pending else (), "legal", "hearts/eagle-1"),
    "the hand of nobody": Leak(lambda d, s: cards(d, state_of(d).hand(state_of(d).plan.table.dummy or 0)), "hand", "rook/two-1914"),
    "the next card of the hand of nobody": Leak(lambda d, s: next((p for p in state_of(d).stock if state_of(d).hand(state_of(d).plan.table.dummy or 0) >> p & 1), -1), "pile", "rook/two-1914"),
    # the widow, the stock and the packs
    "the widow in the first trick": Leak(lambda d, s: cards(d, state_of(d).widow), "widow", "hearts/heartsette"),
    "the widow once it is taken": Leak(lambda d, s: cards(d, state_of(d).widow) if d.tricks else (), "widow", "hearts/heartsette"),
    "a widow of two packs": Leak(lambda d, s: cards(d, state_of(d).widow), "widow", "hearts/cancellation", {}),
    "the nest before it is taken up": Leak(lambda d, s: cards(d, state_of(d).widow) if d.phase == "auction" else (), "widow", "rook/kentucky"),
    "the nest as it is taken up": Leak(lambda d, s: cards(d, state_of(d).dealt.widow) if d.declarer is not None else (), "received", "rook/dixie"),
    "the cards under the one turned up": Leak(lambda d, s: cards(d, state_of(d).widow) if state_of(d).turned else (), "widow", "rook/tournament", {"nest_face_up": 1}),
    "what the nest is worth": Leak(lambda d, s: state_of(d).plan.worth.of(state_of(d).widow), "widow_count", "rook/red-one"),
    "the top of the stock": Leak(lambda d, s: state_of(d).stock[:1], "widow", "hearts/domino"),
    "the order of the stock": Leak(lambda d, s: state_of(d).stock, "pile", "rook/tennessee-two"),
    "the second card of the stock": Leak(lambda d, s: state_of(d).plan.pack.cards[state_of(d).stock[1]] if len(state_of(d).stock) > 1 else None, "pile_top", "rook/tennessee-two"),
    "the card before another player": Leak(lambda d, s: state_of(d).dealt.stock[-1], "turn_up", "hearts/reversis-hoyle"),
    "the pack as it was gathered": Leak(lambda d, s: d.ledger._replace(still=()), "ledger", "boston/fontainebleau"),
    "the pack that is dealt next": Leak(lambda d, s: d.ledger._replace(order=()), "ledger", "boston/hoyle"),
    # what was done face down
    "the cards passed, as each passes": Leak(lambda d, s: tuple((x, str(a)) for x, a in d.actions), "events", "hearts/microsoft"),
    "the cards passed between others": Leak(lambda d, s: cards(d, parcels(d, s)), "given", "hearts/black-lady"),
    "what the next seat is passed": Leak(lambda d, s: cards(d, state_of(d).facts.get("received", {}).get(next_seat(d, s), 0)), "received", "hearts/greek-1950"),
    "what was passed before all have chosen": Leak(lambda d, s: cards(d, parcels(d, s)) if d.phase == "pass" else (), "received", "hearts/omnibus"),
    "what the declarer lays aside": Leak(lambda d, s: cards(d, aside(d)), "laid_aside", "rook/buckeye"),
    "the discards as events": Leak(lambda d, s: tuple((x, str(a)) for x, a in d.actions if a.verb == "discard"), "events", "rook/series-200"),
    "what the others lay aside at misère": Leak(lambda d, s: cards(d, aside(d)), "laid_aside", "boston/fontainebleau"),
    "what each lays out for the card before him": Leak(lambda d, s: cards(d, aside(d)), "widow", "hearts/reversis-hoyle"),
    "the counters laid aside": Leak(lambda d, s: state_of(d).plan.worth.of(aside(d)), "bid", "rook/buckeye"),
    # what is nobody's business
    "the called partner": Leak(lambda d, s: state_of(d).facts.get("silent"), "partner", "rook/call-partner"),
    "the called partner, to the declarer": Leak(lambda d, s: state_of(d).facts.get("silent") if s == d.declarer else state_of(d).plan.course.partner_known(state_of(d), s), "partner", "rook/call-partner-5"),
    "whether the declarer plays alone": Leak(lambda d, s: "called" in state_of(d).facts and "silent" not in state_of(d).facts, "contract", "rook/call-partner", {"call_own": True}),
    "the breaches of others": Leak(lambda d, s: len(state_of(d).facts.get("breaches", ())), "bid", "hearts/modern", {"revoke": "foster"}),
    "all the facts": Leak(lambda d, s: str(state_of(d).facts), "led", "rook/streetsboro"),
    "the cards captured, the widow with them": Leak(lambda d, s: tuple(captured_by(state_of(d))), "taken", "hearts/heartsette"),
    "what all are dealt": Leak(lambda d, s: state_of(d).dealt, "trick", "rook/county-40"),
}  # fmt: skip


@cache
def deals(rule_set: str, options: tuple[tuple[str, Any], ...]) -> Sequence[tuple[Deal, int]]:
    """Return the deals for the check, each played to the end and with a seed drawn after that."""
    found: list[tuple[Deal, int]] = []
    for players in whister.load(rule_set, **dict(options)).players:
        for deal, chance in met(whister.load(rule_set, players, **dict(options))):
            ends(deal, chance)
            found.append((deal, chance.getrandbits(32)))
    return found


def finds(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether the check fails while views have the leak. Under house rules, it must first pass without it."""
    tried = deals(leak.rule_set, tuple(leak.options.items()))
    for deal, chance in tried if leak.options else ():
        view_hides(deal, Random(chance))
    honest = view_of

    def leaky(deal: Machine, seat: int) -> View:
        view = honest(deal, seat)
        told: Any = {leak.field: (getattr(view, leak.field), leak.told(Deal(deal), seat))}
        return replace(view, **told)

    monkeypatch.setattr("whister.deal.public.view_of", leaky)
    return any(_fails(deal, Random(chance)) for deal, chance in tried)


def _fails(deal: Deal, chance: Random) -> bool:
    try:
        view_hides(deal, chance)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_in_a_view_is_found_by_the_property_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert finds(LEAKS[name], monkeypatch), LEAKS[name]


@pytest.mark.parametrize("name", ALL)
def test_a_look_into_another_hand_is_found_in_every_rule_set(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert finds(LEAKS["the cards of another hand"]._replace(rule_set=name), monkeypatch)


def test_a_leak_is_planted_in_every_field_that_could_hold_one() -> None:
    """The other fields show only what all players have heard or seen."""
    open_to_all = {"_plan", "seat", "phase", "pending", "tricks", "trump", "called"}
    assert {field.name for field in fields(View)} - {leak.field for leak in LEAKS.values()} == open_to_all


CONCEDED = {
    "the renege of seat 1, in the third trick": "w1~rook/dixie~players=4,all_pass=dealer-forced,allow_claim=yes,bid_jump=exact-step,deal_first_seat=dealer,game_length=fixed-rounds,nest_destination=out-of-play,nest_discards=no-counters,nest_face_up=0,opening_leader=left-of-dealer,renege_declarers_score=captured,renege_offender_keeps=yes,renege_window=next-trick,revoke=adjudicate,rounds=8,tie=declarers-win~b1-d00730b06400ed63~n1.d1~R1R8R13R14Y2Y5Y7Y8Y11G5G12B12B14.R3R4R9G8G11G13G14B1B2B3B5B9B11.R5R12Y12G2G3G4G6G9G10B4B6B8B13.R6R7R10R11Y1Y4Y6Y9Y13G1G7B7B10.R2Y3Y10Y14~pass_pass_bid+70_pass_discard+R8+Y11+G12+B12_trump+B_G10_G1_G5_B5_correct+G8_G2_claim+rest_2:decline_G7_Y14_claim+rest_decline_B2_G11_G3_Y13_R2_G14_G6_R10_claim+rest_2:accept_3:accept_decline_B14_Y8_B11_claim+rest_accept_1:accept_accept_2:pass_claim+revoke+1",
    "the renege of seat 1, in the last trick but two": "w1~rook/county-40~players=4,all_pass=dealer-forced,allow_claim=yes,game_length=to-target,nest_destination=out-of-play,revoke=adjudicate,short_of_others=others-first~b1-56b789c297154fd4~n3.d0~R5R9R10R11G7G10G11B5B13.R14Y5Y7Y9G5G8G13B7B14.R7Y6Y10Y11Y12Y13B6B8B10.R6R8R13Y14G9G12B9B11B12.R12Y8G6G14~pass_bid+65_pass_bid+95_pass_trump+B_discard+R9+R11+Y8+G6_B14_B6_claim+rest_1:decline_B9_B5_R14_claim+rest_1:decline_R7_R8_R10_Y7_Y13_Y14_R12_R6_claim+rest_3:accept_decline_R5_G13_B10_Y12_G9_G7_Y9_Y6_B12_B13_G5_G10_claim+rest_3:accept_accept_accept_claim+revoke+1",
}
"""Deals of Rook in which a renege is claimed from cards that were laid down when the rest had been conceded."""


@pytest.mark.parametrize("record", CONCEDED.values(), ids=CONCEDED)
def test_a_renege_claimed_after_a_concession_is_seen_by_all_in_the_hands_laid_down(record: str) -> None:
    deal = Record.parse(record).replay()
    assert all(view_hides(deal, Random(number)) for number in range(10))
