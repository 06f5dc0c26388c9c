"""Points given without cards must be a possible division of the cards among the players, and fit their tricks."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import whister
from tests.engine.small import small
from whister import DealError
from whister.sums import Kinds, no_sum, shared_out
from whister.words import cards_in_words

FEW: Kinds = ((5, 1), (3, 2), (2, 2))  # five cards, 15 points


def dealt_out(kinds: Kinds, seats: int, spare: int) -> set[tuple[int, ...]]:
    """Return what the seats may have, by giving every card to every seat or, for up to ``spare`` cards, to nobody."""
    cards = [worth for worth, count in kinds for _ in range(count)]
    return {
        tuple(
            sum(card for card, to in zip(cards, takers, strict=True) if to == seat) for seat in range(seats)
        )
        for takers in product(range(seats + 1), repeat=len(cards))
        if takers.count(seats) <= spare
    }


@pytest.mark.parametrize("spare", [0, 1, 2, 5])
@pytest.mark.parametrize(
    "kinds",
    [
        FEW,
        ((4, 3),),
        ((7, 1), (4, 1), (1, 3)),
        ((6, 2), (4, 3)),
        ((7, 1), (4, 2)),
        ((6, 3), (4, 1)),
        ((9, 1), (6, 1), (4, 2)),
    ],
)
def test_points_can_be_shared_out_where_some_deal_shares_them_so(kinds: Kinds, spare: int) -> None:
    everything = sum(worth * count for worth, count in kinds)
    possible = dealt_out(kinds, 3, spare)
    for points in product(range(everything + 1), repeat=3):
        left = everything - sum(points)
        if left >= 0:
            assert shared_out(kinds, points, left, spare) == (points in possible), points
            below = tuple((-worth, count) for worth, count in reversed(kinds))
            negative = tuple(-own for own in points)
            assert shared_out(below, negative, -left, spare) == (points in possible), negative


SIXES_AND_A_FOUR: Kinds = ((6, 3), (4, 1))
A_SEVEN_AND_FOURS: Kinds = ((7, 1), (4, 2))


@pytest.mark.parametrize(
    ("kinds", "points", "can"),
    [
        (SIXES_AND_A_FOUR, [(22, 0), (18, 4), (16, 6), (12, 10), (6, 6, 10), (4, 6, 12), (6, 6, 6, 4)], True),
        (
            SIXES_AND_A_FOUR,
            [(20, 2), (14, 8), (11, 11), (8, 8, 6), (6, 8, 8), (4, 4, 14), (10, 10, 2)],
            False,
        ),
        (A_SEVEN_AND_FOURS, [(15, 0), (11, 4), (8, 7), (4, 11), (7, 4, 4), (4, 7, 4)], True),
        (A_SEVEN_AND_FOURS, [(14, 1), (13, 2), (12, 3), (10, 5), (9, 6), (7, 5, 3), (6, 5, 4)], False),
    ],
)
def test_four_cards_or_three_are_all_captured(kinds: Kinds, points: list[tuple[int, ...]], can: bool) -> None:
    for shared in points:
        assert shared_out(kinds, shared, 0, 0) is can, shared


@pytest.mark.parametrize(
    ("points", "spare"),
    [((22,), 0), ((18,), 1), ((16,), 1), ((6, 6, 6), 1), ((6, 4, 6), 1), ((12,), 2), ((6, 4), 2), ((4,), 3), ((0, 6), 3), ((0,), 4)],
)  # fmt: skip
def test_so_many_cards_are_left_that_nobody_captures(points: tuple[int, ...], spare: int) -> None:
    """Three cards count 6 points each and one counts 4, so a player with 18 points has left the card that counts 4."""
    left = 22 - sum(points)
    assert [shared_out(SIXES_AND_A_FOUR, points, left, some) for some in range(5)] == [
        some >= spare for some in range(5)
    ]


def test_the_seat_is_named_whose_points_no_cards_come_to() -> None:
    assert no_sum(FEW, (0, 14, 1)) == 1  # all but one point: no card is worth one
    assert (
        no_sum(((13, 1), (1, 13)), (7, 7, 6, 6)) is None
    )  # each alone has so many hearts; the queen is left over


def test_where_no_card_counts_anything_nobody_has_points() -> None:
    assert shared_out((), (0, 0, 0, 0), 0, 52)
    assert no_sum((), (0, 0, 0, 0)) is None


def test_of_cards_that_take_points_off_nothing_is_said() -> None:
    assert shared_out(((1, 13), (-10, 1)), (2, 1, 0, 0), 0, 0)
    assert shared_out(((1, 13), (-1, 1)), (2, 1, 0, 0), 0, 0)


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("rook/tournament", {"points": [61, 59, 0, 0]}, "the 61 of seat 0"),
    ("rook/tournament", {"points": [60, 55, 3, 2]}, "the 3 of seat 2"),
    ("hearts/black-lady", {"points": [7, 7, 6, 6]}, "these"),
    ("hearts/spot", {"points": [1, 50, 53, 0]}, "the 1 of seat 0"),
]


@pytest.mark.parametrize(("name", "facts", "what"), REFUSED)
def test_points_that_no_cards_come_to_are_refused(name: str, facts: dict[str, Any], what: str) -> None:
    bid = {"declarer": 0, "bid": 100} if name.startswith("rook") else {}
    with pytest.raises(
        DealError,
        match=f"outcome, points: {what} cannot be made up from the cards, each captured once; the pack has ",
    ):
        whister.load(name).outcome(**facts, **bid)


def test_five_kinds_of_cards_are_named_and_of_more_the_five_dearest() -> None:
    """Every card is worth an even number, so that nobody can have one point."""
    for ranks, told in (
        ("AKQJ", "four cards of 8, four cards of 6, four cards of 4, four cards of 2"),
        ("AKQJT", "four cards of 10, four cards of 8, four cards of 6, four cards of 4, four cards of 2"),
        ("AKQJT9", "four cards of 12, four cards of 10, four cards of 8, four cards of 6, four cards of 4 and more"),
    ):  # fmt: skip
        worth = {rank: 2 * place for place, rank in enumerate(reversed(ranks), 1)}
        rules = small(values={"cards": worth})
        points = [1, rules.plan.worth.total_value - 1, 0, 0]
        with pytest.raises(DealError) as refused:
            rules.outcome(points=points)
        said = "outcome, points: the 1 of seat 0 cannot be made up from the cards, each captured once; the pack has "
        assert str(refused.value) == f"{said}{told} [hearts/trial#values]; got {points}"


HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def test_fourteen_cards_do_not_come_of_one_trick() -> None:
    rules = whister.load("hearts/black-lady")
    with pytest.raises(
        DealError, match=r"seat 0 has 14 cards; one trick holds four cards \[hearts/black-lady#trick\]"
    ):
        rules.outcome(captured=[f"QS {HEARTS}", "", "", ""], tricks=[1, 4, 4, 4])
    assert rules.outcome(captured=[f"QS {HEARTS}", "", "", ""], tricks=[4, 3, 3, 3]).tricks == (4, 3, 3, 3)


def test_it_is_said_how_many_cards_one_trick_holds_or_more_hold() -> None:
    pack = [f"{rank}{suit}" for suit in "HSDC" for rank in "AKQJT98765432"]
    rules = small(values={"cards": {"H": 1}})
    for won, hold in (
        (1, "one trick holds four cards"),
        (2, "two tricks hold eight cards"),
        (4, "four tricks hold 16 cards"),
    ):
        fits, over = (
            {"captured": [pack[:cards], pack[cards:], [], []], "tricks": [won, 13 - won, 0, 0]}
            for cards in (4 * won, 4 * won + 1)
        )
        assert rules.outcome(**fits).tricks == (won, 13 - won, 0, 0)
        with pytest.raises(DealError) as refused:
            rules.outcome(**over)
        said = f"outcome, captured: seat 0 has {cards_in_words(4 * won + 1)}; {hold} [hearts/trial#trick]"
        assert str(refused.value) == said


def test_no_points_come_of_no_trick() -> None:
    """There are four aces at one point each."""
    rules = small(values={"cards": {"A": 1}})
    with pytest.raises(DealError, match=r"^outcome, tricks: seat 1 captured cards but won no trick$"):
        rules.outcome(points=[3, 1, 0, 0], tricks=[13, 0, 0, 0])
    with pytest.raises(DealError, match=r"^outcome, tricks, seat 2: expected a whole number from 0, got -1$"):
        rules.outcome(points=[4, 0, 0, 0], tricks=[14, 0, -1, 0])
    assert rules.outcome(points=[3, 1, 0, 0], tricks=[12, 1, 0, 0]).tricks == (12, 1, 0, 0)


def test_the_nest_goes_with_the_last_trick() -> None:
    rules = whister.load("rook/one-high-200")
    facts: dict[str, Any] = {
        "captured": ["R5 Y5 G5 B5 R10 Y10", "G10 B10 R14 Y14 G14 B14 R1 Y1 G1 B1 ROOK", "", ""],
        "tricks": [1, 12, 0, 0],
        "declarer": 0,
        "bid": 100,
    }
    assert rules.outcome(**facts, declared={"last_trick": [0]}).tricks
    with pytest.raises(
        DealError, match=r"seat 0 has six cards; one trick holds four cards \[rook/one-high-200#trick\]"
    ):
        rules.outcome(**facts, declared={"last_trick": [1]})


def test_the_nest_is_more_than_the_tricks_hold() -> None:
    rules, bid = whister.load("rook/tournament"), {"declarer": 0, "bid": 100}
    nine, four = "R5 Y5 G5 B5 R10 Y10 G10 B10 R14", "Y14 G14 B14 ROOK"
    assert rules.plan.dealing.widow_size == 5
    assert rules.outcome(captured=[nine, four, "", ""], tricks=[1, 7, 1, 0], **bid).tricks == (1, 7, 1, 0)
    with pytest.raises(
        DealError,
        match=r"seat 0 has ten cards; one trick and the nest hold nine cards \[rook/tournament#nest\]",
    ):
        rules.outcome(captured=[f"{nine} Y14", "G14 B14 ROOK", "", ""], tricks=[1, 7, 1, 0], **bid)


def test_five_points_do_not_come_of_one_trick() -> None:
    """Four hearts are four points, and the queen alone is thirteen."""
    rules = whister.load("hearts/black-lady")
    with pytest.raises(
        DealError,
        match=r"seat 0 has 5; one trick holds four cards, and no four cards come to that \[hearts/black-lady#trick\]",
    ):
        rules.outcome(points=[5, 21, 0, 0], tricks=[1, 12, 0, 0])
    for points in (4, 13, 16):
        assert rules.outcome(points=[points, 26 - points, 0, 0], tricks=[1, 12, 0, 0]).tricks


def test_the_last_trick_is_one_of_those_its_winner_won() -> None:
    rules = whister.load("rook/one-high-200")
    facts: dict[str, Any] = {"points": [180, 0, 0, 0], "declarer": 0, "bid": 100, "tricks": [13, 0, 0, 0]}
    with pytest.raises(
        DealError, match="outcome, declared, last_trick: seat 1 won it, but no trick according to 'tricks'"
    ):
        rules.outcome(**facts, declared={"last_trick": [1]})
    for seat in (0, 2):  # partners: a book may give a side's tricks as one number
        assert rules.outcome(**facts, declared={"last_trick": [seat]}).tricks
