"""How the cards of a deal move, found by watching them; a link predicts these moves, so that it stays short."""

from __future__ import annotations

from pathlib import Path

import pytest

from whister import DealRecord
from whister.links.habits import (
    NO_TRUMP,
    NUMBERS,
    ODD,
    RANKINGS,
    SUITS,
    Layout,
    Manner,
    strengths,
    suit_said,
    watched,
)

CLUBS, DIAMONDS, SPADES, HEARTS = range(4)


def found(
    hands: str, done: str, beside: str = "", *, dealer: int = -1, turned: int = NO_TRUMP, kind: str = "french"
) -> Manner:
    """Return what is found by watching a deal with these hands and actions; usually the last seat deals.

    ``2: QS`` is an action out of turn.
    """
    piles = [[NUMBERS[kind][card] for card in hand.split()] for hand in (*hands.split(", "), beside)]
    dealer %= len(piles) - 1
    said = [action.rpartition(": ") for action in done.split(", ")]
    steps = [(int(seat) if seat else None, action) for seat, _, action in said]
    return watched(Layout(kind, piles, dealer, strengths(RANKINGS[0]), turned), steps)


# -- who takes a trick -------------------------------------------------------------------------------------------------


def test_the_highest_card_of_the_suit_led_takes_a_trick() -> None:
    assert found("2C 9D, KC 3D, 5C 4D", "2C, KC, 5C, 3D, 4D, 9D") == Manner()


def test_every_order_of_the_ranks_has_each_of_them_once() -> None:
    for ranking in RANKINGS:
        assert sorted(ranking) == [*range(14)]


def test_a_three_takes_a_two() -> None:
    trick = [(3, NUMBERS["french"]["2C"]), (0, NUMBERS["french"]["3C"])]
    assert Manner().winner(trick, CLUBS, NO_TRUMP, strengths(RANKINGS[0])) == 0


def test_the_lowest_card_of_the_suit_led_takes_a_trick() -> None:
    assert found("2C 9D, KC 3D, 5C 4D", "2C, KC, 5C, 9D, 3D, 4D") == Manner(low=True)


@pytest.mark.parametrize("suit", [CLUBS, DIAMONDS, SPADES, HEARTS])
def test_a_suit_that_nobody_named_takes_the_suit_led(suit: int) -> None:
    led, other = "DCCC"[suit], "HSDD"[suit]
    small = f"2{'CDSH'[suit]}"

    hands = f"4{led} 9{other}, K{led} 3{other}, {small} 5{other}"

    assert found(hands, f"4{led}, K{led}, {small}, 5{other}, 9{other}, 3{other}") == Manner(trump=suit)


def test_the_suit_turned_up_takes_the_suit_led() -> None:
    done = "4C, KC, 2S, 5D, 9D, 3D"

    assert found("4C 9D, KC 3D, 2S 5D", done, turned=SPADES) == Manner()
    assert found("4C 9D, KC 3D, 2S 5D", done, turned=HEARTS) == Manner(trump=SPADES)


def test_the_suit_named_last_takes_the_suit_led() -> None:
    said = "bid 5H, bid 6S, pass, pass"

    assert found("4C 9D, KC 3D, 2S 5D", f"{said}, 4C, KC, 2S, 5D, 9D, 3D") == Manner()
    assert found("4C 9D, KC 3D, 2S 5D", "trump S, 4C, KC, 2S, 5D, 9D, 3D", turned=HEARTS) == Manner()


def test_the_suit_turned_up_takes_nothing_where_the_highest_card_of_the_suit_led_does() -> None:
    assert found("4C 9D, KC 3D, 2S 5D", "4C, KC, 2S, 3D, 5D, 9D", turned=SPADES) == Manner(trump=NO_TRUMP)


