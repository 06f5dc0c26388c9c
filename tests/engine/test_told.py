"""Results given by hand: how they may be written, what is refused, and in what words."""

from __future__ import annotations

import pickle
from dataclasses import astuple
from typing import Any

import pytest

import whister
from whister import Breach, DealError, Outcome, WhisterError
from whister.plan.outcome import Shown

FONTAINEBLEAU = "boston/fontainebleau"
MADE = {"contract": "5H", "declarer": 0, "tricks": [7, 2, 2, 2]}
HEARTS = ["2H 3H 4H 5H 6H 7H 8H", "9H TH JH QH KH AH", "", ""]


@pytest.mark.parametrize("written", ["proposal-d", "proposal-D", "Proposal-D", "bid proposal-D"])
def test_a_contract_is_told_as_it_is_bid(written: str) -> None:
    told = whister.load("boston/nantes").outcome(contract=written, declarer=0, tricks=[5, 3, 3, 2])
    assert (told.contract, told.trump) == ("proposal", "D")


@pytest.mark.parametrize("written", ["5H", "5h", "bid 5h"])
def test_its_suit_may_be_small_or_a_capital(written: str) -> None:
    told = whister.load(FONTAINEBLEAU).outcome(**MADE | {"contract": written})
    assert (told.contract, told.trump) == ("five", "H")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"contract": "5H", "trump": "S"}, "the contract '5H' is played with 'H' as trump, got 'S'"),
        ({"contract": "little-misere", "trump": "S"}, "'little-misere' is played without trumps; got 'S'"),
        ({"contract": "proposal"}, "'proposal' is not one of all-pass, five"),
    ],
)
def test_a_contract_that_cannot_be_is_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError, match=message):
        whister.load(FONTAINEBLEAU).outcome(**MADE | facts)


@pytest.mark.parametrize("trump", ["", "C"])
def test_the_suit_turned_up_is_the_trump_of_a_contract_without_a_suit(trump: str) -> None:
    rules = whister.load("boston/whischt-bostonien")
    facts = {"contract": "independance", "declarer": 0, "tricks": [8, 2, 2, 1], "trump": trump}
    assert rules.outcome(**facts, declared={"turned": "C"}).trump == "C"


@pytest.mark.parametrize(
    ("facts", "held"),
    [
        ({"honours": 3}, (3, 0, 0, 0)),
        ({"honours": 4}, (4, 0, 0, 0)),
        ({"honours": [2, 1, 0, 1]}, (2, 1, 0, 1)),
        ({"honours_counted": 0}, (0, 0, 0, 0)),
        ({"honours_counted": 2}, (3, 0, 0, 0)),
        ({"honours_counted": 4}, (4, 0, 0, 0)),
    ],
)
def test_honours_are_told_as_held_or_as_they_count(facts: dict[str, Any], held: tuple[int, ...]) -> None:
    assert whister.load(FONTAINEBLEAU).outcome(**MADE | facts).honours == held


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"honours": 2}, r"2 is not clear; give honours=\[2, 0, 0, 0\] for 2 held, or honours_counted=2 for “2 by honours”, which is 3"),
        ({"declarer": 2, "honours": 2}, r"2 is not clear; give honours=\[0, 0, 2, 0\] for 2 held"),
        ({"honours": [-1, 1, 0, 0]}, r"there are 4 honours in all; got \[-1, 1, 0, 0\]"),
        ({"honours": 5}, r"there are 4 honours in all; got \[5, 0, 0, 0\]"),
        ({"honours_counted": 3}, "honours_counted: expected what honours count here, one of 0, 2, 4, got 3"),
        ({"honours": 3, "honours_counted": 2}, "give either 'honours' or 'honours_counted', not both"),
        ({"honours_counted": "two"}, "honours_counted: expected a whole number, got 'two'"),
    ],
)  # fmt: skip
def test_honours_that_may_be_read_two_ways_or_none_are_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError, match=message):
        whister.load(FONTAINEBLEAU).outcome(**MADE | facts)


def test_two_by_honours_are_three_held_whichever_is_listed_first() -> None:
    rules = whister.load("rook/whist-52", honours="counted")
    with pytest.raises(DealError, match="honours_counted=2 for “2 by honours”, which is 3 held"):
        rules.outcome(tricks=[7, 6, 0, 0], honours=2)


def test_what_honours_count_is_told_only_where_they_do() -> None:
    with pytest.raises(
        DealError,
        match=r"outcome, honours_counted: honours do not count here; got 2\. hearts/hearts-1887 takes captured",
    ):
        whister.load("hearts/hearts-1887").outcome(captured=HEARTS, honours_counted=2)


def test_two_by_honours_settles_as_three_held() -> None:
    rules = whister.load(FONTAINEBLEAU)
    by_honours = rules.settle(rules.outcome(**MADE, honours_counted=2))
    assert by_honours == rules.settle(rules.outcome(**MADE, honours=3))
    assert by_honours.index == 9


