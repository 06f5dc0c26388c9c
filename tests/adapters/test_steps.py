"""A deal played by indices: what is offered, who is asked, and what is refused."""

from __future__ import annotations

import copy
from random import Random

import pytest

import whister
from tests.adapters.at_random import RULE_SETS, chosen, played
from whister import IllegalAction, Rules
from whister.adapters.indices import Indices
from whister.adapters.refused import IllegalIndex
from whister.adapters.steps import Steps

BLACK_LADY = whister.load("hearts/black-lady")


def texts(steps: Steps) -> list[str]:
    return [steps.indices[index] for index in steps.legal()]


def say(steps: Steps, *words: str) -> None:
    for word in words:
        steps.step(steps.indices.of(word))


def _pointless(rules: Rules) -> tuple[Steps, int]:
    """Return a deal in which a seat other than the first has no card worth points, and that seat."""
    plan = rules.plan
    for seed in range(500):
        deal = rules.deal(seed)
        poor = [
            seat for seat in plan.table.seats
            if seat != deal.to_act and not any(card in rules.card_points for card in deal.hand(seat))
        ]  # fmt: skip
        if poor:
            return Steps(deal), poor[0]
    raise AssertionError("no such deal was found")


def test_secret_passes_are_chosen_one_seat_after_another() -> None:
    steps = Steps(BLACK_LADY.deal("1909"))
    seats = []
    while steps.deal.phase == "pass":
        seats.append(steps.seat)
        steps.step(steps.legal()[0])
    assert seats == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]


def test_cards_chosen_are_kept_apart_until_the_choice_is_complete() -> None:
    steps = Steps(BLACK_LADY.deal("1909"))
    say(steps, "4C", "5C")
    assert [steps.indices[card] for card in steps.chosen] == ["4C", "5C"]
    assert len(steps.deal.hand(0)) == 13
    say(steps, "JH")
    assert texts(steps) == ["done"]
    say(steps, "done")
    assert steps.deal.actions == ((0, "give 4C 5C JH"),)


def test_counters_are_not_offered_for_the_nest_while_other_cards_are_enough() -> None:
    rules = whister.load("rook/three-1914")
    steps = Steps(rules.deal("1909"))
    while steps.deal.phase != "nest":
        say(steps, "pass" if "pass" in texts(steps) else texts(steps)[0])
    counters = {str(card) for card in steps.deal.hand(steps.seat or 0) if card in rules.card_points}
    offered = set(texts(steps))
    while "done" not in texts(steps):
        steps.step(steps.legal()[-1])
        offered |= set(texts(steps))
    assert counters
    assert not offered & counters


def test_a_seat_without_points_is_asked_once_for_a_redeal_out_of_turn() -> None:
    rules = whister.load("rook/tournament-full")
    steps, poor = _pointless(rules)
    asked = 0
    while steps.deal.phase == "auction":
        if steps.asked:
            assert steps.seat == poor
            assert texts(steps) == ["wait", "claim redeal"]
            asked += 1
            say(steps, "wait")
        else:
            say(steps, "pass" if "pass" in texts(steps) else texts(steps)[0])
    assert asked == 1


def test_a_redeal_claimed_out_of_turn_ends_the_deal() -> None:
    steps, poor = _pointless(whister.load("rook/tournament-full"))
    assert (steps.seat, steps.asked) == (poor, True)
    say(steps, "claim redeal")
    assert steps.over
    assert steps.deal.outcome.void == "redeal"


def test_a_refused_card_goes_back_before_the_first_lead() -> None:
    rules = whister.load("hearts/rickety-kate")
    seed = next(
        seed
        for seed in range(500)
        if any(seat != 0 for seat, cards in _refusable(rules, seed).items() if cards)
    )
    steps = _passed(rules, seed)
    refusing, card = steps.seat, texts(steps)[-1].partition(" ")[2]
    assert steps.asked
    say(steps, f"decline {card}")
    assert steps.deal.phase == "refusal"
    assert steps.seat != refusing
    assert card in map(str, steps.deal.hand(steps.seat or 0))
    assert card not in texts(steps)


