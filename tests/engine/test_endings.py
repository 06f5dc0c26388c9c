"""The end of a deal and of a game as the table describes it, checked by hand for each family of games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import whister
from whister import cases, words
from whister.deal.settle import settle
from whister.errors import DealError, NotSourcedError
from whister.ledger import Ledger
from whister.links.texts import deal_of_text
from whister.plan.compiled import Plan
from whister.table import captures, display, endings, scores

BLACK_LADY = "QS AH KH QH JH", "TH", "9H 8H", "7H 6H 5H 4H 3H 2H"
"""What four players took of the penalty cards: 17, 1, 2 and 6 points."""

WHOLE_MOON = "QS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H", "", "", ""


def said(
    rule_set: str, visitor: int = 0, options: dict[str, Any] | None = None, stands: dict[str, Any] | None = None,
    **facts: Any,
) -> str:  # fmt: skip
    """Return how the table describes the end of a deal with these facts."""
    rules = whister.load(rule_set, **(options or {}))
    return endings.told(rules.plan, rules.outcome(**facts), rules.ledger(**(stands or {})), visitor)


def took(rule_set: str, *captured: str, visitor: int = 0, **facts: Any) -> str:
    """Return how the table describes a deal in which the players took these cards.

    The last player takes all others that count.
    """
    plan = whister.load(rule_set).plan
    left = [str(card) for card in plan.cards_of(captures.counting(plan) & plan.present)]
    for card in " ".join(captured).split():
        if card in left:
            left.remove(card)
    hands = [*captured, *[""] * (plan.table.n - len(captured))]
    hands[-1] = " ".join([hands[-1], *left])
    return said(rule_set, visitor, captured=hands, **facts)


# ---- contracts of so many tricks


@pytest.mark.parametrize(
    ("visitor", "tricks", "told"),
    [
        (0, [5, 4, 2, 2], "You made five levées in hearts: +"),
        (0, [7, 3, 2, 1], "You made five levées in hearts with two over: +"),
        (1, [7, 3, 2, 1], "East made five levées in hearts with two over: −"),
        (0, [4, 4, 3, 2], "You fell one trick short of five levées in hearts: −"),
        (2, [2, 6, 3, 2], "North fell three tricks short of five levées in hearts: +"),
    ],
)
def test_a_contract_is_made_or_falls_short_by_so_many_tricks(
    visitor: int, tricks: list[int], told: str
) -> None:
    contract: dict[str, Any] = {"contract": "five", "trump": "H", "declarer": 0, "honours": [0, 0, 0, 0]}
    text = said("boston/fontainebleau", visitor, tricks=tricks, **contract)
    assert text.startswith(told)
    assert text.endswith(" counters." if not visitor else " counters for you.")


@pytest.mark.parametrize(
    ("contract", "tricks", "told"),
    [
        ("little-misere", [0, 7, 3, 2], "You made the little misère: +"),
        ("little-misere", [2, 7, 2, 1], "You lost the little misère, taking two tricks: −"),
        ("piccolissimo", [0, 7, 3, 2], "You lost the piccolissimo, taking no tricks: −"),
    ],
)
def test_a_misere_is_lost_by_the_tricks_it_takes(contract: str, tricks: list[int], told: str) -> None:
    facts: dict[str, Any] = {"contract": contract, "declarer": 0, "tricks": tricks}
    assert said("boston/fontainebleau", **facts).startswith(told)


def test_partners_found_for_the_deal_are_named_with_you_first() -> None:
    facts: dict[str, Any] = {
        "contract": "five", "trump": "H", "declarer": 3, "partner": 1, "tricks": [3, 4, 1, 5], "honours": [0] * 4,
    }  # fmt: skip
    assert said("boston/fontainebleau", 1, **facts).startswith(
        "You and North made five levées in hearts with one over"
    )
    assert said("boston/fontainebleau", 0, **facts).startswith(
        "West and East made five levées in hearts with one over"
    )


def test_two_partners_who_fall_short_are_told_what_two_need() -> None:
    facts: dict[str, Any] = {
        "contract": "five", "trump": "H", "declarer": 0, "partner": 2, "tricks": [4, 3, 3, 3], "honours": [0] * 4,
    }  # fmt: skip
    text = said("boston/fontainebleau", 2, **facts)
    assert text.startswith(
        "You and North won seven of the eight tricks that two need for five levées in hearts: −"
    )


def test_a_contract_that_takes_the_pool_says_so() -> None:
    facts: dict[str, Any] = {
        "contract": "solo",
        "trump": "H",
        "declarer": 0,
        "tricks": [8, 2, 2, 1],
        "declared": {"turned": "H"},
    }
    text = said("boston/nantes", stands={"pool": 20}, **facts)
    assert text == "You made the solo in hearts and took the pool: +68 fiches."


def test_a_contract_lost_by_a_revoke_names_who_revoked_and_no_tricks() -> None:
    facts: dict[str, Any] = {
        "contract": "demande",
        "trump": "C",
        "declarer": 1,
        "partner": 3,
        "tricks": [3, 5, 1, 4],
    }
    text = said("boston/whischt-bostonien", breaches=[3], **facts)
    assert text.startswith("East revoked. West and East lost the demande in clubs: +")


def test_a_price_that_no_source_gives_leaves_the_verdict() -> None:
    facts: dict[str, Any] = {
        "contract": "nine",
        "trump": "S",
        "declarer": 0,
        "tricks": [5, 4, 2, 2],
        "honours": [0] * 4,
    }
    options = {"payment_table": "sourced-only"}
    assert said("boston/fontainebleau", options=options, **facts) == (
        "You fell four tricks short of nine levées in spades. "
        "No source that was read gives a price for it, so nothing is paid."
    )


def test_where_nobody_bids_the_fewest_tricks_take_the_pool_or_the_most_pay() -> None:
    facts: dict[str, Any] = {"contract": "all-pass", "tricks": [1, 5, 4, 3]}
    text = said("boston/fontainebleau", stands={"pool": 50}, **facts)
    assert text == "Nobody bid, and you took the fewest tricks, one, and the pool: +50 counters."
    facts = {"contract": "all-pass", "tricks": [3, 2, 1, 7]}
    text = said("boston/american", **facts)
    assert text == "Nobody bid, and East took the most tricks, seven; you took three: +40 white counters."
    facts = {"contract": "grand", "tricks": [5, 2, 5, 1]}
    text = said("boston/solo-1914", options={"all_pass": "most-tricks"}, **facts)
    assert text == "Nobody bid, and you and North took the most tricks, five each: −20 white counters."


# ---- bids in points


@pytest.mark.parametrize(
    ("visitor", "captured", "told"),
    [
        (0, [70, 30, 50, 30], "You and North made the bid of 105 with 120 points: +120."),
        (1, [70, 30, 50, 30], "West and East made the bid of 105 with 120 points: +60 for you and North."),
        (0, [55, 40, 50, 35], "You and North made the bid of 105 exactly: +105 points."),
        (2, [30, 60, 30, 60], "You and North missed the bid of 105 by 45 points: −105."),
        (3, [30, 60, 30, 60], "West and East missed the bid of 105 by 45 points: +120 for you and North."),
        (1, [90, 0, 90, 0], "West and East made the bid of 105 with 180 points: nothing for you and North."),
    ],
)  # fmt: skip
def test_a_bid_is_made_or_missed_by_so_many_points(visitor: int, captured: list[int], told: str) -> None:
    assert said("rook/kentucky", visitor, points=captured, declarer=0, bid=105, trump="R") == told


def test_a_partner_who_is_called_shares_the_bid_and_the_others_score_for_themselves() -> None:
    facts: dict[str, Any] = {
        "points": [60, 10, 60, 50],
        "declarer": 0,
        "partner": 2,
        "bid": 110,
        "trump": "R",
    }
    facts |= {"declared": {"last_trick": [3]}}
    assert said("rook/call-partner", 0, **facts) == "You and North made the bid of 110 with 120 points: +120."
    assert (
        said("rook/call-partner", 1, **facts)
        == "West and East made the bid of 110 with 120 points: +80 for you."
    )


def test_the_dummy_is_no_partner() -> None:
    text = said("rook/two-1914", 1, points=[30, 70, 0], tricks=[4, 7, 2], declarer=1, bid=50, trump="R")
    assert text.startswith("You made the bid of 50 with ")


def test_a_revoke_that_ends_a_deal_is_all_that_is_told_of_it() -> None:
    facts: dict[str, Any] = {
        "points": [40, 10, 20, 10],
        "declarer": 1,
        "bid": 80,
        "trump": "G",
        "breaches": [1],
        "stopped": True,
    }
    assert (
        said("rook/tournament", 0, **facts)
        == "West revoked, which ended the deal: +60 points for you and North."
    )
    assert (
        said("rook/tournament", 3, **facts)
        == "North revoked, which ended the deal: −80 points for you and North."
    )


@pytest.mark.parametrize(
    ("rule_set", "void", "told"),
    [
        ("rook/tournament", "all-pass", "Nobody bid, and the cards are thrown in: nobody scores."),
        ("rook/tournament", "redeal", "A hand held no points, and the cards are dealt again: nobody scores."),
        ("boston/nantes", "all-pass", "Nobody bid, and the cards are thrown in: nothing is paid."),
        (
            "boston/nantes",
            "unsupported",
            "Nobody supported the bid, and the cards are thrown in: nothing is paid.",
        ),
    ],
)
def test_a_deal_that_is_thrown_in_says_why(rule_set: str, void: str, told: str) -> None:
    assert said(rule_set, void=void) == told


@pytest.mark.parametrize(("visitor", "who"), [(0, "North"), (1, "West"), (2, "You")])
def test_who_asked_for_a_new_deal_is_named_in_the_prompt_the_log_the_sheet_and_at_the_seat(
    visitor: int, who: str
) -> None:
    rules = whister.load("rook/tournament")
    deal = cases.deal_of(rules, rules.clauses["redeal"].cases[0].given)
    state = display.state(deal, display.Visit(visitor), 0)
    assert state["prompt"] == f"{who} held no points and asked for a new deal: nobody scores."
    asks, has = ("ask", "have") if who == "You" else ("asks", "has")
    assert state["log"][-1] == f"{who} {asks} for a new deal."
    assert state["settlement"]["lines"][0]["text"] == f"{who} {has} no points: the cards are dealt again"
    assert state["seats"][2]["call"] == f"{asks} for a new deal"


def test_a_misdeal_costs_its_dealer() -> None:
    stands = {"dealer": 3}
    assert said("boston/nantes", 3, stands=stands, void="misdeal") == "The cards were misdealt: −4 fiches."
    assert (
        said("boston/nantes", 0, stands=stands, void="misdeal") == "The cards were misdealt: nothing for you."
    )


def test_tricks_above_the_book_are_counted() -> None:
    assert (
        said("rook/whist-52", tricks=[5, 3, 3, 2])
        == "You and North won eight tricks, two above the book: +2 points."
    )
    other = "West and East won eight tricks, two above the book: nothing for you and North."
    assert said("rook/whist-52", 1, tricks=[5, 3, 3, 2]) == other
    even = "Each side won seven tricks, and nobody scores."
    assert said("rook/whist-56", tricks=[4, 3, 3, 4]) == even


# ---- cards that are bad to take


@pytest.mark.parametrize(
    ("visitor", "told"),
    [
        (0, "You took the queen of spades and four hearts: 17 points."),
        (1, "You took one heart: 1 point."),
        (3, "You took six hearts: 6 points."),
    ],
)
def test_a_card_worth_much_is_named_and_hearts_are_counted(visitor: int, told: str) -> None:
    assert said("hearts/black-lady", visitor, captured=BLACK_LADY) == told


@pytest.mark.parametrize(
    ("rule_set", "cards", "told"),
    [
        ("hearts/black-lady", "2C", "You took no penalty cards and scored nothing."),
        ("hearts/modern", "2C", "You took no hearts and scored nothing."),
        ("hearts/black-maria", "QS KS 2H", "You took the queen and king of spades and one heart: 24 points."),
        ("hearts/omnibus", "QS TD", "You took the queen of spades and the ten of diamonds: 3 points."),
        (
            "hearts/chasse-coeur",
            "QC QD KH",
            "You took the queens of clubs and diamonds and one heart: 27 points.",
        ),
        ("hearts/chasse-coeur", "QH KH", "You took the queen of hearts and one other heart: 14 points."),
        ("hearts/four-jacks", "JC JD JH JS", "You took all four jacks: 5 points."),
        ("hearts/cancellation", "QS 2H", "You took one queen of spades and one heart: 14 points."),
        ("hearts/spot-ace1", "KH 2H", "You took two hearts: 15 points."),
        (
            "hearts/greek-2008",
            "KH JH 2H",
            "You took the king and jack of hearts and one other heart: 21 points.",
        ),
    ],
)
def test_what_was_taken_is_named_as_players_name_it(rule_set: str, cards: str, told: str) -> None:
    assert took(rule_set, cards, "AH") == told


def test_who_has_won_no_trick_is_told_so() -> None:
    assert (
        took("hearts/modern", "", "AH", "KH", tricks=[0, 7, 3, 3]) == "You won no tricks and scored nothing."
    )
    text = took("hearts/reversis", "JH", "", "QH", tricks=[5, 5, 1, 1])
    assert text == "You won five tricks and took the jack of hearts: 7 points."


def test_a_player_who_has_revoked_does_not_win_the_pool() -> None:
    sweep = {"settlement": "sweep", "revoke": "foster"}
    alone = ["KH QH JH TH 9H", "8H 7H 6H 5H", "4H 3H 2H AH", ""]
    two = ["", "KH QH JH TH 9H 8H 7H", "6H 5H 4H 3H 2H AH", ""]
    text = said("hearts/modern", 3, sweep, captured=alone, breaches=[3])
    assert text.startswith("You revoked. You took no hearts: −13 chips.")
    text = said("hearts/modern", 3, sweep, captured=two, breaches=[3])
    assert text.startswith("You revoked. You took no hearts; West wins the pool: −13 chips.")


def test_partners_take_their_cards_together() -> None:
    hands = "QS", "5H", "6H 7H"
    assert (
        took("hearts/partnership", *hands)
        == "You and North took the queen of spades and two hearts: 15 points."
    )
    assert took("hearts/partnership", *hands, visitor=1) == "You and North took 11 hearts: 11 points."


def test_whoever_shot_the_moon_is_named_and_what_it_costs_the_others() -> None:
    moon: dict[str, Any] = {"captured": WHOLE_MOON}
    mine = "You shot the moon: 26 points for everyone else, and none for you."
    assert said("hearts/black-lady", 0, **moon) == mine
    assert said("hearts/black-lady", 1, **moon) == "East shot the moon: 26 points for everyone else."
    new = {"moon": "new"}
    assert said("hearts/black-lady", 0, new, **moon) == "You shot the moon: −26 points."
    assert said("hearts/black-lady", 1, new, **moon) == "East shot the moon: nothing for you."
    void = {"moon": "void"}
    assert said("hearts/black-lady", 1, void, **moon) == "East shot the moon, and nobody scores."
    ours = "West and East shot the moon: 52 points for you and North."
    assert said("hearts/partnership", 1, **moon) == ours


def test_an_undertaking_is_named_and_how_it_went() -> None:
    facts: dict[str, Any] = {"contract": "generale", "declarer": 1, "tricks": [0, 7, 2, 4]}
    hands = "", "AH", "KH"
    text = took("hearts/chasse-coeur", *hands, visitor=1, **facts)
    assert text == "You announced a générale and failed: 64 points."
    text = took("hearts/chasse-coeur", *hands, **facts)
    assert text == "West announced a générale and failed: nothing for you."


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (("", "QS", "AH"), "You took no penalty cards and win the pool: +26 chips."),
        (("AH KH", "", "QS"), "You took two hearts; West wins the pool: −2 chips."),
        (("AH KH", "", ""), "You took two hearts; West and North share the pool: −2 chips."),
        (("", "", "QS"), "You took no penalty cards and share the pool with West: +13 chips."),
        (("AH", "KH", "QS"), "You took one heart; nobody wins the pool: −1 chip."),
    ],
)
def test_a_pool_is_won_by_who_took_nothing(hands: tuple[str, ...], told: str) -> None:
    assert took("hearts/black-lady-1909", *hands) == told


def test_the_lowest_collects_what_the_others_have_taken() -> None:
    hands = "AH KH", "QH JH TH", "2H"
    assert (
        took("hearts/hearts-1887", *hands, visitor=2)
        == "You took one heart and collect from the others: +12 chips."
    )
    told = "You took two hearts; North was lowest and collects from the others: −2 chips."
    assert took("hearts/hearts-1887", *hands) == told


# ---- the game that goes on


@pytest.mark.parametrize(
    ("visitor", "told"),
    [
        (0, "You are last of four after three deals, with 57 points."),
        (1, "You lead after three deals, with 11 points."),
        (2, "You are joint second of four after three deals, with 22 points."),
    ],
)
def test_how_the_visitor_stands_follows_where_low_totals_are_good(visitor: int, told: str) -> None:
    stands = {"totals": [40, 10, 20, 16], "number": 3}
    assert said("hearts/black-lady", visitor, stands=stands, captured=BLACK_LADY).endswith(f". {told}")


def test_after_a_deal_that_does_not_count_no_number_of_deals_is_told() -> None:
    plan = whister.load("hearts/auction").plan
    ledger = Ledger(totals=(40, -10, -20, -10), number=3, dealer=0)
    assert scores.standing(plan, ledger, 0) == "You lead after two deals, with 40 chips."
    assert scores.standing(plan, ledger, 0, counted=False) == "You lead so far, with 40 chips."
    plan = whister.load("rook/kentucky").plan
    ledger = Ledger(totals=(60, 10, 60, 10), number=3, dealer=0)
    assert scores.standing(plan, ledger, 0, counted=False) == "You and North lead, 60 to 10 so far."


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        ([100, 50, 100, 50], "You and North lead, 220 to 110, after four deals."),
        ([-200, -10, -200, -10], "You and North are behind, −80 to 50, after four deals."),
        ([0, 60, 0, 60], "The score is level at 120 after four deals."),
    ],
)
def test_two_sides_stand_against_each_other(totals: list[int], told: str) -> None:
    stands = {"totals": totals, "number": 4}
    facts: dict[str, Any] = {"points": [70, 30, 50, 30], "declarer": 0, "bid": 105, "trump": "R"}
    assert said("rook/kentucky", stands=stands, **facts).endswith(f". {told}")


def test_the_first_deal_says_by_itself_how_the_game_stands() -> None:
    assert said("hearts/black-lady", captured=BLACK_LADY).count(".") == 1


# ---- the end of a game


def ended(rule_set: str, totals: list[int], visitor: int = 0, number: int = 9, **options: Any) -> str:
    """Return how the table describes a game that ends with these totals."""
    rules = whister.load(rule_set, **options)
    after = rules.ledger(totals=totals, number=number)
    conclusion = rules.conclude(after)
    assert conclusion.over
    return scores.game_ended(rules.plan, after, conclusion, visitor)


@pytest.mark.parametrize(
    ("totals", "visitor", "told"),
    [
        ([100, 20, 30, 60], 0, "you reached 100. West wins with 20 points; you came last with 100."),
        ([100, 20, 30, 60], 1, "East reached 100. You win with 20 points."),
        ([100, 20, 30, 60], 2, "North reached 100. East wins with 20 points; you came second with 30."),
        ([100, 20, 60, 60], 2, "North reached 100. East wins with 20 points; you came joint second with 60."),
        ([100, 20, 20, 60], 0, "you reached 100. West and North share the win with 20 points each; you came last with 100."),
        ([100, 20, 20, 60], 1, "East reached 100. You and West share the win with 20 points each."),
        ([100, 20, 20, 60], 2, "North reached 100. You and East share the win with 20 points each."),
        ([100, 120, 20, 60], 3, "West and North reached 100. East wins with 20 points; you came second with 60."),
    ],
)  # fmt: skip
def test_the_end_of_a_game_says_why_who_has_won_and_where_the_visitor_came(
    totals: list[int], visitor: int, told: str
) -> None:
    assert ended("hearts/black-lady", totals, visitor) == f"The game is over: {told}"


@pytest.mark.parametrize(
    ("rule_set", "totals", "number", "told"),
    [
        ("rook/tournament", [310, 205, 310, 205], 5, "you and North reached 300 and win with 310 points against 205."),
        ("rook/tournament", [-50, 305, -50, 305], 5, "West and East reached 300 and win with 305 points against −50."),
        ("rook/kentucky", [-400, 110, -400, 110], 5, "West and East are 500 or more ahead and win with 110 points against −400."),
        ("hearts/partnership", [84, 202, 84, 202], 5, "West and East reached 200. You and North win with 84 points against 202."),
        ("hearts/partnership-individual", [100, 20, 30, 60], 9, "you reached 100. West and East win with 80 points against 130."),
        ("hearts/four-jacks", [3, 10, 6, 8], 5, "West reached 10. You win with 3 points; West loses."),
        ("hearts/royal", [101, 10, 20, 30], 5, "you passed 100. West wins with 10 points; you came last with 101."),
        ("boston/american", [60, -20, -20, -20], 13, "that was the last of 12 deals. You win with 60 white counters."),
    ],
)  # fmt: skip
def test_what_has_ended_a_game_is_said_first(
    rule_set: str, totals: list[int], number: int, told: str
) -> None:
    assert ended(rule_set, totals, number=number) == f"The game is over: {told}"


def test_what_is_settled_at_the_end_of_a_game_is_told_to_the_visitor() -> None:
    average: dict[str, Any] = {
        "settlement": "average"
    }  # of 53, with one stake for each point below it or above
    assert ended("hearts/black-lady", [100, 20, 30, 60], 1, **average).endswith(
        " The settling-up brings you 32½ points."
    )
    assert ended("hearts/black-lady", [100, 20, 30, 60], 3, **average).endswith(
        " The settling-up costs you 7½ points."
    )


# ---- every rule set


def told_deals() -> Iterator[tuple[str, whister.Deal, int]]:
    """Yield random deals of every rule set, three of a session each, and the seat that looks at them."""
    for name in whister.catalogue():
        session = whister.load(name).session("endings")
        for deal in range(3):
            session.deal.play_out(Random(deal))
            yield name, session.deal, session.deal.rules.plan.table.players[deal % 2]
            try:
                if deal < 2 and not session.conclusion.over:
                    session.advance()
            except NotSourcedError:
                session.deal_again()


def stated() -> Iterator[tuple[str, Plan, whister.Outcome, whister.Ledger]]:
    """Yield what the records' cases state about whole deals: every ending for which a clause was written."""
    for name in whister.catalogue():
        rules = whister.load(name)
        for case in (
            case for clause in rules.clauses.values() for case in clause.cases if case.rules == name
        ):
            for row in cases.rows_of(case):
                given = row.given
                if "error" in row.expected or not cases.settled_by(given):
                    continue
                try:
                    laid = cases.rules_for(rules, row)
                    facts = laid.outcome(**cases.facts_of(given))
                    yield row.id, laid.plan, facts, laid.ledger(**given.get("stands", {}))
                except DealError:
                    continue


