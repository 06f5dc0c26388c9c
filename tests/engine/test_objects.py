"""The objects of the package: they show cards, not masks, cannot be changed, compare by content, and can be copied."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import whister
from tests.engine.accepting import play as played_out
from whister import Card, Deal, DealRecord, Record, Rules, Session, WhisterError
from whister.bots import choose

NAMES = whister.catalogue()
SEATS: Mapping[str, Callable[[Deal, Any], object]] = {
    "hand": lambda deal, seat: deal.hand(seat),
    "taken": lambda deal, seat: deal.taken(seat),
    "view": lambda deal, seat: deal.view(seat),
    "legal": lambda deal, seat: deal.legal(seat),
    "why": lambda deal, seat: deal.why("pass", seat),
    "act": lambda deal, seat: deal.act("pass", seat),
}
OWN = """
title = "Our Black Lady"
extends = "hearts/black-lady"

[[amend]]
slug = "values"
text = "Each heart counts two."
[[amend.sources]]
key = "own"
evidence = "described"
"""


@cache
def game(name: str) -> tuple[Deal, Session]:
    """Return a deal that was played to the end, and a session with the first deal settled."""
    for seed in range(7, 20):
        session = whister.load(name).session("objects")
        played_out(session.deal, Random(seed))
        deal = session.deal
        with suppress(whister.NotSourcedError):  # another deal, if no source gives the payment of this one
            session.settle()
            return deal, session
    raise AssertionError(f"{name}: every deal is unpaid")


def objects(name: str) -> Iterator[Any]:
    """Yield one of each kind of object that a rule set returns."""
    deal, session = game(name)
    rules = deal.rules
    fresh = rules.deal("objects")
    clause = next(each for each in rules.clauses.values() if each.cases)
    yield from (
        rules,
        fresh,
        deal,
        session,
        deal.ledger,
        deal.outcome,
        session.settlements[0],
        session.conclusion,
    )
    yield from (
        fresh.view(fresh.pending[0]),
        deal.view(0),
        deal.tricks,
        fresh.legal(),
        deal.actions,
        deal.outcome.captured,
    )
    yield from (DealRecord.of(deal), Record.of(session), clause, clause.sources[0], clause.cases[0])
    yield from (
        rules.clauses,
        rules.options,
        rules.contracts,
        rules.card_points,
        rules.chosen,
        session.settlements[0].lines,
    )
    yield from list(rules.options.values())[:1]
    yield from list(rules.contracts.values())[:1]
    yield (
        fresh.why("bid nonsense")
        if fresh.phase == "auction"
        else fresh.why(str(rules.cards[0]), fresh.pending[0])
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_is_pickled_comes_back_equal(name: str) -> None:
    for each in objects(name):
        assert pickle.loads(pickle.dumps(each)) == each, repr(each)


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_equal_and_goes_its_own_way(name: str) -> None:
    deal, session = game(name)
    for way in (copy.copy, copy.deepcopy):
        twin = way(deal)
        assert twin == deal
        twin.undo()
        assert twin != deal
        assert deal.over
        other = way(session)
        assert other == session
        other.deal.undo()
        assert other != session


@pytest.mark.parametrize("name", NAMES)
def test_every_representation_fits_a_line(name: str) -> None:
    deal, _ = game(name)
    for each in objects(name):
        if not isinstance(each, tuple):
            said = repr(each)
            assert len(said) <= 120 or isinstance(each, Sequence), said
            assert "\n" not in said
    assert all(len(repr(each)) <= 120 for each in deal.tricks)


@pytest.mark.parametrize("name", NAMES)
def test_plain_data_is_json_and_names_what_it_holds(name: str) -> None:
    deal, session = game(name)
    clause = next(iter(deal.rules.clauses.values()))
    told = (
        session.settlements[0],
        deal.outcome,
        deal.view(0),
        deal.ledger,
        Record.of(session),
        DealRecord.of(deal),
        clause,
    )
    for each in told:
        data = each.to_dict()
        assert json.loads(json.dumps(data, allow_nan=False)) == data
    settled = session.settlements[0].to_dict()
    assert [line["clause"] for line in settled["lines"]] == [
        line.clause.id for line in session.settlements[0].lines
    ]
    assert deal.outcome.to_dict()["captured"] == [
        [str(card) for card in cards] for cards in deal.outcome.captured
    ]


def masks(value: object, seen: set[int]) -> Iterator[str]:
    """Yield the whole numbers in an object that are too large to count anything."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if type(value) is int and abs(value) > 1 << 24:
        yield str(value)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from masks(each, seen)
    elif hasattr(value, "_asdict"):
        yield from masks(value._asdict(), seen)
    elif is_dataclass(value):
        for each in fields(value):
            if not each.name.startswith("_"):
                yield from masks(getattr(value, each.name), seen)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from masks(each, seen)


