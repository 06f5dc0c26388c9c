"""What all the contracts of a game give together: the mean bid, and the share that is made."""

from __future__ import annotations

import pytest

from whister.studies.figures import Figure, figures_of, wilson
from whister.studies.sums import Sum, Sums


def contracts(**played: tuple[int, int]) -> list[Figure]:
    """Return the figures of 100 deals; each contract has how often it was played and made."""
    sums: Sums = {"deals": Sum(100, 0, 0)}
    for name, (count, made) in played.items():
        about = name.removeprefix("bid_").replace("_", " ")
        sums[f"contract/{about}"] = Sum(count, count, count)
        sums[f"made/{about}"] = Sum(count, made, made)
    found = figures_of(sums, ("points",), (4,))
    return [figure for figure in found if figure.group in ("bid", "success")]


def test_sixty_bids_of_70_and_forty_of_75_are_72_on_average() -> None:
    """Each is 2 below or 3 above the mean: the variance is (60 · 4 + 40 · 9) / 99."""
    bid, made = contracts(bid_70=(60, 45), bid_75=(40, 20))
    assert (bid.value, bid.n, bid.unit) == (72, 100, "points")
    assert bid.error == pytest.approx((600 / 99 / 100) ** 0.5)
    assert (made.value, made.n) == (0.65, 100)
    assert (made.low, made.high) == wilson(65, 100)


def test_the_number_bid_is_read_from_a_contract_with_a_name() -> None:
    bid, _ = contracts(high_75=(10, 5), low_80=(10, 5))
    assert bid.value == 77.5


def test_contracts_without_a_number_have_no_mean_bid() -> None:
    (made,) = contracts(five=(80, 60), six=(20, 5))
    assert made.group == "success"
    assert made.value == 0.65
