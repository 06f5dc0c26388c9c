"""Who deals first, a deal that is claimed back, chicane and a stock to draw from, in games of a few clauses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import small
from tests.engine.small_said import done, legal, why
from tests.engine.small_settled import FIVE_OR_SIX, Game, paid
from whister import Deal, DealError

HANDS = [
    "AC KC QC AD KD QD AS KS QS AH KH QH 2C",
    "3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H JC",
    "6C 7C 8C 5D 6D 7D 5S 6S 7S 5H 6H 7H TC",
    "9C 8D 9D TD JD 8S 9S TS JS 8H 9H TH JH",
]
SUITS = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "HCDS"]


# -- the first dealer -----------------------------------------------------------------------------------------------


def shown(game: Game, cards: str) -> tuple[int, list[list[tuple[int, str]]]]:
    found = small(**game).first_dealer(cards)
    return found.dealer, [[(seat, str(card)) for seat, card in cut] for cut in found.rounds]


def test_the_lowest_card_cut_deals_and_those_who_tie_cut_again() -> None:
    cut = "3C 2D 2H KS 9C 4D"
    again = [[(0, "3C"), (1, "2D"), (2, "2H"), (3, "KS")], [(1, "9C"), (2, "4D")]]
    assert shown({"first_dealer": {}}, cut) == (2, again)
    assert shown({"first_dealer": {}}, "AC 2D 4H KS")[0] == 0, "the ace is the lowest"
    high = {"first_dealer": {"low_to_high": "2 3 4 5 6 7 8 9 T J Q K A"}}
    assert shown(high, "AC 2D 4H KS")[0] == 1


@pytest.mark.parametrize(
    ("cards", "said"),
    [("3C 2D 2H KS 9C", "cards: seat 2 cuts as well; expected 2 cards in this round"),
     ("3C 2D 2H", "cards: seat 3 cuts as well; expected 4 cards in this round"),
     ("3C 2D 2H KS 9C 4D 5D", "cards: seat 2 deals; nobody cuts 5D any more")],
)  # fmt: skip
def test_a_cut_with_too_few_or_too_many_cards_is_refused(cards: str, said: str) -> None:
    with pytest.raises(DealError, match=said):
        shown({"first_dealer": {}}, cards)


def test_whoever_gets_a_card_may_deal() -> None:
    knave: Game = {"first_dealer": {"by": "card", "card": "JS"}}
    dealer, (cards,) = shown(knave, "3C 2D 2H KS 9C JS 5C")
    assert (dealer, cards[-1], len(cards)) == (1, (1, "JS"), 6)
    with pytest.raises(DealError, match="JS is not among those dealt out; it makes the dealer"):
        shown(knave, "3C 2D")


# -- a hand without points ------------------------------------------------------------------------------------------

REDEAL: Game = {
    "course": {"phases": ["auction", "play"]}, "auction": {}, "bids": {"least": 50, "most": 60}, "outbid": {}, "pass_final": {},
    "values": {"cards": {"K": 10}}, "rotation": {},
}  # fmt: skip


def claiming(when: str, actions: str = "") -> list[bool]:
    """Which seats may claim a new deal. Seat 0 has all the kings; seat 3 deals."""
    deal = done(small(**REDEAL, redeal_claim={"when": when}).deal(hands=HANDS, dealer=3), actions)
    return ["claim redeal" in legal(deal, seat) for seat in range(4)]


@pytest.mark.parametrize(
    ("when", "first", "later"),
    [("any-time", [False, True, True, True], [False, True, True, True]),
     ("on-own-turn", [False, False, False, False], [False, False, True, False]),
     ("before-own-first-call", [False, True, True, True], [False, False, True, True])],
)  # fmt: skip
def test_a_hand_without_points_may_be_claimed_back_at_its_time(
    when: str, first: list[bool], later: list[bool]
) -> None:
    """Later seat 0 has bid, seat 1 has passed, and it is the turn of seat 2."""
    assert claiming(when) == first
    assert claiming(when, "bid 50, pass") == later


def test_a_claim_that_is_refused_says_why_and_one_that_stands_shows_the_hand() -> None:
    for when, actions, seat, said in (
        ("any-time", "", 0, "The hand of seat 0 holds 40 points."),
        ("on-own-turn", "", 1, "It is not the turn of seat 1."),
        ("before-own-first-call", "bid 50, pass", 1, "Seat 1 has spoken already."),
    ):
        deal = done(small(**REDEAL, redeal_claim={"when": when}).deal(hands=HANDS, dealer=3), actions)
        assert why(deal, "claim redeal", seat) == ("redeal-claim", said)
    same_again: Game = {"redeal_dealer": {}}
    for others, dealer in ((Game(), 0), (same_again, 3)):
        game: Game = {**REDEAL, "redeal_claim": {}, **others}
        deal = done(small(**game).deal(hands=HANDS, dealer=3), "2: claim redeal")
        assert (deal.over, deal.facts["exposed"]) == (True, (2,))
        assert [line.text for line in deal.settle().lines] == [
            "A hand without points: the cards are dealt again"
        ]
        assert (deal.settle().ledger.dealer, deal.settle().ledger.number) == (dealer, 1)
    void = small(**REDEAL, redeal_claim={}, redeal_dealer={})
    assert void.settle(void.outcome(void="misdealt"), void.ledger(dealer=3)).ledger.dealer == 0


# -- chicane --------------------------------------------------------------------------------------------------------

CHICANE: Game = {
    "course": {"phases": ["auction", "play"]},
    **FIVE_OR_SIX,
    "follow": {},
    "chicane": {},
    "chicane_paid": {"each": 10},
}
SAY = "declare chicane"


def trumps_are_hearts(actions: str = "", **chicane: Any) -> Deal:
    """Seat 0 has all the hearts and announces five."""
    deal = small(**{**CHICANE, "chicane": chicane}).deal(hands=SUITS, dealer=3)
    return done(deal, ", ".join(filter(None, ("bid 5H, pass, pass, pass", actions))))


def test_a_hand_without_trumps_may_be_declared_until_the_first_card_or_the_own() -> None:
    fresh = small(**CHICANE).deal(hands=SUITS, dealer=3)
    assert why(fresh, SAY, 1) == ("chicane", "Nobody has named trumps yet.")
    assert [SAY in legal(trumps_are_hearts(), seat) for seat in range(4)] == [False, True, True, True]
    assert why(trumps_are_hearts(), SAY, 0) == ("chicane", "Seat 0 was dealt a trump.")
    own = trumps_are_hearts("AH, AC")
    assert why(own, SAY, 1) == ("chicane", "Seat 1 has played: it is too late.")
    assert [SAY in legal(own, seat) for seat in range(4)] == [False, False, True, True]
    led = trumps_are_hearts("AH", until="opening-lead")
    assert why(led, SAY, 2) == ("chicane", "The first card has been led: it is too late.")
    assert [SAY in legal(trumps_are_hearts(until="opening-lead"), seat) for seat in range(4)] == [
        False,
        True,
        True,
        True,
    ]
    later = trumps_are_hearts("AH, AC, AD, AS")
    assert why(later, SAY, 3) == ("chicane", "Seat 3 has played: it is too late.")
    said = done(trumps_are_hearts(), f"2: {SAY}")
    assert why(said, SAY, 2) == ("chicane", "Seat 2 has declared it already.")


@pytest.mark.parametrize(
    ("by", "declared", "delta"),
    [("everybody", [2], [-10, -10, 30, -10]), ("everybody", [1], [-10, 30, -10, -10]),
     ("everybody", [2, 0], [20, -20, 20, -20]), ("opponents", [2], [0, -10, 10, 0]),
     ("opponents", [1], [-10, 30, -10, -10]), ("opponents", [2, 0], [10, -20, 10, 0])],
)  # fmt: skip
def test_chicane_is_paid_by_everybody_or_by_the_opponents(
    by: str, declared: list[int], delta: list[int]
) -> None:
    """Seat 1 plays alone against the others, who are no opponents of each other."""
    rules = small(**{**CHICANE, "chicane_paid": {"each": 10, "by": by}})
    assert (
        paid(rules, contract="5H", declarer=1, tricks=[3, 5, 3, 2], declared={"chicane": declared}).delta
        == delta
    )


@pytest.mark.parametrize(
    ("facts", "said"),
    [({"contract": "5H", "declarer": 1, "declared": {"chicane": [2, 2]}}, "seat 2 is named twice"),
     ({"contract": "5H", "declarer": 1, "declared": {"chicane": [0, 1, 2, 3]}}, "all cannot have declared it; somebody was dealt the trumps"),
     ({"declared": {"chicane": [2]}}, "seat 2 cannot have declared it, since there are no trumps")],
)  # fmt: skip
def test_chicane_that_no_deal_can_have_is_refused(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(DealError, match=said):
        paid(small(**CHICANE), tricks=[3, 5, 3, 2], **facts)


# -- a stock --------------------------------------------------------------------------------------------------------


def test_after_each_trick_the_winner_draws_the_top_card_and_the_other_the_next() -> None:
    two: Game = {"players": {"allowed": [2]}, "deal": {"packets": [1], "each": 5}, "widow": {"size": 2}}
    deal = small(2, **two, drawing_pile={}, follow={}).deal(1, dealer=0)
    before, (top, following) = deal.hands, [str(deal.plan.pack.cards[card]) for card in deal.stock[:2]]
    done(deal, f"{legal(deal)[0]}")
    done(deal, legal(deal)[0])
    winner = deal.tricks[0].winner
    assert winner is not None
    for seat, card in ((winner, top), (1 - winner, following)):
        new = {str(card) for card in deal.hands[seat]} - {str(card) for card in before[seat]}
        assert new == {card}
        assert [str(drawn) for drawn in deal.plan.cards_of(deal.facts["drawn"][seat])] == [card]
    played = [done(deal, legal(deal)[0]) for _ in range(2)]
    assert [len(hand) for hand in played[0].hands] == [5, 5]
    assert [deal.facts["drawn"][seat].bit_count() for seat in range(2)] == [2, 2]
