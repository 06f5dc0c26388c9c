"""Giving cards to places at random, each to a place that may hold it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_TRIES = 12


def mixed(cards: Sequence[int], chance: Random) -> list[int]:
    """Return cards in random order. It uses ``random`` alone, whose numbers are the same in every version of Python."""
    draw = chance.random
    return [card for _, card in sorted([(draw(), card) for card in cards])]


def one_of(cards: Sequence[int], chance: Random) -> int:
    """Return one of some cards at random."""
    return cards[int(chance.random() * len(cards))]


class Place:
    """Where cards that were not seen lie: a hand, or the cards laid aside.

    ``cards`` are those that lie there in the first world, ``may`` those that may lie there, as a mask.
    """

    __slots__ = ("cards", "mask", "may", "seat")

    def __init__(self, cards: tuple[int, ...], may: int, seat: int) -> None:
        self.cards, self.may, self.seat = cards, may, seat
        self.mask = sum(1 << card for card in cards)


def assigned(places: Sequence[Place], chance: Random) -> dict[int, int] | None:
    """Return, for each card of the first world, the card that lies in its place instead; None if none was found.

    Cards that few places may hold are placed first, each in proportion to the room left in those places.
    """
    cards = [card for place in places for card in place.cards]
    allowed = {card: [at for at, place in enumerate(places) if place.may >> card & 1] for card in cards}
    draw = chance.random
    for attempt in range(_TRIES):
        room = [len(place.cards) for place in places]
        cards = mixed(cards, chance)
        cards.sort(key=lambda card: len(allowed[card]))
        held: list[list[int]] = [[] for _ in places]
        for card in cards:
            among = allowed[card]
            total = sum([room[at] for at in among])
            if not total:
                if attempt < _TRIES // 2 or not _make_room(card, among, allowed, held, room):
                    break
                continue
            pick = draw() * total
            for at in among:
                pick -= room[at]
                if pick < 0:
                    break
            held[at].append(card)
            room[at] -= 1
        else:
            where: dict[int, int] = {}
            for place, own in zip(places, held, strict=True):
                where.update(zip(place.cards, mixed(own, chance), strict=True))
            return where
    return None


def _make_room(
    card: int, among: Sequence[int], allowed: dict[int, list[int]], held: list[list[int]], room: list[int]
) -> bool:
    """Put a card in the place of another that may lie elsewhere; return whether there was one."""
    for at in among:
        for other in held[at]:
            for elsewhere in allowed[other]:
                if room[elsewhere]:
                    held[at].remove(other)
                    held[at].append(card)
                    held[elsewhere].append(other)
                    room[elsewhere] -= 1
                    return True
    return False
