"""Pools: when they are filled, how much they hold, who takes them and what is left over. Seats 0 to 3; four play."""

from __future__ import annotations

import pytest

from tests.engine.small import small
from tests.engine.small_settled import CALLS, FIVE_OR_SIX, Game, opened, paid


@pytest.mark.parametrize(("pool", "stakes"), [(0, 5), (9, 5), (10, 5), (19, 5), (20, 0), (21, 0)])
def test_a_pool_that_holds_less_than_everybodys_stake_is_filled_again(pool: int, stakes: int) -> None:
    """Four stakes of five are twenty."""
    assert opened(small(pool_stakes={"each": {"pool": 5}}), pool=pool) == (
        [-stakes] * 4,
        {"pool": pool + 4 * stakes},
    )


def test_where_stakes_are_paid_for_every_deal_a_full_pool_is_filled_as_well() -> None:
    each = small(pool_stakes={"each": {"pool": 5, "side": 1}, "every_deal": True})
    assert opened(each, pool={"pool": 100, "side": 100}) == ([-6] * 4, {"pool": 120, "side": 104})
    assert opened(each, pool=0) == ([-6] * 4, {"pool": 20, "side": 4})


def test_all_fill_an_empty_pool_and_the_dealer_alone_adds_to_another() -> None:
    fresh = small(fresh_pool={"dealer": 4, "others": 2, "standing": 3})
    assert opened(fresh, pool=0, dealer=2) == ([-2, -2, -4, -2], {"pool": 10})
    assert opened(fresh, pool=1, dealer=2) == ([0, 0, -3, 0], {"pool": 4})


def test_nobody_stakes_again_when_the_same_dealer_deals_again() -> None:
    for rule in ({"fresh_pool": {"dealer": 4, "others": 2, "standing": 3}}, {"pool_stakes": {"each": {"pool": 5}}},
                 {"dealer_stake": {"each": {"pool": 5}}}):  # fmt: skip
        rules = small(**rule)
        again = rules.ledger()._replace(redeal=True)
        assert rules.deal(1, ledger=again).ledger == again


def test_the_dealer_stakes_in_every_pool() -> None:
    stake = small(dealer_stake={"each": {"pool": 5, "side": 1}})
    assert opened(stake, pool=3, dealer=1) == ([0, -6, 0, 0], {"pool": 8, "side": 1})


@pytest.mark.parametrize(
    ("before", "after"),
    [({"pool": 25}, {"pool": 20, "next": 5}), ({"pool": 20}, {"pool": 20}), ({"pool": 19}, {"pool": 19}),
     ({"pool": 15, "next": 3}, {"pool": 18}), ({"pool": 15, "next": 9}, {"pool": 20, "next": 4}),
     ({"next": 9}, {"pool": 9}), ({"next": 21}, {"pool": 20, "next": 1}), ({"side": 4}, {"side": 4, "pool": 0})],
)  # fmt: skip
def test_a_pool_of_twenty_at_most_is_filled_from_the_next_one(
    before: dict[str, int], after: dict[str, int]
) -> None:
    assert opened(small(pool_limit={"most": 20}, pool_stakes={"each": {"side": 0}}), pool=before) == (
        [0] * 4,
        after,
    )


@pytest.mark.parametrize(
    ("pool", "said"),
    [(19, []), (20, []), (21, ["The pool is full: 1 go to the next one"]), (33, ["The pool is full: 13 go to the next one"])],
)  # fmt: skip
def test_what_a_full_pool_does_not_hold_goes_to_the_next_one_and_is_told(pool: int, said: list[str]) -> None:
    left = {"pool": 20, "next": pool - 20} if pool > 20 else {"pool": pool}
    assert paid(small(pool_limit={"most": 20}), {"pool": pool}) == ([0] * 4, left, said)


