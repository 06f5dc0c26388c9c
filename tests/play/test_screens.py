"""Every screen of the drawn table that was kept looks as it did: the seats, the cards, the sheets, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kept import as_it_was
from tests.play.drawing import FOLDER, again


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_the_table_looks_as_it_did(file: Path) -> None:
    as_it_was(file, again)
