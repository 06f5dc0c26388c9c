"""Reasons for advice: each kind in a position that shows it, and none that the deals played out do not bear out."""

from __future__ import annotations

from random import Random

import pytest

import whister
from tests.engine.explained import LADY, ROOK, SOLO, full, played, queens, rook, solo, thought_of, why
from whister import Deal
from whister.bots import choose
from whister.notation import parse
from whister.players.hints import Advice, Option, advise, sureness
from whister.players.reasons import Reason, reasons_for

# -- cards that cost


def test_a_queen_is_kept_covered() -> None:
    """After the nine of diamonds a spade led can be played under; after the three it draws the queen."""
    deal = queens(["QS 3S 9D", "QC 4S TD", "5S JD KD", "6S AD 2H"], "QC KD 2H")
    reason = why(deal, "9D", "3S")["covered"]
    assert reason.text.startswith(
        "This keeps the queen of spades covered by one lower spade: you take the queen"
    )


def test_the_cover_is_not_mentioned_if_the_deals_do_not_bear_it_out() -> None:
    """The same position with the endings of the two cards exchanged: the queen is now taken as often as not."""
    deal = queens(["QS 3S 9D", "QC 4S TD", "5S JD KD", "6S AD 2H"], "QC KD 2H")
    thought = thought_of(deal, "9D", "3S")
    best, other = thought.considered
    alike = thought._replace(considered=(best, other._replace(records=best.records)))
    turned = thought._replace(
        considered=(best._replace(records=other.records), other._replace(records=best.records))
    )
    assert reasons_for(deal.view(0), thought)
    assert not reasons_for(deal.view(0), alike)
    assert not reasons_for(deal.view(0), turned)


def test_few_deals_bear_nothing_out() -> None:
    deal = queens(["QS 3S 9D", "QC 4S TD", "5S JD KD", "6S AD 2H"], "QC KD 2H")
    assert not reasons_for(deal.view(0), thought_of(deal, "9D", "3S", rollouts=8))


def test_a_queen_is_thrown_on_the_trick_of_another() -> None:
    deal = queens(["QS 9D", "QC 4S", "5S 6S", "7S 2H"], "QC 5S 2H")
    text = why(deal, "QS", "9D")["throws"].text
    assert text == (
        "This throws the queen of spades (13 points) on the trick of seat 1: you take it in none of 100 deals, and in "
        "all after the nine of diamonds."
    )


def test_an_ace_that_may_take_the_queen_is_thrown() -> None:
    deal = queens(["AS 9D", "QC 4S", "QS 5S", "7S 2H"], "QC 5S 2H")
    text = why(deal, "AS", "9D")["unprotected"].text
    assert text.startswith(
        "This gets rid of the ace of spades, which may take the queen of spades: you take the queen of spades in"
    )


def test_a_trick_with_the_queen_is_left_to_another() -> None:
    deal = queens(["AS 2S", "KS 3D", "QS 4C", "5S 6H"], "KS QS 5S")
    text = why(deal, "2S", "AS")["ducks"].text
    assert text == "The two of spades leaves the trick, with the queen of spades in it, to seat 1."


def test_the_last_to_play_wins_a_harmless_trick() -> None:
    deal = queens(["KD 3D 4C", "9D 5D 4D", "8D 6D QS", "7D 2D 6H"], "9D 8D 7D")
    text = why(deal, "KD", "3D")["last"].text
    assert text.startswith("You play last and nothing in the trick costs you anything")


def test_no_penalty_card_can_be_thrown_on_the_first_trick() -> None:
    hand = "AC 3C 4C KD QD JD 9S 7S 8S 7H 8H 9H TH"
    hands = [
        "2C 5C 6C 7C 2D 3D 4D 2S 2H 3H 4H 5H 6H", hand,
        "8C 9C TC 5D 6D 7D 3S 4S 5S 6S JH QH KH", "JC QC KC 8D 9D TD AD TS JS QS KS AS AH",
    ]  # fmt: skip
    deal = played(LADY.deal(hands=hands, number=4), "2C")
    reason = why(deal, "AC", "3C")["barred"]
    assert reason.clause == "hearts/black-lady#first-trick"
    assert reason.text.startswith("No penalty card may be thrown on the first trick")


# -- everything captured


def test_a_slam_is_kept_possible() -> None:
    deal = queens(["AH 3D", "QS 4D", "5D 9C", "6D 7D"], winners=(0,))
    reason = why(deal, "AH", "3D")["slam"]
    assert reason.clause == "hearts/black-lady#moon"
    assert reason.text == (
        "This keeps a slam possible: you take every penalty card in all 50 deals, and in none after the three of "
        "diamonds."
    )


