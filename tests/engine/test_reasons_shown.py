"""Reasons rest on what the seat can see: no card or seat is named that the view does not show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

import whister
from whister import words
from whister.bots import choose
from whister.deal.view import View, plan_of
from whister.players.hints import advise
from whister.players.reasons import reasons_for, recorder_for
from whister.players.search.repeating import Unimagined
from whister.players.search.searching import Thought, consider
from whister.players.search.worlds import Worlds

SOME = sorted(whister.catalogue())[::4]


def decisions(name: str, seed: str, *, of: float = 0.1) -> Iterator[View]:
    """Yield the view of the seat to act at some decisions of a deal, chosen at random."""
    deal, chance = whister.load(name).deal(seed), Random(seed)
    while not deal.over:
        view = deal.view(deal.pending[0])
        if chance.random() < of:
            yield view
        deal.act(choose(view), view.seat)


def thought_of(view: View) -> Thought:
    return consider(view, 60, recorder=recorder_for(view))


def shown(view: View) -> set[str]:
    """Return the names of the cards that the seat has seen, may call, or fears because it costs its winner something."""
    plan = plan_of(view)
    seen = chain(
        view.hand, view.given, view.received, view.laid_aside, view.widow, view.trick.cards,
        *(past.cards for past in view.tricks), *view.exposed.values(),
    )  # fmt: skip
    known = {card.index for card in seen} | {
        card.index for card in (view.called, view.turn_up, view.pile_top) if card is not None
    }
    costing = plan.worth.penalties | sum(1 << at for at, value in enumerate(plan.worth.values) if value < 0)
    named = {words.card_name(plan.pack.cards[index]) for index in known}
    callable_ = {
        words.card_name(plan.pack.card(word))
        for action in view.legal if action.verb in ("call", "lead")
        for word in action.words if word in {str(card) for card in plan.pack.cards}
    }  # fmt: skip
    return named | callable_ | {words.card_name(card) for card in plan.cards_of(costing)}


def named(view: View, text: str) -> set[str]:
    """Return the names of the cards of the pack that a text has."""
    every = sorted({words.card_name(card) for card in plan_of(view).pack.cards}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, every))
    return set(re.findall(rf"\b(?:{pattern})\b", f"{text[:1].lower()}{text[1:]}"))


def test_the_names_of_cards_are_found_in_a_sentence() -> None:
    view = whister.load("rook/regular").deal("names").view(0)
    assert named(view, "The red 14 wins the trick, and in none with the black 1.") == {
        "the red 14",
        "the black 1",
    }
    hidden = next(card for card in plan_of(view).pack.cards if card not in view.hand)
    assert not named(view, f"Keep {words.card_name(hidden)}.") <= shown(view)


@pytest.mark.parametrize("name", SOME)
def test_a_reason_names_only_cards_and_seats_that_are_shown(name: str) -> None:
    for view in decisions(name, "shown"):
        for reason in reasons_for(view, thought_of(view)):
            assert named(view, reason.text) <= shown(view), reason
            seats = {int(seat) for seat in re.findall(r"\b[Ss]eat (\d+)\b", reason.text)}
            assert seats <= {*view.trick.seats, view.declarer}, reason


@pytest.mark.parametrize("name", SOME)
def test_a_reason_is_the_same_in_any_deal_imagined(name: str) -> None:
    """The deal with which the reasons are found has the hands of the others too, of which they say nothing."""
    for view in decisions(name, "imagined"):
        thought = thought_of(view)
        if thought.state is None:
            continue
        try:
            other = Worlds(view, Random("another")).sample()
        except Unimagined:
            continue
        assert reasons_for(view, thought._replace(state=other)) == reasons_for(view, thought)


@pytest.mark.parametrize("name", SOME)
def test_only_a_single_legal_action_is_called_the_only_one(name: str) -> None:
    for view in decisions(name, "only", of=0.25):
        if len(view.legal) == 1:
            reasons = advise(view, rollouts=40).reasons
            assert [reason.kind for reason in reasons] == ["forced"]
            assert re.match("This is (the only card|your last card)|All your|Nothing else", reasons[0].text)
            assert named(view, reasons[0].text) <= shown(view)


def test_who_bid_alone_is_named_alone() -> None:
    """Three players have no partners until one has bid, and the bidder has none even then."""
    found = [
        (view, reason)
        for view in decisions("rook/three-1914", "alone", of=0.4)
        if view.phase == "play" and len(view.legal) > 1
        for reason in reasons_for(view, thought_of(view))
        if reason.kind in ("contract", "defeats")
    ]
    assert found
    for view, reason in found:
        bidder = "You have" if view.seat == view.declarer else f"Seat {view.declarer} has"
        assert reason.text.startswith(f"{bidder} bid {view.bid}. The bid is ")


def test_tricks_are_not_counted_while_the_partner_is_unknown() -> None:
    """The holder of the called card wins tricks for the declarer before anybody else knows."""
    found = [
        (view, reason)
        for view in decisions("boston/rikken", "boston/rikkena", of=1)
        if view.called is not None and len(view.hand) in (9, 11) and len(view.legal) > 1
        for reason in reasons_for(view, thought_of(view))
        if reason.kind in ("contract", "defeats")
    ]
    assert {view.partner is None for view, _ in found} == {True, False}
    for view, reason in found:
        assert (" more trick" in reason.text) <= (view.partner is not None)
