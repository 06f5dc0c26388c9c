"""How a seed shuffles a pack, written so that it can be done again by hand and in any language."""

from __future__ import annotations

from hashlib import sha256

import pytest

from whister.shuffle import cut_of, shuffled


def digest(text: str) -> int:
    """Return the SHA-256 digest of a text, as one number."""
    return int(sha256(text.encode()).hexdigest(), 16)


def by_hand(cards: list[int], number: int) -> list[int]:
    """Return cards in an order given by a number: its last factorial digit picks the first card, and so on."""
    left, order = list(cards), list[int]()
    while left:
        number, at = divmod(number, len(left))
        order.append(left.pop(at))
    return order


@pytest.mark.parametrize("size", [1, 2, 32, 52, 53, 57])
def test_a_pack_is_shuffled_by_the_digits_of_one_digest(size: int) -> None:
    assert shuffled(range(size), "1909") == by_hand([*range(size)], digest("1909"))


@pytest.mark.parametrize(
    ("size", "blocks"), [(58, 1), (64, 1), (72, 1), (73, 1), (74, 2), (104, 2), (107, 2), (128, 4)]
)
def test_a_larger_pack_takes_further_digests(size: int, blocks: int) -> None:
    number = digest("1909")
    for block in range(1, blocks + 1):
        number = number << 256 | digest(f"1909/{block}")
    assert shuffled(range(size), "1909") == by_hand([*range(size)], number)


def test_a_seed_may_be_a_number() -> None:
    assert shuffled("ABCDE", 1909) == shuffled("ABCDE", "1909")


def test_a_cut_leaves_a_card_on_each_side() -> None:
    cuts = [cut_of(seed, 5) for seed in range(60)]
    assert cuts == [digest(f"{seed}/cut") % 4 + 1 for seed in range(60)]
    assert {*cuts} == {1, 2, 3, 4}
