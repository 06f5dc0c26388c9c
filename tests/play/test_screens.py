"""Every screen of the drawn table that was kept looks as it did: the seats, the cards, the sheets, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.drawing import FOLDER, differences


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_the_table_looks_as_it_did(file: Path) -> None:
    changed = differences(file.read_text("utf-8"))
    assert not changed, (
        f"{file.name}\n{changed}\n(if that is meant: python3 noxfile.py -s golden, and look at what has changed)"
    )
