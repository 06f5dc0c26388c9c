"""When a game of a few clauses ends, who has won it, and what is settled then. Seats 0 to 3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_settled import CALLS, Game
from whister import Conclusion, Rules

HEARTS: Game = {"values": {"cards": {"H": 1}, "penalties": True}, "score_captured": {}}
IN_CHIPS: Game = {"values": {"cards": {"H": 1}, "penalties": True}, "lowest_takes": {}}


def after(rules: Rules, totals: list[int], deals: int = 3, **stands: Any) -> Conclusion:
    """Return the conclusion once so many deals have been played."""
    return rules.conclude(rules.ledger(number=deals + 1, totals=totals)._replace(**stands))


@pytest.mark.parametrize(
    ("end", "totals", "deals", "over"),
    [({"target": 100}, [99, 0, 0, 0], 3, False), ({"target": 100}, [0, 100, 0, 0], 3, True),
     ({"target": 100, "test": "exceed"}, [0, 100, 0, 0], 3, False), ({"target": 100, "test": "exceed"}, [0, 101, 0, 0], 3, True),
     ({"deals": 4}, [0, 0, 0, 0], 3, False), ({"deals": 4}, [0, 0, 0, 0], 4, True),
     ({"rounds": 2}, [0, 0, 0, 0], 7, False), ({"rounds": 2}, [0, 0, 0, 0], 8, True),
     ({"floor": -50}, [0, 0, -49, 0], 3, False), ({"floor": -50}, [0, 0, -50, 0], 3, True),
     ({"ahead": 30}, [40, 0, 11, 0], 3, False), ({"ahead": 30}, [40, 0, 10, 0], 3, True),
     ({"ahead": 30}, [0, 40, 0, 40], 3, False), ({"broke": True}, [5, 1, 2, 2], 3, False),
     ({"broke": True}, [5, 0, 2, 2], 3, True), ({"target": 100}, [0, 0, 0, 0], 90, False)],
)  # fmt: skip
def test_a_game_ends_at_a_total_a_lead_or_a_number_of_deals(
    end: dict[str, Any], totals: list[int], deals: int, over: bool
) -> None:
    assert after(small(**HEARTS, end=end), totals, deals).over is over


def test_a_lead_is_over_every_other_side() -> None:
    """Seats 0 and 2 are one side, and so are 1 and 3."""
    rules = small(partners={}, **HEARTS, end={"ahead": 30})
    assert after(rules, [40, 10, 40, 10]).over
    assert not after(rules, [40, 11, 40, 11]).over


@pytest.mark.parametrize(("deals", "over"), [(7, False), (8, True)])
def test_where_every_deal_is_paid_in_chips_eight_deals_stand_for_the_target(deals: int, over: bool) -> None:
    assert after(small(**IN_CHIPS, end={"target": 100}), [500, 0, 0, 0], deals).over is over
    assert not after(small(**IN_CHIPS, end={"target": 100, "deals": 9}), [500, 0, 0, 0], deals).over


def test_counters_are_points_as_far_as_a_target_goes() -> None:
    """A game in counters is not a game in chips: it ends at the target and not after eight deals."""
    rules = small(**CALLS, counters={"each": {"1": 10}, "unit": "counters"}, end={"target": 100})
    assert not after(rules, [99, 0, 0, 0], 20).over
    assert not after(small(**CALLS, counters={"each": {"1": 10}, "unit": "francs"}, end={"target": 100}), [9, 0, 0, 0], 20).over  # fmt: skip


@pytest.mark.parametrize(
    ("winner", "totals", "winners"),
    [({}, [5, 9, 3, 8], (2,)), ({"total": "highest"}, [5, 9, 3, 8], (1,)), ({}, [3, 9, 3, 8], (0, 2)),
     ({"total": "highest"}, [9, 9, 3, 9], (0, 1, 3)), ({"tie": "extra-deal"}, [5, 9, 3, 8], (2,)),
     ({"tie": "declarers"}, [5, 9, 3, 8], (2,)), ({"tie": "declarers"}, [3, 9, 3, 8], (2,)),
     ({"tie": "declarers"}, [3, 3, 9, 8], (0, 1))],
)  # fmt: skip
def test_the_lowest_or_the_highest_total_wins(
    winner: dict[str, str], totals: list[int], winners: tuple[int, ...]
) -> None:
    """Seat 2 was the last declarer."""
    found = after(small(**HEARTS, end={"deals": 3}, winner=winner), totals, last_declarer=(2,))
    assert (found.over, found.winners) == (True, winners)


def test_a_tie_may_be_played_off_but_not_between_partners() -> None:
    end: Game = {"end": {"deals": 3}, "winner": {"tie": "extra-deal"}}
    assert not after(small(**HEARTS, **end), [3, 9, 3, 8]).over
    together = after(small(partners={}, **HEARTS, **end), [3, 9, 3, 9])
    assert (together.over, together.winners) == (True, (0, 2))


def test_the_totals_of_two_partners_may_be_added_up() -> None:
    """Three and nine are twelve; five and five are ten."""
    end: Game = {"end": {"deals": 3}, "winner": {"of": "sides"}}
    rules = small(partners={"scores": "singly"}, **HEARTS, **end)
    assert after(rules, [3, 5, 9, 5]).winners == (1, 3)
    assert after(small(partners={"scores": "singly"}, **HEARTS, end={"deals": 3}, winner={}), [3, 5, 9, 5]).winners == (0,)  # fmt: skip


def test_the_last_pool_may_count_for_the_winner() -> None:
    """Of nine counters, seat 0, at the dealer's left, has three, and each of the others two."""
    game: Game = {**CALLS, "rotation": {}, "end": {"deals": 3}, "last_pool": {}}
    for counted, winners in ((True, (0,)), (False, (0, 1))):
        rules = small(**game, winner={"total": "highest", "with_last_pool": counted})
        found = rules.conclude(rules.ledger(number=4, totals=[9, 9, 3, 3], pool=9, dealer=0))
        assert found.winners == winners
        assert found.stakes == (3, 2, 2, 2)


