"""Benchmarks of browsers that may be missing or broken: one that cannot be measured does not affect the others."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.benchmarks import elsewhere
from tests.benchmarks.first_move import PAGES
from tests.browser.visitor import ScriptError


class Quick:
    """A visitor whose first choice always takes five milliseconds."""

    def goto(self, path: str) -> None: ...

    def run(self, script: str, *arguments: Any) -> Any:
        return [5.0, []]


class Broken(Quick):
    """A visitor whose page fails."""

    def run(self, script: str, *arguments: Any) -> Any:
        raise ScriptError("TypeError: undefined is not an object\nand more of it")


def test_a_browser_that_cannot_be_measured_says_so_in_its_row(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def browser(program: str | None, visitor: Quick) -> SimpleNamespace:
        return SimpleNamespace(program=lambda: program, opened=lambda _: nullcontext(visitor))

    here = {
        "A": browser("a", Broken()),
        "B": browser(None, Quick()),
        "C": browser("c", Quick()),
    }
    monkeypatch.setattr(elsewhere, "BROWSERS", here)
    monkeypatch.setattr(elsewhere, "REST", 0)
    broken, missing, *figures = elsewhere.measure(tmp_path, 1)
    assert (broken.what, broken.value) == ("A", "not measured")
    assert broken.spread == "ScriptError: TypeError: undefined is not an object"
    assert (missing.what, missing.value) == ("B", "not here")
    assert {figure.what[0] for figure in figures} == {"C"}
    assert {figure.value for figure in figures} == {"5 ms"}
    assert len(figures) == 2 * len(PAGES)
