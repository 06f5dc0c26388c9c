"""Scores by tricks, by a bid in points and by a multiplied price, in games of a few clauses. Seats 0 to 3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_settled import CALLS, FIVE_OR_SIX, Game, paid
from whister import DealError, NotSourcedError

REVOKES: Game = {"follow": {}, "revoke": {"allowed": True}}


def by(*seats: int) -> list[dict[str, int]]:
    """Return the revokes of these seats."""
    return [{"seat": seat, "trick": 1} for seat in seats]


# -- tricks above a book --------------------------------------------------------------------------------------------

WHIST: Game = {**REVOKES, "partners": {}, "book": {"tricks": 6}, "odd_tricks": {}}


@pytest.mark.parametrize(
    ("tricks", "delta", "said"),
    [([4, 3, 3, 3], [1, 0, 1, 0], "1 trick above 6"), ([2, 4, 4, 3], [0, 1, 0, 1], "1 trick above 6"),
     ([5, 2, 5, 1], [4, 0, 4, 0], "4 tricks above 6"), ([7, 0, 6, 0], [7, 0, 7, 0], "7 tricks above 6")],
)  # fmt: skip
def test_a_side_scores_for_every_trick_above_six(tricks: list[int], delta: list[int], said: str) -> None:
    assert paid(small(**WHIST), tricks=tricks) == (delta, {}, [said])
    twice = small(**{**WHIST, "odd_tricks": {"points": 2}})
    assert paid(twice, tricks=tricks).delta == [2 * amount for amount in delta]


def test_three_honours_of_a_side_score_two_and_four_score_four() -> None:
    rules = small(
        course={"phases": ["turn", "play"]}, turn_up={}, turned_trump={}, trumps={}, **WHIST,
        side_honours={"ranks": "A K Q J", "scale": {"3": 2, "4": 4}},
    )  # fmt: skip
    turned: dict[str, Any] = {"trump": "H", "tricks": [4, 3, 3, 3], "declared": {"turned": "H"}}
    for honours, delta in (
        ([2, 0, 1, 1], [3, 0, 3, 0]),
        ([0, 3, 0, 1], [1, 4, 1, 4]),
        ([1, 1, 1, 1], [1, 0, 1, 0]),
    ):
        assert paid(rules, **turned, honours=honours).delta == delta
    assert paid(rules, **turned).said == ["1 trick above 6"]


@pytest.mark.parametrize(
    ("price", "tricks", "delta", "said"),
    [("tricks", [4, 3, 3, 3], [0, 3, 0, 3], "3 tricks move to the side that did not revoke"),
     ("tricks", [1, 6, 0, 6], [0, 7, 0, 7], "1 trick moves to the side that did not revoke"),
     ("tricks", [2, 6, 0, 5], [0, 7, 0, 7], "2 tricks move to the side that did not revoke"),
     ("off", [4, 3, 3, 3], [-3, 0, -3, 0], "The side that revoked loses"),
     ("on", [4, 3, 3, 3], [1, 4, 1, 4], "The side that did not revoke scores")],
)  # fmt: skip
def test_a_revoke_moves_three_tricks_or_takes_four_points_off_or_adds_them(
    price: str, tricks: list[int], delta: list[int], said: str
) -> None:
    agreed = small(**WHIST, revoke_choice={"points": 4, "price": price})
    found = paid(agreed, tricks=tricks, breaches=by(0))
    assert (found.delta, found.said[0]) == (delta, said)
    chosen = small(**WHIST, revoke_choice={"points": 4})
    assert paid(chosen, tricks=tricks, breaches=by(0), declared={"revoke_penalty": price}).delta == delta
    assert paid(agreed, tricks=tricks, breaches=by(0, 2)).delta == delta, "once a deal"


def test_revokes_on_both_sides_cost_nothing_and_a_choice_has_to_be_told() -> None:
    rules = small(**WHIST, revoke_choice={})
    assert paid(rules, tricks=[4, 3, 3, 3], breaches=by(0, 1)).said == ["1 trick above 6"]
    assert paid(rules, tricks=[4, 3, 3, 3]).said == ["1 trick above 6"]
    assert paid(rules, tricks=[7, 0, 0, 0], void="misdeal", breaches=by(0)).said == []
    with pytest.raises(DealError, match="the other side chooses what a revoke costs; say which"):
        paid(rules, tricks=[4, 3, 3, 3], breaches=by(0))


# -- a bid in points ------------------------------------------------------------------------------------------------

BID: Game = {
    **CALLS, "bids": {"least": 10, "most": 100, "step": 5}, "values": {"cards": {"H": 5, "QS": 35}},
    "bid_test": {}, "bid_made": {}, "bid_missed": {}, "defenders_score": {},
}  # fmt: skip
SPREAD = [20, 40, 30, 10]


@pytest.mark.parametrize(
    ("others", "bid", "delta", "said"),
    [({}, 45, [20, -45, 30, 10], ["40 captured against a bid of 45: missed", "The declarer loses the bid", "The defenders score"]),
     ({}, 40, [20, 40, 30, 10], ["40 captured against a bid of 40: made", "The declarer scores", "The defenders score"]),
     ({}, 35, [20, 40, 30, 10], ["40 captured against a bid of 35: made", "The declarer scores", "The defenders score"]),
     ({"partners": {}}, 50, [50, 50, 50, 50], ["50 captured against a bid of 50: made", "The declaring side scores", "The defenders score"]),
     ({"partners": {}, "bid_made": {"scores": "bid"}}, 30, [50, 30, 50, 30], ["50 captured against a bid of 30: made", "The declaring side scores", "The defenders score"]),
     ({"defenders_score": {"joined": True}}, 50, [60, -50, 60, 60], ["40 captured against a bid of 50: missed", "The declarer loses the bid", "The defenders score"])],
)  # fmt: skip
def test_a_bid_that_is_made_scores_what_was_captured_and_one_that_is_missed_is_lost(
    others: Game, bid: int, delta: list[int], said: list[str]
) -> None:
    assert paid(small(**{**BID, **others}), declarer=1, bid=bid, points=SPREAD) == (delta, {}, said)


def test_of_two_players_the_other_scores() -> None:
    two: Game = {"players": {"allowed": [2]}, **BID}
    found = paid(small(2, **two), declarer=1, bid=45, points=[60, 40])
    assert (found.delta, found.said[-1]) == ([60, -45], "The other player scores")


COSTS: Game = {"revoke_loses": {}, "revoke_others": {}, "revoke_offender": {}}


@pytest.mark.parametrize(
    ("cost", "seats", "delta", "said"),
    [({}, (1,), [50, -80, 50, -80], "loses the bid"), ({}, (0,), [-80, 50, -80, 50], "loses the bid"),
     ({}, (0, 1), [-80, -80, -80, -80], "loses the bid"),
     ({"revoke_loses": {"points": 25}}, (1,), [50, -25, 50, -25], "loses 25 points"),
     ({"revoke_others": {"declarers": "more"}}, (0,), [-80, 80, -80, 80], "loses the bid"),
     ({"revoke_others": {"declarers": "more"}}, (1,), [50, -80, 50, -80], "loses the bid"),
     ({"revoke_others": {"points": 33}}, (1,), [33, -80, 33, -80], "loses the bid"),
     ({"revoke_offender": {"keeps": True}}, (1,), [50, -30, 50, -30], "loses the bid"),
     ({"revoke_offender": {"keeps": True}}, (0, 1), [-30, -30, -30, -30], "loses the bid")],
)  # fmt: skip
def test_a_side_that_has_revoked_loses_the_bid_and_the_other_scores(
    cost: Game, seats: tuple[int, ...], delta: list[int], said: str
) -> None:
    rules = small(**REVOKES, **BID, partners={}, **{**COSTS, **cost})
    found = rules.settle(rules.outcome(declarer=1, bid=80, points=SPREAD, breaches=by(*seats)))
    assert list(found.delta) == delta
    assert found.lines[0].text == f"The side that revoked {said}"
    assert ("The other side scores" in [line.text for line in found.lines]) == (len(seats) == 1)
    assert found.made is (False if 1 in seats else None)


# -- a bid in chips -------------------------------------------------------------------------------------------------

CHIPS: Game = {
    **REVOKES, **CALLS, "bids": {"least": 1, "most": 20, "step": 1}, "values": {"cards": {"H": 1}, "penalties": True},
    "bid_to_pool": {}, "revoke_pays_bid": {},
}  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "delta", "left"),
    [((), [0, -5, 0, 0], 5), ((2,), [0, 0, -5, 0], 5), ((1,), [0, -5, 0, 0], 5), ((2, 3), [0, 0, -5, -5], 10),
     ((1, 2), [0, -5, -5, 0], 10)],
)  # fmt: skip
def test_the_declarer_pays_the_bid_and_has_it_back_from_another_who_has_revoked(
    seats: tuple[int, ...], delta: list[int], left: int
) -> None:
    found = paid(small(**CHIPS), declarer=1, bid=5, points=[3, 4, 5, 1], breaches=by(*seats))
    assert (found.delta, found.left) == (delta, left)


def test_a_declarer_with_three_chips_pays_no_more() -> None:
    rules = small(**CHIPS, no_debts={})
    found = paid(rules, {"totals": [9, 3, 9, 9]}, declarer=1, bid=5, points=[3, 4, 5, 1])
    assert (found.delta, found.left, found.said) == ([0, -3, 0, 0], 3, ["The bid of 5 into the pool"])
    assert paid(rules, {"totals": [9, 9, 9, 9]}, void="misdeal").said == []


def test_a_revoke_costs_no_bid_where_none_is_known() -> None:
    named: Game = {
        "values": {"cards": {}, "named": 1},
        "name_suit": {},
        "course": {"phases": ["auction", "name", "play"]},
    }
    facts = {"declared": {"suit": "C"}, "declarer": 1, "points": [3, 4, 5, 1], "breaches": by(2)}
    assert paid(small(**{**CHIPS, **named}), **facts).said == []
    assert paid(small(**{**CHIPS, **named}), **facts, bid=5).said[1] == "A revoke: the bid"


def test_nobody_pays_a_bid_in_a_deal_that_counts_for_nothing() -> None:
    assert paid(small(**CHIPS), void="misdeal", declarer=1, bid=5, breaches=by(2)).delta == [0] * 4


BONUSES: Game = {
    "last_trick_bonus": {"points": 20}, "most_tricks_bonus": {"points": 30, "tie": "defenders"},
    "all_counters_bonus": {"points": 7}, **BID, "partners": {},
}  # fmt: skip


def test_bonuses_count_towards_the_bid_and_are_told_before_it() -> None:
    rules = small(**BONUSES)
    found = paid(rules, declarer=1, bid=50, points=SPREAD, tricks=[4, 4, 3, 2], declared={"last_trick": [2]})
    assert found.delta == [100, 50, 100, 50]
    assert found.said == [
        "Most tricks, seat 0 and seat 2: 30 points among those captured",
        "The last trick, seat 2: 20 points among those captured",
        "50 captured against a bid of 50: made",
        "The declaring side scores",
        "The defenders score",
    ]
    everything = paid(
        rules, declarer=1, bid=50, points=[0, 60, 0, 40], tricks=[6, 4, 0, 3], declared={"last_trick": [1]}
    )
    assert everything.delta == [0, 157, 0, 157]
    assert everything.said[0] == "Every counter, seat 1 and seat 3: 7 points among those captured"
    with pytest.raises(DealError, match="the last trick is worth 20 points; say which seat won it"):
        paid(rules, declarer=1, bid=50, points=SPREAD, tricks=[4, 4, 3, 2])


@pytest.mark.parametrize(("tie", "who"), [("nobody", []), ("defenders", ["seat 0"])])
def test_most_tricks_that_two_share_are_nobodys_or_the_defenders(tie: str, who: list[str]) -> None:
    rules = small(most_tricks_bonus={"points": 30, "tie": tie}, **BID)
    shared = paid(rules, declarer=1, bid=50, points=SPREAD, tricks=[5, 5, 2, 1])
    assert [text.split(", ")[1].partition(":")[0] for text in shared.said if "Most" in text] == who
    won = paid(rules, declarer=1, bid=50, points=SPREAD, tricks=[4, 5, 2, 2])
    assert won.said[0] == "Most tricks, seat 1: 30 points among those captured"


# -- a multiplied price ---------------------------------------------------------------------------------------------

MULTIPLIED: Game = {
    **FIVE_OR_SIX, "name_trump": {}, "ladder": {}, "course": {"phases": ["turn", "auction", "trump", "play"]},
    "turn_up": {}, "preference": {}, "colour_preference": {}, "index_made": {}, "index_lost": {},
    "multipliers": {"plain": {"5": 1, "6": 2}, "preference": {"5": 3}}, "opponents_pay": {}, "declarer_pays": {},
}  # fmt: skip


def in_hearts(tricks: int, turned: str) -> dict[str, Any]:
    """Return the facts of a contract in hearts that seat 1 makes, when a card of some suit was turned up."""
    named = {"contract": str(tricks), "trump": "H", "declarer": 1}
    return {**named, "tricks": [13 - tricks, tricks, 0, 0], "declared": {"turned": turned}}


def test_the_index_is_multiplied_by_the_tricks_and_the_class_of_the_suit() -> None:
    rules = small(**MULTIPLIED)
    for tricks, turned, amount in ((5, "C", 5), (5, "S", 5), (5, "H", 15), (6, "S", 12)):
        assert paid(rules, **in_hearts(tricks, turned)).delta == [-amount, 3 * amount, -amount, -amount]
    with pytest.raises(
        NotSourcedError, match="no source gives the payment for Five tricks in colour-preference"
    ):
        paid(rules, **in_hearts(5, "D"))
    (said,) = rules.unsourced
    assert said[1] == (
        "No source read so far gives the payment for Five tricks in colour-preference, Six tricks in preference and "
        "Six tricks in colour-preference: a deal played for one of them ends unpaid."
    )


@pytest.mark.parametrize(
    ("known", "said"),
    [({"plain": {"5": 1, "6": 2}, "preference": {"5": 3, "6": 4}, "colour_preference": {"5": 2}},
      "Six tricks in colour-preference: a deal played for it ends unpaid."),
     ({"plain": {"5": 1}, "preference": {"5": 3}, "colour_preference": {"5": 2}},
      "Six tricks: a deal played for it ends unpaid."),
     ({"plain": {"6": 1}, "preference": {"5": 3, "6": 4}, "colour_preference": {"5": 2, "6": 2}},
      "Five tricks in a common suit: a deal played for it ends unpaid.")],
)  # fmt: skip
def test_what_no_source_prices_is_named(known: dict[str, Any], said: str) -> None:
    ((_, text),) = small(**{**MULTIPLIED, "multipliers": known}).unsourced
    assert text == f"No source read so far gives the payment for {said}"


def test_multipliers_may_double_with_each_trick_and_each_better_class_and_the_price_be_divided() -> None:
    """Six tricks pay 4, 8 or 16 times the index, divided by ten: 24, 48 and 96 become 2, 5 and 10 counters."""
    rules = small(
        **{**MULTIPLIED, "multipliers": {"plain": {"5": 1}, "doubling": 2}}, divided_price={"by": 10}
    )
    for turned, amount in (("S", 2), ("D", 5), ("H", 10)):
        assert paid(rules, **in_hearts(6, turned)).delta == [-amount, 3 * amount, -amount, -amount]
    assert rules.unsourced == ()


def test_half_a_counter_is_paid_as_a_whole_one() -> None:
    for by_, amount in ((10, 1), (11, 0), (9, 1), (2, 3)):
        rules = small(**MULTIPLIED, divided_price={"by": by_})
        assert paid(rules, **in_hearts(5, "S")).delta == [-amount, 3 * amount, -amount, -amount]
