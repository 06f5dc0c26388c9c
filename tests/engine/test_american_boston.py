"""American Boston: two packs used in turn, misères after a pass, pairs, the pool, and the players' own price cards."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import whister
from whister import Deal, DealRecord, NotationError, OptionError, Record, ReplayError
from whister.bots import choose
from whister.deal.public import state_of

AMERICAN = "boston/american"
A, B, C, D = range(4)
CARD = Path(__file__).parents[2] / "examples" / "boston" / "price-card.toml"


def settled(tricks: list[int], contract: str = "", stands: dict[str, Any] | None = None, **given: Any) -> Any:
    """Return the settlement of a result; options are given together with the facts of the deal."""
    facts = {key: given.pop(key) for key in ("declarer", "breaches") if key in given}
    rules = whister.load(AMERICAN, **given)
    outcome = rules.outcome(tricks=tricks, **({"contract": contract} if contract else {}), **facts)
    return rules.settle(outcome, rules.ledger(**(stands or {})))


# -- two packs ------------------------------------------------------------------------------------------------------


def test_the_packs_change_parts_all_through_a_session_and_none_is_shuffled() -> None:
    session = whister.load(AMERICAN).session("marblehead")
    cut: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    while not session.over:
        deal = session.deal
        if cut:
            assert deal.ledger.order == cut, "the pack that was cut is dealt"
            assert sorted(deal.ledger.still) == sorted(played), "and the one that was played is cut"
            at = played.index(deal.ledger.still[0])
            assert deal.ledger.still == (*played[at:], *played[:at])
        assert str(deal.view(A).turn_up) == deal.ledger.still[0]
        while not deal.over:
            deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
        cut, played = deal.ledger.still, tuple(str(card) for trick in deal.tricks for card in trick.cards)
        session.advance()
    assert len(session.settlements) == 12


def test_both_packs_are_shuffled_with_the_option() -> None:
    session = whister.load(AMERICAN, shuffle="each-deal").session("marblehead")
    while not session.deal.over:
        session.deal.act(choose(session.deal.view(session.deal.pending[0])), session.deal.pending[0])
    session.advance()
    assert session.ledger.order == ()


def to_the_end(deal: Deal) -> Deal:
    while not deal.over:
        deal.act(choose(deal.view(deal.pending[0])), deal.pending[0])
    return deal


def test_a_game_taken_up_again_with_another_seed_has_the_same_two_packs() -> None:
    session = whister.load(AMERICAN).session("marblehead")
    for _ in range(3):
        to_the_end(session.deal)
        again = Record.parse(str(Record.of(session))).resume(99)
        for before, after in zip((*session.played, session.deal), (*again.played, again.deal), strict=True):
            assert (after.ledger.order, after.ledger.still) == (before.ledger.order, before.ledger.still)
        assert again.settle().ledger == session.deal.settle().ledger
        session.advance()


def test_a_single_deals_record_and_its_link_keep_the_pack_that_was_cut() -> None:
    deal = to_the_end(whister.load(AMERICAN).deal("salem"))
    record = DealRecord.of(deal)
    for text in (str(record), record.link()):
        after = DealRecord.parse(text).replay().settle().ledger
        assert after.order == deal.ledger.still, "the pack that was cut is dealt next"
        assert sorted(after.still) == sorted(after.order)
        assert after == deal.settle().ledger


def test_packs_that_are_shuffled_for_each_deal_are_not_kept() -> None:
    assert DealRecord.of(whister.load(AMERICAN, shuffle="each-deal").deal("salem")).ledger.still == ()


@pytest.mark.parametrize(
    ("part", "other", "says"),
    [(".o", ".o2C", "the other pack"), (".o", ".o5C4X", "gives the number"), ("!", "!2C", "the other pack")],
)  # fmt: skip
def test_a_record_whose_other_pack_cannot_be_is_damaged(part: str, other: str, says: str) -> None:
    record = str(DealRecord.of(whister.load(AMERICAN).deal("salem")))
    with pytest.raises(NotationError, match=says):
        DealRecord.parse(record.replace(part, other)).opening()


def test_a_deal_that_tells_of_another_pack_than_was_played_does_not_follow() -> None:
    session = whister.load(AMERICAN).session("marblehead")
    to_the_end(session.deal)
    session.advance()
    first, second = Record.of(session).deals
    still = (second.ledger.still[0], *reversed(second.ledger.still[1:]))
    wrong = Record((first, replace(second, ledger=second.ledger._replace(still=still))))
    with pytest.raises((NotationError, ReplayError), match="the pack that was played there"):
        wrong.resume("marblehead")


# -- the auction ----------------------------------------------------------------------------------------------------


def bidding(*calls: str, **options: Any) -> whister.Deal:
    deal = whister.load(AMERICAN, **options).deal("1810", dealer=D)
    for call in calls:
        deal.act(call)
    return deal


def test_a_player_who_has_passed_is_asked_once_for_each_higher_bid() -> None:
    deal = bidding("pass", "bid 5", "pass", "pass", misere_bids="on")
    assert deal.to_act == A, "he may still come in with a misère"
    deal.act("pass")
    assert (deal.declarer, deal.phase) == (B, "play"), "C and D have passed since the bid was made"


def test_nobody_who_has_passed_is_asked_when_no_misere_is_high_enough() -> None:
    assert bidding("pass", "bid 13", "pass", "pass", misere_bids="on").declarer == B
    assert bidding("pass", "bid 12", "pass", "pass", misere_bids="on").to_act == A
    assert bidding("pass", "bid 5", "pass", "pass").declarer == B, "without misères a pass is final"


def test_one_who_passed_and_came_in_is_bound_to_misere_when_he_is_overcalled() -> None:
    deal = bidding("pass", "bid 5", "pass", "pass", "bid little-misere", "bid 8", misere_bids="on")
    assert deal.to_act == C
    deal.act("pass")
    deal.act("pass")
    assert deal.to_act == A
    verdict = deal.why("bid 9")
    assert verdict.clause is not None
    assert verdict.clause.slug == "pass-final"
    assert "You have passed: bid Little Misère, Grand Misère" in state_of(deal).plan.course.phases[
        "auction"
    ].prompt(state_of(deal), A)
    deal.act("bid grand-misere")
    assert state_of(deal).facts["bidder"] == A


def test_all_pass_still_ends_the_auction_with_misere() -> None:
    deal = bidding("pass", "pass", "pass", "pass", misere_bids="on")
    assert (deal.contract, deal.trump, deal.phase) == ("all-pass", "", "play")


# -- pairs ----------------------------------------------------------------------------------------------------------


def test_a_revoke_by_the_bidders_partner_is_the_bidding_sides() -> None:
    pairs: dict[str, Any] = {"sides": "fixed-pairs", "revoke": "allowed"}
    lost = settled([5, 3, 3, 2], "8", declarer=A, breaches=[C], **pairs)
    assert lost.made is False, "three of the eight tricks go to the others"
    assert lost.delta == (-90, 45, 0, 45), "eight, short by three"
    made = settled([5, 4, 2, 2], "8", declarer=A, breaches=[D], **pairs)
    assert made.made is True
    assert made.delta == (50, -25, 0, -25), "tricks above the eight are not paid for"


def test_partners_keep_counters_of_their_own() -> None:
    rules = whister.load(AMERICAN, sides="fixed-pairs")
    ledger = rules.ledger(totals=[70, 10, -50, -30], number=13)
    assert rules.conclude(ledger).winners == (A,)


# -- the pool -------------------------------------------------------------------------------------------------------


def test_a_pool_that_is_lost_again_and_again_fills_the_next() -> None:
    rules = whister.load(AMERICAN, pool="foster")
    ledger, pools = rules.ledger(), []
    for _ in range(5):
        opened = rules.plan.opened(ledger)
        ledger = rules.settle(rules.outcome(tricks=[4, 3, 3, 3], declarer=A, contract="5"), opened).ledger
        pools.append(dict(ledger.pools))
        assert sum(ledger.totals) + ledger.pool == sum(rules.ledger().totals)
    assert pools == [{"pool": 80}, {"pool": 240}, {"pool": 250, "next": 280}, {"pool": 250, "next": 570},
                     {"pool": 250, "next": 860}]  # fmt: skip


def test_a_full_pool_is_won_alone_and_the_next_stands() -> None:
    made = settled([5, 3, 3, 2], "5", {"pool": {"pool": 250, "next": 150}}, declarer=A, pool="foster")
    assert made.delta == (280, -10, -10, -10)
    assert dict(made.ledger.pools) == {"pool": 0, "next": 150}


# -- the price card -------------------------------------------------------------------------------------------------


def test_the_card_has_a_price_for_every_bid_and_every_loss() -> None:
    for number in range(5, 14):
        for won in range(14):
            tricks = [won, 13 - won, 0, 0]
            for card in ("decimal", "older"):
                found = settled(tricks, str(number), declarer=A, price_card=card)
                assert found.made is (won >= number)
                assert sum(found.delta) == 0
                assert abs(found.delta[B]) >= 10


def test_losing_by_more_never_costs_less() -> None:
    for card in ("decimal", "older"):
        for number in range(5, 14):
            paid = [settled([won, 13 - won, 0, 0], str(number), declarer=A, price_card=card).delta[B]
                    for won in range(number)]  # fmt: skip
            assert paid == sorted(paid, reverse=True)


def test_a_card_may_be_read_from_a_file() -> None:
    found = settled([3, 6, 2, 2], "8", declarer=B, prices=CARD)
    assert found.delta == (50, -150, 50, 50)
    assert str(found.evidence) == "default"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (lambda card: card["made"].pop("7"), "the price card has no price for made-7"),
        (lambda card: card["short"]["5"].pop(), "the price card has no price for short-5-5"),
        (
            lambda card: card.pop("short"),
            "the price card has no price for short-5-1, short-5-2, .* … and 69 more",
        ),
        (
            lambda card: card["short"]["5"].append(9),
            "'short-5-6' is not a price on this card: a bid of 5 can fall short by 1 to 5",
        ),
        (lambda card: card["made"].update({"4": 5}), "'made-4' is not a price on this card"),
        (
            lambda card: card["made"].update({"7": 0}),
            "the price made-7 is 0; expected 1, the smallest counter",
        ),
        (lambda card: card.update({"little-misere": 20}), "'little-misere' is not a price on this card"),
        (lambda card: card["made"].update({"7": "much"}), "made-7 is 'much'; expected a whole number"),
    ],
)
def test_a_fault_in_a_card_is_named(fault: Any, words: str) -> None:
    card = tomllib.loads(CARD.read_text("utf-8"))
    fault(card)
    with pytest.raises(OptionError, match=words):
        whister.load(AMERICAN, prices=card)


def test_a_card_may_number_its_bids() -> None:
    made: dict[int, int] = {bid: 2 * bid for bid in range(5, 14)}
    card: dict[str, Any] = {"made": made, "short": {bid: [bid] * bid for bid in made}}
    assert settled([7, 2, 2, 2], "7", declarer=A, prices=card).delta == (42, -14, -14, -14)
    assert settled([4, 3, 3, 3], "7", declarer=A, prices=card).delta == (-21, 7, 7, 7)


def test_a_card_may_write_its_prices_as_texts_of_digits() -> None:
    made = {str(bid): str(2 * bid) for bid in range(5, 14)}
    card: dict[str, Any] = {"made": made, "short": {bid: [bid] * int(bid) for bid in made}}
    assert settled([7, 2, 2, 2], "7", declarer=A, prices=card).delta == (42, -14, -14, -14)
    card["made"]["7"] = "14.5"
    with pytest.raises(OptionError, match=r"made-7 is '14\.5'; expected a whole number"):
        whister.load(AMERICAN, prices=card)


def test_a_card_with_miseres_prices_them() -> None:
    card: dict[str, Any] = tomllib.loads(CARD.read_text("utf-8"))
    card |= {"little-misere": 5, "grand-misere": 6, "little-spread": 7, "grand-spread": 8}
    found = settled([0, 5, 4, 4], "grand-spread", declarer=A, misere_bids="on", prices=card)
    assert found.delta == (24, -8, -8, -8), "and not the 160 of the other card"