def test_a_slam_is_stopped() -> None:
    """Seat 1 has every penalty card but five hearts, and leads one of those; the ace of hearts takes four of them."""
    deal = queens(["AH 2H", "9S KH", "4H 9C", "5H 9D"], "KH 4H 5H", winners=(1,))
    reason = why(deal, "AH", "2H")["stops"]
    assert reason.clause == "hearts/black-lady#moon"
    assert "in none of 100 deals, and in all after the two of hearts" in reason.text


# -- points, trumps and tricks


def test_points_are_given_to_a_partner() -> None:
    deal = rook(["B10 B2", "Y9 R3", "Y14 R4", "G3 G4"], "Y9 Y14 G4")
    text = why(deal, "B10", "B2")["gives"].text
    assert text.startswith(
        "This gives the black 10 (10 points) to your partner’s trick: your side takes it in all"
    )


def test_points_are_kept_from_opponents() -> None:
    deal = rook(["B10 B2", "Y14 R3", "Y9 R4", "G3 G4"], "Y14 Y9 G4")
    text = why(deal, "B2", "B10")["keeps"].text
    assert text.startswith("This keeps the black 10 (10 points) from your opponents")
    assert text.endswith("none if you play it now.")


def test_a_trump_wins_a_trick() -> None:
    deal = rook(["R10 B2", "Y14 B3", "Y9 R4", "G3 G4"], "Y14 Y9 G4")
    text = why(deal, "R10", "B2")["ruffs"].text
    assert text.startswith(
        "You play last, and the red 10 trumps the trick, with the yellow 14 in it: you win it"
    )


def test_trumps_are_drawn_with_one_that_cannot_lose() -> None:
    deal = rook(["R14 Y14", "R3 Y2", "G9 B9", "G3 B4"], winners=(1, 2, 3, 0))
    found = why(deal, "R14", "Y14")
    assert found["draws"].text.startswith("This draws trumps: one trump is still out")
    assert found["sure"].text == "No higher red card is out, so the red 14 wins the trick."


def test_a_contract_needs_one_more_trick() -> None:
    """Seat 0 has four of its five tricks; the three of diamonds cannot win, the king may."""
    won = (1, 2, 3, 1, 2, 3, 1, 0, 0, 0, 0)
    deal = solo("solo", ["KD 3D", "QD 4H", "5D 9C", "6D 7S"], winners=won)
    reason = why(deal, "KD", "3D")["contract"]
    assert reason.clause == "boston/solo-1914#call-solo"
    assert reason.text.startswith("Your contract needs one more trick. The contract is made in ")


def test_a_contract_is_defeated() -> None:
    """The declarer has four tricks of five, with two to be played: both must go to the opponents."""
    won = (1, 2, 3, 1, 2, 3, 1, 0, 0, 0, 0)
    deal = solo("solo", ["QD 4C", "4D 2H", "6D 9S", "KD 3D"], "QD 4D 6D", winners=won)
    found = why(deal, "KD", "3D")
    assert found["defeats"].text.startswith("Your side needs two more tricks to defeat the contract.")
    assert found["last"].text == "You play last, and the king of diamonds wins the trick."


def test_a_contract_allows_no_trick() -> None:
    deal = solo("misere", ["TD 5D", "9D 4H", "6D 9C", "7D 2S"], "9D 6D 7D", winners=(2, 3, 1))
    reason = why(deal, "5D", "TD")["contract"]
    assert reason.text.startswith("Your contract allows no trick. The contract is made in all 100 deals")


# -- cards passed


def test_a_bare_queen_is_passed() -> None:
    deal = full(LADY, "QS 5S 2C 3C 6C 7C 4D 5D 8D JD 2H 5H 9H", number=1)
    text = why(deal, "give QS JD 9H", "give 8D JD 9H", rollouts=600)["rids"].text
    assert text.startswith("This passes the queen of spades: you take it in ")
    assert text.endswith("if you keep it.")


def test_the_guards_of_a_queen_are_kept() -> None:
    deal = full(LADY, "QS 2S 3S 4S 5S 3C 6C 9C TC 4D 8D JD 9H", number=1)
    text = why(deal, "give 8D JD 9H", "give 3S 4S 5S")["guards"].text
    assert text.startswith(
        "This keeps four lower spades to guard the queen of spades: you take the queen of spades"
    )


def test_a_suit_is_emptied() -> None:
    deal = full(LADY, "9C TC 2S 3S 4S 2D 3D 5D 8D 2H 3H 5H 7H", number=1)
    text = why(deal, "give 9C TC 8D", "give 9C 8D 5D", rollouts=600)["empties"].text
    assert text.startswith("This leaves you no clubs, so that you can throw other cards when they are led")


# -- bids and other calls


def test_a_bid_is_worth_what_the_hand_makes_of_it() -> None:
    hand = "AS KS QS JS TS 9S AD KD AC 2C 3C 3D 2H"
    rest = [str(card) for card in SOLO.plan.cards_of(SOLO.plan.present) if str(card) not in hand.split()]
    rest.sort(key=lambda card: card == "2S")  # the dealer has the card turned up
    deal = SOLO.deal(hands=[hand, rest[:13], rest[13:26], rest[26:]], turned="2S")
    found = why(deal, "bid solo", "pass")
    assert found["makes"].clause == "boston/solo-1914#call-solo"
    assert found["makes"].text.startswith("When you play this bid, you make it in ")
    assert found["makes"].text.endswith("tricks on average (5 needed).")
    assert found["settles"].text.startswith("A bid of solo brings you ")


