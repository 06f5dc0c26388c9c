"""Two packs shuffled together: which of two equal cards is meant, and the message if there are not enough of them."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

import whister
from whister import DealError, NotationError, OptionError, Record, WhisterError
from whister.deal.public import state_of
from whister.notation import mask_of, of_cards

SEVENTEEN = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D"


def test_the_pack_as_gathered_is_whole_where_one_of_two_equal_cards_is_left_out() -> None:
    rules = whister.load("hearts/joker", 8)
    deal = rules.deal("gathered", number=4)
    whole = [str(card) for hand in deal.hands for card in hand]
    assert whole.count("2C") == 1
    assert rules.ledger(order=whole).order == tuple(whole)
    with pytest.raises(DealError, match="order: expected the 104 cards of hearts/joker; got 103"):
        rules.ledger(order=whole[1:])
    with pytest.raises(NotationError, match="order: 2C is named twice; the pack of hearts/joker has it once"):
        rules.ledger(order=[*(card for card in whole if card != "3D"), "3D", "2C"])


@pytest.mark.parametrize(
    ("hands", "error", "words"),
    [
        (
            [SEVENTEEN.replace("3C 4C", "AC AC"), *[SEVENTEEN] * 5],
            NotationError,
            "the hand of seat 0: AC is named 3 times; the pack of hearts/cancellation has it twice",
        ),
        ([SEVENTEEN] * 6, DealError, "the hand of seat 2: 3C is in another place already"),
    ],
)
def test_no_card_is_dealt_more_often_than_it_is_there(
    hands: list[str], error: type[WhisterError], words: str
) -> None:
    with pytest.raises(error, match=words):
        whister.load("hearts/cancellation").deal(hands=hands)


def test_a_pack_in_order_is_named_whole() -> None:
    rules = whister.load("hearts/cancellation")
    with pytest.raises(DealError, match="pack: expected the 104 cards of hearts/cancellation; got 2"):
        rules.deal(pack="AC KC")
    once = [str(card) for card in whister.load("hearts/black-lady").plan.pack.cards]
    with pytest.raises(NotationError, match="pack: 2C is named 3 times"):
        rules.deal(pack=["2C", "2C", *once[2:], *once])


def test_an_action_names_no_card_more_often_than_it_is_there() -> None:
    for rule_set, action, often in (
        ("hearts/cancellation", "give AC AC AC", "3 times"),
        ("hearts/black-lady", "give AC AC 2C", "twice"),
    ):
        with pytest.raises(NotationError, match=f"'{action}': AC is named {often}; a card can be in one"):
            whister.load(rule_set).deal(1).act(action)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"hand": "AC AC", "led": "AC"}, "led: AC is in another place already"),
        ({"hand": "AC", "led": "AC", "played": "AC"}, "played: AC is in another place already"),
        ({"hand": "AC AC AC"}, "hand: AC is named 3 times"),
        ({"hand": "AC AC", "widow": "2D AC"}, "the widow: AC is in another place already"),
    ],
)
def test_in_a_position_both_copies_may_be_told_and_no_third(given: dict[str, str], words: str) -> None:
    with pytest.raises(WhisterError, match=words):
        whister.load("hearts/cancellation").position(**given, trick=2)


def test_both_copies_of_a_card_may_be_captured_and_no_third() -> None:
    rules = whister.load("hearts/joker", 8)
    with pytest.raises(DealError, match="captured by seat 2: 3H is in another place already"):
        rules.outcome(captured=["3H", "3H", "3H", *[""] * 5])
    with pytest.raises(NotationError, match="captured by seat 0: 2C is named twice"):
        rules.outcome(captured=["2C 2C", *[""] * 7])


def test_packs_made_even_are_for_six_and_seven() -> None:
    assert whister.load("hearts/cancellation", leftover="even-out").players == (6, 7)
    with pytest.raises(OptionError, match="is for 6 or 7 players, not 8"):
        whister.load("hearts/cancellation", 8, leftover="even-out")


@pytest.mark.parametrize(("way", "winning", "wins"), [("first", 1, False), ("last", 3, True)])
def test_a_view_knows_which_of_equal_cards_is_the_better(way: str, winning: int, wins: bool) -> None:
    rules = whister.load("hearts/cancellation", duplicate_wins=way)
    position = rules.position(hand="KC 2C", led="9C KC QH", trick=2)
    view = position.view(3)
    assert view.winning == 1
    assert view.wins(view.hand[1]) == wins
    position.act("KC")
    assert position.view(4).winning == winning


def test_of_two_discards_the_later_is_no_better_for_being_equal() -> None:
    rules = whister.load("hearts/cancellation", duplicate_wins="last")
    assert rules.position(hand="2C", led="9C KD KD", trick=2).view(3).winning == 0


def test_the_tables_of_long_suits_do_not_grow_without_end() -> None:
    layout = whister.load("hearts/cancellation").plan.pack.layout
    for mask in range(1 << 17):
        assert len(layout.of(mask)) == mask.bit_count()
    assert len(layout.parts[0]) <= 1 << 13


def with_equal_cards() -> list[whister.Rules]:
    """Return every rule set for each number of players with equal cards; for the fewest, with each option value."""
    found: list[whister.Rules] = []
    for name in whister.catalogue():
        tables = [whister.load(name, players) for players in whister.load(name).players]
        tables = [rules for rules in tables if rules.plan.pack.equals]
        found += tables
        for option in tables[0].options.values() if tables else ():
            for value in option.values:
                with suppress(OptionError):  # it is not offered, or needs another choice
                    found.append(tables[0].vary(None, **{option.name: value.value}))
    return found


def with_the_last_copies(deal: whister.Deal, seat: int, action: whister.Action) -> whister.Action:
    """Return the same action, with the last of the equal cards in the hand in place of the first."""
    pack, left, mask = state_of(deal).plan.pack, state_of(deal).hand(seat), 0
    for card in state_of(deal).plan.cards_of(mask_of(action)):
        copies = pack.equal_to(1 << card.index) & left
        mask |= 1 << copies.bit_length() - 1
        left &= ~mask
    return of_cards(action.verb, pack, mask, tail=action.words[mask.bit_count() :])


def played(deal: whister.Deal, chance: random.Random) -> None:
    """Play a deal to the end at random."""
    while not deal.over:
        seat = deal.pending[0]
        action = chance.choice(deal.legal(seat))
        deal.act(with_the_last_copies(deal, seat, action) if action.verb == "give" else action, seat)


def test_a_game_goes_on_from_its_record_with_the_very_cards_that_were_played() -> None:
    tables = with_equal_cards()
    assert {(rules.id, len(rules.plan.table.players)) for rules in tables} >= {("hearts/cancellation", 6), ("hearts/joker", 9)}  # fmt: skip
    for number, rules in enumerate(tables):
        chance = random.Random(number)
        session = rules.session(number)
        played(session.deal, chance)
        session.advance()
        if not session.over:
            played(session.deal, chance)
        again = Record.parse(str(Record.of(session))).resume(number)
        for deal, twin in zip((*session.played, session.deal), (*again.played, again.deal), strict=True):
            assert state_of(twin).dealt == state_of(deal).dealt, rules
            assert twin.outcome == deal.outcome, rules
            assert state_of(twin).closed_tricks == state_of(deal).closed_tricks, rules
            assert twin.ledger == deal.ledger, rules
            assert [(seat, mask_of(action)) for seat, action in twin.actions] == [
                (seat, mask_of(action)) for seat, action in deal.actions
            ], rules
