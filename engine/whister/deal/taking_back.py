"""Taking back the last card while only cards can be played, without replaying the others."""

from __future__ import annotations

from collections.abc import Sequence

from whister.deal.tricks import Tricks
from whister.plan.tricks import FIRST_TRICK, LEADING, UNBROKEN, TrickPlay


def take_back_card(state: Tricks) -> int | None:
    """Put the last card back in its player's hand, and return its index; None if none was played, or if other actions
    are possible."""
    play = state.fast
    if play is None or not play.simple or _played(state) <= state.skipped:
        return None
    if not state.open_trick:
        _open_again(state, play)
    trick = state.open_trick
    card = trick.pop()
    me = leader = state.leader
    for _ in trick:
        me = play.after[me]
    width = play.layout.width
    state.parts[me][card // width] |= 1 << card % width
    if trick:
        _winning(state, play, leader, trick)
    else:
        _before_the_lead(state, play, me)
    state.seat = me
    state.turn_back(play)
    return card


def _winning(state: Tricks, play: TrickPlay, leader: int, trick: Sequence[int]) -> None:
    """Restore who is winning a trick, and which suit must be followed."""
    state.suit_led = play.suit_of[trick[0]]
    rank = state.rank = play.strength[state.suit_led]
    best = max(trick, key=rank.__getitem__)
    state.best, state.leader, state.taker, state.last = rank[best], leader, leader, play.before[leader]
    for _ in trick[: trick.index(best)]:
        state.taker = play.after[state.taker]


def _before_the_lead(state: Tricks, play: TrickPlay, leader: int) -> None:
    """Restore the state after the previous trick, or at the start of the play."""
    start = state.origin
    if len(state.closed_tricks) > (0 if start is None else len(start.closed_tricks)):
        before, cards, _ = state.closed_tricks[-1]
        _winning(state, play, before, cards)
    elif start is None:
        state.best = state.taker = state.last = 0
        state.rank, state.leader = (), leader
    else:
        state.best, state.taker, state.last = start.best, start.taker, start.last
        state.rank, state.leader = start.rank, start.leader
    state.suit_led = LEADING


def _played(state: Tricks) -> int:
    return sum(len(cards) for _, cards, _ in state.closed_tricks) + len(state.open_trick)


def _open_again(state: Tricks, play: TrickPlay) -> None:
    """Put the last complete trick back on the table."""
    state.leader, cards, taker = state.closed_tricks.pop()
    state.open_trick = [*cards]
    state.captured[taker] &= ~sum(play.bits[card] for card in cards)
    state.won[taker] -= 1
    start = state.origin
    state.flags = FIRST_TRICK | UNBROKEN if start is None else start.flags
    for _, taken, _ in state.closed_tricks[0 if start is None else len(start.closed_tricks) :]:
        if state.flags:
            broken = any(play.bits[card] & play.breaking for card in taken)
            state.flags = 0 if broken else state.flags & UNBROKEN
