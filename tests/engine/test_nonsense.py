"""What is impossible is refused in words: what was given, where, and what was expected; and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import whister
from whister import DealError, IllegalAction, Record, WhisterError
from whister.rules import resolve
from whister.rulesets.reader import read
from whister.table.requests import handle

HEARTS, BOSTON, ROOK = "hearts/black-lady", "boston/fontainebleau", "rook/tournament"
ALL = (HEARTS, BOSTON, ROOK)
anything: Any = whister  # the tests give what no type checker lets pass
answered: Any = handle


def refused(words: str, do: Callable[[], object]) -> None:
    assert words, "say what is said"
    with pytest.raises(WhisterError) as error:
        do()
    assert words in str(error.value), str(error.value)


# -- loading ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [None, 5, "", "x", "hearts", "hearts/", "hearts/_family", "hearts/../rook/tournament", ["a"], b"x/y"],
)
def test_a_rule_set_that_is_not_there(name: Any) -> None:
    refused("rule set is called", lambda: whister.load(name))


@pytest.mark.parametrize("players", ["four", "4.0", "٤", "", 4.0, True, 0, -1, [4]])
def test_a_number_of_players_that_is_none(players: Any) -> None:
    refused("players", lambda: whister.load(HEARTS, players))


@pytest.mark.parametrize(
    "options",
    [{"moon": None}, {"moon": ["new"]}, {"moon": b"new"}, {"target": "1OO"}, {"target": 10**5000}, {"target": 1.5},
     {"break_hearts": 1}, {"nope": 1}, {"rule_set": "x"}],
)  # fmt: skip
def test_an_option_that_is_none(options: dict[str, Any]) -> None:
    refused("hearts/black-lady", lambda: whister.load(HEARTS, **options))


# -- dealing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [({"seed": 1.5}, "seed: expected text or a whole number"), ({"seed": "\ud800"}, "UTF-8"),
     ({"hands": 5}, "hands: expected 4 hands"), ({"hands": [1, 2, 3, 4]}, "hands, seat 0: expected cards"),
     ({"seed": 1, "cuts": ["x"]}, "cuts: expected a whole number"), ({"seed": 1, "cuts": 5}, "cuts: expected a list"),
     ({"pack": [1, 2]}, "pack: expected cards"), ({"seed": 1, "ledger": 5}, "ledger: expected a Ledger"),
     ({"seed": 1, "ledger": whister.load(HEARTS, 3).ledger()}, "ledger: it has 3 seats, but 4 play"),
     ({"seed": 1, "number": "1"}, "number"), ({"seed": 1, "number": 1.5}, "number"),
     ({"seed": 1, "dealer": 1.0}, "dealer: expected a seat"), ({"seed": 1, "dealer": True}, "dealer: expected a seat"),
     ({"seed": 1, "turned": "QS"}, "turned: give it only with hands"), ({"seed": 1, "widow": "QS"}, "the widow: give it only with hands"),
     ({"seed": 1, "bogus": 1}, "deal: 'bogus' is not known; expected one of cuts, dealer, hands, ledger")],
)  # fmt: skip
@pytest.mark.parametrize("name", ALL)
def test_a_deal_that_cannot_be(name: str, given: dict[str, Any], words: str) -> None:
    refused(words, lambda: whister.load(name).deal(**given))


@pytest.mark.parametrize(
    "stands",
    [{"number": 0}, {"number": True}, {"dealer": 4}, {"totals": 5}, {"totals": "abcd"}, {"totals": [1.5] * 4},
     {"totals": [None] * 4}, {"pool": -5}, {"pool": "x"}, {"pool": {"a": -1}}, {"pool": {"a.b": 1}}, {"pool": {5: 1}},
     {"pool": {"a" * 201: 1}}, {"pool": True},
     {"order": ["2C", "2C"]}, {"order": 5}, {"nope": 1}],
)  # fmt: skip
def test_a_ledger_that_cannot_be(stands: dict[str, Any]) -> None:
    refused(next(iter(stands)), lambda: whister.load(BOSTON).ledger(**stands))


def test_exact_fractions_may_stand_in_a_ledger() -> None:
    assert whister.load(HEARTS).ledger(totals=[Fraction(1, 2)] * 4).totals[0] * 2 == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [({"hand": 5}, "hand: expected cards, as a string such as '2C QS' or a list of strings; got 5"),
     ({"hand": "XX"}, "hand: 'XX' is not a card of a French pack"),
     ({"hands": ["2C"]}, "hands: expected 4 hands, one for each seat; got 1"),
     ({"hand": "2C", "hands": ["2C", "", "", ""]}, "the hand of the seat to act or all the hands; give only one of them"),
     ({"trick": 0}, "trick: expected a whole number from 1 to 13, got 0"),
     ({"trick": 14}, "trick: expected a whole number from 1 to 13, got 14"),
     ({"trick": 10**12}, "trick: expected a whole number from 1 to 13"),
     ({"leader": 9}, "leader: expected a seat from 0 to 3, got 9"), ({"seat": "x"}, "seat: expected a seat from 0 to 3"),
     ({"led": "2C 3C 4C 5C", "hand": "6C"}, "led: expected at most 3 cards, got 4"),
     ({"led": "2C", "seat": 3, "hand": "3C"}, "seat 0 led, so card 2 of the trick is played by seat 1, not seat 3"),
     ({"declarer": 9}, "declarer: expected a seat from 0 to 3, got 9"),
     ({"partner": "x"}, "partner: expected a seat from 0 to 3, got 'x'"),
     ({"bid": "x"}, "bid: expected a whole number from 0, got 'x'"), ({"trump": 5}, "trump: expected text, got 5"),
     ({"contract": "x"}, "contract: 'x' is not known; expected one of all-pass, five, six"), ({"played": None}, "played: expected cards"),
     ({"facts": {}}, "'facts' is not known; expected one of bid, contract"), ({"ledger": 5}, "ledger: expected a Ledger")],
)  # fmt: skip
def test_a_position_that_cannot_be(given: dict[str, Any], words: str) -> None:
    refused(words, lambda: whister.load(BOSTON).position(**given))


# -- results ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "facts", "words"),
    [(HEARTS, {}, "give 'captured' or 'points'"), (HEARTS, {"points": [-1, 0, 0, 14]}, "points, seat 0"),
     (HEARTS, {"points": [20, 20, 0, 0]}, "expected at most 26, all that the pack holds"), (HEARTS, {"captured": 5}, "captured"),
     (HEARTS, {"points": [13] * 2 + [0] * 2, "tricks": [5, 5, 1, 1]}, "tricks: expected 13 in all, got 12"),
     (HEARTS, {"points": [0] * 4, "declared": {"pledged": [0]}}, "declared: no clause in force leaves 'pledged' open"),
     (HEARTS, {"points": [0] * 4, "bid": 70}, "nobody bids points here"),
     (BOSTON, {"tricks": [14, 0, 0, 0]}, "expected 13 in all"), (BOSTON, {"tricks": [1.5] * 4}, "tricks, seat 0"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "declarer": True}, "declarer: expected a seat"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "contract": "5H"}, "give the declarer"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "partner": 1}, "partner"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "declarer": 0, "contract": "5H", "trump": "S"}, "with 'H' as trump"),
     (BOSTON, {"tricks": [5, 4, 2, 1], "declarer": 0, "contract": "little-misere", "trump": "S"}, "without trumps"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "declarer": 0, "contract": "5H", "honours": 5}, "4 honours"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "breaches": [None]}, "breaches: expected a seat"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "breaches": [{"seat": 1, "card": "R5"}]}, "R5"),
     (BOSTON, {"tricks": [5, 3, 3, 2], "breaches": [whister.Breach(9)]}, "breaches: expected a seat"),
     (BOSTON, {"void": "misdeal", "declared": {"touched": 5}}, "touched: expected a list of seats"),
     (ROOK, {"points": [60, 60, 0, 0]}, "expected a declarer and a bid"),
     (ROOK, {"points": [60, 60, 0, 0], "declarer": 0, "bid": 72}, "bid: expected one of 70, 75"),
     (ROOK, {"points": [60, 60, 0, 0], "declarer": 0, "bid": 70, "trump": "Z"}, "trump: expected one of R, Y, G, B"),
     (ROOK, {"void": 5}, "void: expected text"), (ROOK, {"nope": 1}, "'nope' is not known")],
)  # fmt: skip
def test_a_result_that_cannot_be(name: str, facts: dict[str, Any], words: str) -> None:
    refused(words, lambda: whister.load(name).outcome(**facts))


def test_only_outcomes_and_ledgers_are_settled_and_concluded() -> None:
    rules: Any = whister.load(HEARTS)
    outcome = rules.outcome(points=[13, 13, 0, 0])
    refused("expected Outcome", lambda: rules.settle(5))
    refused("expected a Ledger", lambda: rules.settle(outcome, 5))
    refused("expected a Ledger", lambda: rules.conclude(None))
    refused("expected a Ledger", lambda: rules.session(1, ledger=5))
    refused("seed", lambda: rules.session(None))
    refused("expected Rules", lambda: anything.diff(rules, "x"))
    refused("seat: expected", lambda: rules.deal("x").view(1.0))


# -- records and requests -----------------------------------------------------------------------------------------


WRONG = ["", "x", "9" * 5000, "-1", "1/0", "n1.d3.t1/0,0,0,0", "n1.d3.ppool=-5", "n1.d3.rr", "n²", "players=99", "0:",
         "²:pass", "-1:pass", "moon=yes", "rule_set=x", "\ud800", "hearts/../rook/tournament", "....!"]  # fmt: skip
#: for each field of a record, the message if it is wrong, and which of ``WRONG`` are right there
FIELDS: dict[int, tuple[str, tuple[str, ...]]] = {
    0: (r"^this is not a record of a deal: one begins with w1~ or w2~", ()),
    1: (r"^no rule set is called|^record, rule set: expected text", ()),
    2: (r"^this record is damaged where it gives (its house rules|the number of players)|^hearts/black-lady.* (has no option|"
        r"is not offered)", ("",)),
    4: (r"^this record is damaged where it gives the (number of the deal, the )?dealer and the score", ("players=99",)),
    5: (r"^this record is damaged where it lists the cards|^record, a hand: expected text|^hands: expected 4|"
        r"^the hand of seat 0: expected 13 cards, got 0 \[hearts/black-lady#deal\]", ()),
    6: (r"^record, step 1 \(.*\): |^this record is damaged where it gives the actions|"
        r"^record, an action: expected text", ("",)),
}  # fmt: skip


def record_with(place: int, text: str) -> str:
    """Return the record of a deal in which one card has been played, with another text in one of its fields."""
    deal = whister.load(HEARTS).deal("record")
    deal.act(deal.legal()[0])
    fields = str(Record.of(deal)).split("~")
    assert len(fields) == 7
    fields[place] = text
    return "~".join(fields)


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(place, wrong) for place, (_, right) in FIELDS.items() for wrong in WRONG if wrong not in right],
)
def test_a_record_with_a_wrong_field_says_which(place: int, wrong: str) -> None:
    said, _ = FIELDS[place]
    with pytest.raises(WhisterError, match=said) as error:
        Record.parse(record_with(place, wrong)).replay()
    assert len(str(error.value)) < 700, "a damaged field is not said again at length"


def test_a_record_without_options_or_actions_is_a_record() -> None:
    assert Record.parse(record_with(2, "")).replay().rules.chosen == {}
    assert Record.parse(record_with(6, "")).replay().actions == ()


def test_a_record_tells_of_pools_that_its_rules_have() -> None:
    record = Record.parse(record_with(4, "n1.d3.players=99"))
    refused("has chips in 'layers', a pool that hearts/", record.replay)
    assert Record.parse(record_with(4, "n1.d3.ppool=99")).replay().ledger.pools == {"pool": 99}


@pytest.mark.parametrize("hash_", [wrong for wrong in WRONG if wrong not in ("9" * 5000, "\ud800")])
def test_a_record_of_other_rules_plays_by_those_of_today_and_is_known_for_it(hash_: str) -> None:
    (record,) = Record.parse(record_with(3, hash_)).deals
    assert record.replay().actions
    assert record.plays_as(whister.load(HEARTS)) is (hash_ == "")


@pytest.mark.parametrize("hash_", ["9" * 5000, "\ud800"])
def test_a_hash_that_is_no_text_is_refused(hash_: str) -> None:
    refused("record, behaviour hash: expected text", lambda: Record.parse(record_with(3, hash_)))


@pytest.mark.parametrize("text", [None, 5, b"w1~", "", "\n", "~~~~~~"])
def test_what_is_no_record(text: Any) -> None:
    refused("record", lambda: Record.parse(text))


def test_what_has_no_record() -> None:
    refused("expected Session", lambda: Record.of(anything))


@pytest.mark.parametrize(
    ("action", "words"),
    [(None, "expected an action as text"), (5, "expected an action as text"), (b"QS", "expected an action as text"),
     (["QS"], "expected an action as text"), ({"card": "QS"}, "expected an action as text"), ("", "is not an action"),
     ("throw QS", "is not a verb"), ("QS KS", "is not a verb")],
)  # fmt: skip
def test_something_that_is_no_action(action: Any, words: str) -> None:
    for name in whister.catalogue():
        deal = whister.load(name).deal("nonsense")
        before = str(Record.of(deal))
        refused(words, partial(deal.act, action))
        refused(words, partial(deal.why, action))
        assert str(Record.of(deal)) == before


@pytest.mark.parametrize("seat", [4, -1, 1.0, "1", [1], True])
def test_something_that_is_no_seat(seat: Any) -> None:
    deal = whister.load(HEARTS).deal("nonsense", number=4)
    for use in (deal.legal, partial(deal.act, "2C"), partial(deal.why, "2C"), deal.view):
        refused("seat", partial(use, seat))
    assert not deal.actions


RECORD = str(Record.of(whister.load(HEARTS).deal("request")))


@pytest.mark.parametrize(
    "request_",
    ["", "x", "[]", "5", "null", '"s"', "{}", "[" * 100_000, None, {"op": 5}, {"op": []}, {"op": "zzz"}, {"op": "new"},
     {"op": "new", "rules": 5}, {"op": "new", "rules": HEARTS, "options": 5},
     {"op": "new", "rules": HEARTS, "options": {"rule_set": 1}}, {"op": "new", "rules": HEARTS, "options": {"players": 9}},
     {"op": "new", "rules": HEARTS, "seat": 4}, {"op": "new", "rules": HEARTS, "seat": "x"},
     {"op": "new", "rules": HEARTS, "number": "x"}, {"op": "new", "rules": HEARTS, "seed": [1]}, {"op": "open"},
     {"op": "open", "record": 5}, {"op": "open", "record": RECORD, "seat": -1}, {"op": "act", "record": RECORD},
     {"op": "act", "record": RECORD, "action": 5}, {"op": "why", "record": RECORD, "action": None},
     {"op": "undo", "record": RECORD, "seat": 1.5}, {"op": "undo", "record": RECORD, "game": 5},
     {"op": "open", "record": "\ud800"}, {"op": "open", "record": f"{RECORD}\n{RECORD}"},
     {"op": "open", "record": RECORD.replace("players=4", "players=999999999")},
     {"op": "open", "record": "c1~"}, {"op": "open", "record": f"c1~{HEARTS}~first-trick~nope~"},
     {"op": "act", "record": f"c1~{HEARTS}~first-trick~BLD-3", "action": 5}, {"op": "next", "record": RECORD},
     {"op": "next", "record": RECORD, "game": {"seed": "a"}}, {"op": "next", "record": RECORD, "game": {"seed": "a", "before": []}},
     {"op": "next", "record": RECORD, "game": {"seed": "a", "before": ["\ud800"]}}, {"op": "link", "record": RECORD},
     {"op": "link", "record": 5, "game": {"seed": "a", "before": []}}, {"op": "options"},
     {"op": "options", "rules": HEARTS, "options": {"moon": []}}, {"op": "options", "rules": HEARTS, "options": {"players": 9}}],
)  # fmt: skip
def test_a_request_the_table_cannot_answer(request_: Any) -> None:
    answer = json.loads(
        answered(request_ if isinstance(request_, str) or request_ is None else json.dumps(request_))
    )
    assert answer["error"]["kind"] == "notation", answer
    assert answer["error"]["message"]


def message(request: str) -> str:
    """Return the error with which the table answers a request."""
    found: str = json.loads(handle(request))["error"]["message"]
    return found


def test_a_request_has_a_hundred_lists_and_objects_at_most() -> None:
    request = {"op": "open", "record": RECORD, "more": [[]] * 98}
    assert "ok" in json.loads(handle(json.dumps(request)))
    request["more"] = [[]] * 99
    assert message(json.dumps(request)) == "request: expected a JSON object; it is nested too deeply"


def test_a_request_is_a_text_of_at_most_eight_million_characters() -> None:
    wrong: list[Any] = ['{"op": 5}'.ljust(8_000_001), None, 5, b"{}", ["{}"]]
    for request in wrong:
        said = "request: expected a JSON object of at most 8000000 characters"
        assert message(request) == said


def test_what_python_says_of_a_request_is_said_in_eighty_characters() -> None:
    with pytest.raises(ValueError, match="digits") as endless:
        int("9" * 5_000)
    assert (
        message(f'{{"seed": {"9" * 5_000}}}') == f"request: expected a JSON object; {str(endless.value)[:80]}"
    )


def test_a_request_without_a_text_is_told_which_one_it_needs() -> None:
    assert message('{"op": 5}').startswith("request, op: expected one of new, next, open, ")
    assert message('{"op": "open", "record": 5}') == "request, record: expected text, got 5"


@pytest.mark.parametrize(
    "text",
    ["title = 5", "clause = 5", "clause = [5]", "[[clause]]\nslug = 5", 'title = "x"\nsections = 5',
     'title = "x"\nsections = [["a"]]', "extends = 5", "defaults = 5", "fixed = { a = 5 }", "fixed = { a = {} }",
     "excluded = 5", 'option = [{ name = "x" }]', "aliases = 5", '[[repeal]]\nslug = "nope"', "", "title = 1979-05-27",
     'title = "x"\nsections = []\n[[option]]\nname = "x"\ndefault = 1\nkind = "integer"\nparameter = ""',
     'title = "x"\nsections = []\n[[option]]\nname = "x"\ndefault = 1\nvalues = [{ value = 1, enable = ["nope"] }]',
     'title = "x"\nsections = []\n[[option]]\nname = "x"\ndefault = 1\nvalues = [{ value = 1, enable = true }]'],
)  # fmt: skip
def test_a_rule_set_file_that_is_broken(text: str) -> None:
    refused("a/b", lambda: resolve([("a/b", read(text, "a/b"))], None, {}))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [("", "empty text is not an action"), ("XX", "'XX' is not a card of a French pack"),
     ("give", "Expected 'give' and three cards of the hand"), ("give 2C", "2C is not in the hand"),
     ("give 2C 2C 2C", "2C is named twice"), ("pass", "Expected 'give' and three cards"),
     ("bid 70", "Expected 'give' and three cards"), ("claim revoke 9", "the option revoke is 'prevent'"),
     ("lead ROOK as Y", "'ROOK' is not a card of a French pack")],
)  # fmt: skip
def test_a_refusal_leaves_the_deal_as_it_was(wrong: str, words: str) -> None:
    deal = whister.load(HEARTS).deal("untouched")
    before = str(Record.of(deal))
    refused(words, partial(deal.act, wrong))
    assert str(Record.of(deal)) == before


def test_nobody_acts_from_a_seat_that_there_is_not() -> None:
    deal = whister.load(HEARTS).deal("untouched")
    before = str(Record.of(deal))
    refused("seat: expected a seat from 0 to 3, got 9", partial(deal.act, "pass", 9))
    assert str(Record.of(deal)) == before


# -- what is said -------------------------------------------------------------------------------------------------


def test_a_message_of_more_than_three_thousand_characters_has_its_middle_left_out() -> None:
    longest = "a b " * 750
    assert str(DealError(longest)) == longest
    assert str(DealError(f"{longest}c")) == f"{longest[:2500]} … {longest[-499:]}c"


def test_a_word_of_a_long_message_is_cut_after_a_hundred_characters() -> None:
    assert str(DealError("x" * 120)) == "x" * 120
    assert str(DealError("x" * 121)) == "x" * 100 + "…"


def test_an_action_that_is_refused_is_said_again_by_its_first_two_hundred_characters() -> None:
    action = "bid" + " x" * 150
    with pytest.raises(IllegalAction) as refusal:
        whister.load(HEARTS).deal("long").act(action)
    assert str(refusal.value).startswith(f"'{action[:200]}' is refused. Expected 'give'")
