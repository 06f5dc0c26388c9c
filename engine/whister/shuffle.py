"""Shuffling that no version of any library can change.

The SHA-256 digest of the seed, read as one number, picks one of the n! orders of the pack: its digits in the
factorial number system say which of the remaining cards comes next.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def shuffled(cards: Sequence[T], seed: str | int) -> list[T]:
    """The cards in the order the seed gives; equal seeds give equal orders, everywhere and for ever."""
    text = str(seed).encode()
    number = int.from_bytes(sha256(text).digest())
    size = len(cards)
    # one digest (256 bits) covers 57! (254 bits); a larger pack takes further digests
    blocks = (size * max(size - 1, 1).bit_length()) // 256 if size > 57 else 0
    for block in range(1, blocks + 1):
        number = number << 256 | int.from_bytes(sha256(text + b"/%d" % block).digest())
    rest = list(cards)
    order: list[T] = []
    take = rest.pop
    for left in range(size, 0, -1):
        number, place = divmod(number, left)
        order.append(take(place))
    return order