def test_the_bonus_card_is_not_guessed_from_points() -> None:
    rules = whister.load("hearts/black-lady", jd_bonus="JD")
    with pytest.raises(
        DealError,
        match=r"particular cards count here, and points do not show which were captured; give 'captured' \[hearts/black-lady#",
    ):
        rules.settle(rules.outcome(points=[26, 0, 0, 0]))
    assert rules.settle(rules.outcome(points=[26, 0, 0, 0], void="misdeal")).delta == (0, 0, 0, 0)


def test_points_may_be_short_by_what_the_nest_can_hold_and_no_more() -> None:
    """Five cards out of play can be the Rook at 20 and four cards at 10, which is 60 of the 120 points."""
    rules = whister.load("rook/tournament", nest_destination="out-of-play")
    facts: dict[str, Any] = {"declarer": 0, "bid": 70}
    assert rules.outcome(points=[60, 0, 0, 0], **facts).declared["points"] == (60, 0, 0, 0)
    with pytest.raises(
        DealError, match=r"holds 120, of which five cards that nobody takes can hold 60; got 55 in"
    ):
        rules.outcome(points=[55, 0, 0, 0], **facts)


@pytest.mark.parametrize("name", ["rook/tournament", "boston/nantes", "hearts/auction"])
def test_a_deal_thrown_in_has_no_cards_and_no_tricks_to_tell(name: str) -> None:
    rules = whister.load(name)
    told = rules.outcome(captured=[""] * 4, tricks=[0] * 4, void="all-pass")
    assert told.void == "all-pass"
    assert rules.settle(told).delta == (0, 0, 0, 0)


def test_who_won_no_trick_keeps_a_widow_that_a_revoke_left_him() -> None:
    """The first trick, and with it the widow, was won by a player whose only trick then went to the offender."""
    rules = whister.load("hearts/heartsette", revoke="1887")
    facts: dict[str, Any] = {
        "captured": ["2H 3H 4H", "5H 6H 7H 8H", "9H TH JH", "QH KH AH"],
        "tricks": [0, 5, 5, 2],
    }
    assert sum(facts["tricks"]) == rules.plan.play.most_tricks
    with pytest.raises(DealError, match="seat 0 captured cards but won no trick"):
        rules.outcome(**facts)
    assert rules.outcome(**facts, breaches=[1]).breaches == (Breach(1),)


def test_a_revoke_is_told_by_its_seat_trick_card_and_finder_and_nothing_else() -> None:
    rules = whister.load("hearts/hearts-1887", revoke="1887")
    told = rules.outcome(captured=HEARTS, breaches=[{"seat": 1, "trick": 4, "card": "4h", "found_by": 2}])
    assert told.breaches == (Breach(1, 4, "4H", 2),)
    with pytest.raises(
        DealError, match="outcome, breaches, trick: expected a whole number from 0 to 13, got -1"
    ):
        rules.outcome(captured=HEARTS, breaches=[{"seat": 1, "trick": -1}])
    with pytest.raises(
        DealError, match="breaches: 'price' is not known; expected one of card, found_by, seat, trick"
    ):
        rules.outcome(captured=HEARTS, breaches=[{"seat": 1, "price": 8}])


def test_what_is_not_told_of_a_revoke_a_card_or_a_deal_is_nothing() -> None:
    assert astuple(Breach(1)) == (1, 0, "", None, ())
    assert Shown("QH", 1, "led") == ("QH", 1, "led", None, 0)
    assert Outcome() == ((), None, None, None, "", "", 0, (), (), False, {}, "", ())
    assert pickle.loads(pickle.dumps(Outcome())) == Outcome()


def test_only_who_holds_the_last_cards_has_more_than_his_tricks_hold() -> None:
    rules = whister.load("hearts/domino")
    facts: dict[str, Any] = {
        "captured": ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""],
        "tricks": [1, 4, 4, 4],
    }
    assert rules.outcome(**facts, declared={"last_holder": [0]}).tricks == (1, 4, 4, 4)
    with pytest.raises(
        DealError, match=r"seat 0 has 13 cards; one trick holds four cards \[hearts/domino#last-holder\]"
    ):
        rules.outcome(**facts, declared={"last_holder": [1]})


def test_the_tricks_won_before_a_revoke_ended_the_play_count() -> None:
    rules = whister.load("hearts/reversis", revoke="foster")
    stopped = rules.outcome(captured=["", "", "", ""], tricks=[2, 1, 0, 0], breaches=[0], stopped=True)
    assert rules.settle(stopped).delta == (3, 0, 0, 0)
    untold = rules.outcome(captured=["", "", "", ""], breaches=[0], stopped=True)
    assert rules.settle(untold).delta == (0, 0, 0, 0)
    whole = whister.load("hearts/reversis")
    with pytest.raises(DealError, match="outcome, tricks: this rule set settles by tricks; give each seat's"):
        whole.settle(whole.outcome(captured=["AH KH QH JH", "", "", ""]))


def test_where_all_pass_nobody_is_the_declarer() -> None:
    assert whister.load(FONTAINEBLEAU).outcome(contract="all-pass", tricks=[4, 3, 3, 3]).declarer is None
    assert whister.load("rook/call-partner-5").outcome(contract="high", void="misdeal").declarer is None