@pytest.mark.parametrize("name", NAMES)
def test_cards_are_never_masks(name: str) -> None:
    for each in objects(name):
        assert not [*masks(each, set())], repr(each)
    deal, _ = game(name)
    assert all(isinstance(card, Card) for cards in deal.outcome.captured for card in cards)
    for seat, action in deal.actions:
        if action.verb == "play":
            assert [*map(str, action.cards)] == [str(action)], (seat, action)
            assert not {"mask", "pack"} & set(dir(action))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_is_handed_out_can_be_changed(name: str) -> None:
    rules = whister.load(name)
    clause = next(each for each in rules.clauses.values() if each.rule)
    tables: list[Any] = [
        rules.clauses,
        rules.options,
        rules.chosen,
        rules.contracts,
        rules.card_points,
        clause.rule,
    ]
    tables += [*clause.rule.values(), *(case.given for each in rules.clauses.values() for case in each.cases)]
    tables += [rules.deal("fixed").ledger.pools]
    for table in tables:
        with pytest.raises(TypeError, match="cannot be changed"):
            table["x"] = 1
    session = rules.session("fixed")
    assert isinstance(session.played, tuple)
    assert isinstance(session.settlements, tuple)


@pytest.mark.parametrize("method", SEATS)
@pytest.mark.parametrize("wrong", [4, -1, True, "0", 1.0])
def test_what_is_no_seat_is_refused_in_the_same_words_everywhere(method: str, wrong: object) -> None:
    deal = whister.load("hearts/black-lady").deal("1909")
    with pytest.raises(whister.DealError) as refused:
        SEATS[method](deal, wrong)
    assert str(refused.value) == f"seat: expected a seat from 0 to 3, got {wrong!r}"


MISTAKEN: Mapping[str, tuple[Callable[[Any, Any], object], str]] = {
    "a record of no deal": (lambda deal, wrong: DealRecord.of(wrong), "record: expected Deal, got {}"),
    "a replay by no rules": (
        lambda deal, wrong: DealRecord.of(deal).replay(wrong),
        "record, rules: expected Rules, got {}",
    ),
    "a replay from no deal": (
        lambda deal, wrong: DealRecord.of(deal).replay(None, wrong),
        "record, opening: expected Deal, got {}",
    ),
    "a hash of no rules": (
        lambda deal, wrong: DealRecord.of(deal).plays_as(wrong),
        "record, rules: expected Rules, got {}",
    ),
    "a session of no rules": (
        lambda deal, wrong: Session(wrong, "1909"),
        "session, rules: expected Rules, got {}",
    ),
    "a session of no deal": (
        lambda deal, wrong: deal.rules.session("1909").follow(wrong),
        "session, deal: expected Deal, got {}",
    ),
    "a choice in no view": (
        lambda deal, wrong: choose(wrong),
        "choose: expected a View, as deal.view(seat) gives it, got {}",
    ),
    "the friends of no seat": (
        lambda deal, wrong: deal.view(0).friends(wrong),
        "seat: expected a seat from 0 to 3, got {}",
    ),
    "the winning of no card": (lambda deal, wrong: deal.view(0).wins(wrong), "card: expected text, got {}"),
    "a clause that is none": (
        lambda deal, wrong: deal.rules.switched_off(wrong),
        "clause: expected Clause, got {}",
    ),
}


@pytest.mark.parametrize("wrong", [5, -1, [], b"QS"])
@pytest.mark.parametrize("asked", MISTAKEN)
def test_what_is_of_another_kind_is_refused_in_our_words(asked: str, wrong: object) -> None:
    ask, says = MISTAKEN[asked]
    with pytest.raises(whister.DealError) as refused:
        ask(whister.load("hearts/black-lady").deal("1909"), wrong)
    assert str(refused.value) == says.format(wrong)


