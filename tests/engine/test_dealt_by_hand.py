"""The first dealer, claims to a new deal, chicane, and a stock to draw from, in games of a few clauses."""

from __future__ import annotations

from typing import Any

import pytest

import whister
from tests.engine.small import HANDS, SUITS, refused, small
from tests.engine.small_said import done, legal, why
from tests.engine.small_settled import FIVE_OR_SIX, Game, paid
from whister import Deal, DealError
from whister.deal.public import state_of

# -- the first dealer -----------------------------------------------------------------------------------------------


def shown(game: Game, cards: str) -> tuple[int, list[list[tuple[int, str]]]]:
    found = small(**game).first_dealer(cards)
    return found.dealer, [[(seat, str(card)) for seat, card in cut] for cut in found.rounds]


@pytest.mark.parametrize("name", whister.catalogue())
def test_where_nobody_has_drawn_for_the_deal_the_first_one_begins_with_seat_0(name: str) -> None:
    for players in whister.load(name).players:
        rules = whister.load(name, players)
        assert rules.plan.table.eldest(rules.ledger().dealer) == 0
        assert rules.ledger().dealer == (1 if players == 2 else players - 1)


def test_of_two_with_a_hand_that_nobody_holds_the_second_deals_first() -> None:
    two: Game = {"players": {"allowed": [2]}, "pack": {"kind": "french", "without": ["2C"]}, "dummy": {}}
    assert [(count, small(count, **game).ledger().dealer) for count, game in ((2, two), (4, {}))] == [
        (2, 1),
        (4, 3),
    ]


def test_the_lowest_card_cut_deals_and_those_who_tie_cut_again() -> None:
    cut = "3C 2D 2H KS 9C 4D"
    again = [[(0, "3C"), (1, "2D"), (2, "2H"), (3, "KS")], [(1, "9C"), (2, "4D")]]
    assert shown({"first_dealer": {}}, cut) == (2, again)
    assert shown({"first_dealer": {}}, "AC 2D 4H KS")[0] == 0, "the ace is the lowest"
    high = {"first_dealer": {"low_to_high": "2 3 4 5 6 7 8 9 T J Q K A"}}
    assert shown(high, "AC 2D 4H KS")[0] == 1


@pytest.mark.parametrize(
    ("cards", "said"),
    [("3C 2D 2H KS 9C", "cards: there is no card for seat 2; expected 2 cards in this round"),
     ("3C 2D 2H", "cards: there is no card for seat 3; expected 4 cards in this round"),
     ("3C 2D 2H KS 9C 4D 5D", "cards: seat 2 deals, so nobody cuts 5D")],
)  # fmt: skip
def test_a_cut_with_too_few_or_too_many_cards_is_refused(cards: str, said: str) -> None:
    with pytest.raises(DealError, match=said):
        shown({"first_dealer": {}}, cards)


def test_whoever_gets_a_card_may_deal() -> None:
    knave: Game = {"first_dealer": {"by": "card", "card": "JS"}}
    dealer, (cards,) = shown(knave, "3C 2D 2H KS 9C JS 5C")
    assert (dealer, cards[-1], len(cards)) == (1, (1, "JS"), 6)
    with pytest.raises(
        DealError, match="JS is not among those dealt out; the player who receives it becomes the dealer"
    ):
        shown(knave, "3C 2D")


@pytest.mark.parametrize(
    ("direction", "to", "dealer"),
    [("clockwise", "left", 2), ("clockwise", "right", 0), ("clockwise", "same", 1), ("anticlockwise", "left", 0),
     ("anticlockwise", "right", 2), ("anticlockwise", "same", 1)],
)  # fmt: skip
def test_after_seat_1_its_neighbour_on_either_side_deals_or_it_deals_again(
    direction: str, to: str, dealer: int
) -> None:
    """Seats are numbered in the order of play, so seat 2 is on the left of seat 1 if that goes clockwise."""
    rules = small(seats={"direction": direction}, rotation={"to": to})
    settled = rules.settle(rules.outcome(tricks=[4, 3, 3, 3]), rules.ledger(dealer=1))
    assert (settled.ledger.dealer, settled.ledger.number) == (dealer, 2)