def sound(text: str, plan: Plan, visitor: int, value: Any) -> None:
    """Check that a text ends as a sentence does, and states what the visitor has gained or lost."""
    assert re.fullmatch(r"[A-ZÉ].*\.", text), text
    assert not re.search(
        r"None|\bseat \d|  |\.\.|\b1 (tricks|points|chips)|\bone (tricks|hearts)|-\d|_|[a-z]-table", text
    ), text
    if value:
        shown = words.figure(abs(value)) if scores.low_wins(plan) and value > 0 else words.figure(value)
        assert re.search(rf"(?<!\d){re.escape(shown)}(?!\d)", text), (shown, text)
    else:
        assert re.search(r"no(thing|body| points)|none for you|neither gain nor lose|\b0 points", text), text


def test_every_rule_set_tells_the_end_of_its_deals() -> None:
    seen = set()
    for name, deal, visitor in told_deals():
        text = endings.deal_ended(deal, visitor)
        try:
            sound(text, deal.rules.plan, visitor, deal.settle().delta[visitor])
        except NotSourcedError:
            assert text.endswith("so nothing is paid.")
        seen.add(name)
    assert seen == set(whister.catalogue())


def test_every_ending_that_a_clause_is_written_for_is_told() -> None:
    count = 0
    for number, (name, plan, outcome, ledger) in enumerate(stated()):
        visitor = plan.table.players[number % len(plan.table.players)]
        text = endings.told(plan, outcome, ledger, visitor)
        try:
            value = settle(plan, outcome, ledger).delta[visitor]
        except NotSourcedError:
            assert text.endswith("so nothing is paid."), name
            continue
        sound(text, plan, visitor, value)
        count += 1
    assert count > 500


