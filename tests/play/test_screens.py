"""Every stored screen of the drawn table still looks the same, line by line: the seats, the cards and the sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kept import as_it_was
from tests.play.drawing import FOLDER, again


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_the_table_looks_as_it_did(file: Path) -> None:
    as_it_was(file, again)
