"""Equal cards in one trick, clause by clause: two packs of which each player holds the cards that his test names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_said import done
from tests.engine.small_settled import Game
from whister import Deal
from whister.deal.public import state_of

ALL = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]


def trick(*hands: str, **clauses: dict[str, Any]) -> Deal:
    """Return a deal, led by the first hand, in which everybody has played the first card of his hand."""
    held = " ".join(hands).split()
    out = [card for card in ALL for _ in range(2 - held.count(card))]
    two_packs = {"kind": "french", "copies": 2, "without": out}
    rules = small(len(hands), players={"allowed": [len(hands)]}, pack=two_packs, follow={}, **clauses)
    return done(rules.deal(hands=hands, dealer=len(hands) - 1), ", ".join(hand.split()[0] for hand in hands))


def takes(deal: Deal) -> list[int]:
    """Return the seats that have tricks."""
    return [seat for seat in state_of(deal).plan.table.seats if deal.taken(seat)]


@pytest.mark.parametrize(("wins", "taker"), [("first", 0), ("last", 2)])
def test_of_equal_cards_the_first_or_the_last_wins(wins: str, taker: int) -> None:
    assert takes(trick("AC", "KC", "AC", equal_cards={"wins": wins})) == [taker]
    assert takes(trick("KC", "AC", "QC", equal_cards={"wins": wins})) == [1]


def test_two_equal_cards_cancel_each_other_and_a_third_stands() -> None:
    assert takes(trick("AC", "KC", "AC", cancelling={})) == [1]
    assert takes(trick("AC", "KD", "AC", cancelling={})) == [0], (
        "nothing of the suit led is left: the leader takes it"
    )
    assert takes(trick("AC", "2C", "AD", "KC", cancelling={})) == [0]
    assert takes(trick("AC", "2C", "AD", "KC", cancelling={"by": "rank"})) == [3]
    assert takes(trick("AC", "AD", "AS", "2C", cancelling={"by": "rank"})) == [3], "a third ace has no club"


def test_a_trick_that_nobody_wins_lies_aside_for_the_winner_of_the_next() -> None:
    clauses: Game = {"cancelling": {}, "set_aside": {}}
    deal = trick("AC 2D", "KS 3D", "AC 4D", **clauses)
    assert (takes(deal), deal.to_act) == ([], 0)
    done(deal, "2D, 3D, 4D")
    assert [deal.taken(seat) for seat in range(3)] == [0, 0, 2]
    without = trick("AC 2D", "KS 3D", "AC 4D", cancelling={})
    assert takes(without) == [0]


@pytest.mark.parametrize(
    ("clauses", "taker"),
    [({}, []), ({"last_cancelled": {}}, [0]), ({"last_cancelled": {"to": "second-of-highest"}}, [3])],
)
def test_a_last_trick_that_nobody_wins_is_the_leaders_or_that_of_the_second_highest_card(
    clauses: Game, taker: list[int]
) -> None:
    """The twos of clubs are the highest pair, since clubs are led and the aces of diamonds are of another suit."""
    deal = trick("2C", "AD", "AD", "2C", cancelling={}, set_aside={}, **clauses)
    assert (deal.over, takes(deal)) == (True, taker)


def test_of_pairs_of_another_suit_the_higher_rank_is_the_highest() -> None:
    last: Game = {"cancelling": {}, "set_aside": {}, "last_cancelled": {"to": "second-of-highest"}}
    led_alone = trick("3C", "AD", "KD", "AD", "KD", "3C", **last)
    assert takes(led_alone) == [5]


@pytest.mark.parametrize(("cards", "second"), [("JK 2D JK 2D", 3), ("2D JK 2D JK", 2)])
def test_a_pair_of_jokers_is_below_a_pair_of_twos(cards: str, second: int) -> None:
    two_jokers = {
        "kind": "french",
        "copies": 2,
        "jokers": 2,
        "without": [c for c in ALL for _ in range(2) if c != "2D"],
    }
    last: Game = {"cancelling": {}, "set_aside": {}, "last_cancelled": {"to": "second-of-highest"}}
    deal = small(pack=two_jokers, follow={}, **last).deal(hands=cards.split(), dealer=3)
    assert takes(done(deal, ", ".join(cards.split()))) == [second]


@pytest.mark.parametrize(
    ("cards", "any_suit", "led_suit"),
    [("AC KD AC KD QC", [0], [4]), ("AC KC AC KC QC", [0], [0]), ("2C KD AH KD AH", [0], [0]), ("2C 3C KD 3C KD", [0], [0]),
     ("2C KD AH KD 3C", [4], [4]),
     ("AC KC AC KC 2C QD", [0], [0])],
)  # fmt: skip
def test_two_pairs_may_cancel_the_whole_trick(cards: str, any_suit: list[int], led_suit: list[int]) -> None:
    for pairs, taker in (("any-suit", any_suit), ("led-suit", led_suit)):
        assert takes(trick(*cards.split(), cancelling={}, cancelled_whole={"pairs": pairs})) == taker
    if cards == "2C 3C KD 3C KD":
        aside: Game = {"cancelling": {}, "set_aside": {}}
        whole = trick(*cards.split(), **aside, cancelled_whole={"pairs": "any-suit"})
        led = trick(*cards.split(), **aside, cancelled_whole={"pairs": "led-suit"})
        assert (takes(whole), takes(led)) == ([], [0])
