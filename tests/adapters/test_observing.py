"""What a seat sees as arrays: what lies open is in them, and what is hidden is not."""

from __future__ import annotations

from random import Random

import pytest

import whister
from tests.adapters.at_random import RULE_SETS, chosen, played
from tests.engine.hiding import view_hides
from whister import Deal
from whister.adapters.indices import Indices
from whister.adapters.observing import Observer
from whister.adapters.steps import Steps

BLACK_LADY = whister.load("hearts/black-lady")


def _named(observer: Observer, row: list[float] | tuple[float, ...]) -> list[str]:
    """Return the cards that a row holds."""
    return [observer.indices[index] for index, number in enumerate(row) for _ in range(int(number))]


def _after_passing(seed: str) -> tuple[Observer, Steps]:
    indices = Indices(BLACK_LADY)
    steps = Steps(BLACK_LADY.deal(seed), indices)
    while steps.deal.phase == "pass":
        steps.step(steps.legal()[0])
    return Observer(indices), steps


def test_a_seat_sees_its_hand_and_what_it_passed_and_received() -> None:
    observer, steps = _after_passing("1909")
    seen = observer.seen(steps, 0)
    assert _named(observer, [*seen["hand"]]) == [str(card) for card in steps.deal.hand(0)]
    assert _named(observer, [*seen["given"]]) == ["4C", "5C", "6C"]
    assert _named(observer, [*seen["received"]]) == ["8C", "2D", "3D"]
    assert [*seen["cards_held"]] == [13, 13, 13, 13]


def test_rows_begin_with_the_seat_that_looks() -> None:
    """Seat 3 leads the two of clubs; from seat 1 it is the second seat after its own."""
    observer, steps = _after_passing("1909")
    leader = steps.seat
    assert leader is not None
    steps.step(steps.indices.of("2C"))
    for seat in range(4):
        trick = observer.seen(steps, seat)["trick"]
        rows = [[*trick[52 * k : 52 * k + 52]] for k in range(4)]
        lying = {k: _named(observer, row) for k, row in enumerate(rows) if any(row)}
        assert lying == {(leader - seat) % 4: ["2C"]}
        assert [*observer.seen(steps, seat)["leader"]].index(1) == (leader - seat) % 4
        assert [*observer.seen(steps, seat)["seat"]].index(1) == seat


def test_cards_chosen_are_seen_by_nobody_else() -> None:
    indices = Indices(BLACK_LADY)
    observer, steps = Observer(indices), Steps(BLACK_LADY.deal("1909"), indices)
    before = [observer.seen(steps, seat) for seat in range(4)]
    steps.step(indices.of("4C"))
    after = [observer.seen(steps, seat) for seat in range(4)]
    assert _named(observer, [*after[0]["chosen"]]) == ["4C"]
    assert after[1:] == before[1:]


def test_calls_are_counted_by_seat() -> None:
    rules = whister.load("rook/tournament")
    indices = Indices(rules)
    observer, steps = Observer(indices), Steps(rules.deal("1909"), indices)
    bidder = steps.seat
    assert bidder is not None
    steps.step(indices.of("bid 85"))
    said = observer.seen(steps, bidder)["said"]
    width = len(indices) - indices.cards
    assert [index for index, number in enumerate(said) if number] == [indices.of("bid 85") - indices.cards]
    assert len(said) == 4 * width


def test_both_of_two_equal_cards_are_counted() -> None:
    rules = whister.load("hearts/cancellation")
    indices = Indices(rules)
    observer, steps = Observer(indices), Steps(rules.deal("two packs"), indices)
    hands = [observer.seen(steps, seat)["hand"] for seat in range(6)]
    assert sum(map(sum, hands)) == 102
    assert max(map(max, hands)) == 2


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_array_has_its_shape_and_its_kind_of_entries(name: str) -> None:
    rules = whister.load(name)
    indices = Indices(rules)
    observer, steps, chance = Observer(indices), Steps(rules.deal("shapes"), indices), Random("shapes")
    while True:
        for seat in rules.plan.table.players:
            seen = observer.seen(steps, seat)
            assert list(seen) == list(observer.arrays)
            for array_name, entries in seen.items():
                array = observer.arrays[array_name]
                assert len(entries) == array.size
                assert not array.counts or all(entry in range(128) for entry in entries)
            assert sum(seen["phase"]) == sum(seen["seat"]) == sum(seen["dealer"]) == 1
            assert sum(seen["hand"]) in (0, seen["cards_held"][0])
        if steps.over:
            return
        for _ in range(7):
            if not steps.over:
                steps.step(chosen(steps, chance))


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_arrays_do_not_change_with_cards_that_the_seat_has_not_seen(name: str) -> None:
    rules = whister.load(name)
    observer = Observer(Indices(rules))

    def arrays(deal: Deal, seat: int) -> object:
        return observer.of(deal.view(seat))

    deal, _ = played(rules, 5, observer.indices)
    assert view_hides(deal, Random(name), tries=1, look=arrays) > 0


def test_a_leak_into_the_arrays_would_be_found() -> None:
    observer, steps = _after_passing("leak")
    while not steps.over:
        steps.step(steps.legal()[0])

    def arrays(deal: Deal, seat: int) -> object:
        return observer.of(deal.view((seat + 1) % 4))

    with pytest.raises(AssertionError, match="sees what it may not"):
        view_hides(steps.deal, Random("leak"), look=arrays)