def test_passing_is_better_than_a_bid_that_fails() -> None:
    deal = full(SOLO, "2D 4D 5D 7D 8D 9D 3C 4C 2C 5C 3S 2S 3H")
    found = why(deal, "pass", "bid solo")
    assert found["makes"].text.startswith("When you play it, a bid of solo is made in none of ")


def test_the_trump_suit_that_makes_a_contract_is_named() -> None:
    deal = full(ROOK, "R14 R13 R12 R11 R10 R9 R1 R8 Y14 Y2 G3 G4 B2 B3")
    deal.act("bid 100")
    while deal.phase == "auction":
        deal.act("pass")
    found = why(deal, "trump R", "trump G")
    assert found["makes"].text.startswith("With red as trumps the contract is made in ")
    assert found["points"].text.startswith("With red as trumps your side takes ")


# -- no choice


def test_the_rule_that_leaves_one_card_is_the_reason() -> None:
    deal = LADY.deal("1909", number=4)
    assert deal.to_act is not None
    (reason,) = advise(deal.view(deal.to_act)).reasons
    assert reason.clause == "hearts/black-lady#opening-lead"
    assert reason.text == (
        "This is the only card that you may play. The two of clubs opens the play, and you have it."
    )


def test_the_last_card_needs_no_rule() -> None:
    deal = queens(["QS 9D", "QC 4S", "5S 6S", "7S 2H"], "QC 5S 2H QS")
    (reason,) = advise(deal.view(1)).reasons
    assert reason == Reason("forced", "This is your last card.")


def test_cards_as_good_as_each_other_need_no_reason() -> None:
    """The five and six of spades are neighbours, since the cards between them are gone."""
    deal = queens(["QS 9D", "QC 4S", "5S 6S", "7S 2H"], "QC")
    advice = advise(deal.view(2))
    assert not advice.reasons
    assert advice.text.endswith("The cards that you may play are as good as each other.")


# -- the advice as a whole


@pytest.mark.parametrize(
    ("behind", "error", "deals", "words"),
    [
        (3.1, 1.0, 75, "nearly certain"),
        (3.1, 1.0, 12, "likely"),  # few deals make nothing certain
        (1.6, 1.0, 75, "likely"),
        (1.2, 1.0, 75, "possible"),
        (0.9, 1.0, 75, "too close to say"),
        (0.0, 0.0, 75, "too close to say"),
    ],
)
def test_the_words_for_how_sure_it_is(behind: float, error: float, deals: int, words: str) -> None:
    assert sureness(Option(parse("QS", LADY.plan.pack), 0.0, behind, error, deals)) == words


def test_the_advice_gives_the_action_the_next_best_and_the_deals() -> None:
    deal = queens(["AS 9D", "QC 4S", "QS 5S", "7S 2H"], "QC 5S 2H")
    advice = advise(deal.view(0))
    assert advice.text == (
        "Play the ace of spades. Relative to the other players, it was about 17.3 points better than the nine of diamonds, "
        "the next best, in "
        f"{advice.options[1].deals} deals that fit what you have seen. It is nearly certain to be better."
    )
    assert advice.to_dict()["text"] == advice.text
    assert advice.to_dict()["reasons"] == [reason._asdict() for reason in advice.reasons]


def check(deal: Deal, advice: Advice) -> None:
    """Check what holds for any advice: its reasons are sentences that rest on rules in force, and few."""
    ids = {clause.id for clause in deal.rules.clauses.values()}
    assert len(advice.reasons) <= 3
    assert advice.text.endswith(".")
    for reason in advice.reasons:
        assert reason.kind
        assert reason.text[0].isupper() or reason.text[0] == "“"
        assert reason.text.endswith(".")
        assert not reason.clause or reason.clause in ids
        assert "  " not in reason.text


@pytest.mark.parametrize("name", whister.catalogue())
def test_advice_is_possible_at_any_decision(name: str) -> None:
    """Two decisions of each phase, in a deal of the rule set with the fewest and the most players."""
    rules = whister.load(name)
    for players in {min(rules.players), max(rules.players)}:
        deal, chance = whister.load(name, players).deal(name), Random(name)
        asked: dict[str, int] = {}
        while not deal.over:
            seat = deal.pending[0]
            if asked.get(deal.phase, 0) < 2 and chance.random() < 0.3:
                asked[deal.phase] = asked.get(deal.phase, 0) + 1
                check(deal, advise(deal.view(seat), rollouts=60))
            deal.act(choose(deal.view(seat)), seat)
