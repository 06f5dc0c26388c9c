"""Cards, facts and ledgers that do not fit a rule set are refused; the message gives the input and what was expected.

Every such refusal in the engine is tested here or by a case of a record: a new one that is not tested fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import pytest

import whister
from tests.engine.guards import guards, reached
from whister import Deal, DealError, Rules, cases
from whister.bots import choose
from whister.deal.public import state_of
from whister.errors import WhisterError
from whister.links.deal_record import DealRecord
from whister.players import player
from whister.players.endings import solve
from whister.players.endings.walked import _legal as legal_in_ending
from whister.players.endings.walked import besides_cards
from whister.players.hints import advise
from whister.players.protocol import ask
from whister.players.seated import play
from whister.players.strengths import strength
from whister.players.turning_points import review
from whister.rules import Session
from whister.table import advising, game


class Bad(NamedTuple):
    """A call that a rule set refuses, and the words of the refusal."""

    rule_set: str
    ask: Callable[[Rules], object]
    says: str
    options: dict[str, Any] = {}  # noqa: RUF012  # never changed


HANDS = [" ".join(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "CDSH"]
SPENT = {"points": [13, 0, 0, 0]}


PACK = " ".join(HANDS)
THREE: Any = 3
MISSPELT: Any = {"sed": 2}


def recorded(deal: Deal) -> str:
    return str(DealRecord.of(deal))


def ended(rules: Rules) -> Session:
    """Return a session whose last deal is settled."""
    session = rules.session("1", ledger=rules.ledger(totals=[99, 99, 99, 99]))
    while not session.over:
        while not session.deal.over:
            session.deal.act(session.deal.legal()[0])
        session.advance()
    return session


def within_itself() -> Any:
    endless: list[Any] = []
    endless.append(endless)
    return endless


CARDS = [
    Bad("hearts/modern", lambda r: r.deal(), "a deal needs a seed, hands, or a pack in order"),
    Bad("hearts/modern", lambda r: r.deal(1, pack="2C"), "expected a seed, hands or a pack; give only one of them"),
    Bad("hearts/modern", lambda r: r.deal(hands=HANDS, cuts=[3]), "cuts: given with hands already dealt; give them with a pack"),
    Bad("hearts/modern", lambda r: r.deal(1, widow="2C"), "the widow: give it only with hands; a dealt pack has its own"),
    Bad("hearts/modern", lambda r: r.deal(1, **MISSPELT), "deal: 'sed' is not known; expected one of cuts, dealer"),
    Bad("hearts/modern", lambda r: r.deal(cast("Any", 1.5)), "seed: expected text or a whole number, got 1.5"),
    Bad("hearts/modern", lambda r: r.deal("\ud800"), "seed: expected text that can be written in UTF-8"),
    Bad("hearts/modern", lambda r: r.deal(10**5000), "seed: expected a whole number of at most"),
    Bad("hearts/modern", lambda r: r.deal("a" * 5000), "seed: expected text of 1 to"),
    Bad("hearts/modern", lambda r: r.deal(pack="2C"), "pack: expected the 52 cards of hearts/modern; got 1"),
    Bad("boston/american", lambda r: r.deal(1, cuts=[3] * 5), "cuts: at most 4, in turn from the dealer's left; got 5 [boston/american#cutting]"),
    Bad("boston/nantes", lambda r: r.deal(1, cuts=[3, 3]), "cuts: at most 1; got 2 [boston/nantes#"),
    Bad("boston/american", lambda r: r.deal(1, cuts=[52]), "cuts: expected 1 to 51 cards in each cut, got 52"),
    Bad("hearts/modern", lambda r: r.deal(hands=HANDS[:3]), "hands: expected 4 hands, one for each seat; got 3"),
    Bad("hearts/modern", lambda r: r.deal(hands=[*HANDS[:3], "2H"]), "the hand of seat 3: expected 13 cards, got 1"),
    Bad("rook/tournament", lambda r: r.deal(hands=r.deal(1).hands, widow=r.deal(1).widow[:1]), "the widow: expected 5 cards, got 1 ["),
    Bad("hearts/modern", lambda r: r.first_dealer("2C 3C"), "does not say who deals first; give the dealer"),
    Bad("boston/american", lambda r: r.first_dealer(), "expected the cards that are cut, or a seed; give one of them"),
    Bad("boston/american", lambda r: r.first_dealer("2C 3C 4C"), "cards: there is no card for seat 3; expected 4 cards in this round"),
    Bad("boston/american", lambda r: r.first_dealer("2C 3C 4C 5C 6C"), "cards: seat 0 deals, so nobody cuts 6C"),
    Bad("boston/nantes", lambda r: r.first_dealer("2C 3C"), "cards: JD is not among those dealt out; the player who receives it becomes the dealer"),
    Bad("boston/american", lambda r: r.deal(pack=PACK), "still: the second pack is cut for the turn-up; give it in order, or give a seed"),
    Bad("boston/american", lambda r: r.deal(pack=PACK, still=PACK), "still_cut: the still pack must be cut; expected 1 to 51 cards taken off its top, got None"),
    Bad("boston/american", lambda r: r.deal(pack=PACK, still=PACK, still_cut=52), "still_cut: the still pack must be cut; expected 1 to 51 cards taken off its top, got 52"),
    Bad("boston/american", lambda r: r.deal(hands=HANDS), "turned: a card is turned up here; expected one card, got 0"),
    Bad("hearts/knaves", lambda r: r.deal(hands=r.deal(1).hands, turned="2C 3C"), "turned: a card is turned up here; expected one card, got 2"),
    Bad("hearts/modern", lambda r: replace(DealRecord.of(r.deal(1)), hands=("2C",)).opening(), "hands: expected 4, one for each seat in order of play; got 1"),
]  # fmt: skip

LEDGERS = [
    Bad("hearts/modern", lambda r: game.next_deal(game.Game("1"), "c1~hearts/black-lady~first-trick~BLD-3"), "This is a case of a rule; no other deal follows it."),
    Bad("hearts/modern", lambda r: game.next_deal(game.Game("1"), recorded(r.deal(1))), "the deal is not over; play it to its end before the next one"),
    Bad("hearts/modern", lambda r: game.next_deal(game.Game("1"), recorded(ended(r).deal)), "the game is over; start another to deal again"),
    Bad("hearts/modern", lambda r: r.ledger(number=0), "number: deals are counted from 1: expected a whole number from 1, got 0"),
    Bad("hearts/modern", lambda r: r.ledger(dealer=4), "dealer: expected a seat from 0 to 3, got 4"),
    Bad("rook/two-1914", lambda r: r.ledger(dealer=2), "dealer: nobody sits in seat 2; its hand is the dummy"),
    Bad("hearts/modern", lambda r: r.ledger(totals=7), "totals: expected 4 amounts, one for each seat, got 7"),
    Bad("hearts/modern", lambda r: r.ledger(totals=[1, 2]), "totals: expected 4 amounts, one for each seat; got 2"),
    Bad("hearts/auction", lambda r: r.ledger(last_declarer=[0] * 5000), "last_declarer: expected a list of seats, at most"),
    Bad("hearts/auction", lambda r: r.deal(1, ledger=r.ledger()._replace(pools=cast("Any", 5))), "expected the chips in each pool, by its name, got 5"),
    Bad("hearts/auction", lambda r: r.deal(1, ledger=r.ledger()._replace(order=cast("Any", "2C"))), "ledger, order: expected cards, each in text, got '2C'"),
    Bad("hearts/auction", lambda r: r.deal(1, ledger=r.ledger()._replace(pools={"quinola": 5})), "ledger, pools: expected one of pool, got 'quinola'"),
    Bad("hearts/modern", lambda r: r.deal(1, ledger=r.ledger()._replace(standing="jack")), "ledger, standing: expected one of no marks, got 'jack'"),
    Bad("hearts/auction", lambda r: r.deal(1, ledger=r.ledger()._replace(first_turn="X")), "ledger, first_turn: expected one of C, D, S, H, got 'X'"),
    Bad("hearts/auction", lambda r: r.deal(1, ledger=r.ledger()._replace(pools=within_itself())), "ledger, pools: expected the chips in each pool, by its name, got [[["),
    Bad("hearts/auction", lambda r: r.ledger(pool={"a b": 1}), "pool: expected names made of letters and hyphens, got 'a b'"),
    Bad("hearts/modern", lambda r: r.ledger(standing="jack"), "standing: expected one of no marks, got 'jack'"),
    Bad("hearts/modern", lambda r: r.deal(1, ledger=cast("Any", 5)), "ledger: expected a Ledger, as rules.ledger() makes it, got 5"),
    Bad("hearts/modern", lambda r: r.deal(1, ledger=r.vary(3).ledger()), "ledger: it has 3 seats, but 4 play"),
    Bad("hearts/modern", lambda r: r.settle(r.outcome(**SPENT), r.vary(3).ledger()), "ledger: it has 3 seats, but 4 play"),
    Bad("hearts/modern", lambda r: r.vary(3).settle(r.outcome(**SPENT)), "outcome, captured: expected the cards of each of 3 seats, got ((), (), (), ())"),
    Bad("hearts/modern", lambda r: r.settle(r.outcome(**SPENT)._replace(contract="solo")), "outcome, contract: expected one of none, got 'solo'"),
    Bad("hearts/chasse-coeur", lambda r: r.settle(r.outcome(points=[64, 0, 0, 0], declarer=0, contract="generale")._replace(declarer=None)), "contract: given without a declarer; give the declarer of 'generale' too"),
    Bad("boston/mariland", lambda r: r.settle(r.outcome(tricks=[5, 3, 3, 2], declarer=0, contract="5H")._replace(contract=cast("Any", {}))), "outcome, contract: expected text, got {}"),
    Bad("hearts/modern", lambda r: r.settle(r.outcome(**SPENT)._replace(declared=cast("Any", 5))), "outcome, declared: expected a table, got 5"),
    Bad("hearts/modern", lambda r: r.settle(r.outcome(**SPENT)._replace(tricks=(13,))), "outcome, tricks: expected one number for each of 4 seats, got (13,)"),
    Bad("hearts/modern", lambda r: r.settle(cast("Any", "7")), "settle: expected Outcome, got '7'"),
    Bad("hearts/modern", lambda r: r.vary(5).settle(cast("Any", None)), "settle: expected Outcome, got None"),
    Bad("hearts/modern", lambda r: choose(r.deal(1).view(3)), "choose: seat 3 has nothing to do in this view; seat 0 is to act"),
    Bad("hearts/modern", lambda r: choose(ended(r).deal.view(3)), "choose: seat 3 has nothing to do in this view; the deal is over"),
    Bad("hearts/modern", lambda r: r.deal(1).outcome, "the deal is not over: it is in the phase 'play'"),
    Bad("hearts/modern", lambda r: r.session("1").settle(), "the deal is not over: it is in the phase 'play'"),
    Bad("hearts/modern", lambda r: ended(r).advance(), "the game is over; start another to deal again"),
]  # fmt: skip

POSITIONS = [
    Bad("hearts/modern", lambda r: r.deal(1).play_out(cast("Any", 1)), "play_out, chance: expected a random.Random, got 1"),
    Bad("hearts/modern", lambda r: r.deal(1).play_out(Random(1), cast("Any", 1)), "play_out, weights: expected whister.Weights, got 1"),
    Bad("hearts/modern", lambda r: r.deal(1).play_out(Random(1), choose=cast("Any", 1)), "play_out, choose: expected a function that takes the deal and its legal actions, got 1"),
    Bad("hearts/modern", lambda r: whister.Weights(cast("Any", 1)), "weights, lead: expected a mapping of cards to numbers, got 1"),
    Bad("hearts/modern", lambda r: whister.Weights(follow=cast("Any", {1: 1})), "weights, follow: expected a card, a rank or a suit, got 1"),
    Bad("hearts/modern", lambda r: r.position(hand="3D KH", led="2C").play_out(Random(1)), "the deal cannot be played out: nothing may be done in the phase 'play'"),
    Bad("hearts/modern", lambda r: r.position(HANDS, hand="2C"), "position: expected the hand of the seat to act or all the hands; give only one of them"),
    Bad("hearts/modern", lambda r: r.position(hand="2C", led="3C 4C 5C 6C"), "led: expected at most 3 cards, got 4"),
    Bad("hearts/modern", lambda r: r.position(hand="2C", led="3C", leader=0, seat=2), "seat 0 led, so card 2 of the trick is played by seat 1, not seat 2"),
    Bad("hearts/modern", lambda r: r.position(hand="2C", trump=5), "trump: expected text, got 5"),
    Bad("hearts/modern", lambda r: r.position(hand="2C", contract="solo"), "contract: 'solo' is not known; none is played here"),
    Bad("hearts/modern", lambda r: r.position(hand="2C", trick=0), "trick: expected a whole number from 1 to 13, got 0"),
]  # fmt: skip

SHARED = [3, 3, 3, 4]
AUCTION: dict[str, Any] = {"declared": {"suit": "S"}, "declarer": 0, "bid": 4, "points": [0, 6, 6, 1]}
JOKER: dict[str, Any] = {"card": "JK", "by": 0, "how": "placed", "to": 1, "trick": 3}
PARTY: dict[str, Any] = {"points": [10, 10, 10, 9], "tricks": [2, 3, 3, 3]}


def facts(rule_set: str, says: str, options: Mapping[str, Any] = MappingProxyType({}), **given: Any) -> Bad:
    """Return facts entered by hand that are refused, either at once or at the settlement."""
    return Bad(rule_set, lambda r: r.settle(r.outcome(**given)), says, dict(options))


VOID = [
    facts("hearts/modern", "outcome: 'point' is not known; expected one of bid, breaches", point=[13, 0, 0, 0]),
    facts("hearts/modern", "outcome, void: expected text, got 5", void=5),
    facts("hearts/modern", "outcome, void: expected one of misdeal, got 'all-pass'", void="all-pass"),
    facts("boston/fontainebleau", "outcome, void: expected one of misdeal, all-pass, got 'Misdeal'", void="Misdeal"),
    facts("boston/fontainebleau", "outcome, void: all passed, so there was no declarer; leave 'declarer' out", void="all-pass", declarer=0, contract="5H"),
]  # fmt: skip

CONTRACTS = [
    facts("boston/fontainebleau", "outcome, partner: given without a declarer; give the declarer too", partner=1, tricks=SHARED),
    facts("boston/hoyle", "outcome, trump: expected one of C, D, S, H, got 'X'", tricks=SHARED, trump="X"),
    facts("hearts/modern", "outcome, contract: there are no contracts here; got 'solo'", points=[13, 0, 0, 0], contract="solo"),
    facts("hearts/chasse-coeur", "contract: given without a declarer; give the declarer of 'generale' too", points=[64, 0, 0, 0], contract="generale"),
    facts("boston/american", "outcome, contract: '5X' is not one of all-pass, five", contract="5X"),
    facts("boston/american", "outcome, contract: a declarer needs a contract", declarer=0, tricks=SHARED),
    facts("boston/american", "nobody announces 'all-pass'; it is played without a declarer", declarer=0, contract="all-pass", tricks=SHARED),
    facts("boston/fontainebleau", "five is announced with its suit, such as ", declarer=0, contract="five", tricks=SHARED),
    facts("boston/fontainebleau", "outcome, trump: the contract '5H' is played with 'H' as trump, got 'C'", declarer=0, contract="5H", trump="C", tricks=SHARED),
    facts("boston/hoyle", "outcome: a deal that is played has a declarer", tricks=SHARED),
    facts("boston/fontainebleau", "outcome, trump: 'little-misere' is played without trumps; got 'H'", declarer=0, contract="little-misere", trump="H", tricks=SHARED),
    facts("boston/fontainebleau", "outcome, partner: nobody is their own partner; seat 0 is the declarer", declarer=0, partner=0, contract="5H", tricks=SHARED),
    facts("boston/fontainebleau", "is not played by seats (0, 1) together", declarer=0, partner=1, contract="little-misere", tricks=[3, 3, 3, 3]),
    facts("boston/hoyle", "six is played with a trump suit; give it, such as 'H'", declarer=0, contract="six", tricks=[8, 2, 2, 1]),
    facts("hearts/modern", "outcome, partner: no declarer chooses a partner here; got 1. hearts/modern takes captured, points, tricks, void", points=[13, 0, 0, 0], partner=1),
]  # fmt: skip

BIDS = [
    facts("hearts/auction", "outcome, bid: expected one of 1 to 300, got 500", **{**AUCTION, "bid": 500}),
    facts("hearts/auction", "outcome, bid: the declarer bid something; give it", **{**AUCTION, "bid": 0}),
    facts("hearts/auction", "outcome, bid: given without a declarer; give the declarer too", bid=4, void="misdeal"),
    facts("rook/tournament", "expected a declarer and a bid, such as declarer=0, bid=70", points=[60, 60, 0, 0]),
    facts("rook/tournament", "outcome, bid: expected a whole number from 0, got -1", points=[60, 60, 0, 0], declarer=0, bid=-1),
    facts("rook/tournament", "expected a declarer and a bid, such as declarer=0, bid=70", points=[60, 60, 0, 0], declarer=1),
    facts("rook/tournament", "expected a declarer and a bid, such as declarer=0, bid=70", points=[60, 60, 0, 0], bid=70),
]  # fmt: skip

HONOURS = [
    facts("boston/fontainebleau", "a single number is the declaring side's count; give the declarer", honours=3, tricks=SHARED),
    facts("boston/fontainebleau", "give either 'honours' or 'honours_counted', not both", declarer=0, contract="5H", honours=3, honours_counted=2, tricks=SHARED),
    facts("boston/fontainebleau", "honours_counted: expected what honours count here, one of 0, 2, 4, got 3", declarer=0, contract="5H", honours_counted=3, tricks=SHARED),
    facts("boston/fontainebleau", "outcome, honours: there are 4 honours in all; got [5, 0, 0, 0]", declarer=0, contract="5H", honours=[5, 0, 0, 0], tricks=SHARED),
]  # fmt: skip

CAPTURED = [
    facts("hearts/modern", "this rule set counts the cards captured; give 'captured' or 'points'"),
    facts("hearts/modern", "every scoring card must be captured; missing: 2H", captured=["3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""]),
    facts("hearts/modern", "outcome, captured: seat 0 has 13 cards; one trick holds four cards [hearts/modern#trick]", captured=["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "", "", ""], tricks=[1, 4, 4, 4]),
    facts("hearts/modern", "outcome, captured: seat 2 has 13 cards; one trick holds four cards [hearts/modern#trick]", captured=["", "", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", ""], tricks=[4, 4, 1, 4]),
    facts("hearts/eagle-1", "particular cards count here, and points do not show which were captured; give 'captured'", {"eagle_lowest_by": "count"}, points=[50, 30, 14, 10]),
    facts("hearts/black-jack-1909", "particular cards count here, and points do not show which were captured; give 'captured'", {"bj_clear": True}, points=[23, 0, 0, 0]),
    facts("hearts/black-lady", "one player has all the points, and points do not show the other cards that count; give 'captured'", {"jd_needed_for_moon": True, "jd_bonus": "JD"}, points=[26, 0, 0, 0]),
    facts("hearts/reversis-hoyle", "outcome, captured: 2C was laid out before the play", captured=["JH 2C", "", "", ""], declared={"laid_aside": ["JH", "2C", "2D", "2S"]}),
    facts("hearts/reversis-hoyle", "outcome, captured: JH was laid out before the play", captured=["JH", "", "", ""], declared={"laid_aside": ["JH", "2C", "2D", "2S"]}),
]  # fmt: skip

POINTS = [
    facts("hearts/modern", "outcome, points: expected at most 13, all that the pack holds; got 14", points=[14, 0, 0, 0]),
    facts("hearts/modern", "expected all 13 of the pack, got 12", points=[12, 0, 0, 0]),
    facts("hearts/modern", "outcome, points, seat 1: expected a whole number from 0, got -1", points=[14, -1, 0, 0]),
    facts("rook/tournament", "outcome, points: the 61 of seat 0 cannot be made up from the cards, each captured once; the pack has one card of 20, eight cards of 10, four cards of 5 [rook/tournament#counters]; got [61, 59, 0, 0]", points=[61, 59, 0, 0], declarer=0, bid=100),
    facts("hearts/black-lady", "outcome, points: these cannot be made up from the cards, each captured once; the pack has one card of 13, 13 cards of 1 [hearts/black-lady#values]; got [7, 7, 6, 6]", points=[7, 7, 6, 6]),
    facts("rook/two-1914", "outcome, points: the 12 of seat 1", points=[50, 12, 30], declarer=0, bid=50),
    facts("hearts/modern", "outcome, points: seat 0 has 13; two tricks hold eight cards, which come to 8 at most [hearts/modern#trick]", points=[13, 0, 0, 0], tricks=[2, 4, 4, 3]),
    facts("rook/two-1914", "that nobody takes can hold", declarer=0, bid=50, points=[10, 0, 0]),
    facts("hearts/modern", "outcome, points: got [0, 13, 0, 0], and the cards captured are worth [13, 0, 0, 0]; give one of the two", points=[0, 13, 0, 0], captured=[[f"{rank}H" for rank in "23456789TJQKA"], [], [], []]),
]  # fmt: skip

TRICKS = [
    facts("hearts/modern", "outcome, tricks, seat 0: expected a whole number from 0, got -1", points=[13, 0, 0, 0], tricks=[-1, 14, 0, 0]),
    facts("hearts/modern", "outcome, tricks: expected 13 in all, got 14", points=[13, 0, 0, 0], tricks=[14, 0, 0, 0]),
    facts("rook/tournament", "outcome, tricks: seats 0 and 1 captured more than their tricks hold; one seat alone has the nest besides [rook/tournament#nest]", captured=["R5 Y5 G5 B5 R10", "R14 Y14 G14 B14 ROOK", "Y10 G10 B10", ""], tricks=[1, 1, 7, 0], declarer=0, bid=100),
    facts("hearts/modern", "outcome, tricks: seat 0 captured cards but won no trick", points=[13, 0, 0, 0], tricks=[0, 13, 0, 0]),
    facts("hearts/partnership-slam", "an undertaking to win every trick cannot be settled without 'tricks'; give them", captured=["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS", "JD", "", ""], declarer=0, contract="slam"),
    facts("hearts/reversis-hoyle", "the settlement depends on whether the free hand won a trick; give 'tricks'", {"espagnolette": True}, points=[10, 10, 10, 10], declared={"laid_aside": ["2H", "2C", "2D", "2S"], "free_hand": [0]}),
    facts("boston/fontainebleau", "outcome, tricks: this rule set settles by tricks; give each seat's", declarer=0, contract="5H"),
    facts("rook/regular", "outcome, tricks: this rule set settles by tricks; give each seat's", declarer=0, bid=100, points=[80, 20, 0, 0]),
    facts("rook/three-1914", "outcome, tricks: this rule set settles by tricks; give each seat's", declarer=0, bid=100, points=[90, 10, 0]),
    facts("hearts/reversis", "outcome, tricks: this rule set settles by tricks; give each seat's", points=[1, 2, 0, 0]),
]  # fmt: skip

REVOKES = [
    facts("boston/fontainebleau", "outcome, stopped: only a revoke ends the play early; give the revoke in 'breaches'", {"early_stop": "no"}, tricks=[5, 0, 0, 0], declarer=0, contract="5H", stopped=True),
    facts("boston/fontainebleau", "outcome, stopped: only a revoke or a trick too many for the contract ends the play", {"early_stop": "on-decided-misere"}, tricks=[5, 0, 0, 0], declarer=0, contract="5H", stopped=True),
    facts("hearts/hearts-1887", "outcome, stopped: only a revoke ends the play early; give the revoke in 'breaches'", {"revoke": "foster"}, points=[13, 0, 0, 0], stopped=True),
    facts("rook/tournament", "outcome, breaches, found_by: seat 0 revoked and cannot claim it; give another seat", points=[120, 0, 0, 0], declarer=0, bid=100, breaches=[{"seat": 0, "trick": 9, "found_by": 0}]),
    facts("rook/tournament", "outcome, stopped: expected true or false, got 1", stopped=1),
    facts("hearts/modern", "outcome, breaches: under these options no revoke can happen", points=[13, 0, 0, 0], breaches=[1]),
]  # fmt: skip

DECLARED = [
    facts("hearts/modern", "outcome, declared: expected a table, got 'old'", declared="old"),
    facts("hearts/black-lady", "outcome, declared, moon: expected one of old, new, got 'blue'", {"moon": "choice"}, points=[26, 0, 0, 0], declared={"moon": "blue"}),
    facts("hearts/black-lady", "outcome, declared: no clause in force leaves 'moon' open [hearts/black-lady#moon]; got 'new'; leave it out", points=[26, 0, 0, 0], declared={"moon": "new"}),
    facts("hearts/black-lady", "outcome, declared: 'pledge' is not known; expected none", points=[26, 0, 0, 0], declared={"pledge": [0]}),
    facts("hearts/auction", "this rule set counts a suit that is named; give it", points=[13, 0, 0, 0]),
    facts("hearts/gong-zhu", "outcome, declared, exposed: KS may not be exposed [hearts/gong-zhu#exposing]", captured=["AH KH QH JH", "TH 9H 8H 7H 6H 5H", "QS", ""], declared={"exposed": ["KS"]}),
    facts("hearts/reversis-hoyle", "won: expected 11 seats, one for each trick; got 2", declared={"won": [0, 1]}),
    facts("hearts/reversis-hoyle", "give the cards laid out, one for each seat", **PARTY),
    facts("rook/one-high-200", "say which seat won it", declarer=0, bid=180, points=[160, 20, 0, 0], declared={"last_trick": [0, 1]}),
    facts("boston/russian", "chicane: seat 1 is named twice", declarer=0, contract="5H", tricks=[5, 3, 3, 2], declared={"chicane": [1, 1]}),
    facts("boston/russian", "chicane: seat 1 cannot have declared it, since it was dealt trump honours", declarer=0, contract="5H", tricks=[5, 3, 3, 2], honours=[3, 1, 0, 0], declared={"chicane": [1]}),
    facts("rook/one-high-200", "outcome: the last trick is worth 20 points; say which seat won it, such as declared={'last_trick': [0]}", declarer=0, bid=180, points=[160, 20, 0, 0]),
    facts("rook/one-high-200", "last_trick: seat 1 won it, but no trick according to 'tricks'", points=[180, 0, 0, 0], declarer=0, bid=100, tricks=[13, 0, 0, 0], declared={"last_trick": [1]}),
    facts("hearts/reversis-hoyle", "won: seat 0 won 11 tricks there, but 2 according to 'tricks'", **PARTY, declared={"won": [0] * 11}),
]  # fmt: skip

SHOWN = [
    facts("hearts/joker-1897", "plays: expected tables of card, by, how, to and trick, got 5", declared={"plays": [5]}),
    facts("hearts/joker-1897", "outcome, declared, plays, trick: expected a whole number from 0 to 13, got -1", declared={"plays": [{**JOKER, "trick": -1}]}),
    facts("hearts/joker-1897", "outcome, declared, plays, trick: expected a whole number from 0 to 13, got 14", declared={"plays": [{**JOKER, "trick": 14}]}),
    facts("hearts/joker-1897", "JK: 'to' was given for a card that is led; leave it out", declared={"plays": [{**JOKER, "how": "led"}]}),
    facts("hearts/joker-1897", "JK: 'to' is missing; it says by whom it was won, a seat", declared={"plays": [{**JOKER, "to": None}]}),
    facts("hearts/reversis-hoyle", "JH: 'to' says who led; expected a seat other than 0", declared={"plays": [{**JOKER, "card": "JH", "how": "forced", "to": 0}]}),
    facts("hearts/joker-1897", "JK: 'to' says who led; expected a seat other than 0", declared={"plays": [{**JOKER, "how": "forced", "to": 0}]}),
    facts("hearts/joker-1897", "3H: 'to' says by whom it was won; expected a seat other than 0", declared={"plays": [{**JOKER, "card": "3H", "to": 0}]}),
    facts("hearts/joker-1897", "plays: JK is played twice", points=[17, 0, 0, 0], declared={"plays": [JOKER, JOKER]}),
    facts("hearts/reversis-hoyle", "plays: JH was laid out before the play", **PARTY, declared={"laid_aside": ["JH", "2C", "2D", "2S"], "plays": [{**JOKER, "card": "JH"}]}),
    facts("hearts/joker-1897", "the payment depends on who played the joker; give that in 'plays' of 'declared'", captured=["3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH JK", "", "", ""]),
]  # fmt: skip

ENDLESS: Any = 10**5000
FIVE: Any = 5
OF_ANY_KIND = [
    Bad("hearts/modern", lambda r: r.deal(1, cuts=range(5000)), "cuts: expected a list of numbers of cards taken off the top, at most 1000 entries; got more"),
    Bad("hearts/modern", lambda r: r.deal(ENDLESS), "seed: expected a whole number of at most 1000 characters, any sign included, got a number too long to show"),
    Bad("hearts/modern", lambda r: r.deal("1" * 5000), "seed: expected text of 1 to 1000 characters, got '1111"),
    Bad("hearts/modern", lambda r: r.deal(1, number=ENDLESS), "expected a whole number from 1 of at most 12 digits, got a number too long to show"),
    Bad("hearts/auction", lambda r: r.deal(1, ledger=r.ledger()._replace(pools=FIVE)), "ledger, pools: expected the chips in each pool, by its name, got 5"),
    Bad("hearts/modern", lambda r: r.deal(1, ledger=r.ledger()._replace(order=FIVE)), "ledger, order: expected cards, each in text, got 5"),
    Bad("hearts/modern", lambda r: r.settle(r.outcome(**SPENT)._replace(contract="solo")), "outcome, contract: expected one of none, got 'solo'"),
    Bad("hearts/modern", lambda r: r.settle(r.outcome(**SPENT)._replace(declared=FIVE)), "outcome, declared: expected a table, got 5"),
]  # fmt: skip


def interrupted(rules: Rules) -> Deal:
    """Return a deal in which something besides playing a card may be done now."""
    deal = rules.deal(1)
    while besides_cards(state_of(deal)) is None:
        deal.act(deal.legal()[0])
    return deal


def idle(rules: Rules) -> Deal:
    """Return a position in which the seat to act has no cards that are known."""
    deal = rules.position(hand="3D KH", led="2C")
    deal.act("3D")
    return deal


ONE, ALL = player("cautious"), dict.fromkeys(range(4), player("cautious"))
PLAYERS = [
    Bad("hearts/modern", lambda r: solve(r.position(hand="3D KH", led="2C")), "ending: "),
    Bad("hearts/domino", lambda r: legal_in_ending(interrupted(r)), "may come to do something besides playing a card: draw"),
    Bad("hearts/modern", lambda r: ask(ONE, r.deal(1).view(1)), "cautious: seat 1 has nothing to do in this view"),
    Bad("hearts/modern", lambda r: play(idle(r), ALL), "the deal cannot be played out: nothing may be done in the phase 'play'"),
    Bad("hearts/modern", lambda r: strength("stedy"), "strength: no player is called 'stedy'; did you mean 'steady'? Expected one of cautious, steady, strong."),
    Bad("hearts/modern", lambda r: whister.simulate(r, ["cautious"], 1), "simulate, players: expected one player, or 4, one for each seat; got 1"),
    Bad("hearts/modern", lambda r: whister.simulate(r, "cautious", 1, executor=FIVE), "simulate, executor: expected an executor of concurrent.futures, with submit, got 5"),
    Bad("hearts/modern", lambda r: whister.study(r, "cautious", 1, executor=FIVE), "study, executor: expected an executor of concurrent.futures, with submit, got 5"),
    Bad("hearts/modern", lambda r: whister.study(r, "cautious", 1, told=FIVE), "study, told: expected a function that takes the progress, got 5"),
    Bad("hearts/modern", lambda r: advising.hint(r.position(hand="3D KH", led="2C"), 1), "There is no hint here: this case gives only some of the cards."),
    Bad("hearts/modern", lambda r: advising.hint(r.deal(1), 1), "There is no hint now: it is not your turn."),
    Bad("hearts/modern", lambda r: advising.turning(r.deal(1), 0), "There are no turning points yet: the deal is not over."),
    Bad("hearts/modern", lambda r: advising.turning(r.position(hand="3D KH", led="2C"), 0), "There are no turning points here: this case gives only some of the cards."),
    Bad("hearts/modern", lambda r: advise(r.deal(1).view(1)), "advise: seat 1 has nothing to do in this view"),
    Bad("hearts/modern", lambda r: advise(r.deal(1).view(0), expired=THREE), "advise, expired: expected a function that says whether the time is up, or None, got 3"),
    Bad("hearts/modern", lambda r: advise(r.deal(1).view(0), seed=THREE / 2), "seed: expected text or a whole number, got 1.5"),
    Bad("hearts/modern", lambda _: review(THREE), "review, deal: expected a deal, got 3"),
    Bad("hearts/modern", lambda r: review(ended(r).deal, expired=THREE), "review, expired: expected a function"),
    Bad("hearts/modern", lambda _: solve(THREE), "solve, deal: expected a deal, got 3"),
]  # fmt: skip

EVERY = [
    PLAYERS, CARDS, LEDGERS, POSITIONS, VOID, CONTRACTS, BIDS, HONOURS, CAPTURED, POINTS, TRICKS, REVOKES, DECLARED, SHOWN, OF_ANY_KIND,
]  # fmt: skip
BAD = {f"{bad.rule_set}: {bad.says} ({number})": bad for number, bad in enumerate(chain(*EVERY))}


def of(some: Sequence[Bad]) -> list[str]:
    """Return the names of some entries of ``BAD``."""
    return [name for name, bad in BAD.items() if any(bad is one for one in some)]


@cache
def refusal(name: str) -> DealError:
    bad = BAD[name]
    with pytest.raises(DealError) as refused:
        bad.ask(whister.load(bad.rule_set, **bad.options))
    return refused.value


def is_refused(name: str) -> None:
    assert BAD[name].says in str(refusal(name))


@pytest.mark.parametrize("name", of(PLAYERS))
def test_what_no_player_can_be_asked_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(CARDS))
def test_cards_that_do_not_fit_are_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(LEDGERS))
def test_a_ledger_that_does_not_fit_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(POSITIONS))
def test_a_position_that_cannot_be_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(VOID))
def test_a_deal_that_counts_for_nothing_by_no_rule_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(CONTRACTS))
def test_a_contract_that_nobody_can_have_announced_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(BIDS))
def test_a_bid_that_nobody_can_have_made_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(HONOURS))
def test_honours_that_cannot_be_held_are_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(CAPTURED))
def test_cards_that_cannot_be_captured_are_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(POINTS))
def test_points_that_no_cards_come_to_are_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(TRICKS))
def test_tricks_that_cannot_be_won_are_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(REVOKES))
def test_a_revoke_that_cannot_be_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(DECLARED))
def test_what_nobody_can_have_said_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(SHOWN))
def test_a_card_that_cannot_have_come_out_so_is_refused(name: str) -> None:
    is_refused(name)


@pytest.mark.parametrize("name", of(OF_ANY_KIND))
def test_what_is_of_another_kind_is_refused(name: str) -> None:
    is_refused(name)


def refused_by_cases() -> Iterator[WhisterError]:
    """Yield the refusals that the records' own cases expect."""
    for rule_set in whister.catalogue():
        rules = whister.load(rule_set)
        for case in (case for clause in rules.clauses.values() for case in clause.cases):
            if "error" in case.expected and case.rules == rule_set:
                error = cases.refusal(rules, case)
                assert error is not None
                yield error


def test_every_refusal_of_a_deal_is_met() -> None:
    unmet = guards("DealError") - reached([*map(refusal, BAD), *refused_by_cases()])
    assert not unmet, f"neither this file nor a case meets {sorted(unmet)}"