def test_where_the_lowest_card_takes_an_ace_of_trumps_still_takes_a_card_that_takes_none() -> None:
    trick = [(0, ODD), (1, NUMBERS["french"]["AS"])]
    assert Manner(low=True, odd=1).winner(trick, SPADES, SPADES, strengths(RANKINGS[0])) == 1


def test_a_card_that_takes_none_keeps_a_trick_that_no_other_takes() -> None:
    """The card is led as a heart; nobody has a heart, and there are no trumps."""
    trick = [(2, ODD), (0, NUMBERS["french"]["AC"]), (1, NUMBERS["french"]["2D"])]
    strength = strengths(RANKINGS[0])
    assert Manner(odd=1).winner(trick, HEARTS, NO_TRUMP, strength) == 2
    assert Manner(odd=1).winner(trick, CLUBS, NO_TRUMP, strength) == 0


@pytest.mark.parametrize(("next_trick", "place"), [("Y2, Y3, Y1", 0), ("Y3, Y1, Y2", 1)])
def test_the_rook_takes_every_card_or_none(next_trick: str, place: int) -> None:
    seen = found("R5 Y1, ROOK Y2, R14 Y3", f"R5, ROOK, R14, {next_trick}", kind="rook")

    assert seen == Manner(odd=place)


def test_the_joker_stands_between_the_ten_and_the_jack_of_trumps() -> None:
    hands = "TH JH 2C, JK 4S 9C, 2H JK 5C"

    assert found(hands, "TH, JK, 2H, 4S, JK, JH, 2C, 9C, 5C", turned=HEARTS) == Manner(odd=2)


def test_what_is_said_names_a_suit_or_none() -> None:
    assert [suit_said(f"trump {suit}", "rook") for suit in "RYGB"] == [0, 1, 2, 3]
    assert suit_said("bid 10H", "french") == SUITS["french"].index("H") == HEARTS
    for text in ("bid 10", "trump high", "trump Z", "name S", "2S"):
        assert suit_said(text, "french") == -1


# -- whose turn it is --------------------------------------------------------------------------------------------------


def test_the_first_leader_is_counted_from_the_dealers_left() -> None:
    assert found("2C, 4C, 3C", "2C, 4C, 3C") == Manner(leader=0)
    assert found("2C, 4C, 3C", "4C, 3C, 2C") == Manner(leader=1)
    assert found("2C, 4C, 3C", "2C, 4C, 3C", dealer=0) == Manner(leader=2)


def test_the_turn_goes_to_the_right() -> None:
    assert found("2C 9D, 3C TD, 4C JD", "2C, 4C, 3C, JD, TD, 9D") == Manner(back=True)


def test_of_two_players_the_turn_goes_neither_way() -> None:
    assert found("2C 9D, 4C TD", "2C, 4C, TD, 9D") == Manner()


def test_a_card_played_out_of_turn_is_his_who_played_it() -> None:
    assert found("2C 9D, 4C TD, 3C JD", "2C, 2: 3C, 1: 4C, TD, JD, 9D") == Manner()


def test_cards_are_drawn_after_a_trick_where_more_are_played_than_the_hands_had() -> None:
    assert found("2C, 4C", "2C, 4C, 9D, TD", "9D TD") == Manner(draws=True)
    assert found("2C, 4C", "2C, 4C, draw, draw, 9D, TD", "9D TD") != Manner(draws=True)


def test_a_deal_without_a_card_played_tells_nothing() -> None:
    assert found("2C, 4C", "pass, pass") == Manner()


# -- cards given and laid aside ----------------------------------------------------------------------------------------

THREE = "2C 3C 4D, 5C 6C 7S, 8C 9C TD"


@pytest.mark.parametrize(
    ("offset", "tricks"),
    [(1, "4D, 2C, TD, 5C, 8C, 3C, 9C, 7S, 6C"), (2, "4D, 8C, TD, 2C, 5C, 9C, 7S, 3C, 6C")],
)
def test_cards_given_go_one_seat_further_or_two(offset: int, tricks: str) -> None:
    seen = found(THREE, f"give 2C 3C, give 5C 6C, give 8C 9C, {tricks}")

    assert seen == Manner(offset=offset)


