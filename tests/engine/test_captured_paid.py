"""What captured cards cost, in games with hearts at one and the queen of spades at thirteen. Seats 0 to 3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_settled import Game, paid
from whister import DealError

HEARTS: Game = {"values": {"cards": {"H": 1, "QS": 13}, "penalties": True}}
REVOKES: Game = {"follow": {}, "revoke": {"allowed": True}, **HEARTS}
QUEEN_FIRST = ["QS", "2H 3H 4H", "5H 6H 7H 8H 9H TH JH", "QH KH AH"]


def by(*seats: int) -> list[dict[str, int]]:
    """Return the revokes of these seats."""
    return [{"seat": seat, "trick": 1} for seat in seats]


# -- the lowest takes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "delta", "left", "said"),
    [([5, 1, 20, 0], [-5, -1, -20, 29], 0, "The lowest, seat 3, takes 29"),
     ([5, 0, 21, 0], [-5, 14, -21, 14], 1, "The lowest, seat 1 and seat 3, take 14 each"),
     ([26, 0, 0, 0], [-26, 9, 9, 9], 2, "The lowest, seat 1, seat 2 and seat 3, take 9 each")],
)  # fmt: skip
def test_the_lowest_are_paid_what_the_others_captured_and_the_chips_on_the_table(
    points: list[int], delta: list[int], left: int, said: str
) -> None:
    assert paid(small(**HEARTS, lowest_takes={}), {"pool": 3}, points=points) == (
        delta,
        {"pool": left},
        [said],
    )


def test_the_lowest_may_be_who_has_fewest_cards() -> None:
    """One card of thirteen points is fewer cards than three of one point each."""
    for measure, delta in (("count", [16, -3, -7, -3]), ("value", [-13, 11, -7, 11])):
        rules = small(**HEARTS, lowest_takes={"by": measure})
        assert paid(rules, {"pool": 3}, captured=QUEEN_FIRST).delta == delta


@pytest.mark.parametrize(
    ("points", "delta", "left"),
    [([8, 1, 13, 4], [-7, 25, -12, -3], 0), ([2, 2, 13, 9], [10, 10, -11, -7], 1), ([26, 0, 0, 0], [-26, 9, 9, 9], 2)],
)  # fmt: skip
def test_the_lowest_may_be_paid_only_the_difference(points: list[int], delta: list[int], left: int) -> None:
    rules = small(**HEARTS, lowest_takes={"pays": "excess"})
    assert paid(rules, {"pool": 3}, points=points)[:2] == (delta, {"pool": left})


def test_the_difference_may_be_in_the_number_of_cards() -> None:
    """Seat 0 has one card of thirteen points, and the others have three, seven and three cards."""
    rules = small(**HEARTS, lowest_takes={"by": "count", "pays": "excess"})
    assert paid(rules, captured=QUEEN_FIRST).delta == [10, -2, -6, -2]


def test_who_took_everything_pays_each_opponent_alike() -> None:
    """Divided by three, 26 and the 4 on the table come to 10 each; 26 alone come to 8 each, with 2 left over."""
    for table, share, left in (("share", 10, 0), ("stay", 8, 6)):
        rules = small(**HEARTS, taker_of_all={"table": table}, lowest_takes={})
        assert paid(rules, {"pool": 4}, points=[0, 26, 0, 0]) == (
            [share, -26, share, share], {"pool": left}, [f"Seat 1 took everything: {share} to each opponent"])  # fmt: skip
        assert paid(rules, {"pool": 4}, points=[25, 1, 0, 0]).delta == [-25, -1, 15, 15]


def test_each_pays_each_other_what_he_captured() -> None:
    found = paid(small(**HEARTS, against_all={}), points=[5, 1, 20, 0])
    assert found == ([6, 22, -54, 26], {"pool": 0},
                     ["Each pays 3 for every one taken", "Each draws one for every one not taken"])  # fmt: skip


def test_nobody_pays_more_chips_than_he_has() -> None:
    rules = small(**HEARTS, no_debts={}, starting_chips={"chips": 10}, lowest_takes={})
    assert paid(rules, points=[5, 1, 20, 0]).delta == [-5, -1, -10, 16]
    assert paid(rules, {"totals": [10, 0, 30, 0]}, points=[5, 1, 20, 0]).delta == [-5, 0, -20, 25]
    assert paid(rules, {"totals": [10, -4, 30, 0]}, points=[5, 1, 20, 0]).delta == [-5, 0, -20, 25]


def test_three_players_and_the_one_with_most_pays_each_the_difference() -> None:
    deck: Game = {"players": {"allowed": [3]}, "pack": {"kind": "french", "without": ["2C"]}}
    rules = small(3, **deck, **HEARTS, pay_difference={})
    assert paid(rules, points=[5, 1, 20]).delta == [15, 19, -34]
    assert paid(rules, points=[13, 13, 0]).delta == [-13, -13, 26]


# -- a sweepstake ---------------------------------------------------------------------------------------------------

SWEEPSTAKE: Game = {**HEARTS, "pay_in": {}, "one_clear": {}, "two_clear": {}, "jack": {}}
STANDS = "Nobody wins the pool: it stands with a jack"


@pytest.mark.parametrize(
    ("points", "jack", "delta", "left", "said"),
    [([5, 1, 20, 0], "", [-5, -1, -20, 33], 0, "Seat 3 takes the pool of 33"),
     ([5, 1, 20, 0], "jack", [-5, -1, -20, 33], 0, "Seat 3 takes the pool of 33"),
     ([5, 0, 21, 0], "", [-5, 16, -21, 16], 1, "Seat 1 and seat 3 take 16 each"),
     ([5, 0, 21, 0], "jack", [-5, 0, -21, 0], 33, STANDS),
     ([26, 0, 0, 0], "", [-26, 0, 0, 0], 33, STANDS),
     ([5, 1, 19, 1], "", [-5, -1, -19, -1], 33, STANDS)],
)  # fmt: skip
def test_one_who_is_clear_takes_the_pool_and_two_divide_it(
    points: list[int], jack: str, delta: list[int], left: int, said: str
) -> None:
    found = paid(small(**SWEEPSTAKE), {"pool": 7, "standing": jack}, points=points)
    assert found == (delta, {"pool": left}, ["Paid into the pool", said])


def test_two_who_are_clear_may_divide_a_pool_that_stands_with_a_jack() -> None:
    rules = small(**{**SWEEPSTAKE, "two_clear": {"with_jack": True}})
    settled = rules.settle(rules.outcome(points=[5, 0, 21, 0]), rules.ledger(pool=7, standing="jack"))
    assert (list(settled.delta), settled.ledger.standing) == ([-5, 16, -21, 16], "")


def test_the_pool_may_be_for_those_who_captured_fewest() -> None:
    rules = small(**{**SWEEPSTAKE, "pay_in": {"winner": "fewest"}})
    assert paid(rules, {"pool": 7}, points=[5, 1, 19, 1]).delta == [-5, 15, -19, 15]
    assert paid(rules, {"pool": 7}, points=[5, 1, 18, 2]).delta == [-5, 32, -18, -2]


ONE_HEART = ["QS", "2H", "5H 6H 7H 8H 9H TH JH 3H 4H", "QH KH AH"]


def test_a_player_may_be_clear_with_a_card_that_he_pays_for() -> None:
    rules = small(**{**SWEEPSTAKE, "pay_in": {"beside": "2H"}})
    assert paid(rules, {"pool": 7}, captured=ONE_HEART).delta == [-13, 32, -9, -3]


@pytest.mark.parametrize(
    ("play", "delta", "left", "said"),
    [({"by": 2, "how": "placed", "to": 0}, [-13, -1, 4, -3], 20, "Seat 0 took the queen of spades of seat 2"),
     ({"by": 0, "how": "led"}, [-13, -1, -9, -3], 33, "Seat 0 took the queen of spades that was dealt to seat 0")],
)  # fmt: skip
def test_a_card_may_be_paid_to_whoever_got_rid_of_it(
    play: dict[str, Any], delta: list[int], left: int, said: str
) -> None:
    rules = small(**{**SWEEPSTAKE, "pay_in": {"apart": "QS"}, "paid_to_holder": {"card": "QS"}})
    declared = {"plays": [{"card": "QS", "trick": 3, **play}]}
    found = paid(rules, {"pool": 7}, captured=ONE_HEART, declared=declared)
    assert (found.delta, found.pools) == (delta, {"pool": left})
    assert said in found.said
    with pytest.raises(
        DealError,
        match="the payment depends on who played the queen of spades; give that in 'plays' of 'declared'",
    ):
        paid(rules, {"pool": 7}, captured=ONE_HEART)


def test_a_queen_that_seat_3_took_of_seat_1_is_paid_to_seat_1() -> None:
    rules = small(**{**SWEEPSTAKE, "pay_in": {"apart": "QS"}, "paid_to_holder": {"card": "QS"}})
    cards = [*reversed(ONE_HEART)]
    queen = {"card": "QS", "trick": 3, "by": 1, "how": "placed", "to": 3}
    others = [
        {"card": "TH", "trick": 1, "by": 2, "how": "led"},
        {"card": "AC", "trick": 2, "by": 2, "how": "led"},
    ]
    for plays in ([queen], [*others, queen], [queen, *others]):
        found = paid(rules, captured=cards, declared={"plays": plays})
        assert found.delta == [-3, 4, -1, -13]
        assert "Seat 3 took the queen of spades of seat 1" in found.said


def test_under_another_settlement_the_queen_is_a_card_like_others() -> None:
    rules = small(**HEARTS, paid_to_holder={"card": "QS"}, lowest_takes={})
    assert paid(rules, captured=QUEEN_FIRST).said == ["The lowest, seat 1 and seat 3, take 10 each"]


# -- revokes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "points", "delta", "left", "said"),
    [("table", [5, 1, 20, 0], [0, -8, 0, 0], 8, "Seat 1 revoked: 8 to the table"),
     ("lowest", [0, 6, 20, 0], [4, -8, 0, 4], 0, "Seat 1 revoked: 8 to seat 0 and seat 3"),
     ("lowest", [0, 0, 13, 13], [8, -8, 0, 0], 0, "Seat 1 revoked: 8 to seat 0"),
     ("lowest", [1, 23, 1, 1], [2, -8, 2, 2], 2, "Seat 1 revoked: 8 to seat 0, seat 2 and seat 3"),
     ("opponents", [5, 1, 20, 0], [8, -24, 8, 8], 0, "Seat 1 revoked: 24 to seat 0, seat 2 and seat 3")],
)  # fmt: skip
def test_a_revoke_costs_eight_chips(
    to: str, points: list[int], delta: list[int], left: int, said: str
) -> None:
    rules = small(**REVOKES, revoke_penalty={"chips": 8, "to": to})
    found = paid(rules, points=points, breaches=by(1))
    assert (found.delta, found.left, found.said) == (delta, left, [said])


def test_two_who_have_revoked_pay_each_and_one_who_has_twice_pays_once() -> None:
    rules = small(**REVOKES, revoke_penalty={"chips": 8})
    assert paid(rules, points=[5, 1, 20, 0], breaches=by(1, 2)).delta == [0, -8, -8, 0]
    twice = [{"seat": 1, "trick": 1}, {"seat": 1, "trick": 4}]
    assert paid(rules, points=[5, 1, 20, 0], breaches=twice).delta == [0, -8, 0, 0]


ESCAPE: Game = {**REVOKES, "revoke_escape": {"chips": 8}, "revoke_penalty": {"chips": 5}, "lowest_takes": {}}


@pytest.mark.parametrize(
    ("points", "escaping", "delta", "left"),
    [([0, 26, 0, 0], [], [8, -24, 8, 8], 0), ([1, 25, 0, 0], [1], [8, -24, 8, 8], 0),
     ([1, 25, 0, 0], [], [-1, -30, 13, 13], 5), ([1, 25, 0, 0], [2], [-1, -30, 13, 13], 5)],
)  # fmt: skip
def test_a_revoke_to_escape_taking_everything_is_paid_to_each_opponent_and_nothing_else_is(
    points: list[int], escaping: list[int], delta: list[int], left: int
) -> None:
    declared = {"escaping": escaping} if escaping else {}
    found = paid(small(**ESCAPE), points=points, breaches=by(1), declared=declared)
    assert (found.delta, found.left) == (delta, left)


def test_who_has_everything_pays_for_an_escape_only_if_he_has_revoked() -> None:
    found = paid(small(**ESCAPE), points=[0, 26, 0, 0], breaches=by(2))
    assert found.said == [
        "The lowest, seat 0, seat 2 and seat 3, take 8 each",
        "Seat 2 revoked: 5 to the table",
    ]


def test_where_no_card_is_worth_anything_nobody_escapes_capturing_everything() -> None:
    rules = small(
        follow={}, revoke={"allowed": True}, revoke_escape={"chips": 8}, revoke_penalty={"chips": 5}
    )
    assert paid(rules, breaches=by(1)).said == ["Seat 1 revoked: 5 to the table"]


def test_where_cards_are_worth_twice_as_much_an_escape_costs_twice_as_much() -> None:
    """Eight chips for thirteen points become sixteen for twenty-six; everything else is also settled."""
    scaled: Game = {
        **REVOKES,
        "revoke_escape": {"chips": 8, "scaled": True, "instead": False},
        "lowest_takes": {},
    }
    found = paid(small(**scaled), points=[0, 26, 0, 0], breaches=by(1))
    assert found.said == ["Seat 1 revoked to escape: 16 to each opponent",
                          "The lowest, seat 0, seat 2 and seat 3, take 8 each"]  # fmt: skip
    assert found.delta == [24, -74, 24, 24]


def test_a_single_penalty_card_of_one_is_everything_where_there_is_no_other() -> None:
    queen: Game = {"values": {"cards": {"QS": 1}, "penalties": True}}
    rules = small(**{**REVOKES, **queen, "revoke_escape": {"chips": 8}})
    found = paid(rules, points=[0, 1, 0, 0], breaches=by(1))
    assert found == ([8, -24, 8, 8], {}, ["Seat 1 revoked to escape: 8 to each opponent"])


@pytest.mark.parametrize(
    ("seats", "delta", "left"),
    [((1,), [0, -26, 0, 26], 0), ((1, 2), [0, -26, -26, 26], 26), ((3,), [0, 0, 0, 0], 0)],
)
def test_who_has_revoked_makes_good_what_all_have_lost(
    seats: tuple[int, ...], delta: list[int], left: int
) -> None:
    rules = small(**REVOKES, revoke_covers={}, lowest_takes={})
    found = paid(rules, points=[5, 1, 20, 0], breaches=by(*seats))
    assert (found.delta, found.left) == (delta, left)


@pytest.mark.parametrize(
    ("charge", "seats", "amount"), [("captured", (1,), 13), ("captured", (1, 2), 13), ("pack", (1, 2), 26)]
)
def test_who_has_revoked_is_charged_all_the_points(charge: str, seats: tuple[int, ...], amount: int) -> None:
    """The play was broken off when the queen alone had been captured."""
    rules = small(**REVOKES, revoke_forfeit={"charge": charge}, score_captured={})
    found = paid(rules, captured=["QS", "", "", ""], stopped=True, breaches=by(*seats))
    assert found == ([amount * (seat in seats) for seat in range(4)], {}, ["A revoke: all the points"])


def test_where_chips_are_paid_all_the_points_of_the_pack_go_to_the_table() -> None:
    broken_off = {"captured": ["QS", "", "", ""], "stopped": True, "breaches": by(1, 2)}
    pack = small(**REVOKES, revoke_forfeit={"charge": "pack"}, lowest_takes={})
    assert paid(pack, {"pool": 0}, **broken_off) == (
        [0, -26, -26, 0], {"pool": 52}, ["A revoke: everything, to the table"])  # fmt: skip
    captured = small(**REVOKES, revoke_forfeit={"charge": "captured"}, lowest_takes={})
    assert paid(captured, **broken_off).said == []


@pytest.mark.parametrize("charge", ["captured", "pack"])
@pytest.mark.parametrize("paying", ["score_captured", "lowest_takes"])
def test_nobody_is_charged_where_nobody_has_revoked_or_the_deal_is_void(charge: str, paying: str) -> None:
    rules = small(**REVOKES, revoke_forfeit={"charge": charge}, **{paying: {}})
    without = small(**REVOKES, **{paying: {}})
    assert paid(rules, points=[5, 1, 20, 0]) == paid(without, points=[5, 1, 20, 0])
    assert paid(rules, void="misdeal", breaches=by(1)).said == []
