"""A hundredth of the broken inputs, tried in each run of the tests at every door except the slowest."""

from __future__ import annotations

import pytest

from tests.proof.inputs import ALL_INPUTS, EVERY, INPUTS, chunk

QUICK = {name: door for name, door in EVERY.items() if name != "whister find"}
"""A search by the command line takes a hundred times as long as most; ``tests/cli/test_doors.py`` makes a few."""


@pytest.mark.parametrize("number", range(ALL_INPUTS // INPUTS // 100))
def test_every_broken_input_is_refused_or_answered(number: int) -> None:
    found = chunk(number, QUICK)
    assert not found.failures, "\n".join(found.failures)
    assert found.counts["refused"] + found.counts["answered"] == INPUTS
    assert found.counts["refused"] > INPUTS // 2, "most of it is broken indeed"