def test_the_trick_in_which_the_joker_came_out_may_be_left_out() -> None:
    joker = {"card": "JK", "by": 1, "how": "placed", "to": 2}
    rules = whister.load("hearts/joker-1897")
    for trick, told in ((0, {}), (4, {"trick": 4})):
        found = rules.outcome(void="misdeal", declared={"plays": [{**joker, **told}]})
        assert found.declared["plays"] == (Shown("JK", 1, "placed", 2, trick),)
    for trick in (-1, 14):
        with pytest.raises(
            DealError, match=f"plays, trick: expected a whole number from 0 to 13, got {trick}"
        ):
            rules.outcome(void="misdeal", declared={"plays": [{**joker, "trick": trick}]})


def test_in_a_deal_that_a_revoke_ended_nobody_has_most_tricks() -> None:
    rules = whister.load("rook/regular")
    facts: dict[str, Any] = {
        "declarer": 0, "bid": 70, "captured": ["R14 Y14 G14 B14", "", "", ""], "tricks": [1, 0, 0, 0], "breaches": [0],
    }  # fmt: skip
    lines = [line.text for line in rules.settle(rules.outcome(**facts, stopped=True)).lines]
    assert lines == ["The side that revoked loses the bid", "The other side scores"]


def test_where_players_drop_out_two_cards_make_a_trick_at_least() -> None:
    rules = whister.load("hearts/domino")
    captured = ["", "", "", "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"]
    assert rules.outcome(captured=captured, tricks=[0, 0, 0, 26]).tricks == (0, 0, 0, 26)
    with pytest.raises(DealError, match="outcome, tricks: expected 26 in all, got 27"):
        rules.outcome(captured=captured, tricks=[0, 0, 0, 27])


def test_an_outcome_of_another_table_is_not_settled() -> None:
    three = whister.load("hearts/black-lady", players=3)
    told = three.outcome(points=[26, 0, 0])
    with pytest.raises(DealError, match="outcome, captured: expected the cards of each of 4 seats"):
        whister.load("hearts/black-lady", players=4).settle(told)


def test_who_wins_the_party_is_a_verdict_that_names_the_seat() -> None:
    rules = whister.load("hearts/reversis-hoyle")
    told = rules.outcome(
        points=[13, 9, 11, 0], tricks=[4, 3, 4, 0], declared={"laid_aside": ["AD", "KS", "7C", "2H"]}
    )
    lines = {line.text: line.kind for line in rules.settle(told).lines}
    assert lines["Seat 3 wins the party"] == "verdict"
    assert [kind for text, kind in lines.items() if "pays the party" in text] == ["amount"]


def test_all_but_the_cards_laid_out_are_taken_by_somebody() -> None:
    """The A♦ counts 4 and the K♠ 3, so 33 of the 40 points are played for."""
    rules = whister.load("hearts/reversis-hoyle")
    declared = {"laid_aside": ["AD", "KS", "7C", "2H"]}
    with pytest.raises(DealError, match="expected all 33 of the pack, got 32"):
        rules.outcome(points=[13, 9, 10, 0], declared=declared)
    assert rules.outcome(points=[13, 9, 11, 0], declared=declared)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tricks": (14, -1, 0, 0)}, "outcome, tricks: expected a whole number from 0 to 1000, got -1"),
        ({"tricks": (12.5, 0.5, 0, 0)}, "outcome, tricks: expected a whole number from 0 to 1000, got 12.5"),
        ({"honours": (0, 0, 0, -1)}, "outcome, honours: expected a whole number from 0 to 1000, got -1"),
        (
            {"captured": ((), (), (), 1 << 52)},
            "outcome, captured: expected cards, as a string such as '2C QS'",
        ),
    ],
)
def test_an_outcome_with_a_number_that_no_deal_has_is_not_settled(wrong: dict[str, Any], said: str) -> None:
    rules = whister.load("hearts/black-lady")
    told = rules.outcome(points=[26, 0, 0, 0], tricks=[13, 0, 0, 0])
    with pytest.raises(WhisterError, match=said):
        rules.settle(told._replace(**wrong))


def test_nobody_bids_less_than_nothing() -> None:
    rules = whister.load("rook/tournament")
    with pytest.raises(DealError, match=r"^outcome, bid: expected a whole number from 0, got -1$"):
        rules.outcome(points=[120, 0, 0, 0], declarer=0, bid=-1)
    with pytest.raises(DealError, match=r"^outcome, bid: expected one of 70, 75, 80, .* 115, 120, got 71$"):
        rules.outcome(points=[120, 0, 0, 0], declarer=0, bid=71)


def test_a_joker_may_win_its_own_trick_when_thrown_and_is_forced_by_another_alone() -> None:
    rules = whister.load("hearts/joker-1897")
    thrown = {"card": "JK", "by": 1, "how": "placed", "to": 1}
    assert rules.outcome(void="misdeal", declared={"plays": [thrown]}).declared["plays"][0].to == 1
    said = r"plays, JK: 'to' says who led; expected a seat other than 1$"
    with pytest.raises(DealError, match=said):
        rules.outcome(void="misdeal", declared={"plays": [{**thrown, "how": "forced"}]})
