"""Repeating in an imagined deal what was done in the real one, whatever the imagined hands allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whister.deal.machine import Machine
from whister.errors import WhisterError
from whister.notation import Action

if TYPE_CHECKING:
    from whister.plan.tricks import TrickPlay


class Unimagined(Exception):
    """No world fits what was seen, as far as could be found."""


def swapped(mask: int, one: int, other: int) -> int:
    """Return a mask with two cards exchanged."""
    first, second = mask >> one & 1, mask >> other & 1
    if first != second:
        mask ^= 1 << one | 1 << other
    return mask


def play_card(deal: Machine, seat: int, cards: int) -> None:
    """Play a card that was seen to be played, whether or not the imagined hand had to play another."""
    if deal.seat != seat:
        raise Unimagined(f"seat {seat} is not the one to play")
    if not cards & deal.hand(seat):  # of equal cards, another copy
        cards = deal.plan.pack.equal_to(cards) & deal.hand(seat) or cards
    deal.force(cards.bit_length() - 1)


def carry_out(deal: Machine, seat: int, action: Action) -> None:
    """Carry out an action that was seen, even if the imagined hands do not allow it."""
    try:
        deal.act(action, seat)
    except WhisterError:
        _compel(deal, seat, action)


def _compel(deal: Machine, seat: int, action: Action) -> None:
    said = str(action)
    try:
        for aside in deal.asides:
            if any(said == words or said.startswith(f"{words} ") for words in aside.says):
                aside.perform(deal, seat, action)
                deal.log.append((seat, action))
                return
        if deal.stage is None or seat not in deal.pending:
            raise Unimagined(f"seat {seat} cannot {said}")
        deal._perform(seat, action)
    except (KeyError, IndexError, StopIteration, TypeError, ValueError) as error:
        raise Unimagined(f"seat {seat} cannot {said}") from error


def excluded_by(play: TrickPlay, flags: int, led: int, card: int) -> int:
    """Return the cards that a seat cannot have held when it played ``card``, since the rules would have refused it."""
    excluded, alive = 0, -1
    for step in play.named[flags][led]:
        if card & step.test:
            alive &= step.keep
        elif not card & step.keep:
            excluded |= step.test & alive
        else:
            alive &= ~(step.test & ~step.keep)
    return excluded & ~card
