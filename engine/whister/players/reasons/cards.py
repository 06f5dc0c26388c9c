"""Reasons about cards that count: thrown away, kept covered, given to a partner, or kept from the opponents."""

from __future__ import annotations

from collections.abc import Iterator

from whister import words
from whister.cards import Card, bits
from whister.notation import Action
from whister.players import wording
from whister.players.reasons.reason import Found
from whister.players.reasons.weighing import Weighed

_OFTEN = 0.3  #: the share of deals from which a card is said to be kept from the opponents


def reasons(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reasons for playing a card that have to do with the value of cards."""
    yield from _throws(weighed, card)
    yield from _covers(weighed, card)
    yield from _parts_with(weighed, card)
    yield from _gives(weighed, card)
    yield from _keeps(weighed, card)


def _throws(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reason for getting rid of a card that costs whoever captures it."""
    cost = -weighed.gain(card.index)
    if cost <= 0:
        return

    def cheaper(action: Action) -> bool:
        other = weighed.card_of(action)
        return other is not None and -weighed.gain(other.index) < cost

    takes = weighed.takes(1 << card.index, side=True)
    other = weighed.rival(lower=takes, where=cheaper)
    if other is None:
        return
    state, name = weighed.state, words.card_name(card)
    value = wording.points(weighed.plan, weighed.worth.values[card.index])
    what = f"{name} ({value})" if value else name
    off = state.open_trick and weighed.suit_of(card) != state.suit_led
    how = f"throws {what} on the trick of seat {state.taker}" if off else f"gets rid of {what}"
    yield weighed.found(other, 0, "throws", f"this {how}: {weighed.you} it {weighed.shares(other, takes)}.")


def _dangers(weighed: Weighed, suit: int, hand: int) -> Iterator[tuple[int, int]]:
    """Yield the cards of a suit in a hand with which a dear card may be taken, each with that card.

    That is a dear card itself, unless it cannot win, or a stronger card while the dear one is out.
    """
    tables = weighed.state.tables
    assert tables is not None
    for dear in bits(weighed.dear & (hand | weighed.out)):
        if tables.suit_of[dear] != suit:
            continue
        if hand >> dear & 1:
            yield dear, dear
            continue
        height = weighed.strength(dear, suit)
        for held in bits(hand):
            if (
                weighed.suit_of(weighed.plan.pack.cards[held]) == suit
                and weighed.strength(held, suit) > height
            ):
                yield held, dear


def _covers(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reason for a card that leaves a dear card, or one above it, with its guards."""
    plan, own = weighed.plan, weighed.suit_of(card)
    tables = weighed.state.tables
    assert tables is not None
    kept = weighed.hand & ~(1 << card.index)
    for suit in {tables.suit_of[held] for held in bits(kept)} - {own}:
        dangers = list(_dangers(weighed, suit, kept))
        if not dangers:
            continue
        held, dear = min(dangers, key=lambda pair: (pair[0] != pair[1], -weighed.strength(pair[0], suit)))
        mark = weighed.strength(dear, suit)
        low = [c for c in bits(kept) if tables.suit_of[c] == suit and weighed.strength(c, suit) < mark]
        if not low:
            continue

        def uncovers(action: Action, low: list[int] = low) -> bool:
            other = weighed.card_of(action)
            return other is not None and other.index in low

        takes = weighed.takes(1 << dear)
        other = weighed.rival(lower=takes, where=uncovers)
        if other is None:
            continue
        cards, letter = plan.pack.cards, cards_suit(weighed, suit)
        name = words.card_name(cards[held])
        while_out = "" if held == dear else f" while {words.card_name(cards[dear])} is out"
        guards = wording.low_cards(plan, len(low), letter)
        takes_it = f"you take {words.card_name(cards[dear])} {weighed.shares(other, takes)}"
        yield weighed.found(
            other, 0, "covered", f"this keeps {name} covered by {guards}{while_out}: {takes_it}."
        )


def cards_suit(weighed: Weighed, suit: int) -> str:
    """Return the letter of a suit by its place in the play; "" for cards without a suit."""
    assert weighed.state.tables is not None
    suits = weighed.state.tables.suits
    return suits[suit] if suit < len(suits) else ""


def _parts_with(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reason for getting rid of a card with which a dear card of its suit may be taken."""
    suit = weighed.suit_of(card)
    for held, dear in _dangers(weighed, suit, weighed.hand):
        if held != card.index or weighed.dear >> held & 1:
            continue

        def keeps(action: Action) -> bool:
            other = weighed.card_of(action)
            return other is not None and other.index != card.index

        takes = weighed.takes(1 << dear)
        other = weighed.rival(lower=takes, where=keeps)
        if other is None:
            continue
        name, feared = words.card_name(card), words.card_name(weighed.plan.pack.cards[dear])
        then = f"you take {feared} {weighed.shares(other, takes)}"
        yield weighed.found(
            other, 0, "unprotected", f"this gets rid of {name}, which may take {feared}: {then}."
        )


def _gives(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reason for putting a card that counts on a partner's trick."""
    gain = weighed.gain(card.index)
    if gain <= 0 or not weighed.friends or not weighed.state.open_trick:
        return
    if weighed.mean(weighed.best, weighed.friendly) < 0.5:
        return

    def less(action: Action) -> bool:
        other = weighed.card_of(action)
        return other is not None and weighed.gain(other.index) < gain

    takes = weighed.takes(1 << card.index, side=True)
    other = weighed.rival(higher=takes, where=less)
    if other is None:
        return
    value = wording.points(weighed.plan, gain)
    what = f"{words.card_name(card)} ({value})" if value else words.card_name(card)
    then = f"your side takes it {weighed.shares(other, takes)}"
    yield weighed.found(other, 0, "gives", f"this gives {what} to {weighed.partner}’s trick: {then}.")


def _keeps(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reason for holding a card back that another trick does better with."""
    if not weighed.state.open_trick and not weighed.worth.total_value:
        return
    for other in weighed.others:
        rival = weighed.card_of(other.action)
        if rival is None or weighed.gain(rival.index) <= max(weighed.gain(card.index), 0):
            continue
        takes = weighed.takes(1 << rival.index, side=True)
        if weighed.mean(weighed.best, takes) < _OFTEN:
            continue
        if not (weighed.more(other, takes).clear and weighed.gap(other).likely):
            continue
        value = wording.points(weighed.plan, weighed.gain(rival.index))
        what = f"{words.card_name(rival)} ({value})" if value else words.card_name(rival)
        then = f"{weighed.you} it {weighed.shares(other, takes, 'if you play it now')}"
        yield weighed.found(other, 0, "keeps", f"this keeps {what} from your opponents: {then}.")
        return
