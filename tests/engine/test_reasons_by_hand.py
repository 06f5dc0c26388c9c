"""Reasons in positions that a card player can check, each beside a twin in which the reason does not hold.

Mostly the twin has the same hand: the highest card is out, or there is nothing left to save or to fear.
"""

from __future__ import annotations

import re

import whister
from tests.engine.explained import LADY, SOLO, full, queens, rook, solo, thought_of, why
from whister import Deal, Rules
from whister.players.hints import Advice, advise
from whister.players.reasons import reasons_for, recorder_for
from whister.players.search.searching import Thought, consider

AUCTION = whister.load("hearts/auction", 4)
TOURNAMENT = whister.load("rook/tournament")
BOSTON = whister.load("boston/hoyle")
PROPOSALS = whister.load("boston/solo-1909")

ACES = "AS KS QS JS AD KD QD AC KC QC AH KH QH"
TWOS = "2S 3S 2D 3D 4D 2C 3C 4C 2H 3H 4H 5H 6H"


def hint(deal: Deal, rollouts: int = 300) -> tuple[str, dict[str, str]]:
    """Return the action that a hint advises, and the texts of its reasons by kind."""
    return told(advise(deal.view(deal.pending[0]), rollouts=rollouts, seed=1))


def told(advice: Advice) -> tuple[str, dict[str, str]]:
    return str(advice.action), {reason.kind: reason.text for reason in advice.reasons}


def in_order(rules: Rules, hand: str, **given: object) -> Deal:
    """Deal a hand to seat 0, the other cards in the order of the pack, and turn up the last of them."""
    own = hand.split()
    rest = [str(card) for card in rules.plan.cards_of(rules.plan.present) if str(card) not in own]
    return rules.deal(hands=[own, rest[:13], rest[13:26], rest[26:]], turned=rest[-1], dealer=3)


# -- winning a trick, or saving a card for another


def test_a_king_may_win_while_the_ace_is_out() -> None:
    """Seat 1, the last to play, has three of the seven cards out, and so the ace in three deals of seven."""
    deal = solo("solo", ["KD 3D 7S", "AD TD 4C", "QD JD 4H", "5D 9D 8D"], "QD 5D", (0, 0, 0, 2))
    action, found = hint(deal)
    assert action == "KD"
    assert list(found) == ["wins"]
    share = re.fullmatch(
        r"With the king of diamonds you win the trick in (\d+)% of deals, and in none with the three of diamonds.",
        found["wins"],
    )
    assert share is not None
    assert 45 < int(share[1]) < 70  # 57 in the long run


def test_a_king_that_the_ace_has_beaten_is_saved() -> None:
    """The twin: now the ace has been led. Seat 0 needs two tricks, and has a trump and the king left for them."""
    won = (1, 3, 1, 3, 1, 3, 0, 0, 0, 2)
    deal = solo("solo", ["KD 3D 4H", "TD JD 9C", "AD QD 9D", "5D 8D 7S"], "AD 5D", won)
    action, found = hint(deal)
    assert action == "3D"
    assert found == {
        "contract": "Your contract needs two more tricks. The contract is made in all 150 deals, and in none after the "
        "king of diamonds.",
        "saves": "This saves the king of diamonds for a later trick: you take 5 tricks on average, and 4 if you play "
        "it now.",
    }


def test_a_trump_is_saved_for_a_trick_with_points() -> None:
    """The trick on the table is worth nothing, and the red 14 wins the last trick, which the yellow 10 falls to."""
    deal = rook(["R14 B2", "G4 Y10", "G3 R3", "Y2 B14"], "G4 G3 Y2")
    action, found = hint(deal)
    assert action == "B2"
    assert list(found) == ["saves"]
    assert found["saves"].startswith(
        "This saves the red 14 for a later trick: your side takes 60 points on average, and 4"
    )


def test_a_trump_is_not_saved_while_a_higher_one_is_out() -> None:
    deal = rook(["R13 B2", "G4 Y10", "G3 R14", "Y2 B14"], "G4 G3 Y2")
    action, found = hint(deal)
    assert action == "R13"
    assert found == {
        "ruffs": "You play last, and the red 13 trumps the trick: you win it in all 150 deals, and in none with the "
        "black 2."
    }


