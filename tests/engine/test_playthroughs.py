"""Every rule set plays, for every number of players, as it did when its playthroughs were written."""

from __future__ import annotations

import pytest

import whister
from tests.engine.playthroughs import FOLDER, file_of, first_difference


@pytest.mark.parametrize("name", whister.catalogue())
def test_it_plays_as_its_golden_file_says(name: str) -> None:
    difference = first_difference(name)
    assert not difference, (
        f"{name}, {difference}\n(if that is meant: python3 noxfile.py -s golden, and read what has changed)"
    )


def test_no_golden_file_is_left_of_a_rule_set_that_is_gone() -> None:
    assert set(FOLDER.rglob("*.txt")) == {file_of(name) for name in whister.catalogue()}
