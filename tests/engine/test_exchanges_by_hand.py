"""Cards passed, laid aside and taken up, and tricks that are claimed, in games of a few clauses. Seat 3 deals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import HANDS, small
from tests.engine.small_said import done, legal, prompt, why
from tests.engine.small_settled import FIVE_OR_SIX, Game
from whister import Deal
from whister.deal.public import state_of
from whister.players.cautious import choose


def holds(deal: Deal, seat: int, cards: str) -> bool:
    return set(cards.split()) <= {str(card) for card in deal.hands[seat]}


# -- passing --------------------------------------------------------------------------------------------------------

PASS: Game = {
    "course": {"phases": ["pass", "play"]},
    "pass": {"count": 3, "cycle": {"4": "left right across hold each second-left"}},
}  # fmt: skip
GIVEN = "0: give AC KC QC, 1: give 3C 4C 5C, 2: give 6C 7C 8C, 3: give 9C 8D 9D"


def passing(number: int = 1) -> Deal:
    return small(**PASS).deal(hands=HANDS, dealer=3, number=number)


@pytest.mark.parametrize(
    ("number", "giver_of", "said"),
    [(1, [3, 0, 1, 2], "to the left"), (2, [1, 2, 3, 0], "to the right"), (3, [2, 3, 0, 1], "across the table"),
     (6, [2, 3, 0, 1], "to the second seat on the left"), (7, [3, 0, 1, 2], "to the left")],
)  # fmt: skip
def test_three_cards_go_where_the_deal_says(number: int, giver_of: list[int], said: str) -> None:
    deal = passing(number)
    assert prompt(deal) == f"Choose three cards to pass {said}."
    given = ["AC KC QC", "3C 4C 5C", "6C 7C 8C", "9C 8D 9D"]
    done(deal, GIVEN)
    for seat, giver in enumerate(giver_of):
        assert holds(deal, seat, given[giver])
        assert len(deal.hands[seat]) == 13
    assert deal.phase == "play"


def test_in_the_fourth_deal_the_cards_are_held() -> None:
    assert passing(4).phase == "play"
    assert why(passing(4), "give AC KC QC") == ("pass", "No cards are passed in this deal.")
    assert why(done(passing(), GIVEN), "give AC KC QC") == ("pass", "The pass is over.")


def test_an_equal_share_goes_to_every_other_seat_in_turn() -> None:
    deal = passing(5)
    assert prompt(deal) == "Choose one card to pass to seat 1."
    assert legal(deal)[:2] == ["give 2C > 1", "give QC > 1"]
    done(deal, "0: give AC > 1")
    assert prompt(deal) == "Choose one card to pass to seat 2."
    assert legal(deal, 0)[:3] == ["give 2C > 2", "give QC > 2", "give KC > 2"], "the ace is given already"
    assert why(deal, "give AC > 2", 0) == ("pass", "Seat 0 has passed the ace of clubs already.")
    done(deal, "0: give KC > 2, 3: give 9C > 0, 3: give 8D > 1, 0: give QC > 3, 3: give 9D > 2")
    assert why(deal, "give 2C > 1", 0) == ("pass", "Seat 0 has passed its cards.")
    done(
        deal, "1: give 3C > 2, 1: give 4C > 3, 1: give 5C > 0, 2: give 6C > 3, 2: give 7C > 0, 2: give 8C > 1"
    )
    assert holds(deal, 0, "9C 5C 7C")
    assert holds(deal, 1, "AC 8D 8C")
    assert holds(deal, 2, "KC 9D 3C")
    assert holds(deal, 3, "QC 4C 6C")


@pytest.mark.parametrize(
    ("said", "reason"),
    [("give 3C 4C AC", "3C is not in the hand."), ("give AC", "Expected 'give' and three cards of the hand."),
     ("pass", "Expected 'give' and three cards of the hand.")],
)  # fmt: skip
def test_cards_that_cannot_be_passed_are_refused_with_the_reason(said: str, reason: str) -> None:
    assert why(passing(), said, 0) == ("pass", reason)
    assert why(done(passing(), "0: give AC KC QC"), "give 2C AD KD", 0) == (
        "pass",
        "Seat 0 has passed its cards.",
    )


# -- laying aside ---------------------------------------------------------------------------------------------------

LAYING: Game = {
    "course": {"phases": ["auction", "discard", "play"]}, **FIVE_OR_SIX,
    "contract": {"id": "misere", "title": "Misère", "rank": 55, "tricks": 0, "exactly": True, "discard": 1},
    "no_trumps": {}, "ladder": {}, "laying_aside": {},
}  # fmt: skip


def announced(bid: str, **others: dict[str, Any]) -> Deal:
    deal = small(**{**LAYING, **others}).deal(hands=HANDS, dealer=3)
    return done(deal, f"bid {bid}, pass, pass, pass")


def test_each_lays_one_card_aside_before_a_misere_and_before_nothing_else() -> None:
    deal = announced("misere")
    assert (deal.phase, deal.pending, prompt(deal)) == (
        "discard",
        (0, 1, 2, 3),
        "Lay one card aside, face down.",
    )
    done(deal, "2: discard 6C, 0: discard AC")
    assert deal.pending == (1, 3)
    assert why(deal, "discard KC", 0) == ("laying-aside", "Seat 0 has laid its cards aside.")
    done(deal, "1: discard 3C, 3: discard 9C")
    assert (deal.phase, [len(hand) for hand in deal.hands]) == ("play", [12] * 4)
    assert why(deal, "discard KC", 0) == ("laying-aside", "The cards have been laid aside.")
    assert announced("5C").phase == "play"
    assert why(announced("5C"), "discard KC", 0) == ("laying-aside", "Nothing is laid aside in this deal.")
    assert announced("misere", laying_aside={"by": "nobody"}).phase == "play"


@pytest.mark.parametrize(
    ("said", "reason"),
    [("discard 3C", "3C is not in the hand."), ("discard 9C 3C AC", "3C is not in the hand."),
     ("discard AC KC", "Expected 'discard' and one card of the hand."),
     ("correct 3C", "Expected 'discard' and one card of the hand."), ("3C", "Expected 'discard' and one card of the hand.")],
)  # fmt: skip
def test_a_card_that_cannot_be_laid_aside_is_refused_with_the_reason(said: str, reason: str) -> None:
    assert why(announced("misere"), said, 0) == ("laying-aside", reason)


# -- the nest -------------------------------------------------------------------------------------------------------

NEST: Game = {
    "course": {"phases": ["auction", "nest", "play"]}, "deal": {"packets": [12]}, "widow": {"size": 4, "label": "Nest"},
    "auction": {}, "bids": {"least": 50, "most": 60}, "outbid": {}, "pass_final": {},
    "values": {"cards": {"5": 5, "K": 10}}, "nest": {},
}  # fmt: skip
TWELVE = [
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C AD", "QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AS",
    "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AH KH QH JH TH 9H 8H 7H 6H 4H 3H 2H",
]  # fmt: skip
LIES = "lay four cards aside."


def taken_up(hands: list[str] = TWELVE, **limit: Any) -> Deal:
    """Return a deal in which seat 0 has bid 50 and taken up 2♣ 3♣ K♦ 5♥."""
    rules = small(**NEST, nest_limit=limit) if limit else small(**NEST)
    deal = rules.deal(hands=hands, widow="2C 3C KD 5H", dealer=3)
    return done(deal, "bid 50, pass, pass, pass")


def test_the_declarer_takes_up_the_nest_and_lays_as_many_cards_aside() -> None:
    deal = taken_up()
    assert (deal.phase, deal.pending, len(deal.hands[0])) == ("nest", (0,), 16)
    assert prompt(deal) == f"The nest is in your hand: {LIES}"
    assert len(deal.legal()) == 1820, "four of sixteen"
    assert why(deal, "discard AH 2C 3C 4C") == ("nest", "AH is not in the hand.")
    assert (
        why(deal, "discard 2C") == why(deal, "2C") == ("nest", "Expected 'discard' and 4 cards of the hand.")
    )
    done(deal, "discard KC 2C 3C 4C")
    assert why(deal, "discard KC 2C 3C 4C") == ("nest", "The cards have been laid aside.")
    assert (deal.phase, {str(card) for card in state_of(deal).plan.cards_of(state_of(deal).widow)}) == (
        "play",
        {"KC", "2C", "3C", "4C"},
    )


@pytest.mark.parametrize(
    ("said", "reason"),
    [("call 2C", "2C was laid aside: nobody holds it."), ("call AC", "Expected 'call' and a card of another hand."),
     ("correct 2C", "Expected 'call' and a card of another hand."), ("declare old", "Expected 'call' and a card of another hand.")],
)  # fmt: skip
def test_a_partner_is_not_called_by_a_card_laid_aside_or_held(said: str, reason: str) -> None:
    game: Game = {**NEST, "course": {"phases": ["auction", "nest", "call", "play"]}, "called_partner": {}}
    deal = small(**game).deal(hands=TWELVE, widow="2C 3C KD 5H", dealer=3)
    done(deal, "bid 50, pass, pass, pass, discard 2C 3C KD 5H")
    assert len(legal(deal)) == 36, "the cards of the three others"
    assert why(deal, said) == ("called-partner", reason)


def test_the_dealer_may_take_it_up_instead() -> None:
    dealt: Game = {**NEST, "course": {"phases": ["nest", "play"]}, "nest": {"by": "dealer"}}
    deal = small(**dealt).deal(hands=TWELVE, widow="2C 3C KD 5H", dealer=3)
    assert (deal.phase, deal.pending, len(deal.hands[3])) == ("nest", (3,), 16)


def test_counters_may_be_barred_from_what_is_laid_aside() -> None:
    deal = taken_up(bars=["counters"])
    assert prompt(deal) == f"The nest is in your hand: {LIES} Counters may not be laid aside."
    assert len(deal.legal()) == 495, "four of the twelve that are no counters"
    said = "The king of clubs is a counter, and counters may not be laid aside."
    assert why(deal, "discard KC 2C 3C 4C") == ("nest-limit", said)
    kings = taken_up(bars=["K"])
    assert prompt(kings) == f"The nest is in your hand: {LIES} Kings may not be laid aside."
    assert why(kings, "discard KC 2C 3C 4C") == ("nest-limit", "The king of clubs may not be laid aside.")
    hearts = taken_up(bars=["H", "KD"])
    said = f"The nest is in your hand: {LIES} Hearts and the king of diamonds may not be laid aside."
    assert prompt(hearts) == said


def test_a_card_that_has_joined_the_trumps_may_not_be_laid_aside_where_trumps_may_not() -> None:
    """Seat 0 has no spades but has the ace of diamonds, which is the highest trump whatever the trump suit."""
    named: Game = {**NEST, "course": {"phases": ["auction", "trump", "nest", "play"]}, "name_trump": {}}
    for joined, choices in ((Game(), 1820), (Game(top_trump={"card": "AD"}), 1365)):
        rules = small(**named, **joined, nest_limit={"bars": ["trumps"]})
        deal = rules.deal(hands=TWELVE, widow="2C 3C KD 5H", dealer=3)
        done(deal, "bid 50, pass, pass, pass, trump S")
        assert len(deal.legal()) == choices, "four of the cards that are no trumps"
        said = "The ace of diamonds is a trump, and trumps may not be laid aside."
        assert why(deal, "discard AD 2C 3C 4C") == (("nest-limit", said) if joined else ("", ""))


#: seat 0 has nothing but counters and three other cards once he has taken up the nest
COUNTERS = [
    "KC KS KH 5C 5D 5S AC AD QC QD QS QH", "JC TC 9C 8C 7C 6C 4C JD TD 9D 8D 7D", "6D 4D 3D 2D AS JS TS 9S 8S 7S 6S 4S",
    "3S 2S AH JH TH 9H 8H 7H 6H 4H 3H 2H",
]  # fmt: skip


def test_a_hand_with_too_few_other_cards_may_lay_aside_any_or_all_those_first() -> None:
    barred = ["counters", "A", "Q"]
    free = taken_up(COUNTERS, bars=barred)
    assert len(free.legal()) == 1820
    assert prompt(free).endswith("Besides counters, aces and queens you hold too few cards: any may go.")
    first = taken_up(COUNTERS, bars=barred, unless_forced=True)
    assert len(first.legal()) == 91, "the two and the three of clubs, and two of the fourteen others"
    assert prompt(first).endswith(
        "Your other cards are too few: counters, aces and queens may go only after all of these."
    )
    said = "The five of clubs is a counter, and may go only after all the other cards."
    assert why(first, "discard KC 2C 5C 5D") == ("nest-limit", said)
    said = "The queen of clubs may go only after all the other cards."
    assert why(first, "discard QC 2C AC AD") == ("nest-limit", said)


@pytest.mark.parametrize(
    ("swaps", "said", "ways"),
    [([0, 1], "none or one", 1 + 4 * 12), ([0], "none", 1), ([2], "two", 6 * 66), ([4], "four", 495)],
)
def test_so_many_of_the_cards_taken_up_may_be_exchanged(swaps: list[int], said: str, ways: int) -> None:
    deal = taken_up(swaps=swaps)
    assert prompt(deal) == f"The nest is in your hand: {LIES} Of these, {said} may be from your own hand."
    assert len(deal.legal()) == ways
    refused = f"Of the cards laid aside, {said} may be from your own hand."
    assert why(deal, "discard KC QC JC 2C") == ("nest-limit", refused)


def test_of_two_counters_the_one_that_has_to_stay_is_named() -> None:
    """Three cards of the nest go back, so one of its two counters must; the king of clubs need not."""
    deal = taken_up(swaps=[1], bars=["counters"])
    assert len(deal.legal()) == 2 * 10, (
        "one of the two, and one of ten cards of the hand that are no counters"
    )
    said = "The king of clubs is a counter, and counters may not be laid aside."
    assert why(deal, "discard KC KD 2C 3C") == ("nest-limit", said)


def test_counters_among_the_cards_laid_aside_may_lie_open_or_be_counted() -> None:
    aside = "discard 2C 3C KD 5H"
    for limit, shown, told in (({"shows": "counters"}, ["KD", "5H"], None), ({"tells": "counters"}, [], ("counters", 2)),
                               ({"bars": ["A"]}, [], None)):  # fmt: skip
        deal = done(taken_up(**limit), aside)
        assert [
            str(card) for card in state_of(deal).plan.cards_of(state_of(deal).facts.get("shown", 0))
        ] == shown
        assert state_of(deal).facts.get("told") == told


@pytest.mark.parametrize(("shows", "lying"), [("", []), ("trumps", ["5H"])])
def test_trumps_laid_aside_lie_open_where_that_is_said(shows: str, lying: list[str]) -> None:
    game: Game = {**NEST, "course": {"phases": ["auction", "trump", "nest", "play"]}, "name_trump": {}}
    deal = small(**game, nest_limit={"shows": shows}).deal(hands=TWELVE, widow="2C 3C KD 5H", dealer=3)
    done(deal, "bid 50, pass, pass, pass, trump H, discard 2C 3C KD 5H")
    assert [str(card) for card in state_of(deal).plan.cards_of(state_of(deal).facts.get("shown", 0))] == lying


def test_numbers_of_a_rook_pack_that_are_barred_are_called_by_the_number() -> None:
    """Each player has twelve cards of a colour, and the four fourteens are the nest."""
    rook: Game = {"pack": {"kind": "rook", "without": ["1", "ROOK"]}, "values": {"cards": {"5": 5}}}
    hands = [" ".join(f"{colour}{number}" for number in range(2, 14)) for colour in "RYGB"]
    deal = small(**{**NEST, **rook}, nest_limit={"bars": ["14"]}).deal(
        hands=hands, widow="R14 Y14 G14 B14", dealer=3
    )
    done(deal, "bid 50, pass, pass, pass")
    assert prompt(deal) == f"The nest is in your hand: {LIES} 14s may not be laid aside."


def test_trumps_in_the_nest_are_turned_up_when_they_are_named_after_it() -> None:
    game: Game = {**NEST, "course": {"phases": ["auction", "nest", "trump", "play"]}, "name_trump": {}}
    deal = small(**game, nest_limit={"shows": "trumps"}).deal(hands=TWELVE, widow="2C 3C KD 5H", dealer=3)
    done(deal, "bid 50, pass, pass, pass, discard 2C 3C KD 5H")
    assert "shown" not in state_of(deal).facts
    done(deal, "trump C")
    assert [str(card) for card in state_of(deal).plan.cards_of(state_of(deal).facts["shown"])] == ["2C", "3C"]


def test_all_bid_without_having_looked_at_their_hands_if_a_card_lies_turned_up() -> None:
    named: Game = {
        "course": {"phases": ["auction", "trump", "nest", "play"]},
        "name_trump": {},
        "all_pass": {},
    }
    blind: Game = {**NEST, **named, "widow": {"size": 4, "face_up": 1}, "blind_bidding": {"card": "KD"}}
    for turned, cards in (("KD", 0), ("2C", 12)):
        deal = small(**blind).deal(hands=TWELVE, widow="2C 3C KD 5H", turned=turned, dealer=3)
        assert [len(deal.view(seat).hand) for seat in range(4)] == [cards] * 4
        bid = done(deal.copy(), "bid 50, pass, pass, pass")
        assert (bid.phase, len(bid.view(0).hand)) == ("trump", 12)
        thrown_in = done(deal, "pass, pass, pass, pass")
        assert (thrown_in.over, len(thrown_in.view(0).hand)) == (True, 12)


# -- claims ---------------------------------------------------------------------------------------------------------


def claimed(actions: str = "") -> Deal:
    return done(small(follow={}, claim_rest={}).deal(hands=HANDS, dealer=3), actions)


def test_who_is_to_play_may_claim_the_tricks_that_are_left() -> None:
    assert "claim rest" in legal(claimed())
    assert why(claimed(), "claim rest", 1) == ("claim-rest", "Only the seat whose turn it is may claim.")
    deal = claimed("claim rest")
    assert (deal.phase, deal.pending) == ("claim", (1, 2, 3))
    assert prompt(deal) == "Seat 0 claims the tricks that are left. Accept, or decline."
    done(deal, "3: accept, 1: accept, 2: accept")
    assert (deal.over, deal.outcome.tricks) == (True, (13, 0, 0, 0))


def test_when_the_claim_is_accepted_all_lay_down_what_they_hold() -> None:
    """The claim comes in the second trick: the two cards that lie in it stay with those who have played them."""
    deal = claimed("AC, 3C, 6C, 9C, KC, 4C, claim rest")
    assert deal.view(1).exposed == {}
    done(deal, "3: accept, 0: accept, 1: accept")
    laid_down = {seat: {*map(str, cards)} for seat, cards in deal.view(1).exposed.items()}
    played = ["AC", "3C", "6C", "9C"]
    assert laid_down == {seat: {*HANDS[seat].split()} - {played[seat]} for seat in range(4)}
    assert deal.view(1).counts == (0, 0, 0, 0)
    assert [deal.taken(seat) for seat in range(4)] == [1, 0, 12, 0]


@pytest.mark.parametrize(
    ("actions", "said", "seat", "reason"),
    [("claim rest", "accept", 0, "Seat 0 has claimed; the others answer."),
     ("claim rest, 1: accept, 3: accept", "accept", 1, "Seat 1 has answered."),
     ("claim rest, 1: accept, 3: accept", "accept", 3, "Seat 3 has answered."),
     ("AC, 3C, 6C, 9C, KC, claim rest, 3: accept, 0: accept", "accept", 0, "Seat 0 has answered."),
     ("claim rest", "pass", 1, "Expected 'accept' or 'decline'."),
     ("claim rest", "claim rest", 0, "Seat 0 has claimed, and the others answer."),
     ("claim rest, 2: decline", "claim rest", 0, "Seat 0 has claimed already and was refused."),
     ("claim rest, 2: decline", "accept", 1, "Nobody claims the tricks that are left.")],
)  # fmt: skip
def test_what_is_said_about_a_claim_at_the_wrong_time_is_refused(
    actions: str, said: str, seat: int, reason: str
) -> None:
    assert why(claimed(actions), said, seat) == ("claim-rest", reason)


TOPS = [
    "AC KC QC AD KD QD AS KS QS AH KH QH JH", "JC TC 9C JD TD 9D JS TS 9S TH 9H 8H 7H",
    "8C 7C 6C 8D 7D 6D 8S 7S 6S 6H 5H 4H 3H", "5C 4C 3C 2C 5D 4D 3D 2D 5S 4S 3S 2S 2H",
]  # fmt: skip


def answers(deal: Deal) -> list[str]:
    """Return the cautious players' answers to the claim of seat 0."""
    done(deal, "claim rest")
    return [str(choose(deal.view(seat))) for seat in (1, 2, 3)]


def test_a_cautious_player_accepts_a_claim_that_his_hand_cannot_stop() -> None:
    """Seat 0 has every high card. In the usual hands, a knave of seats 1 and 3 is fourth in its suit, so it may win."""
    deal = small(follow={}, claim_rest={}).deal(hands=TOPS, dealer=3)
    assert answers(deal) == ["accept", "accept", "accept"]
    assert answers(claimed()) == ["decline", "accept", "decline"]


def test_a_cautious_player_accepts_a_claim_of_his_partner_and_keeps_a_trick_that_nobody_can_take_from_him() -> (
    None
):
    partners: Game = {"partners": {}, "follow": {}, "claim_rest": {}}
    deal = done(small(**partners).deal(hands=TOPS, dealer=3), "AC, claim rest")
    assert {seat: str(choose(deal.view(seat))) for seat in (0, 2, 3)} == {
        0: "decline",
        2: "accept",
        3: "accept",
    }


def test_after_one_refusal_the_play_goes_on() -> None:
    deal = claimed("AC, 3C, 6C, 9C, claim rest, 1: accept, 2: decline")
    assert (deal.phase, deal.to_act, "claim rest" in legal(deal)) == ("play", 0, False)
    assert [len(hand) for hand in deal.hands] == [12] * 4
