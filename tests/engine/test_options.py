"""Options: what is refused and how, what excludes what, and that their order never matters."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import whister
from whister import Evidence, OptionError, rules
from whister.frozen import changed
from whister.rulesets import reader
from whister.rulesets.options import option_text, option_value, spelt, written
from whister.table.requests import handle

MODERN = "hearts/modern"
BLACK_LADY = "hearts/black-lady"


def said(do: Callable[[], object]) -> str:
    """Return the message with which a choice is refused."""
    with pytest.raises(OptionError) as error:
        do()
    return str(error.value)


def test_an_unknown_option_is_named_with_its_nearest_and_all_the_others() -> None:
    with pytest.raises(
        OptionError, match=r"has no option 'moons'; did you mean 'moon'\? Its options: pack_table,"
    ):
        whister.load(BLACK_LADY, moons="new")


@pytest.mark.parametrize(
    ("rule_set", "name", "value"),
    [
        ("hearts/auction", "all_pass", "dealer_must_bid"),
        ("hearts/heartsette", "widow_mode", "into_hand"),
        ("hearts/reversis-hoyle", "party_payer", "all_losers_equally"),
    ],
)
def test_a_value_may_be_written_with_underscores(rule_set: str, name: str, value: str) -> None:
    chosen: dict[str, Any] = {name: value}
    assert whister.load(rule_set, **chosen).chosen == {name: value.replace("_", "-")}


@pytest.mark.parametrize("absent", ["duplicate_wins", "penalty"])
def test_an_option_of_other_games_is_refused(absent: str) -> None:
    options: dict[str, Any] = {absent: "low"}
    with pytest.raises(OptionError, match=f"hearts/modern has no option '{absent}'"):
        whister.load(MODERN, **options)


def test_a_value_not_offered_is_refused_with_those_that_are() -> None:
    with pytest.raises(
        OptionError, match=r"moon = 'blue' is not offered; expected one of 'off', 'old', 'new', 'choice'"
    ):
        whister.load(BLACK_LADY, moon="blue")


@pytest.mark.parametrize("wrong", [1, "1", "maybe"])
def test_a_yes_or_no_is_not_a_number_or_another_word(wrong: int | str) -> None:
    with pytest.raises(OptionError, match=r"queen_breaks = .* is not offered; expected one of False, True"):
        whister.load(BLACK_LADY, queen_breaks=wrong)


@pytest.mark.parametrize("wrong", [0, -5, 1001, "1001", "1e2", True])
def test_a_target_out_of_its_range_is_refused(wrong: int | str) -> None:
    with pytest.raises(OptionError, match=r"target = .* is not a whole number from 1 to 1000"):
        whister.load(BLACK_LADY, target=wrong)


def test_an_option_that_needs_another_says_so() -> None:
    with pytest.raises(OptionError, match="queen_breaks requires break_hearts=true; break_hearts is False"):
        whister.load(MODERN, queen_breaks=True)
    assert whister.load(MODERN, queen_breaks=True, break_hearts=True).clauses["hearts-broken"].enabled


def test_an_option_met_by_the_rule_sets_own_default_needs_nothing_more() -> None:
    assert whister.load(BLACK_LADY, queen_breaks=True).chosen == {"queen_breaks": True}


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ({"sun_slate": True}, {"sun": 52}, "sun_slate excludes a choice of sun"),
        ({"exact_100_wins": True}, {"exact_hit": "50-back"}, "exact_100_wins excludes a choice of exact_hit"),
        ({"deals": 4}, {"end": "target"}, "deals requires end=deals; end is 'target'"),
        ({"pass_count": 2}, {"passing": "none"}, "pass_count excludes passing=none"),
        ({"moon_amount": 30}, {"moon": "void"}, "moon_amount excludes moon=void"),
        ({"moon": "new"}, {"settlement": "low"}, r"moon=new excludes settlement=low\|sweep\|howell"),
        (
            {"revoke": "1887"},
            {"settlement": "average"},
            r"revoke=1887 requires settlement=low\|sweep\|howell",
        ),
        ({"end": "broke"}, {"settlement": "low"}, r"end=broke requires chips=25\|50; chips is 0"),
        (
            {"jd_needed_for_moon": True},
            {"jd_bonus": "off"},
            "jd_needed_for_moon requires a choice of jd_bonus",
        ),
    ],
)
def test_options_that_exclude_each_other_are_refused_in_either_order(
    one: dict[str, Any], other: dict[str, str | int | bool], message: str
) -> None:
    for options in (one | other, other | one):
        with pytest.raises(OptionError, match=message):
            whister.load(BLACK_LADY, **options)


def test_a_value_left_out_says_why_and_takes_with_it_what_needs_it() -> None:
    why = "A card that takes points off cannot be paid for in chips."
    with pytest.raises(OptionError, match=f"hearts/omnibus does not allow settlement = 'low': {why}"):
        whister.load("hearts/omnibus", settlement="low")
    with pytest.raises(OptionError, match=f"hearts/omnibus does not allow the option 'chips': {why}"):
        whister.load("hearts/omnibus", chips=25)
    with pytest.raises(OptionError, match=f"hearts/omnibus does not allow end = 'broke': {why}"):
        whister.load("hearts/omnibus", end="broke")


def test_two_options_that_set_the_same_thing_differently_clash() -> None:
    with pytest.raises(
        OptionError, match=r"'pack_table' and 'leftover' both set pack:pack\.by_players; choose one"
    ):
        whister.load(MODERN, 3, pack_table="PT-F", leftover="kitty-first")


def test_a_clause_that_an_option_sets_otherwise_says_so_and_takes_its_grade() -> None:
    rook = whister.load("rook/tournament", renege_declarers_score="max-of-bid-and-captured")
    clause = rook.clauses["renege-opponents"]
    assert clause.text.endswith("The points it had captured or its bid, whichever is more.")
    assert str(clause.evidence) == "default", "no source says so"
    outcome = rook.outcome(points=[25, 10, 20, 20], declarer=0, bid=80, breaches=[1], stopped=True)
    assert str(rook.settle(outcome).evidence) == "default"
    plain = whister.load("rook/tournament").clauses["renege-opponents"]
    assert "by the option" not in plain.text
    assert str(plain.evidence) == "described"


def test_a_value_of_one_option_is_at_odds_with_another_only_when_it_is_chosen() -> None:
    quiet: dict[str, Any] = {"moon": "off"}
    for chosen in ({}, quiet):
        table = whister.load(BLACK_LADY, settlement="sweep", **chosen)
        assert table.plan.settling.unit == "chips", "the moon that nobody asked for goes"
        assert not table.clauses["moon"].enabled


def test_two_options_that_disagree_on_a_clause_name_it() -> None:
    with pytest.raises(
        OptionError,
        match="'moon' and 'three_hand_difference' disagree on whether 'moon' is in force; choose one",
    ):
        whister.load(MODERN, 3, moon="old", three_hand_difference=True)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("hearts/greek-1939", {"greek39_slam": "chips"}, "greek39_slam excludes settlement=low"),
        ("hearts/greek-2008", {"greek08_slam": 150}, "greek08_slam excludes settlement=low"),
        ("hearts/hitting-the-moon", {"moon": "receive"}, "moon=receive excludes settlement=low"),
    ],
)
def test_a_slam_in_points_is_refused_where_chips_are_paid(
    name: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        whister.load(name, settlement="sweep", **options)


def test_a_jack_that_is_no_bonus_card_cannot_be_void() -> None:
    with pytest.raises(OptionError, match="greek50_slam excludes jd_bonus=off"):
        whister.load("hearts/greek-1950", jd_bonus="off", greek50_slam="void-all")


def test_a_moon_of_26_is_no_measure_in_a_game_to_ten() -> None:
    with pytest.raises(
        OptionError, match="hearts/four-jacks does not allow moon = 'plus': A bonus of 26 points"
    ):
        whister.load("hearts/four-jacks", moon="plus")


def ways(value: str | int | bool) -> list[str | int | bool]:
    """Return the other ways in which a value may be written."""
    said = "yes" if value is True else "no" if value is False else str(value)
    same = next((words for words in (["yes", "on", "true"], ["no", "off", "false"]) if said in words), [])
    found: list[str | int | bool] = [said, said.upper(), said.replace("-", "_"), *same]
    if same:
        found.append("yes" in same)
    if said.removeprefix("-").isdigit():
        found.append(int(said))
    return found


def test_a_value_is_understood_however_it_is_written_and_kept_as_the_record_has_it() -> None:
    for name in whister.catalogue():
        for option in whister.load(name).options.values():
            values = [one.value for one in option.values]
            for value in values or ([option.default] if option.kind == "integer" else []):
                for way in ways(value):
                    found = spelt(option, way)
                    assert (type(found), found) == (type(value), value), f"{name}: {option.name}={way!r}"


@pytest.mark.parametrize(
    ("name", "written", "kept"),
    [("hearts/reversis", {"pack": "52"}, {"pack": 52}), ("hearts/greek-1939", {"version": 1939}, {"version": "1939"}),
     ("hearts/black-lady", {"break_hearts": "off"}, {"break_hearts": False}),
     ("hearts/black-lady", {"target": "50"}, {"target": 50}), ("boston/russian", {"early_stop": False}, {"early_stop": "no"}),
     ("boston/fontainebleau", {"suit_order": "SCHD"}, {"suit_order": "schd"})],
)  # fmt: skip
def test_hashes_records_and_links_carry_a_value_as_the_record_has_it(
    name: str, written: dict[str, Any], kept: dict[str, Any]
) -> None:
    rules = whister.load(name, **written)
    assert [(type(v), v) for v in rules.chosen.values()] == [(type(v), v) for v in kept.values()]
    assert rules.behaviour_hash == whister.load(name, **kept).behaviour_hash
    one, other = (whister.Record.of(load.deal("x")).deals[0] for load in (rules, whister.load(name, **kept)))
    assert str(one) == str(other)
    assert one.link() == other.link()


@pytest.mark.parametrize("players", ["3", "7"])
def test_a_number_of_players_in_digits_is_that_number(players: str) -> None:
    name = "hearts/black-lady"
    meant = whister.load(name, int(players))
    assert whister.load(name, players) is meant
    assert whister.load(name).vary(players) is meant
    changed = meant.without("moon").vary(players, target=50)
    assert len(changed.deal("x").hands) == int(players)
    request = {"op": "new", "rules": name, "players": players, "seed": "x"}
    seats = json.loads(handle(json.dumps(request)))["ok"]["seats"]
    assert len(seats) == int(players)


@pytest.mark.parametrize(
    ("option", "takes"),
    [
        ("moon", "expected one of 'off', 'old', 'new', 'choice', 'void', 'plus'"),
        ("target", "is not a whole number from 1 to 1000"),
        ("break_hearts", "expected one of False, True"),
        ("prices", "has no option 'prices'"),
    ],
)
@pytest.mark.parametrize("given", ["x" * 30_000, "x" * 10**7, 3.5, ["new"], None])
def test_a_value_of_any_length_is_told_what_its_option_takes(option: str, takes: str, given: Any) -> None:
    told = said(lambda: whister.load("hearts/black-lady", **{option: given}))
    assert takes in told
    assert len(told) < 900


@pytest.mark.parametrize(
    ("option", "wrong"), [("pack", "052"), ("pack", "52.0"), ("pack", True), ("break_hearts", 1), ("break_hearts", "1"),
                          ("target", "1e2"), ("target", "")],
)  # fmt: skip
def test_what_is_not_the_same_value_is_refused(option: str, wrong: Any) -> None:
    with pytest.raises(OptionError):
        whister.load("hearts/reversis" if option == "pack" else "hearts/black-lady", **{option: wrong})


def test_a_record_of_a_game_with_a_year_for_an_option_plays_again() -> None:
    deal = whister.load("hearts/greek-1939", version="1939").deal(seed="1939")
    again = whister.Record.parse(str(whister.Record.of(deal))).replay()
    assert again.hands == deal.hands


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("hearts/auction", {"break_hearts": True}, "The penalty suit may be led at any time"),
        ("hearts/four-jacks", {"passing": "left"}, "The whole pack is dealt, and no source has passing"),
        ("hearts/reversis", {"moon": "old"}, "Taking both quinolas earns nothing"),
        ("hearts/chasse-coeur", {"sun": 52}, "A player who takes every trick has made a générale"),
    ],
)
def test_an_option_that_went_with_a_clause_says_why_the_clause_went(
    name: str, options: dict[str, Any], why: str
) -> None:
    option = next(iter(options))
    with pytest.raises(OptionError, match=f"{name} does not allow the option '{option}': {why}"):
        whister.load(name, **options)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ('requires = ["break_heart=true"]', "'break_heart' is not an option; did you mean 'break_hearts'"),
        ('excludes = ["moon=odl"]', "'odl' is not a value of moon; did you mean 'old'"),
        ('excludes = ["moon=old|purple"]', "'purple' is not a value of moon"),
    ],
)
def test_a_condition_on_a_misspelt_option_or_value_is_a_fault_of_the_record(
    record: str, message: str
) -> None:
    option = f"""[[option]]
