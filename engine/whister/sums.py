"""Checks whether points can be the sums of the values of cards captured, each by one player at most."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

Kinds = tuple[tuple[int, int], ...]  #: the value of a card and how many cards have it, the highest first


@lru_cache(maxsize=1024)
def shared_out(kinds: Kinds, points: tuple[int, ...], left: int, spare: int) -> bool:
    """Return whether the cards can be divided so that those of each seat add up to its ``points``, and at most
    ``spare`` others add up to ``left``. Together ``points`` and ``left`` are the value of all the cards. All seats are
    considered together: the cards are assigned one by one, the highest first, and at each card every combination of
    what the seats still need, whatever their order, is considered only once.
    """
    if kinds and kinds[0][0] < 0:  # no card has positive points
        kinds, left = tuple((-worth, count) for worth, count in reversed(kinds)), -left
        points = tuple(-own for own in points)
    if kinds and kinds[-1][0] < 0:
        return True  # a card has negative points: a seat may have more cards than its points show
    if min((*points, left)) < 0:
        return False
    cards = [worth for worth, count in kinds for _ in range(count)]
    alike = len(cards) - kinds[-1][1] if kinds else 0  # all cards from here on have the same value
    divisors = {at: gcd(*cards[at:]) for at in range(len(cards)) if not at or cards[at] < cards[at - 1]}
    failed: set[tuple[int, tuple[int, ...], int, int]] = set()

    def fits(at: int, lacks: tuple[int, ...], left: int, spare: int) -> bool:
        if at in divisors and any(lack % divisors[at] for lack in lacks):
            return False
        if at >= alike:
            return at == len(cards) or left // cards[at] <= spare
        state = at, lacks, left, spare
        if state in failed:
            return False
        worth, places = cards[at], {lack: place for place, lack in enumerate(lacks) if lack >= cards[at]}
        for lack, place in sorted(
            places.items(), key=lambda found: found[0] != worth
        ):  # an exact fit is tried first
            rest = sorted((*lacks[:place], lack - worth, *lacks[place + 1 :]), reverse=True)
            if fits(at + 1, tuple(rest), left, spare):
                return True
        if left >= worth and spare and fits(at + 1, lacks, left - worth, spare - 1):
            return True
        failed.add(state)
        return False

    return fits(0, tuple(sorted(points, reverse=True)), left, spare)


def no_sum(kinds: Kinds, points: Sequence[int]) -> int | None:
    """Return the first seat whose points no cards can add up to, whatever the other seats have; None if there is
    none."""
    everything, cards = sum(worth * count for worth, count in kinds), sum(count for _, count in kinds)
    return next(
        (s for s, own in enumerate(points) if not shared_out(kinds, (own,), everything - own, cards)), None
    )


__all__ = ["Kinds", "no_sum", "shared_out"]
