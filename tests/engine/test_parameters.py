"""Every value of every option, and every parameter of every clause, has a case that comes out differently without it.

The repeal test takes a whole clause away. Here each part of what a record states is changed by itself: `neighbours`
gives the values to which it is changed, and `other_rules` makes the changed rules. What a parent states is proved in
the parent.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

import whister
from tests.engine.option_values import pairs_of_values, tells_apart
from tests.engine.other_rules import bites, others

UNFELT = tomllib.loads(Path(__file__).with_name("unfelt.toml").read_text("utf-8"))["unfelt"]
PATTERNS = [pattern for reason in UNFELT for pattern in reason["parts"]]


def has_its_reason(place: str) -> bool:
    return any(fnmatch(place.replace("[", "<"), pattern.replace("[", "<")) for pattern in PATTERNS)


def untold(name: str) -> Iterator[str]:
    for option, value, default in pairs_of_values(name):
        what = f"{option.name}={'*' if value is None else value}"
        if not has_its_reason(f"{name}#{what}") and not tells_apart(name, option, value, default):
            yield f"{what} from {default}"


@pytest.mark.parametrize("name", whister.catalogue())
def test_a_case_tells_every_value_of_every_option_from_the_default(name: str) -> None:
    left = list(untold(name))
    assert not left, f"{name} needs a case under each of these that the default would fail: {left}"


@pytest.mark.parametrize("name", whister.catalogue())
def test_a_case_comes_out_differently_with_any_parameter_changed(name: str) -> None:
    left = [
        other.place
        for other in others(name)
        if not has_its_reason(f"{name}#{other.place}") and not bites(name, other)
    ]
    assert not left, f"{name} needs a case that fails with each of these otherwise: {left}"


def test_every_reason_is_about_something_that_a_record_states() -> None:
    places = [
        f"{name}#{other.place}".replace("[", "<") for name in whister.catalogue() for other in others(name)
    ]
    places += [
        f"{name}#{option.name}={value}"
        for name in whister.catalogue()
        for option, value, _ in pairs_of_values(name)
    ]
    unknown = [
        pattern
        for pattern in PATTERNS
        if not any(fnmatch(place, pattern.replace("[", "<")) for place in places)
    ]
    assert not unknown