def test_the_eldest_hand_sits_at_the_left_of_the_dealer_or_is_the_next_to_play() -> None:
    for direction, left in (("clockwise", 2), ("anticlockwise", 0)):
        for eldest, seat in (("left", left), ("next", 2)):
            deal = small(seats={"direction": direction, "eldest": eldest}).deal(1, dealer=1)
            assert (deal.eldest, deal.to_act) == (seat, seat)


# -- a hand without points ------------------------------------------------------------------------------------------

REDEAL: Game = {
    "course": {"phases": ["auction", "play"]}, "auction": {}, "bids": {"least": 50, "most": 60}, "outbid": {}, "pass_final": {},
    "values": {"cards": {"K": 10}}, "rotation": {},
}  # fmt: skip


def claiming(when: str, actions: str = "") -> list[bool]:
    """Return which seats may claim a new deal. Seat 0 has all the kings; seat 3 deals."""
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
    """At the later time, seat 0 has bid, seat 1 has passed, and it is the turn of seat 2."""
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
        assert (deal.over, state_of(deal).facts["exposed"]) == (True, (2,))
        assert [line.text for line in deal.settle().lines] == [
            "Seat 2 has no points: the cards are dealt again"
        ]
        assert (deal.settle().ledger.dealer, deal.settle().ledger.number) == (dealer, 1)
    void = small(**REDEAL, redeal_claim={}, redeal_dealer={})
    assert [line.text for line in void.settle(void.outcome(void="redeal"), void.ledger(dealer=3)).lines] == [
        "A hand without points: the cards are dealt again"
    ]
    assert void.settle(void.outcome(void="misdeal"), void.ledger(dealer=3)).ledger.dealer == 0


def test_who_has_spoken_may_claim_on_a_later_turn_unless_the_claim_comes_before_speaking() -> None:
    again = "bid 50, bid 55, pass, pass, bid 60"
    assert claiming("on-own-turn", again) == [False, True, False, False]
    assert claiming("before-own-first-call", again) == [False, False, False, False]


def test_who_spoke_before_a_seat_does_not_take_its_claim_away() -> None:
    deal = small(**REDEAL, redeal_claim={"when": "before-own-first-call"}).deal(hands=HANDS, dealer=1)
    done(deal, "bid 50, pass")
    assert ["claim redeal" in legal(deal, seat) for seat in range(4)] == [False, True, False, False]


def test_a_counter_that_lies_turned_up_bars_the_claim_where_that_is_said() -> None:
    rest = "AC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"
    hands = [rest[at : at + 36].strip() for at in range(0, 108, 36)]
    hands.append("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H AH")
    widow: Game = {"deal": {"packets": [12]}, "widow": {"size": 4, "face_up": 2}}
    for turned, bars in (("KC KD", True), ("2S KC", True), ("KC KD", False)):
        said = "A counter lies turned up: the king of clubs." if bars else ""
        game: Game = {**REDEAL, **widow, "redeal_claim": {"none_turned": bars}}
        deal = small(**game).deal(hands=hands, widow="KC KD 2S 2H", turned=turned, dealer=3)
        assert why(deal, "claim redeal", 0) == (("redeal-claim", said) if said else ("", ""))
        assert ("claim redeal" in legal(deal, 0)) is not bars


def test_each_of_four_may_cut_once_and_no_more() -> None:
    rules = small(cutting={})
    assert rules.deal(1, cuts=[13] * 4).hands
    with pytest.raises(DealError, match="cuts: at most 4, in turn from the dealer's left; got 5"):
        rules.deal(1, cuts=[13] * 5)


@pytest.mark.parametrize(
    ("by", "times", "most"), [("all", 2, 8), ("one", 1, 1), ("one", 3, 3), ("all", 0, 0)]
)
def test_all_may_cut_so_many_times_or_one_of_them(by: str, times: int, most: int) -> None:
    rules = small(cutting={"by": by, "times": times})
    assert rules.deal(1, cuts=[13] * most).hands
    with pytest.raises(DealError, match=rf"cuts: at most {most}\b.*; got {most + 1}"):
        rules.deal(1, cuts=[13] * (most + 1))


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
    """Return a deal in which seat 0 has all the hearts and announces five."""
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
    """Seat 1 plays alone against the others, who are not opponents of each other."""
    rules = small(**{**CHICANE, "chicane_paid": {"each": 10, "by": by}})
    found = paid(rules, contract="5H", declarer=1, tricks=[3, 5, 3, 2], declared={"chicane": declared})
    assert found.delta == delta
    whom = "of the others" if by == "everybody" else "opponent"
    said = [f"Seat {seat} has chicane: 10 from each {whom}" for seat in declared]
    assert found.said[-len(declared) :] == said