def test_a_deal_is_made_by_rules_alone() -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match="a deal cannot be created directly; use rules"):
        Deal(wrong)


def test_a_view_ranks_a_card_as_its_own_pack_does() -> None:
    rules = whister.load("hearts/four-jacks")
    assert rules.plan.pack.ranks[-4:] == ("A", "J", "Q", "K"), "the ace is below the jack"
    view = rules.position(hand="AH KH", led="JH", leader=3).view(0)
    assert [view.wins(card) for card in (Card.parse("A♥"), "AH", "KH")] == [False, False, True]


def test_a_ledger_that_fits_no_rules_is_shown_all_the_same() -> None:
    wrong: Any = 5
    assert repr(whister.Ledger(1, 0, wrong)) == "<Ledger that fits no rules>"


# -- pickles of other kinds ----------------------------------------------------------------------------------------


def test_a_position_is_pickled_with_what_was_given_and_done() -> None:
    rules = whister.load("hearts/black-lady")
    deal = rules.position(hand="QS 2H 3H", led="5C 9C", trick=3, leader=1)
    assert pickle.loads(pickle.dumps(deal)) == deal
    deal.act("QS")
    again = pickle.loads(pickle.dumps(deal))
    assert again == deal
    again.undo()
    assert again != deal


def test_positions_are_equal_however_they_were_written() -> None:
    rules = whister.load("hearts/black-lady")
    one = rules.position(hand="QS 2H", led="5C 9C", trick=3, leader=1, played="3D 4D")
    others = [
        rules.position(hand=["2h", "♠Q"], led="5c,9c", trick=3, leader=1, seat=3, played="4D 3D"),
        rules.position(["", "", "", "2H QS"], led="5C 9C", trick=3, leader=1, played="3D 4D", bid=0),
    ]
    assert all(other == one for other in others)
    differing = [
        rules.position(hand="QS 2H", led="9C 5C", trick=3, leader=1, played="3D 4D"),
        rules.position(hand="QS 2H", led="5C 9C", trick=3, leader=1, played="3D"),
        rules.position(hand="QS 2H", led="5C 9C", trick=4, leader=1, played="3D 4D"),
        rules.position(hand="QS 2H", led="5C 9C", trick=3, leader=2, played="3D 4D"),
    ]
    assert not any(other == one for other in differing)
    assert rules.position(hand="QS", seat=2) == rules.position(hand="QS", leader=2)


def test_a_position_of_hands_in_order_is_pickled_as_it_lies() -> None:
    rules = whister.load("rook/two-1914")
    deal = rules.position(["R5 G9", "Y7 B6", "B14 R10 G8"], bid=50, declarer=0, trump="R")
    assert rules.plan.table.dummy == 2
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert deal != rules.position(["R5 G9", "Y7 B6", "R10 B14 G8"], bid=50, declarer=0, trump="R")
    drawn = whister.load("hearts/domino").position(hand="2C 3C", widow="9C KS 4H", trick=2)
    again = pickle.loads(pickle.dumps(drawn))
    assert again == drawn
    assert again.view(0).pile == drawn.view(0).pile


def test_a_trick_without_a_card_is_led_by_the_seat_to_act() -> None:
    deal = whister.load("hearts/black-lady").deal("1909")
    for seat in deal.pending:
        deal.act(deal.legal(seat)[0], seat)
    while not deal.over:
        assert deal.trick.leader == deal.to_act or deal.trick.cards
        assert deal.view(0).trick == deal.trick
        if not deal.trick.cards:
            assert repr(deal.trick) == f"<Trick {len(deal.tricks) + 1}, to be led by {deal.to_act}:>"
        deal.act(deal.legal()[0])


