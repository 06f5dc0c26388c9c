"""What the table's own players do, in positions that a card player can judge and in positions that were stored."""

from __future__ import annotations

import pytest

import whister
from tests.engine.moves import moves
from whister import Deal
from whister.bots import choose
from whister.players import estimate

LADY, FONTAINEBLEAU, AUCTION = "hearts/black-lady", "boston/fontainebleau", "hearts/auction"


def holding(name: str, hand: str, *, dealer: int = 3, players: int | None = None) -> Deal:
    """Return a deal in which seat 0 holds these cards, and the others all the rest."""
    rules = whister.load(name, players)
    mine = hand.split()
    rest = [str(card) for card in rules.plan.cards_of(rules.plan.present) if card not in mine]
    others = [rest[k * len(mine) : (k + 1) * len(mine)] for k in range(rules.plan.table.n - 1)]
    return rules.deal(hands=[mine, *others], number=1, dealer=dealer)


@pytest.mark.parametrize("name", sorted({move.link.split("~")[1] for move in moves()}))
def test_it_does_what_it_did(name: str) -> None:
    kept = [move for move in moves() if move.link.split("~")[1] == name]
    changed = [move.said() for move in kept if move.again() != move.action]
    assert not changed, (
        f"{''.join(changed)}(if that is meant: python3 noxfile.py -s golden, and read what has changed)"
    )


# -- in tricks that nobody wants -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "led", "played"),
    [
        ("3S QS KS", "5S 6S", "3S"),  # it ducks, although the queen lies in its hand
        ("3S QS KS", "AS 6S", "QS"),  # the queen goes under the ace
        ("QS 4H KH", "5C 6C", "QS"),  # it cannot follow: the dearest card goes first
        ("4D 4H KH", "5C 6C", "KH"),  # then the highest heart
        ("4D 9D QD", "TD 2D", "9D"),  # as high as ducking allows
        ("JD QD KD", "TD 2D", "JD"),  # it must go over, and goes over as low as it can: one is still to play
        ("JD QD KD", "TD 2D 3D", "KD"),  # the last to play, with nothing in the trick, wins with its highest
        ("JD QD KD", "TD 2D 3H", "JD"),  # but not a heart
        ("4C 4D 2H AH", "", "4C"),  # it leads low, and no penalty card
    ],
)
def test_it_keeps_out_of_tricks(hand: str, led: str, played: str) -> None:
    position = whister.load(LADY).position(hand=hand, led=led, trick=11)
    assert choose(position.view(len(led.split()))) == played


def test_a_jack_with_a_pool_on_it_is_thrown_on_another_suit_and_not_drawn_out_by_its_own() -> None:
    """The great Quinola is the jack of hearts: to throw it wins a pool, to have it forced out loses one."""
    reversis = whister.load("hearts/reversis-hoyle")
    for led, hand, played in (
        ("7C", "JH AH 2D AD", "JH"),
        ("KH", "3H JH AD", "3H"),
        ("7C", "AH 2D AD", "AH"),
    ):
        assert choose(reversis.position(hand=hand, led=led, leader=3).view(0)) == played


@pytest.mark.parametrize(
    ("led", "hand", "played"),
    [
        ("9H", "3H 8H KH", "8H"),
        ("9H TH", "3H 8H KH", "3H"),
        ("9H 4H", "TH KH AH", "TH"),
        ("9H", "3C 8D KS", "KS"),
    ],
)
def test_a_declarer_who_must_win_nothing_is_kept_in_the_lead(led: str, hand: str, played: str) -> None:
    """Below a winning card of the declarer's, the seat plays its highest; if another card is winning, it plays low."""
    position = whister.load(FONTAINEBLEAU).position(
        hand=hand, led=led, trick=11, leader=0, contract="grand-misere", declarer=0
    )
    assert choose(position.view(len(led.split()))) == played


