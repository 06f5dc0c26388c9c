"""What a contract costs and brings, in games of a few clauses that can be reckoned by hand. Seats 0 to 3.

Seat 1 announces five tricks in hearts in most of these games, and the tricks are given for each seat.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_settled import CALLS, FIVE_OR_SIX, Game, Paid, paid
from whister import DealError, NotSourcedError, OptionError, RecordError, Rules

MISERE = {"id": "misere", "title": "Misère", "rank": 55, "tricks": 0, "exactly": True}
WITH_MISERE: Game = {**FIVE_OR_SIX, "contract": MISERE, "ladder": {}, "no_trumps": {}, "target": {}}
WITH_PARTNER: Game = {**FIVE_OR_SIX, "number_contracts": {"least": 5, "most": 6, "partner_to": 5}}
PAYING: Game = {"opponents_pay": {}, "declarer_pays": {}}


def five(rules: Rules, *tricks: int, **facts: Any) -> Paid:
    """Settle a deal in which seat 1 has announced five tricks in hearts."""
    return paid(rules, contract="5H", declarer=1, tricks=list(tricks), **facts)


def misere(rules: Rules, *tricks: int, **facts: Any) -> Paid:
    """Settle a deal in which seat 1 has announced to win no trick."""
    return paid(rules, contract="misere", declarer=1, tricks=list(tricks), **facts)


def each(amount: int) -> list[int]:
    """Return the amount of each seat if every opponent pays ``amount`` to the declarer, seat 1."""
    return [-amount, 3 * amount, -amount, -amount]


# -- one price for a contract ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "amount"), [((3, 5, 3, 2), 10), ((2, 7, 2, 2), 16), ((3, 4, 3, 3), -13), ((5, 0, 5, 3), -25)]
)
def test_each_trick_over_or_short_adds_three_to_a_price_of_ten(tricks: tuple[int, ...], amount: int) -> None:
    rules = small(**FIVE_OR_SIX, call_price={"of": {"five": 10}, "step": 3}, **PAYING)
    assert five(rules, *tricks).delta == each(amount)


def test_a_contract_without_a_price_is_not_paid_for() -> None:
    rules = small(**FIVE_OR_SIX, call_price={"of": {"five": 10}}, **PAYING)
    assert paid(rules, contract="6H", declarer=1, tricks=[3, 4, 3, 3]).delta == [0] * 4


def test_what_is_lost_may_go_to_the_pool() -> None:
    rules = small(
        **FIVE_OR_SIX, call_price={"of": {"five": 10}}, declarer_pays={"to": "pool"}, opponents_pay={}
    )
    lost = five(rules, 3, 4, 3, 3)
    assert (lost.delta, lost.pools, lost.said[1:]) == ([0, -10, 0, 0], {"pool": 10}, ["The declarer pays 10 to the pool"])  # fmt: skip
    made = five(rules, 3, 5, 3, 2)
    assert (made.delta, made.said[1:]) == (each(10), ["Each opponent pays 10"])


@pytest.mark.parametrize(
    ("bonus", "amount", "said"),
    [({}, 20, "the price is doubled"), ({"bonus": "fixed", "counters": 50}, 60, "50 are added to the price")],
)
def test_all_the_tricks_double_the_price_or_add_to_it_and_twelve_do_not(
    bonus: dict[str, Any], amount: int, said: str
) -> None:
    rules = small(**FIVE_OR_SIX, call_price={"of": {"five": 10}}, all_tricks_bonus=bonus, **PAYING)
    assert five(rules, 0, 13, 0, 0).delta == each(amount)
    assert five(rules, 0, 13, 0, 0).said[1] == f"All the tricks: {said}"
    assert five(rules, 1, 12, 0, 0).delta == each(10)
    assert five(rules, 13, 0, 0, 0).delta == each(-10)


def test_all_the_tricks_double_the_pool_at_the_cost_of_the_opponents_alone() -> None:
    """A third of eighty, in whole counters of five, is twenty-five."""
    rules = small(
        smallest_counter={"value": 5},
        **FIVE_OR_SIX,
        call_price={"of": {"five": 10}},
        all_tricks_bonus={"bonus": "pool"},
    )
    won = paid(rules, {"pool": 80}, contract="5H", declarer=1, tricks=[0, 13, 0, 0])
    assert (won.delta, won.pools) == ([-25, 0, -25, -25], {"pool": 155})
    assert paid(rules, {"pool": 0}, contract="5H", declarer=1, tricks=[0, 13, 0, 0]).delta == [0] * 4


def test_only_a_trick_over_or_short_may_cost_nothing_in_a_list_of_ones_own() -> None:
    game: Game = {
        **CALLS,
        "number_contracts": {"least": 9, "most": 10},
        "ladder": {},
        "target": {},
        "super_preference": {},
    }
    prices = dict.fromkeys([*small(**game).contracts, "super_preference"], 10)
    small(**game, call_price={"of": {}, "custom": {**prices, "step": 0}})
    for name in prices:
        with pytest.raises(OptionError, match=f"the price of {name} is 0; expected 1, the smallest counter"):
            small(**game, call_price={"of": {}, "custom": {**prices, name: 0}})


TURNING: Game = {
    "turn_up": {}, "preference": {}, "colour_preference": {}, "ladder": {"among": "preferred"},
}  # fmt: skip


def test_a_number_is_played_in_a_preferred_suit_and_a_misere_in_none() -> None:
    rules = small(**{**WITH_MISERE, **TURNING}, call_price={"of": {"five": 10, "misere": 10}}, **PAYING)
    for turned in "HD":
        assert five(rules, 3, 5, 3, 2, declared={"turned": turned}).delta == each(10)
        assert misere(rules, 5, 0, 5, 3, declared={"turned": turned}).delta == each(10)


def test_hearts_are_not_preferred_where_a_club_is_turned_up() -> None:
    said = "Five tricks is played in a preferred suit, here C or S; got 'H'"
    with pytest.raises(DealError, match=said):
        five(small(**{**FIVE_OR_SIX, **TURNING}), 3, 5, 3, 2, declared={"turned": "C"})


def test_prices_of_ones_own_are_for_every_announcement() -> None:
    game = {**FIVE_OR_SIX, "smallest_counter": {"value": 5}}
    own = small(**game, call_price={"of": {}, "custom": {"five": 10, "six": 15, "step": 0}}, **PAYING)
    assert five(own, 3, 6, 2, 2).delta == each(10)
    for prices, said in (
        ({"five": 10}, "the price list has no price for six"),
        (
            {"five": 10, "six": 7},
            "the price of six is 7; expected 5, the smallest counter, or a multiple of it",
        ),
        (
            {"five": 10, "six": 0},
            "the price of six is 0; expected 5, the smallest counter, or a multiple of it",
        ),
        ({"five": 10, "six": 15, "sevn": 5}, "'sevn' is not an announcement"),
    ):
        with pytest.raises(OptionError, match=said):
            small(**game, call_price={"of": {}, "custom": prices})


# -- an exact number of tricks --------------------------------------------------------------------------------------


def test_every_trick_by_which_a_misere_is_missed_costs_more() -> None:
    rules = small(
        **WITH_MISERE, call_price={"of": {"misere": 10, "five": 10}}, loss_per_trick={"each": 4}, **PAYING
    )
    assert misere(rules, 5, 0, 5, 3) == (
        each(10),
        {},
        ["Misère: made (0 tricks, none wanted)", "Each opponent pays 10"],
    )
    assert misere(rules, 5, 1, 4, 3) == (
        each(-14), {}, ["Misère: lost (1 trick, none wanted)", "The declarer pays 14 to each opponent"])  # fmt: skip
    assert misere(rules, 5, 3, 2, 3).delta == each(-22)
    assert five(rules, 4, 3, 3, 3).delta == each(-10), "a number is no exact one"


# -- a price card ---------------------------------------------------------------------------------------------------

CARD: Game = {
    **WITH_MISERE,
    "price_made": {"of": {"5": 10, "6": 15}},
    "price_short": {"rows": {"5": [1, 2, 3, 4, 5], "6": [2, 3, 4, 5, 6, 7]}},
    "overtrick": {"each": 2},
    **PAYING,
}


@pytest.mark.parametrize(
    ("tricks", "amount"),
    [((3, 5, 3, 2), 10), ((3, 6, 2, 2), 12), ((2, 7, 2, 2), 14), ((3, 4, 3, 3), -1), ((4, 3, 3, 3), -2), ((5, 0, 5, 3), -5)],
)  # fmt: skip
def test_a_card_has_a_price_for_a_bid_that_is_made_and_a_row_for_one_that_is_lost(
    tricks: tuple[int, ...], amount: int
) -> None:
    assert five(small(**CARD), *tricks).delta == each(amount)


@pytest.mark.parametrize(
    ("tricks", "amount"), [((3, 5, 3, 2), 7), ((3, 6, 2, 2), 8), ((0, 13, 0, 0), 15), ((3, 4, 3, 3), -1)]
)
def test_a_card_may_price_a_bid_by_the_tricks_that_are_won(tricks: tuple[int, ...], amount: int) -> None:
    rows = {"5": list(range(7, 16)), "6": list(range(20, 28))}
    card: Game = {**CARD, "price_made": {"rows": rows}, "overtrick": {"each": 0}}
    assert five(small(**card), *tricks).delta == each(amount)
    with pytest.raises(
        RecordError, match="has 8 prices for 5 tricks; expected 9, one for each possible number of tricks won"
    ):
        small(**{**card, "price_made": {"rows": {**rows, "5": rows["6"]}}})


def test_a_card_of_numbers_has_no_price_for_a_misere() -> None:
    assert misere(small(**CARD), 5, 0, 5, 3).delta == [0] * 4
    assert misere(small(**CARD), 5, 1, 4, 3).delta == [0] * 4


def test_a_trick_above_a_number_without_a_price_brings_nothing() -> None:
    assert five(small(**FIVE_OR_SIX, overtrick={"each": 2}, **PAYING), 2, 7, 2, 2).delta == [0] * 4


OWN = {"made-2": 7, "short-2-1": 8, "short-2-2": 9, "misere": 11}
TWO: Game = {**WITH_MISERE, "number_contracts": {"least": 2, "most": 2}}


@pytest.mark.parametrize(("tricks", "amount"), [(2, 7), (3, 7), (1, -8), (0, -9)])
def test_a_card_that_players_bring_is_read_as_it_is_written(tricks: int, amount: int) -> None:
    rules = small(**TWO, own_card={"prices": OWN}, **PAYING)
    assert paid(rules, contract="2H", declarer=1, tricks=[13 - tricks, tricks, 0, 0]).delta == each(amount)
    assert misere(rules, 13, 0, 0, 0).delta == each(11)
    assert misere(rules, 12, 1, 0, 0).delta == each(-11)


@pytest.mark.parametrize(
    ("prices", "said"),
    [({"short-2-3": 1}, "'short-2-3' is not a price on this card: a bid of 2 can fall short by 1 to 2 tricks"),
     ({"short-2-0": 1}, "'short-2-0' is not a price on this card: a bid of 2 can fall short by 1 to 2 tricks"),
     ({"short-3-1": 1}, "'short-3-1' is not a price on this card"),
     ({"short-2-1-1": 1}, "'short-2-1-1' is not a price on this card; .* It has made-N"),
     ({"made-2-1": 1}, "'made-2-1' is not a price on this card; .* It has made-N"),
     ({"made-2": 0}, "the price made-2 is 0; expected 1, the smallest counter, or a multiple of it"),
     ({"made-2": -7}, "the price made-2 is -7; expected 1, the smallest counter, or a multiple of it")],
)  # fmt: skip
def test_a_card_with_a_price_for_nothing_or_of_nothing_is_refused(prices: dict[str, int], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        small(**TWO, own_card={"prices": {**OWN, **prices}})


def test_a_card_that_lacks_prices_is_told_twelve_of_them() -> None:
    numbers: Game = {**FIVE_OR_SIX, "number_contracts": {"least": 6, "most": 7}}
    with pytest.raises(OptionError) as lacking:
        small(**numbers, own_card={"prices": {"made-6": 1}})
    assert (
        str(lacking.value)
        .partition("the price card has no price for ")[2]
        .startswith(
            "short-6-1, short-6-2, short-6-3, short-6-4, short-6-5, short-6-6, made-7, "
            "short-7-1, short-7-2, short-7-3, short-7-4, short-7-5 … and 2 more"
        )
    )
    short = {"made-6": 1, **{f"short-6-{number}": 1 for number in range(1, 7)}, "made-7": 1}
    with pytest.raises(OptionError, match=r"the price card has no price for short-7-1, .* short-7-7(?! …)"):
        small(**numbers, own_card={"prices": short})
    with pytest.raises(OptionError, match="7; expected 5, the smallest counter"):
        small(smallest_counter={"value": 5}, **TWO, own_card={"prices": {**OWN, "made-2": 7}})


# -- a price list by the index --------------------------------------------------------------------------------------

LIST: Game = {
    "index_made": {}, "index_lost": {},
    "price_list": {
        "levels": {"five": 40, "six": 50}, "suits": {"C": 1, "D": 2, "S": 3, "H": 4}, "flat": {"misere": 30}, "step": 5,
    },
    **PAYING,
}  # fmt: skip


@pytest.mark.parametrize(
    ("tricks", "honours", "amount", "index"),
    [((3, 5, 3, 2), 0, 44, 5), ((2, 7, 2, 2), 0, 54, 7), ((3, 5, 3, 2), 3, 54, 7), ((3, 5, 3, 2), 1, 44, 5),
     ((2, 6, 3, 2), 4, 69, 10), ((1, 9, 2, 1), 4, 69, 10), ((3, 4, 3, 3), 0, -49, 6), ((3, 4, 3, 3), 4, -69, 10),
     ((6, 1, 3, 3), 4, -69, 10)],
)  # fmt: skip
def test_each_trick_or_honour_above_the_number_adds_a_step_up_to_an_index_of_ten(
    tricks: tuple[int, ...], honours: int, amount: int, index: int
) -> None:
    """Three honours count two and four count four; a lost hand counts its target, tricks short, and honours."""
    rules = small(**FIVE_OR_SIX, honours={"scale": {"3": 2, "4": 4}}, index_limit={"at": 10}, **LIST)
    outcome = rules.outcome(contract="5H", declarer=1, tricks=list(tricks), honours=honours)
    settled = rules.settle(outcome)
    assert (list(settled.delta), settled.index) == (each(amount), index)


def test_a_misere_has_a_flat_price_and_no_index() -> None:
    rules = small(**WITH_MISERE, honours={"scale": {"4": 4}}, **LIST)
    settled = rules.settle(rules.outcome(contract="misere", declarer=1, tricks=[3, 1, 5, 4]))
    assert (list(settled.delta), settled.index) == (each(-30), None)


def test_a_bid_that_the_list_leaves_out_ends_unpaid_and_the_others_are_named() -> None:
    short: Game = {**LIST, "price_list": {**LIST["price_list"], "only": ["5H", "5D"]}}
    rules = small(**FIVE_OR_SIX, **short)
    assert five(rules, 3, 5, 3, 2).delta == each(44)
    with pytest.raises(NotSourcedError, match="there is a price for 5D 5H alone"):
        paid(rules, contract="5S", declarer=1, tricks=[3, 5, 3, 2])
    (said,) = rules.unsourced
    assert said[1].startswith(
        "The sources give prices only for Five tricks in diamonds and Five tricks in hearts: "
    )


def test_what_two_partners_win_is_reckoned_together_or_less_three() -> None:
    for reckoned, amount in (("combined", 59), ("relative", 44)):
        rules = small(**WITH_PARTNER, joint_target={}, index_with_partner={"reckoned": reckoned}, **LIST)
        made = five(rules, 3, 5, 2, 3, partner=3)
        assert made.delta == [-amount, 2 * amount, -amount, 0]
        assert made.said[0] == "Five tricks in hearts: made (8 tricks, 8 wanted)"
        alone = five(rules, 3, 5, 2, 3)
        assert alone.delta == each(44), "nothing is taken off for one who plays alone"


# -- honours --------------------------------------------------------------------------------------------------------

HELPING: Game = {**FIVE_OR_SIX, "honours": {"scale": {"3": 2, "4": 4}}, "opposing_honours": {"count": "subtract"},
                 "honours_against_target": {"help": True}, **LIST}  # fmt: skip


@pytest.mark.parametrize(
    ("honours", "made", "index"),
    [([0, 3, 1, 0], True, 6), ([0, 1, 3, 0], False, 4), ([0, 2, 2, 0], False, 6), ([0, 4, 0, 0], True, 8),
     ([0, 0, 4, 0], False, 2)],
)  # fmt: skip
def test_honours_may_count_as_tricks_and_those_of_the_others_against(
    honours: list[int], made: bool, index: int
) -> None:
    """The declarer has four tricks of five; three honours count as two tricks, and four as four."""
    rules = small(**HELPING)
    found = rules.settle(rules.outcome(contract="5H", declarer=1, tricks=[3, 4, 3, 3], honours=honours))
    assert (found.made, found.index) == (made, index)


def test_honours_of_the_others_that_count_have_to_be_told() -> None:
    with pytest.raises(
        DealError,
        match=r"the honours of the other side count too; give the number held by each seat, such as \[0, 2, 1, 1\]",
    ):
        five(small(**HELPING), 3, 4, 3, 3)
    assert five(small(**HELPING), 3, 4, 3, 3, honours=4).delta == each(59)


def test_a_misere_has_no_trumps_and_so_no_honours_of_anybody() -> None:
    honours: Game = {"honours": {"scale": {"3": 2, "4": 4}}, "opposing_honours": {"count": "subtract"}}
    rules = small(**WITH_MISERE, call_price={"of": {"misere": 10}}, **honours, **PAYING)
    assert misere(rules, 5, 0, 5, 3).delta == each(10)


def test_in_a_deal_without_a_declarer_honours_count_nothing() -> None:
    found = small(**HELPING, all_pass={"then": "redeal-next"})
    assert paid(found, void="all-pass", honours=[0, 4, 0, 0]).said == ["All passed: the cards are thrown in"]


def test_honours_are_left_out_of_a_contract_of_all_the_tricks_and_of_no_other() -> None:
    numbers: Game = {
        **FIVE_OR_SIX,
        "number_contracts": {"least": 12, "most": 13},
        "honours": {"scale": {"4": 4}},
    }
    prices = {"levels": {"twelve": 40, "thirteen": 50}, "suits": dict.fromkeys("CDSH", 0)}
    for count, thirteen in ((False, 13), (True, 17)):
        rules = small(**numbers, honours_in_slam={"count": count}, **{**LIST, "price_list": prices})
        for bid, index in (("13H", thirteen), ("12H", 17)):
            found = rules.settle(rules.outcome(contract=bid, declarer=1, tricks=[0, 13, 0, 0], honours=4))
            assert found.index == index


# -- partners -------------------------------------------------------------------------------------------------------

SHARED: Game = {**WITH_PARTNER, "joint_target": {}, "call_price": {"of": {"five": 11, "six": 11}}, **PAYING}


def test_declarer_and_partner_share_what_they_win_and_what_they_lose() -> None:
    rules = small(**SHARED, shares={})
    assert five(rules, 3, 5, 2, 3, partner=3).delta == [-11, 11, -11, 11]
    lost = five(rules, 3, 5, 3, 2, partner=3)
    assert (lost.delta, lost.said[-1]) == ([11, -11, 11, -11], "Declarer and partner share equally")
    assert five(rules, 3, 5, 2, 3).delta == each(11), "a declarer without a partner shares with nobody"


@pytest.mark.parametrize(("to", "declarer", "partner"), [("declarer", -6, -5), ("partner", -5, -6)])
def test_what_will_not_divide_is_paid_by_one_of_the_two(to: str, declarer: int, partner: int) -> None:
    rules = small(**{**SHARED, "declarer_pays": {"to": "pool"}}, shares={}, odd_counter={"to": to})
    assert five(rules, 3, 5, 3, 2, partner=3).delta == [0, declarer, 0, partner]
    assert five(rules, 4, 4, 3, 2).delta == [0, -11, 0, 0]


def test_in_counters_of_five_a_share_is_whole_counters() -> None:
    """Of twenty-five, each partner pays two counters of five; the declarer or his partner pays the fifth counter."""
    five_each: Game = {
        **SHARED,
        "call_price": {"of": {"five": 25, "six": 25}},
        "declarer_pays": {"to": "pool"},
    }
    for to, shares in (("declarer", [0, -15, 0, -10]), ("partner", [0, -10, 0, -15])):
        rules = small(smallest_counter={"value": 5}, **five_each, shares={}, odd_counter={"to": to})
        assert five(rules, 3, 5, 3, 2, partner=3).delta == shares


@pytest.mark.parametrize(
    ("tricks", "delta"),
    [((3, 5, 3, 2), [11, 0, 11, -22]), ((3, 4, 3, 3), [11, -22, 11, 0]), ((3, 4, 4, 2), [11, -11, 11, -11]),
     ((3, 5, 2, 3), [-11, 11, -11, 11])],
)  # fmt: skip
def test_one_who_made_his_own_part_may_pay_nothing(tricks: tuple[int, ...], delta: list[int]) -> None:
    """Eight tricks are needed together: five by the declarer, and three by his partner."""
    rules = small(**SHARED, shares={"liability": "individual"}, odd_counter={"to": "partner"})
    assert five(rules, *tricks, partner=3).delta == delta, "nor is there an odd counter"


def test_two_partners_may_have_the_price_twice_over() -> None:
    rules = small(**SHARED, pair_price={"times": 2}, shares={})
    assert five(rules, 3, 5, 2, 3, partner=3).delta == [-22, 22, -22, 22]
    assert five(rules, 3, 5, 2, 3).delta == each(11)


# -- revokes --------------------------------------------------------------------------------------------------------

REVOKES: Game = {
    "follow": {}, "rotation": {}, "revoke": {"allowed": True}, **WITH_MISERE, "both_revoke": {}, "revoke_tricks": {},
    "revoker_wins": {}, "revoke_exact": {}, "call_price": {"of": {"five": 10, "misere": 10}}, **PAYING,
}  # fmt: skip


def by(*seats: int) -> list[dict[str, int]]:
    """Return the revokes of these seats."""
    return [{"seat": seat, "trick": 1} for seat in seats]


@pytest.mark.parametrize(
    ("tricks", "seats", "amount", "said"),
    [((3, 8, 1, 1), (1,), -10, ["3 tricks move to the side that did not revoke", "The declaring side has revoked, and has lost",
                               "Five tricks in hearts: lost (5 tricks, 5 wanted)"]),
     ((5, 1, 4, 3), (1,), -10, ["1 trick moves to the side that did not revoke", "The declaring side has revoked, and has lost",
                               "Five tricks in hearts: lost (0 tricks, 5 wanted)"]),
     ((3, 2, 5, 3), (0,), 10, ["3 tricks move to the side that did not revoke", "Five tricks in hearts: made (5 tricks, 5 wanted)"]),
     ((3, 1, 5, 4), (0,), -10, ["3 tricks move to the side that did not revoke", "Five tricks in hearts: lost (4 tricks, 5 wanted)"]),
     ((0, 11, 1, 1), (0,), 10, ["2 tricks move to the side that did not revoke", "Five tricks in hearts: made (13 tricks, 5 wanted)"]),
     ((0, 12, 1, 0), (0,), 10, ["1 trick moves to the side that did not revoke", "Five tricks in hearts: made (13 tricks, 5 wanted)"]),
     ((0, 13, 0, 0), (0,), 10, ["The side that has revoked has no trick to lose", "Five tricks in hearts: made (13 tricks, 5 wanted)"]),
     ((3, 5, 3, 2), (), 10, ["Five tricks in hearts: made (5 tricks, 5 wanted)"])],
)  # fmt: skip
def test_a_side_that_has_revoked_loses_three_tricks_and_a_declarer_his_contract(
    tricks: tuple[int, ...], seats: tuple[int, ...], amount: int, said: list[str]
) -> None:
    found = five(small(**REVOKES), *tricks, breaches=by(*seats))
    assert (found.delta, found.said[:-1]) == (each(amount), said)


def test_a_declarer_who_has_revoked_may_win_with_the_tricks_he_keeps() -> None:
    rules = small(**{**REVOKES, "revoker_wins": {"can_win": True}})
    assert five(rules, 3, 8, 1, 1, breaches=by(1)).delta == each(10)
    assert five(rules, 3, 7, 2, 1, breaches=by(1)).delta == each(-10)


def test_revokes_on_both_sides_make_the_deal_void() -> None:
    rules = small(**REVOKES)
    found = rules.settle(rules.outcome(contract="5H", declarer=1, tricks=[3, 8, 1, 1], breaches=by(1, 0)))
    assert [line.text for line in found.lines] == ["Both sides have revoked: the deal is void"]
    assert (list(found.delta), found.ledger.number) == ([0] * 4, 1)


def test_a_misere_is_lost_by_a_revoke_of_the_declarer_and_made_by_one_of_the_others_who_pays_for_all() -> (
    None
):
    rules = small(**REVOKES)
    own = misere(rules, 5, 0, 5, 3, breaches=by(1))
    assert (own.delta, own.said[:2]) == (
        each(-10), ["The declarer has revoked: Misère is lost", "Misère: lost (0 tricks, none wanted)"])  # fmt: skip
    others = misere(rules, 5, 1, 4, 3, breaches=by(2, 0))
    assert (others.delta, others.said) == (
        [0, 30, -30, 0],
        ["Seat 2 has revoked: Misère is made", "Misère: made (1 trick, none wanted)", "Seat 2 pays for every opponent 10"],
    )  # fmt: skip
    assert misere(rules, 5, 0, 5, 3).said[0] == "Misère: made (0 tricks, none wanted)"
