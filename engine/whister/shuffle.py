"""Shuffling that does not depend on the version of any library.

The SHA-256 digest of the seed, read as one number, picks one of the n! orders of the pack: its digits in the
factorial number system say which of the remaining cards comes next. One digest (256 bits) covers 57! (254 bits); a
larger pack takes the digests of ``seed/1``, ``seed/2`` … as further digits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
_ONE_DIGEST = 57
_WORD = 1 << 30  #: Python's arithmetic is fastest with numbers below this


@cache
def _sha256() -> Callable[[bytes], Any]:
    from hashlib import sha256  # its library takes longer to load than a rule set

    return sha256


def shuffled(cards: Sequence[T], seed: str | int) -> list[T]:
    """Return the cards in the order that the seed determines; equal seeds always give equal orders."""
    text = str(seed).encode()
    sha256 = _sha256()
    number = int.from_bytes(sha256(text).digest())
    size = len(cards)
    if size > _ONE_DIGEST:
        for block in range(1, size * size.bit_length() // 256 + 1):
            number = number << 256 | int.from_bytes(sha256(text + b"/%d" % block).digest())
    order: list[T] = _ordering(size)(list(cards).pop, number)
    return order


def cut_of(seed: str | int, size: int) -> int:
    """Return how many cards a seed cuts off the top of a pack: from 1 to all but one."""
    return int.from_bytes(_sha256()(f"{seed}/cut".encode()).digest()) % (size - 1) + 1


def ordering_code(size: int) -> str:
    """Return Python code that orders a pack of a given size, with one line for each card instead of a loop.

    >>> print(ordering_code(3))
    def order(take, number):
        return [
            take((part := number % 6) % 3),
            take((part := part // 3) % 2),
            take((part := part // 2) % 1),
        ]
    """
    lines, left, rest = ["def order(take, number):", "    return ["], size, "number"
    while left:
        product, group = 1, list[int]()
        while left and product * left < _WORD:
            product *= left
            group.append(left)
            left -= 1
        lines.append(f"        take((part := {rest} % {product}) % {group[0]}),")
        lines += [f"        take((part := part // {size}) % {size - 1})," for size in group[:-1]]
        rest = f"(number := number // {product})"
    return "\n".join([*lines, "    ]"])


@cache
def _ordering(size: int) -> Callable[[Callable[[int], Any], int], list[Any]]:
    made: dict[str, Any] = {}
    exec(
        compile(ordering_code(size), f"<the order of {size} cards>", "exec"), made
    )  # only code generated here
    found: Callable[[Callable[[int], Any], int], list[Any]] = made["order"]
    return found