@pytest.mark.parametrize("kind", ["by hand", "changed"])
def test_a_ledger_and_an_outcome_keep_nothing_that_can_be_changed(kind: str) -> None:
    pools, totals, declared = {"pool": 5}, [1, 2, 3, 4], {"suit": ["S"]}
    given: dict[str, Any] = {"pools": pools, "totals": totals}
    facts: dict[str, Any] = {"declared": declared, "tricks": totals}
    ledger = (
        whister.Ledger(1, 0, **given) if kind == "by hand" else whister.Ledger(1, 0, ())._replace(**given)
    )
    outcome = whister.Outcome(**facts) if kind == "by hand" else whister.Outcome()._replace(**facts)
    pools["pool"], totals[0] = 500, 100
    declared["suit"].append("H")
    assert (ledger.pools, ledger.totals) == ({"pool": 5}, (1, 2, 3, 4))
    assert (outcome.declared, outcome.tricks) == ({"suit": ("S",)}, (1, 2, 3, 4))
    for each in (ledger, outcome):
        again = pickle.loads(pickle.dumps(each))
        assert (again, hash(again)) == (each, hash(each))
    with pytest.raises(TypeError, match="cannot be changed"):
        ledger.pools["pool"] = 1  # type: ignore[index]


def test_repealed_clauses_stay_repealed_in_a_pickle() -> None:
    rules = whister.load("hearts/black-lady", moon="new").without("moon")
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules != whister.load("hearts/black-lady", moon="new")
    assert "moon" in again.clauses


def test_repealed_clauses_are_told_and_no_record_can_say_them() -> None:
    deal = whister.load("hearts/black-lady").without("moon").deal("repealed")
    assert deal.rules.repealed_here == ("moon",)
    assert repr(deal.rules) == "<Rules hearts/black-lady, 4 players, without moon>"
    with pytest.raises(
        whister.NotationError, match="is played without moon here, which a record cannot express"
    ):
        DealRecord.of(deal)
    assert pickle.loads(pickle.dumps(deal)) == deal


def test_views_are_equal_by_what_they_show_and_by_the_rules() -> None:
    rules = whister.load("hearts/black-lady")
    view = rules.deal("views").view(0)
    assert view == rules.deal("views").view(0)
    assert hash(view) == hash(rules.deal("views").view(0))
    assert view != rules.vary(target=50).deal("views").view(0)
    assert view != rules.deal("others").view(0)


def test_what_an_outcome_declares_cannot_be_changed() -> None:
    deal, _ = game("boston/hoyle")
    with pytest.raises(TypeError, match="cannot be changed"):
        deal.outcome.declared["made"] = True  # type: ignore[index]


def test_rules_that_play_otherwise_here_are_not_unpickled() -> None:
    rules = whister.load("hearts/black-lady")
    make, known = cast("tuple[Any, tuple[Any, ...]]", rules.__reduce__())
    with pytest.raises(
        whister.RecordError, match="it was pickled with rules that play as b1-0; here it plays as b1-"
    ):
        make(*known[:-1], "b1-0")


# -- errors --------------------------------------------------------------------------------------------------------


def _errors() -> Iterator[WhisterError]:
    rules = whister.load("hearts/black-lady")
    record = str(DealRecord.of(rules.deal("1909")))
    tries: list[Callable[[], object]] = [
        lambda: whister.load("hearts/nothing"),
        lambda: whister.load("hearts/black-lady", moon="blue"),
        lambda: whister.load("hearts/black-lady", sense="no"),
        lambda: rules.deal("1909").act("XX"),
        lambda: rules.deal("1909").act("2C"),
        lambda: rules.deal("1909").hand(9),
        lambda: DealRecord.parse(record + "QS").replay(),
        lambda: whister.load(text="title = 'x'"),
        lambda: whister.simulate(rules, "nobody", 1),
        lambda: whister.study(rules, deals=0),
    ]
    for attempt in tries:
        with pytest.raises(WhisterError) as raised:
            attempt()
        yield raised.value
    yield whister.OptionClash("said", ("a", 1), ("b", 2), ["c"])
    yield whister.OptionMisfit("said", "why", option="a")
    yield whister.NotSourcedError(next(iter(rules.clauses.values())), "a price", "")


def test_every_error_is_pickled_with_all_it_knows() -> None:
    errors = [*_errors()]
    kinds = {type(error) for error in errors}
    named = {
        getattr(whister, name)
        for name in whister.__all__
        if name.endswith("Error") or name.startswith("Option")
    }
    asked = {kind for kind in named if isinstance(kind, type) and issubclass(kind, WhisterError)}
    assert asked - kinds <= {WhisterError, whister.OptionError}
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert (again, hash(again), str(again)) == (error, hash(error), str(error))
    assert len(set(errors)) == len(errors)


