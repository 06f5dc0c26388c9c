"""Shuffling that no version of any library can change.

The SHA-256 digest of the seed, read as one number, picks one of the n! orders of the pack: its digits in the
factorial number system say which of the remaining cards comes next. One digest (256 bits) covers 57! (254 bits); a
larger pack takes the digests of ``seed/1``, ``seed/2`` … as further digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_ONE_DIGEST = 57


def shuffled(cards: Sequence[T], seed: str | int) -> list[T]:
    """The cards in the order the seed gives; equal seeds give equal orders, everywhere and for ever."""
    text = str(seed).encode()
    number = int.from_bytes(sha256(text).digest())
    size = len(cards)
    if size > _ONE_DIGEST:
        for block in range(1, size * size.bit_length() // 256 + 1):
            number = number << 256 | int.from_bytes(sha256(text + b"/%d" % block).digest())
    take = list(cards).pop
    order: list[T] = []
    for product, factors in _digits(size):
        number, part = divmod(number, product)
        for left in factors:
            order.append(take(part % left))
            part //= left
    return order


def cut_of(seed: str | int, size: int) -> int:
    """How many cards a seed cuts off the top of a pack: from 1 to all but one."""
    return int.from_bytes(sha256(f"{seed}/cut".encode()).digest()) % (size - 1) + 1


@cache
def _digits(size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The numbers from ``size`` down to 1 in groups, each with its product, small enough to reckon with fast."""
    groups: list[tuple[int, tuple[int, ...]]] = []
    left = size
    while left:
        product, factors = 1, []
        while left and product * left < 1 << 60:
            product *= left
            factors.append(left)
            left -= 1
        groups.append((product, tuple(factors)))
    return tuple(groups)
