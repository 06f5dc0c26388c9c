"""What replaces a repealed rule that a game cannot do without, by a committed table: see ``Rules.without``."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from whister.mechanisms import REGISTRY, build

TABLE = tomllib.loads(Path(__file__).with_name("undone.toml").read_text("utf-8"))
REPEALED = "repealed"


@pytest.mark.parametrize("name", TABLE)
def test_a_rule_that_is_undone_becomes_another(name: str) -> None:
    for stated, becomes in TABLE[name]:
        undone = REGISTRY[name].neutral(stated)
        assert (REPEALED if undone is None else undone) == becomes, stated
        if undone is not None:
            assert repr(build(name, undone, "undone")) != repr(build(name, stated, "stated"))


def test_the_first_lead_whosever_it_is_becomes_the_eldest_hands_and_that_the_dealers() -> None:
    for by in REGISTRY["lead"].parameters["by"].words:
        assert REGISTRY["lead"].neutral({"by": by}) == {"by": "dealer" if by == "eldest" else "eldest"}


@pytest.mark.parametrize("name", sorted(REGISTRY.keys() - TABLE.keys()))
def test_every_other_rule_is_repealed(name: str) -> None:
    assert REGISTRY[name].neutral({}) is None
