"""Endings with all hands known: checked by hand, and against an enumeration of every line of play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import whister
from tests.engine.enumerating import compared
from whister import Deal, DealError
from whister.deal.public import state_of
from whister.players.endings import applies, solve

ALL = whister.catalogue()
BLACK_LADY = "hearts/black-lady"
EVEN_HANDS = [
    "2C 6C TC AC 5D 9D KD 4S 8S QS 3H 7H JH",
    "3C 7C JC 2D 6D TD AD 5S 9S KS 4H 8H QH",
    "4C 8C QC 3D 7D JD 2S 6S TS AS 5H 9H KH",
    "5C 9C KC 4D 8D QD 3S 7S JS 2H 6H TH AH",
]


def contract(hands: list[str], name: str, leader: int, trump: str = "", partner: int | None = None) -> Deal:
    """Return the last tricks of a contract that seat 0 has announced, with no trick won before."""
    rules = whister.load("boston/solo-1909")
    trick = 14 - len(hands[0].split())
    return rules.position(
        hands=hands, trick=trick, leader=leader, trump=trump, contract=name, declarer=0, partner=partner
    )


# -- against an enumeration --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_endings_of_three_tricks_are_those_of_an_enumeration(name: str) -> None:
    """``python -m tests.engine.enumerating`` compares more of them, and longer ones."""
    assert len(compared(name, 3, 2, "tests")) == 2


@pytest.mark.parametrize(
    "name", [name for name in ALL if name.endswith(("1914", "1909", "royal", "omnibus", "solo"))]
)
def test_endings_under_house_rules_are_those_of_an_enumeration(name: str) -> None:
    assert compared(name, 2, 2, "tests", house_rules=True)


# -- checked by hand ---------------------------------------------------------------------------------------------------


def test_a_defender_is_thrown_in_to_lead_from_the_king() -> None:
    """Seat 2 holds the ace and queen of diamonds before the king. Led at once, diamonds win one trick; after the spade,
    which seat 3 must win, seat 3 leads diamonds into them, and they win two."""
    deal = contract(
        ["2S 3D 4D", "2C 3C 4C", "AD QD 3S", "AS KD 5D"], "proposal", leader=0, trump="H", partner=2
    )
    ending = solve(deal)
    assert ending.kind == "exact"
    assert {frozenset(side) for side in ending.sides} == {frozenset({0, 2}), frozenset({1, 3})}
    assert ending.best == ("2S",)
    assert [seat for seat, _ in ending.line] == [0, 1, 2, 3, 3, 0, 1, 2, 2, 3, 0, 1]
    better, worse, equal = (
        next(each for each in ending.results if each.action == card).delta[0] for card in ("2S", "3D", "4D")
    )
    assert better > worse == equal  # the 3 and the 4 are equal cards


def test_the_queen_of_spades_is_ducked() -> None:
    """The king would take her; under the queen, the two leaves her to the player who played her."""
    rules = whister.load(BLACK_LADY)
    deal = rules.position(hands=["KS 2S", "4C", "5C", "6C"], trick=12, leader=1, led="JS QS TS", played="2H")
    ending = solve(deal)
    assert [(str(each.action), each.delta) for each in ending.results] == [
        ("2S", (0, 0, 13, 0)),
        ("KS", (13, 0, 0, 0)),
    ]
    assert ending.best == ("2S",)
    assert ending.kind == "model"  # each plays for itself


def test_each_plays_for_itself_and_of_equal_cards_the_first() -> None:
    """Seat 0 leads its diamond and gets the queen, or leads spades: seat 1 must follow with her, under the king."""
    rules = whister.load(BLACK_LADY)
    deal = rules.position(hands=["2S 3D", "QS 4C", "KS 5C", "3S 6C"], trick=12, leader=0, played="2H")
    ending = solve(deal)
    assert [(str(each.action), each.delta) for each in ending.results] == [
        ("3D", (13, 0, 0, 0)),
        ("2S", (0, 0, 13, 0)),
    ]
    assert ending.delta == (0, 0, 13, 0)
    assert [str(action) for _, action in ending.line[:4]] == ["2S", "QS", "KS", "3S"]


@pytest.mark.parametrize(
    ("hand", "third", "best", "delta"),
    [
        ("AH 2C", "KH 3D", "AH", (0, 26, 26, 26)),  # both hearts fall on the ace, and the moon is shot
        ("AH 2C", "3D KH", "AH", (0, 26, 26, 26)),
    ],
)
def test_a_moon_is_shot_with_the_last_hearts(
    hand: str, third: str, best: str, delta: tuple[int, ...]
) -> None:
    """Seat 0 has taken all other penalty cards. If it leads the club, another wins the trick and perhaps a heart."""
    deal = moon_but_for("AH KH", [hand, "4C 4D", third, "5C 5D"])
    ending = solve(deal)
    assert ending.best == (best,)
    assert ending.delta == delta


def moon_but_for(cards: str, hands: list[str]) -> Deal:
    """Return a deal of Black Lady in which seat 0 has captured every penalty card but those named, and leads to the
    last tricks."""
    rules = whister.load(BLACK_LADY)
    deal = rules.position(hands=hands, trick=14 - len(hands[0].split()), leader=0, played="2H")
    state = state_of(deal)
    state.captured[0] = state.plan.worth.penalties & ~state.plan.pack.mask(cards)
    return deal


def test_a_misere_that_no_lead_can_beat() -> None:
    """The declarer has the two lowest clubs: all three cards of every opponent are higher."""
    deal = contract(["2C 3C", "4C 5C", "6C 7C", "8C 9C"], "misere", leader=1)
    ending = solve(deal)
    assert ending.kind == "exact"
    assert ending.sides == ((0,), (1, 2, 3))
    assert len(ending.best) == 2
    assert ending.delta[0] > 0
    assert ending.delta[0] == -sum(ending.delta[1:])


def test_a_misere_is_beaten_by_the_only_lead_that_beats_it() -> None:
    """The three of clubs forces the declarer's four; the five of diamonds lets them follow with the two, and throw the
    four on hearts."""
    deal = contract(["4C 2D", "3C 5D", "6D 7H", "8H 9H"], "misere", leader=1)
    ending = solve(deal)
    assert ending.best == ("3C",)
    lost, made = (
        next(each for each in ending.results if each.action == card).delta[0] for card in ("3C", "5D")
    )
    assert lost < 0 < made


def test_a_secret_partner_plays_with_the_declarer() -> None:
    """Nobody but the holder of the card called knows the partner, until it is played; with all hands known it is no
    secret."""
    rules = whister.load("rook/call-partner")
    chance = Random(3)
    for _ in range(200):
        deal = rules.deal(chance.getrandbits(32))
        while not deal.over and (deal.phase != "play" or max(map(len, deal.hands)) > 3 or deal.trick.cards):
            legal = deal.legal()
            deal.act(legal[int(chance.random() ** 2 * len(legal))])
        secret = state_of(deal).facts.get("silent")
        if not deal.over and secret is not None and deal.partner is None:
            ending = solve(deal)
            assert set(ending.sides[0]) == {deal.declarer, secret}
            assert ending.kind == "exact"
            return
    raise AssertionError("no deal in which the card called is still held")


def test_every_line_leads_to_the_result_that_is_given() -> None:
    deal = played_to(BLACK_LADY, 4)
    for each in solve(deal).results:
        twin = deal.copy()
        for seat, action in each.line:
            twin.act(action, seat)
        assert twin.over
        assert twin.settle().delta == each.delta


# -- the cap, and where it does not apply ------------------------------------------------------------------------------


def played_to(name: str, cards: int, players: int | None = None) -> Deal:
    """Return a deal in which each player has so many cards left, at a lead."""
    rules = whister.load(name) if players is None else whister.load(name, players=players)
    chance = Random(name)
    deal = rules.deal(name)
    while deal.phase != "play" or deal.trick.cards or max(map(len, deal.hands)) > cards:
        legal = deal.legal(deal.pending[0])
        deal.act(legal[int(chance.random() * len(legal))], deal.pending[0])
    return deal


def test_past_the_cap_nothing_is_claimed() -> None:
    deal = played_to(BLACK_LADY, 6)
    capped = solve(deal, nodes=50)
    assert capped.kind == "capped"
    assert capped.capped
    assert not capped.results
    assert not capped.best
    assert capped.delta == capped.line == ()
    assert capped.nodes >= 50
    whole = solve(deal, nodes=10_000_000)
    assert [each.action for each in whole.results] == list(deal.legal())


@pytest.mark.parametrize("nodes", [0, -1, "many"])
def test_a_cap_is_a_number_above_zero(nodes: Any) -> None:
    with pytest.raises(DealError, match="solve, nodes"):
        solve(played_to(BLACK_LADY, 3), nodes=nodes)


def test_cards_must_be_in_play() -> None:
    deal = whister.load(BLACK_LADY).deal("1909")
    assert applies(deal) == "The deal is in the phase 'pass'; only the play of the cards is solved."
    with pytest.raises(DealError, match="ending: The deal is in the phase 'pass'"):
        solve(deal)


def test_every_hand_must_be_known() -> None:
    deal = whister.load(BLACK_LADY).position(hand="3D KH QS", led=["2C"])
    assert applies(deal).startswith("Only the hand of seat 1 is known")


def test_hands_must_be_as_long_as_each_other() -> None:
    deal = whister.load(BLACK_LADY).position(hands=["2S 3S", "4S", "5S", "6S"], trick=12)
    assert applies(deal).startswith("The hands do not have the same number of cards")


def test_a_stock_still_to_be_drawn_is_not_solved() -> None:
    deal = whister.load("hearts/two-handed-1914").deal("stock")
    assert applies(deal).startswith("26 cards are still to be drawn from the stock [hearts/two-handed-1914#")
    assert not applies(played_to("hearts/two-handed-1914", 5))


def test_a_revoke_that_may_be_claimed_is_not_solved() -> None:
    rules = whister.load("hearts/modern", revoke="foster")
    deal = rules.deal(hands=EVEN_HANDS)
    assert not applies(deal)
    for card in ("2C", "3C", "3D"):  # seat 2 has clubs
        deal.act(card)
    assert applies(deal).startswith("A revoke may be claimed, which changes the result [hearts/modern#")


def test_tricks_that_may_be_claimed_are_not_solved() -> None:
    deal = whister.load("rook/whist-52", allow_claim=True).deal("claim")
    assert applies(deal).startswith("A player may claim the tricks that are left [rook/whist-52#")


def test_the_last_tricks_are_solved_in_every_rule_set() -> None:
    """Once the stock is empty, if there is one, nothing else keeps them from being solved."""
    for name in ALL:
        chance = Random(name)
        rules = whister.load(name)
        found = False
        for _ in range(60):
            deal = rules.deal(chance.getrandbits(32))
            while not deal.over and not found:
                if deal.phase == "play" and max(map(len, deal.hands)) <= 2:
                    found = not applies(deal)
                    break
                legal = deal.legal(deal.pending[0])
                deal.act(legal[int(chance.random() ** 2 * len(legal))], deal.pending[0])
            if found:
                break
        assert found, name