@pytest.mark.parametrize(
    ("totals", "losers"), [([99, 0, 0, 0], ()), ([100, 0, 99, 101], (0, 3)), ([120, 0, 0, 0], (0,))]
)
def test_all_whose_totals_stand_at_the_target_have_lost(totals: list[int], losers: tuple[int, ...]) -> None:
    rules = small(**HEARTS, end={"target": 100}, winner={}, loser={})
    assert after(rules, totals).losers == losers
    chips = small(**IN_CHIPS, end={"target": 100}, winner={}, loser={})
    assert after(chips, totals, 8).losers == ()


def test_a_total_of_exactly_a_hundred_wins() -> None:
    rules = small(**HEARTS, end={"target": 150}, winner={}, exact_wins={"total": 100})
    assert after(rules, [20, 100, 30, 0]).winners == (1,)
    assert after(rules, [20, 100, 30, 0]).over
    assert not after(rules, [20, 101, 30, 0]).over
    assert after(rules, [20, 100, 151, 0]).winners == (1,)


@pytest.mark.parametrize(
    ("rounding", "stakes", "left"),
    [("exact", (Fraction(9, 4), Fraction(5, 4), Fraction(1, 4), Fraction(-15, 4)), 0), ("scaled", (9, 5, 1, -15), 0),
     ("nearest", (2, 1, 0, -4), 1)],
)  # fmt: skip
def test_those_above_the_average_pay_in_and_those_below_draw(
    rounding: str, stakes: tuple[Any, ...], left: int
) -> None:
    """Nine points divided equally come to two and a quarter for each player."""
    rules = small(**HEARTS, end={"deals": 3}, winner={}, stakes={"rounding": rounding})
    found = after(rules, [0, 1, 2, 6])
    assert (found.stakes, found.pool) == (stakes, left)
    assert [type(stake) for stake in found.stakes] == [type(stake) for stake in stakes]
    assert after(rules, [0, 1, 2, 6], 2).lines == ()