def test_the_highest_card_led_may_be_trumped() -> None:
    """Two trumps are out, and a hand without yellow may have one."""
    deal = rook(["Y14 B2 G3", "Y2 Y3 R3", "Y6 Y7 R4", "Y8 B9 G4"], "", (1, 2, 3, 0))
    text = why(deal, "Y14", "G3")["sure"].text
    assert text.startswith("No higher yellow card is out, and the yellow 14 wins the trick in ")


# -- winning a trick in which nothing costs


def test_a_king_is_safe_while_the_last_player_must_follow() -> None:
    """Of the seven cards out five are diamonds, so seat 1, with three cards, has one at least."""
    deal = queens(["KD 2D 5C", "AD 5D 6D", "7D 9D 2H", "8D TD QS"], "7D 8D", (0, 1, 2))
    action, found = hint(deal)
    assert action == "KD"
    assert list(found) == ["safe"]
    assert found["safe"].startswith(
        "This is a safe time to win the trick with the king of diamonds: it contains a penalty card in none of "
    )


def test_a_king_is_not_safe_if_the_last_player_may_be_out_of_the_suit() -> None:
    """The twin: one diamond is out beside the queen of spades, and seat 1 has half of the cards out."""
    deal = queens(["KD 2D", "QS 2H", "7D 5D", "8D 4C"], "7D 8D", (0, 1, 2))
    action, found = hint(deal)
    assert action == "2D"
    assert found == {"ducks": "The two of diamonds leaves the trick to seat 3."}
    forced = thought_of(deal, "2D", "KD")
    best, other = forced.considered
    turned = forced._replace(action=other.action, considered=(other, best))
    assert not reasons_for(deal.view(0), turned)


# -- what an action brings on the whole


def test_an_ace_is_thrown_that_may_take_the_queen_later() -> None:
    """Seat 1 wins the trick with the nine, and after the ace is gone no card of seat 0 can win another."""
    deal = queens(["AC 3C 3D", "9S 6C 2H", "8S QS 6S", "7S 7C 8C"], "9S 8S 7S", (0, 3, 1))
    action, found = hint(deal)
    assert action == "AC"
    assert list(found) == ["captures", "points"]
    assert found["captures"].startswith("You take the queen of spades in none of 100 deals, and in 2")
    assert found["captures"].endswith(" after the three of diamonds.")


def test_an_ace_takes_only_points_once_the_queen_is_gone() -> None:
    """The twin: four hearts were taken before, and the one still out is the only card that costs."""
    deal = queens(["AC 3C 3D", "9S 6C 2H", "8S TS 6S", "7S 7C 8C"], "9S 8S 7S", (0, 3, 1))
    action, found = hint(deal)
    assert action == "AC"
    assert found == {"points": "You take 4 penalty points on average, and 4.2 after the three of diamonds."}


def test_an_ace_costs_nothing_once_every_penalty_card_is_gone() -> None:
    """The last heart lies on the trick of seat 1, so nothing is left to fear."""
    deal = queens(["AC 3C 3D", "9S 6C 8S", "2H 7C 8C", "7S TS 6S"], "9S 2H 7S", (0, 3, 1))
    assert not hint(deal)[1]


def test_a_sure_winner_is_not_thrown_away() -> None:
    """Seat 2 has trumped the trick and must lead a diamond, as only diamonds are out; the ace wins that trick."""
    deal = solo("solo", ["AD 3C", "9S KD", "2H QD", "6D 5D"], "9S 2H 6D", (0, 0, 0, 1))
    action, found = hint(deal)
    assert action == "3C"
    assert found == {"tricks": "You take 9 tricks on average, and 8 after the ace of diamonds."}


def test_a_king_is_thrown_as_well_as_a_three_while_the_ace_is_out() -> None:
    deal = solo("solo", ["KD 3C", "9S AD", "2H QD", "6D 5D"], "9S 2H 6D", (0, 0, 0, 1))
    assert not hint(deal)[1]


# -- laying cards aside


