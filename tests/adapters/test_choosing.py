"""A choice of several cards leads to every legal choice, once, and to no other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from whister.adapters.choosing import AnyOf, Cards, Choosing, OneOf


def choices(choice: Choosing, chosen: Cards = ()) -> list[Cards]:
    """Return the choices to which a choice leads, once for each way that leads there."""
    return [end for card in choice.after(chosen) for end in choices(choice, (*chosen, card))] or [chosen]


def test_three_of_four_cards_are_chosen_in_four_ways() -> None:
    assert choices(AnyOf("give", (), [1, 4, 6, 9], [], 3)) == [(1, 4, 6), (1, 4, 9), (1, 6, 9), (4, 6, 9)]


def test_a_card_that_must_go_is_not_passed_over() -> None:
    assert AnyOf("discard", (), [1, 4, 6, 9], [4], 2).after(()) == [1, 4]
    assert choices(AnyOf("discard", (), [1, 4, 6, 9], [4], 2)) == [(1, 4), (4, 6), (4, 9)]


def test_two_equal_cards_may_both_be_chosen_and_count_as_one_way() -> None:
    assert choices(AnyOf("give", (), [2, 2, 5], [], 2)) == [(2, 2), (2, 5)]


@pytest.mark.parametrize("seed", range(200))
def test_every_choice_is_reached_once(seed: int) -> None:
    chance = Random(seed)
    cards = [chance.randrange(6) for _ in range(chance.randint(1, 7))]
    count = chance.randint(1, len(cards))
    always = sorted(chance.sample(cards, chance.randint(0, count)))
    wanted = {
        tuple(sorted(some)) for some in combinations(cards, count) if not Counter(always) - Counter(some)
    }
    assert sorted(choices(AnyOf("give", (), cards, always, count))) == sorted(wanted)


def test_of_listed_choices_no_other_is_offered() -> None:
    listed = [(1, 2, 5), (1, 3, 5), (4, 5, 6)]
    assert choices(OneOf("discard", (), listed)) == listed
    assert OneOf("discard", (), listed).after((1,)) == [2, 3]
