"""Boston de Fontainebleau, played and settled by hand. Seats: A = 0, B = 1, C = 2, D = 3."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import whister
from whister import DealError, Evidence, IllegalAction, NotSourcedError, OptionError
from whister.bots import choose
from whister.deal.at_end import honours_dealt
from whister.deal.public import state_of
from whister.links.record import Record

FONTAINEBLEAU = "boston/fontainebleau"
RULES = whister.load(FONTAINEBLEAU)
A, B, C, D = range(4)

#: Each seat holds one whole suit.
SUITS = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDSH"]

#: The trumps of the worked example: B holds A K of hearts and D the queen, A the jack.
WORKED = [
    "JH 9H 2H AC KC QC 9C 8C 7D 6D 5S 4S 3S",
    "AH KH 8H 7H 6H AS KS QS AD KD 3C 2C 2D",
    "TH 5H JC TC 7C 6C QD JD 9D 8D JS TS 9S",
    "QH 4H 3H 5C 4C TD 5D 4D 3D 8S 7S 6S 2S",
]


def dealt(actions: str, hands: list[str] = WORKED, **options: Any) -> whister.Deal:
    """Return a deal by D after some actions, separated by commas."""
    deal = whister.load(FONTAINEBLEAU, **options).deal(hands=hands, dealer=D)
    for action in filter(None, actions.split(", ")):
        deal.act(action)
    return deal


def settled(
    contract: str, tricks: list[int], declarer: int = A, pool: int = 50,
    options: Mapping[str, Any] | None = None, **facts: Any,
) -> whister.Settlement:  # fmt: skip
    rules = whister.load(FONTAINEBLEAU, **(options or {}))
    outcome = rules.outcome(contract=contract, tricks=tricks, declarer=declarer, **facts)
    return rules.settle(outcome, rules.ledger(pool=pool))


# -- the worked example ---------------------------------------------------------------------------------------------


def test_the_worked_example_from_the_auction_to_the_counters() -> None:
    deal = dealt("bid 5C, bid 5H, pass, pass, pass")
    assert (deal.declarer, deal.contract, deal.trump, deal.phase) == (B, "five", "H", "partner")
    assert deal.legal() == ("ask", "alone")
    deal.act("ask")
    assert deal.to_act == C
    deal.act("decline")
    deal.act("accept")
    assert deal.partner == D
    assert deal.phase == "play"
    assert deal.to_act == A, "the eldest hand leads, though B is declarer"
    assert honours_dealt(state_of(deal)) == (1, 2, 0, 1)

    outcome = RULES.outcome(
        contract="5H", declarer=B, partner=D, tricks=[2, 6, 2, 3], honours=honours_dealt(state_of(deal))
    )
    settlement = RULES.settle(outcome, deal.ledger)
    assert settlement.made is True
    assert settlement.index == 11
    assert settlement.delta == (-95, 120, -95, 120), "eight in hearts, 80, and three steps of 5"
    assert settlement.pool == 0
    assert settlement.ledger.totals == (1505, 1720, 1505, 1670), "D paid 50 for the deal"


def test_the_outcome_of_a_deal_that_was_played_holds_the_honours_as_dealt() -> None:
    deal = dealt("bid 5C, bid 5H, pass, pass, pass, alone")
    while not deal.over:
        deal.act(deal.legal()[0])
    assert deal.outcome.honours == (1, 2, 0, 1)
    assert sum(deal.outcome.tricks or ()) == 13
    assert deal.settle().unit == "counters"


# -- the cases of the record, where more is to be seen than a case can say ------------------------------------------


def test_BF_05_with_reconstructed_prices_the_verdict_is_described_and_the_money_reconstructed() -> None:
    settlement = settled("8H", [7, 2, 2, 2], honours=4, options={"payment_table": "ladder5"})
    assert settlement.made is False
    assert settlement.verdict_evidence is Evidence.DESCRIBED
    assert settlement.evidence is Evidence.RECONSTRUCTED
    assert settlement.reconstructed
    assert [line.text for line in settlement.lines] == [
        "Eight levées in hearts: lost (7 tricks, 8 wanted)",
        "The declarer pays 105 to each opponent",
        "The declarer pays 105 to the pool",
    ]


def test_BF_01_a_figure_of_the_article_is_called_described_and_one_that_follows_from_it_inferred() -> None:
    settlement = settled("5H", [7, 2, 2, 2])
    assert settlement.verdict_evidence is Evidence.DESCRIBED
    assert settlement.evidence is Evidence.DESCRIBED
    alone = {"payment_table": "sourced-only"}
    assert settled("5H", [7, 2, 2, 2], options=alone).evidence is Evidence.DESCRIBED
    assert settled("5H", [6, 3, 2, 2], options=alone).evidence is Evidence.INFERRED
    assert not settlement.reconstructed
    clauses = [line.clause.slug for line in settlement.lines]
    assert clauses == ["target", "made", "made-pool"]


def test_BF_07_each_refusal_names_the_rule_that_a_bid_must_beat_the_last() -> None:
    deal = dealt("bid 5C, bid 5D")
    with pytest.raises(IllegalAction, match="It does not beat Five levées in diamonds") as refused:
        deal.act("bid 5S")
    assert refused.value.clause.id == "boston/fontainebleau#outbid"
    deal.act("bid little-misere")
    deal.act("bid 7S")
    assert deal.to_act == A


def test_BF_08_one_who_has_passed_may_whist() -> None:
    deal = dealt("pass, bid 6D, pass, pass, ask, decline, decline")
    assert deal.to_act == A
    deal.act("accept")
    assert (deal.declarer, deal.partner) == (B, A)
    made = settled("6D", [4, 5, 2, 2], declarer=B, partner=A)
    lost = settled("6D", [4, 4, 3, 2], declarer=B, partner=A)
    assert (made.made, lost.made) == (True, False)


def test_BF_11_every_player_has_laid_one_card_aside_when_twelve_tricks_are_played() -> None:
    deal = dealt("bid piccolissimo, pass, pass, pass", SUITS)
    for seat, card in ((C, "AS"), (A, "AC"), (D, "AH"), (B, "AD")):
        assert seat in deal.pending
        deal.act(f"discard {card}", seat)
    assert [len(hand) for hand in deal.hands] == [12, 12, 12, 12]
    while not deal.over:
        deal.act(deal.legal()[0])
    assert deal.outcome.tricks == (2, 0, 0, 0), "A has all the clubs, and the second trick is one too many"
    assert deal.settle().delta == (-400, 100, 100, 100)


def test_BF_12_the_cards_are_played_without_trumps_when_all_have_passed() -> None:
    deal = dealt("pass, pass, pass, pass", SUITS)
    assert (deal.contract, deal.trump, deal.declarer) == ("all-pass", "", None)
    while not deal.over:
        deal.act(deal.legal()[0])
    assert deal.outcome.tricks == (13, 0, 0, 0)
    settlement = deal.settle()
    assert settlement.delta == (0, 15, 15, 15), "three tie: the pool of 50 in fives"
    assert settlement.pool == 5


def test_BF_13_the_stake_is_not_paid_again_when_the_dealer_deals_again() -> None:
    first = RULES.deal(seed="1810", dealer=D)
    assert first.ledger.totals == (1600, 1600, 1600, 1550)
    again = RULES.settle(RULES.outcome(void="misdeal"), first.ledger)
    assert again.ledger.dealer == D
    second = RULES.deal(seed="1810/again", ledger=again.ledger)
    assert second.ledger.pool == 100
    assert second.ledger.totals == (1600, 1600, 1600, 1500)
    free = RULES.settle(RULES.outcome(void="misdeal", declared={"touched": [B]}), second.ledger)
    assert RULES.deal(seed="1810/third", ledger=free.ledger).ledger.pool == 100


def test_BF_14_the_cuts_come_before_the_deal() -> None:
    order = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
    deal = RULES.deal(pack=order, cuts=[10, None, None, 42], dealer=D)
    assert deal.hands == RULES.deal(pack=order, dealer=D).hands, "ten down and forty-two more: the old order"
    with pytest.raises(DealError, match="cuts: expected 1 to 51 cards in each cut"):
        RULES.deal(pack=order, cuts=[52])


# -- the auction and the whister ------------------------------------------------------------------------------------


def test_the_pack_as_gathered_is_in_no_view() -> None:
    session = RULES.session("gathered")
    while not session.deal.over:
        assert session.deal.to_act is not None
        session.deal.act(choose(session.deal.view(session.deal.to_act)), session.deal.to_act)
    session.advance()
    assert len(session.deal.ledger.order) == 52, "the next deal comes from it"
    assert [session.deal.view(seat).ledger.order for seat in range(4)] == [()] * 4


def test_the_ladder_has_forty_five_rungs_in_the_order_of_the_table() -> None:
    bids = [str(bid) for bid in RULES.plan.bidding.bids]
    assert len(bids) == 45
    assert bids[:9] == ["5S", "5C", "5D", "5H", "6S", "6C", "6D", "6H", "little-misere"]
    assert bids[-5:] == ["13H", "chelem-table-s", "chelem-table-c", "chelem-table-d", "chelem-table-h"]
    assert bids.index("10H") + 1 == bids.index("grand-misere-table") == bids.index("11S") - 1


def test_the_contracts_can_be_read_in_rising_order() -> None:
    contracts = [contract for contract in RULES.contracts.values() if contract.rank]
    assert [contract.rank for contract in contracts] == list(range(1, 16))
    assert [c.id for c in contracts if c.partner] == ["five", "six", "seven", "eight", "nine", "ten"]
    assert [c.id for c in contracts if c.discard] == ["little-misere", "piccolissimo", "little-misere-table"]
    assert [c.id for c in contracts if c.trump == "none"] == [c.id for c in contracts if c.exactly]


def test_a_seat_that_has_passed_is_told_so() -> None:
    deal = dealt("pass, bid 5H, bid 6H")
    verdict = deal.why("bid 7H", seat=A)
    assert not verdict.legal
    assert verdict.clause is not None
    assert verdict.clause.slug == "pass-final"


def test_an_announcer_who_is_overcalled_may_come_again_as_often_as_he_likes() -> None:
    deal = dealt("bid 5S, bid 5C, pass, pass, bid 5D, bid 5H, bid 6S, bid 6C, bid 6D, pass")
    assert (deal.declarer, deal.trump) == (A, "D")


def test_nobody_else_is_asked_once_a_player_has_accepted() -> None:
    deal = dealt("bid 5H, pass, pass, pass, ask, accept")
    assert (deal.phase, deal.partner) == ("play", B)


def test_a_declarer_who_may_refuse_can_take_him_or_play_alone() -> None:
    taken = dealt("bid 5H, pass, pass, pass, ask, accept, accept", may_refuse="declarer")
    alone = dealt("bid 5H, pass, pass, pass, ask, accept, alone", may_refuse="declarer")
    assert (taken.phase, taken.partner) == ("play", B)
    assert (alone.phase, alone.partner) == ("play", None)


def test_asking_with_the_announcement_is_said_anew_with_each() -> None:
    timing: dict[str, Any] = {"whister_timing": "with-announcement"}
    deal = dealt("bid 5S, ask, bid 5C, alone, pass, pass, pass", **timing)
    assert (deal.declarer, deal.phase) == (B, "play"), "B said that he plays alone"
    deal = dealt("bid 5S, alone, bid 5C, ask, pass, pass, bid 11S, pass", **timing)
    assert (deal.declarer, deal.phase) == (A, "play"), "eleven levées are played alone, and nothing is said"
    with pytest.raises(IllegalAction) as refused:
        dealt("bid 5S, pass", **timing)
    assert refused.value.clause.slug == "whister"


# -- cards laid aside and open hands --------------------------------------------------------------------------------


def test_cards_laid_aside_are_seen_by_their_owner_alone() -> None:
    deal = dealt("bid little-misere, pass, pass, pass", SUITS)
    deal.act("discard AS", C)
    assert deal.view(C).events[-1] == (C, "discard AS")
    assert deal.view(A).events[-1][1] != "discard AS"
    for seat, card in ((A, "AC"), (B, "AD"), (D, "AH")):
        deal.act(f"discard {card}", seat)
    assert deal.view(C).laid_aside == ("AS",)
    assert all("AS" not in text for _, text in deal.view(A).events)


def test_an_open_hand_is_seen_by_all_and_stays_the_declarers() -> None:
    deal = dealt("bid grand-misere-table, pass, pass, pass", SUITS)
    assert all(len(deal.view(seat).exposed[A]) == 13 for seat in range(4))
    assert dealt("bid grand-misere, pass, pass, pass", SUITS).view(B).exposed == {}
    with pytest.raises(IllegalAction) as refused:
        deal.act("2C", seat=B)
    assert refused.value.clause.slug == "turn"


# -- prices ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["ladder5", "black-red"])
def test_every_announcement_has_a_price(table: str) -> None:
    rules = whister.load(FONTAINEBLEAU, payment_table=table)
    assert list(rules.plan.settling.prices) == [str(bid) for bid in rules.plan.bidding.bids]
    assert {
        text for text, price in rules.plan.settling.prices.items() if price.evidence is Evidence.INFERRED
    } == {
        "5H",
        "7H",
    }


def test_the_reconstructed_prices_are_twenty_a_level_and_five_a_suit() -> None:
    prices = whister.load(FONTAINEBLEAU, payment_table="ladder5").plan.settling.prices
    for level in range(5, 14):
        for rank, suit in enumerate("SCDH"):
            assert prices[f"{level}{suit}"].amount == 20 * (level - 5) + 5 * (rank + 1)
    assert [prices[f"chelem-table-{suit}"].amount for suit in "scdh"] == [185, 190, 195, 200]


@pytest.mark.parametrize("table", ["ladder5", "black-red"])
def test_a_misere_pays_what_the_cheapest_levees_above_it_pay(table: str) -> None:
    prices = whister.load(FONTAINEBLEAU, payment_table=table).plan.settling.prices
    above = {"little-misere": "7S", "piccolissimo": "8S", "grand-misere": "9S", "little-misere-table": "10S",
             "grand-misere-table": "11S"}  # fmt: skip
    assert {low: prices[low].amount for low in above} == {
        low: prices[high].amount for low, high in above.items()
    }


def test_from_five_to_twelve_fosters_prices_are_twenty_a_level_and_ten_a_colour() -> None:
    prices = RULES.plan.settling.prices
    for level in range(5, 13):
        for suit, more in {"S": 10, "C": 10, "H": 20, "D": 30}.items():
            assert prices[f"{level}{suit}"].amount == 20 * (level - 5) + more


@pytest.mark.parametrize("table", ["foster", "foster-american", "ladder5", "black-red", "sourced-only"])
def test_the_four_figures_of_the_article_come_out_of_every_table(table: str) -> None:
    options = {"payment_table": table}
    assert settled("5H", [7, 2, 2, 2], options=options).delta[B] == -30
    assert settled("5H", [7, 2, 2, 2], options=options, honours=3).delta[B] == -40
    assert settled("7H", [7, 2, 2, 2], options=options, honours=3).delta[B] == -70
    assert settled("7H", [5, 3, 3, 2], options=options, honours=3).delta[B] == 80


def test_what_no_source_gives_is_refused_when_only_sources_may_answer() -> None:
    with pytest.raises(
        NotSourcedError, match="fontainebleau#payment-table: no source gives the payment for 7S"
    ):
        settled("7S", [7, 2, 2, 2], options={"payment_table": "sourced-only"})
    assert settled("7H", [7, 2, 2, 2], options={"payment_table": "sourced-only"}).made


def own_prices(**changed: int) -> dict[str, int]:
    return {**{str(bid): 100 for bid in RULES.plan.bidding.bids}, "step": 10, **changed}


def test_a_price_list_of_ones_own_replaces_the_table() -> None:
    settlement = settled("6C", [8, 2, 2, 1], options={"prices": own_prices(**{"6C": 35})})
    assert settlement.delta == (3 * 55 + 50, -55, -55, -55)
    assert settlement.evidence is Evidence.DEFAULT
    assert settled("little-misere", [0, 4, 4, 4], options={"prices": own_prices()}).delta[B] == -100


def test_a_price_list_of_ones_own_is_checked() -> None:
    short = own_prices()
    del short["9D"]
    with pytest.raises(OptionError, match="the price list has no price for 9D"):
        whister.load(FONTAINEBLEAU, prices=short)
    with pytest.raises(
        OptionError, match="the price of 9D is 12; expected a multiple of 5, the smallest counter"
    ):
        whister.load(FONTAINEBLEAU, prices=own_prices(**{"9D": 12}))
    with pytest.raises(OptionError, match="'14H' is not a bid"):
        whister.load(FONTAINEBLEAU, prices=own_prices(**{"14H": 200}))
    with pytest.raises(OptionError, match="is no table"):
        whister.load(FONTAINEBLEAU, prices="everything 10")
    with pytest.raises(OptionError, match="prices excludes a choice of payment_table"):
        whister.load(FONTAINEBLEAU, prices=own_prices(), payment_table="black-red")


CARD = Path(__file__).parents[2] / "examples" / "boston" / "black-red.toml"


def test_a_price_list_is_read_from_a_file() -> None:
    from_file = whister.load(FONTAINEBLEAU, prices=CARD).plan.settling.prices
    built_in = whister.load(FONTAINEBLEAU, payment_table="black-red").plan.settling.prices
    assert {bid: (price.amount, price.step) for bid, price in from_file.items()} == {
        bid: (price.amount, price.step) for bid, price in built_in.items()
    }
    assert {price.evidence for price in from_file.values()} == {Evidence.DEFAULT}


def test_tables_and_lists_in_a_price_list_become_longer_names() -> None:
    nested = {"step": 5, "short": {"5": [10, 20], "6": [15]}}
    with pytest.raises(OptionError, match="'short-5-1' is not a bid"):
        whister.load(FONTAINEBLEAU, prices=nested)
    whole = own_prices()
    table = {suit: whole.pop(f"chelem-table-{suit}") for suit in "scdh"}
    assert (
        whister.load(FONTAINEBLEAU, prices={**whole, "chelem-table": table})
        .plan.settling.prices["chelem-table-s"]
        .amount
        == 100
    )


@pytest.mark.parametrize(
    ("written", "instead", "says"),
    [
        ("5D = 20", "5D = 20.5", r"5D is 20\.5; expected a whole number of counters"),
        ("5D = 20", '5D = "twenty"', "5D is 'twenty'; expected a whole number of counters"),
        ("5D = 20", "5D = -20", "5D is -20; expected a whole number of counters, 0 or more"),
        ("5D = 20", "5D = 21", "the price of 5D is 21; expected a multiple of 5, the smallest counter"),
        ("5D = 20", "5D = 0", "the price of 5D is 0; expected a multiple of 5, .* above 0"),
        ("step = 5", "step = 3", "the step is 3; expected a multiple of 5, the smallest counter"),
        ("5D = 20", "", "the price list has no price for 5D"),
        ("grand-misere =", "grande-misere =", "'grande-misere' is not a bid; did you mean 'grand-misere'"),
        ("5D = 20", "5D == 20", r"not TOML: .*\(at line 8, column 5\)"),
        ("5D = 20", '"5.D" = 20', "'5.D' is not a name; expected letters, digits and hyphens"),
        ("s = 190", "s = { x = 190 }", "'chelem-table-s-x' is not a bid; did you mean 'chelem-table-s'"),
    ],
)
def test_a_fault_in_a_price_file_is_told_with_the_file_and_the_place(
    tmp_path: Path, written: str, instead: str, says: str
) -> None:
    text = CARD.read_text("utf-8")
    assert written in text
    card = tmp_path / "card.toml"
    card.write_text(text.replace(written, instead, 1), "utf-8")
    with pytest.raises(OptionError, match=f"^{re.escape(str(card))}: .*{says}"):
        whister.load(FONTAINEBLEAU, prices=card)


def test_a_price_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path, says in ((tmp_path / "none.toml", "there is no such file"), (tmp_path, "cannot be read")):
        with pytest.raises(OptionError, match=f"^{re.escape(str(path))}: {says}"):
            whister.load(FONTAINEBLEAU, prices=path)
    with pytest.raises(OptionError, match=r"pathlib\.Path\('card\.toml'\)"):
        whister.load(FONTAINEBLEAU, prices="card.toml")


def test_a_table_that_is_not_known_says_where_to_give_ones_own() -> None:
    with pytest.raises(OptionError, match="set the option prices"):
        whister.load(FONTAINEBLEAU, payment_table="custom")


def test_a_record_keeps_a_price_list_of_ones_own() -> None:
    deal = whister.load(FONTAINEBLEAU, prices=own_prices()).deal(seed="1810")
    deal.act("bid 5H")
    again = Record.parse(str(Record.of(deal))).replay()
    assert again.rules.plan.settling.prices == deal.rules.plan.settling.prices
    assert again.ledger == deal.ledger, "the stake is not paid twice"


def test_a_misere_that_stops_when_it_is_lost_is_one_trick_off() -> None:
    options = {"misere_loss": "plus-five"}
    lost = settled("grand-misere", [1, 0, 0, 0], options=options, stopped=True)
    assert lost.delta[B] == 155, "150, and 5 for the one trick"
    played = settled("grand-misere", [3, 4, 3, 3], options={**options, "early_stop": "no"})
    assert played.delta[B] == 165


def test_a_chelem_given_up_is_short_by_the_tricks_lost_and_not_by_those_left_unplayed() -> None:
    settlement = settled("13C", [4, 1, 0, 0], stopped=True)
    assert settlement.lines[0].text == "Chelem in clubs: lost (a trick lost, all 13 wanted)"
    assert settlement.delta == (-1620, 405, 405, 405)
    assert settled("13C", [12, 1, 0, 0]).delta == settlement.delta


# -- facts that do not fit ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"contract": "five", "tricks": [7, 2, 2, 2], "declarer": A}, "announced with its suit, such as 5H"),
        ({"tricks": [7, 2, 2, 2], "declarer": A}, "a declarer needs a contract"),
        ({"contract": "5H", "declarer": A}, "give each seat's"),
        ({"contract": "5H", "tricks": [7, 2, 2, 1], "declarer": A}, "expected 13 in all, got 12"),
        ({"contract": "piccolissimo", "tricks": [1, 4, 4, 4], "declarer": A}, "expected 12 in all, got 13"),
        ({"contract": "11H", "tricks": [11, 1, 1, 0], "declarer": A, "partner": B}, "is not played by seats"),
    ],
)
def test_an_outcome_that_does_not_fit_is_refused(facts: dict[str, Any], says: str) -> None:
    with pytest.raises(DealError, match=says):
        RULES.settle(RULES.outcome(**facts))


# -- revokes --------------------------------------------------------------------------------------------------------


def test_a_revoke_that_is_claimed_moves_three_tricks() -> None:
    deal = dealt("bid 7H, pass, pass, pass, alone", revoke="allowed")
    assert deal.to_act == A
    deal.act("AC")
    deal.act("2D")  # B holds two clubs
    while not deal.over:
        deal.act("claim revoke 1" if "claim revoke 1" in deal.legal() else deal.legal()[0])
    breach = deal.outcome.breaches[0]
    assert (breach.seat, breach.trick, breach.card) == (B, 1, "2D")
    settlement = deal.settle()
    verdicts = [line.text for line in settlement.lines if line.kind == "verdict"]
    assert verdicts[0] == "3 tricks move to the side that did not revoke"
    assert sum(settlement.delta) + settlement.pool == deal.ledger.pool


def test_a_revoke_that_nobody_claims_costs_nothing() -> None:
    deal = dealt("bid 7H, pass, pass, pass, alone", revoke="allowed")
    deal.act("AC")
    deal.act("2D")
    while not deal.over:
        deal.act("pass" if "pass" in deal.legal() else deal.legal()[0])
    assert deal.outcome.breaches == ()


def test_a_side_loses_three_tricks_however_often_it_has_revoked() -> None:
    once = settled("7H", [5, 3, 3, 2], breaches=[B])
    twice = settled("7H", [5, 3, 3, 2], breaches=[B, C, B])
    assert once.delta == twice.delta


# -- properties -----------------------------------------------------------------------------------------------------

OPTIONS: dict[str, list[Any]] = {
    name: [v.value for v in option.values if v.value != "sourced-only" and v.excluded is None]
    for name, option in RULES.options.items()
    if option.kind == "choice" and name not in ("early_stop", "gather", "revoke")
}


@st.composite
def results(draw: st.DrawFn) -> tuple[whister.Rules, whister.Outcome, whister.Ledger]:
    """Draw any result of a deal, under any options, with any pool of whole counters."""
    options = {name: draw(st.sampled_from(values)) for name, values in OPTIONS.items()}
    rules = whister.load(FONTAINEBLEAU, **options)
    bid = draw(st.sampled_from([None, *rules.plan.bidding.bids]))
    facts: dict[str, Any] = {}
    left = 13
    if bid is not None:
        contract = rules.contracts[bid.contract]
        left -= contract.discard
        facts |= {"contract": str(bid), "declarer": draw(st.integers(0, 3))}
        if contract.partner and draw(st.booleans()):
            facts["partner"] = (facts["declarer"] + draw(st.integers(1, 3))) % 4
        if bid.suit:
            held = sorted(draw(st.lists(st.integers(0, 3), min_size=4, max_size=4)))
            facts["honours"] = [held.count(seat) for seat in range(4)]
    ends = sorted(draw(st.lists(st.integers(0, left), min_size=3, max_size=3)))
    facts["tricks"] = [high - low for low, high in zip([0, *ends], [*ends, left], strict=True)]
    facts["breaches"] = draw(st.lists(st.integers(0, 3), max_size=2))
    ledger = rules.ledger(pool=5 * draw(st.integers(0, 100)), number=draw(st.integers(1, 12)))
    return rules, rules.outcome(**facts), ledger


@settings(max_examples=300, deadline=None)
@given(results())
def test_counters_are_conserved_whatever_the_result(
    result: tuple[whister.Rules, whister.Outcome, whister.Ledger],
) -> None:
    rules, outcome, ledger = result
    settlement = rules.settle(outcome, ledger)
    assert sum(settlement.delta) + settlement.pool == ledger.pool
    assert all(amount % 5 == 0 for amount in settlement.delta)
    assert settlement.pool >= 0
    for line in settlement.lines:
        assert sum(line.amounts) + line.pool == 0, line.text
    conclusion = rules.conclude(settlement.ledger)
    assert sum(conclusion.stakes) + conclusion.pool == settlement.pool


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_every_announcement_beats_the_last_and_the_auction_ends(seed: int, data: st.DataObject) -> None:
    deal = RULES.deal(seed=seed)
    places = {bid.action: place for place, bid in enumerate(RULES.plan.bidding.bids)}
    last, passes, calls = -1, 0, 0
    while deal.phase == "auction":
        call = data.draw(st.sampled_from(deal.legal()))
        if call == "pass":
            passes += 1
        else:
            assert places[call] > last
            last, passes = places[call], 0
        deal.act(call)
        calls += 1
        assert calls <= 45 + 4
    assert (deal.declarer is None) == (last < 0)
    if last >= 0:
        assert RULES.plan.bidding.bids[last].contract == deal.contract
        assert RULES.plan.bidding.bids[last].suit == deal.trump


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), data=st.data(), gather=st.sampled_from(["as-played", "shuffled"]))
def test_a_session_keeps_all_its_cards_and_counters(seed: int, data: st.DataObject, gather: str) -> None:
    rules = whister.load(FONTAINEBLEAU, gather=gather, session_deals=3)
    session = rules.session(seed)
    while not session.over:
        deal = session.deal
        assert sum(deal.ledger.totals) + deal.ledger.pool == 6400
        while not deal.over:
            legal = deal.legal()
            deal.act(legal[data.draw(st.integers(0, min(len(legal), 14) - 1))])
        order = deal.outcome.order
        assert sorted(order) == (sorted(RULES.plan.pack.cards) if gather == "as-played" else [])
        settlement = session.advance()
        assert sum(settlement.ledger.totals) + settlement.pool == 6400
        assert all(total % 5 == 0 for total in settlement.ledger.totals)
    conclusion = session.conclusion
    assert conclusion.pool == 0
    assert sum(session.totals) + sum(conclusion.stakes) == 6400
    assert conclusion.winners


def test_the_next_pack_is_the_tricks_as_they_were_played_with_what_was_laid_aside_under_them() -> None:
    actions = "bid piccolissimo, pass, pass, pass, discard AC, discard AD, discard AS, discard AH"
    deal = dealt(actions, SUITS, early_stop="no")
    while not deal.over:
        deal.act(deal.legal()[0])
    order = deal.outcome.order
    assert order[:8] == ("2C", "2D", "2S", "2H", "3C", "3D", "3S", "3H")
    assert order[-4:] == ("AC", "AD", "AS", "AH")


@pytest.mark.parametrize(
    ("tricks", "revoked", "says"),
    [
        ([7, 2, 2, 2], 0, "3 tricks move to the side that did not revoke"),
        ([1, 4, 4, 4], 0, "1 trick moves to the side that did not revoke"),
        ([0, 5, 4, 4], 0, "The side that has revoked has no trick to lose"),
    ],
)
def test_a_settlement_says_how_many_tricks_a_revoke_moves(tricks: list[int], revoked: int, says: str) -> None:
    settlement = settled("5H", tricks, breaches=[revoked])
    assert settlement.lines[0].text == says
    assert settlement.made is False


def test_a_settlement_says_who_cannot_win_the_pool_for_a_revoke() -> None:
    settlement = RULES.settle(RULES.outcome(tricks=[5, 4, 3, 1], breaches=[3, 0]))
    assert settlement.lines[0].text == "Seat 0 and seat 3 have revoked and cannot win the pool"
    assert settlement.lines[1].text == "Fewest tricks: seat 2"


@pytest.mark.parametrize(
    ("bid", "tricks", "revoked", "slug", "says"),
    [
        ("5H", [9, 2, 1, 1], 0, "revoker-cannot-win", "The declaring side has revoked, and has lost"),
        (
            "grand-misere",
            [0, 5, 4, 4],
            0,
            "revoke-misere",
            "The declarer has revoked: Grand Misère is lost",
        ),
        ("grand-misere", [1, 4, 4, 4], 2, "revoke-misere", "Seat 2 has revoked: Grand Misère is made"),
    ],
)
def test_a_settlement_says_by_which_rule_a_revoke_has_decided_it(
    bid: str, tricks: list[int], revoked: int, slug: str, says: str
) -> None:
    lines = settled(bid, tricks, breaches=[revoked]).lines
    assert (slug, says) in [(line.clause.slug, line.text) for line in lines if line.kind == "verdict"]
