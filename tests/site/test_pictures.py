"""The pictures of the whole: every rule set stands in each, they say what the records say, and no label lies on another."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

import whister
from rulebook import family_tree
from rulebook.catalogue import claims, families, history
from rulebook.chart import Box, Drawing
from rulebook.genealogy import descents, games

PICTURES: Mapping[str, Drawing] = {"tree": family_tree.drawn()}


@cache
def links(name: str) -> list[str]:
    """Where the marks of a picture lead, as the records call it: `set:hearts/black-lady`."""
    return re.findall(r' href="rule:([^"]+)"', PICTURES[name].svg())


def met(boxes: Sequence[Box], others: Sequence[Box]) -> list[tuple[str, str]]:
    return [(one.about, other.about) for one in boxes for other in others if one.meets(other)]


@pytest.mark.parametrize("name", PICTURES)
def test_no_label_lies_on_another_or_outside_the_picture(name: str) -> None:
    drawing = PICTURES[name]
    pairs = itertools.combinations(drawing.labels, 2)
    assert not [(one.about, other.about) for one, other in pairs if one.meets(other)]
    frame = [each for each in drawing.labels if each.left < 0 or each.right > drawing.width]
    assert not [each.about for each in frame]
    assert all(each.top > 0 and each.bottom < drawing.height for each in drawing.labels)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_says_what_it_is_to_who_does_not_see_it(name: str) -> None:
    drawn = PICTURES[name].svg()
    assert f'<title id="chart-{name}-title">' in drawn
    assert f'<desc id="chart-{name}-about">' in drawn
    assert f'aria-labelledby="chart-{name}-title"' in drawn
    assert "style=" not in drawn
    assert "<script" not in drawn


def test_no_line_of_descent_crosses_a_label() -> None:
    tree = PICTURES["tree"]
    assert not met(tree.labels, tree.lines)


def test_every_rule_set_stands_in_the_tree_once() -> None:
    sets = [each.removeprefix("set:") for each in links("tree") if each.startswith("set:")]
    assert sorted(sets) == list(whister.catalogue())


def test_every_relative_of_the_histories_stands_in_the_tree_once() -> None:
    named = [
        f"claim:{family}#{each['claim']}"
        for family in families()
        for each in history(family).get("relative", ())
    ]
    assert sorted(each for each in links("tree") if each.startswith("claim:")) == sorted(named)


def test_every_descent_of_the_records_is_drawn_once_and_nothing_else() -> None:
    stated = {
        (rules.id, origin["id"])
        for rules in map(whister.load, whister.catalogue())
        for origin in rules.derives_from
    } | {
        (each["child"], each["parent"])
        for family in families()
        for each in history(family).get("descent", ())
    }
    assert sorted((each.child, each.parent) for each in descents()) == sorted(stated)
    assert PICTURES["tree"].svg().count("chart-descent") == len(stated)


def test_a_descent_joins_games_that_are_there_and_names_who_tells_it() -> None:
    for each in descents():
        assert each.child in games()
        assert each.parent in games()
        assert each.sources, each
    for family in families():
        told = {claim["id"] for claim in claims(family)}
        for each in (*history(family).get("relative", ()), *history(family).get("descent", ())):
            assert each["claim"] in told, each


def test_a_descent_that_a_claim_doubts_is_drawn_as_one() -> None:
    doubted = {(each.child, each.parent) for each in descents() if family_tree.kind(each) == "against"}
    assert doubted == {
        ("hearts/hearts-1887", "hearts/reversis"),
        ("skat", "boston"),
        ("twenty-five", "boston"),
    }


def test_time_runs_to_the_right_in_the_tree() -> None:
    laid = family_tree.layout()
    for each in descents():
        assert laid.across[each.parent] < laid.across[each.child], each
        assert laid.order.index(each.parent) < laid.order.index(each.child), each
