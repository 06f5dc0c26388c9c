"""The limits of each parameter: the last value that is accepted, and the first that is refused.

Each game here has only the clauses that its test names, and those that no game can do without (see ``small``).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.small import USUAL, WHERE, refused, small
from whister import OptionError
from whister.rules import resolve

Game = dict[str, dict[str, Any]]

CALLS: Game = {"auction": {}, "outbid": {}}
NUMBERS: Game = {"number_contracts": {"least": 5, "most": 6}, "ladder": {}}
CARD: Game = {"price_made": {"of": {"5": 1, "6": 1}}, "price_short": {"rows": {"5": [1] * 5, "6": [1] * 6}}}
A_WIDOW_EACH: Game = {"deal": {"packets": [12], "to_dealer": [13, 12]}, "widow": {"size": 3}}


def test_from_two_to_twenty_may_play() -> None:
    assert small(2, players={"allowed": [2, 20]}).players == (2, 20)
    assert (
        refused(2, players={"allowed": [1, 2]}) == "players.allowed = [1, 2]; expected from 2 to 20 players"
    )
    assert (
        refused(2, players={"allowed": [2, 21]}) == "players.allowed = [2, 21]; expected from 2 to 20 players"
    )


def test_two_four_or_six_may_sit_across_from_each_other_and_not_three() -> None:
    for players, sides in ((2, (0, 1)), (4, (0, 1, 0, 1)), (6, (0, 1, 0, 1, 0, 1))):
        even = {"without": ["2"]} if players == 6 else {}
        table = small(players, players={"allowed": [players]}, pack={"kind": "french", **even}, partners={})
        assert table.plan.table.sides == sides
    said = "partners sit across, which needs an even number of players, not 3"
    assert refused(3, players={"allowed": [3]}, partners={}) == said


def test_one_pack_to_eight_and_as_many_jokers_are_shuffled_together() -> None:
    for copies, jokers in ((1, 0), (8, 0), (1, 8), (8, 8)):
        plan = small(pack={"kind": "french", "copies": copies, "jokers": jokers}).plan
        assert plan.present.bit_count() == 52 * copies + jokers
    expected = "expected 1 to 8 packs, and 0 to 8 jokers"
    for copies, jokers in ((0, 0), (9, 0), (1, -1), (1, 9)):
        given = f"{copies} packs with {jokers} jokers"
        assert refused(pack={"kind": "french", "copies": copies, "jokers": jokers}) == f"{given}; {expected}"


def test_jokers_that_are_zeros_need_a_suit_each() -> None:
    two = {"kind": "french", "jokers": 2, "without": ["2C", "2D"]}
    assert [
        str(card) for card in small(pack={**two, "jokers_as": ["C", "D"]}).plan.pack.cards if card.rank == "0"
    ]
    assert small(pack={"kind": "french", "jokers_as": ["C", "D"]}).plan.present.bit_count() == 52
    assert refused(pack={**two, "jokers_as": ["C"]}) == "pack.jokers = 2; jokers_as gives suits for only 1"


def test_a_course_has_the_phases_that_clauses_provide_and_no_other() -> None:
    assert small(**CALLS, **NUMBERS, course={"phases": ["auction", "play"]}).plan.course.order[0] == "auction"
    for phase in ("auction", "nest"):
        said = f"the course names phase {phase!r}, which no clause in force provides"
        assert refused(course={"phases": [phase, "play"]}) == said


def test_a_packet_is_a_card_or_more_and_the_last_is_the_same_for_the_dealer() -> None:
    assert small(deal={"packets": [1]}).plan.dealing.packets == (1,)
    assert refused(deal={"packets": [0]}).startswith(
        "deal.packets = [0] for 4 players; expected packets of 1 card"
    )
    assert refused(deal={"packets": [3], "to_dealer": [3, 0]}).startswith(
        "deal.to_dealer = [3, 0] for 4 players; "
    )
    assert small(**A_WIDOW_EACH).plan.dealing.dealer_extra == 1
    said = "deal.to_dealer = [12, 13]; expected the same last packet as the others, 12"
    assert refused(deal={"packets": [12], "to_dealer": [12, 13]}) == said


def test_from_one_card_to_a_whole_hand_is_passed() -> None:
    for count in (1, 13):
        assert (
            small(**{"pass": {"count": count, "cycle": {"4": "left"}}}).plan.course.phases["pass"].name
            == "pass"
        )
    for count in (0, 14):
        said = f"pass.count = {count} for 4 players; expected 1 or more, and no more than a hand holds"
        assert refused(**{"pass": {"count": count, "cycle": {"4": "left"}}}) == said


def test_cards_for_each_of_three_opponents_are_three_or_six() -> None:
    small(**{"pass": {"count": 6, "cycle": {"4": "each hold"}}}).plan.course.phases["pass"]
    said = "pass.count = 4 cannot be shared equally among 3 opponents"
    assert refused(**{"pass": {"count": 4, "cycle": {"4": "left each"}}}) == said
    small(**{"pass": {"count": 4, "cycle": {"4": "left across"}}}).plan.course.phases["pass"]
    misfit = "pass.cycle for 4 players has 'accross'; expected one of left, right, second-left, second-right, hold, each, across"
    assert refused(**{"pass": {"cycle": {"4": "left accross"}}}) == misfit
    with pytest.raises(OptionError, match="this way of passing is for 3, 5 players, not 4"):
        small(**{"pass": {"cycle": {"5": "left", "3": "left"}}})


def test_bids_are_one_number_or_more_up_to_a_thousand_steps() -> None:
    for least, most, step in ((100, 100, 5), (1, 1000, 1), (5, 5000, 5), (50, 0, 5)):
        bids = small(**CALLS, bids={"least": least, "most": most, "step": step}).plan.bidding.bids
        assert bids[0].points == least
        assert bids[-1].points == max(least, most)
    for least, most, step in ((105, 100, 5), (1, 1001, 1), (50, 102, 5), (1, 10, 0)):
        said = f"bids from least {least} to most {most} by step {step}; expected a step of 1 or more"
        assert refused(**CALLS, bids={"least": least, "most": most, "step": step}).startswith(said)


def test_contracts_of_numbers_are_one_or_more_up_to_all_the_cards() -> None:
    for least, most in ((7, 7), (1, 52)):
        contracts = small(**CALLS, number_contracts={"least": least, "most": most}).contracts.values()
        assert [contract.tricks for contract in contracts] == [*range(least, most + 1)]
    for least, most in ((0, 7), (8, 7), (1, 53)):
        said = f"number_contracts from least {least} to most {most}; expected 1 to 52, in rising order"
        assert refused(**CALLS, number_contracts={"least": least, "most": most}) == said


def test_a_rank_belongs_to_one_contract_but_any_number_may_have_none() -> None:
    misere = {"id": "misere", "title": "Misère", "tricks": 0}
    for rank in (0, 49, 51, 1000):
        small(**CALLS, number_contracts={"least": 5, "most": 5}, contract={**misere, "rank": rank})
    two: Game = {"number_contracts": {"least": 5, "most": 5}, "contract": {**misere, "rank": 50}}
    assert refused(**CALLS, **two) == "contract.rank = 50, which another contract has"


def test_the_smallest_counter_is_worth_one_or_more() -> None:
    assert small(smallest_counter={"value": 1}).plan.settling.smallest == 1
    assert refused(smallest_counter={"value": 0}) == "smallest_counter.value = 0; expected 1 or more"


def test_players_may_start_with_no_chips_and_with_no_fewer() -> None:
    assert small(against_all={}, starting_chips={"chips": 0}).ledger().totals == (0, 0, 0, 0)
    assert small(against_all={}, starting_chips={"chips": 1}).ledger().totals == (1, 1, 1, 1)
    assert refused(starting_chips={"chips": -1}) == "starting_chips.chips = -1; expected 0 or more"


def test_a_revoke_may_cost_nothing_and_a_book_may_be_empty() -> None:
    small(revoke_penalty={"chips": 0})
    assert refused(revoke_penalty={"chips": -1}) == "revoke_penalty.chips = -1; expected 0 or more"
    assert small(book={"tricks": 0}).plan.worth.book == 0
    assert refused(book={"tricks": -1}) == "book.tricks = -1; expected 0 or more"


def test_relief_may_be_nothing_and_never_a_charge() -> None:
    small(reliever={"card": "QD", "points": 0})
    said = "reliever.points = -1; expected 0 or more points to take off"
    assert refused(reliever={"card": "QD", "points": -1}) == said


def test_a_game_ends_after_nothing_or_more_and_at_a_floor_below_nothing() -> None:
    for name in ("target", "deals", "rounds", "ahead"):
        small(end={name: 0})
        assert refused(end={name: -1}) == f"end.{name} = -1; expected 0 or more"
    small(end={"floor": 0})
    small(end={"floor": -1})
    assert refused(end={"floor": 1}) == "end.floor = 1; expected a total below 0"


def test_a_price_card_has_a_price_of_one_or_more_for_every_trick() -> None:
    small(**CALLS, **NUMBERS, **CARD)
    made, short = CARD["price_made"]["of"], CARD["price_short"]["rows"]
    assert "expected a price of 1 or more for 6 tricks" in refused(
        **CALLS, **NUMBERS, **CARD | {"price_made": {"of": {**made, "6": 0}}}
    )
    for row in ([1] * 5, [1] * 7, [1, 1, 1, 1, 1, 0]):
        said = f"price_short.rows has {len(row)} prices for 6 tricks; expected 6, one for each possible number of tricks short"
        assert said == refused(**CALLS, **NUMBERS, **CARD | {"price_short": {"rows": {**short, "6": row}}})


def test_a_price_is_one_counter_or_more_and_a_multiple_of_the_smallest() -> None:
    game: Game = {**CALLS, **NUMBERS}
    for smallest, price in ((1, 1), (5, 5), (5, 10)):
        prices = {
            "levels": {"five": price, "six": price},
            "suits": dict.fromkeys("CDSH", 0),
            "step": smallest,
        }
        priced = small(**game, smallest_counter={"value": smallest}, price_list=prices)
        assert priced.plan.settling.prices["5H"].amount == price
    for smallest, price in ((1, 0), (1, -1), (5, 4), (5, 6), (5, 0)):
        prices = {"levels": {"five": price, "six": 10}, "suits": dict.fromkeys("CDSH", 0), "step": smallest}
        said = f"the price of 5C is {price}; expected a multiple of {smallest}, the smallest counter, above 0"
        assert refused(**game, smallest_counter={"value": smallest}, price_list=prices) == said
    prices = {"levels": {"five": 5, "six": 5}, "suits": dict.fromkeys("CDSH", 0), "step": 6}
    said = "the step is 6; expected a multiple of 5, the smallest counter"
    assert refused(**game, smallest_counter={"value": 5}, price_list=prices) == said


def test_a_card_lies_before_each_player_but_the_dealer_face_down() -> None:
    small(**A_WIDOW_EACH, laying_out={})
    deal = A_WIDOW_EACH["deal"]
    for widow in ({"size": 2}, {"size": 4}, {"size": 3, "face_up": 1}):
        said = refused(deal=deal, widow=widow, laying_out={})
        assert said.endswith("deals a face-down widow of 3 cards, one for each player but the dealer")


def test_a_card_that_may_be_laid_out_has_a_pool_that_says_how_much_it_must_hold() -> None:
    limit = {"cards": {"QH": "little"}, "least": {"little": 100}}
    small(**A_WIDOW_EACH, laying_out={}, laying_out_limit=limit)
    said = "laying_out_limit.least has no value for 'little', the pool of the QH"
    assert refused(**A_WIDOW_EACH, laying_out={}, laying_out_limit={**limit, "least": {"great": 100}}) == said


def test_from_none_to_all_of_the_nest_may_be_exchanged() -> None:
    nest: Game = {"deal": {"packets": [12]}, "widow": {"size": 4}, "auction": {}, "nest": {}}
    small(**nest, nest_limit={"swaps": [0, 4]}).check()
    for swaps in ([-1], [5], [2, 5]):
        said = f"nest_limit.swaps = {swaps}; expected numbers from 0 to 4, the cards of the nest"
        assert refused(**nest, nest_limit={"swaps": swaps}) == said


def test_a_third_hand_is_for_two_players() -> None:
    pack = {"kind": "french", "without": ["2C"]}
    assert small(2, players={"allowed": [2]}, pack=pack, dummy={}).plan.table.dummy == 2
    for players in (3, 4):
        said = f"dummy makes a third hand for two players, not for {players}"
        assert refused(players, players={"allowed": [players]}, dummy={}) == said


def test_a_card_for_the_first_dealer_is_for_a_pack_that_is_dealt_out_alone() -> None:
    small(first_dealer={"by": "card", "card": "JS"})
    small(first_dealer={"low_to_high": "2 3 4 5 6 7 8 9 T J Q K A"})
    for given in ({"by": "card"}, {"card": "JS"}):
        assert refused(first_dealer=given).endswith("a card can be given only with by = 'card'")
    for ranks in ("A 2 3 4 5 6 7 8 9 T J Q", "A 2 3 4 5 6 7 8 9 T J Q Q"):
        said = f"first_dealer.low_to_high = {ranks!r}; expected every rank of the pack, each once"
        assert refused(first_dealer={"low_to_high": ranks}) == said
    assert "'1S' is not a card" in refused(first_dealer={"by": "card", "card": "1S"})


def test_counters_go_with_a_fixed_sum_for_all_the_tricks_and_with_nothing_else() -> None:
    small(**CALLS, **NUMBERS, all_tricks_bonus={"bonus": "fixed", "counters": 1})
    small(**CALLS, **NUMBERS, all_tricks_bonus={"bonus": "pool"})
    for bonus, counters in (("fixed", 0), ("pool", 1), ("doubles", 1)):
        said = f"all_tricks_bonus.bonus = {bonus!r} with {counters} counters; counters can be given only with 'fixed'"
        assert refused(**CALLS, **NUMBERS, all_tricks_bonus={"bonus": bonus, "counters": counters}) == said


def test_a_wild_card_is_the_highest_the_lowest_or_just_above_a_rank() -> None:
    wild: Game = {"pack": {"kind": "rook", "without": ["R1"]}, "wild": {"card": "ROOK"}}
    ranks = small(**wild).plan.pack.ranks
    for place, found in (("highest", len(ranks)), ("lowest", -1), ("10.5", ranks.index("10") + 0.5)):
        assert small(**wild, wild_rank={"place": place}).plan.makeup.wilds[0].place == found
    for place in ("10", "10.55", "99.5", ".5"):
        said = (
            f"wild_rank.place = {place!r}; expected highest, lowest, or the place above a rank, such as 10.5"
        )
        assert refused(**wild, wild_rank={"place": place}) == said


def test_all_the_ranks_may_be_honours() -> None:
    ranks = "2 3 4 5 6 7 8 9 T J Q K A"
    assert small(**CALLS, **NUMBERS, honours={"ranks": ranks}).plan.worth.honour_ranks == tuple(ranks.split())


def test_honours_are_some_of_the_ranks() -> None:
    small(**CALLS, **NUMBERS, honours={"ranks": "A"})
    for ranks in (" ", "A 1"):
        said = f"honours.ranks = {ranks!r}; expected some of the ranks 2 3 4 5 6 7 8 9 T J Q K A"
        assert refused(**CALLS, **NUMBERS, honours={"ranks": ranks}) == said


def test_a_contract_is_named_for_a_deal_that_is_played_though_all_have_passed() -> None:
    small(**CALLS, **NUMBERS, all_pass={"then": "play", "contract": "five"}).check()
    small(**CALLS, **NUMBERS, all_pass={"then": "play", "suit": "H"}).check()
    small(**CALLS, **NUMBERS, all_pass={"then": "redeal-next", "contract": "not looked for"}).check()
    for suit in ("", "X"):
        said = f"all_pass.then = 'play' needs a contract, or one of the suits C, D, S, H; got {suit!r}"
        assert refused(**CALLS, **NUMBERS, all_pass={"then": "play", "suit": suit}) == said
    said = refused(**CALLS, **NUMBERS, all_pass={"then": "play", "contract": "sevn"})
    assert said.startswith("all_pass.contract = 'sevn'; expected one of 'five'")


def test_a_game_that_says_nothing_of_its_players_is_for_four() -> None:
    clauses = [
        {"slug": name, "section": "all", "title": name, "text": "Trial.", "sources": [{"key": "trial"}], "rule": {name: facts}}
        for name, facts in USUAL.items() if name != "players"
    ]  # fmt: skip
    rules = resolve([(WHERE, {"title": "Trial", "sections": [["all", "All"]], "clause": clauses})], None, {})
    assert (rules.players, rules.plan.table.n) == ((4,), 4)
