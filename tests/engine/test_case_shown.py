"""What a visitor sees of a deal: the plates of the seats, what is known to all, and what has to be done next."""

from __future__ import annotations

from typing import Any

import whister
from whister import Deal
from whister.deal.public import state_of
from whister.table.display import Visit, state


def seen(deal: Deal, seat: int = 0) -> dict[str, Any]:
    """Return the deal as a seat sees it."""
    return state(deal, Visit(seat), len(deal.actions))


def facts(deal: Deal, seat: int = 0) -> dict[str, str]:
    """Return what is known of the deal, by its labels."""
    return {fact["label"]: fact["value"] for fact in seen(deal, seat)["facts"]}


def test_a_suit_that_is_preferred_twice_is_told_once_by_its_better_name() -> None:
    """In a session's first deal, the suit turned up is Belle; later, the suit turned up may be Petite beside Belle."""
    rules = whister.load("boston/nantes")
    hands = [f"{rank}{suit}" for suit in "SCDH" for rank in "A23456789TJQK"]
    dealt = [" ".join(hands[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    first = rules.deal(hands=dealt, turned="KH", dealer=3)
    later = rules.deal(hands=dealt, turned="KH", ledger=rules.ledger(number=2, dealer=3, first_turn="C"))
    told = [{title: facts(deal).get(title) for title in ("Petite", "Belle")} for deal in (first, later)]
    assert told == [{"Petite": None, "Belle": "hearts"}, {"Petite": "hearts", "Belle": "clubs"}]


def test_who_has_no_card_left_is_out_where_the_others_play_on() -> None:
    deal = whister.load("hearts/domino").deal("out")
    while deal.phase == "play" and all(map(deal.hand, state_of(deal).plan.table.seats)):
        assert [seat["role"] for seat in seen(deal)["seats"]] == [""] * state_of(deal).plan.table.n
        deal.act(deal.legal()[0])
    assert [seat["role"] == "out" for seat in seen(deal)["seats"]] == [
        not state_of(deal).hand(seat) for seat in state_of(deal).plan.table.seats
    ]
    assert "out" in [seat["role"] for seat in seen(deal)["seats"]]


def test_of_all_who_may_act_now_the_first_is_to_act() -> None:
    """All four players may pass cards now."""
    deal = whister.load("hearts/black-lady").deal("pass")
    assert (deal.pending, deal.view(2).to_act) == ((0, 1, 2, 3), 0)
