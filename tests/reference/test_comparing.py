"""Two rule sets side by side: what became of each clause, and of its parameters."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import whister
from whister.reference.comparing import CHANGES, change_in_words, compare, in_words

RULE_SETS = whister.catalogue()


def told(a: str, b: str, slug: str, **options: Any) -> dict[str, Any]:
    compared = compare(whister.load(a), whister.load(b, **options))
    (found,) = (clause for clause in compared["clauses"] if clause["slug"] == slug)
    clause: dict[str, Any] = found
    return clause


def parents() -> list[tuple[str, str]]:
    return [(parent, name) for name in RULE_SETS if (parent := whister.load(name).extends)]


@pytest.mark.parametrize(("a", "b"), [*parents(), *pairwise(RULE_SETS)])
def test_each_clause_is_kept_amended_added_or_repealed_as_the_engine_says(a: str, b: str) -> None:
    one, other = whister.load(a), whister.load(b)
    clauses, diff = compare(one, other)["clauses"], whister.diff(one, other)

    assert {clause["slug"] for clause in clauses} == {*one.clauses, *other.clauses}
    assert len({clause["slug"] for clause in clauses}) == len(clauses)
    for change in CHANGES[:4]:
        assert {c["slug"] for c in clauses if c["change"] == change} == {*getattr(diff, change)}
    assert all(one.clauses[c["slug"]].own for c in clauses if c["change"] == "own")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_rule_set_is_kept_whole_against_itself(rule_set: str) -> None:
    rules = whister.load(rule_set)
    compared = compare(rules, rules)

    assert compared["alike"]
    assert compared["counts"]["kept"] == len(rules.clauses)
    assert not any(clause["parameters"] for clause in compared["clauses"])


def test_a_changed_parameter_is_told_with_both_its_values() -> None:
    end = told("hearts/black-lady", "hearts/greek-1990", "end")

    assert end["change"] == "amended"
    assert [change_in_words(change) for change in end["parameters"]] == ["end.target: 100 → 500"]


def test_of_a_table_of_values_only_the_entries_that_differ_are_told() -> None:
    values = told("hearts/hearts-1887", "hearts/black-lady", "values")

    assert [change_in_words(change) for change in values["parameters"]] == ["values.cards.QS: no entry → 13"]


def test_an_entry_that_is_not_there_is_told_from_one_that_is_stated_as_none() -> None:
    """In Auction Hearts four players leave out no card; in Cancellation Hearts there is no entry for four players."""
    pack = told("hearts/auction", "hearts/cancellation", "pack")
    lines = [change_in_words(change) for change in pack["parameters"]]

    assert "pack.by_players.4: none → no entry" in lines


@pytest.mark.parametrize(("a", "b"), [*parents(), *pairwise(RULE_SETS)])
def test_no_change_is_told_as_two_sides_that_read_the_same(a: str, b: str) -> None:
    clauses = compare(whister.load(a), whister.load(b))["clauses"]
    lines = [change_in_words(change) for clause in clauses for change in clause["parameters"]]
    sides = [line.partition(": ")[2].split(" → ") for line in lines if " → " in line]

    assert [side for side in sides if side[0] == side[-1]] == []


def test_a_parameter_left_out_has_the_value_of_its_mechanism() -> None:
    moon = told("hearts/modern", "hearts/partnership", "moon")
    (by,) = (change for change in moon["parameters"] if change["path"] == ["moon", "by"])

    assert by == {"path": ["moon", "by"], "before": "player", "after": "side", "unstated": "before"}


def test_a_parameter_now_stated_as_it_was_is_no_change_of_play() -> None:
    moon = told("hearts/partnership", "hearts/partnership-individual", "moon")
    lines = [change_in_words(change) for change in moon["parameters"]]
    stated = told("hearts/modern", "hearts/royal", "moon")

    assert "moon.by: side → player" in lines
    assert "moon.floor: no, as it was, now stated" in [change_in_words(c) for c in stated["parameters"]]


def test_a_mechanism_on_one_side_only_is_new_or_dropped() -> None:
    there = told("rook/three-1914", "rook/two-1914", "last-trick")
    back = told("rook/two-1914", "rook/three-1914", "last-trick")

    assert [change_in_words(change) for change in there["parameters"]] == ["new: widow_goes(to=nobody)"]
    assert [change_in_words(change) for change in back["parameters"]] == ["dropped: widow_goes(to=nobody)"]


def test_a_clause_that_an_option_brings_into_force_is_amended() -> None:
    sun = told("hearts/black-lady", "hearts/black-lady", "sun", sun=52)

    assert sun["change"] == "amended"
    assert (sun["a"]["enabled"], sun["b"]["enabled"]) == (False, True)
    assert sun["carried"]


def test_house_rules_are_named_by_what_they_choose() -> None:
    compared = compare(whister.load("hearts/black-lady"), whister.load("hearts/black-lady", moon="new"))

    assert compared["b"]["chosen"] == {"moon": "new"}
    assert [option["url"] for option in compared["b"]["in_force"]] == ["hearts/black-lady/#moon.new"]
    assert not compared["alike"]


def test_a_repeal_says_why_where_the_record_does() -> None:
    for parent, name in parents():
        rules = whister.load(name)
        repealed = {
            c["slug"]: c["why"]
            for c in compare(whister.load(parent), rules)["clauses"]
            if c["change"] == "repealed"
        }
        assert {slug: why for slug, why in rules.repealed if slug in repealed} == repealed


def test_rule_sets_of_different_families_say_so_and_what_they_share() -> None:
    compared = compare(whister.load("hearts/black-lady"), whister.load("boston/american"))
    families = compared["families"]

    assert (
        "Black Lady belongs to the Hearts family and American Boston to the Boston family" in families["said"]
    )
    assert "follow" in families["same_rule"]
    assert {"mechanism": "deal", "a": ["deal"], "b": ["packets"]} in families["mechanisms"]
    assert not any(clause["carried"] for clause in compared["clauses"])
    assert compare(whister.load("hearts/black-lady"), whister.load("hearts/royal"))["families"] is None


def test_numbered_entries_are_told_by_their_numbers_and_then_the_others() -> None:
    value = {"10": "ten", "rest": [1, None], "9": True, "2": ""}
    assert in_words(value) == "{2: none, 9: yes, 10: ten, rest: [1, none]}"