# -- how they are shown --------------------------------------------------------------------------------------------


def test_a_deal_is_printed_with_its_hands() -> None:
    hands = ["2C 3D AS", "4C 5D KS", "6C 7D QS", "TC JD JS"]
    deal = whister.load("hearts/black-lady", players=4).position(hands)
    assert str(deal).splitlines()[1:] == [
        "Seat 0          ♣ 2  ♦ 3  ♠ A",
        "Seat 1          ♣ 4  ♦ 5  ♠ K",
        "Seat 2          ♣ 6  ♦ 7  ♠ Q",
        "Seat 3, dealer  ♣ 10  ♦ J  ♠ J",
    ]


def test_a_settlement_is_printed_as_a_score_sheet() -> None:
    rules = whister.load("hearts/black-lady")
    printed = str(rules.settle(rules.outcome(points=[20, 6, 0, 0])))
    head, columns, line, _, deal, totals = printed.splitlines()
    assert head == "hearts/black-lady, in points"
    assert columns.split() == "seat 0 seat 1 seat 2 seat 3".split()
    assert line.split() == ["Cards", "captured", "20", "6", "hearts/black-lady#score"]
    assert (deal.split(), totals.split()) == (
        ["This", "deal", "20", "6", "0", "0"],
        ["Totals", "20", "6", "0", "0"],
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_of_a_deal_is_no_wider_than_100_characters(name: str) -> None:
    rules = whister.load(name)
    for players in {rules.players[0], rules.players[-1]}:
        deal, chance, shown = rules.vary(players).deal("width"), Random(1), list[str]()
        while not deal.over:
            seat = deal.pending[0]
            deal.act(chance.choice(deal.legal(seat)), seat)
            if len(deal.trick.cards) == len(deal.hands) - 1 or deal.over:
                shown.append(str(deal))
        with suppress(whister.NotSourcedError):
            shown.append(str(deal.settle()))
        assert all(len(line) <= 100 for text in shown for line in text.splitlines()), shown


def test_a_score_sheet_folds_the_heads_of_its_columns_and_then_the_addresses() -> None:
    rules = whister.load("hearts/partnership-individual")
    four = str(rules.settle(rules.outcome(points=[1, 11, 14, 0])))
    assert [line.split() for line in four.splitlines()[1:4]] == [
        ["seat"] * 4,
        ["0", "1", "2", "3"],
        ["Cards", "captured", "1", "11", "14", "hearts/partnership-individual#score"],
    ]
    rules = whister.load("hearts/cancellation", players=11)
    eleven = str(rules.settle(rules.outcome(points=[26 * 2, *[0] * 10])))
    assert [line.split() for line in eleven.splitlines()[1:5]] == [
        ["seat"] * 11,
        [*map(str, range(11))],
        ["Cards", "captured", "52"],
        ["hearts/cancellation#score"],
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_that_no_source_gives_is_marked_in_a_printed_settlement(name: str) -> None:
    settled = game(name)[1].settlements[0]
    assert ("* reconstructed: no source gives the figure" in str(settled)) == settled.reconstructed


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_shows_deals_and_settlements_as_tables(name: str) -> None:
    deal, session = game(name)
    for shown in (deal.rules.deal("html"), session.settlements[0]):
        html = shown._repr_html_()
        assert html.count("<table") == html.count("</table>") == 1
        assert "<script" not in html


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Q♠", "QS"),
        ("♠Q", "QS"),
        ("qs", "QS"),
        ("10♥", "TH"),
        ("♥️10", "TH"),
        ("R14", "R14"),
        ("Rook", "ROOK"),
        ("joker", "JK"),
    ],
)
def test_a_card_is_read_as_players_write_it(text: str, card: str) -> None:
    assert Card.parse(text) == card
    assert Card.parse(Card.parse(text)) == card


@pytest.mark.parametrize("text", ["", "1S", "Q", "R15", "♠♠", None, 5])
def test_what_is_no_card_is_refused(text: Any) -> None:
    with pytest.raises(whister.NotationError, match="is not a card; expected one such as Q♠"):
        Card.parse(text)