def test_who_gives_on_what_he_was_given_has_had_it_at_once() -> None:
    gifts, tricks = "give 2C 3C, give 3C 5S, give 5S 8C", "4D, 6D, 9D, TD, 5S, 7D, 3C, 8C, 2C"

    assert found("2C 3C 4D, 5S 6D 7D, 8C 9D TD", f"{gifts}, {tricks}") == Manner(at_once=True)


def test_a_card_given_to_a_seat_that_is_named_does_not_say_where_others_go() -> None:
    assert found("2C 4D, 5C, 3D", "give 2C > 2, give 5C > 0, give 3D > 1, 4D, 3D, 2C, 5C") == Manner()


def test_of_two_who_hold_a_card_it_is_given_by_the_one_whose_turn_it_is() -> None:
    """Seats 1 and 2 hold a 2♣; seat 1 gives its own to seat 2, which plays both."""
    hands = "3C 5D 6D, 2C 7D 8D, 2C 4C 9D, JC TD QD"
    gifts, tricks = "give 3C, give 2C, give 4C, give JC", "JC, 3C, 2C, 4C, 5D, 7D, 9D, QD, TD, 6D, 8D, 2C"

    assert found(hands, f"{gifts}, {tricks}") == Manner()


def test_a_card_that_lay_beside_is_not_seen_to_be_given() -> None:
    seen = found("2C 3D, 4C 5D, 6C TD", "give QH, 2C, 4C, QH, 5D, TD, 3D", "QH")

    assert seen == Manner(offset=0)


def test_the_cards_beside_are_his_who_lays_as_many_aside() -> None:
    done = "trump G, R5, G7, G8, R6"

    assert found("R5 R6, Y5 Y6", f"discard Y5 Y6, {done}", "G7 G8", kind="rook") == Manner()
    assert found("R5 R6, Y5 G7", f"discard G5 Y5, {done}", "G5 G8", kind="rook") == Manner()


def test_the_cards_beside_are_his_whose_card_is_named_first() -> None:
    """Nobody can lay aside cards of two hands, but a text may say that somebody does."""
    assert found("2C 3C, 4C 5C", "discard 2C 4C, 6C, 5C, 3C", "6C 7C").leader == 0
    assert found("2C 3C, 4C 5C", "discard 4C 2C, 6C, 5C, 3C", "6C 7C").leader == 1


def test_who_has_which_card_of_those_beside_is_not_known_where_each_lays_one_aside() -> None:
    done = "discard 5C, discard 6C, discard 7C, QH, KH, AH, 4D, 2D, 3D"

    assert found("5C 2D, 6C 3D, 7C 4D", done, "QH KH AH") == Manner()


# -- what is bid -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "points"), [("bid 70, bid 75", 1), ("bid 70, bid 72", 0), ("bid 5S, bid 10S", 0), ("pass", 0)]
)
def test_bids_of_points_go_by_fives_or_by_ones(bids: str, points: int) -> None:
    assert found("2C, 4C", f"{bids}, 2C, 4C").points == points


# -- what comes of it --------------------------------------------------------------------------------------------------

PUBLISHED = (Path(__file__).parent / "published-links.txt").read_text("utf-8").splitlines()
LONGER = "w2~boston/fontainebleau~~H4Z0YZmhIC1Z4mnmasD9mEz"
"""In this link a partner is asked for, which took three characters less when it was published."""


@pytest.mark.parametrize("link", [line.partition(" ")[0] for line in PUBLISHED if line.startswith("w2~")])
def test_no_deal_takes_a_longer_link_than_when_it_was_published(link: str) -> None:
    more = 3 if link.startswith(LONGER) else 0

    assert len(DealRecord.parse(link).link()) <= len(link) + more
