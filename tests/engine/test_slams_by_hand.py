"""Slams, and the cards and totals that change a score of hearts, in games of a few clauses. Seats 0 to 3.

A heart is a penalty of one, the queen of spades of thirteen: twenty-six in all.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_settled import Game, paid
from whister import DealError

HEARTS: Game = {"values": {"cards": {"H": 1, "QS": 13}, "penalties": True}, "score_captured": {}}
ALL = "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
MOON = ["", ALL, "", ""]  #: seat 1 has everything
SPREAD = ["QS", "2H 3H 4H", "5H 6H 7H 8H 9H TH JH", "QH KH AH"]
TWENTY_SIX = [0, 26, 0, 0]
SINGLY: Game = {"partners": {"scores": "singly"}}
JACK: Game = {"bonus_card": {"card": "JD", "points": -10}}


@pytest.mark.parametrize(
    ("moon", "delta", "said"),
    [({}, [26, 0, 26, 26], "26 to each opponent"), ({"effect": "new"}, [0, -26, 0, 0], "26 off the shooter's score"),
     ({"effect": "plus"}, [0, -26, 0, 0], "26 off the shooter's score"),
     ({"effect": "void"}, [0, 0, 0, 0], "nobody scores"),
     ({"effect": "receive"}, [26, -78, 26, 26], "26 received from each opponent"),
     ({"amount": 30}, [30, 0, 30, 30], "30 to each opponent")],
)  # fmt: skip
def test_who_takes_every_penalty_card_adds_to_the_others_or_takes_off(
    moon: dict[str, Any], delta: list[int], said: str
) -> None:
    rules = small(**HEARTS, moon=moon)
    for facts in ({"captured": MOON}, {"points": TWENTY_SIX}):
        assert paid(rules, **facts) == (delta, {}, ["Cards captured", f"All penalty cards: {said}"])
    assert paid(rules, captured=SPREAD).said == ["Cards captured"]


@pytest.mark.parametrize(
    ("scores", "moon", "delta"),
    [("singly", {}, [26, 0, 26, 0]), ("singly", {"to": "others"}, [26, 0, 26, 26]),
     ("singly", {"by": "side"}, [26, 0, 26, 0]), ("together", {}, [26, 0, 26, 0])],
)  # fmt: skip
def test_a_partner_is_spared_unless_all_others_score(
    scores: str, moon: dict[str, Any], delta: list[int]
) -> None:
    assert paid(small(partners={"scores": scores}, **HEARTS, moon=moon), captured=MOON).delta == delta


def test_two_partners_may_take_everything_together() -> None:
    both = ["", "QS", "", ALL.removeprefix("QS ")]
    assert paid(small(**SINGLY, **HEARTS, moon={"by": "side"}), captured=both).delta == [26, 0, 26, 0]
    assert paid(small(**SINGLY, **HEARTS, moon={"by": "side"}), points=[0, 13, 0, 13]).delta == [26, 0, 26, 0]
    assert paid(small(**SINGLY, **HEARTS, moon={}), captured=both).delta == [0, 13, 0, 13]
    assert paid(small(**SINGLY, **HEARTS, moon={}), points=[0, 13, 0, 13]).delta == [0, 13, 0, 13]


def test_how_a_slam_counts_may_be_chosen_or_be_usual_and_must_be_told() -> None:
    rules = small(**HEARTS, moon={"effect": "choice", "usual": "new"})
    assert paid(rules, points=TWENTY_SIX).delta == [0, -26, 0, 0]
    assert paid(rules, points=TWENTY_SIX, declared={"moon": "old"}).delta == [26, 0, 26, 26]
    with pytest.raises(DealError, match="give what the table or the player chose"):
        paid(small(**HEARTS, moon={"effect": "choice"}), points=TWENTY_SIX)


@pytest.mark.parametrize(
    ("totals", "delta"),
    [([1, 60, 3, 74], [0, -26, 0, 0]), ([1, 60, 3, 73], [26, 0, 26, 26]), ([90, 60, 74, 70], [26, 0, 26, 26]),
     ([1, 27, 3, 74], [26, 0, 26, 26]), ([1, 28, 3, 74], [0, -26, 0, 0])],
)  # fmt: skip
def test_a_slam_that_would_end_the_game_for_another_winner_comes_off_instead(
    totals: list[int], delta: list[int]
) -> None:
    """At a hundred the game ends and the lowest total wins; with 27 each, the shooter is among the winners."""
    rules = small(**HEARTS, moon={"late_new": True}, end={"target": 100}, winner={})
    assert paid(rules, {"totals": totals}, captured=MOON).delta == delta


@pytest.mark.parametrize(("effect", "delta"), [("void", [0, 0, 0, 0]), ("receive", [26, -78, 26, 26])])
def test_only_what_is_added_to_the_others_may_come_off_instead(effect: str, delta: list[int]) -> None:
    rules = small(**HEARTS, moon={"effect": effect, "late_new": True}, end={"target": 100}, winner={})
    assert paid(rules, {"totals": [1, 60, 3, 74]}, captured=MOON).delta == delta


def test_what_comes_off_may_stop_at_nought() -> None:
    rules = small(**HEARTS, moon={"effect": "new", "floor": True})
    for total, off in ((20, -20), (26, -26), (30, -26), (0, 0), (-2, 0)):
        assert paid(rules, {"totals": [1, total, 3, 4]}, captured=MOON).delta == [0, off, 0, 0]


def test_a_void_slam_takes_a_bonus_with_it_unless_it_stands() -> None:
    jack = ["", ALL, "", "JD"]
    assert paid(small(**HEARTS, moon={"effect": "void"}, **JACK), captured=jack).delta == [0, 0, 0, 0]
    stands = small(**HEARTS, moon={"effect": "void", "bonuses_stand": True}, **JACK)
    assert paid(stands, captured=jack).delta == [0, 0, 0, -10]


def test_a_bonus_card_counts_apart_from_a_slam_or_within_it_or_is_needed_for_it() -> None:
    with_jack, without = ["", f"{ALL} JD", "", ""], ["", ALL, "", "JD"]
    apart = small(**HEARTS, moon={}, **JACK)
    assert paid(apart, captured=with_jack).delta == [26, -10, 26, 26]
    assert paid(apart, captured=without).delta == [26, 0, 26, 16]
    within = small(**HEARTS, moon={}, bonus_card={"card": "JD", "points": -10, "in_slam": "included"})
    assert paid(within, captured=with_jack).delta == [26, 0, 26, 26]
    assert paid(within, captured=without).delta == [26, 0, 26, 16]
    needed = small(**HEARTS, moon={}, bonus_card={"card": "JD", "points": -10, "needed_for_slam": True})
    assert paid(needed, captured=with_jack).delta == [26, -10, 26, 26]
    assert paid(needed, captured=without).delta == [0, 26, 0, -10]
    asked = small(**HEARTS, slam_needs={"cards": "JD"}, moon={})
    assert paid(asked, captured=with_jack).delta == [26, 0, 26, 26]
    assert paid(asked, captured=without).delta == [0, 26, 0, 0]
    with pytest.raises(
        DealError,
        match="one player has all the points, and points do not show the other cards that count; give 'captured'",
    ):
        paid(asked, points=TWENTY_SIX)


def test_the_captor_of_a_bonus_card_scores_for_it_with_his_partner() -> None:
    captured = ["QS JD", *SPREAD[1:]]
    assert paid(small(**HEARTS, **JACK), captured=captured).delta == [3, 3, 7, 3]
    assert paid(small(partners={}, **HEARTS, **JACK), captured=captured).delta == [10, 6, 10, 6]


@pytest.mark.parametrize(
    ("sun", "delta", "said"),
    [({}, [52, 0, 52, 52], "52 to each opponent"), ({"amount": 0}, [26, 0, 26, 26], "26 to each opponent"),
     ({"effect": "new"}, [0, -52, 0, 0], "52 off the winner's score"),
     ({"slate": True}, [0, -44, 0, 0], "the slate is wiped")],
)  # fmt: skip
def test_who_wins_every_trick_adds_to_the_others_or_takes_off_or_wipes_his_slate(
    sun: dict[str, Any], delta: list[int], said: str
) -> None:
    rules = small(**HEARTS, sun=sun)
    found = paid(rules, {"totals": [1, 44, 3, 4]}, points=TWENTY_SIX, tricks=[0, 13, 0, 0])
    assert found == (delta, {}, ["Cards captured", f"Every trick: {said}"])
    assert paid(rules, points=TWENTY_SIX, tricks=[1, 12, 0, 0]).said == ["Cards captured"]


def test_partners_with_one_score_win_every_trick_as_one() -> None:
    every = {"points": TWENTY_SIX, "tricks": [0, 13, 0, 0]}
    assert paid(small(partners={}, **HEARTS, sun={}), **every).delta == [52, 0, 52, 0]
    assert paid(small(**SINGLY, **HEARTS, sun={}), **every).delta == [52, 0, 52, 0]
    wiped = small(partners={}, **HEARTS, sun={"slate": True})
    assert paid(wiped, {"totals": [1, 44, 1, 44]}, **every).delta == [0, -44, 0, -44]


# -- cards that change others ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "said", "delta"), [(2, "counted twice", [17, 1, 7, 3]), (3, "counted 3 times", [19, 1, 7, 3])]
)
def test_a_card_may_multiply_the_hearts_taken_with_it(times: int, said: str, delta: list[int]) -> None:
    rules = small(**HEARTS, multiplier={"card": "QS", "of": "H", "times": times})
    found = paid(rules, captured=["QS 2H 3H", "4H", *SPREAD[2:]])
    assert (found.delta, found.said[1]) == (delta, f"The queen of spades: {said}")
    apart = paid(rules, captured=SPREAD)
    assert (apart.delta, apart.said) == ([13, 3, 7, 3], ["Cards captured"])


def test_a_card_may_cancel_another_taken_with_it() -> None:
    rules = small(**HEARTS, canceller={"card": "AH", "cancels": "QS"})
    both = paid(rules, captured=["QS AH", SPREAD[1], SPREAD[2], "QH KH"])
    assert (both.delta, both.said[1]) == ([1, 3, 7, 2], "The ace of hearts cancels the queen of spades")
    assert paid(rules, captured=SPREAD).delta == [13, 3, 7, 3]


@pytest.mark.parametrize(
    ("floor", "total", "delta"),
    [("total", 0, 0), ("total", 1, -1), ("total", 9, -2), ("total", -9, 3), ("hand", 0, 0), ("hand", 9, 0)],
)
def test_relief_of_five_stops_at_nought(floor: str, total: int, delta: int) -> None:
    """Seat 3 has taken three points, the ace of hearts among them."""
    rules = small(**HEARTS, reliever={"card": "AH", "points": 5, "floor": floor})
    assert paid(rules, {"totals": [0, 0, 0, total]}, captured=SPREAD).delta == [13, 3, 7, delta]


def test_relief_comes_off_besides_a_slam_unless_the_slam_is_reckoned_by_the_hand_that_has_it() -> None:
    """Seat 1, whose total is a hundred, takes all the penalty cards, and with them the knave that takes five off."""
    everything = ["", f"{ALL} JD", "", ""]
    for amount, of_hand, off in ((0, False, -31), (0, True, -21), (30, False, -35), (30, True, -35)):
        slam = {"effect": "new", "amount": amount, "of_hand": of_hand}
        rules = small(**HEARTS, moon=slam, reliever={"card": "JD", "points": 5})
        assert paid(rules, {"totals": [0, 100, 0, 0]}, captured=everything).delta == [0, off, 0, 0]


# -- tricks and totals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "tricks", "delta"),
    [({}, [1, 12, 0, 0], [0, 26, -5, -5]), ({}, [1, 10, 1, 1], [0, 26, 0, 0]),
     ({"partners": {}}, [1, 12, 0, 0], [0, 26, 0, 26]), ({"partners": {}}, [0, 12, 0, 1], [-5, 26, -5, 26])],
)  # fmt: skip
def test_who_wins_no_trick_has_five_off(others: Game, tricks: list[int], delta: list[int]) -> None:
    assert paid(small(**others, **HEARTS, no_tricks={}), points=TWENTY_SIX, tricks=tricks).delta == delta


def test_no_trick_won_costs_nothing_in_a_slam_or_after_a_revoke() -> None:
    revokes: Game = {"follow": {}, "revoke": {"allowed": True}, "revoke_forfeit": {}}
    rules = small(**revokes, **HEARTS, moon={}, no_tricks={})
    assert paid(rules, points=TWENTY_SIX, tricks=[1, 12, 0, 0]).delta == [26, 0, 26, 26]
    assert paid(rules, points=[0, 25, 1, 0], tricks=[0, 12, 1, 0]).delta == [-5, 25, 1, -5]
    revoked = paid(rules, points=[0, 25, 1, 0], tricks=[0, 12, 1, 0], breaches=[{"seat": 1, "trick": 1}])
    assert revoked.delta == [0, 26, 0, 0]
    assert paid(rules, tricks=[0, 0, 0, 0], void="misdeal").delta == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("totals", "delta"),
    [
        ([50, 24, 100, 0], [0, -24, 0, 0]),
        ([50, 74, 100, 0], [0, -24, 0, 0]),
        ([50, 25, 100, 0], [0, 26, 0, 0]),
    ],
)
def test_a_total_that_a_deal_brings_to_fifty_or_a_hundred_has_fifty_off(
    totals: list[int], delta: list[int]
) -> None:
    assert paid(small(**HEARTS, exact_total={}), {"totals": totals}, points=TWENTY_SIX).delta == delta


@pytest.mark.parametrize(("total", "at", "change"), [(9, 0, -9), (10, 0, -10), (11, 0, -10), (9, 5, -4)])
def test_no_total_falls_below_a_floor(total: int, at: int, change: int) -> None:
    rules = small(**HEARTS, **JACK, floor_total={"at": at})
    found = paid(rules, {"totals": [50, 24, 13, total]}, captured=["", "", ALL, "JD"])
    assert found.delta == [0, 0, 26, change]
    assert ("Totals held at the floor" in found.said) == (change != -10)
