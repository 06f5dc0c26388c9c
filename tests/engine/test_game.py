"""Whole games at the table: deal after deal, the score sheet, the end, and the way back."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import whister
from whister import Ledger, Option, OptionClash, OptionValue
from whister.links.record import Record
from whister.table import game, house_rules
from whister.table.requests import handle

CATALOGUE = whister.catalogue()


def answer(**request: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(handle(json.dumps({"id": 1, **request})))
    return found


def ask(**request: Any) -> dict[str, Any]:
    found = answer(**request)
    assert "ok" in found, found
    state: dict[str, Any] = found["ok"]
    return state


def first_thing(state: dict[str, Any]) -> str:
    """Return the first action that is open to the visitor."""
    choice = state["choice"]
    if choice["kind"] == "cards":
        return " ".join([choice["verb"], *choice["allowed"][: choice["count"]]])
    if choice["kind"] == "play":
        return str(next(held["card"] for held in state["hand"] if held["playable"]))
    said = [one for group in choice.get("groups", ()) for one in group["actions"] if one["legal"]]
    said += [one for one in choice.get("beside", ()) if one["legal"]]
    return str(said[0]["action"] if said else bids(state)[0])


def bids(state: dict[str, Any]) -> list[str]:
    """Return the bids of the ladder that are open, from low to high."""
    parts = [part for part in state["choice"].get("parts") or () if not part["reason"]]
    return [bid["action"] for part in parts for rung in part["rungs"] for bid in rung["bids"] if bid["legal"]]


def played_out(state: dict[str, Any]) -> dict[str, Any]:
    """Play a deal to the end; the visitor always takes the first action that is open."""
    while not state["over"]:
        state = act(state, first_thing(state))
    return state


def act(state: dict[str, Any], action: str) -> dict[str, Any]:
    """Take an action, and keep the game, which the answer does not repeat because it is unchanged."""
    after = ask(op="act", record=state["record"], seat=state["seat"], action=action)
    assert after["game"] is None
    return after | {"game": state["game"]}


def next_deal(state: dict[str, Any]) -> dict[str, Any]:
    return ask(op="next", record=state["record"], seat=state["seat"], game=state["game"])


def whole(rules: str, seed: str = "1909", **options: Any) -> dict[str, Any]:
    return ask(op="new", rules=rules, seed=seed, seat=0, whole=True, options=options)


def test_what_the_others_did_before_the_visitor_is_told_from_the_first_on() -> None:
    state = whole("hearts/black-lady")
    openings = [
        state,
        ask(op="new", rules="hearts/black-lady", seed="1909", seat=0),
        next_deal(played_out(state)),
    ]
    for opening in openings:
        assert opening["log"][0] == "West passes three cards."
        assert [step["text"] for step in opening["steps"]] == opening["log"]


@pytest.mark.parametrize("rules", CATALOGUE)
def test_a_game_goes_on_with_what_the_deal_before_has_left(rules: str) -> None:
    state, deals = whole(rules), 1
    while deals < 4:
        state = played_out(state)
        if state["settlement"]["end"]:
            break
        over, state, deals = state, next_deal(state), deals + 1
        row = state["game"]["sheet"][-1]
        assert row["delta"] == over["settlement"]["delta"]
        sums = [Fraction(a) + Fraction(b) for a, b in zip(row["opened"], row["delta"], strict=True)]
        assert sums == [Fraction(total) for total in row["totals"]]
        assert row["totals"] == over["settlement"]["totals"]
        assert len(state["game"]["sheet"]) == len(state["game"]["before"]) == deals - 1
    # The whole game is a record that plays itself again, and the session it gives goes on with the same cards.
    lines = [*state["game"]["before"], state["record"]]
    again = Record.parse("\n".join(lines)).resume(state["game"]["seed"])
    assert [str(whister.DealRecord.of(deal)) for deal in again.played] == state["game"]["before"]
    assert deals == len(lines) > 1


def test_a_game_that_is_taken_up_again_goes_on_with_the_cards_it_would_have_had() -> None:
    session = whister.load("hearts/black-lady").session("1909")
    for deals in range(2):
        again = Record.of(session).resume("1909")
        for one in (session, again):
            while not one.deal.over:
                one.deal.act(one.deal.legal()[0])
            one.advance()
        assert again.deal.hands == session.deal.hands, deals


def test_any_card_of_the_hand_may_be_chosen_to_be_passed() -> None:
    state = whole("hearts/black-lady")
    choice = state["choice"]
    assert (choice["kind"], choice["verb"], choice["count"], choice["label"]) == (
        "cards",
        "give",
        3,
        "Pass three cards",
    )
    assert sorted(choice["allowed"]) == sorted(held["card"] for held in state["hand"])
    assert act(state, " ".join(["give", *choice["allowed"][:3]]))["phase"] == "play"


@pytest.mark.parametrize(
    ("rules", "role"),
    [("hearts/auction", "bidder"), ("rook/tournament", "declarer")],
)
def test_who_bids_highest_is_called_so(rules: str, role: str) -> None:
    state = whole(rules)
    while not any(seat["role"] for seat in state["seats"]):
        state = act(state, first_thing(state))
    deal = Record.parse(state["record"]).replay()
    assert [seat["role"] for seat in state["seats"]] == [
        role if seat == deal.declarer else "" for seat in range(4)
    ]


def test_after_a_deal_the_table_says_when_the_game_ends_and_by_which_clause() -> None:
    ends = played_out(whole("boston/nantes"))["settlement"]["ends"]
    assert ends["text"] == "A game is twelve deals."
    assert ends["clause"]["id"] == "boston/nantes#session"


def test_at_the_end_of_a_game_what_is_paid_then_is_added_to_the_totals() -> None:
    settlement = played_out(whole("hearts/black-lady", settlement="average", target=1))["settlement"]
    end = settlement["end"]
    sums = [
        Fraction(total) + Fraction(paid)
        for total, paid in zip(settlement["totals"], end["delta"], strict=True)
    ]
    assert any(Fraction(paid) for paid in end["delta"])
    assert [Fraction(total) for total in end["totals"]] == sums


def test_the_last_trick_is_the_one_before_the_one_on_the_table() -> None:
    state = whole("hearts/hearts-1887")
    for _ in range(3):
        state = act(state, first_thing(state))
    deal = Record.parse(state["record"]).replay()
    assert len(deal.tricks) >= 2
    last = deal.tricks[-1]
    assert state["last_trick"]["number"] == last.number == len(deal.tricks) == state["trick"]["number"] - 1
    assert (state["last_trick"]["leader"], state["last_trick"]["winner"]) == (last.leader, last.winner)
    assert [play["card"] for play in state["last_trick"]["plays"]] == [str(card) for card in last.cards]


def test_the_deal_passes_to_the_left_and_the_totals_stand_beside_the_names() -> None:
    first = whole("hearts/black-lady")
    dealer = next(seat["seat"] for seat in first["seats"] if seat["dealer"])
    second = next_deal(played_out(first))
    assert next(seat["seat"] for seat in second["seats"] if seat["dealer"]) == (dealer + 1) % 4
    totals = second["game"]["sheet"][0]["totals"]
    assert sum(totals) == 26
    assert [seat["total"] for seat in second["seats"]] == [f"total: {total}" for total in totals]


def test_the_last_pool_is_gone_from_the_scoreboard_when_it_is_divided() -> None:
    state = played_out(whole("boston/fontainebleau", "5"))
    while not state["settlement"]["end"]:
        left = [str(pool["chips"]) for pool in state["settlement"]["row"]["pools"] if pool["chips"]]
        assert [item["short"] for item in state["board"] if item["part"] == "pool"] == left
        state = played_out(next_deal(state))
    (divided,) = state["settlement"]["end"]["lines"]
    assert divided["pool"] < 0
    assert all(item["part"] != "pool" for item in state["board"])


def test_a_game_of_black_lady_ends_at_a_hundred_and_the_lowest_wins() -> None:
    state = played_out(whole("hearts/black-lady"))
    while not state["settlement"]["end"]:
        assert max(state["settlement"]["totals"]) < 100
        state = played_out(next_deal(state))
    totals, end = state["settlement"]["totals"], state["settlement"]["end"]
    assert max(totals) >= 100
    assert end["winners"] == [seat for seat in range(4) if totals[seat] == min(totals)]
    assert f"{min(totals)} points" in end["text"]
    refused = answer(op="next", record=state["record"], seat=0, game=state["game"])
    assert "the game is over" in refused["error"]["message"]


def test_a_deal_that_is_being_played_has_no_next_one() -> None:
    state = whole("rook/tournament")
    refused = answer(op="next", record=state["record"], seat=0, game=state["game"])
    assert "the deal is not over" in refused["error"]["message"]


def test_a_game_with_a_remembered_suit_begins_without_one() -> None:
    assert whole("boston/nantes")["record"].split("~")[4].startswith("n1.")


def test_undo_in_a_fresh_deal_leads_back_to_the_end_of_the_one_before() -> None:
    over = played_out(whole("hearts/black-lady"))
    fresh = next_deal(over)
    back = ask(op="undo", record=fresh["record"], seat=0, game=fresh["game"])
    assert back["record"] == over["record"]
    assert back["game"]["sheet"] == []
    assert back["settlement"] == over["settlement"]


def test_a_record_of_a_session_opens_at_its_last_deal_with_its_score_sheet() -> None:
    second = next_deal(played_out(whole("hearts/black-lady")))
    text = "\n".join([*second["game"]["before"], second["record"]])
    opened = ask(op="open", record=text, seat=0)
    assert opened["record"] == second["record"]
    assert opened["game"]["sheet"] == second["game"]["sheet"]


def test_a_session_whose_deals_do_not_follow_each_other_is_refused() -> None:
    second = next_deal(played_out(whole("hearts/black-lady")))
    other = played_out(whole("hearts/black-lady", seed="another game"))
    refused = answer(op="open", record=f"{other['record']}\n{second['record']}", seat=0)
    assert (
        "deal 2 of this record does not follow from deal 1: it opens as deal" in refused["error"]["message"]
    )


def test_an_unsourced_payment_is_not_counted_and_the_deal_is_dealt_again() -> None:
    for seed in range(60):
        state = whole("boston/fontainebleau", seed=str(seed), payment_table="sourced-only")
        while not state["over"]:
            open_bids = bids(state) if state["choice"]["kind"] == "ladder" else []
            action = open_bids[-1] if open_bids else first_thing(state)
            state = act(state, action)
        if state["settlement"]["unpaid"]:
            again = next_deal(state)
            assert again["game"]["before"] == []
            assert again["record"] != state["record"]
            assert (
                again["record"].split("~")[4].split(".")[:2] == state["record"].split("~")[4].split(".")[:2]
            )
            return
    raise AssertionError("every deal could be paid")


# ---- who looks on


def test_in_a_study_every_hand_lies_open() -> None:
    state = ask(op="new", rules="rook/tournament", seed="7", seat=0, study=True)
    assert [len(seat["hand"]) for seat in state["seats"]] == [9, 9, 9, 9]
    assert len(state["widow"]["seen"]) == 5
    hidden = ask(op="open", record=state["record"], seat=0)
    assert [seat["hand"] for seat in hidden["seats"]][1:] == [None, None, None]


def test_after_the_deal_every_hand_is_shown_as_it_was_dealt() -> None:
    state = whole("rook/tournament")
    assert state["dealt"] is None
    hand = [held["card"] for held in state["hand"]]
    over = played_out(state)
    assert over["dealt"][0] == {"name": "You", "cards": hand}
    assert len({card for hand in over["dealt"] for card in hand["cards"]}) == 41


def test_a_record_of_other_rules_says_so_and_one_that_is_looked_at_tells_its_last_step() -> None:
    state = whole("hearts/black-lady")
    other = state["record"].replace(state["rules"]["hash"], "b1-0123456789abcdef")
    notes = [
        [fact["value"] for fact in ask(op="open", record=record, seat=0)["facts"] if fact["label"] == "Note"]
        for record in (state["record"], other)
    ]
    assert notes == [[], ["the rules have changed since this deal was recorded"]]
    stood = ask(op="open", record=state["record"], seat=0, stand=True)
    assert [step["text"] for step in stood["steps"]] == state["log"][-1:]


def test_a_record_of_before_names_the_errata_and_lists_the_cards_beyond_the_end() -> None:
    """A bid of thirteen at American Boston that lost its first trick; the old record goes on to the last."""
    link = "w2~boston/american~~rhVCRtqqOxyAyL6e1JSR1yxCkdyd0Wrq0pztrtHhj2v5ue"
    state = ask(op="open", record=link, seat=0)
    assert state["over"]
    note, beyond = state["facts"][-2:]
    assert [each["url"] for each in note["links"]] == [
        "corrections/#correction-foster-boston",
        "corrections/#correction-decided-contracts",
    ]
    assert beyond["value"] == "48 cards after the end, listed under “The deal in words”"
    assert state["log"][-1].startswith("The record goes on after the end of the play: the two of hearts, ")


def test_a_deal_that_is_settled_gives_its_own_settlement_again() -> None:
    session = whister.load("hearts/black-lady").session("1909")
    for _ in range(2):
        if session.deal.over:
            session.advance()
        while not session.deal.over:
            session.deal.act(session.deal.legal()[0])
    second = session.settle()
    assert second.delta != session.settlements[0].delta
    assert session.settle() is second
    assert len(session.settlements) == 2


def test_the_deal_on_the_table_looked_at_otherwise_is_in_the_same_game() -> None:
    """The page keeps the game unless the answer contains one, which then replaces it."""
    record = whole("hearts/black-lady")["record"]
    kept = [
        ask(op="open", record=record, seat=0, **same)["game"]
        for same in ({"same": True}, {"same": False}, {})
    ]
    assert [game and game["before"] for game in kept] == [None, [], []]


def test_a_game_can_be_looked_at_from_another_seat() -> None:
    state = whole("hearts/black-lady")
    seen = ask(op="open", record=state["record"], seat=2, game=state["game"])
    assert seen["seat"] == 2
    assert {held["card"] for held in seen["hand"]}.isdisjoint(held["card"] for held in state["hand"])


# ---- house rules


def only_one_way(rules: whister.Rules, name: str) -> bool:
    """Return whether an option by itself leaves nothing to choose."""
    return (
        len(
            [
                value
                for value in rules.options[name].values
                if not value.excluded and can_be(rules, name, value.value)
            ]
        )
        < 2
    )


def can_be(rules: whister.Rules, name: str, value: object) -> bool:
    try:
        rules.vary(**{name: value})  # type: ignore[arg-type]
    except whister.OptionMisfit:
        return False
    return True


@pytest.mark.parametrize("rules", CATALOGUE)
def test_every_option_that_may_be_chosen_is_offered_with_what_it_rests_on(rules: str) -> None:
    loaded = whister.load(rules)
    form = ask(op="options", rules=rules)["options"]
    may = {name for name, option in loaded.options.items() if not option.fixed and not option.excluded}
    forms = [ask(op="options", rules=rules, players=players)["options"] for players in loaded.players]
    offered = {option["name"] for one in forms for option in one}  # each for some number of players
    assert offered <= may
    assert all(only_one_way(loaded, name) for name in may - offered)
    for option in form:
        assert option["chosen"] == option["default"]
        if option["kind"] == "table":
            assert ask(op="options", rules=rules, options={option["name"]: option["example"]}), "its example"
            assert option["example"]
        for value in option["values"]:
            assert value["text"]
            assert value["evidence"]


def test_the_rules_in_force_are_told_with_their_hash() -> None:
    plain, moon = whole("hearts/black-lady"), whole("hearts/black-lady", moon="new")
    assert plain["rules"]["in_force"] == []
    form = next(
        option
        for option in ask(op="options", rules="hearts/black-lady")["options"]
        if option["name"] == "moon"
    )
    line = next(value["line"] for value in form["values"] if value["value"] == "new")
    assert moon["rules"]["in_force"][0]["value"] == line
    assert " " in line, "in words"
    assert moon["rules"]["in_force"][0]["url"] == "hearts/black-lady/#moon.new"
    assert plain["rules"]["hash"] == whister.load("hearts/black-lady").behaviour_hash != moon["rules"]["hash"]


@pytest.mark.parametrize("rules", CATALOGUE)
def test_no_two_choices_of_a_house_rule_read_alike(rules: str) -> None:
    for option in ask(op="options", rules=rules)["options"]:
        lines = [value["line"] for value in option["values"]]
        assert all(lines)
        assert len(set(lines)) == len(lines), option["name"]


@pytest.mark.parametrize(
    ("prices", "why"),
    [
        ("everything 10", "expected each name once, with a whole number"),
        ("demande:6", "the price list has no price for independance"),
        ("demande:6.independance:15.solo:8", "'solo' is not an announcement"),
    ],
)
def test_a_price_list_is_refused_without_the_address_of_a_clause(prices: str, why: str) -> None:
    refused = answer(op="options", rules="boston/whischt-bostonien", options={"prices": prices})
    misfit = refused["error"]["misfit"]
    assert misfit["why"].startswith(why)
    form = ask(op="options", rules="boston/whischt-bostonien")["options"]
    (option,) = [
        option
        for option in form
        if option["kind"] == "table"
        and (misfit["option"] == option["name"] or misfit["clause"] in option["clauses"])
    ]
    assert option["title"] == "Your own prices"


def test_a_price_list_in_force_is_told_by_its_first_numbers() -> None:
    told = whole("boston/whischt-bostonien", prices="demande:6.independance:15")["rules"]["in_force"]
    assert told[0]["value"] == "demande 6, independance 15"


def test_options_that_clash_are_refused_in_words() -> None:
    refused = answer(op="new", rules="hearts/black-lady", options={"moon": "bogus"}, seat=0, whole=True)
    assert "moon = 'bogus' is not offered" in refused["error"]["message"]


# ---- records that today's rules refuse


def test_options_that_do_not_fit_the_number_of_players_are_refused_in_words() -> None:
    request = {"op": "options", "rules": "hearts/black-lady", "options": {"passing": "five-alt"}}
    assert answer(**request, players=4)["error"]["message"].startswith(
        "hearts/black-lady is for 5 players, not 4"
    )
    assert "ok" in answer(**request, players=5)


def test_a_refused_step_of_a_record_shows_the_deal_before_it_and_the_clause() -> None:
    state = whole("hearts/black-lady")
    gift = first_thing(state)
    passed = act(state, gift)
    leader = passed["to_act"]
    held = [one for one in passed["hand"] if not one["playable"]] if leader == 0 else []
    wrong = held[0]["card"] if held else "KC"
    broken = ask(op="open", record=f"{passed['record']}_{wrong}", seat=0)
    assert "refused by today's rules" in broken["broken"]["text"]
    assert broken["record"] == passed["record"]


def test_the_score_sheet_has_the_stakes_of_each_deal_and_what_lies_in_the_pool() -> None:
    state = next_deal(played_out(whole("boston/fontainebleau")))
    first = state["game"]["sheet"][0]
    assert sorted(first["opened"]) == [1550, 1600, 1600, 1600]  # the dealer has paid 50 of 1,600
    assert first["opened"][first["dealer"]] == 1550
    assert first["pools"] == [{"label": "Pool", "chips": 50 - sum(first["delta"]), "opened": 50}]
    second = played_out(state)["settlement"]["row"]
    assert second["opened"][second["dealer"]] == first["totals"][second["dealer"]] - 50
    assert second["pools"][0]["opened"] == first["pools"][0]["chips"] + 50


# ---- in words and numbers


@pytest.mark.parametrize(
    ("rule_set", "said", "what"),
    [
        ("rook/tournament", ["bid 120"], "120"),
        ("boston/fontainebleau", ["bid 5S", "pass", "pass", "pass"], "Five levées in spades"),
    ],
)
def test_a_row_of_the_score_sheet_has_the_bid_and_its_declarer(
    rule_set: str, said: list[str], what: str
) -> None:
    deal = whister.load(rule_set).deal("1909")
    for action in said:
        deal.act(action)
    while not deal.over:
        deal.act(deal.legal()[0])
    row = game.row(deal, deal.settle())
    assert (row["what"], row["declarer"], row["number"], row["dealer"]) == (what, 0, 1, 3)


def test_whoever_opens_a_deal_from_elsewhere_goes_on_with_the_same_cards() -> None:
    """The seed comes from the record, in the same way ever since links were published."""
    assert game.around("a record") == game.Game("9b700ce8298dbf07")


def test_the_deals_before_a_broken_one_stay_on_the_score_sheet() -> None:
    second = next_deal(played_out(whole("hearts/black-lady")))
    text = "\n".join([*second["game"]["before"], second["record"]])
    assert game.before_deal(text, "a", 1) == game.Game("a")
    (row,) = game.before_deal(text, "a", 2).sheet
    assert row == second["game"]["sheet"][0]
    assert game.before_deal(text, "a", 2).before == (text.splitlines()[0],)


def test_a_pool_that_is_new_was_empty_and_one_that_is_gone_is_empty() -> None:
    opened = Ledger(1, 0, (0, 0, 0, 0), {"pool": 4})
    after = Ledger(2, 1, (0, 0, 0, 0), {"great-quinola": 6})
    assert game.pools(opened, after) == [
        {"label": "Pool", "chips": 0, "opened": 4},
        {"label": "Great quinola pool", "chips": 6, "opened": 0},
    ]


def test_where_the_last_declarer_names_a_suit_again_nothing_was_bid() -> None:
    rules = whister.load("hearts/auction")
    deal = rules.deal(1, ledger=rules.ledger(standing="jack", last_declarer=[2], pool=8))
    while not deal.over:
        deal.act(deal.legal()[0])
    assert (deal.declarer, game.contract(deal)) == (2, "")


def test_when_the_game_ends_is_said_by_its_clause() -> None:
    rules = whister.load("hearts/black-lady")
    assert game.ends(rules) == (rules.clauses["end"], rules.clauses["end"].text)


def test_an_option_that_is_fixed_or_not_known_is_no_house_rule() -> None:
    rules = whister.load("hearts/microsoft")
    assert rules.options["revoke"].fixed
    assert rules.options["pack_table"].excluded
    assert {"revoke", "pack_table"}.isdisjoint(option["name"] for option in house_rules.form(rules))


def test_a_price_list_is_offered_with_an_example_and_how_it_is_written() -> None:
    options = {option["name"]: option for option in house_rules.form(whister.load("boston/american"))}
    prices, revoke = options["prices"], options["revoke"]
    assert (prices["kind"], prices["text"].endswith(house_rules.TO_WRITE)) == ("table", True)
    assert (revoke["kind"], revoke["text"].endswith(house_rules.TO_WRITE)) == ("choice", False)
    assert prices["example"].startswith("made-5:10.made-6:12.")
    assert revoke["example"] == ""


def test_a_choice_is_listed_by_its_first_words_and_by_its_name_where_they_are_the_same() -> None:
    texts = {
        "one": "Hearts are broken. Then they are led.",
        "two-cards": "Hearts are broken; no more.",
        "off": "",
    }
    values = tuple(OptionValue(value, text) for value, text in texts.items())
    option = Option("breaking", "Breaking", "When hearts are led.", "one", values=values)
    assert house_rules.lines_of(option) == ["Hearts are broken (one)", "Hearts are broken (two cards)", "off"]


def test_first_words_of_more_than_ninety_letters_are_cut_between_two_words() -> None:
    longest = "The player of the highest card of the suit led takes the pot, and the others pay him twice"
    texts = [longest, f"The lead: {longest[0].lower()}{longest[1:]}. More."]
    values = (*(OptionValue(text[:5], text) for text in texts), OptionValue(True))
    option = Option("taking", "Taking", "", "The p", values=values)
    cut = "The lead: the player of the highest card of the suit led takes the pot, and the others …"
    assert (len(longest), house_rules.lines_of(option)) == (90, [longest, cut, "yes"])


@pytest.mark.parametrize("wanted", [None, ["new", "old"], []])
def test_a_clash_says_what_is_wanted_of_the_other_option(wanted: list[str] | None) -> None:
    clash = OptionClash("they clash", ("moon", "new"), ("pledge", True), wanted)
    told = {"option": "moon", "value": "new", "other": "pledge", "now": True, "wanted": wanted}
    assert house_rules.clash(clash) == told


def test_a_choice_rests_on_the_sources_that_support_it_and_on_none_that_is_silent() -> None:
    rules = whister.load("hearts/modern")
    standard = next(value for value in rules.options["passing"].values if value.value == "standard")
    assert [source.relation for source in standard.sources] == ["", "", "", "silent"]
    passing = next(option for option in house_rules.form(rules) if option["name"] == "passing")
    told = next(value for value in passing["values"] if value["value"] == "standard")
    assert told["evidence"] == "taken over"
    assert told["sources"] == ["pagat-hearts", "ms-hearts-help", "cardominoes-hearts"]
