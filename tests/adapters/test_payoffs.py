"""The result of a deal as numbers, and the limits that no result exceeds and no deal outlasts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import whister
from tests.adapters.at_random import RULE_SETS, played, repeated, varied
from whister.adapters.indices import Indices
from whister.adapters.lengths import STEPS, longest
from whister.adapters.paying import NOTHING, PAYING
from whister.adapters.payoffs import limits, result
from whister.adapters.refused import Unbounded
from whister.adapters.steps import Steps
from whister.mechanisms import REGISTRY
from whister.plan.mechanism import Mechanism, Phase

DEALS = 12  # of each rule set


@pytest.mark.parametrize("name", RULE_SETS)
def test_no_result_exceeds_the_limits_and_no_deal_is_longer(name: str) -> None:
    rules = whister.load(name)
    indices, (least, most), steps = Indices(rules), limits(rules), longest(rules)
    for seed in range(DEALS):
        deal, count = played(rules, seed, indices)
        assert count <= steps
        assert all(least <= utility <= most for utility in result(deal).utilities)


@pytest.mark.parametrize("name", [name for name in RULE_SETS if whister.load(name).plan.asked.open])
def test_a_fuller_pool_widens_the_limits(name: str) -> None:
    rules = whister.load(name)
    pools = dict.fromkeys(rules.plan.settling.pools, 5000)
    ledger = rules.ledger(pool=pools)
    least, most = limits(rules, ledger)
    for seed in range(4):
        deal = rules.deal(seed, ledger=ledger)
        steps = Steps(deal)
        while not steps.over:
            steps.step(steps.legal()[0])
        assert all(least <= utility <= most for utility in result(deal).utilities)
    assert most - least > limits(rules).most - limits(rules).least


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        # thirteen hearts at a point each
        ("hearts/modern", -13, 0),
        # the queen of spades and the hearts; or everything, which costs each opponent as much
        ("hearts/black-lady", -26, 26),
        # the hearts and the queen cost 26; without any of them the jack of diamonds earns 10
        ("hearts/omnibus", -26, 36),
        # every knave, and the last trick
        ("hearts/slobberhannes", -4, 0),
        # thirteen chips paid; or those of all the others taken, with the dealer's four in the pool
        ("hearts/hearts-1887", -13, 17),
        # the highest bid missed, or every point of the deal
        ("rook/tournament", -120, 120),
        # seven tricks above the book of six
        ("rook/whist-52", 0, 7),
    ],
)
def test_limits_that_can_be_counted_by_hand(name: str, least: int, most: int) -> None:
    assert limits(whister.load(name)) == (least, most)


def test_a_ledger_of_another_game_has_no_limits() -> None:
    other = whister.load("hearts/three-handed-1914").ledger()
    with pytest.raises(whister.DealError, match="ledger: it has 3 seats, but 4 play"):
        limits(whister.load("hearts/modern"), other)


def test_everything_is_taken_at_black_lady() -> None:
    """Seat 0 holds every high card, wins all the tricks, and each opponent is charged 26."""
    rules = whister.load("hearts/black-lady", moon="old")
    hands = [
        "AC KC QC AD KD QD AS KS QS AH KH QH JH",
        "3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H JC",
        "6C 7C 8C 5D 6D 7D 5S 6S 7S 5H 6H 7H TC",
        "2C 9C 8D 9D TD JD 8S 9S TS JS 8H 9H TH",
    ]
    deal = rules.deal(hands=hands, number=4)
    steps = Steps(deal)
    while not steps.over:
        steps.step(steps.legal()[-1] if steps.seat else steps.legal()[0])
    assert result(deal).utilities == (0, -26, -26, -26)
    assert result(deal).unit == "points"


def test_points_that_are_good_are_not_turned_round() -> None:
    for seed in range(20):
        deal, _ = played(whister.load("rook/whist-52"), seed)
        assert result(deal).utilities == tuple(map(float, deal.settle().delta))


def test_a_payment_that_no_source_gives_counts_as_nothing_and_is_named() -> None:
    rules = whister.load("boston/russian-1914")
    results = [result(played(rules, seed)[0]) for seed in range(30)]
    unpriced = [each for each in results if each.unpriced]
    assert 0 < len(unpriced) < 30
    assert all(each.utilities == (0, 0, 0, 0) for each in unpriced)
    assert all("no source gives the payment for" in each.unpriced for each in unpriced)


def test_a_deal_thrown_in_pays_nothing() -> None:
    steps = Steps(whister.load("boston/hoyle").deal("1909"))
    while not steps.over:
        steps.step(steps.indices.of("pass"))
    assert steps.deal.outcome.void == "all-pass"
    assert result(steps.deal).utilities == (0, 0, 0, 0)


def test_a_deal_has_no_result_before_its_end() -> None:
    with pytest.raises(whister.DealError, match="the deal is not over"):
        result(whister.load("hearts/modern").deal("1909"))


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("hearts/modern", 52),
        ("hearts/black-lady", 4 * (3 + 1) + 52),  # four passes of three cards
        ("hearts/cancellation", 102),  # two of 104 cards are left over
        ("hearts/domino", 52 + 28),  # each card of the stock is drawn before it is played
        ("hearts/auction", 4 + 1 + 52),  # each bids once, and the best bidder names the suit
        ("rook/regular", 11 + 4 + 1 + 56),  # every bid from 70 to 120 is made, and all pass
    ],
)
def test_lengths_that_can_be_counted_by_hand(name: str, steps: int) -> None:
    assert longest(whister.load(name)) == steps


def test_the_lowest_bids_make_a_long_deal() -> None:
    """Eleven bids, the last of which ends the auction; the trump; 56 cards."""
    steps = Steps(whister.load("rook/regular").deal("1909"))
    count = 0
    while not steps.over:
        bids = [index for index in steps.legal() if steps.indices[index].startswith("bid ")]
        steps.step((bids or steps.legal())[0])
        count += 1
    assert count == 11 + 1 + 56


def test_an_auction_without_an_end_has_no_longest_deal() -> None:
    endless = whister.load("rook/regular").without("outbid")
    with pytest.raises(
        Unbounded, match="the auction has no limit, since a bid need not be higher than the last"
    ):
        longest(endless)


def _kinds(base: type[Phase]) -> Iterator[type[Phase]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_every_mechanism_that_settles_is_in_one_of_the_tables() -> None:
    paying = {
        name for name, kind in REGISTRY.items()
        if kind.settle is not Mechanism.settle and ".revoke." not in kind.__module__
    }  # fmt: skip
    assert paying == {*PAYING} | NOTHING
    assert not {*PAYING} & NOTHING


def test_every_phase_in_which_players_act_has_a_length() -> None:
    assert {*REGISTRY.values()}, "all the modules of mechanisms are loaded"
    kinds = {kind for kind in _kinds(Phase) if kind.__module__.startswith("whister.mechanisms.")}
    silent = {kind for kind in kinds if kind.silent}
    bases = {kind for kind in kinds if kind.__name__.startswith("_")}
    assert kinds - silent - bases == {*STEPS}


def test_rules_with_an_unknown_way_of_paying_have_no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = whister.load("hearts/modern")
    unknown = {name: pays for name, pays in PAYING.items() if name != "score_captured"}
    monkeypatch.setattr("whister.adapters.payoffs.PAYING", unknown)
    with pytest.raises(Unbounded, match="no limit is known for what 'score_captured' pays"):
        limits(rules)


def test_the_same_holds_with_other_options_and_numbers_of_players() -> None:
    """One in sixty of the thousands of ways to vary a rule set is tried; some need another option, and are left out."""
    tried = 0
    for seed, (name, players, options) in enumerate(varied()):
        if seed % 60:
            continue
        try:
            rules = whister.load(name, players, **options)
        except whister.OptionError:
            continue
        indices, (least, most), steps = Indices(rules), limits(rules), longest(rules)
        deal, count = played(rules, seed, indices)
        assert len(indices) <= 512
        assert count <= steps
        assert all(least <= utility <= most for utility in result(deal).utilities)
        assert all(action == completed for action, completed in repeated(deal, indices))
        tried += 1
    assert tried > 50