def nest() -> Deal:
    """Return a deal in which seat 0 has bid 100 with seven trumps and two fives in the nest."""
    own, widow = "R14 R13 R12 R11 R9 R8 R7 Y14 Y13".split(), "G5 B5 G6 B6 Y6".split()
    rest = [
        str(card) for card in TOURNAMENT.plan.cards_of(TOURNAMENT.plan.present)
        if str(card) not in own + widow
    ]  # fmt: skip
    deal = TOURNAMENT.deal(hands=[own, rest[:9], rest[9:18], rest[18:]], widow=widow)
    deal.act("bid 100")
    while deal.phase == "auction":
        deal.act("pass")
    return deal


def test_fives_are_laid_aside_by_a_hand_that_wins_the_last_trick() -> None:
    found = why(nest(), "discard Y6 G5 G6 B5 B6", "discard Y13 Y6 G6 B5 B6")
    assert found["counts"].text.startswith("This lays aside 10 points: your side takes 9")
    assert found["counts"].text.endswith(" if you lay aside fewer.")


def test_no_points_are_mentioned_if_the_other_choice_lays_aside_as_many() -> None:
    """Both choices lay aside the two fives; one keeps the yellow 6, the other the yellow 13."""
    assert "counts" not in why(nest(), "discard Y6 G5 G6 B5 B6", "discard Y13 G5 G6 B5 B6")


# -- bids


def bidding(passes: int, hand: str) -> Deal:
    """Return an auction for the right to name the penalty suit, in which seat 0 is to bid after some passes."""
    deal = full(AUCTION, hand, dealer=(3 - passes) % 4)
    for _ in range(passes):
        deal.act("pass")
    return deal


def test_a_bid_that_another_will_top_raises_the_price() -> None:
    """No suit is safe for a hand of aces and kings, but the others will bid, and the winner pays."""
    action, found = hint(bidding(0, ACES))
    assert action == "bid 2"
    assert found["outbid"] == "You risk little with this bid: another player’s bid is played in all 60 deals."


def test_the_last_to_bid_cannot_be_outbid() -> None:
    """The twin: the others have passed, so seat 0 would have to pay its bid itself."""
    action, found = hint(bidding(3, ACES))
    assert action == "pass"
    assert found == {"settles": "Passing costs you 13 chips on average, and a bid of 1 costs 14."}


def test_a_bid_that_is_played_does_not_count_as_outbid() -> None:
    """There is no contract to be made here, but the bid of the last to bid is its own to pay."""
    action, found = hint(bidding(3, TWOS))
    assert action == "bid 1"
    assert list(found) == ["settles"]
    assert found["settles"].startswith("A bid of 1 brings you ")


def test_a_bid_without_a_price_is_neither_advised_nor_compared() -> None:
    """No source has a price for nine tricks in this game, so a deal with that bid is not settled."""
    rules = whister.load("boston/french-1914")
    hand = "3S 6S QS AS 2H 3H 6H 9H QH 8C KC 5D 6D"
    thought = thought_of(in_order(rules, hand), "bid 9H", "pass", rollouts=40)
    assert [str(each.action) for each in thought.considered] == ["pass"]
    assert {ending.settled for ending in thought.considered[0].records} == {True}


def test_a_bid_about_as_good_as_passing_has_no_reason() -> None:
    """With the same deals after both, how often the bid is made speaks for neither."""
    deal = full(SOLO, "2D 4D 5D 7D 8D 9D 3C 4C 2C 5C 3S 2S 3H")
    thought = thought_of(deal, "pass", "bid solo")
    best, other = thought.considered
    alike = thought._replace(considered=(best._replace(records=other.records), other))
    assert reasons_for(deal.view(0), thought)
    assert not reasons_for(deal.view(0), alike)


# -- other calls, which change who plays with whom


def answer(hand: str) -> Deal:
    """Return a deal in which seat 1 has bid six tricks in spades and asked for a partner, and seat 0 is to answer."""
    deal = in_order(BOSTON, hand)
    deal.act("pass")
    deal.act("bid 6")
    while deal.phase == "auction":
        deal.act("pass")
    for action in ("trump S", "ask", "decline", "decline"):
        deal.act(action)
    return deal


def test_tricks_of_different_sides_are_not_compared() -> None:
    """Who declines defends with two others, who accepts plays with one: the tricks of those sides say nothing."""
    action, found = hint(answer("9S 8S 6D 7D 8C 2C 3C 4C 5C 2H 3H 4H 5H"))
    assert action == "decline"
    assert list(found) == ["settles"]
    assert found["settles"].startswith("Declining ")