def _passed(rules: Rules, seed: int) -> Steps:
    """Return a deal after a pass of the highest cards."""
    steps = Steps(rules.deal(seed))
    while steps.deal.phase == "pass":
        steps.step(steps.legal()[-1])
    return steps


def _refusable(rules: Rules, seed: int) -> dict[int, list[str]]:
    steps = _passed(rules, seed)
    return {steps.seat or 0: texts(steps)} if steps.asked else {}


def test_the_dummy_plays_without_a_step() -> None:
    rules = whister.load("rook/two-1914")
    dummy = rules.plan.table.dummy
    deal, steps = played(rules, 3)
    assert any(seat == dummy for seat, _ in deal.actions)
    of_players = sum(1 for seat, _ in deal.actions if seat != dummy)
    assert steps == of_players + 5, "five more for the cards of the nest, whose end counts as the action"


@pytest.mark.parametrize("players", [8, 11])
def test_both_of_two_equal_cards_may_be_played(players: int) -> None:
    rules = whister.load("hearts/cancellation", players=players)
    deal, _ = played(rules, players)
    cards = [str(card) for trick in deal.tricks for card in trick.cards]
    assert len(cards) == 104 // players * players
    assert max(map(cards.count, cards)) == 2


def test_a_card_that_may_not_be_played_is_refused_by_its_clause() -> None:
    steps = _passed(BLACK_LADY, 1909)
    assert texts(steps) == ["2C"]
    with pytest.raises(IllegalAction, match="The player who holds the two of clubs") as refused:
        say(steps, str(next(card for card in steps.deal.hand(steps.seat or 0) if card != "2C")))
    assert refused.value.clause.id.startswith("hearts/")
    assert texts(steps) == ["2C"]


def test_what_may_not_be_chosen_now_is_refused_with_what_may() -> None:
    steps = Steps(BLACK_LADY.deal("1909"))
    with pytest.raises(
        IllegalIndex, match=r"index 52 \(done\) may not be chosen now; seat 0 may choose 2 \(4C\), "
    ):
        say(steps, "done")
    say(steps, "4C")
    with pytest.raises(IllegalIndex, match=r"index 2 \(4C\) may not be chosen now"):
        say(steps, "4C")
    deal, _ = played(BLACK_LADY, 1)
    with pytest.raises(IllegalIndex, match="the deal is over; nothing may be chosen"):
        Steps(deal).step(0)


def test_only_deals_are_played() -> None:
    with pytest.raises(whister.DealError, match="steps, deal: expected"):
        Steps("1909")  # type: ignore[arg-type]


def test_a_copy_goes_its_own_way() -> None:
    steps = Steps(BLACK_LADY.deal("1909"))
    say(steps, "4C")
    for twin in (steps.copy(), copy.deepcopy(steps), copy.copy(steps)):
        say(twin, "5C", "6C", "done")
        assert (twin.seat, steps.seat, len(steps.chosen)) == (1, 0, 1)
    assert not steps.deal.actions


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_action_has_its_path_and_every_path_its_action(name: str) -> None:
    """At a few points of a deal: the path of every legal action (or of some, if there are very many) makes it, and every
    index that is offered leads on to a legal action."""
    rules = whister.load(name)
    indices, chance = Indices(rules), Random(name)
    steps = Steps(rules.deal("offered"), indices)
    while not steps.over:
        legal = steps.deal.legal(steps.seat)
        begun = steps.asked or steps.chosen
        for action in () if begun else legal if len(legal) < 60 else chance.sample(legal, 60):
            after = steps.copy()
            assert [after.step(index) for index in indices.path(action)][-1] == action
        for index in steps.legal():
            made = after_first(steps, index)
            assert made == "wait" or made in legal
        for _ in range(5):
            if not steps.over:
                steps.step(chosen(steps, chance))


def after_first(steps: Steps, index: int) -> str:
    """Return the action that is made if an index is chosen, and then always the highest."""
    after = steps.copy()
    made = after.step(index)
    while made is None and after.chosen:
        made = after.step(after.legal()[-1])
    return "wait" if made is None else made
