"""The turning points of a deal: what a decision cost by what the seat could know, and where it is in the record."""

from __future__ import annotations

import json

import pytest

import whister
from tests.engine.late import late
from whister import Deal
from whister.bots import choose
from whister.errors import DealError
from whister.players.turning_points import MOST, dearest, review, turning_points

PLAIN = whister.load("hearts/black-lady").without("hearts-broken")


def kept_queen() -> Deal:
    """Return a deal in which seat 0, with no club, keeps the queen of spades instead of throwing it, and takes it."""
    left = ["QS 9D", "QC 4S", "5S 6S", "7S 2H"]
    deal = late(PLAIN, left, (0, 2, 3, 1), lambda hands: PLAIN.deal(hands=hands, number=4))
    for card in ("QC", "5S", "2H", "9D", "4S", "6S", "7S", "QS"):
        deal.act(card)
    assert deal.over
    return deal


def thumb(name: str, seed: str) -> Deal:
    """Return a deal played by rules of thumb."""
    deal = whister.load(name).deal(seed)
    while not deal.over:
        seat = deal.pending[0]
        deal.act(choose(deal.view(seat)), seat)
    return deal


def test_the_queen_that_was_kept_is_a_turning_point() -> None:
    """It was sure to be taken: 13 points for the queen, against a heart for whoever takes the trick now."""
    deal = kept_queen()
    points = [step.point for step in review(deal, 0, rollouts=60) if step.point is not None]
    point = next(point for point in points if point.at == 47)
    assert (point.seat, point.trick, point.phase) == (0, 12, "play")
    assert (point.taken, point.better) == ("9D", "QS")
    assert deal.actions[point.at] == (0, point.taken)
    assert point.cost == pytest.approx(52 / 3)  # 13 less for the seat, and 13/3 more for its opponents
    assert "throws" in {reason.kind for reason in point.reasons}
    assert point.text == (
        "The nine of diamonds cost about 17.3 points relative to the other players; the queen of spades was better on "
        f"average in {point.deals} deals that fit what could be seen then."
    )
    assert json.loads(json.dumps(point.to_dict()))["better"] == "QS"


def test_a_play_without_a_choice_is_no_turning_point() -> None:
    deal = kept_queen()
    found = [step.point for step in review(deal, 0, rollouts=60)]
    assert len(found) == 13
    assert found[-1] is None


@pytest.mark.parametrize("name", ["hearts/black-lady", "boston/hoyle", "rook/kentucky", "hearts/knaves"])
def test_turning_points_cost_more_than_two_standard_errors(name: str) -> None:
    deal = thumb(name, "turning")
    before = deal.copy()
    points = turning_points(deal, rollouts=40)
    assert deal == before
    assert len(points) <= MOST
    assert [point.cost for point in points] == sorted((point.cost for point in points), reverse=True)
    for point in points:
        assert deal.actions[point.at] == (point.seat, point.taken)
        assert point.better != point.taken
        assert point.cost > 2 * point.error
        assert len(point.reasons) <= 3


def test_the_same_deal_has_the_same_turning_points() -> None:
    deal = thumb("hearts/knaves", "again")
    assert turning_points(deal, 1, rollouts=40) == turning_points(deal, 1, rollouts=40)


def test_a_review_goes_on_decision_by_decision() -> None:
    deal = thumb("hearts/black-lady", "review")
    own = sum(1 for seat, _ in deal.actions if seat == 2)
    steps = review(deal, 2, rollouts=30)
    first = next(steps)
    assert (first.done, first.of) == (1, own)
    assert [step.done for step in steps] == list(range(2, own + 1))


def test_a_review_stops_when_the_time_is_up() -> None:
    deal = thumb("hearts/black-lady", "review")
    asked = iter([False] * 3 + [True] * 10_000)
    assert len(list(review(deal, rollouts=30, expired=lambda: next(asked)))) <= 1
    assert turning_points(deal, expired=lambda: True) == ()


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DealError, match="seat"):
        review(kept_queen(), 4)


def test_the_dearest_are_taken_from_what_is_known_so_far() -> None:
    points = [step.point for step in review(kept_queen(), rollouts=60)]
    known = [point for point in points if point is not None]
    assert known
    assert dearest(points) == tuple(sorted(known, key=lambda point: -point.cost)[:MOST])