# ---- at the table


def test_the_prompt_of_a_deal_that_is_over_tells_how_it_ended() -> None:
    deal = whister.load("hearts/black-lady").deal("7")
    deal.play_out(Random(7))
    state = display.state(deal, display.Visit(0), 0)
    assert state["prompt"] == endings.deal_ended(deal, 0)


def test_the_end_of_a_game_is_in_the_prompt_and_at_the_head_of_what_is_settled() -> None:
    deal = whister.load("hearts/black-lady", target=1).deal("7")
    deal.play_out(Random(7))
    state = display.state(deal, display.Visit(0), 0)
    assert state["prompt"].endswith(state["settlement"]["end"]["text"])


def test_a_position_that_is_played_to_its_end_is_not_settled() -> None:
    deal = deal_of_text("c1~rook/whist-56~trumps~RK-39b~")
    deal.play_out(Random(1))
    state = display.state(deal, display.Visit(0), 0)
    assert state["settlement"] is None
    assert state["prompt"] == "The deal is over."


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (120, "120"),
        (-13, "−13"),
        (Fraction(13, 2), "6½"),
        (Fraction(-1, 3), "−⅓"),
        (Fraction(-58, 7), "−8 2/7"),
    ],
)
def test_an_amount_is_printed_with_the_true_minus_and_its_part(value: int | Fraction, printed: str) -> None:
    assert words.figure(value) == printed