def test_a_card_is_one_of_a_pack_and_cannot_be_changed() -> None:
    card = Card("Q♠")
    assert (card, card.suit, card.name) == ("QS", "S", "queen of spades")
    with pytest.raises(whister.NotationError, match="'QX' is not a card"):
        Card("QX")
    with pytest.raises(AttributeError, match="a card cannot be changed"):
        card.suit = "H"


def test_the_catalogue_of_a_family_is_its_part_of_the_whole() -> None:
    whole = [*whister.catalogue("boston"), *whister.catalogue("hearts"), *whister.catalogue("rook")]
    assert tuple(whole) == whister.catalogue()
    with pytest.raises(
        whister.UnknownRuleSet, match="no family is called 'poker'; expected one of boston, hearts, rook"
    ):
        whister.catalogue("poker")


def test_an_outcome_of_endless_tricks_is_shown_in_a_line() -> None:
    outcome = whister.load("hearts/black-lady").outcome(points=[26, 0, 0, 0])
    endless: Any = range(10**12)
    assert repr(outcome._replace(tricks=endless)) == "<Outcome tricks a range>"
    assert repr(outcome._replace(tricks=(0,) * 1000)) == "<Outcome tricks a tuple>"


def test_what_a_settlement_says_is_made_when_it_is_asked_for() -> None:
    """The amounts come at once; the lines and the next ledger are the same whenever they are asked for, or if never."""
    for name in ("hearts/black-lady", "boston/hoyle", "rook/tournament"):
        deal, _ = game(name)
        first, second = deal.settle(), deal.settle()
        assert first.delta == second.delta
        assert [sum(line.amounts[seat] for line in first.lines) for seat in range(4)] == [*first.delta]
        assert first.ledger == second.ledger
        assert first == second == pickle.loads(pickle.dumps(deal.settle()))
        with pytest.raises(AttributeError):
            first.delta = (0, 0, 0, 0)  # type: ignore[misc]


def test_a_session_goes_on_after_it_was_settled() -> None:
    session = whister.load("hearts/black-lady").session("settled")
    played_out(session.deal, Random(3))
    settled = session.settle()
    assert session.advance() == settled
    assert (len(session.settlements), len(session.played), session.deal.over) == (1, 1, False)
    session.played[0].undo()
    assert session.played[0].over


def test_a_game_that_is_over_is_over_again_from_its_record() -> None:
    session = whister.load("hearts/black-lady", target=10).session("finished")
    while not session.over:
        played_out(session.deal, Random(3))
        session.advance()
    again = Record.of(session).resume("finished")
    assert again.over
    assert (again.winners, again.totals) == (session.winners, session.totals)


@pytest.mark.parametrize("name", ["clauses", "players", "id", "plan"])
def test_rules_cannot_be_changed(name: str) -> None:
    with pytest.raises(
        AttributeError,
        match=r"hearts/black-lady: rules cannot be changed; vary\(\) and without\(\) return changed copies",
    ):
        setattr(whister.load("hearts/black-lady"), name, ())


# -- a rule set of one's own ---------------------------------------------------------------------------------------


def test_a_rule_set_of_ones_own_stands_on_a_published_one(tmp_path: Path) -> None:
    file = tmp_path / "Our Table.toml"
    file.write_text(OWN, "utf-8")
    rules, told = whister.load(file), whister.load(text=OWN)
    assert (rules.id, told.id) == ("own/our-table", "own/our-black-lady")
    assert (rules.title, rules.clauses["values"].text) == ("Our Black Lady", "Each heart counts two.")
    assert rules.source == told.source == OWN
    assert rules.clauses["values"].change == "amended"
    assert rules.behaviour_hash == whister.load("hearts/black-lady").behaviour_hash
    assert whister.load("hearts/black-lady").source == ""


def test_a_rule_set_of_ones_own_takes_its_parents_options() -> None:
    rules = whister.load(None, text=OWN, moon="new")
    assert rules.chosen == {"moon": "new"}
    assert rules.vary(moon="old").chosen == {"moon": "old"}
    assert rules.vary(3).source == OWN
    assert rules.without("moon").source == OWN


def test_what_is_pickled_carries_the_text_of_ones_own_rules() -> None:
    rules = whister.load(text=OWN)
    deal = rules.deal("own")
    deal.act(deal.legal()[0], deal.pending[0])
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert pickle.loads(pickle.dumps(deal)).rules.source == OWN


