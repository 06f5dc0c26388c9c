"""The arena: means with their errors, goals, duplicate deals, and results kept for a run that is continued."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import whister
from tests.arena.matches import MATCHES, dealt, lone, value
from tests.arena.store import Store
from tests.arena.summary import Figure, figure, goal, mean_of, told
from whister.players import choose


def test_a_mean_has_the_standard_error_of_the_mean() -> None:
    mean, error = mean_of([1.0, 2.0, 3.0, 6.0])
    assert mean == 3.0
    assert error == pytest.approx((((4 + 1 + 0 + 9) / 3) / 4) ** 0.5)
    assert mean_of([5.0])[1] == float("inf")


def test_a_goal_is_met_only_if_two_standard_errors_exclude_zero() -> None:
    rules = whister.load("hearts/black-lady")
    sure = [{"value": 3.0 + 0.1 * (at % 2)} for at in range(12)]
    unsure = [{"value": 30.0 * (-1) ** at + 3} for at in range(12)]
    assert goal("lone", figure("lone", rules, sure)) == "met"
    assert goal("lone", figure("lone", rules, unsure)) == "open"
    assert goal("lone", figure("lone", rules, [{"value": 1.0}, {"value": 1.1}] * 6)) == "not met"


def test_few_deals_meet_no_goal() -> None:
    rules = whister.load("hearts/black-lady")
    assert goal("lone", figure("lone", rules, [{"value": 3.0}] * 11)) == "open"


def test_contracts_are_compared_with_those_of_a_declarer_who_sees_all_hands() -> None:
    rules = whister.load("boston/fontainebleau")
    results: list[dict[str, Any]] = [{"made": True, "seen": True}] * 10 + [
        {"made": False, "seen": True},
        {"made": False, "seen": True},
        {"made": None, "seen": None},
    ]
    found = figure("contracts", rules, results)
    assert found.deals == 12
    assert found.spread == pytest.approx(10 / 12)
    assert found.mean == pytest.approx(-2 / 12)
    assert goal("contracts", found) == "not met"
    assert told(found).startswith("83 % made, −17 ± 11 points")


def test_equal_players_in_every_seat_are_worth_nothing() -> None:
    rules = whister.load("hearts/modern")
    found = lone("cautious", "cautious")(rules, 3, 0)
    assert found["value"] == pytest.approx(0.0)
    assert found["forfeits"] == 0


def test_a_low_score_is_good_where_the_lowest_total_wins() -> None:
    rules = whister.load("hearts/black-lady")
    deal = dealt(rules, 1)
    while not deal.over:
        seat = deal.to_act
        assert seat is not None
        deal.act(choose(deal.view(seat)), seat)
    points = deal.settle().delta
    best = min(range(4), key=points.__getitem__)
    assert value(rules, deal, best) > 0


def test_the_deals_of_the_arena_pass_the_deal_round_the_table() -> None:
    rules = whister.load("boston/fontainebleau")
    assert {dealt(rules, at).dealer for at in range(4)} == {0, 1, 2, 3}


def test_results_are_kept_for_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = whister.load("hearts/modern")
    with closing(Store(tmp_path / "arena.sqlite")) as store:
        store.keep("lone", rules, 300, 7, {"value": 1.5})
    again = Store(tmp_path / "arena.sqlite")
    assert again.known("lone", rules, 300) == {7: {"value": 1.5}}
    assert again.known("lone", rules, 100) == {}
    monkeypatch.setattr("tests.arena.store.policy", lambda rollouts: "of other code")
    assert again.known("lone", rules, 300) == {}
    again.close()


def test_every_match_says_what_it_compares() -> None:
    assert list(MATCHES) == ["lone", "random", "ismcts", "contracts"]
    assert all(match.says for match in MATCHES.values())
    assert told(Figure(-2.5, 0.25, 40, "points")) == "−2.50 ± 0.25 points"
