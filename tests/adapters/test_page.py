"""The page on learning programs lists what there is, and what is missing is said with how to install it."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

import whister
from tests.adapters.at_random import RULE_SETS
from whister.adapters.indices import Indices
from whister.adapters.observing import Observer
from whister.adapters.refused import AdapterMissing

PAGE = Path(__file__).parents[2].joinpath("docs", "learning.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_table_on_the_page_lists_every_array(name: str) -> None:
    observer = Observer(Indices(whister.load(name)))
    plan, indices = observer.indices.rules.plan, observer.indices
    sizes = {
        "c": indices.cards, "n": plan.table.n, "a": len(indices) - indices.cards, "suits": 4, "pools": len(plan.settling.pools),
        "contracts": len(plan.bidding.contracts), "phases": observer.arrays["phase"].size, "1": 1, "2": 2,
    }  # fmt: skip
    rows = {name: (shape, holds) for name, shape, holds in ROW.findall(PAGE)}
    for array in observer.arrays.values():
        shape, holds = rows[array.name]
        assert array.shape == tuple(sizes[side] for side in shape.split(" × "))
        assert array.holds == holds
    assert set(rows) - set(observer.arrays) <= {"contract", "said"}


def test_entries_that_are_not_small_whole_numbers_are_named_on_the_page() -> None:
    observer = Observer(Indices(whister.load("rook/tournament")))
    assert [array.name for array in observer.arrays.values() if not array.counts] == [
        "bid",
        "totals",
        "pools",
    ]
    assert "except those of `bid`, `totals` and `pools`" in PAGE


def test_the_largest_table_is_that_of_the_page() -> None:
    largest = max(len(Indices(whister.load(name))) for name in RULE_SETS)
    assert f"has the most, {largest}." in PAGE


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [("petting_zoo", "pettingzoo", "pettingzoo"), ("open_spiel", "pyspiel", "openspiel")],
)
def test_a_missing_package_is_named_with_the_way_to_install_it(
    adapter: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"whister.adapters.{adapter}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(
        AdapterMissing, match=rf"needs {package}, which is not installed\. Install what is missing: pip"
    ) as e:
        import_module(f"whister.adapters.{adapter}")
    assert f"pip install '.[{extra}]'" in str(e.value)
    assert e.value.name == package


def test_the_engine_imports_no_adapter() -> None:
    engine = Path(whister.__file__).parent
    for file in engine.rglob("*.py"):
        if "adapters" not in file.parts:
            assert "whister.adapters" not in file.read_text("utf-8"), file
