"""Promises, undertakings, choices and called cards, in games of hearts at one and the queen of spades at thirteen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import HANDS, SUITS, small
from tests.engine.small_said import done, legal, prompt, why
from tests.engine.small_settled import Game, paid
from whister import Deal, Rules
from whister.deal.public import state_of

HEARTS: Game = {
    "values": {"cards": {"H": 1, "QS": 13}, "penalties": True},
    "score_captured": {},
    "follow": {},
}
SPREAD = ["QS", "2H 3H 4H", "5H 6H 7H 8H 9H TH JH", "QH KH AH"]


# -- how a slam counts ----------------------------------------------------------------------------------------------


def test_the_table_says_before_the_play_what_a_slam_does() -> None:
    rules = small(
        course={"phases": ["moon-beforehand", "play"]},
        **HEARTS,
        moon={"effect": "choice", "decider": "table"},
    )
    deal = rules.deal(hands=HANDS, dealer=2)
    assert (deal.phase, deal.pending, legal(deal)) == (
        "moon-beforehand",
        (2,),
        ["declare old", "declare new"],
    )
    assert why(deal, "pass", 2) == ("moon", "Expected 'declare old' or 'declare new'.")
    done(deal, "declare new")
    assert (deal.phase, state_of(deal).facts["declared"]) == ("play", {"moon": "new"})
    assert why(deal, "declare old") == ("moon", "It has already been said.")


SHOOTING: Game = {"course": {"phases": ["play", "moon"]}, **HEARTS, "moon": {"effect": "choice"}}


def played(rules: Any, hands: list[str]) -> Deal:
    """Return a deal, dealt by seat 3, in which each seat has always played its highest legal card."""
    deal: Deal = rules.deal(hands=hands, dealer=3)
    while deal.phase == "play":
        deal.act(
            max(
                (card for card in legal(deal) if len(card) == 2),
                key=lambda card: "23456789TJQKA".index(card[0]),
            )
        )
    return deal


def test_who_took_every_penalty_card_says_after_the_play_how_it_counts() -> None:
    """Seat 0 has all the hearts and leads them; the queen of spades falls on one."""
    deal = played(small(**SHOOTING), SUITS)
    assert (deal.phase, deal.pending, legal(deal)) == ("moon", (0,), ["declare old", "declare new"])
    assert why(deal, "declare old", 1) == ("moon", "It is not the turn of seat 1.")
    done(deal, "declare new")
    assert (deal.over, deal.settle().delta) == (True, (-26, 0, 0, 0))
    assert played(small(**SHOOTING), [*HANDS[1:], HANDS[0]]).over, "nobody took everything"


@pytest.mark.parametrize("claims", [False, True])
def test_a_revoke_that_is_claimed_leaves_no_choice_and_one_that_is_not_does(claims: bool) -> None:
    """Seat 1 throws a club on the ace of hearts, and shows the two of hearts in the next trick."""
    rules = small(**SHOOTING, revoke={"allowed": True}, revoke_claim={"stops": False}, revoke_forfeit={})
    hands = [SUITS[0].replace("2H", "2C"), SUITS[1].replace("2C", "2H"), *SUITS[2:]]
    deal = done(rules.deal(hands=hands, dealer=3), "AH, AC, AD, QS, KH, 2H, KD, KS")
    if claims:
        done(deal, "0: claim revoke 1")
    while deal.phase == "play":
        deal.act(
            next(card for card in legal(deal) if card[-1] != "C" or len(deal.hands[0]) == 1 or deal.to_act)
        )
    assert deal.over is claims
    assert deal.pending == (() if claims else (0,))


def test_of_two_partners_who_took_everything_the_first_says_how_it_counts() -> None:
    rules = small(partners={}, **SHOOTING)
    deal = played(rules, SUITS)
    assert deal.pending == (0,)
    assert done(deal, "declare old").settle().delta == (0, 26, 0, 26)


# -- a promise ------------------------------------------------------------------------------------------------------

PLEDGE: Game = {
    "course": {"phases": ["pledge", "play"]}, **HEARTS,
    "pledge": {"cards": "H", "said": "no-hearts", "kept": -5, "broken": 10},
}  # fmt: skip


def test_each_in_turn_may_promise_to_take_no_hearts() -> None:
    deal = small(**PLEDGE).deal(hands=HANDS, dealer=1)
    assert (deal.pending, legal(deal), prompt(deal)) == (
        (2,),
        ["declare no-hearts", "pass"],
        "Promise no hearts, or pass.",
    )
    assert why(deal, "bid 5") == ("pledge", "Expected 'declare no-hearts' or 'pass'.")
    assert [deal.to_act, done(deal, "declare no-hearts").to_act, done(deal, "pass").to_act] == [2, 3, 0]
    done(deal, "declare no-hearts, pass")
    assert (deal.phase, state_of(deal).facts["declared"]) == ("play", {"pledged": (2, 0)})
    assert why(deal, "declare no-hearts") == ("pledge", "The time for promises is over.")


def test_a_promise_kept_takes_five_off_and_one_broken_adds_ten() -> None:
    rules = small(**PLEDGE)
    kept = paid(rules, captured=SPREAD, declared={"pledged": [0, 1]})
    assert (kept.delta, kept.said[1]) == ([8, 13, 7, 3], "Pledges kept and broken")
    assert paid(rules, captured=SPREAD).said == ["Cards captured"]
    assert paid(rules, void="misdeal", declared={"pledged": [0]}).said == []


def test_a_promise_counts_for_nothing_after_a_revoke_or_where_a_slam_leaves_nobody_a_score() -> None:
    revoked = paid(
        small(revoke={"allowed": True}, **PLEDGE),
        captured=SPREAD, declared={"pledged": [0, 1]}, breaches=[{"seat": 1, "trick": 1}],
    )  # fmt: skip
    assert (revoked.delta, revoked.said) == ([0] * 4, [])
    everything = [" ".join(SPREAD), "", "", ""]
    rules = small(**{**HEARTS, "moon": {"effect": "void"}, **PLEDGE})
    slam = paid(rules, captured=everything, declared={"pledged": [0, 1]})
    assert (slam.delta, slam.said) == ([0] * 4, ["Cards captured", "All penalty cards: nobody scores"])


# -- an undertaking -------------------------------------------------------------------------------------------------

CAPOT: Game = {
    "course": {"phases": ["announce", "play"]}, **HEARTS,
    "undertaking": {"said": "capot", "title": "Capot", "takes": "tricks"},
    "undertaking_score": {"contract": "capot", "made": 30, "lost": 40},
}  # fmt: skip


def test_one_announcement_closes_the_time_for_announcing() -> None:
    deal = small(**CAPOT).deal(hands=HANDS, dealer=1)
    assert (deal.pending, legal(deal)) == ((2,), ["declare capot", "pass"])
    assert prompt(deal) == "Announce a capot (all the tricks), or pass."
    assert why(deal, "bid capot") == ("undertaking", "Expected 'declare capot' or 'pass'.")
    assert done(deal, "pass").pending == (3,)
    assert done(deal.copy(), "pass, pass, pass").declarer is None
    done(deal, "declare capot")
    assert (deal.phase, deal.declarer, deal.contract) == ("play", 3, "capot")


def test_it_may_be_bid_and_the_dealer_be_the_first_to_speak() -> None:
    bid = {**CAPOT["undertaking"], "verb": "bid", "first": "dealer"}
    deal = small(**{**CAPOT, "undertaking": bid}).deal(hands=HANDS, dealer=1)
    assert (deal.pending, legal(deal)) == ((1,), ["bid capot", "pass"])
    assert prompt(deal) == "Bid a capot (all the tricks), or pass."
    done(deal, "bid capot")
    assert (deal.phase, deal.declarer, deal.contract) == ("play", 1, "capot")


@pytest.mark.parametrize(
    ("tricks", "delta", "said"),
    [([0, 0, 13, 0], [30, 30, 0, 30], ["Cards captured", "Capot made", "30 to each opponent, in place of the cards captured"]),
     ([0, 1, 12, 0], [0, 0, 40, 0], ["Cards captured", "Capot lost", "40 to the declarer, in place of the cards captured"])],
)  # fmt: skip
def test_a_capot_is_scored_in_place_of_the_cards(
    tricks: list[int], delta: list[int], said: list[str]
) -> None:
    found = paid(small(**CAPOT), contract="capot", declarer=2, points=[0, 0, 26, 0], tricks=tricks)
    assert found == (delta, {}, said)
    assert paid(small(**CAPOT), points=[0, 0, 26, 0], tricks=tricks).said == ["Cards captured"]


def test_a_lost_capot_may_leave_the_cards_to_be_scored() -> None:
    score = {"contract": "capot", "made": 30, "charge": "cards"}
    rules = small(**{**CAPOT, "undertaking_score": score})
    made = paid(rules, contract="capot", declarer=2, points=[0, 0, 26, 0], tricks=[0, 0, 13, 0])
    lost = paid(rules, contract="capot", declarer=2, points=[3, 0, 23, 0], tricks=[1, 0, 12, 0])
    assert made.delta == [30, 30, 0, 30]
    assert (lost.delta, lost.said) == ([3, 0, 23, 0], ["Cards captured", "Capot lost"])


def test_partners_share_the_lot_of_a_capot() -> None:
    rules = small(partners={}, **CAPOT)
    both = paid(rules, contract="capot", declarer=2, points=[13, 0, 13, 0], tricks=[6, 0, 7, 0])
    assert both.delta == [0, 30, 0, 30]
    lost = paid(rules, contract="capot", declarer=2, points=[13, 0, 13, 0], tricks=[6, 1, 6, 0])
    assert lost.delta == [40, 0, 40, 0]


@pytest.mark.parametrize(
    ("facts", "made"),
    [({"points": [26, 0, 0, 0]}, True), ({"points": [25, 1, 0, 0]}, False),
     ({"captured": [" ".join(SPREAD), "", "", ""]}, True), ({"captured": SPREAD}, False)],
)  # fmt: skip
def test_all_the_penalty_cards_may_be_undertaken(facts: dict[str, Any], made: bool) -> None:
    taking = {"said": "capot", "title": "Capot", "takes": "penalties"}
    rules = small(**{**CAPOT, "undertaking": taking})
    found = paid(rules, contract="capot", declarer=0, **facts)
    assert found.delta == ([0, 30, 30, 30] if made else [40, 0, 0, 0])


SHARED: Game = {
    "course": {"phases": ["announce", "call", "play"]}, **HEARTS,
    "undertaking": {"said": "slam", "title": "Slam", "takes": "penalties", "helped": True},
    "called_partner": {"card": "AS"}, "undertaking_test": {}, "undertaking_made": {"points": 30}, "undertaking_lost": {},
}  # fmt: skip


@pytest.mark.parametrize(
    ("others", "partner", "points", "delta"),
    [({}, 0, [13, 0, 13, 0], [30, 0, 30, 0]), ({}, None, [0, 0, 26, 0], [0, 0, 30, 0]),
     ({}, 0, [13, 1, 12, 0], [25, 1, 25, 0]), ({}, None, [13, 1, 12, 0], [13, 1, 12, 0]),
     ({"undertaking_made": {"points": 30, "to": "shared"}}, 0, [13, 0, 13, 0], [15, 0, 15, 0]),
     ({"undertaking_made": {"points": 30, "to": "shared"}}, None, [0, 0, 26, 0], [0, 0, 30, 0]),
     ({"undertaking_lost": {"charge": "fine", "fine": 20}}, 0, [13, 1, 12, 0], [20, 1, 20, 0])],
)  # fmt: skip
def test_a_slam_that_two_undertake_counts_for_both(
    others: Game, partner: int | None, points: list[int], delta: list[int]
) -> None:
    rules = small(**{**SHARED, **others})
    found = paid(rules, contract="slam", declarer=2, partner=partner, points=points)
    assert found.delta == delta
    side = [2] if partner is None else [2, partner]
    made = sum(points[seat] for seat in side) == 26
    assert found.said[1] == f"Slam {'made' if made else 'lost'}"
    assert paid(rules, points=points).delta == points


def test_a_slam_counts_for_nothing_in_a_deal_that_is_void_or_after_a_revoke() -> None:
    rules = small(revoke={"allowed": True}, **SHARED)
    assert paid(rules, contract="slam", declarer=2, void="misdeal").said == []
    revoked = paid(
        rules, contract="slam", declarer=2, points=[0, 0, 26, 0], breaches=[{"seat": 1, "trick": 1}]
    )
    assert revoked.said == []


def facts(rules: Rules, contract: str) -> dict[str, Any]:
    """Return the properties of a contract, except its name and its clause."""
    names = ("rank", "tricks", "exactly", "trump", "discard", "exposed", "partner", "takes")
    return {name: getattr(rules.contracts[contract], name) for name in names}


def test_an_undertaking_is_a_contract_that_is_no_bid() -> None:
    bids: Game = {"auction": {}, "number_contracts": {"least": 5, "most": 5}, "ladder": {}}
    plain = {"rank": 0, "tricks": 0, "exactly": False, "trump": "none", "discard": 0, "exposed": False}
    rules = small(**{**CAPOT, "course": {"phases": ["auction", "announce", "play"]}, **bids})
    assert [bid.text for bid in rules.plan.bidding.bids] == ["5C", "5D", "5S", "5H"]
    assert facts(rules, "capot") == {**plain, "partner": False, "takes": "tricks"}
    assert facts(small(**SHARED), "slam") == {**plain, "partner": True, "takes": "penalties"}


def test_a_game_without_a_trump_suit_is_a_contract_that_is_no_bid() -> None:
    named: Game = {"auction": {}, "bids": {"least": 50, "most": 60}, "name_trump": {}}
    rules = small(
        course={"phases": ["auction", "trump", "play"]},
        **named,
        no_trump_call={"call": "high", "title": "High"},
    )
    assert facts(rules, "high") == {
        "rank": 0, "tricks": 0, "exactly": False, "trump": "none", "discard": 0, "exposed": False, "partner": False,
        "takes": "",
    }  # fmt: skip
    deal = done(rules.deal(hands=HANDS, dealer=3), "bid 50, pass, pass, pass")
    assert legal(deal) == ["trump C", "trump D", "trump S", "trump H", "trump high"]
    assert prompt(deal) == "Name the trump, or play without one."
    assert (done(deal, "trump high").contract, deal.trump) == ("high", "")


# -- a partner by a card --------------------------------------------------------------------------------------------

CALLED: Game = {
    "course": {"phases": ["auction", "call", "play"]}, "auction": {}, "bids": {"least": 50, "most": 60}, "outbid": {},
    "pass_final": {}, "follow": {},
}  # fmt: skip
BY_0, BY_3 = "bid 50, pass, pass, pass", "pass, pass, pass, bid 50"


def called(actions: str, **call: Any) -> Deal:
    return done(small(**CALLED, called_partner=call).deal(hands=HANDS, dealer=3), actions)


def known_to(deal: Deal) -> list[int | None]:
    """Return the partner as far as each seat knows."""
    seen = state_of(deal).plan.course.partner_seen
    assert seen is not None
    return [seen(state_of(deal), seat) for seat in range(4)]


def test_the_holder_of_the_ace_of_spades_is_the_partner_and_nobody_else_knows_until_it_falls() -> None:
    deal = called(BY_3, card="AS")
    assert (deal.phase, deal.declarer, deal.partner, known_to(deal)) == (
        "play",
        3,
        None,
        [0, None, None, None],
    )
    done(deal, "KS, 4S, 7S, JS")
    assert known_to(deal) == [0, None, None, None]
    done(deal, "AS")
    assert known_to(deal) == [0, 0, 0, 0]
    done(deal, "3S, 6S, TS")
    assert deal.partner == 0
    said = "Nobody calls a card: the holder of AS is the partner."
    assert why(deal, "call AS") == ("called-partner", said)


def test_a_declarer_who_holds_it_himself_plays_alone_or_calls_another_card() -> None:
    assert (called(BY_0, card="AS").phase, known_to(called(BY_0, card="AS"))) == ("play", [None] * 4)
    deal = called(BY_0, card="AS", own="call")
    assert (deal.phase, deal.pending) == ("call", (0,))
    assert prompt(deal) == "Call a card: whoever holds it is your partner."
    assert why(deal, "call 2C") == ("called-partner", "Expected 'call' and a card of another hand.")
    done(deal, "call TC")
    assert (deal.phase, known_to(deal)) == ("play", [None, None, 2, None])
    assert called(BY_3, card="AS", own="call").phase == "play"


def test_the_declarer_may_call_a_card_of_his_own_where_that_is_allowed() -> None:
    own = called(BY_0, among="A K", own_too=True)
    assert legal(own) == [
        "call KC",
        "call AC",
        "call KD",
        "call AD",
        "call KS",
        "call AS",
        "call KH",
        "call AH",
    ]
    assert (
        prompt(own)
        == "Call a card: whoever holds it is your partner. Call one that you hold, and you play alone."
    )
    assert why(own, "call 2C") == ("called-partner", "Expected 'call' and a card.")
    assert known_to(done(own, "call AC")) == [None] * 4
    aside = called(BY_0, among="A K", own_too=True, aside_too=True)
    assert prompt(aside).endswith("Call one that you hold, and you play alone."), "nothing is laid aside here"
    other = called(BY_3, among="A K", own_too=True)
    assert prompt(other) == "Call a card: whoever holds it is your partner."
    assert known_to(done(other, "call AC")) == [0, None, None, None]
    assert why(other, "call AC") == ("called-partner", "A card has been called.")