name = "own"
default = 1
kind = "integer"
parameter = "end:end.target"
{record}
"""
    with pytest.raises(whister.RecordError, match=f"^hearts/child, option 'own', condition .*: {message}"):
        rules.resolve(
            [*reader.chain(MODERN), ("hearts/child", reader.read(option, "hearts/child"))], None, {}
        )


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ('[excluded]\n"moon=odl" = "No."\n', "'odl' is not a value of moon; did you mean 'old'"),
        ('[fixed]\nmoon = { value = "odl", why = "So." }\n', "moon = 'odl' is not offered"),
        ('[[amend]]\nslug = "values"\ndrop_sources = ["wp-hearts-es"]\n', "drop_sources leaves no source"),
    ],
)
def test_a_record_that_names_what_there_is_not_or_leaves_no_source_is_refused(
    record: str, message: str
) -> None:
    with pytest.raises(whister.RecordError, match=message):
        rules.resolve(
            [*reader.chain(MODERN), ("hearts/child", reader.read(record, "hearts/child"))], None, {}
        )


def test_two_options_that_set_the_same_thing_alike_do_not_clash() -> None:
    rules = whister.load(MODERN, three_hand_difference=True, end="deals")
    assert rules.clauses["end-deals"].enabled
    assert not rules.clauses["end"].enabled


def test_the_order_of_options_is_irrelevant() -> None:
    options: dict[str, Any] = {"moon": "new", "queen_breaks": True, "target": 50, "tie": "extra-deal"}
    loaded = [whister.load(BLACK_LADY, **dict(order)) for order in permutations(options.items())]
    assert len({rules.behaviour_hash for rules in loaded}) == 1


def test_a_default_said_aloud_changes_nothing() -> None:
    for name in (MODERN, BLACK_LADY):
        plain = whister.load(name)
        for option in plain.options.values():
            default: dict[str, Any] = {option.name: option.default}
            said = whister.load(name, **default)
            assert said.behaviour_hash == plain.behaviour_hash, option.name


def test_black_lady_restates_the_defaults_it_changes() -> None:
    modern, black_lady = whister.load(MODERN).options, whister.load(BLACK_LADY).options
    changed = {name: (modern[name].default, black_lady[name].default)
               for name in modern if modern[name].default != black_lady[name].default}  # fmt: skip
    assert changed == {
        "pack_table": ("PT-A", "PT-M"), "passing": ("none", "standard"), "opening_lead": ("eldest", "lowest-club"),
        "first_trick_safe": (False, True), "break_hearts": (False, True), "moon": ("off", "old"),
    }  # fmt: skip


def test_modern_hearts_with_black_ladys_options_still_has_no_queen() -> None:
    rules = whister.load(MODERN, pack_table="PT-M", passing="standard", opening_lead="lowest-club",
                         first_trick_safe=True, break_hearts=True, moon="old")  # fmt: skip
    differing = [slug for slug, clause in whister.load(BLACK_LADY).clauses.items()
                 if clause.rule != rules.clauses[slug].rule or clause.enabled != rules.clauses[slug].enabled]  # fmt: skip
    assert differing == ["players", "values"]


@pytest.mark.parametrize(("name", "wrong"), [(MODERN, 2), (MODERN, 7), (BLACK_LADY, 2), (BLACK_LADY, 8)])
def test_a_number_of_players_not_allowed_is_refused_by_its_clause(name: str, wrong: int) -> None:
    with pytest.raises(OptionError, match=rf"{name} is for 3, .* players, not {wrong} \[{name}#players\]"):
        whister.load(name, wrong)


def test_an_option_may_narrow_the_number_of_players() -> None:
    assert whister.load(MODERN, three_hand_difference=True).players == (3,)
    with pytest.raises(OptionError, match="is for 5 players, not 4"):
        whister.load(BLACK_LADY, 4, passing="five-alt")


@pytest.mark.parametrize(
    ("options", "players", "place"),
    [({"pack_table": "PT-B"}, 6, "black-lady#pack: this pack is for 3, 4, 5 players, not 6"),
     ({"pack_table": "PT-F"}, 7, "black-lady#pack: this pack is for 3, 4, 5, 6 players, not 7"),
     ({"passing": "royal"}, 6, "black-lady#passing: this way of passing is for 3, 4, 5 players, not 6")],
)  # fmt: skip
def test_a_table_that_is_silent_on_a_number_of_players_is_refused(
    options: dict[str, Any], players: int, place: str
) -> None:
    with pytest.raises(OptionError, match=place):
        whister.load(BLACK_LADY, players, **options)


def test_the_ten_of_diamonds_may_be_spelt_with_two_figures() -> None:
    assert whister.load(BLACK_LADY, jd_bonus="10D").chosen == {"jd_bonus": "TD"}


@pytest.mark.parametrize("name", whister.catalogue())
def test_every_value_of_every_option_has_words_and_a_source(name: str) -> None:
    for option in whister.load(name).options.values():
        assert option.title, option.name
        assert option.text, option.name
        assert option.sources or all(value.sources for value in option.values), option.name
        assert all(value.text for value in option.values), option.name


def test_a_rule_set_may_offer_further_values_of_a_parents_option() -> None:
    parents = [value.value for value in whister.load(MODERN).options["passing"].values]
    offered = [value.value for value in whister.load("hearts/black-maria").options["passing"].values]
    assert offered == [*parents, "left-by-size"]


def test_a_rule_set_may_give_a_parents_value_its_own_sources() -> None:
    source = 'sources = [{ key = "wp-polignac", evidence = "described", seen = "part" }]'
    head = '[[option]]\nname = "moon"\n[[option.values]]\nvalue = "off"\n'
    chain = reader.chain(MODERN)
    child = rules.resolve([*chain, ("hearts/child", reader.read(head + source, "hearts/child"))], None, {})
    old, new = whister.load(MODERN).options["moon"], child.options["moon"]
    assert [value.value for value in new.values] == [value.value for value in old.values]
    assert [source.key for source in new.values[0].sources] == ["wp-polignac"]
    assert new.values[0].text == old.values[0].text
    assert new.values[0].sources[0].evidence is Evidence.DESCRIBED
    for inherited, parents in zip(new.values[1:], old.values[1:], strict=True):
        assert inherited == changed(parents, sources=inherited.sources)
        assert {source.about for source in inherited.sources} <= {source.about for source in parents.sources}
        assert all(
            source.evidence >= Evidence.TAKEN_OVER for source in inherited.sources if not source.relation
        )
    bad = reader.read(f'{head}enable = ["moon"]', "hearts/child")
    with pytest.raises(
        whister.RecordError, match="a parent already has the value 'off'; give only its 'sources'"
    ):
        rules.resolve([*chain, ("hearts/child", bad)], None, {})


def test_a_parents_option_is_widened_by_values_and_by_nothing_else() -> None:
    record = reader.read('[[option]]\nname = "moon"\ntitle = "Another"\n', "hearts/child")
    with pytest.raises(
        whister.RecordError, match="a parent already has it; give only its name and further 'values'"
    ):
        rules.resolve([*reader.chain(MODERN), ("hearts/child", record)], None, {})


@pytest.mark.parametrize(
    ("name", "forced", "legal"),
    [
        ("hearts/black-maria", "hearts-first", ("2H", "AH")),
        ("hearts/black-maria", "queen-first", ("QS",)),
        ("hearts/greek-1990", "hearts-first", ("2H", "AH")),
        ("hearts/greek-1990", "queen-first", ("AH",)),
    ],
)
def test_a_hand_of_penalty_cards_may_be_bound_on_the_first_trick(
    name: str, forced: str, legal: tuple[str, ...]
) -> None:
    rules = whister.load(name, first_trick_safe=True, first_trick_forced=forced)
    hand = "2H AH KS QS" if name == "hearts/black-maria" else "2H AH"
    assert set(rules.position(hand=hand, led="KC", trick=1).legal()) == set(legal)


def test_what_a_rule_set_calls_its_own_is_not_handed_down() -> None:
    parent, child = whister.load("rook/tournament"), whister.load("rook/tournament-full")
    assert parent.clauses["no-rook"].own
    assert "no-rook" not in child.clauses
    assert "rook_present" in parent.options
    assert "rook_present" not in child.options
    assert "rook_present=false" in parent.options["rook_rank"].excludes
    assert child.options["rook_rank"].excludes == (), "a condition goes with the option it names"
    assert "no-rook" not in whister.diff(parent, child).repealed


@pytest.mark.parametrize("value", [{}, {"a": 1}, Path("card.toml")])
def test_a_table_or_a_file_is_no_value_of_an_option_of_words(value: Any) -> None:
    with pytest.raises(
        OptionError, match=r"^hearts/black-lady: moon = .* is not offered; expected one of 'off', 'old'"
    ):
        whister.load("hearts/black-lady", moon=value)


def nested(levels: int) -> Any:
    """Return the number 1 inside so many nested tables."""
    return 1 if not levels else {"a": nested(levels - 1)}


@pytest.mark.parametrize(
    ("table", "text"),
    [
        ({"a": 1, "b": [2, 3], "c": {"d": 4, 5: "6"}}, "a:1.b-1:2.b-2:3.c-d:4.c-5:6"),
        ({"a": 0, "b": 999_999_999}, "a:0.b:999999999"),
        ({0: 1, 999_999_999: 2}, "0:1.999999999:2"),
        ({"x" * 60: 1}, f"{'x' * 60}:1"),
        (nested(8), "a-a-a-a-a-a-a-a:1"),
    ],
)
def test_a_table_is_kept_as_one_text(table: Any, text: str) -> None:
    assert written(table, "prices") == text


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({}, "the table is empty; expected at least one name with a whole number"),
        ({"a": {}}, "the table is empty; expected at least one name with a whole number"),
        ({"a": 10**9}, "a is 1000000000; expected a whole number of counters, 0 or more"),
        ({"a": -1}, "a is -1; expected a whole number of counters, 0 or more"),
        ({"a": True}, "a is True; expected a whole number of counters, 0 or more"),
        ({10**9: 1}, "1000000000 is not a name; expected letters, digits and hyphens"),
        ({-1: 1}, "-1 is not a name; expected letters, digits and hyphens"),
        ({"": 1}, "'' is not a name; expected letters, digits and hyphens"),
        ({"x" * 61: 1}, f"'{'x' * 56}…' is not a name; expected letters, digits and hyphens"),
        ({"a-b": 1, "a": {"b": 2}}, "'a-b' is given twice"),
        (nested(9), "'a-a-a-a-a-a-a-a-a' is nested too deeply; expected at most 8 levels"),
        ({"a": [1] * 1_001}, "the table is too long; expected at most 1000 numbers"),
    ],
)
def test_what_is_no_table_of_counters_is_refused_with_its_name(table: Any, says: str) -> None:
    with pytest.raises(OptionError, match=f"^prices: {re.escape(says)}$"):
        written(table, "prices")


def test_a_table_has_a_thousand_numbers_at_most() -> None:
    assert written({"a": [1] * 1_000}, "prices").endswith(".a-1000:1")


@pytest.mark.parametrize(
    ("value", "text"), [(True, "yes"), (False, "no"), (1, "1"), (0, "0"), (-3, "-3"), ("old", "old")]
)
def test_a_choice_is_written_and_read_in_one_way(value: str | int | bool, text: str) -> None:
    assert option_text(value) == text
    assert option_value(text) == value
    assert type(option_value(text)) is type(value)