def test_no_link_names_a_rule_set_of_ones_own() -> None:
    rules = whister.load(text=OWN)
    refused = (
        rf"own/our-black-lady \({rules.behaviour_hash}\) is a rule set of your own, which no link can name"
    )
    with pytest.raises(whister.NotationError, match=refused):
        DealRecord.of(rules.deal("own")).link()
    assert {clause.url for clause in rules.clauses.values()} == {""}


def test_a_record_of_ones_own_rules_opens_only_where_they_have_been_loaded() -> None:
    deal = whister.load(text=OWN).deal("own")
    record = str(DealRecord.of(deal))
    assert DealRecord.parse(record).replay() == deal
    with pytest.raises(
        whister.UnknownRuleSet, match="'own/elsewhere' is a user's own rule set; load its file first"
    ):
        DealRecord.parse(record.replace("own/our-black-lady", "own/elsewhere")).replay()


def _deep() -> str:
    return "title = 'x'\nextends = 'hearts/black-lady'\nx = " + "[" * 40 + "]" * 40


BAD_OWN: Mapping[str, tuple[str, str]] = {
    "it stands alone": ("title = 'x'", "expected 'extends', the ID of a published rule set"),
    "on nothing": ("extends = 'hearts/nothing'", "extends: 'hearts/nothing' is not a published rule set"),
    "on one's own": ("extends = 'own/x'", "extends: 'own/x' is not a published rule set"),
    "on a file": ("extends = '../../etc/passwd'", "is not a published rule set"),
    "no TOML": ("title =", "the rule set given as text: "),
    "without a title": ("title = ' '\nextends = 'hearts/black-lady'", "title: expected a line of 1 to 200"),
    "of two titles": ('title = "a\\nb"\nextends = "hearts/spot"', "title: expected a line"),
    "with a long title": (
        f"title = '{'x' * 201}'\nextends = 'hearts/spot'",
        "title: expected a line of 1 to 200",
    ),
    "for a terminal": (
        'title = "\\u001b[31mRed"\nextends = "hearts/black-lady"',
        "a string contains a control character; remove it",
    ),
    "an unknown key": ("colour = 'red'\nextends = 'hearts/black-lady'", "'colour' is not a key here"),
    "too deep": (_deep(), "the rule set given as text: "),
    "too long": ("#" * 200_001, "too long, with more than 200000 bytes"),
}


@pytest.mark.parametrize(("text", "says"), BAD_OWN.values(), ids=BAD_OWN)
def test_a_bad_rule_set_of_ones_own_is_refused(text: str, says: str) -> None:
    with pytest.raises(whister.RecordError) as refused:
        whister.load(text=text)
    assert says in str(refused.value)


def test_a_record_is_not_played_by_other_rules_of_the_same_name() -> None:
    record = DealRecord.of(whister.load(text=OWN).deal("own"))
    whister.load(text=OWN.replace("hearts/black-lady", "hearts/spot"))
    with pytest.raises(
        whister.NotationError, match="the rules that were loaded last by that name play as b1-"
    ):
        record.replay()
    whister.load(text=OWN)
    assert record.replay().rules.source == OWN


def test_a_text_may_begin_with_the_mark_of_its_encoding() -> None:
    assert whister.load(text=f"\ufeff{OWN}") == whister.load(text=OWN)


def test_a_text_is_always_an_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(OWN, "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(whister.UnknownRuleSet, match="a file is given as a path"):
        whister.load("mine.toml")
    with pytest.raises(whister.UnknownRuleSet, match="only one of them"):
        whister.load("hearts/black-lady", text=OWN)


def test_rules_are_equal_by_content(tmp_path: Path) -> None:
    assert whister.load("hearts/black-lady", players="4") == whister.load("hearts/black-lady", 4)
    assert whister.load("hearts/black-lady", 4) != whister.load("hearts/black-lady", 3)
    assert len({whister.load(name) for name in NAMES} | {whister.load(name) for name in NAMES}) == len(NAMES)
    assert isinstance(whister.load(text=OWN), Rules)
    assert whister.load(text=OWN) == whister.load(text=OWN) != whister.load("hearts/black-lady")
