"""The form of house rules at a table: every option in words, under one heading, for a given number of players."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

import whister
from tests.engine.holding import dealt, ends
from tests.house_rules import company
from whister import OptionError, Rules
from whister.mechanisms import REGISTRY
from whister.table import house_rules, option_groups
from whister.table.requests import handle

ALL = whister.catalogue()
TABLES = [(name, players) for name in ALL for players in whister.load(name).players]
CODE = re.compile(r"\b[A-Z]{2,}|_|[a-z]\d|\d[a-rt-z]|…")
"""What is no word of a sentence: initials, names of the record, and a sentence that is cut off."""


def form(name: str, players: int | None, **chosen: Any) -> tuple[Rules, list[dict[str, Any]]]:
    rules = whister.load(name, players, **chosen)
    return rules, house_rules.form_at_table(rules)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_each_option_is_under_one_heading(name: str, players: int) -> None:
    rules, told = form(name, players)
    groups = house_rules.grouped(rules, told)

    assert Counter(option for group in groups for option in group["options"]) == Counter(
        entry["name"] for entry in told
    )
    assert len({group["title"] for group in groups}) == len(groups)
    assert all(group["options"] for group in groups)
    folded = [group["folded"] for group in groups]
    assert folded == sorted(folded), "what is folded comes last"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_choice_shown_can_be_made_by_so_many_players(name: str, players: int) -> None:
    rules, told = form(name, players)
    shown = {(entry["name"], value["value"]) for entry in told for value in entry["values"]}
    for option, value in shown:
        assert load(name, players, company(rules, option, value)), (option, value)


def load(name: str, players: int, chosen: dict[str, Any]) -> Rules | None:
    """Return the rules by these choices; None if so many players cannot have them."""
    try:
        return whister.load(name, players, **chosen)
    except OptionError:
        return None


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_choice_left_out_is_dealt_like_one_that_is_shown(name: str, players: int) -> None:
    rules, told = form(name, players)
    shown = {entry["name"]: [value["value"] for value in entry["values"]] for entry in told}
    for option in house_rules.form(rules):
        kept = shown.get(option["name"], [option["default"]])
        for value in option["values"]:
            if value["value"] in kept:
                continue
            if other := load(name, players, {option["name"]: value["value"]}):
                hands = [rules.vary(**{option["name"]: one}).deal("left out").hands for one in kept]
                assert other.deal("left out").hands in hands, (option["name"], value["value"])


@pytest.mark.parametrize(
    ("name", "players", "hidden"),
    [
        ("hearts/black-lady", 3, set()),
        ("hearts/black-lady", 4, {"pack_table", "leftover", "three_hand_difference"}),
        ("hearts/black-lady", 5, {"three_hand_difference"}),
        ("hearts/black-maria", 4, {"pack_table", "leftover", "three_hand_difference", "three_out"}),
        ("hearts/heartsette", 4, {"heartsette_three", "three_hand_difference"}),
        ("hearts/domino", 3, {"domino_score", "trick_members"}),  # one value: nothing to choose
        ("rook/tournament", 4, set()),
    ],
)
def test_options_for_other_numbers_of_players_are_hidden(name: str, players: int, hidden: set[str]) -> None:
    rules, told = form(name, players)

    assert {entry["name"] for entry in house_rules.form(rules)} - {entry["name"] for entry in told} == hidden


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (3, ["none", "standard", "left", "right", "royal", "parlett"]),
        (
            4,
            ["none", "standard", "left", "right", "royal"],
        ),  # of four, the passing of Parlett is the standard
        (5, ["none", "standard", "left", "right", "royal", "five-alt"]),
        (7, ["none", "standard", "left", "right"]),
    ],
)
def test_the_ways_of_passing_are_those_of_so_many_players(players: int, ways: list[str]) -> None:
    _, told = form("hearts/black-lady", players)
    (passing,) = (entry for entry in told if entry["name"] == "passing")

    assert [value["value"] for value in passing["values"]] == ways


def test_a_choice_that_was_made_is_shown_though_another_comes_to_the_same() -> None:
    _, told = form("hearts/black-lady", 4, passing="parlett", leftover="kitty-last")
    chosen = {entry["name"]: (entry["chosen"], [v["value"] for v in entry["values"]]) for entry in told}

    assert chosen["passing"] == ("parlett", ["none", "standard", "left", "right", "royal", "parlett"])
    assert chosen["leftover"] == ("kitty-last", ["remove", "kitty-last"])


@pytest.mark.parametrize("name", ALL)
def test_every_choice_is_in_words_and_told_from_the_others(name: str) -> None:
    for option in house_rules.form(whister.load(name)):
        assert not CODE.search(option["title"]), option["title"]
        lines = [value["line"] for value in option["values"]]
        assert len(set(lines)) == len(lines), lines
        for value, line in zip(option["values"], lines, strict=True):
            assert line[0].isupper() or line[0].isdigit(), line
            assert not CODE.search(line), f"{option['name']} = {value['value']}: {line}"
            spoken = str(value["value"]).replace("-", " ")
            assert not line.endswith(f"({spoken})"), line
            assert re.search(r"[A-Za-z]{2}|[♣♦♥♠]", line), line


@pytest.mark.parametrize(
    ("name", "first"),
    [
        (
            "hearts/black-lady",
            ["The moon and other slams", "Target and end of the game", "Bonuses", "The pass"],
        ),
        (
            "boston/fontainebleau",
            ["Sides and partners", "Target and end of the game", "Bidding", "What is paid"],
        ),
        ("rook/tournament", ["Sides and partners", "The Rook", "The nest", "Target and end of the game"]),
        ("hearts/joker", ["The moon and other slams", "Jokers"]),
        ("rook/series-200", ["The Rook", "The kitty"]),
    ],
)
def test_what_players_ask_for_first_is_on_top(name: str, first: list[str]) -> None:
    found = json.loads(handle(json.dumps({"op": "options", "rules": name, "options": {}})))["ok"]

    assert [group["title"] for group in found["groups"]][: len(first)] == first


def test_every_mechanism_of_a_group_is_one() -> None:
    named = [word for _, words in option_groups._TOUCHED for word in words.split()]

    assert len(set(named)) == len(named)
    assert {word.partition(".")[0] for word in named} <= REGISTRY.keys()
    assert {group for group, _ in option_groups._TOUCHED} == option_groups.HEADINGS.keys()


def test_every_option_that_sets_a_rule_is_grouped_by_it() -> None:
    """An option that affects no mechanism, but only prose, belongs to the group of the play."""
    for name in ALL:
        rules = whister.load(name)
        for option in rules.options.values():
            touches = any(rules.clauses[slug].rule for slug in option.clauses)
            assert touches <= (option_groups.found(rules, option) is not None), f"{name}: {option.name}"


def test_a_table_by_a_hidden_choice_is_still_played() -> None:
    """A link may contain such a choice."""
    chance = Random("hidden")
    deal = dealt(whister.load("hearts/black-lady", 4, leftover="kitty-first"), chance)
    ends(deal, chance)