@pytest.mark.parametrize(("hand", "led"), [("7D KH JK", "7D"), ("9D KH JK", "JK"), ("JD KH JK", "JK")])
def test_a_joker_is_led_rather_than_a_card_of_the_higher_half(hand: str, led: str) -> None:
    """The limit is between a seven and a nine: six cards of a suit are lower than an eight, and six are higher."""
    assert choose(whister.load("hearts/joker").position(hand=hand, trick=11).view(0)) == led


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        ("2S 3S 4S QS 2C 3C 4C 2D 3D 4D 2H 3H AH", "AH QS"),
        (
            "2S 3S 4S KS 2C 3C KC 2D 3D KD 2H QH KH",
            "KS",
        ),  # with three others the king of spades may win the queen
        (
            "2S 3S 4S 5S KS 2C 3C KC 2D KD 2H QH KH",
            "",
        ),  # with four he is guarded, and the other kings go before him
    ],
)
def test_what_may_win_the_queen_of_spades_is_passed_unless_it_is_guarded(hand: str, passed: str) -> None:
    given = str(choose(holding(LADY, hand).view(0))).split()[1:]
    assert {card for card in given if card[1] == "S" or card[0] == "A"} == set(passed.split())


def test_a_joker_is_no_more_of_a_burden_than_a_singleton_two() -> None:
    """Seven players each pass three of seven cards; a five of spades, above two lower ones, goes before the joker."""
    assert choose(holding("hearts/joker", "3D 3S 4S 5S 6S 7S JK", players=7).view(0)) == "give 5S 6S 7S"


# -- bidding -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "safe", "bid"),
    [
        ("2S 3S 4S 5S 2C 3C 4C 2D 3D 4D 2H 3H 4H", 1.0, "bid little-misere"),
        ("2S 4S 6S 8S TS 2C 4C 6C 2D 4D 6D 2H 4H", 1.0, "bid little-misere"),  # each with room below it
        ("2S 3S 4S 5S AS 2C 3C 4C 2D 3D 4D 2H 3H", 1 - 2 / 12, "pass"),  # the ace, even under four low ones
        ("KS 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H", 1 - 9 / 12, "pass"),  # a king alone
        ("AS KS QS AC KC QC AD KD QD AH KH QH JH", 0.0, "bid 5S"),
    ],
)
def test_a_misere_is_bid_on_low_cards_alone(hand: str, safe: float, bid: str) -> None:
    view = holding(FONTAINEBLEAU, hand).view(0)
    assert estimate.safety(view) == pytest.approx(safe)
    assert choose(view) == bid


@pytest.mark.parametrize(
    ("hand", "dealer", "bid"),
    [
        ("2C 3C 4C 5C 6C 7C 8C 2D 3D 4D 2S 3S 4S", 3, "bid 3"),  # worth six: half of it
        ("2C 3C 4C 5C 6C 7C 8C 2D 3D 4D 2S 3S 4S", 0, "bid 1"),  # the dealer, who speaks last, needs no more
        ("AC KC QC AD KD QD AS KS QS AH KH QH JH", 3, "pass"),
    ],
)
def test_naming_the_suit_is_worth_most_with_low_cards(hand: str, dealer: int, bid: str) -> None:
    deal = holding(AUCTION, hand, dealer=dealer)
    while deal.to_act != 0:
        deal.act("pass")
    assert choose(deal.view(0)) == bid


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("AC KC QC JC TC AS KS QS 2D 3D 4D 2H 3H", 8),  # five clubs from the top, and three spades
        ("AC KC QC JC 2C AS QS JS 2D 3D 4D 2H 3H", 5),  # the missing ten may beat the two
        ("KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C KD", 0),  # nothing is sure under the ace
        (
            "AC KC QC JC TC 9C 8C 2C 2D 3D 4D 2H 3H",
            8,
        ),  # seven draw the five that are out: the two is good as well
    ],
)
def test_tricks_are_sure_from_the_top_of_a_suit(hand: str, sure: int) -> None:
    assert estimate.sure(holding(LADY, hand).view(0)) == sure


def test_who_may_say_who_leads_first_leads_himself() -> None:
    deal = whister.load("rook/tournament", opening_leader="declarer-or-left").deal("lead", dealer=3)
    while deal.phase != "opening":
        deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
    assert deal.legal() == ("opening declarer", "opening left")
    assert choose(deal.view(deal.pending[0])) == "opening declarer"
