"""Every module is short enough to be read at one sitting."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WINGS = ("engine", "docs/_ext", ".tasks")
LONGEST = 400  # lines


@pytest.mark.parametrize("wing", WINGS)
def test_no_module_is_longer_than_can_be_read_at_one_sitting(wing: str) -> None:
    modules = list((ROOT / wing).rglob("*.py"))
    assert modules
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in modules}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}