def test_a_deal_thrown_up_is_not_compared_in_tricks() -> None:
    """If nobody accepts the proposal, no trick is played."""
    deal = in_order(PROPOSALS, "AC KC QC JC 9C 8C AD KD 3D 2D AS KS 2H")
    for action in ("pass", "bid proposal", "pass", "pass"):
        deal.act(action)
    action, found = hint(deal)
    assert action == "accept"
    assert list(found) == ["settles"]
    assert found["settles"].endswith(" on average, and passing brings 0.")


def test_the_tricks_with_the_better_trump_suit_are_given() -> None:
    deal = full(SOLO, "AS KS QS JS TS 9S 8S AC KC 2C 3D 4D 2H")
    deal.act("bid abundance")
    while deal.phase == "auction":
        deal.act("pass")
    found = why(deal, "trump S", "trump C")
    assert found["tricks"].text.startswith("With spades as trumps you take ")
    assert found["tricks"].text.endswith(" with clubs as trumps.")


def test_a_trump_suit_as_good_as_another_has_no_tricks_to_show() -> None:
    """The twin: spades and clubs are alike."""
    deal = full(SOLO, "AS KS QS 4S 3S 2S AC KC QC 4C 3C 2C 2H")
    deal.act("bid abundance")
    while deal.phase == "auction":
        deal.act("pass")
    thought = thought_of(deal, "trump S", "trump C")
    assert all(reason.kind != "tricks" for reason in reasons_for(deal.view(0), thought))


def test_the_suit_is_named_of_which_the_hand_takes_fewest() -> None:
    """Hearts from the two up take no trick, but the queen of clubs, alone with the king, may take several."""
    deal = bidding(3, "2S 5S 7S 2D 7D QD QC KC AC 2H 3H 4H 5H")
    deal.act("bid 1")
    found = why(deal, "name H", "name C")
    assert found["points"].text.startswith("If you name hearts, you take ")
    assert " penalties on average, and " in found["points"].text
    assert found["points"].text.endswith(" if you name clubs.")
    assert "tricks" not in found


def test_a_suit_as_safe_as_another_has_no_penalties_to_show() -> None:
    """The twin: hearts and clubs are alike."""
    deal = bidding(3, "2S 5S 7S 2D 7D QD KD 2C 3C 4C 2H 3H 4H")
    deal.act("bid 1")
    thought = thought_of(deal, "name H", "name C")
    assert all(reason.kind != "points" for reason in reasons_for(deal.view(0), thought))


def test_a_suit_is_not_said_to_be_the_cause_if_a_heart_is_kept_too() -> None:
    """The twin gives the seven of hearts for the ten of clubs, and so differs in more than the clubs."""
    deal = full(LADY, "9C TC 2S 3S 4S 2D 3D 5D 8D 2H 3H 5H 7H", number=1)
    assert "empties" not in why(deal, "give 9C TC 8D", "give 9C 8D 7H", rollouts=600)


def passed(number: int) -> tuple[Thought, dict[str, str]]:
    """Return what the first to bid at Tournament Rook finds, with a hand on which passing is best, and the reasons."""
    view = TOURNAMENT.deal(f"pass/{number}").view(0)
    thought = consider(view, 300, recorder=recorder_for(view))
    assert thought.action.verb == "pass"
    return thought, {reason.kind: reason.text for reason in reasons_for(view, thought)}


def test_passing_leaves_an_opponent_to_lose_a_bid() -> None:
    _, found = passed(34)
    assert found["left"].startswith("If you pass, an opponent’s bid is played in ")
    assert "When it is played, it is lost in " in found["left"]


def test_a_bid_that_is_mostly_lost_is_a_reason_to_pass_and_one_that_is_made_is_not() -> None:
    for number, mostly_lost in ((18, True), (34, False)):
        thought, found = passed(number)
        own = [each for each in thought.considered[1].records if each.declarer == 0]
        assert (2 * sum(bool(each.made) for each in own) < len(own)) == mostly_lost
        assert ("makes" in found) == mostly_lost
