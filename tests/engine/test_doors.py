"""What is pushed through a door of the package is refused at once, in a short sentence of ours, and changes nothing."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import whister
from tests.engine.doors import DOORS, counted, knock, knocks, state
from tests.engine.small import small
from whister import (
    Action,
    Deal,
    DealError,
    DealRecord,
    Ledger,
    NotationError,
    OptionError,
    Outcome,
    Record,
    RecordError,
    UnknownRuleSet,
    WhisterError,
)
from whister.deal.public import state_of
from whister.links.texts import deal_of_text
from whister.notation import mask_of
from whister.objects import Fixed
from whister.rules import resolve
from whister.rulesets.reader import chain, read
from whister.table.requests import handle

HEARTS, BOSTON, ROOK = "hearts/black-lady", "boston/fontainebleau", "rook/tournament"
EACH = 130
anything: Any = whister


@pytest.mark.parametrize("door", DOORS)
def test_what_is_broken_is_refused_by_us(door: str) -> None:
    came = [knock(door, seed) for seed in range(EACH)]
    assert set(came) - {"taken"}, "nothing was broken"


def test_the_same_knock_comes_to_the_same() -> None:
    assert [knock(*one) for one in knocks(40)] == [knock(*one) for one in knocks(40)]
    assert len(set(knocks(1_000))) == 1_000
    assert list(knocks(5, start=700)) == list(knocks(1_000))[700:705]


def _refuses(call: Callable[[], object], kind: type[WhisterError], words: str) -> None:
    with pytest.raises(kind) as refused:
        counted(call)
    said = str(refused.value)
    assert words in said
    assert len(said) < 900


# -- each as it was found --------------------------------------------------------------------------------------------


def _record(**changed: Any) -> DealRecord:
    return replace(DealRecord.of(whister.load(HEARTS).deal("found")), **changed)


def test_a_record_with_a_parameter_as_long_as_a_file_that_an_option_sets_otherwise() -> None:
    long = f'[[amend]]\nslug = "opening-lead"\nrule = {{ lead = {{ by = "{"2S " * 1_000}" }} }}\n'
    records = [*chain("hearts/modern"), ("hearts/own", read(long, "hearts/own"))]
    _refuses(lambda: resolve(records, None, {}), RecordError, "its default sets opening-lead:lead.by")
    told = str(RecordError("hearts/own#pack: " + "2S 2C " * 1_000 + "is no pack"))
    assert told.startswith("hearts/own#pack: 2S 2C")
    assert told.endswith("2C is no pack")
    assert len(told) < 900


def test_a_link_whose_options_name_the_players() -> None:
    from whister.links.permalink import check

    version, rules, _, payload = _record().link()[:-4].split("~")
    text = f"{version}~{rules}~players=4~{payload}"
    _refuses(lambda: Record.parse(text + check(text)).replay(), NotationError, "this link is damaged")
    _refuses(lambda: _record(options={"players": 4}), NotationError, "record, options")


@pytest.mark.parametrize("given", [None, b"w1~", 5, ["w1~"]])
def test_what_is_no_text_is_no_record_and_one_is_a_text_of_seven_fields(given: Any) -> None:
    form = "record: expected text of the form w1~rule set~options~behaviour hash~ledger~hands~actions; got "
    for door in (Record.parse, DealRecord.parse, deal_of_text):
        _refuses(partial(door, given), NotationError, f"{form}{given!r}")
    answer = handle(json.dumps({"op": "next", "record": str(_record()), "game": None}))
    assert "request, game: expected an object, got None" in answer


def test_a_record_whose_hand_is_a_space() -> None:
    line = "w1~hearts/modern~players=4~b1~n1.d3~ ~QC"
    _refuses(lambda: Record.parse(line).replay(), NotationError, "lists the cards: ' ' is not a French card")


@pytest.mark.parametrize("name", [f"hearts/{'a' * 300}", f"hearts/{'a' * 10**6}", "x" * 10**7])
def test_a_rule_set_with_a_name_longer_than_any_file_has(name: str) -> None:
    _refuses(lambda: whister.load(name), UnknownRuleSet, "no rule set is called")
    answer = handle('{"op": "new", "rules": "' + name[:1000] + '"}')
    assert len(answer) < 900


def test_half_a_character_in_a_record() -> None:
    _refuses(lambda: _record(actions=((None, "\ud800"),)).link(), NotationError, "can be written in UTF-8")
    assert str(DealError("\ud800 is no card")) == "\\ud800 is no card"
    _refuses(lambda: read("title = '\ud800'", "hearts/own"), RecordError, "half a character")
    answer = handle('{"op": "link", "record": "\\ud800", "game": {"seed": "a", "before": []}}')
    assert "half a character" in answer


@pytest.mark.parametrize(
    ("still", "words"), [(5, "the other pack: expected a list"), (("2C", 5), "a card of the other pack")]
)
def test_a_record_whose_other_pack_is_no_pack(still: Any, words: str) -> None:
    ledger = whister.load("boston/american").ledger()._replace(still=still)
    _refuses(lambda: str(_record(ledger=ledger)), WhisterError, words)


PRICES = [
    ("a = " + "9" * 5_000, "a number that begins with 9999"), ("a = " + "[" * 100_000, "more than 16 deep"),
    ("a = " + "{a = " * 3_000, "more than 16 deep"), ("a" + ".a" * 50_000 + " = 1", "a name of more than 16 parts"),
    ("[" + "a." * 20_000 + "a]", "a name of more than 16 parts"), ('"a" . ' * 20 + "b = 1", "a name of more than 16 parts"),
    ('a = ["""x"""", ' + "[" * 30, "more than 16 deep"), ("a = '''[''' # [[[[[[[[[[[[[[[[[[[[[[\nb = \"]\\\"[\"", "expected a whole number"),
    ("x" * 300 + " = 1", "a name that begins with xxx"), ("a = 1e400", "expected a whole number"), ("a = nan", "expected a whole number"),
    ("a.b.c.d.e.f.g.h.i = 1", "nested too deeply"), ("#" * 2_000_000, "more than 1000000 characters"), ("a = " + '"' + '\\"' * 50_000, "not TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), PRICES)
def test_a_price_list_that_no_parser_should_see(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "card.toml").write_text(text)
    _refuses(lambda: whister.load(BOSTON, None, prices=tmp_path / "card.toml"), OptionError, words)
    if "whole number" not in words and "nested" not in words:
        _refuses(lambda: read(text, "hearts/own"), RecordError, words)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", ".", "\0", "x" * 5_000])
def test_a_price_list_that_is_no_file(path: str) -> None:
    if path.startswith("/dev") and not Path(path).exists():
        pytest.skip("no such device here")
    _refuses(lambda: whister.load(BOSTON, None, prices=Path(path)), OptionError, "cannot be read")


@pytest.mark.parametrize("prices", ["a:" + "9" * 5_000, {"5C": 10**5_000}, {"a" * 5_000: 1}, {10**5_000: 1},
                                    {str(at): 1 for at in range(5_000)}], ids=range(5))  # fmt: skip
def test_prices_of_thousands_of_digits_or_names(prices: Any) -> None:
    _refuses(lambda: whister.load(BOSTON, None, prices=prices), OptionError, BOSTON)


def test_prices_that_hold_themselves() -> None:
    endless: dict[str, Any] = {}
    endless["a"] = endless
    _refuses(lambda: whister.load(BOSTON, None, prices=endless), OptionError, "nested too deeply")


@pytest.mark.parametrize(
    ("given", "words"),
    [({"seed": 10**5_000}, "seed: expected a whole number of at most 1000 characters"), ({"seed": "x" * 10**7}, "of 1 to 1000 characters"),
     ({"seed": 1, "number": 10**5_000}, "of at most 12 digits"), ({"seed": 1, "dealer": 10**5_000}, "dealer: expected a seat"),
     ({"seed": 1, "cuts": [10**5_000]}, "cuts: expected"), ({"seed": 1, "cuts": range(10**30)}, "at most 1000"),
     ({"pack": "2C " * 10**6}, "pack: expected cards, in at most 5000 characters"), ({"pack": iter(int, 1)}, "at most 1000 cards"),
     ({"hands": ["x" * 4_000] * 4}, "hand of seat 0: 'xxx")],
)  # fmt: skip
def test_a_deal_of_endless_things(given: dict[str, Any], words: str) -> None:
    _refuses(lambda: whister.load(HEARTS).deal(**given), WhisterError, words)


def test_the_largest_number_is_a_million_millions() -> None:
    rules, most = whister.load(HEARTS), 10**12
    assert rules.ledger(number=most, totals=[most, -most, 0, 0]).totals == (most, -most, 0, 0)
    _refuses(lambda: rules.ledger(number=most + 1), DealError, "number: deals are counted from 1: expected")
    for total in (most + 1, -most - 1):
        _refuses(partial(rules.ledger, totals=[0, 0, 0, total]), DealError, "totals, seat 3: expected")


def test_more_than_a_million_millions_is_too_much_for_any_game() -> None:
    rules = small()
    assert rules.ledger(number=10**12, totals=[10**12, 0, 0, 0]).number == 10**12
    for stands in ({"number": 10**12 + 1}, {"totals": [10**12 + 1, 0, 0, 0]}):
        _refuses(partial(anything.Rules.ledger, rules, **stands), DealError, "expected a whole number")


def test_totals_that_have_grown_are_a_thousand_times_as_large_at_most() -> None:
    rules, most = whister.load(HEARTS), 10**15
    for total in (most, -most):
        grown = rules.ledger()._replace(totals=(0, 0, 0, total))
        assert rules.deal(1, ledger=grown).ledger.totals[3] == total
        beyond = grown._replace(totals=(0, 0, 0, total + total // most))
        _refuses(partial(rules.deal, 1, ledger=beyond), DealError, "ledger, totals: expected a whole number")


def test_a_total_is_a_whole_number_or_an_exact_fraction() -> None:
    rules = whister.load(HEARTS)
    half = rules.ledger()._replace(totals=(Fraction(1, 2), 0, 0, 0))
    assert rules.deal(1, ledger=half).ledger.totals[0] * 2 == 1
    wrong: list[Any] = [0.5, True, "5", None]
    for total in wrong:
        ledger = half._replace(totals=(0, 0, 0, total))
        _refuses(partial(rules.deal, 1, ledger=ledger), DealError, "ledger, totals: expected a whole number")


@pytest.mark.parametrize("longest", ["x" * 1_000, 10**1_000 - 1], ids=["text", "number"])
def test_the_longest_seed_is_the_same_for_a_deal_a_game_and_a_table(longest: str | int) -> None:
    rules = whister.load(HEARTS)
    assert rules.deal(f"{longest}/1").hands == rules.session(longest).deal.hands
    assert rules.deal(longest).phase == rules.session(f"{longest}").deal.phase == "pass"
    for whole in (True, False):
        state = json.loads(
            handle(json.dumps({"op": "new", "rules": HEARTS, "seed": longest, "whole": whole}))
        )["ok"]
        around = {"seed": state["game"]["seed"], "before": []}
        again = {"op": "link", "rules": HEARTS, "record": state["record"], "game": around}
        assert "ok" in json.loads(handle(json.dumps(again)))


@pytest.mark.parametrize("seed", ["", "x" * 1_001, 10**1_000, "x" * 1_000 + "/", f"{'x' * 1_000}/1/1", "\ud800", 1.5, [1]],
                         ids=["none", "long text", "long number", "bare stroke", "two numbers", "half a character", "fraction", "list"])  # fmt: skip
def test_what_is_no_seed_is_none_for_a_deal_a_game_and_a_table(seed: Any) -> None:
    rules = whister.load(HEARTS)
    for door in (rules.deal, rules.session, lambda seed: whister.load(BOSTON).first_dealer(seed=seed)):
        _refuses(partial(door, seed), DealError, "seed: expected")
    if seed != "":  # a table chooses one where none is given
        for whole in (True, False):
            answer = json.loads(
                handle(json.dumps({"op": "new", "rules": HEARTS, "seed": seed, "whole": whole}))
            )
            assert "expected" in answer["error"]["message"]
            assert answer["error"]["kind"] == "notation"


@pytest.mark.parametrize("seed", ["/5", "/1909"])
def test_a_seed_that_looks_like_the_number_of_a_deal_is_one_everywhere(seed: str) -> None:
    rules = whister.load(HEARTS)
    assert rules.deal(seed).phase == rules.session(seed).deal.phase == "pass"
    assert rules.deal(f"{seed}/1").hands == rules.session(seed).deal.hands


def test_a_table_shuffles_from_the_seed_0() -> None:
    new = json.dumps({"op": "new", "rules": HEARTS, "seed": 0, "whole": True})
    assert handle(new) == handle(new)
    assert json.loads(handle(new))["ok"]["game"]["seed"] == "0"


def test_what_is_read_once_is_read_once() -> None:
    rules = whister.load(HEARTS)
    deal = rules.deal("once")
    hands = [list(map(str, hand)) for hand in deal.hands]
    assert rules.deal(hands=[(card for card in hand) for hand in hands]).hands == deal.hands
    assert rules.position(hand=iter(hands[0]), leader=0).hands[0] == deal.hands[0]
    captured = [*hands[:3], hands[3]]
    assert rules.outcome(captured=[iter(cards) for cards in captured]) == rules.outcome(captured=captured)


def test_numbers_of_a_ledger_have_an_end() -> None:
    rules = whister.load(BOSTON)
    _refuses(
        lambda: rules.ledger(totals=[10**13, 0, 0, 0]),
        DealError,
        "totals, seat 0: expected a whole number from",
    )
    for stands in ({"pool": 10**5_000}, {"pool": {"pool": 10**13}}, {"number": 10**13}):
        _refuses(partial(anything.Rules.ledger, rules, **stands), DealError, "of at most 12 digits")
    most = rules.deal("most", ledger=rules.ledger(totals=[10**12, -(10**12), 0, 0], pool=10**12))
    assert Record.parse(str(Record.of(most))).replay().ledger == most.ledger
    own = Ledger(1, 0, (10**5_000, 0, 0, 0))
    _refuses(lambda: rules.deal("own", ledger=own), DealError, "ledger, totals")
    _refuses(lambda: rules.conclude(own), DealError, "ledger, totals")


def test_a_pool_is_called_by_a_name_of_at_most_two_hundred_letters() -> None:
    rules = whister.load("hearts/auction")
    assert rules.ledger(pool={"pool": 1}).pools == {"pool": 1}
    for name in ("great-quinola", "x" * 200):
        _refuses(
            partial(rules.ledger, pool={name: 1}), DealError, f"pool: expected one of pool, got '{name}'"[:60]
        )
    quinola = whister.load("hearts/reversis-hoyle")
    assert quinola.ledger(pool={"great-quinola": 26}).pools == {"great-quinola": 26}
    wrong: list[Any] = ["x" * 201, "great quinola", "", "-", 5, None, ("pool",)]
    for name in wrong:
        _refuses(
            partial(rules.ledger, pool={name: 1}),
            DealError,
            "pool: expected names made of letters and hyphens, got ",
        )


def test_a_pack_between_two_deals_has_at_most_a_thousand_cards() -> None:
    rules = whister.load(HEARTS)
    told = rules.outcome(points=[13, 13, 0, 0])
    most = rules.ledger()._replace(order=("2C",) * 1_000)
    assert rules.settle(told, most).delta == (13, 13, 0, 0)
    beyond = most._replace(order=("2C",) * 1_001)
    _refuses(partial(rules.settle, told, beyond), DealError, "ledger, order: expected cards, each in text")


def test_an_outcome_made_by_hand_is_looked_at() -> None:
    rules = whister.load(HEARTS)
    sound = rules.outcome(points=[13, 13, 0, 0])
    wrong: dict[str, Any] = {"captured": (1, 2), "tricks": "abcd", "declarer": 9, "contract": "nope", "trump": "Z", "bid": -1, "honours": (1,),
                             "breaches": [9], "declared": {"points": [1]}, "void": 5, "order": ("2C",), "stopped": 1}  # fmt: skip
    for name, value in wrong.items():
        made = sound._replace(**{name: value})
        _refuses(partial(rules.settle, made), WhisterError, "outcome")
    assert set(wrong) | {"partner"} == set(Outcome._fields)


# -- messages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given", ["x" * 10**7, "x " * 10**6, "2C " * 10**6, "bid " + "9" * 10**6, "give " + "2C " * 90]
)
def test_no_refusal_repeats_what_is_long(given: str) -> None:
    for name in (HEARTS, BOSTON, ROOK):
        deal = whister.load(name).deal("echo")
        before = state(deal)
        _refuses(partial(deal.act, given), NotationError, "")
        _refuses(partial(deal.why, given), NotationError, "")
        assert state(deal) == before


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a" * 70, f"'{'a' * 56}…'"),
        ("'" * 70, f'"{chr(39) * 56}…"'),
        (10**5_000, "a number too long to show"),
    ],
    ids=["text", "with quotes", "number"],
)
def test_what_is_cut_short_keeps_its_quotes(given: Any, shown: str) -> None:
    _refuses(lambda: whister.load(given), WhisterError, f"no rule set is called {shown}")


def test_a_refusal_is_short_whatever_is_in_it() -> None:
    assert len(str(DealError("x" * 10**6))) < 900
    assert len(str(DealError("x " * 10**6))) < 3_100
    assert (
        str(DealError("hands, seat 0: " + "Q" * 500 + " is no card"))
        == f"hands, seat 0: {'Q' * 100}… is no card"
    )


# -- actions of another deal ------------------------------------------------------------------------------------------


def test_an_action_of_another_pack_is_read_as_it_is_written() -> None:
    """At Four Jacks the ace of hearts has the place that the jack has elsewhere."""
    hearts = "7H 8H 9H TH JH QH KH AH"
    theirs = whister.load("hearts/four-jacks").position(hand=hearts, leader=0, trick=2).legal()
    ours = whister.load("hearts/joker-1897").position(hand=hearts, leader=0, trick=2)
    moved = {str(action): mask_of(action) for action in ours.legal()}
    assert {str(action) for action in theirs if moved[str(action)] != mask_of(action)} == {
        "JH",
        "QH",
        "KH",
        "AH",
    }
    for action in theirs:
        deal = ours.copy()
        deal.act(action)
        assert [str(card) for card in deal.trick.cards] == [str(action)]


def test_a_choice_of_another_pack_moves_the_cards_it_names() -> None:
    deal = whister.load(HEARTS).deal("forged", number=1)
    right = deal.legal()[0]
    forged = Action.make("give", right.words, state_of(deal).hand(deal.pending[0]) & ~mask_of(right) & 0b111)
    deal.act(forged)
    assert deal.actions[0][1] == right
    assert mask_of(deal.actions[0][1]) == mask_of(right)
    plain = Action("QS")  # an action without its slots
    _refuses(lambda: deal.act(plain, 9), WhisterError, "seat: expected")
    assert deal.why(plain).clause is not None


# -- rule-set files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "rule", "words"),
    [("players", "players = { allowed = [1000000] }", "players.allowed"), ("players", "players = { allowed = [50] }", "from 2 to 20 players"),
     ("pack", "pack = { kind = 'french', copies = 100000 }", "1 to 8 packs"), ("pack", "pack = { kind = 'french', jokers = 900 }", "0 to 8 jokers"),
     ("pack", "pack = { kind = 'french', copies = 10000000000 }", "numbers of at most 1000000000"), ("pack", "nope = {}", "no mechanism is called 'nope'")],
)  # fmt: skip
def test_a_rule_of_endless_numbers(slug: str, rule: str, words: str) -> None:
    from whister.rulesets.reader import chain

    above = chain(HEARTS)
    text = f'title = "Own"\nextends = "{HEARTS}"\n[[amend]]\nslug = "{slug}"\nrule = {{ {rule} }}\n'
    own = ("hearts/own", read(text, "hearts/own"))
    _refuses(lambda: resolve([*above, own], None, {}), WhisterError, words)


# -- copies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", whister.catalogue())
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, Deal.copy])
def test_a_copy_goes_its_own_way(name: str, copied: Callable[[Deal], Deal]) -> None:
    """A deal is copied in each phase; if both are then played on in turn with the same choices, they end the same."""
    rules = whister.load(name)
    chance = random.Random(name)
    deal = rules.deal(f"copies of {name}")
    seen: set[str] = set()
    while not deal.over:
        if deal.phase not in seen or chance.random() < 0.05:
            seen.add(deal.phase)
            _both(deal, copied(deal), chance.random())
        seat = chance.choice(deal.pending)
        legal = deal.legal(seat)
        deal.act(legal[chance.randrange(len(legal))], seat)


def _both(deal: Deal, twin: Deal, seed: float) -> None:
    before, record = state(deal), str(Record.of(deal))
    chance = random.Random(seed)
    assert state(twin) == before
    for _ in range(12):
        if twin.over:
            break
        seat = chance.choice(twin.pending)
        legal = twin.legal(seat)
        twin.act(legal[chance.randrange(len(legal))], seat)
    assert state(deal) == before
    assert str(Record.of(deal)) == record
    while twin.actions != deal.actions:
        twin.undo()
    assert state(twin) == before


def test_a_copy_of_a_session_goes_its_own_way() -> None:
    session = whister.load("rook/kentucky").session("copies")
    for copied in (copy.copy, copy.deepcopy):
        twin = copied(session)
        before = str(Record.of(session))
        chance = random.Random(0)
        while not twin.deal.over:
            legal = twin.deal.legal()
            twin.deal.act(legal[chance.randrange(len(legal))])
        twin.advance()
        assert (len(twin.played), len(session.played), str(Record.of(session))) == (1, 0, before)


def test_what_never_changes_is_its_own_copy() -> None:
    rules = whister.load(HEARTS)
    view = rules.deal("copies").view(0)
    for one in (rules, view):
        assert copy.copy(one) is one
        assert copy.deepcopy(one) is one


def test_records_ledgers_and_outcomes_are_pickled_as_they_are() -> None:
    rules = whister.load(BOSTON)
    ledger = rules.ledger(totals=[5, -5, 0, 0], pool=50)
    record = Record.of(rules.deal("kept", ledger=ledger))
    outcome = rules.outcome(contract="5H", declarer=0, tricks=[6, 3, 2, 2], declared={"touched": [1]})
    ways: Sequence[Callable[[Any], Any]] = (
        copy.copy,
        copy.deepcopy,
        lambda one: pickle.loads(pickle.dumps(one)),
    )
    for copied in ways:
        assert copied(ledger) == ledger
        assert str(copied(record)) == str(record)
        assert copied(outcome) == outcome
        assert isinstance(copied(outcome).declared, Fixed)
        assert isinstance(copied(ledger).pools, Fixed)
        assert isinstance(copied(record).deals[0].options, Fixed)
