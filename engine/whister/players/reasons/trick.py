"""Reasons about the trick on the table: winning it, leaving it to others, and rules that make it harmless."""

from __future__ import annotations

from collections.abc import Iterator

from whister import words
from whister.cards import Card, bits
from whister.notation import Action
from whister.plan import naming
from whister.plan.tricks import FIRST_TRICK, LEADING, Step
from whister.players import wording
from whister.players.reasons.endings import Ending, mean
from whister.players.reasons.reason import Found
from whister.players.reasons.weighing import Weighed
from whister.players.search.searching import Considered

_RARE = 0.03  #: the share of deals up to which something hardly ever happens
_MOSTLY = 0.5  #: the share of deals from which a card is said to win a trick
_STRIKING = 0.25  #: the share of deals by which a trick must be won less often for that to be a reason


def reasons(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reasons for a card that have to do with the trick to which it is played."""
    yield from _draws(weighed, card)
    more, less = weighed.rival(higher=weighed.wins), weighed.rival(lower=weighed.wins)
    if more is not None and less is not None and weighed.gap(less).mean > weighed.gap(more).mean:
        more = None
    if more is not None:
        barred = list(_barred(weighed, card, more))
        yield from barred
        if not weighed.avoids:
            yield from _wins(weighed, card, more)
        elif not barred:
            yield from _safe(weighed, card, more)
    elif less is not None:
        yield from _ducks(weighed, card, less) if weighed.avoids else _leaves(weighed, less)
    elif not weighed.avoids and weighed.state.open_trick:
        higher = next((each for each in weighed.others if _higher(weighed, card, each)), None)
        if higher is not None and weighed.gap(higher).likely:
            yield from _saves(weighed, higher)


# -- winning the trick


def _wins(weighed: Weighed, card: Card, other: Considered) -> Iterator[Found]:
    """Yield the reason for a card that wins the trick more often than another, for a seat that wants tricks."""
    state, suit, tables = weighed.state, weighed.suit_of(card), weighed.state.tables
    assert tables is not None
    name, what = words.card_name(card), _content(weighed)
    often, _, deals = weighed.means(other, weighed.wins)
    shares = weighed.shares(other, weighed.wins, f"with {wording.named(weighed.plan, other.action)}")
    trump = tables.suits.index(state.trump) if state.trump else -1
    if often < _MOSTLY:
        return
    if state.open_trick and suit == trump != state.suit_led:
        last = "you play last, and " if _last(weighed) else ""
        text = f"{last}{name} trumps the trick{what.removesuffix(',')}: you win it {shares}."
        yield weighed.found(other, 2, "ruffs", text)
    elif _last(weighed) and often == 1:
        text = f"you play last, and {name} wins the trick{what.removesuffix(',')}."
        yield weighed.found(other, 2, "last", text)
    elif not state.open_trick and _highest(weighed, card):
        sure = "so" if often == 1 else "and"
        share = "" if often == 1 else f" {wording.share(often, deals)}"
        text = f"no higher {_suit_name(weighed, suit)} is out, {sure} {name} wins the trick{share}."
        yield weighed.found(other, 2, "sure", text)
    else:
        yield weighed.found(other, 2, "wins", f"with {name} you win the trick{what} {shares}.")


def _safe(weighed: Weighed, card: Card, other: Considered) -> Iterator[Found]:
    """Yield the reason for a card that wins a harmless trick, for a seat that avoids tricks."""
    if not weighed.costing or weighed.view.contract or _costs(weighed) or weighed.gain(card.index) < 0:
        return
    name = words.card_name(card)
    won = [ending for ending in weighed.best.records if weighed.wins(ending)]
    caught = mean(won, lambda ending: _caught(weighed, ending))
    if _last(weighed):
        text = (
            f"you play last and nothing in the trick costs you anything: a safe time to win it with {name}."
        )
        yield weighed.found(other, 2, "last", text)
    elif caught <= _RARE and len(won) >= _MOSTLY * len(weighed.best.records):
        share = wording.share(caught, len(won))
        text = f"this is a safe time to win the trick with {name}: it contains a penalty card {share}."
        yield weighed.found(other, 3, "safe", text)


def _last(weighed: Weighed) -> bool:
    """Return whether the seat is the last to play to the trick."""
    return bool(weighed.state.open_trick) and weighed.state.seat == weighed.state.last


def _highest(weighed: Weighed, card: Card) -> bool:
    """Return whether no card of its suit that may be in another hand is stronger than this card."""
    suit, tables = weighed.suit_of(card), weighed.state.tables
    assert tables is not None
    own = weighed.strength(card.index, suit)
    return not any(tables.suit_of[c] == suit and weighed.strength(c, suit) > own for c in bits(weighed.out))


def _suit_name(weighed: Weighed, suit: int) -> str:
    tables = weighed.state.tables
    assert tables is not None
    return naming.card_of(weighed.plan, tables.suits[suit]) if suit < len(tables.suits) else "card"


# -- leaving the trick to others


def _ducks(weighed: Weighed, card: Card, other: Considered) -> Iterator[Found]:
    """Yield the reason for a card that wins the trick less often than another, for a seat that avoids tricks."""
    state, what = weighed.state, _content(weighed)
    if state.open_trick and all(ending.winner == state.taker for ending in weighed.best.records):
        text = f"{words.card_name(card)} leaves the trick{what} to seat {state.taker}."
    else:
        now, then, _ = weighed.means(other, weighed.wins)
        if then - now < _STRIKING:
            return  # too little to be what the result comes from
        after = f"with {wording.named(weighed.plan, other.action)}"
        text = f"you win the trick{what} {weighed.shares(other, weighed.wins, after)}."
    yield weighed.found(other, 2, "ducks", text)


def _leaves(weighed: Weighed, other: Considered) -> Iterator[Found]:
    """Yield the reason for a card that leaves the trick to a partner, or saves a higher one, if tricks are wanted."""
    if weighed.friends and weighed.more(other, weighed.friendly).clear:
        after = f"with {wording.named(weighed.plan, other.action)}"
        shares = weighed.shares(other, weighed.friendly, after)
        yield weighed.found(other, 3, "ducks", f"{weighed.partner} wins the trick {shares}.")
    else:
        yield from _saves(weighed, other)


def _saves(weighed: Weighed, other: Considered) -> Iterator[Found]:
    """Yield the reason for keeping the card of another action for a later trick."""
    rival = weighed.card_of(other.action)
    quantity, unit = (weighed.points, "points") if weighed.counted else (weighed.tricks, "tricks")
    if rival is None or not weighed.more(other, quantity).clear:
        return
    if told := weighed.averages(other, quantity, unit, "if you play it now"):
        text = f"this saves {words.card_name(rival)} for a later trick: {weighed.you} {told}."
        yield weighed.found(other, 3, "saves", text)


def _higher(weighed: Weighed, card: Card, other: Considered) -> bool:
    """Return whether another action plays a higher card of the same suit that is worth as much."""
    rival, suit = weighed.card_of(other.action), weighed.suit_of(card)
    return (
        rival is not None
        and weighed.suit_of(rival) == suit
        and max(weighed.gain(rival.index), 0) == max(weighed.gain(card.index), 0)
        and weighed.strength(rival.index, suit) > weighed.strength(card.index, suit)
    )


# -- what is in the trick


def _costs(weighed: Weighed) -> bool:
    """Return whether the trick on the table contains a card that costs its winner something."""
    return any(weighed.gain(card) < 0 for card in weighed.state.open_trick)


def _caught(weighed: Weighed, ending: Ending) -> bool:
    """Return whether the seat won the trick with a card in it that costs."""
    return ending.winner == weighed.seat and bool(ending.trick & weighed.costing)


def _content(weighed: Weighed) -> str:
    """Return what there is in the trick on the table that counts: ``, with the queen of spades in it,``."""
    counting = [card for card in weighed.state.open_trick if weighed.gain(card)]
    if not counting:
        return ""
    if len(counting) == 1:
        return f", with {words.card_name(weighed.plan.pack.cards[counting[0]])} in it,"
    value = abs(sum(weighed.gain(card) for card in counting))
    told = wording.points(weighed.plan, value) or f"{words.cards_in_words(len(counting))} that count"
    return f", with {told} in it,"


def _barred(weighed: Weighed, card: Card, other: Considered) -> Iterator[Found]:
    """Yield the reason that a rule lets nobody throw a card that costs on the first trick."""
    state, tables = weighed.state, weighed.state.tables
    costing = weighed.worth.penalties & weighed.out
    if tables is None or not costing or _costs(weighed) or not state.flags & FIRST_TRICK:
        return
    led = state.suit_led if state.suit_led != LEADING else weighed.suit_of(card)
    step = _bars(tables.named[state.flags][led], costing)
    if step is None or any(tables.suit_of[place] == led for place in bits(costing)):
        return
    if weighed.mean(weighed.best, lambda ending: _caught(weighed, ending)) > _RARE:
        return
    text = "no penalty card may be thrown on the first trick by a hand with other cards, so winning it costs you nothing."
    yield weighed.found(other, 1, "barred", text, step.clause.id)


def _bars(steps: tuple[Step, ...], cards: int) -> Step | None:
    """Return the rule that keeps these cards from being thrown by a hand with other cards."""
    return next((step for step in steps if not cards & step.keep and not step.lapses), None)


# -- drawing trumps


def _draws(weighed: Weighed, card: Card) -> Iterator[Found]:
    """Yield the reason for a lead that draws trumps."""
    state, tables = weighed.state, weighed.state.tables
    if state.open_trick or not state.trump or tables is None or weighed.avoids:
        return
    trump, suit_of = tables.suits.index(state.trump), tables.suit_of
    left, own = (
        sum(1 for place in bits(cards) if suit_of[place] == trump) for cards in (weighed.out, weighed.hand)
    )
    if suit_of[card.index] != trump or not left or 2 * own < left:
        return

    def plain(action: Action) -> bool:
        led = weighed.card_of(action)
        return led is not None and suit_of[led.index] != trump

    quantity, unit = (weighed.points, "points") if weighed.counted else (weighed.tricks, "tricks")
    other = weighed.rival(higher=quantity, where=plain)
    if other is not None and (told := weighed.averages(other, quantity, unit)):
        are = "one trump is" if left == 1 else f"{words.number(left)} trumps are"
        text = f"this draws trumps: {are} still out, and {weighed.you} {told}."
        yield weighed.found(other, 1, "draws", text)