def test_a_declarer_who_loses_doubles_the_pool_and_no_other_does() -> None:
    doubling = small(**FIVE_OR_SIX, pool_doubles={})
    lost = paid(doubling, {"pool": 10}, contract="5H", declarer=1, tricks=[3, 4, 3, 3])
    assert lost == ([0, -10, 0, 0], {"pool": 20},
                    ["Five tricks in hearts: lost (4 tricks, 5 wanted)", "The declarer doubles the pool of 10"])  # fmt: skip
    made = paid(doubling, {"pool": 10}, contract="5H", declarer=1, tricks=[3, 5, 3, 2])
    assert (made.delta, made.pools) == ([0] * 4, {"pool": 10})
    assert len(paid(doubling, {"pool": 0}, contract="5H", declarer=1, tricks=[3, 4, 3, 3]).said) == 1


def test_a_declarer_who_wins_takes_the_pool_and_no_other_does() -> None:
    taking = small(**FIVE_OR_SIX, pool_to_declarer={})
    made = paid(taking, {"pool": 10}, contract="5H", declarer=1, tricks=[3, 5, 3, 2])
    assert (made.delta, made.pools) == ([0, 10, 0, 0], {"pool": 0})
    assert made.said[1:] == ["The declarer takes the pool of 10"]
    lost = paid(taking, {"pool": 10}, contract="5H", declarer=1, tricks=[3, 4, 3, 3])
    assert (lost.delta, lost.pools) == ([0] * 4, {"pool": 10})
    assert len(paid(taking, {"pool": 0}, contract="5H", declarer=1, tricks=[3, 5, 3, 2]).said) == 1


def test_one_player_with_fewest_tricks_takes_the_pool() -> None:
    fewest = small(fewest_tricks={})
    assert paid(fewest, {"pool": 70}, tricks=[3, 3, 5, 2]) == (
        [0, 0, 0, 70], {"pool": 0}, ["Fewest tricks: seat 3", "Seat 3 takes the pool of 70"])  # fmt: skip
    assert paid(fewest, {"pool": 0}, tricks=[3, 3, 5, 2]).said == ["Fewest tricks: seat 3"]
    assert paid(fewest, {"pool": 70}, tricks=[2, 4, 5, 2]).delta == [0] * 4


def test_three_with_fewest_tricks_divide_the_pool_in_whole_counters() -> None:
    """A pool of seventy gives each of three players four counters of five, and ten are left."""
    splitting = small(smallest_counter={"value": 5}, fewest_tricks={}, fewest_tie={"pool": "split"})
    tie = paid(splitting, {"pool": 70}, tricks=[3, 3, 3, 4])
    assert tie == ([20, 20, 20, 0], {"pool": 10}, ["Fewest tricks: seat 0 and seat 1 and seat 2", "A tie: 20 from the pool"])  # fmt: skip
    assert len(paid(splitting, {"pool": 70}, tricks=[3, 4, 4, 2]).said) == 2
    assert len(paid(splitting, {"pool": 0}, tricks=[3, 3, 3, 4]).said) == 1


def test_of_several_with_fewest_tricks_the_nearest_at_the_dealers_left_may_take_it() -> None:
    nearest = small(fewest_tricks={}, fewest_tie={"pool": "nearest-dealer-left"})
    for dealer, taker in ((0, 1), (1, 2), (2, 0), (3, 0)):
        found = paid(nearest, {"pool": 70, "dealer": dealer}, tricks=[3, 3, 3, 4])
        assert (found.delta, found.pools) == ([70 * (seat == taker) for seat in range(4)], {"pool": 0})


def test_of_several_with_fewest_tricks_nobody_may_take_it() -> None:
    standing = small(fewest_tricks={}, fewest_tie={"pool": "stands-over"})
    tie = paid(standing, {"pool": 70}, tricks=[3, 3, 3, 4])
    assert (tie.delta, tie.pools, tie.said[1:]) == ([0] * 4, {"pool": 70}, ["A tie: the pool stands over"])


ONE_DEAL: Game = {"end": {"deals": 1}, "rotation": {}}


