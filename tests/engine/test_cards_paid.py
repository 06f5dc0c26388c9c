"""What single cards are paid by how they are played, and the party and the slam of Reversis. Seats 0 to 3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_settled import Game, paid
from whister import DealError

QUEEN = "queen of hearts"


def plays(*cards: tuple[str, int, str, int | None, int]) -> dict[str, Any]:
    """Return how cards were played: the card, who played it, in which way, whom it concerns, and in which trick."""
    names = ("card", "by", "how", "to", "trick")
    told = [dict(zip(names, card, strict=True)) for card in cards]
    return {"plays": [{name: value for name, value in one.items() if value is not None} for one in told]}


# -- consolations ---------------------------------------------------------------------------------------------------

CAME_OUT = plays(("QH", 1, "placed", 3, 4), ("AS", 1, "forced", 2, 5), ("AC", 2, "led", None, 13))


@pytest.mark.parametrize(
    ("how", "delta", "said"),
    [("placed", [0, 10, 0, -10], f"The {QUEEN} placed by seat 1"),
     ("forced", [-2, -2, 6, -2], "The ace of spades of seat 1 forced by seat 2")],
)  # fmt: skip
def test_the_winner_pays_for_a_card_placed_and_all_pay_for_one_forced(
    how: str, delta: list[int], said: str
) -> None:
    rules = small(consolation={"cards": {"A": 2, "QH": 10}, "how": how})
    assert paid(rules, declared=CAME_OUT) == (delta, {}, [said])


def test_a_player_who_sits_opposite_pays_double() -> None:
    rules = small(
        consolation={"cards": {"A": 2, "QH": 10}, "how": "placed"}, double_payments={"when": "opposite"}
    )
    assert paid(rules, declared=CAME_OUT).delta == [0, 20, 0, -20]
    assert paid(rules, declared=plays(("QH", 3, "placed", 1, 4))).delta == [0, -20, 0, 20]
    assert paid(rules, declared=plays(("QH", 1, "placed", 2, 4))).delta == [0, 10, -10, 0]
    forced = small(consolation={"cards": {"A": 2}, "how": "forced"}, double_payments={"when": "opposite"})
    assert paid(forced, declared=CAME_OUT).delta == [-4, -2, 8, -2]


def test_among_three_nobody_sits_opposite() -> None:
    three: Game = {"players": {"allowed": [3]}, "pack": {"kind": "french", "without": ["2C"]}}
    rules = small(
        3, **three, consolation={"cards": {"QH": 10}, "how": "placed"}, double_payments={"when": "opposite"}
    )
    assert paid(rules, declared=plays(("QH", 1, "placed", 2, 4))).delta == [0, 10, -10]
    assert paid(rules, declared=plays(("QH", 2, "placed", 1, 4))).delta == [0, -10, 10]


def test_what_is_paid_in_the_last_trick_is_doubled() -> None:
    rules = small(consolation={"cards": {"QH": 10}, "how": "placed"}, double_payments={"when": "last-trick"})
    assert paid(rules, declared=plays(("QH", 1, "placed", 3, 13))).delta == [0, 20, 0, -20]
    assert paid(rules, declared=plays(("QH", 1, "placed", 3, 12))).delta == [0, 10, 0, -10]


def test_the_later_entry_counts_where_two_fit_a_card() -> None:
    for cards, queen in (({"QH": 10, "H": 1}, 1), ({"H": 1, "QH": 10}, 10)):
        rules = small(consolation={"cards": cards, "how": "placed"})
        assert paid(rules, declared=plays(("QH", 1, "placed", 2, 4))).delta == [0, queen, -queen, 0]
        assert paid(rules, declared=plays(("2H", 1, "placed", 2, 4))).delta == [0, 1, -1, 0]


def test_a_card_without_an_amount_is_not_paid_for() -> None:
    rules = small(consolation={"cards": {"H": 1, "QH": 0}, "how": "placed"})
    assert paid(rules, declared=plays(("QH", 1, "placed", 2, 4))).said == []
    others = paid(
        rules, declared=plays(("2H", 0, "placed", 1, 3), ("QH", 1, "placed", 2, 4), ("3H", 3, "placed", 1, 5))
    )
    assert others.delta == [1, -2, 0, 1], "what else is placed is paid for"


# -- the party ------------------------------------------------------------------------------------------------------

#: the party is worth four and the cards laid out: five for the ace of diamonds, four for another ace, three for a king
PARTY: Game = {
    "values": {"cards": {"A": 4, "K": 3}}, "party_value": {"plus": 4, "instead": {"AD": 5}}, "rotation": {},
    "party_winner": {"ties": ["tricks", "dealer"]}, "party": {},
}  # fmt: skip
LAID: dict[str, Any] = {"laid_aside": ["AD", "KC", "2C", "3C"]}


def test_the_fewest_points_win_the_party_and_the_most_pay_it() -> None:
    found = paid(small(**PARTY), points=[7, 3, 11, 0], tricks=[5, 4, 2, 2], declared=LAID)
    assert found == ([0, 0, -12, 12], {},
                     ["The party is worth 12", "Seat 3 wins the party", "Seat 2 pays the party of 12"])  # fmt: skip
    with pytest.raises(DealError, match="give the cards laid out, one for each seat"):
        paid(small(**PARTY), points=[7, 3, 11, 0], tricks=[5, 4, 2, 2])


@pytest.mark.parametrize(
    ("tricks", "dealer", "winner"),
    [([2, 5, 4, 2], 0, 0), ([2, 5, 4, 2], 1, 0), ([2, 5, 4, 2], 2, 0), ([2, 5, 4, 2], 3, 3), ([3, 5, 4, 1], 0, 3),
     ([1, 5, 4, 3], 3, 0)],
)  # fmt: skip
def test_of_equal_points_the_fewest_tricks_win_and_of_equal_tricks_the_last_to_have_dealt(
    tricks: list[int], dealer: int, winner: int
) -> None:
    """Seats 0 and 3 have no points. Before seat 2 deals, seat 1 has dealt, and before that seat 0."""
    found = paid(small(**PARTY), {"dealer": dealer}, points=[0, 14, 7, 0], tricks=tricks, declared=LAID)
    assert found.said[1:] == [f"Seat {winner} wins the party", "Seat 1 pays the party of 12"]


def test_all_losers_may_share_the_party() -> None:
    rules = small(
        **{**PARTY, "party": {"payer": "all-losers-equally"}, "double_payments": {"when": "opposite"}}
    )
    found = paid(rules, points=[7, 3, 11, 0], tricks=[5, 4, 2, 2], declared=LAID)
    assert (found.delta, found.said[2]) == ([-4, -4, -4, 12], "The losers share the party of 12")
    thirds = paid(
        rules, points=[7, 3, 14, 0], tricks=[5, 4, 2, 2], declared={"laid_aside": ["AD", "2D", "2C", "3C"]}
    )
    assert thirds.delta == [-3, -3, -3, 9]
    odd = paid(
        rules, points=[11, 3, 11, 0], tricks=[5, 4, 2, 2], declared={"laid_aside": ["KD", "2D", "2C", "3C"]}
    )
    assert odd.delta == [Fraction(-7, 3), Fraction(-7, 3), Fraction(-7, 3), 7]
    assert [type(amount) for amount in (*found.delta, *thirds.delta)] == [int] * 8, (
        "thirds that are whole again"
    )


def test_the_party_is_doubled_for_a_loser_who_sits_opposite() -> None:
    rules = small(**PARTY, double_payments={"when": "opposite"})
    assert paid(rules, points=[0, 7, 11, 3], tricks=[5, 4, 2, 2], declared=LAID).delta == [24, 0, -24, 0]
    assert paid(rules, points=[0, 11, 7, 3], tricks=[5, 4, 2, 2], declared=LAID).delta == [12, -12, 0, 0]


# -- a slam that is undertaken --------------------------------------------------------------------------------------

SLAM: Game = {"undertaken_slam": {"after": 9, "side": 5, "opposite": 10}}


@pytest.mark.parametrize(
    ("won", "delta", "said"),
    [([1] * 13, [-5, 20, -5, -10], ["Every trick to seat 1", "All pay the winner of every trick"]),
     ([2] * 13, [-10, -5, 20, -5], ["Every trick to seat 2", "All pay the winner of every trick"]),
     ([1] * 9 + [2, 1, 1, 1], [0, -20, 20, 0], ["Every trick undertaken by seat 1, broken by seat 2", "Seat 1 pays the breaker"]),
     ([1] * 10 + [3, 2, 1], [0, -20, 0, 20], ["Every trick undertaken by seat 1, broken by seat 3", "Seat 1 pays the breaker"]),
     ([1] * 8 + [2, 1, 1, 1, 1], [0, 0, 0, 0], [])],
)  # fmt: skip
def test_who_wins_nine_tricks_has_undertaken_them_all(
    won: list[int], delta: list[int], said: list[str]
) -> None:
    tricks = [won.count(seat) for seat in range(4)]
    assert paid(small(**SLAM), declared={"won": won}, tricks=tricks) == (delta, {}, said)


def test_all_the_tricks_tell_of_a_slam_by_themselves() -> None:
    assert paid(small(**SLAM), tricks=[0, 0, 13, 0]).delta == [-10, -5, 20, -5]
    assert paid(small(**SLAM), tricks=[0, 1, 12, 0]).delta == [0, 0, 0, 0]


def test_a_deal_with_a_slam_has_no_party() -> None:
    rules = small(**SLAM, **PARTY)
    found = paid(rules, points=[0, 0, 21, 0], tricks=[0, 0, 13, 0], declared=LAID)
    assert (found.delta, len(found.said)) == ([-10, -5, 20, -5], 2)


@pytest.mark.parametrize(
    ("won", "delta"), [([1] * 13, [-5, 20, -5, -10]), ([1] * 9 + [2] + [1] * 3, [0, -30, 30, 0])]
)
def test_the_maker_of_a_slam_has_back_the_consolations_he_paid(won: list[int], delta: list[int]) -> None:
    rules = small(
        **SLAM,
        consolation={"cards": {"QH": 10}, "how": "placed"},
        consolations_returned={"who": "slam-maker"},
    )
    declared = {"won": won, **plays(("QH", 2, "placed", 1, 4))}
    tricks = [won.count(seat) for seat in range(4)]
    assert paid(rules, declared=declared, tricks=tricks).delta == delta
    others = {"won": won, **plays(("QH", 2, "placed", 3, 4))}
    still_paid = paid(rules, declared=others, tricks=tricks)
    assert "Consolations returned" not in still_paid.said


# -- the pools of single cards --------------------------------------------------------------------------------------

QUINOLA: Game = {"card_pool": {"cards": {"QH": "quinola"}, "most": {"quinola": 30}, "how": ["placed"]}}


@pytest.mark.parametrize(("held", "taken"), [(50, 30), (30, 30), (20, 20)])
def test_who_places_a_card_takes_its_pool_up_to_thirty(held: int, taken: int) -> None:
    found = paid(small(**QUINOLA), {"pool": {"quinola": held}}, declared=plays(("QH", 2, "placed", 1, 4)))
    assert found == (
        [0, 0, taken, 0],
        {"quinola": held - taken},
        [f"The {QUEEN} placed: seat 2 takes {taken}"],
    )


def test_a_card_that_comes_out_in_another_way_takes_nothing_and_may_cost_as_much() -> None:
    taking = small(**QUINOLA)
    paying = small(card_pool={**QUINOLA["card_pool"], "how": ["forced", "led"], "does": "pays"})
    for how, to in (("forced", 1), ("led", None)):
        declared = plays(("QH", 2, how, to, 4))
        assert paid(taking, {"pool": {"quinola": 20}}, declared=declared).said == []
        assert paid(paying, {"pool": {"quinola": 20}}, declared=declared) == (
            [0, 0, -20, 0], {"quinola": 40}, [f"The {QUEEN} {how}: seat 2 pays 20"])  # fmt: skip
    assert paid(taking, declared=plays(("QH", 2, "placed", 1, 4))).said == [], "an empty pool gives nothing"


@pytest.mark.parametrize(
    ("made", "by", "trick", "taken"),
    [(True, 1, 11, 20), (True, 1, 12, 0), (False, 1, 11, -20), (False, 1, 12, 0), (True, 2, 4, 0), (False, 2, 4, 0)],
)  # fmt: skip
def test_in_a_slam_the_pools_are_for_its_maker_alone_up_to_the_last_two_tricks(
    made: bool, by: int, trick: int, taken: int
) -> None:
    """However the queen is played, seat 1 takes from its pool if the slam is made, and pays into it if it is broken."""
    won = [1] * 13 if made else [1] * 9 + [2] + [1] * 3
    rules = small(**SLAM, card_pool_in_slam={"but": 2}, **QUINOLA)
    rules_led = small(
        **SLAM,
        card_pool_in_slam={"but": 2},
        card_pool={**QUINOLA["card_pool"], "how": ["forced"], "does": "pays"},
    )
    for game, how in ((rules, "placed"), (rules_led, "forced")):
        declared = {"won": won, **plays(("QH", by, how, 3, trick))}
        found = paid(
            game, {"pool": {"quinola": 20}}, declared=declared, tricks=[won.count(seat) for seat in range(4)]
        )
        assert found.pools == {"quinola": 20 - taken}


def test_a_card_of_another_player_does_not_keep_the_maker_from_a_pool() -> None:
    rules = small(
        **SLAM, card_pool_in_slam={"but": 2},
        card_pool={"cards": {"QH": "queen", "JH": "jack"}, "most": {"queen": 9, "jack": 9}, "how": ["placed"]},
    )  # fmt: skip
    declared = {"won": [1] * 13, **plays(("QH", 2, "placed", 1, 3), ("JH", 1, "placed", 2, 4))}
    found = paid(rules, {"pool": {"queen": 5, "jack": 5}}, declared=declared, tricks=[0, 13, 0, 0])
    assert found.pools == {"queen": 5, "jack": 0}


# -- most tricks ----------------------------------------------------------------------------------------------------

MOST: Game = {"red_counter": {"white": 2}, "most_pays": {}, "most_tie": {}}


def test_who_has_most_tricks_pays_each_other_player_two_for_each_trick_of_difference() -> None:
    found = paid(small(**MOST), tricks=[5, 2, 3, 3])
    assert found == ([-14, 6, 4, 4], {},
                     ["Most tricks: seat 0", "Seat 0 pays the others 2 for each trick of difference"])  # fmt: skip


def test_two_with_most_tricks_pay_both_or_the_eldest_of_them_alone() -> None:
    both = paid(small(**MOST), tricks=[5, 1, 5, 2])
    assert (both.delta, both.said[1]) == (
        [-14, 16, -14, 12], "Seat 0 and seat 2 pay the others 2 for each trick of difference")  # fmt: skip
    eldest = small(**{**MOST, "most_tie": {"who": "eldest-pays"}})
    for dealer, payer in ((0, 2), (1, 2), (2, 0), (3, 0)):
        found = paid(eldest, {"dealer": dealer}, tricks=[5, 1, 5, 2])
        assert found.delta == [
            -14 if seat == payer else 8 * (seat == 1) + 6 * (seat == 3) for seat in range(4)
        ]


def test_two_or_three_with_most_tricks_may_divide_one_loss() -> None:
    shared = small(**{**MOST, "most_tie": {"who": "share"}})
    two = paid(shared, {"dealer": 1}, tricks=[5, 1, 5, 2])
    assert (two.delta, two.said[1]) == (
        [-7, 8, -7, 6], "Seat 0 and seat 2 pay the others 2 for each trick of difference between them")  # fmt: skip
    assert paid(shared, tricks=[4, 4, 1, 4]).delta == [-2, -2, 6, -2]
    odd = small(**{**MOST, "red_counter": {"white": 1}, "most_tie": {"who": "share"}})
    for dealer, payer in ((0, 2), (1, 2), (2, 0), (3, 0)):
        found = paid(odd, {"dealer": dealer}, tricks=[5, 1, 5, 2])
        assert found.delta == [-4 if seat == payer else {1: 4, 3: 3}.get(seat, -3) for seat in range(4)]


def test_who_has_revoked_is_not_paid_and_cannot_win_the_pool() -> None:
    revokes: Game = {"follow": {}, "revoke": {"allowed": True}, "revoke_bars": {}, "fewest_tricks": {}}
    rules = small(**revokes, **MOST)
    one = paid(rules, {"pool": 30}, tricks=[1, 3, 4, 5], breaches=[{"seat": 0, "trick": 1}])
    assert one.delta == [0, 34, 2, -6]
    assert one.said[:2] == ["Seat 0 has revoked and cannot win the pool", "Fewest tricks: seat 1"]
    two = paid(
        rules, {"pool": 30}, tricks=[1, 3, 4, 5], breaches=[{"seat": 0, "trick": 1}, {"seat": 1, "trick": 2}]
    )
    assert (two.delta, two.said[0]) == (
        [0, 0, 32, -2],
        "Seat 0 and seat 1 have revoked and cannot win the pool",
    )