@pytest.mark.parametrize(
    ("facts", "said"),
    [({"contract": "5H", "declarer": 1, "declared": {"chicane": [2, 2]}}, "seat 2 is named twice"),
     ({"contract": "5H", "declarer": 1, "declared": {"chicane": [0, 1, 2, 3]}}, "they cannot all have declared it, because somebody was dealt trumps"),
     ({"declared": {"chicane": [2]}}, "seat 2 cannot have declared it, since there are no trumps")],
)  # fmt: skip
def test_chicane_that_no_deal_can_have_is_refused(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(DealError, match=said):
        paid(small(**CHICANE), tricks=[3, 5, 3, 2], **facts)


def test_what_was_declared_is_told_when_the_deal_is_over() -> None:
    deal = done(trumps_are_hearts(), f"2: {SAY}")
    while not deal.over:
        done(deal, next(action for action in legal(deal) if action != SAY))
    assert deal.outcome.declared["chicane"] == (2,)
    assert "Seat 2 has chicane: 10 from each of the others" in [line.text for line in deal.settle().lines]
    silent = trumps_are_hearts()
    while not silent.over:
        done(silent, next(action for action in legal(silent) if action != SAY))
    assert "chicane" not in silent.outcome.declared


def test_chicane_of_a_seat_that_was_dealt_honours_is_refused_where_they_can_be_told_apart() -> None:
    numbers = {"least": 5, "most": 6, "partner_to": 5}
    rules = small(**{**CHICANE, "number_contracts": numbers}, honours={"scale": {"4": 4}}, joint_target={})
    together: dict[str, Any] = {"contract": "5H", "declarer": 1, "partner": 3, "tricks": [3, 5, 3, 2]}
    for seat, honours in ((2, [0, 2, 1, 1]), (3, [0, 2, 1, 1]), (0, [1, 2, 0, 1])):
        with pytest.raises(
            DealError, match=f"seat {seat} cannot have declared it, since it was dealt trump honours"
        ):
            paid(rules, **together, honours=honours, declared={"chicane": [seat]})
    assert paid(rules, **together, honours=[0, 2, 1, 1], declared={"chicane": [1]}).delta[1] == 30


# -- naming the trump -----------------------------------------------------------------------------------------------

TRUMP: Game = {
    "course": {"phases": ["auction", "trump", "play"]}, **FIVE_OR_SIX,
    "contract": {"id": "misere", "title": "Misère", "rank": 55, "tricks": 0, "exactly": True}, "name_trump": {},
    "no_trumps": {}, "ladder": {},
}  # fmt: skip


def named(bid: str, **others: dict[str, Any]) -> Deal:
    """Return a deal in which seat 0, who has all the hearts, has bid."""
    return done(small(**{**TRUMP, **others}).deal(hands=SUITS, dealer=3), f"bid {bid}, pass, pass, pass")


def test_the_declarer_names_the_trump_of_a_contract_that_is_announced_without_one() -> None:
    deal = named("5")
    assert (deal.phase, deal.pending) == ("trump", (0,))
    assert legal(deal) == ["trump C", "trump D", "trump S", "trump H"]
    assert why(deal, "trump X") == ("name-trump", "Expected 'trump' and one of C, D, S, H.")
    assert why(deal, "pass") == ("auction", "The auction is over.")
    done(deal, "trump S")
    assert (deal.phase, deal.trump) == ("play", "S")
    assert why(deal, "trump H") == ("name-trump", "The trump is already spades.")


def test_a_misere_has_no_trump_to_name() -> None:
    deal = named("misere")
    assert (deal.phase, deal.trump) == ("play", "")
    assert why(deal, "trump H") == ("name-trump", "It is played without trumps.")


def test_a_suit_that_is_named_may_have_to_be_held() -> None:
    deal = named("5", name_trump={"held": True})
    assert legal(deal) == ["trump H"]
    assert why(deal, "trump S") == ("name-trump", "Expected 'trump' and one of H.")


@pytest.mark.parametrize(("bid", "suits"), [("5", ["D", "H"]), ("6", ["C", "D", "S", "H"])])
def test_one_contract_may_be_bound_to_the_suits_that_the_card_turned_up_prefers(
    bid: str, suits: list[str]
) -> None:
    """The last card dealt, to seat 3, is red, so both hearts and diamonds are preferred."""
    preferred: Game = {
        "course": {"phases": ["turn", "auction", "trump", "play"]}, "turn_up": {}, "preference": {}, "colour_preference": {},
        "preferred_trump": {"contract": "five"},
    }  # fmt: skip
    rules = small(**{**TRUMP, **preferred})
    deal = rules.deal(hands=[SUITS[3], SUITS[1], SUITS[0], SUITS[2]], turned="AD", dealer=3)
    done(deal, f"bid {bid}, pass, pass, pass")
    assert legal(deal) == [f"trump {suit}" for suit in suits]
    if bid == "5":
        said = "Five tricks is played in a suit of preference."
        assert why(deal, "trump C") == ("preferred-trump", said)
    facts: dict[str, Any] = {
        "contract": bid,
        "declarer": 0,
        "tricks": [6, 3, 2, 2],
        "declared": {"turned": "D"},
    }
    for suit in "CDSH":
        if suit in suits:
            paid(rules, **facts, trump=suit)
        else:
            with pytest.raises(DealError, match="is played in a preferred suit, here D or H; got"):
                paid(rules, **facts, trump=suit)


def test_a_suit_turned_up_again_stays_where_the_dealer_has_no_other() -> None:
    """Hearts were turned up in the first deal; now the dealer has only hearts, or also the ace of diamonds."""
    rules = whister.load("boston/mariland", repeated_preference="next-card")
    ledger = rules.ledger(dealer=0, number=2, first_turn="H")
    assert rules.deal(hands=SUITS, turned="5H", ledger=ledger).turned_suit == "H"
    hearts, clubs, diamonds, spades = (suit.split() for suit in SUITS)
    mixed = [["AD", *hearts[1:]], clubs, ["AH", *diamonds[1:]], spades]
    assert rules.deal(hands=mixed, turned="AD", ledger=ledger).turned_suit == "D"
    with pytest.raises(
        DealError,
        match="turned: 5H is of the suit first turned up, which is passed over; expected a card of another suit",
    ):
        rules.deal(hands=mixed, turned="5H", ledger=ledger)


# -- the card after the hands --------------------------------------------------------------------------------------

TURNED_NEXT: Game = {
    "players": {"allowed": [3]}, "course": {"phases": ["turn", "play"]}, "deal": {"packets": [1], "each": 13},
    "widow": {"size": -1}, "turn_up": {"of": "next-card"}, "turned_trump": {}, "trumps": {}, "follow": {},
}  # fmt: skip
IN_ORDER = " ".join(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")


def test_the_card_after_the_hands_is_turned_up_and_the_rest_of_the_widow_stays_hidden() -> None:
    deal = small(**TURNED_NEXT).deal(pack=IN_ORDER)
    assert (str(deal.turn_up), deal.trump, len(deal.widow)) == ("2S", "S", 13)
    assert [tuple(map(str, deal.view(seat).widow)) for seat in range(3)] == [("2S",)] * 3
    assert not any(deal.turn_up in hand for hand in deal.hands)


def test_a_deal_with_the_next_card_turned_up_is_read_back_from_its_record_and_from_its_link() -> None:
    deal = whister.load("hearts/knaves", hand=13).deal("knaves")
    record = whister.DealRecord.of(deal)
    for text in (str(record), record.link()):
        assert whister.DealRecord.parse(text).opening() == deal


@pytest.mark.parametrize(
    ("turned", "said"),
    [("", "turned: a card is turned up here; expected one card, got 0"),
     ("3S 4S", "turned: a card is turned up here; expected one card, got 2"),
     ("2C", "turned: expected a card that was dealt to nobody, got 2C")],
)  # fmt: skip
def test_the_card_turned_up_is_one_that_nobody_was_dealt(turned: str, said: str) -> None:
    rules, cards = small(**TURNED_NEXT), IN_ORDER.split()
    with pytest.raises(DealError, match=said):
        rules.deal(hands=[cards[at:39:3] for at in range(3)], turned=turned)


def test_of_the_widow_the_winner_of_the_last_trick_may_take_only_the_card_turned_up() -> None:
    worth: Game = {"values": {"cards": {"S": 1}}, "score_captured": {}}
    taken: Game = {**TURNED_NEXT, **worth, "turn_up": {"of": "next-card", "to": "last-trick"}}
    for game, points in ((taken, 1), ({**TURNED_NEXT, **worth}, 0)):
        deal = small(**game).deal(pack=IN_ORDER)
        while not deal.over:
            deal.act(deal.legal()[-1])
        winner = deal.tricks[-1].winner
        assert deal.rules.settle(deal.outcome).delta == tuple(points * (seat == winner) for seat in range(3))


def test_a_suit_is_not_trump_again_and_some_ranks_make_no_trumps() -> None:
    for given, last, trump in (
        ({}, "S", "S"),
        ({"again": False}, "S", ""),
        ({"again": False}, "H", "S"),
        ({"none_for": ["2"]}, "", ""),
        ({"none_for": ["3"]}, "", "S"),
    ):
        rules = small(**{**TURNED_NEXT, "turned_trump": given})
        ledger = rules.ledger(number=2, dealer=2, first_turn=last)
        assert rules.deal(pack=IN_ORDER, ledger=ledger).trump == trump, (given, last)


def test_a_card_after_the_hands_needs_a_widow() -> None:
    full = {**TURNED_NEXT, "pack": {"kind": "french", "without": ["2C"]}, "deal": {"packets": [1]}}
    assert (
        refused(3, **full) == "turn_up.of = 'next-card'; expected a clause with 'widow' and a card left over"
    )
    alone = {"turn_up": {"to": "last-trick"}}
    assert refused(**alone) == "turn_up.to = 'last-trick'; only a next-card can be captured apart"


# -- a stock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face_up", [True, False])
def test_the_top_card_of_the_stock_is_seen_only_if_it_lies_face_up(face_up: bool) -> None:
    two: Game = {"players": {"allowed": [2]}, "deal": {"packets": [1], "each": 5}, "follow": {}}
    deal = small(2, **two, drawing_pile={"face_up": face_up}).deal(1, dealer=0)
    top = state_of(deal).plan.pack.cards[state_of(deal).stock[0]]
    assert [deal.view(seat).pile_top for seat in range(2)] == ([top, top] if face_up else [None, None])
    assert deal.view(0).pile == len(state_of(deal).stock) > 0


def test_after_each_trick_the_winner_draws_the_top_card_and_the_other_the_next() -> None:
    two: Game = {"players": {"allowed": [2]}, "deal": {"packets": [1], "each": 5}, "widow": {"size": 2}}
    deal = small(2, **two, drawing_pile={}, follow={}).deal(1, dealer=0)
    before, (top, following) = (
        deal.hands,
        [str(state_of(deal).plan.pack.cards[card]) for card in state_of(deal).stock[:2]],
    )
    done(deal, f"{legal(deal)[0]}")
    done(deal, legal(deal)[0])
    winner = deal.tricks[0].winner
    assert winner is not None
    for seat, card in ((winner, top), (1 - winner, following)):
        new = {str(card) for card in deal.hands[seat]} - {str(card) for card in before[seat]}
        assert new == {card}
        assert [
            str(drawn) for drawn in state_of(deal).plan.cards_of(state_of(deal).facts["drawn"][seat])
        ] == [card]
    played = [done(deal, legal(deal)[0]) for _ in range(2)]
    assert [len(hand) for hand in played[0].hands] == [5, 5]
    assert [state_of(deal).facts["drawn"][seat].bit_count() for seat in range(2)] == [2, 2]