def divided(
    pool: int, *, dealer: int = 2, lost_by: int | None = None, smallest: int = 5, **rule: str
) -> list[int]:
    """Return how the last pool is divided, after a last deal by ``dealer``."""
    rules = small(**ONE_DEAL, smallest_counter={"value": smallest}, last_pool=rule)
    last = {} if lost_by is None else {"last_made": False, "last_declarer": (lost_by,)}
    end = rules.conclude(rules.ledger(number=2, pool=pool, dealer=(dealer + 1) % 4)._replace(**last))  # type: ignore[arg-type]
    assert (end.over, end.pool, sum(end.stakes)) == (True, 0, pool)
    return [int(share) for share in end.stakes]


def test_the_last_pool_is_divided_from_eldest_hand_on_to_the_dealer() -> None:
    """Of the counters of five, an odd one goes to seat 3, the next after the dealer, then to 0, 1 and 2."""
    assert divided(40) == [10, 10, 10, 10]
    assert divided(45) == [10, 10, 10, 15]
    assert divided(50) == [15, 10, 10, 15]
    assert divided(55) == [15, 15, 10, 15]
    assert divided(58) == [15, 15, 13, 15], "what is less than a counter goes to the last"
    assert divided(7, dealer=0) == [0, 5, 2, 0]


def test_a_declarer_who_has_lost_the_last_contract_has_no_part_of_the_last_pool() -> None:
    assert divided(33, lost_by=1, smallest=1) == [11, 0, 11, 11]
    assert divided(35, lost_by=1, smallest=1) == [12, 0, 11, 12]
    assert divided(36, lost_by=1, smallest=1, lost="all") == [9, 9, 9, 9]


def test_a_pool_is_not_divided_before_the_end_and_an_empty_one_never() -> None:
    rules = small(**ONE_DEAL, last_pool={})
    for number, pool in ((1, 40), (2, 0)):
        end = rules.conclude(rules.ledger(number=number, pool=pool))
        assert (end.lines, end.pool) == ((), pool)


@pytest.mark.parametrize(
    ("rule", "declared", "delta", "said", "dealer"),
    [({}, {}, [0, -9, 0, 0], "Misdeal: the dealer pays the pool and deals again", 1),
     ({"then": "passes"}, {}, [0, -9, 0, 0], "Misdeal: the dealer pays the pool and loses the deal", 2),
     ({"then": "passes"}, {"touched": [2]}, [0] * 4, "Misdeal: the dealer deals again, free", 1),
     ({"then": "passes"}, {"touched": [1]}, [0, -9, 0, 0], "Misdeal: the dealer pays the pool and loses the deal", 2),
     ({"then": "passes"}, {"defective": True}, [0] * 4, "Misdeal: the dealer deals again, free", 1),
     ({"then": "passes", "counters": 0}, {}, [0] * 4, "Misdeal: the dealer loses the deal", 2)],
)  # fmt: skip
def test_a_misdeal_costs_the_dealer_nine_unless_another_has_touched_his_cards(
    rule: dict[str, object], declared: dict[str, object], delta: list[int], said: str, dealer: int
) -> None:
    rules = small(rotation={}, misdeal={"counters": 9, **rule})
    found = rules.settle(rules.outcome(void="misdeal", declared=declared), rules.ledger(dealer=1))
    assert [line.text for line in found.lines] == [said]
    assert (list(found.delta), found.pool, found.ledger.dealer) == (delta, -sum(delta), dealer)


@pytest.mark.parametrize(
    ("totals", "over"), [([0, 0, 0, 0], False), ([-1, 0, 0, 1], True), ([0, 5, -5, 0], True)]
)
def test_a_player_with_fewer_counters_than_none_owes_or_ends_the_game(totals: list[int], over: bool) -> None:
    for then, ended in (("ends", over), ("owes", False)):
        rules = small(**CALLS, running_out={"then": then})
        assert rules.conclude(rules.ledger(totals=totals)).over is ended
