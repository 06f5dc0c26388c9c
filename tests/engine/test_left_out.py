"""The stage of each mechanism, and its parameters if a record leaves them out, are those of a committed table."""

from __future__ import annotations

import tomllib
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

import pytest

from whister.mechanisms import REGISTRY
from whister.plan.mechanism import REQUIRED, Mechanism
from whister.reference.data import plain

TABLE = tomllib.loads(Path(__file__).with_name("left_out.toml").read_text("utf-8"))
USUAL_STAGE = 1


def stated_in(module: str) -> list[type[Mechanism]]:
    """Return the mechanisms of a module, from a new load of its file."""
    spec = find_spec(f"whister.mechanisms.{module}")
    assert spec is not None
    assert spec.loader is not None
    anew = module_from_spec(spec)
    spec.loader.exec_module(anew)
    return [
        value
        for value in vars(anew).values()
        if isinstance(value, type) and issubclass(value, Mechanism) and value.__module__ == anew.__name__
        and value.__dict__.get("name")
    ]  # fmt: skip


def row(mechanism: type[Mechanism]) -> dict[str, Any]:
    """Return a mechanism's line of the table: its stage if unusual, required parameters, and defaults of the others."""
    known = mechanism.parameters.values()
    stage = {} if mechanism.order == USUAL_STAGE else {"stage": mechanism.order}
    needs = [each.name for each in known if each.default is REQUIRED]
    left_out = {each.name: plain(each.default) for each in known if each.default is not REQUIRED}
    return {**stage, **({"needs": needs} if needs else {}), **left_out}


@pytest.mark.parametrize("module", TABLE)
def test_a_parameter_that_a_record_leaves_out_is_what_the_table_says(module: str) -> None:
    assert {each.name: row(each) for each in stated_in(module)} == TABLE[module]


def test_the_table_has_every_mechanism_once() -> None:
    named = [name for rows in TABLE.values() for name in rows]
    assert sorted(named) == sorted(REGISTRY)
